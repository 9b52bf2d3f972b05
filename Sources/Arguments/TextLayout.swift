/// Sets text in lines of a given width.
struct TextLayout {
  /// The text laid out so far.
  private(set) var text = ""
  private let width: Int
  private let style: TextStyle
  private let placeholders: Set<String>

  init(width: Int, style: TextStyle, placeholders: Set<String>) {
    self.width = width
    self.style = style
    self.placeholders = placeholders
  }

  /// An empty line, unless it would be the first.
  mutating func gap() {
    if !text.isEmpty { text += "\n" }
  }

  mutating func heading(_ title: String) {
    gap()
    text += set(Piece(title, .heading)) + ":\n"
  }

  /// A line that is not wrapped.
  mutating func line(_ pieces: [Piece], indent: Int = 0) {
    text += String(repeating: " ", count: indent)
    for piece in pieces { text += set(piece) }
    text += "\n"
  }

  /// Paragraphs with empty lines between them.
  mutating func blocks(_ source: String, indent: Int = 0) {
    for (place, block) in Markup.blocks(of: source).enumerated() {
      if place > 0 { gap() }
      switch block {
      case .paragraph(let paragraph): self.paragraph(paragraph, indent: indent)
      case .verbatim(let lines): for line in lines { self.line([Piece(line)], indent: indent + 4) }
      }
    }
  }

  /// A wrapped paragraph, each line indented.
  mutating func paragraph(_ source: String, indent: Int = 0) {
    let margin = String(repeating: " ", count: indent)
    for line in wrap(source, to: width - indent) { text += margin + line + "\n" }
  }

  /// Terms on the left and their explanations on the right of a column.
  ///
  /// A term that reaches into the column has its explanation below it.
  mutating func definitions(_ items: [(term: [Piece], text: String)], column: Int) {
    let margin = String(repeating: " ", count: column)
    for (term, explanation) in items {
      text += "  "
      for piece in term { text += set(piece) }
      let end = 2 + term.reduce(0) { $0 + columns($1.text) }
      let lines = wrap(explanation, to: width - column)
      if lines.isEmpty {
        text += "\n"
      } else if end + 2 <= column {
        text += String(repeating: " ", count: column - end) + lines[0] + "\n"
        for line in lines.dropFirst() { text += margin + line + "\n" }
      } else {
        text += "\n"
        for line in lines { text += margin + line + "\n" }
      }
    }
  }

  /// The column at which explanations of these terms begin: past the longest that leaves room for
  /// them.
  func column(for terms: [[Piece]]) -> Int {
    let limit = min(30, width * 2 / 5)
    let ends = terms.map { $0.reduce(4) { $0 + columns($1.text) } }
    return ends.filter { $0 <= limit }.max() ?? min(ends.max() ?? 8, 8)
  }

  private func set(_ piece: Piece) -> String {
    guard !piece.text.isEmpty else { return "" }
    switch piece.role {
    case .plain: return piece.text
    case .heading: return style.heading.start + piece.text + style.heading.end
    case .literal: return style.literal.start + piece.text + style.literal.end
    case .placeholder: return style.placeholder.start + piece.text + style.placeholder.end
    }
  }

  /// Code keeps its backticks if no style sets it off and it is more than a word: "begins with
  /// `-`".
  private func marked(_ piece: Piece) -> Piece {
    guard piece.role == .literal, style.literal.start.isEmpty else { return piece }
    let isWord = piece.text.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
    let hasLetter = piece.text.contains { $0.isLetter || $0.isNumber }
    return isWord && hasLetter ? piece : Piece("`\(piece.text)`", .literal)
  }

  /// Breaks a text at its spaces; a word that is longer than a line has one of its own.
  private func wrap(_ source: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var lineColumns = 0
    var word = ""
    var wordColumns = 0

    func endWord() {
      guard wordColumns > 0 else { return }
      if lineColumns > 0, lineColumns + 1 + wordColumns > width {
        lines.append(line)
        (line, lineColumns) = ("", 0)
      }
      line += (lineColumns > 0 ? " " : "") + word
      lineColumns += (lineColumns > 0 ? 1 : 0) + wordColumns
      (word, wordColumns) = ("", 0)
    }

    for piece in Markup.pieces(of: source, placeholders: placeholders).map(marked) {
      let parts = piece.text.split(separator: " ", omittingEmptySubsequences: false)
      for (place, part) in parts.enumerated() {
        if place > 0 { endWord() }
        word += set(Piece(String(part), piece.role))
        wordColumns += columns(part)
      }
    }
    endWord()
    if lineColumns > 0 { lines.append(line) }
    return lines
  }
}

/// The columns that a text takes on a terminal: two for wide East Asian characters and emoji.
private func columns(_ text: some StringProtocol) -> Int {
  text.reduce(0) { sum, character in
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      sum + 2
    default: sum + 1
    }
  }
}
