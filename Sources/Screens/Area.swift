/// A rectangle of cells.
package struct Area: Equatable, Sendable {
  package var row: Int
  package var column: Int
  package var rows: Int
  package var columns: Int

  /// A rectangle; one of a negative size is empty.
  package init(row: Int = 0, column: Int = 0, rows: Int, columns: Int) {
    self.row = row
    self.column = column
    self.rows = max(0, rows)
    self.columns = max(0, columns)
  }

  /// True if it has no cell.
  package var isEmpty: Bool { rows == 0 || columns == 0 }

  /// True if a cell is in it.
  package func contains(row: Int, column: Int) -> Bool {
    row >= self.row && row < self.row + rows && column >= self.column
      && column < self.column + columns
  }

  /// Cuts rows off its top.
  package mutating func takeTop(_ count: Int) -> Area {
    let count = min(max(0, count), rows)
    let top = Area(row: row, column: column, rows: count, columns: columns)
    row += count
    rows -= count
    return top
  }

  /// Cuts rows off its bottom.
  package mutating func takeBottom(_ count: Int) -> Area {
    let count = min(max(0, count), rows)
    rows -= count
    return Area(row: row + rows, column: column, rows: count, columns: columns)
  }

  /// Cuts columns off its left side.
  package mutating func takeLeft(_ count: Int) -> Area {
    let count = min(max(0, count), columns)
    let left = Area(row: row, column: column, rows: rows, columns: count)
    column += count
    columns -= count
    return left
  }

  /// The area without a number of cells at each side.
  package func inset(rows: Int = 0, columns: Int = 0) -> Area {
    Area(
      row: row + min(rows, self.rows), column: column + min(columns, self.columns),
      rows: self.rows - 2 * rows, columns: self.columns - 2 * columns)
  }
}
