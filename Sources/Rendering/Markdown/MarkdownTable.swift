/// A table while it is gathered, and the lines it makes.
struct MarkdownTable {
  private struct Cell {
    var text: StyledText
    var alignment: MarkdownStep.Alignment
  }

  private var rows: [[Cell]] = []
  private var headRows = 0

  /// The separator of two columns.
  private static let gap = " │ "
  /// A column is never narrower, unless its text is.
  private static let narrowest = 6

  private var columns: Int { rows.first?.count ?? 0 }

  mutating func beginRow() { rows.append([]) }

  mutating func endHead() { headRows = rows.count }

  mutating func beginCell(_ alignment: MarkdownStep.Alignment) {
    guard !rows.isEmpty else { return }
    rows[rows.count - 1].append(Cell(text: StyledText(), alignment: alignment))
  }

  mutating func endCell(_ text: StyledText) {
    guard let row = rows.indices.last, let cell = rows[row].indices.last else { return }
    rows[row][cell].text = text
  }

  /// The table in columns, its cells wrapped where they must be; row by row where even that is too wide.
  func lines(width: Int) -> [StyledText] {
    let natural = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].text.displayWidth : 0 }.max() ?? 0
    }
    guard let widths = fitting(natural, into: width - Self.gap.count * (columns - 1)) else {
      return records(width: width)
    }
    var result: [StyledText] = []
    for (index, row) in rows.enumerated() {
      result += lines(of: row, widths: widths, isHead: index < headRows)
      if index + 1 == headRows {
        let rule = widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─")
        result.append(StyledText(rule, .faint))
      }
    }
    return result
  }

  /// Shrinks the widest columns until all fit; nil if they cannot.
  private func fitting(_ natural: [Int], into room: Int) -> [Int]? {
    var widths = natural.map { max($0, 1) }
    var excess = widths.reduce(0, +) - room
    while excess > 0 {
      guard let widest = widths.max(), widest > Self.narrowest else { return nil }
      // All of the widest go down to the next width at once, so that this ends soon.
      let indices = widths.indices.filter { widths[$0] == widest }
      let next = max(widths.filter { $0 < widest }.max() ?? 0, Self.narrowest)
      let step = max(1, min(widest - next, excess / indices.count))
      for index in indices where excess > 0 {
        widths[index] -= step
        excess -= step
      }
    }
    return widths
  }

  private func lines(of row: [Cell], widths: [Int], isHead: Bool) -> [StyledText] {
    let wrapped = row.indices.map { row[$0].text.wrapped(toWidth: widths[$0]) }
    let height = wrapped.map(\.count).max() ?? 0
    return (0..<height).map { line in
      var whole = StyledText()
      for column in widths.indices {
        if column > 0 { whole.append(Self.gap, .faint) }
        let text =
          column < wrapped.count && line < wrapped[column].count
          ? wrapped[column][line] : StyledText()
        let alignment = column < row.count ? row[column].alignment : .natural
        whole.append(align(isHead ? text.bold : text, alignment, widths[column]))
      }
      return whole
    }
  }

  private func align(
    _ text: StyledText, _ alignment: MarkdownStep.Alignment, _ width: Int
  ) -> StyledText {
    let space = max(0, width - text.displayWidth)
    let before: Int
    switch alignment {
    case .natural, .left: before = 0
    case .right: before = space
    case .center: before = space / 2
    }
    return StyledText(String(repeating: " ", count: before)) + text
      + StyledText(String(repeating: " ", count: space - before))
  }

  /// Each row as a list of `heading: value`, for screens too narrow for columns.
  private func records(width: Int) -> [StyledText] {
    let head = headRows > 0 ? rows[0] : []
    var result: [StyledText] = []
    for row in rows.dropFirst(headRows) {
      if !result.isEmpty { result.append(StyledText()) }
      for (column, cell) in row.enumerated() {
        var line = StyledText()
        if column < head.count {
          line.append(head[column].text.bold)
          line.append(": ", .faint)
        }
        line.append(cell.text)
        result += line.wrapped(toWidth: width)
      }
    }
    return result
  }
}

extension StyledText {
  fileprivate var bold: StyledText {
    StyledText(runs: runs.map { Run($0.text, $0.style.adding(Style(nil, .bold)), link: $0.link) })
  }
}
