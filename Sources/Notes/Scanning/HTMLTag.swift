import Layout

/// The one fact that is needed of HTML: whether a tag separates words.
enum HTMLTag {
  /// True if an inline tag leaves the words around it joined: `H<sub>2</sub>O`.
  static func isInline(_ bytes: [UInt8], _ range: ByteRange) -> Bool {
    var index = Int(range.start) + 1
    if index < Int(range.end), bytes[index] == UInt8(ascii: "/") { index += 1 }
    var name: [UInt8] = []
    while index < Int(range.end), bytes[index].isASCIIWord, name.count < 8 {
      name.append(bytes[index].asciiLowercased)
      index += 1
    }
    return inline.contains(name)
  }

  private static let inline: Set<[UInt8]> = Set(
    [
      "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i",
      "ins", "kbd", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup",
      "tt", "u", "var", "wbr",
    ].map { Array($0.utf8) })
}
