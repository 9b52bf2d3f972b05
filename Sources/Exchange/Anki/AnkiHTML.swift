/// Texts as Anki's fields hold them: HTML in which no part of a text is taken for markup.
///
/// Anki's own syntax (`{{c1::…}}`, `[sound:…]`, `[latex]`) in a text is broken up by an empty
/// comment, as Anki's manual advises: unlike an entity, a comment is still there after the field
/// was edited.
struct AnkiHTML {
  private(set) var text = ""
  /// True if gaps may occur in it, so that `{{`, `}}` and `::` are Anki's.
  private let hasGaps: Bool
  /// The names that images have in the package, by their paths; those without one are named by their path.
  private let images: [String: String]

  private static let separator = "<!-- -->"

  init(images: [String: String], hasGaps: Bool = false) {
    self.images = images
    self.hasGaps = hasGaps
  }

  /// A whole text.
  static func field(_ text: AnkiText, images: [String: String]) -> String {
    var html = AnkiHTML(images: images)
    html.append(text)
    return html.text
  }

  mutating func append(_ added: AnkiText) {
    for piece in added.pieces {
      switch piece {
      case .text(let words): append(words)
      case .image(let path):
        if let name = images[path] {
          text += "<img src=\"\(name)\">"
        } else {
          append(path)
        }
      case .markup(let tags): text += tags
      case .formula(let formula, let isBlock):
        text += isBlock ? "\\[" : "\\("
        append(tex: formula)
        text += isBlock ? "\\]" : "\\)"
      case .tex(let part): append(tex: part)
      // The caller puts a gap in its place, because it knows the card.
      case .gap: break
      }
    }
  }

  /// Appends `{{c2::answer::hint}}`.
  mutating func append(gap number: Int, _ answer: AnkiText, hint: String) {
    let isInFormula = answer.pieces.contains { if case .tex = $0 { true } else { false } }
    if isInFormula, text.hasSuffix("{") { text += " " }
    text += "{{c\(number)::"
    append(answer)
    if !hint.isEmpty {
      text += "::"
      if isInFormula { append(tex: hint) } else { append(hint) }
    }
    text += "}}"
  }

  /// Appends TeX, as it stands between the delimiters of Anki's MathJax: `\(…\)` in a line, `\[…\]`
  /// as a block.
  private mutating func append(tex: String) {
    var last = text.last
    for character in tex {
      // A blank has no meaning in TeX, and keeps Anki from seeing the end of a gap.
      if hasGaps, character == last, "{}:".contains(character) { text += " " }
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\n", "\r\n": text += " "
      default: text.append(character)
      }
      last = character
    }
    if hasGaps, last == "}" { text += " " }
  }

  /// Appends plain text.
  mutating func append(_ words: String) {
    let scalars = Array(words.unicodeScalars)
    // Directly beside Anki's own brace or colon, one of the text would belong to it.
    if hasGaps, let first = scalars.first, Self.isMark(first) { text += Self.separator }
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\n": text += "<br>"
      case "\r":
        if index + 1 == scalars.count || scalars[index + 1] != "\n" { text += "<br>" }
      case "\t": text += " "
      // Anki ends a field with U+001F; the others are no text.
      case "\u{0}"..<"\u{20}", "\u{7F}": text += "\u{FFFD}"
      case "[" where Self.isCommand(scalars[(index + 1)...]): text += "[" + Self.separator
      default:
        if hasGaps, Self.isMark(scalar), index > 0, scalars[index - 1] == scalar {
          text += Self.separator
        }
        text.unicodeScalars.append(scalar)
      }
    }
    if hasGaps, let last = scalars.last, Self.isMark(last) { text += Self.separator }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "{" || scalar == "}" || scalar == ":"
  }

  /// True if the text after `[` makes it a sound, speech or LaTeX.
  private static func isCommand(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    let word = String(String.UnicodeScalarView(rest.prefix(6))).lowercased()
    return ["sound:", "anki:", "latex]", "$]", "$$]"].contains { word.hasPrefix($0) }
  }
}
