import Rendering

/// A picture of the whole screen: cells in rows, and the place of the cursor.
package struct Frame: Equatable, Sendable {
  /// A place of one column.
  package struct Cell: Equatable, Sendable {
    /// One character; empty in the column that a wide character to the left takes as well.
    package var text: String
    package var style: Style
    /// True on the line that is chosen, which has another background where the terminal told its own.
    package var isTinted = false

    static let blank = Cell(text: " ", style: .plain)
    static let covered = Cell(text: "", style: .plain)
  }

  /// Rows of cells on the screen.
  package let rows: Int
  /// Cells of a row.
  package let columns: Int
  package private(set) var cells: [Cell]
  /// The place of the cursor; nil to hide it.
  package var cursor: (row: Int, column: Int)?

  /// An empty picture.
  package init(rows: Int, columns: Int) {
    self.rows = max(1, rows)
    self.columns = max(1, columns)
    cells = Array(repeating: .blank, count: self.rows * self.columns)
  }

  package static func == (a: Frame, b: Frame) -> Bool {
    a.rows == b.rows && a.columns == b.columns && a.cells == b.cells
      && a.cursor?.row == b.cursor?.row && a.cursor?.column == b.cursor?.column
  }

  /// The whole picture as an area.
  package var area: Area { Area(rows: rows, columns: columns) }

  /// The cell at a place.
  package subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

  /// The characters of a row, without spaces at its end.
  package func text(ofRow row: Int) -> String {
    var text = cells[row * columns..<(row + 1) * columns].reduce(into: "") { $0 += $1.text }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// Draws text into one row of an area, cut at its side.
  ///
  /// Control characters are made visible; characters that take no column by themselves are left out.
  /// - Returns: the column after the text.
  @discardableResult
  package mutating func draw(_ text: StyledText, row: Int = 0, column: Int = 0, in area: Area)
    -> Int
  {
    guard row >= 0, row < area.rows, area.row + row < rows, area.row + row >= 0 else {
      return column
    }
    let end = min(area.column + area.columns, columns)
    var next = area.column + column
    for run in text.runs {
      for character in run.text.escapingControlCharacters() {
        let width = character.displayWidth
        if width == 0 { continue }
        if next + width > end { return next - area.column }
        if next >= 0 { put(character, width: width, run.style, row: area.row + row, column: next) }
        next += width
      }
    }
    return next - area.column
  }

  /// Draws lines below each other, from the first row of an area.
  package mutating func draw(_ lines: some Sequence<StyledText>, in area: Area) {
    for (row, line) in lines.enumerated() {
      if row >= area.rows { break }
      draw(line, row: row, in: area)
    }
  }

  /// Fills an area with a character of one column.
  package mutating func fill(_ area: Area, with character: Character = " ", _ style: Style = .plain)
  {
    for row in area.row..<min(area.row + area.rows, rows) {
      for column in area.column..<min(area.column + area.columns, columns) {
        put(character, width: 1, style, row: row, column: column)
      }
    }
  }

  /// Lays a look over an area.
  package mutating func mark(_ area: Area, _ style: Style) {
    for row in area.row..<min(area.row + area.rows, rows) {
      for column in area.column..<min(area.column + area.columns, columns) {
        let index = row * columns + column
        cells[index].style = cells[index].style.adding(style)
      }
    }
  }

  /// Lays the tint of a chosen line over an area.
  package mutating func tint(_ area: Area) {
    for row in area.row..<min(area.row + area.rows, rows) {
      for column in area.column..<min(area.column + area.columns, columns) {
        cells[row * columns + column].isTinted = true
      }
    }
  }

  private mutating func put(
    _ character: Character, width: Int, _ style: Style, row: Int, column: Int
  ) {
    let index = row * columns + column
    clear(index, row)
    cells[index] = Cell(text: String(character), style: style)
    // A character of several parts may take more columns than two, as Indic ones do.
    for offset in 1..<max(width, 1) {
      clear(index + offset, row)
      cells[index + offset] = .covered
    }
  }

  /// Takes away all of the character that a cell is a part of.
  private mutating func clear(_ index: Int, _ row: Int) {
    var first = index
    while cells[first].text.isEmpty, first > row * columns { first -= 1 }
    var end = index + 1
    while end < (row + 1) * columns, cells[end].text.isEmpty { end += 1 }
    if end - first > 1 { for part in first..<end { cells[part] = .blank } }
  }
}
