/// The merge of a log that is only ever appended to: the lines of both sides, each as often as the side has it
/// that has it more often.
enum ReviewLogMerge {
  /// The common beginning of both logs, then the lines that only one has, in an order that is the
  /// same from both sides.
  static func merge(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    let (first, second) = left.lexicographicallyPrecedes(right) ? (left, right) : (right, left)
    let (one, other) = (lines(first), lines(second))
    var shared = 0
    while shared < min(one.count, other.count), one[shared] == other[shared] { shared += 1 }
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for line in one[shared...] { counts[line, default: 0] += 1 }
    var result = one[...]
    for line in other[shared...] {
      if let count = counts[line], count > 0 {
        counts[line] = count - 1
      } else {
        result.append(line)
      }
    }
    return result.flatMap { $0 + [0x0A] }
  }

  /// A line that was torn off by a loss of power counts as whole.
  private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
