import Layout

/// Delimiter rows of tables, such as `|---|:-:|`.
enum TableRows {
  /// The dashes that short delimiter rows lack for md4c 0.4.8, which requires three a cell.
  ///
  /// GFM takes `|-|-|`, md4c takes `|---|---|` only; of the tables in public notes one in nine is
  /// written short. A row holds no text of its own, so nothing else changes, even where a line only
  /// looks like a row (in code).
  static func missingDashes(_ source: [UInt8], _ range: ByteRange) -> [MarkdownInput.Insertion] {
    var insertions: [MarkdownInput.Insertion] = []
    let end = Int(range.end)
    var index = Int(range.start)
    while let bar = source.first(UInt8(ascii: "|"), from: index, to: end) {
      let row = Self.row(source, bar, from: Int(range.start), end)
      index = row.next
      for place in row.places {
        insertions.append(.init(offset: place.dash, byte: UInt8(ascii: "-"), count: place.count))
      }
    }
    return insertions
  }

  /// The number of cells of a delimiter row; nil for any other line.
  ///
  /// - Parameter line: without its line end and the markers of the blocks around it.
  static func delimiterCells(_ line: ArraySlice<UInt8>) -> Int? {
    guard line.contains(UInt8(ascii: "|")), let cells = cells(line) else { return nil }
    for cell in cells {
      var dashes = cell
      if dashes.first == UInt8(ascii: ":") { dashes.removeFirst() }
      if dashes.last == UInt8(ascii: ":") { dashes.removeLast() }
      if dashes.isEmpty || !dashes.allSatisfy({ $0 == UInt8(ascii: "-") }) { return nil }
    }
    return cells.count
  }

  /// The cells of a row as GFM divides it, without blanks around them; nil for a blank line.
  static func cells(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    var line = trimmed(line)
    if line.first == UInt8(ascii: "|") { line.removeFirst() }
    guard !line.isEmpty else { return nil }
    var cells: [ArraySlice<UInt8>] = []
    var start = line.startIndex
    var index = start
    while index < line.endIndex {
      if line[index] == .backslash {
        index += 1
      } else if line[index] == UInt8(ascii: "|") {
        cells.append(trimmed(line[start..<index]))
        start = index + 1
      }
      index += 1
    }
    let last = trimmed(line[start...])
    if !last.isEmpty { cells.append(last) }
    return cells
  }

  private static func trimmed(_ slice: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var slice = slice
    while let first = slice.first, first.isBlank { slice.removeFirst() }
    while let last = slice.last, last.isBlank { slice.removeLast() }
    return slice
  }

  /// The cells to widen of the line whose first bar is at `bar`, and where the next line begins.
  private static func row(
    _ source: [UInt8], _ bar: Int, from lowest: Int, _ end: Int
  ) -> (places: [(dash: Int, count: Int)], next: Int) {
    var places: [(dash: Int, count: Int)] = []
    // A cell before the first bar is at the line's beginning, directly before the bar.
    var first = bar
    while first > lowest, isDelimiter(source[first - 1]) { first -= 1 }
    let isOuter = first > lowest && !source[first - 1].isLineEnd
    var index = isOuter ? bar : first
    var dash: Int?
    var count = 0
    var isRow = true
    while index < end, !source[index].isLineEnd {
      let byte = source[index]
      if isDelimiter(byte) {
        count += 1
        if byte == UInt8(ascii: "-") { dash = dash ?? index }
      } else if byte == UInt8(ascii: "|") {
        if let dash, count < 3 { places.append((dash, 3 - count)) }
        (dash, count) = (nil, 0)
      } else if !byte.isBlank {
        isRow = false
        break
      }
      index += 1
    }
    if let dash, count < 3 { places.append((dash, 3 - count)) }
    while index < end, !source[index].isLineEnd { index += 1 }
    return (isRow ? places : [], index)
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
  }
}
