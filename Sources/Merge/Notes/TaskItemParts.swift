import Layout

/// A task item in its parts: the text before the mark in its box, the mark, and the text after it.
struct TaskItemParts {
  let opening: ArraySlice<UInt8>
  let mark: UInt8
  let rest: ArraySlice<UInt8>

  /// Reads a task item; nil unless the line is `- [x] …` with any marker and any one ASCII mark.
  init?(_ line: ArraySlice<UInt8>) {
    var index = line.startIndex
    func skipBlanks() { while index < line.endIndex, line[index].isBlank { index += 1 } }
    skipBlanks()
    while index < line.endIndex, line[index].isASCIIDigit { index += 1 }
    guard index < line.endIndex, "-*+.)".utf8.contains(line[index]) else { return nil }
    index += 1
    let gap = index
    skipBlanks()
    guard index > gap, index + 2 < line.endIndex, line[index] == UInt8(ascii: "["),
      line[index + 1] < 0x80, line[index + 2] == UInt8(ascii: "]"),
      index + 3 == line.endIndex || line[index + 3].isBlank
    else { return nil }
    opening = line[..<(index + 1)]
    mark = line[index + 1]
    rest = line[(index + 2)...]
  }

  /// The item's line without its box, if it has one.
  static func text(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    TaskItemParts(line)?.rest ?? line
  }
}

extension TaskItemParts {
  /// The text after a task's mark, around the day on which it was ended.
  struct Ending {
    let before: ArraySlice<UInt8>
    /// ` ✅ 2026-11-26` or `  [completion:: 2026-11-26]`, with the blanks before it; empty for a task without.
    let stamp: ArraySlice<UInt8>
    let after: ArraySlice<UInt8>
    /// The sign or key; 0 without.
    let kind: Int
    fileprivate let day: ArraySlice<UInt8>
  }

  /// The beginnings of a day of being done or given up, with what ends it.
  private static let stamps: [(start: [UInt8], end: [UInt8])] = [
    (Array("✅".utf8), []), (Array("❌".utf8), []), (Array("[completion::".utf8), Array("]".utf8)),
    (Array("(completion::".utf8), Array(")".utf8)), (Array("[cancelled::".utf8), Array("]".utf8)),
    (Array("(cancelled::".utf8), Array(")".utf8)),
  ]

  /// The text in its parts, by the last day of being ended.
  var ending: Ending {
    for index in rest.indices.reversed() {
      let text = rest[index...]
      for (kind, stamp) in Self.stamps.enumerated() where text.starts(with: stamp.start) {
        var place = index + stamp.start.count
        while place < rest.endIndex, rest[place] == .space { place += 1 }
        let day = rest[place...].prefix(10)
        let end = place + day.count
        guard Self.isDay(day), rest[end...].starts(with: stamp.end) else { continue }
        var start = index
        while start > rest.startIndex, rest[start - 1].isBlank { start -= 1 }
        let stop = end + stamp.end.count
        return Ending(
          before: rest[..<start], stamp: rest[start..<stop], after: rest[stop...], kind: kind + 1,
          day: day)
      }
    }
    return Ending(before: rest, stamp: [], after: [], kind: 0, day: [])
  }

  private static func isDay(_ text: ArraySlice<UInt8>) -> Bool {
    text.count == 10
      && zip(text, "0000-00-00".utf8).allSatisfy { byte, form in
        form == UInt8(ascii: "-") ? byte == form : byte.isASCIIDigit
      }
  }
}

extension LineMerge {
  /// Merges the box, the text and the day of being done of a task on their own, where each was changed by one side only
  /// or by both alike. Of two days on which both sides ticked a task off the earlier is kept.
  ///
  /// - Returns: false if that is not so.
  mutating func mergeTask(_ stretch: ThreeRanges) -> Bool {
    if mergeRecurringTask(stretch) { return true }
    guard stretch.base.count == 1, stretch.left.count == 1, stretch.right.count == 1,
      let task = mergedTask(
        stretch.base.lowerBound, stretch.left.lowerBound, stretch.right.lowerBound)
    else { return false }
    keep(new: task)
    return true
  }

  /// Merges a recurring task that both sides ticked off, each with the same task that comes next beside it.
  private mutating func mergeRecurringTask(_ stretch: ThreeRanges) -> Bool {
    guard stretch.base.count == 1, stretch.left.count == 2, stretch.right.count == 2 else {
      return false
    }
    for next in 0...1 {
      let (left, right) = (stretch.left.lowerBound, stretch.right.lowerBound)
      guard areSame((left + next)..<(left + next + 1), (right + next)..<(right + next + 1)),
        TaskItemParts(pool.content(left + next)) != nil,
        let task = mergedTask(stretch.base.lowerBound, left + 1 - next, right + 1 - next)
      else { continue }
      if next == 0 { keep((left)..<(left + 1)) }
      keep(new: task)
      if next == 1 { keep((left + 1)..<(left + 2)) }
      return true
    }
    return false
  }

  /// The merged line of a task; nil if the lines are no task or do not merge.
  private func mergedTask(_ base: Int, _ left: Int, _ right: Int) -> [UInt8]? {
    guard let base = TaskItemParts(pool.content(base)),
      let left = TaskItemParts(pool.content(left)),
      let right = TaskItemParts(pool.content(right))
    else { return nil }
    func merged<Value: Equatable>(_ base: Value, _ left: Value, _ right: Value) -> Value? {
      if left == right || right == base { return left }
      return left == base ? right : nil
    }
    // `[X]` means the same as `[x]`.
    let areTicked = [left.mark, right.mark].allSatisfy { $0 | 0x20 == UInt8(ascii: "x") }
    let ticked: UInt8? = areTicked ? UInt8(ascii: "x") : nil
    guard let opening = merged(base.opening, left.opening, right.opening),
      opening == base.opening, let mark = merged(base.mark, left.mark, right.mark) ?? ticked
    else { return nil }
    if let rest = merged(base.rest, left.rest, right.rest) {
      return Array(opening) + [mark] + rest
    }
    let parts = [base, left, right].map(\.ending)
    guard let before = merged(parts[0].before, parts[1].before, parts[2].before),
      let after = merged(parts[0].after, parts[1].after, parts[2].after)
    else { return nil }
    var stamp = merged(parts[0].stamp, parts[1].stamp, parts[2].stamp)
    if stamp == nil, parts[0].stamp.isEmpty, left.mark == right.mark || areTicked,
      parts[1].kind == parts[2].kind
    {
      stamp =
        parts[1].day.lexicographicallyPrecedes(parts[2].day)
          || parts[1].day.elementsEqual(parts[2].day)
            && parts[1].stamp.lexicographicallyPrecedes(parts[2].stamp)
        ? parts[1].stamp : parts[2].stamp
    }
    guard let stamp else { return nil }
    return Array(opening) + [mark] + before + stamp + after
  }
}
