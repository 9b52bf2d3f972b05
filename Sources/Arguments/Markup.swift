/// A stretch of text that is set in one way.
struct Piece: Equatable {
  enum Role { case plain, heading, literal, placeholder }

  var text: String
  var role: Role

  init(_ text: String, _ role: Role = .plain) {
    self.text = text
    self.role = role
  }
}

/// A block of a longer text.
enum Block {
  /// Words to be wrapped.
  case paragraph(String)
  /// Lines to be left as they are.
  case verbatim([String])
}

/// Reads the two bits of markup that help texts have: `` `code` `` and paragraphs.
enum Markup {
  /// Splits a text at its empty lines; a paragraph whose every line is indented is verbatim.
  static func blocks(of text: String) -> [Block] {
    var blocks: [Block] = []
    for lines in text.split(separator: "\n", omittingEmptySubsequences: false)
      .split(whereSeparator: { $0.allSatisfy { $0 == " " } })
    {
      let indent = lines.map { $0.prefix { $0 == " " }.count }.min() ?? 0
      if indent >= 2 {
        blocks.append(.verbatim(lines.map { String($0.dropFirst(indent)) }))
      } else {
        blocks.append(.paragraph(lines.joined(separator: " ")))
      }
    }
    return blocks
  }

  /// Splits a text at its backticks; a code span that is a placeholder of the command is set as
  /// one. A backtick without its partner is an ordinary character.
  static func pieces(of text: String, placeholders: Set<String>) -> [Piece] {
    var pieces: [Piece] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "`") {
      let inside = rest[rest.index(after: start)...]
      guard let end = inside.firstIndex(of: "`") else { break }
      if start != rest.startIndex { pieces.append(Piece(String(rest[..<start]))) }
      let code = String(inside[..<end])
      pieces.append(Piece(code, placeholders.contains(code) ? .placeholder : .literal))
      rest = inside[inside.index(after: end)...]
    }
    if !rest.isEmpty { pieces.append(Piece(String(rest))) }
    return pieces
  }
}
