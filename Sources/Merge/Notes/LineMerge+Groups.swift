import Layout

/// Merges, by line, changes of both sides in one place, and changes in places that only touch.
extension LineMerge {
  /// Merges a stretch of which the differences are known.
  /// - Parameter depth: the number of times that a place was cut into smaller ones.
  mutating func merge(
    _ stretch: ThreeRanges, _ leftHunks: [Hunk], _ rightHunks: [Hunk], atEnd: Bool, depth: Int
  ) {
    let groups = ChangeGroups.groups(
      base: stretch.base, left: stretch.left, leftHunks: leftHunks, right: stretch.right,
      rightHunks: rightHunks, canTouch: areApart)
    var place = stretch.base.lowerBound
    for group in groups {
      keep(place..<group.base.lowerBound)
      place = group.base.upperBound
      let isLast = atEnd && place == stretch.base.upperBound
      guard let chosen, !chosen.isEmpty, depth == 0 else {
        settle(group, atEnd: isLast, depth: depth)
        continue
      }
      let merged = collected { $0.settle(group, atEnd: isLast, depth: depth) }
      if putsIn(chosen, group, merged) {
        overlap(ThreeRanges(base: group.base, left: group.left, right: group.right))
      } else {
        add(merged)
      }
    }
    keep(place..<stretch.base.upperBound)
  }

  private mutating func settle(_ group: ChangeGroup, atEnd: Bool, depth: Int) {
    switch group.author {
    case .left: keep(group.left)
    case .right: keep(group.right)
    case .both: resolve(group, atEnd: atEnd, depth: depth)
    }
  }

  /// Adds the result for a place that both sides changed.
  private mutating func resolve(_ group: ChangeGroup, atEnd: Bool, depth: Int) {
    let stretch = ThreeRanges(base: group.base, left: group.left, right: group.right)
    if areSame(group.left, group.right) { return keep(group.left) }
    if areSame(group.base, group.left) { return keep(group.right) }
    if areSame(group.base, group.right) { return keep(group.left) }
    if mergeSharedChange(group, atEnd: atEnd, depth: depth) { return }
    if (group.leftHunks + group.rightHunks).allSatisfy({ $0.new.isEmpty }) {
      return keepUndeleted(group)
    }
    let isInsertion = group.base.isEmpty || isCareful && group.base.allSatisfy(isBlank)
    if isInsertion, mergeInsertions(stretch, atEnd: atEnd) { return }
    if mergeTask(stretch) || mergeWords(stretch) { return }
    overlap(stretch)
  }

