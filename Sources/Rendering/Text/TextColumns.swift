/// Rows of text in columns, aligned by their width on the screen.
package struct TextColumns {
  /// The alignment of a column.
  package enum Alignment: Sendable { case left, right }

  private let alignments: [Alignment]
  private let flexible: Int?
  private var rows: [[StyledText]] = []

  /// The separator of two columns.
  private static let gap = "  "

  /// Columns from left to right.
  ///
  /// - Parameter flexible: the column that is cut where a row would be wider than the screen.
  package init(_ alignments: [Alignment], flexible: Int? = nil) {
    self.alignments = alignments
    self.flexible = flexible
  }

  /// Adds a row; cells that are missing at its end are empty.
  package mutating func add(_ cells: [StyledText]) { rows.append(cells) }

  /// The rows as lines.
  ///
  /// - Parameter width: the columns of the screen; nil if nothing is to be cut (a pipe).
  package func lines(width: Int? = nil) -> [StyledText] {
    var widths = alignments.indices.map { column in
      rows.map { column < $0.count ? $0[column].displayWidth : 0 }.max() ?? 0
    }
    let total = widths.reduce(0, +) + Self.gap.count * max(0, widths.count - 1)
    if let width, let flexible, total > width {
      widths[flexible] = max(8, widths[flexible] - (total - width))
    }
    return rows.map { line($0, widths, isCut: width != nil) }
  }

  private func line(_ row: [StyledText], _ widths: [Int], isCut: Bool) -> StyledText {
    var line = StyledText()
    for (column, cell) in row.enumerated() where column < widths.count {
      if column > 0 { line.append(Self.gap) }
      let text = isCut && column == flexible ? cell.truncated(toWidth: widths[column]) : cell
      let space = String(repeating: " ", count: max(0, widths[column] - text.displayWidth))
      if alignments[column] == .right { line.append(space) }
      line.append(text)
      if alignments[column] == .left, column < row.count - 1 { line.append(space) }
    }
    return line
  }
}
