import Rendering

extension Frame {
  /// Draws words in the last line of a screen, and those that are too long also over the rows above, so that their end
  /// is seen.
  ///
  /// - Parameter area: the last line; the rows above it are drawn before.
  /// - Returns: the number of rows that they take.
  @discardableResult
  package mutating func draw(message: StyledText, endingIn area: Area) -> Int {
    if area.isEmpty { return 0 }
    let lines = message.escapingControlCharacters().wrapped(toWidth: max(10, area.columns))
    // A path in a message may be long, and is what the person needs.
    let count = min(lines.count, max(3, rows / 4), area.row + 1)
    let place = Area(
      row: area.row - count + 1, column: area.column, rows: count, columns: area.columns)
    fill(place)
    draw(lines.prefix(count), in: place)
    return count
  }

  /// Draws a question with the line that is typed for an answer: beside it, or below where it would leave no room.
  ///
  /// - Parameter area: the last line; the rows above it are drawn before.
  package mutating func draw(_ field: TextField, asking question: StyledText, in area: Area) {
    if question.displayWidth + Self.roomToType <= area.columns {
      fill(area)
      draw(field, after: question, in: area)
      return
    }
    let above = Area(
      row: max(0, area.row - 1), column: area.column, rows: min(1, area.row), columns: area.columns)
    draw(message: question, endingIn: above)
    fill(area)
    draw(field, after: StyledText("> ", .title), in: area)
  }

  /// The columns that are left at least for what is typed after a question.
  private static let roomToType = 16
}
