import Layout

/// Slides insertions and deletions that could be placed a little earlier or later to the place
/// where a person sees them: whole paragraphs with the blank line after them, otherwise as far down
/// as possible.
///
/// After the idea of git's `diff.indentHeuristic`. Both sides of a merge slide by the same rule, so
/// that insertions of both at one place are found at one place.
struct HunkSlider {
  let ids: [Int32]
  let isBlank: (Int) -> Bool
  let isHeading: (Int) -> Bool

  /// The greatest distance by which a hunk is moved, in lines.
  private static let reach = 200

  func slide(_ hunks: inout [Hunk], old: Range<Int>, new: Range<Int>) {
    for index in hunks.indices {
      let hunk = hunks[index]
      let isInsertion = hunk.old.isEmpty
      guard isInsertion != hunk.new.isEmpty else { continue }
      let moving = isInsertion ? hunk.new : hunk.old
      let whole = isInsertion ? new : old
      // One line stays between two hunks, else they would be one.
      let previous = index > 0 ? hunks[index - 1] : nil
      let next = index + 1 < hunks.count ? hunks[index + 1] : nil
      let floor =
        previous.map { (isInsertion ? $0.new : $0.old).upperBound + 1 } ?? whole.lowerBound
      let ceiling = next.map { (isInsertion ? $0.new : $0.old).lowerBound - 1 } ?? whole.upperBound
      var up = 0
      while up < Self.reach, moving.lowerBound - up > floor,
        ids[moving.lowerBound - up - 1] == ids[moving.upperBound - up - 1]
      { up += 1 }
      var down = 0
      while down < Self.reach, moving.upperBound + down < ceiling,
        ids[moving.lowerBound + down] == ids[moving.upperBound + down]
      { down += 1 }
      if up == 0, down == 0 { continue }
      var best = (shift: down, score: Int.min)
      for shift in stride(from: down, through: -up, by: -1) {
        let score = score(moving.lowerBound + shift, moving.upperBound + shift, in: whole)
        if score > best.score { best = (shift, score) }
      }
      hunks[index] = Hunk(old: hunk.old.moved(best.shift), new: hunk.new.moved(best.shift))
    }
  }

  /// A score of how well the lines from `start` to before `end` form a unit.
  private func score(_ start: Int, _ end: Int, in whole: Range<Int>) -> Int {
    let isAfterBlank = start == whole.lowerBound || isBlank(start - 1)
    let isBeforeBlank = end == whole.upperBound || isBlank(end)
    var score = 0
    if isHeading(start) { score += 4 }
    if isAfterBlank, !isBlank(start), isBlank(end - 1) || end == whole.upperBound { score += 3 }
    if isBlank(start), !isBlank(end - 1), isBeforeBlank { score += 2 }
    return score
  }
}

extension Range<Int> {
  func moved(_ distance: Int) -> Range<Int> {
    (lowerBound + distance)..<(upperBound + distance)
  }
}
