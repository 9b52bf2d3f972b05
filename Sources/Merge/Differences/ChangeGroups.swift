/// A range of a base that one side or both changed, with the ranges of each in its place.
struct ChangeGroup: Equatable {
  /// The side that made the change, or both.
  enum Author { case left, right, both }

  let author: Author
  let base: Range<Int>
  let left: Range<Int>
  let right: Range<Int>
  /// The changes of each side in this stretch.
  let leftHunks: [Hunk]
  let rightHunks: [Hunk]
}

/// Lays two differences from one base over each other.
struct ChangeGroups {
  /// The hunks of a side that are not yet in a group, and the position on that side.
  private struct Cursor {
    let hunks: [Hunk]
    var next = 0
    /// The hunks of the present group.
    var taken = 0..<0
    /// The distance from a place in the base to the same place in this side, past the hunks taken.
    var shift: Int

    var hunk: Hunk? { next < hunks.count ? hunks[next] : nil }

    mutating func take() {
      shift = hunks[next].new.upperBound - hunks[next].old.upperBound
      taken = taken.isEmpty ? next..<(next + 1) : taken.lowerBound..<(next + 1)
      next += 1
    }

    /// This side's range for a range of the base whose ends no hunk outside the group crosses.
    func range(for base: Range<Int>) -> Range<Int> {
      guard let first = taken.first, let last = taken.last else {
        return (base.lowerBound + shift)..<(base.upperBound + shift)
      }
      let start = hunks[first].new.lowerBound - (hunks[first].old.lowerBound - base.lowerBound)
      let end = hunks[last].new.upperBound + (base.upperBound - hunks[last].old.upperBound)
      return start..<end
    }
  }

  /// The groups in the order of the base; between them all three are the same.
  ///
  /// Changes that share an element or insert at the same place are in one group. If two only touch,
  /// one ending where the other begins, `canTouch` decides whether they are separate; it gets the
  /// earlier, the later and the side that made the earlier.
  static func groups(
    base: Range<Int>, left: Range<Int>, leftHunks: [Hunk], right: Range<Int>, rightHunks: [Hunk],
    canTouch: (_ earlier: Hunk, _ later: Hunk, _ earlierAuthor: Side) -> Bool
  ) -> [ChangeGroup] {
    var groups: [ChangeGroup] = []
    var cursors = (
      left: Cursor(hunks: leftHunks, shift: left.lowerBound - base.lowerBound),
      right: Cursor(hunks: rightHunks, shift: right.lowerBound - base.lowerBound)
    )
    while let side = first(cursors.left.hunk, cursors.right.hunk) {
      cursors.left.taken = 0..<0
      cursors.right.taken = 0..<0
      let start = (side == .left ? cursors.left.hunk : cursors.right.hunk)?.old.lowerBound ?? 0
      var end = start
      func take(_ side: Side) {
        let hunk = side == .left ? cursors.left.hunk : cursors.right.hunk
        if side == .left { cursors.left.take() } else { cursors.right.take() }
        end = max(end, hunk?.old.upperBound ?? end)
      }
      take(side)
      while let side = first(cursors.left.hunk, cursors.right.hunk) {
        let (own, other) =
          side == .left ? (cursors.left, cursors.right) : (cursors.right, cursors.left)
        guard let hunk = own.hunk, joins(hunk, of: side, end, other, canTouch) else { break }
        take(side)
      }
      let range = start..<end
      let author: ChangeGroup.Author =
        cursors.left.taken.isEmpty ? .right : cursors.right.taken.isEmpty ? .left : .both
      groups.append(
        ChangeGroup(
          author: author, base: range, left: cursors.left.range(for: range),
          right: cursors.right.range(for: range),
          leftHunks: Array(leftHunks[cursors.left.taken]),
          rightHunks: Array(rightHunks[cursors.right.taken])))
    }
    return groups
  }

  /// True if the next hunk belongs to a group that ends at `end`.
  private static func joins(
    _ hunk: Hunk, of side: Side, _ end: Int, _ other: Cursor,
    _ canTouch: (Hunk, Hunk, Side) -> Bool
  ) -> Bool {
    if hunk.old.lowerBound != end { return hunk.old.lowerBound < end }
    guard let last = other.taken.last, other.hunks[last].old.upperBound == end else { return false }
    let earlier = other.hunks[last]
    if hunk.old.isEmpty, earlier.old.isEmpty { return true }
    return !canTouch(earlier, hunk, side.other)
  }

  /// The side with the earlier hunk; an insertion at a place comes before a change of what is
  /// there.
  private static func first(_ left: Hunk?, _ right: Hunk?) -> Side? {
    guard let left else { return right == nil ? nil : .right }
    guard let right else { return .left }
    let (a, b) = (left.old, right.old)
    if a.lowerBound != b.lowerBound { return a.lowerBound < b.lowerBound ? .left : .right }
    return b.isEmpty && !a.isEmpty ? .right : .left
  }
}
