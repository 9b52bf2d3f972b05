/// A cloze's parts, found from its question mark.
///
/// ```
/// cloze  := "?[" hint "](" answer ")"
/// hint   := any but "]" and line ends
/// answer := any, with balanced parentheses (escaped ones and those in code do not count)
/// ```
/// An answer stays within its block, and in a table within its cell.
struct ClozeScanner {
  var range: ByteRange
  var hint: ByteRange
  var answer: ByteRange

  /// Longer hints and answers are none; this keeps hostile input linear.
  static let longestHint = 512
  static let longestAnswer = 4096

  /// Reads the cloze whose `?` stands at `start`, if there is one.
  init?(_ bytes: [UInt8], at start: Int, _ leaf: Leaf) {
    let span = bytes.span
    let limit = leaf.limit
    guard start + 4 < limit, span[start + 1] == UInt8(ascii: "[") else { return nil }
    var index = start + 2
    let hintLimit = min(limit, index + Self.longestHint)
    while index < hintLimit, span[index] != UInt8(ascii: "]") {
      // Of two openers before one `]`, the second counts.
      if span[index].isLineEnd
        || (span[index] == UInt8(ascii: "[") && span[index - 1] == UInt8(ascii: "?"))
      {
        return nil
      }
      index += 1
    }
    guard index + 1 < hintLimit, span[index + 1] == UInt8(ascii: "(") else { return nil }
    hint = ByteRange(start + 2, index)
    index += 2
    let first = index
    let answerLimit = min(limit, index + Self.longestAnswer)
    var depth = 0
    while index < answerLimit {
      switch span[index] {
      case .backslash: index += 1
      case UInt8(ascii: "("): depth += leaf.hasCode(in: index, index + 1) ? 0 : 1
      case UInt8(ascii: ")") where !leaf.hasCode(in: index, index + 1):
        if depth == 0 {
          answer = ByteRange(first, index)
          range = ByteRange(start, index + 1)
          if leaf.hasCode(in: start, first) { return nil }
          return
        }
        depth -= 1
      case UInt8(ascii: "|") where leaf.kind == .cell: return nil
      default: break
      }
      index += 1
    }
    return nil
  }
}
