import Rendering

/// A text of several lines that a person edits in an area of the screen.
///
/// Long lines go on below; the cursor moves along the rows that are seen, as in a plain editor.
package struct TextArea: Equatable, Sendable {
  private var characters: [Character]
  /// The number of characters before the cursor.
  private var cursor = 0
  /// The column that up and down keep to.
  private var wanted: Int?
  private var top = 0
  private var columns = 80
  private var rows = 10
  /// The texts before each change and after those that were taken back, with their cursors.
  private var before: [State] = []
  private var after: [State] = []
  /// True while letters are typed one after the other, which are one step.
  private var isTyping = false

  private struct State: Equatable { let characters: [Character], cursor: Int }

  package init(_ text: String) { characters = Array(text) }

  /// The text.
  package var text: String { String(characters) }

  // MARK: Keys

  /// Takes a key.
  ///
  /// - Returns: false if the key has no meaning in a text.
  package mutating func take(_ key: KeyStroke) -> Bool {
    var isTypingOn = false
    var keepsColumn = false
    switch (key.base, key.modifiers) {
    case (.character(let character), []):
      if !isTyping { remember() }
      isTypingOn = true
      put(String(character))
    case (.enter, []), (.character("j"), .control): insert("\n")
    case (.tab, []): insert("\t")
    case (.left, []), (.character("b"), .control): cursor = max(0, cursor - 1)
    case (.right, []), (.character("f"), .control): cursor = min(characters.count, cursor + 1)
    case (.left, .control), (.character("b"), .alt): cursor = wordStart
    case (.right, .control), (.character("f"), .alt): cursor = wordEnd
    case (.up, []), (.character("p"), .control): keepsColumn = moveRows(-1)
    case (.down, []), (.character("n"), .control): keepsColumn = moveRows(1)
    case (.pageUp, []), (.character("v"), .alt): keepsColumn = moveRows(-rows)
    case (.pageDown, []), (.character("v"), .control): keepsColumn = moveRows(rows)
    case (.home, []), (.character("a"), .control): cursor = lineStart
    case (.end, []), (.character("e"), .control): cursor = lineEnd
    case (.home, .control), (.character("<"), .alt): cursor = 0
    case (.end, .control), (.character(">"), .alt): cursor = characters.count
    case (.backspace, []), (.character("h"), .control): remove(max(0, cursor - 1)..<cursor)
    case (.delete, []), (.character("d"), .control):
      remove(cursor..<min(characters.count, cursor + 1))
    case (.character("w"), .control), (.backspace, .alt): remove(wordStart..<cursor)
    case (.character("u"), .control): remove(lineStart..<cursor)
    case (.character("k"), .control):
      remove(cursor..<(lineEnd == cursor ? min(cursor + 1, characters.count) : lineEnd))
    case (.character("z"), .alt), (.character("_"), .control): undo()
    case (.character("Z"), .alt), (.character("y"), .control): redo()
    default: return false
    }
    isTyping = isTypingOn
    if !keepsColumn { wanted = nil }
    return true
  }

  /// Puts text at the cursor; control characters in it are left out.
  package mutating func insert(_ text: String) {
    remember()
    put(text)
    isTyping = false
  }

  private mutating func put(_ text: String) {
    let clean = text.replacing("\r\n", with: "\n").filter { character in
      character.isNewline || character == "\t"
        || !character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    let rest = characters.count - cursor
    characters.insert(contentsOf: Array(clean), at: cursor)
    // A combining mark becomes part of the character before it.
    characters = Array(String(characters))
    cursor = max(0, characters.count - rest)
  }

  private mutating func remove(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    remember()
    let rest = characters.count - range.upperBound
    characters.removeSubrange(range)
    characters = Array(String(characters))
    cursor = max(0, characters.count - rest)
  }

  private mutating func remember() {
    before.append(State(characters: characters, cursor: cursor))
    after = []
  }

  private mutating func undo() {
    guard let state = before.popLast() else { return }
    after.append(State(characters: characters, cursor: cursor))
    (characters, cursor) = (state.characters, state.cursor)
  }

  private mutating func redo() {
    guard let state = after.popLast() else { return }
    before.append(State(characters: characters, cursor: cursor))
    (characters, cursor) = (state.characters, state.cursor)
  }

  // MARK: Places

  private var lineStart: Int {
    characters[..<cursor].lastIndex { $0.isNewline }.map { $0 + 1 } ?? 0
  }

  private var lineEnd: Int {
    characters[cursor...].firstIndex { $0.isNewline } ?? characters.count
  }

  private var wordStart: Int {
    var start = cursor
    while start > 0, !isInWord(start - 1) { start -= 1 }
    while start > 0, isInWord(start - 1) { start -= 1 }
    return start
  }

  private var wordEnd: Int {
    var end = cursor
    while end < characters.count, !isInWord(end) { end += 1 }
    while end < characters.count, isInWord(end) { end += 1 }
    return end
  }

  private func isInWord(_ index: Int) -> Bool {
    characters[index].isLetter || characters[index].isNumber
  }

  /// The rows as they are seen: each the range of its characters, without a line end.
  private var lines: [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    var width = 0
    for (index, character) in characters.enumerated() {
      if character.isNewline {
        lines.append(start..<index)
        (start, width) = (index + 1, 0)
        continue
      }
      let next = Self.width(of: character)
      // The last column is the cursor's.
      if width + next >= max(columns, 3), index > start {
        lines.append(start..<index)
        (start, width) = (index, 0)
      }
      width += next
    }
    return lines + [start..<characters.count]
  }

  private static func width(of character: Character) -> Int {
    String(character).escapingControlCharacters().displayWidth
  }

  private func place(in lines: [Range<Int>]) -> (row: Int, column: Int) {
    let row = lines.lastIndex { $0.lowerBound <= cursor } ?? 0
    return (row, characters[lines[row].lowerBound..<cursor].reduce(0) { $0 + Self.width(of: $1) })
  }

  private mutating func moveRows(_ step: Int) -> Bool {
    let lines = lines
    let (row, column) = place(in: lines)
    let goal = wanted ?? column
    let line = lines[max(0, min(row + step, lines.count - 1))]
    var width = 0
    cursor = line.lowerBound
    while cursor < line.upperBound, width < goal {
      width += Self.width(of: characters[cursor])
      cursor += 1
    }
    wanted = goal
    return true
  }

  // MARK: The picture

  /// Draws the text with its cursor in sight.
  package mutating func draw(in area: Area, into frame: inout Frame) {
    (rows, columns) = (max(1, area.rows), max(1, area.columns))
    let lines = lines
    let (row, column) = place(in: lines)
    if row < top { top = row }
    if row >= top + rows { top = row - rows + 1 }
    top = max(0, min(top, lines.count - 1))
    for (number, line) in lines.dropFirst(top).prefix(area.rows).enumerated() {
      frame.draw(StyledText(String(characters[line])), row: number, in: area)
    }
    frame.cursor = (area.row + row - top, area.column + min(column, columns - 1))
  }
}
