/// The words of a text as a shell parts them: by spaces, with quotation marks and backslashes.
///
/// Nothing else has a meaning: no variable, pattern or command is read.
/// - Returns: nil if a quotation mark is not closed.
package func shellWords(_ text: String) -> [String]? {
  let scanner = ShellScanner(text, signs: "")
  guard scanner.isClosed else { return nil }
  return scanner.tokens.compactMap { if case .word(let word) = $0 { word } else { nil } }
}

/// Parts a text as a shell does, into words without their quotation marks and into signs.
struct ShellScanner {
  enum Token: Equatable {
    case word(String)
    case sign(Character)
  }

  private(set) var tokens: [Token] = []
  /// False if a quotation mark is not closed, or if the text ends in a backslash.
  private(set) var isClosed = true
  private var word: String?

  /// - Parameter signs: characters that are tokens of their own outside of quotation marks.
  init(_ text: String, signs: String) {
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        // Between double quotes a backslash stays before all but the signs that it keeps from their meaning.
        if quote == "\"", !"\"\\$`".contains(character) { add("\\") }
        add(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { add(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " || character == "\t" {
        endWord()
      } else if signs.contains(character) {
        endWord()
        tokens.append(.sign(character))
      } else {
        add(character)
      }
    }
    isClosed = quote == nil && !isEscaped
    endWord()
  }

  private mutating func add(_ character: Character) {
    word = (word ?? "") + String(character)
  }

  private mutating func endWord() {
    if let word { tokens.append(.word(word)) }
    word = nil
  }
}
