import Layout

/// The part after the text of a Markdown link: `(destination "title")`, `[label]`, `[]` or nothing.
///
/// The parser has found the link; this finds the ranges of its parts.
struct LinkTail {
  /// The destination as written, without angle brackets; nil of a reference.
  var destination: ByteRange?
  /// Past the link's last byte.
  var end: Int

  init(in bytes: [UInt8], after start: Int, limit: Int) {
    end = start
    guard start < limit else { return }
    switch bytes[start] {
    case UInt8(ascii: "("):
      if let (destination, end) = Self.inline(bytes, start + 1, limit) {
        self.destination = destination
        self.end = end
      }
    case UInt8(ascii: "["):
      var index = start + 1
      while index < limit, bytes[index] != UInt8(ascii: "]") {
        if bytes[index] == UInt8(ascii: "[") { return }
        index += bytes[index] == .backslash ? 2 : 1
      }
      if index < limit { end = index + 1 }
    default: break
    }
  }

  private static func inline(
    _ bytes: [UInt8], _ start: Int, _ limit: Int
  ) -> (ByteRange, Int)? {
    var index = skipSpace(bytes, start, limit)
    let destination: ByteRange
    if index < limit, bytes[index] == UInt8(ascii: "<") {
      index += 1
      let first = index
      while index < limit, bytes[index] != UInt8(ascii: ">") {
        if bytes[index].isLineEnd || bytes[index] == UInt8(ascii: "<") { return nil }
        index += bytes[index] == .backslash ? 2 : 1
      }
      guard index < limit else { return nil }
      destination = ByteRange(first, index)
      index += 1
    } else {
      let first = index
      var depth = 0
      loop: while index < limit {
        switch bytes[index] {
        case .backslash where index + 1 < limit && bytes[index + 1].isASCIIPunctuation: index += 1
        case UInt8(ascii: "("):
          depth += 1
          // A bound as in md4c, which keeps a row of openers linear.
          if depth > 32 { return nil }
        case UInt8(ascii: ")"):
          if depth == 0 { break loop }
          depth -= 1
        case let byte where byte.isASCIISpace: break loop
        default: break
        }
        index += 1
      }
      destination = ByteRange(first, index)
    }
    index = skipSpace(bytes, index, limit)
    if index < limit, let closer = titleCloser(bytes[index]) {
      index += 1
      let limit = min(limit, index + longestTitle)
      while index < limit, bytes[index] != closer { index += bytes[index] == .backslash ? 2 : 1 }
      index = skipSpace(bytes, index + 1, limit)
    }
    guard index < limit, bytes[index] == UInt8(ascii: ")") else { return nil }
    return (destination, index + 1)
  }

  private static let longestTitle = 1024

  private static func titleCloser(_ opener: UInt8) -> UInt8? {
    switch opener {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): opener
    case UInt8(ascii: "("): UInt8(ascii: ")")
    default: nil
    }
  }

  /// Past blanks, and past a line end with the next line's markers.
  private static func skipSpace(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> Int {
    var index = start
    var isNewLine = false
    while index < limit {
      if bytes[index].isLineEnd { isNewLine = true }
      guard bytes[index].isASCIISpace || (isNewLine && bytes[index] == UInt8(ascii: ">")) else {
        break
      }
      index += 1
    }
    return index
  }
}
