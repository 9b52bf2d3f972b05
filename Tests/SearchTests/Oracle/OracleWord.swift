/// A word of a document or a query, as the rules of the tokenizer (`Tokenizer`) have it.
struct OracleWord: Equatable {
  var text: String
  /// Its place: words count one each, and one is left free before a block.
  var position: Int
  /// The number of its field.
  var field: Int
  /// One character of a script without spaces, and nothing that it could be a pair with behind it.
  var isLonePairCharacter = false
  /// Such a character that is itself the second of a pair.
  var endsPairs = false
  /// The text that it is in, and its place there.
  var source: [Unicode.Scalar] = []
  var range = 0..<0

  /// A star of a query, on its way through the tokenizer.
  static let star: Unicode.Scalar = "\u{E000}"

  /// As it was written.
  var written: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: source[range])
    return String(text)
  }

  /// True of a word that is neither a pair nor a pictograph.
  var isOfLetters: Bool { source[range].first.map { Self.kind(of: $0) == .letter } ?? false }

  /// The words of `text`, the first at `position`.
  static func words(of text: String, field: Int = 0, from position: Int = 0) -> [OracleWord] {
    var words: [OracleWord] = []
    var current = ""
    var pair: Unicode.Scalar?
    var isInPairs = false
    let source = Array(text.unicodeScalars)
    var range = 0..<0
    var pairStart = 0
    func emit(_ text: String, from start: Int? = nil, lone: Bool = false, ends: Bool = false) {
      words.append(
        OracleWord(
          text: text, position: position + words.count, field: field, isLonePairCharacter: lone,
          endsPairs: ends, source: source, range: (start ?? range.lowerBound)..<range.upperBound))
    }
    func endWord() {
      if !current.isEmpty { emit(current) }
      current = ""
      if let last = pair { emit(String(last), from: pairStart, lone: true, ends: isInPairs) }
      pair = nil
      isInPairs = false
    }
    for (index, scalar) in source.enumerated() {
      switch kind(of: scalar) {
      case .separator: endWord()
      case .ignored:
        if !current.isEmpty || pair != nil { range = range.lowerBound..<index + 1 }
      case .letter:
        if pair != nil { endWord() }
        range = (current.isEmpty ? index : range.lowerBound)..<index + 1
        current += folded(scalar)
      case .symbol:
        endWord()
        range = index..<index + 1
        emit(String(scalar))
      case .pair:
        if let previous = pair {
          range = range.lowerBound..<index + 1
          emit(String(previous) + folded(scalar), from: pairStart)
          isInPairs = true
        } else {
          endWord()
          range = index..<index + 1
        }
        pair = folded(scalar).unicodeScalars.first
        pairStart = index
      }
    }
    endWord()
    return words
  }

  /// The words of a document's runs.
  static func words(of document: OracleDocument) -> [OracleWord] {
    var words: [OracleWord] = []
    var position = 0
    var index = 0
    while index < document.runs.count {
      let run = document.runs[index]
      var text = run.text
      index += 1
      while index < document.runs.count, document.runs[index].joinsPrevious {
        text += document.runs[index].text
        index += 1
      }
      if run.startsBlock { position += 1 }
      let found = Self.words(of: text, field: run.field, from: position)
      words += found
      position += found.count
    }
    return words
  }

  private enum Kind { case separator, ignored, letter, symbol, pair }

  /// Good for the characters that the generator uses, not for all of Unicode.
  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case star.value: .letter
    case 0x300...0x36F, 0xAD, 0x200D, 0xFE0F: .ignored
    case 0x4E00...0x9FFF, 0x3041...0x3096, 0x30A1...0x30FA, 0xAC00...0xD7A3: .pair
    case 0x1F300...0x1FAFF: .symbol
    default:
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil ? .letter : .separator
    }
  }

  private static func folded(_ scalar: Unicode.Scalar) -> String {
    foldings[scalar] ?? scalar.properties.lowercaseMapping
  }

  private static let foldings: [Unicode.Scalar: String] = [
    "é": "e", "É": "e", "ü": "u", "Ü": "u", "ß": "ss", "ï": "i", "ø": "o", "ä": "a", "Ａ": "a",
    "ﬁ": "fi", "ς": "σ", "ό": "ο", "ё": "е", "й": "и", "が": "か",
  ]
}