  /// Keeps the lines that neither side removed, where both only removed lines.
  private mutating func keepUndeleted(_ group: ChangeGroup) {
    var place = group.base.lowerBound
    let deletions = (group.leftHunks + group.rightHunks).map(\.old)
    for deletion in deletions.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if deletion.lowerBound > place { keep(place..<deletion.lowerBound) }
      place = max(place, deletion.upperBound)
    }
    keep(place..<group.base.upperBound)
  }

  /// The greatest depth to which a place is cut into smaller ones.
  private static let maximumDepth = 8

  /// Accepts a change of one side that begins or ends a change of the other, and merges the rest.
  /// - Returns: false if there is no such change.
  private mutating func mergeSharedChange(_ group: ChangeGroup, atEnd: Bool, depth: Int) -> Bool {
    guard depth < Self.maximumDepth, var left = group.leftHunks.last,
      var right = group.rightHunks.last
    else { return false }
    var rest = group
    if left.old.upperBound == right.old.upperBound,
      let shared = sharedLines(left, right, atEnd: true)
    {
      let start = max(left.old.lowerBound, right.old.lowerBound)
      left = Hunk(old: left.old.lowerBound..<start, new: left.new.dropLast(shared))
      right = Hunk(old: right.old.lowerBound..<start, new: right.new.dropLast(shared))
      rest = ChangeGroup(
        author: .both, base: group.base.lowerBound..<start, left: group.left.dropLast(shared),
        right: group.right.dropLast(shared), leftHunks: group.leftHunks.dropLast() + [left],
        rightHunks: group.rightHunks.dropLast() + [right])
      merge(rest, atEnd: false, depth: depth + 1)
      keep(group.left.suffix(shared))
      return true
    }
    (left, right) = (group.leftHunks[0], group.rightHunks[0])
    if left.old.lowerBound == right.old.lowerBound,
      let shared = sharedLines(left, right, atEnd: false)
    {
      let end = min(left.old.upperBound, right.old.upperBound)
      left = Hunk(old: end..<left.old.upperBound, new: left.new.dropFirst(shared))
      right = Hunk(old: end..<right.old.upperBound, new: right.new.dropFirst(shared))
      keep(group.left.prefix(shared))
      rest = ChangeGroup(
        author: .both, base: end..<group.base.upperBound, left: group.left.dropFirst(shared),
        right: group.right.dropFirst(shared), leftHunks: [left] + group.leftHunks.dropFirst(),
        rightHunks: [right] + group.rightHunks.dropFirst())
      merge(rest, atEnd: atEnd, depth: depth + 1)
      return true
    }
    return false
  }

  private mutating func merge(_ rest: ChangeGroup, atEnd: Bool, depth: Int) {
    func isChange(_ hunk: Hunk) -> Bool { !hunk.old.isEmpty || !hunk.new.isEmpty }
    merge(
      ThreeRanges(base: rest.base, left: rest.left, right: rest.right),
      rest.leftHunks.filter(isChange), rest.rightHunks.filter(isChange), atEnd: atEnd, depth: depth)
  }

  /// The number of lines of one change, if the other begins or ends with the same for the same old
  /// lines.
  ///
  /// A change that removes more lines than it adds is not shared, because the other side may have
  /// edited those. Nor is one that the other side has after a new heading, because it was meant for
  /// the section before that.
  private func sharedLines(_ left: Hunk, _ right: Hunk, atEnd: Bool) -> Int? {
    for (small, big) in [(left, right), (right, left)] {
      let count = small.new.count
      guard count > 0, count <= big.new.count, small.old.count <= min(count, big.old.count),
        areSame(small.new, atEnd ? big.new.suffix(count) : big.new.prefix(count)),
        small.new.contains(where: { forms[$0] != .blank })
      else { continue }
      let isBehindHeading =
        atEnd && small.old.isEmpty
        && big.new.dropLast(count).contains { forms[$0] == .heading }
      if !isBehindHeading { return count }
    }
    return nil
  }

  /// True if changes of both sides that touch are independent: a paragraph, a heading or an item
  /// begins between them.
  private func areApart(_ earlier: Hunk, _ later: Hunk, _: Side) -> Bool {
    if isCareful, !counts(earlier.new).keys.allSatisfy({ counts(later.new)[$0] == nil }) {
      return false
    }
    if takesUnder(earlier, later) { return false }
    let place = later.old.lowerBound
    let before = earlier.old.isEmpty ? nil : place - 1
    let after = later.old.isEmpty ? nil : place
    if earlier.new.isEmpty || later.new.isEmpty {
      if earlier.new.isEmpty, later.new.isEmpty { return true }
      guard let before, let after else { return areItems(earlier, later) }
      return isBoundary(before, after)
    }
    guard isBoundary(earlier.new.upperBound - 1, later.new.lowerBound) else { return false }
    guard let before, let after else { return true }
    return isBoundary(before, after)
  }

  /// True if a heading that one side added would take over the text after it, which the other side
  /// put in place of the heading that was there: that text belongs to the section before both.
  private func takesUnder(_ earlier: Hunk, _ later: Hunk) -> Bool {
    guard let gone = later.old.first, forms[gone] == .heading,
      let first = later.new.first(where: { forms[$0] != .blank })
    else { return false }
    return forms[first] != .heading && earlier.new.contains { forms[$0] == .heading }
  }

  /// True if items are removed from a list in which the other side adds some beside them.
  private func areItems(_ earlier: Hunk, _ later: Hunk) -> Bool {
    func isList(_ lines: Range<Int>) -> Bool {
      lines.first.map { forms[$0] == .item } ?? true
        && lines.allSatisfy { forms[$0] == .item || forms.indent($0) >= 2 }
    }
    guard isList(earlier.old), isList(earlier.new), isList(later.old), isList(later.new) else {
      return false
    }
    let (start, end) = (earlier.old.lowerBound, later.old.upperBound)
    return (start > whole.base.lowerBound && forms[start - 1] == .item)
      || (end < whole.base.upperBound && forms[end] == .item)
  }

  /// True if a new block begins with the second of two lines.
  func isBoundary(_ first: Int, _ second: Int) -> Bool {
    let (before, after) = (forms[first], forms[second])
    if before == .code || after == .code || after == .fence { return false }
    return before == .blank || after == .blank || before == .heading || after == .heading
      || after == .item
  }

  /// Cuts changes of several items into one for each, if each new one is clearly an edit of an old
  /// one.
  func split(_ hunks: [Hunk]) -> [Hunk] {
    hunks.flatMap { hunk -> [Hunk] in
      guard hunk.old.count > 1, hunk.old.count == hunk.new.count,
        zip(hunk.old, hunk.new).allSatisfy({ forms[$0] == .item && forms[$1] == .item }),
        zip(hunk.old, hunk.new).allSatisfy(isEdit)
      else { return [hunk] }
      return zip(hunk.old, hunk.new).map { Hunk(old: $0..<($0 + 1), new: $1..<($1 + 1)) }
    }
  }

  /// True if an item is an edit of another: their common beginning and end are half of either.
  private func isEdit(_ old: Int, _ new: Int) -> Bool {
    guard forms.indent(old) == forms.indent(new) else { return false }
    let (first, second) = (
      TaskItemParts.text(pool.content(old)), TaskItemParts.text(pool.content(new))
    )
    let shorter = min(first.count, second.count)
    var shared = 0
    while shared < shorter, first[first.startIndex + shared] == second[second.startIndex + shared] {
      shared += 1
    }
    var tail = 0
    while tail < shorter - shared,
      first[first.endIndex - 1 - tail] == second[second.endIndex - 1 - tail]
    { tail += 1 }
    return 2 * (shared + tail) >= max(first.count, second.count)
  }
}
