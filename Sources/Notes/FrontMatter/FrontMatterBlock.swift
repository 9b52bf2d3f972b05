import Layout

/// The ranges of a note's front matter, before anything in it is parsed.
///
/// ```
/// front matter := BOM? opener line* closer
/// opener       := ("---" | "---json" | "---yaml") blank* line-end
/// closer       := ("---" | "...") blank* (line-end | end)
/// JSON         := BOM? "{" line-end line* "}" blank* (line-end | end)
/// ```
struct FrontMatterBlock: Equatable {
  /// The whole block with its markers and the line end after the last one.
  var range: ByteRange
  /// The range between the markers; for bare JSON with its braces.
  var content: ByteRange
  /// The format of the front matter.
  var format: FrontMatter.Format

  /// The beginning of a note: with, without, or with unclosed front matter.
  enum Found: Equatable {
    case none
    case block(FrontMatterBlock)
    /// An opener, then a line that looks like a key, and no closer.
    case unterminated
  }

  /// The length of the byte order mark at the beginning of `bytes`, 0 or 3.
  static func byteOrderMark(_ bytes: [UInt8]) -> Int {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }

  /// Finds the front matter of a note.
  static func find(in bytes: [UInt8]) -> Found {
    let start = byteOrderMark(bytes)
    guard start < bytes.count else { return .none }
    if bytes[start] == UInt8(ascii: "{") { return findJSON(in: bytes, from: start) }
    guard bytes[start] == UInt8(ascii: "-") else { return .none }
    let opener = Line(in: bytes, from: start)
    guard let format = opener.format(in: bytes) else { return .none }
    var line = opener
    while line.next < bytes.count {
      line = Line(in: bytes, from: line.next)
      if line.isCloser(in: bytes) {
        return .block(
          FrontMatterBlock(
            range: ByteRange(start, line.next), content: ByteRange(opener.next, line.start),
            format: format))
      }
    }
    return looksLikeKey(in: bytes, at: opener.next) ? .unterminated : .none
  }

  private static func findJSON(in bytes: [UInt8], from start: Int) -> Found {
    let opener = Line(in: bytes, from: start)
    guard opener.end - opener.start == 1, opener.next > opener.end else { return .none }
    var line = opener
    while line.next < bytes.count {
      line = Line(in: bytes, from: line.next)
      if line.end - line.start == 1, bytes[line.start] == UInt8(ascii: "}") {
        return .block(
          FrontMatterBlock(
            range: ByteRange(start, line.next), content: ByteRange(start, line.end), format: .json))
      }
    }
    return .none
  }

  /// True if a line begins like `key:`.
  private static func looksLikeKey(in bytes: [UInt8], at start: Int) -> Bool {
    var index = start
    while index < bytes.count,
      bytes[index].isASCIIWord || bytes[index] == UInt8(ascii: "_")
        || bytes[index] == UInt8(ascii: "-")
    {
      index += 1
    }
    guard index > start, index < bytes.count, bytes[index] == UInt8(ascii: ":") else {
      return false
    }
    return index + 1 == bytes.count || bytes[index + 1].isASCIISpace
  }

  /// A line without the blanks at its end.
  private struct Line {
    var start: Int
    var end: Int
    var next: Int

    init(in bytes: [UInt8], from start: Int) {
      let span = bytes.span
      var index = start
      while index < span.count, !span[index].isLineEnd { index += 1 }
      self.start = start
      end = index
      while end > start, span[end - 1].isBlank { end -= 1 }
      if index < span.count {
        let isCarriageReturn = span[index] == .carriageReturn
        index += 1
        if isCarriageReturn, index < span.count, span[index] == .lineFeed { index += 1 }
      }
      next = index
    }

    func equals(_ text: StaticString, in bytes: [UInt8]) -> Bool {
      bytes[start..<end].elementsEqual(text.description.utf8)
    }

    func format(in bytes: [UInt8]) -> FrontMatter.Format? {
      switch end - start {
      case 3 where equals("---", in: bytes): .yaml
      case 7 where equals("---json", in: bytes): .json
      case 7 where equals("---yaml", in: bytes): .yaml
      default: nil
      }
    }

    func isCloser(in bytes: [UInt8]) -> Bool {
      guard end - start == 3 else { return false }
      let first = bytes[start]
      return (first == UInt8(ascii: "-") || first == UInt8(ascii: "."))
        && bytes[start + 1] == first && bytes[start + 2] == first
    }
  }
}
