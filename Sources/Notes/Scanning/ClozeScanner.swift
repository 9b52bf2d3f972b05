import Layout

/// A cloze's parts, found from its question mark.
///
/// ```
/// cloze  := "?[" hint "](" answer ")"
/// hint   := any but "]" and line ends
/// answer := any, with balanced parentheses (escaped ones and those in code do not count)
/// ```
/// An answer stays within its block, in a table within its cell. A web address is none: `Really?[1](https://…)` is
/// a link.
struct ClozeScanner {
  var range: ByteRange
  var hint: ByteRange
  var answer: ByteRange

  /// Reads the cloze with its `?` at `start`, if there is one outside code.
  init?(_ bytes: [UInt8], at start: Int, _ leaf: Leaf) {
    let span = bytes.span
    let limit = leaf.limit
    guard start + 4 < limit, span[start + 1] == UInt8(ascii: "[") else { return nil }
    var index = start + 2
    while index < limit, span[index] != UInt8(ascii: "]") {
      // Of two openers before one `]`, the second counts.
      let isOpener = span[index] == UInt8(ascii: "[") && span[index - 1] == UInt8(ascii: "?")
      if span[index].isLineEnd || isOpener { return nil }
      index += 1
    }
    guard index + 1 < limit, span[index + 1] == UInt8(ascii: "("),
      let pair = Self.pair(openedAt: index + 1, leaf), !leaf.hasCode(in: start, index + 2),
      !Self.isAddress(bytes[(Int(pair.start) + 1)..<(Int(pair.end) - 1)])
    else { return nil }
    range = ByteRange(start, Int(pair.end))
    hint = ByteRange(start + 2, index)
    answer = ByteRange(start: pair.start + 1, end: pair.end - 1)
  }

  private static func pair(openedAt open: Int, _ leaf: Leaf) -> ByteRange? {
    guard let pairs = leaf.parentheses else { return nil }
    var low = 0
    var high = pairs.count
    while low < high {
      let middle = (low + high) / 2
      if Int(pairs[middle].start) < open { low = middle + 1 } else { high = middle }
    }
    return low < pairs.count && Int(pairs[low].start) == open ? pairs[low] : nil
  }

  /// True for the destination of a link to the web, with or without a title.
  private static func isAddress(_ answer: ArraySlice<UInt8>) -> Bool {
    let words = answer.split(whereSeparator: \.isASCIISpace)
    guard let first = words.first?.drop(while: { $0 == UInt8(ascii: "<") }) else { return false }
    let scheme = first.prefix { $0.isASCIIWord || "+.-".utf8.contains($0) }
    guard
      !scheme.isEmpty && first.dropFirst(scheme.count).starts(with: "://".utf8)
        || first.starts(with: "mailto:".utf8) || first.starts(with: "www.".utf8)
    else { return false }
    return words.count == 1 || "\"'(".utf8.contains(words[1][words[1].startIndex])
  }

  /// The parentheses of a block that match, in order of the opening ones.
  static func parentheses(_ bytes: [UInt8], _ leaf: Leaf) -> [ByteRange] {
    let span = bytes.span
    var pairs: [ByteRange] = []
    var open: [Int] = []
    var code = leaf.code[...]
    var index = leaf.start
    while index < leaf.limit {
      while let first = code.first, Int(first.end) <= index { code.removeFirst() }
      if let first = code.first, Int(first.start) <= index {
        index = Int(first.end)
        continue
      }
      switch span[index] {
      case .backslash: index += 1
      case UInt8(ascii: "("): open.append(index)
      case UInt8(ascii: ")"):
        if let start = open.popLast() { pairs.append(ByteRange(start, index + 1)) }
      default: break
      }
      index += 1
    }
    pairs.sort { $0.start < $1.start }
    return pairs
  }
}
