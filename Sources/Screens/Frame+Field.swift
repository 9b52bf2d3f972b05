import Rendering

extension Frame {
  /// Draws a line that is typed in at the left of the first row of an area, with the cursor in it; of a long one the
  /// end before the cursor is seen.
  ///
  /// - Returns: the column behind the text.
  @discardableResult
  package mutating func draw(
    _ field: TextField, after label: StyledText, in area: Area
  ) -> Int {
    let start = draw(label, in: area)
    let before = field.textBeforeCursor.escapingControlCharacters()
    let rest = field.text.escapingControlCharacters().dropFirst(before.count)
    let shown = before.end(ofWidth: max(1, area.columns - start - 1))
    let column = draw(StyledText(shown), column: start, in: area)
    cursor = (area.row, area.column + min(column, max(0, area.columns - 1)))
    return draw(StyledText(String(rest)), column: column, in: area)
  }
}

extension String {
  /// The end of a text that fits into a width.
  fileprivate func end(ofWidth room: Int) -> String {
    // A text of one line is at most some thousand columns wide, and may have a million characters.
    var shown = suffix(room)
    while String(shown).displayWidth > room { shown.removeFirst() }
    return String(shown)
  }
}
