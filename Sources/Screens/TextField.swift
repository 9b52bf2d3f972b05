/// A line of text that a person edits, with the keys of emacs and of readline.
package struct TextField: Equatable, Sendable {
  private var characters: [Character]
  /// The number of characters before the cursor.
  package private(set) var cursor: Int
  /// The text taken away last, for Ctrl-Y.
  private var killed: [Character] = []

  package init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  /// The text; a new one has the cursor at its end.
  package var text: String {
    get { String(characters) }
    set {
      characters = Array(newValue)
      cursor = characters.count
    }
  }

  /// True if there is no text.
  package var isEmpty: Bool { characters.isEmpty }

  /// True if the cursor is after the last character.
  package var isAtEnd: Bool { cursor == characters.count }

  /// The text before the cursor.
  package var textBeforeCursor: String { String(characters[..<cursor]) }

  /// Puts text at the cursor; line ends and tabs become spaces.
  package mutating func insert(_ text: String) {
    let line = text.map { $0.isNewline || $0 == "\t" ? " " : $0 }
    let clean = Array(String(line.filter { !($0.unicodeScalars.first?.value ?? 0 < 0x20) }))
    let length = characters.count
    characters.insert(contentsOf: clean, at: cursor)
    // A combining mark becomes part of the character before it.
    let whole = Array(String(characters))
    cursor = min(cursor + clean.count - (length + clean.count - whole.count), whole.count)
    characters = whole
    cursor = max(0, cursor)
  }

  /// Takes a key.
  ///
  /// - Returns: false if the key has no meaning in a line of text.
  package mutating func take(_ key: KeyStroke) -> Bool {
    switch (key.base, key.modifiers) {
    case (.character(let character), []): insert(String(character))
    case (.left, []), (.character("b"), .control): cursor = max(0, cursor - 1)
    case (.right, []), (.character("f"), .control): cursor = min(characters.count, cursor + 1)
    case (.left, .control), (.left, .alt), (.character("b"), .alt): cursor = wordStart
    case (.right, .control), (.right, .alt), (.character("f"), .alt): cursor = wordEnd
    case (.home, []), (.character("a"), .control): cursor = 0
    case (.end, []), (.character("e"), .control): cursor = characters.count
    case (.backspace, []), (.character("h"), .control): remove(max(0, cursor - 1)..<cursor)
    case (.delete, []), (.character("d"), .control):
      remove(cursor..<min(characters.count, cursor + 1))
    case (.character("w"), .control), (.backspace, .alt), (.backspace, .control):
      kill(wordStart..<cursor)
    case (.character("d"), .alt): kill(cursor..<wordEnd)
    case (.character("u"), .control): kill(0..<cursor)
    case (.character("k"), .control): kill(cursor..<characters.count)
    case (.character("y"), .control): insert(String(killed))
    default: return false
    }
    return true
  }

  private mutating func kill(_ range: Range<Int>) {
    if !range.isEmpty { killed = Array(characters[range]) }
    remove(range)
  }

  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    if cursor >= range.upperBound { cursor -= range.count } else { cursor = range.lowerBound }
  }

  private var wordStart: Int {
    var start = cursor
    while start > 0, !Self.isInWord(characters[start - 1]) { start -= 1 }
    while start > 0, Self.isInWord(characters[start - 1]) { start -= 1 }
    return start
  }

  private var wordEnd: Int {
    var end = cursor
    while end < characters.count, !Self.isInWord(characters[end]) { end += 1 }
    while end < characters.count, Self.isInWord(characters[end]) { end += 1 }
    return end
  }

  private static func isInWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
