import Layout

/// A task item in its parts: the text before the mark in its box, the mark, and the text after it.
struct TaskItem {
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
    TaskItem(line)?.rest ?? line
  }
}

extension LineMerge {
  /// Merges the box and the text of a task on their own, if one side only ticked or unticked it.
  /// - Returns: false if that is not so.
  mutating func mergeTask(_ stretch: ThreeRanges) -> Bool {
    guard stretch.base.count == 1, stretch.left.count == 1, stretch.right.count == 1,
      let base = TaskItem(pool.content(stretch.base.lowerBound)),
      let left = TaskItem(pool.content(stretch.left.lowerBound)),
      let right = TaskItem(pool.content(stretch.right.lowerBound))
    else { return false }
    func merged<Part: Equatable>(_ part: (TaskItem) -> Part) -> Part? {
      if part(left) == part(right) || part(right) == part(base) { return part(left) }
      return part(left) == part(base) ? part(right) : nil
    }
    // `[X]` means the same as `[x]`.
    let areTicked = [left.mark, right.mark].allSatisfy { $0 | 0x20 == UInt8(ascii: "x") }
    let ticked: UInt8? = areTicked ? UInt8(ascii: "x") : nil
    guard let opening = merged(\.opening), let mark = merged(\.mark) ?? ticked,
      let rest = merged(\.rest),
      opening == base.opening
    else { return false }
    keep(new: Array(opening) + [mark] + rest)
    return true
  }
}
