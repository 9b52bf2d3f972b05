/// Writes the mdoc language of manual pages (mdoc(7)), escaped so that no text is taken for a
/// request.
struct Mdoc {
  /// A part of the left side of a list.
  enum Term {
    /// An option, without its first dash.
    case flag(String)
    /// A placeholder.
    case argument(String)
    /// A word to type.
    case literal(String)
    /// An environment variable.
    case variable(String)
    /// The page of a command.
    case reference(String)
    /// A comma between the two names of an option.
    case punctuation(String)
  }

  /// The text written so far.
  private(set) var text = ""
  private let placeholders: Set<String>

  init(placeholders: Set<String>) {
    self.placeholders = placeholders
  }

  /// A macro line; the arguments are quoted unless they are macros and quoted text already.
  mutating func macro(_ name: String, _ arguments: [String] = [], isVerbatim: Bool = false) {
    text += "." + name
    for argument in arguments { text += " " + (isVerbatim ? argument : Mdoc.name(argument)) }
    text += "\n"
  }

  /// A line of running text.
  mutating func line(_ words: String) {
    text += Mdoc.lineStart(Mdoc.escaped(words)) + "\n"
  }

  /// Paragraphs and verbatim blocks.
  mutating func blocks(_ source: String) {
    for (place, block) in Markup.blocks(of: source).enumerated() {
      switch block {
      case .paragraph(let paragraph):
        if place > 0 { macro("Pp") }
        self.paragraph(paragraph)
      case .verbatim(let lines): verbatim(lines)
      }
    }
  }

  /// A wrapped paragraph, a sentence a line as mdoc wants it.
  mutating func paragraph(_ source: String) {
    var line = ""
    for piece in Markup.pieces(of: source, placeholders: placeholders) {
      switch piece.role {
      case .plain, .heading:
        var rest = piece.text[...]
        while let end = Mdoc.sentenceEnd(in: rest) {
          text += Mdoc.lineStart(line + Mdoc.escaped(rest[..<end])) + "\n"
          line = ""
          rest = rest[end...].drop { $0 == " " }
        }
        line += Mdoc.escaped(line.isEmpty ? rest.drop { $0 == " " } : rest)
      case .literal: line += #"\fB"# + Mdoc.literal(piece.text) + #"\fR"#
      case .placeholder: line += #"\fI"# + Mdoc.literal(piece.text) + #"\fR"#
      }
    }
    if line.contains(where: { $0 != " " }) { text += Mdoc.lineStart(line) + "\n" }
  }

  /// Lines as they are, set in.
  mutating func verbatim(_ lines: [String]) {
    macro("Bd", ["-literal", "-offset", "indent"], isVerbatim: true)
    for line in lines { text += Mdoc.lineStart(Mdoc.literal(line)) + "\n" }
    macro("Ed")
  }

  /// A list of terms and their explanations, each with a list of its own if it needs one.
  mutating func definitions(
    _ items: [(term: [Term], text: String, items: [(term: [Term], text: String)])]
  ) {
    guard !items.isEmpty else { return }
    macro("Bl", ["-tag", "-width", "Ds"], isVerbatim: true)
    for (term, explanation, inner) in items {
      item(term)
      paragraph(explanation)
      if !inner.isEmpty {
        macro("Pp")
        macro("Bl", ["-tag", "-width", "Ds", "-compact"], isVerbatim: true)
        for (term, explanation) in inner {
          item(term)
          paragraph(explanation)
        }
        macro("El")
      }
    }
    macro("El")
  }

  private mutating func item(_ term: [Term]) {
    var words: [String] = []
    for part in term {
      switch part {
      case .flag(let name): words += ["Fl", Mdoc.argument(name)]
      case .argument(let name): words += ["Ar", Mdoc.argument(name)]
      case .literal(let word): words += ["Cm", Mdoc.argument(word)]
      case .variable(let name): words += ["Ev", Mdoc.argument(name)]
      case .reference(let name): words += ["Xr", Mdoc.name(name), "1"]
      case .punctuation(let mark): words.append(mark)
      }
    }
    macro("It", words, isVerbatim: true)
  }
}

// MARK: - Escapes

extension Mdoc {
  /// A text as one argument of a macro, to be typed unchanged.
  static func argument(_ text: String) -> String { argument(text, escapedAs: literal(text)) }

  /// A text as one argument of a macro, in which dashes are hyphens: the name of a page.
  static func name(_ text: String) -> String { argument(text, escapedAs: escaped(text)) }

  private static func argument(_ text: String, escapedAs word: String) -> String {
    if [".", ",", "..."].contains(text) { return text }
    // `\&` keeps a word such as `No` or `Ar` from being read as a macro, and a mark from being
    // set as punctuation.
    let letters = Array(text.unicodeScalars)
    let isMark = letters.count == 1 && ".:;()[]?!|".unicodeScalars.contains(letters[0])
    let isMacro =
      letters.count == 2 || letters.count == 3
      ? letters[0] == "%"
        || (letters[0].properties.isUppercase && letters[1].properties.isLowercase)
      : false
    let guarded = isMark || isMacro || text.isEmpty ? #"\&"# + word : word
    return guarded.contains(" ") ? "\"\(guarded)\"" : guarded
  }

  /// Running text: typographic apostrophes and hyphens are welcome.
  static func escaped(_ text: some StringProtocol) -> String {
    escape(text) { scalar in
      switch scalar {
      case "\\": #"\e"#
      case "\"": #"\(dq"#
      default: nil
      }
    }
  }

  /// Text to be typed: each character stays the one it is.
  static func literal(_ text: some StringProtocol) -> String {
    escape(text) { scalar in
      switch scalar {
      case "\\": #"\e"#
      case "\"": #"\(dq"#
      case "'": #"\(aq"#
      case "`": #"\(ga"#
      case "-": #"\-"#
      case "^": #"\(ha"#
      case "~": #"\(ti"#
      default: nil
      }
    }
  }

  private static func escape(
    _ text: some StringProtocol, _ special: (Unicode.Scalar) -> String?
  ) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let escape = special(scalar) {
        result += escape
      } else if scalar.value < 0x20 {
        result += " "
      } else if scalar.isASCII {
        result.unicodeScalars.append(scalar)
      } else {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += #"\[u"# + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return result
  }

  /// A line that would begin with a control character, with an empty escape before it.
  private static func lineStart(_ line: String) -> String {
    let trimmed = String(line.drop { $0 == " " })
    return line.first == "." || line.first == "'" ? #"\&"# + line : trimmed.isEmpty ? "" : line
  }

  /// The end of the first sentence that is followed by another.
  private static func sentenceEnd(in text: Substring) -> Substring.Index? {
    var index = text.startIndex
    while let mark = text[index...].firstIndex(where: { ".!?".contains($0) }) {
      var end = text.index(after: mark)
      while end < text.endIndex, ")\"'".contains(text[end]) { end = text.index(after: end) }
      if end < text.endIndex, text[end] == " " {
        let next = text[end...].first { $0 != " " }
        // The sentence continues after "e.g. this".
        if let next, !next.isLowercase { return end }
        // A code span follows: the text after it belongs to a new sentence all the same.
        if next == nil { return end }
      }
      index = text.index(after: mark)
    }
    return nil
  }
}
