import Layout

/// Definitions of footnotes: `[^label]: text` at the beginning of a line.
///
/// CommonMark takes `[^1]: Ibid.` for the definition of a link, whose text no reader would see. md4c gets a letter
/// before it, so that it is a paragraph.
enum Footnotes {
  /// The definitions in a range, each from `[` past the colon.
  ///
  /// - Complexity: linear in the range's length.
  static func definitions(in bytes: [UInt8], _ range: ByteRange) -> [ByteRange] {
    var definitions: [ByteRange] = []
    let end = Int(range.end)
    var index = Int(range.start)
    while let mark = bytes.first(UInt8(ascii: "^"), from: index, to: end) {
      index = mark + 1
      let start = mark - 1
      guard start >= Int(range.start), beginsLine(bytes, start, from: Int(range.start)),
        let label = label(in: bytes, at: start, limit: end), Int(label.end) + 1 < end,
        bytes[Int(label.end) + 1] == UInt8(ascii: ":")
      else { continue }
      definitions.append(ByteRange(start, Int(label.end) + 2))
      index = Int(label.end)
    }
    return definitions
  }

  /// True if only blanks and the markers of quotes precede `place` on its line.
  private static func beginsLine(_ bytes: [UInt8], _ place: Int, from start: Int) -> Bool {
    var index = place
    while index > start, !bytes[index - 1].isLineEnd {
      guard bytes[index - 1].isBlank || bytes[index - 1] == UInt8(ascii: ">") else { return false }
      index -= 1
    }
    return true
  }

  /// The label of the footnote with its `[` at `start`, without `[^` and `]`.
  static func label(in bytes: [UInt8], at start: Int, limit: Int) -> ByteRange? {
    let span = bytes.span
    guard start + 3 < limit, span[start] == UInt8(ascii: "["),
      span[start + 1] == UInt8(ascii: "^")
    else { return nil }
    var index = start + 2
    while index < limit, span[index] != UInt8(ascii: "]") {
      if span[index].isASCIISpace || span[index] == UInt8(ascii: "[") { return nil }
      index += 1
    }
    guard index < limit, index > start + 2 else { return nil }
    return ByteRange(start + 2, index)
  }
}
