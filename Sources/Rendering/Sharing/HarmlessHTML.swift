import Notes

/// The tags of HTML that are rendered; all others are shown as typed.
enum HarmlessHTML {
  /// A tag, or the text between two.
  enum Piece: Equatable {
    case text(String)
    /// `title` is that of an `abbr`, and the address of an `a`.
    case open(String, title: String?)
    case close(String)
    case lineBreak
  }

  /// Elements inside a line. None of them fetches or runs, and only an `a` leads anywhere.
  private static let inline: Set<String> = [
    "a", "abbr", "b", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q", "rp",
    "rt", "ruby", "s", "samp", "small", "strong", "sub", "sup", "u", "var",
  ]
  /// Elements of which a block of HTML may consist.
  private static let block: Set<String> = ["details", "div", "p", "summary"]

  /// The attributes that an element may have, and the one whose value is its title.
  private static func attributes(of name: String) -> (allowed: Set<String>, title: String?) {
    switch name {
    case "a": (["href", "rel", "target", "title"], "href")
    case "abbr": (["title"], "title")
    case "details": (["open"], nil)
    case "div", "p": (["align"], nil)
    default: ([], nil)
    }
  }

  /// A tag inside a line, if it is one of those. The title of an `a` is an address of the web.
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
    guard inline.contains(name) || block.contains(name) else { return nil }
    if isClosing { return rest.isEmpty ? .close(name) : nil }
    let (allowed, wanted) = attributes(of: name)
    var title: String?
    while !rest.isEmpty {
      let key = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
      rest = rest[key.endIndex...]
      let attribute = String(decoding: key, as: UTF8.self).lowercased()
      if attribute == "open", allowed.contains(attribute), rest.first != UInt8(ascii: "=") {
        dropBlanks()
        continue
      }
      guard allowed.contains(attribute), rest.popFirst() == UInt8(ascii: "="),
        let mark = rest.popFirst(), mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'"),
        let end = rest.firstIndex(of: mark)
      else { return nil }
      if attribute == wanted {
        let value = CharacterReference.decodedAll(in: String(decoding: rest[..<end], as: UTF8.self))
        title = value.withoutControlCharacters
      }
      rest = rest[(end + 1)...]
      dropBlanks()
    }
    // A reader sees it as words.
    if name == "abbr" { title = title?.withoutComments }
    if name == "a" {
      guard let written = title, case .web(let address) = SharedAddress(written) else { return nil }
      title = address
    }
    return .open(name, title: title)
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
