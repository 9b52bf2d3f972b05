import Notes

/// The tags of HTML that are rendered; all others are shown as typed.
enum HarmlessHTML {
  /// A tag, or the text between two.
  enum Piece: Equatable {
    case text(String)
    case open(String, title: String?)
    case close(String)
    case lineBreak
  }

  /// Elements inside a line. None of them fetches, runs or leads anywhere.
  private static let inline: Set<String> = [
    "abbr", "b", "cite", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q", "s", "samp", "small",
    "strong", "sub", "sup", "u", "var",
  ]

  /// A tag inside a line, if it is one of those; an `abbr` may have a title, and no other attribute
  /// is allowed.
  static func tag(_ text: some StringProtocol) -> Piece? {
    guard let piece = piece(text) else { return nil }
    switch piece {
    case .open(let name, _), .close(let name): return inline.contains(name) ? piece : nil
    default: return piece
    }
  }

  private static func piece(_ text: some StringProtocol) -> Piece? {
    var rest = Array(text.utf8)[...]
    guard rest.popFirst() == UInt8(ascii: "<"), rest.popLast() == UInt8(ascii: ">") else {
      return nil
    }
    let isClosing = rest.first == UInt8(ascii: "/")
    if isClosing { rest.removeFirst() }
    let letters = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
    let name = String(decoding: letters, as: UTF8.self).lowercased()
    rest = rest[letters.endIndex...]
    func dropBlanks() { rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
    dropBlanks()
    if name == "br", !isClosing {
      return rest.isEmpty || Array(rest) == [UInt8(ascii: "/")] ? .lineBreak : nil
    }
    guard inline.contains(name) || name == "details" || name == "summary" else { return nil }
    if isClosing { return rest.isEmpty ? .close(name) : nil }
    if rest.isEmpty { return .open(name, title: nil) }
    guard name == "abbr", rest.starts(with: "title=".utf8), let mark = rest.dropFirst(6).first,
      mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'")
    else { return nil }
    let value = rest.dropFirst(7).prefix { $0 != mark }
    rest = rest[value.endIndex...].dropFirst()
    dropBlanks()
    guard rest.isEmpty else { return nil }
    let title = CharacterReference.decodedAll(in: String(decoding: value, as: UTF8.self))
    return .open(name, title: title.withoutControlCharacters)
  }

  /// A block of HTML in pieces, its comments gone; nil if it has more in it than is harmless.
  static func pieces(_ text: String) -> [Piece]? {
    var pieces: [Piece] = []
    var rest = text[...]
    var words = ""
    func flush() {
      if !words.isEmpty { pieces.append(.text(CharacterReference.decodedAll(in: words))) }
      words = ""
    }
    while let start = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
      words += rest[..<start]
      rest = rest[start...]
      if rest.hasPrefix("<!--") {
        guard let end = rest.dropFirst(4).range(ofASCII: "-->") else { return nil }
        rest = rest[end.upperBound...]
        continue
      }
      guard let end = rest.utf8.firstIndex(of: UInt8(ascii: ">")),
        let piece = piece(rest[...end])
      else { return nil }
      flush()
      pieces.append(piece)
      rest = rest[rest.utf8.index(after: end)...]
    }
    words += rest
    flush()
    return pieces
  }
}
