import Layout
import Notes
import Rendering

/// A table of Markdown as its lines are written.
struct TableText {
  /// From the first line's beginning to the last one's end.
  let range: Range<Int>
  private let rows: [[String]]
  private let marks: [Mark]
  private let indent: String
  /// The end of its first line, which all get.
  private let lineEnd: String

  private struct Mark {
    let isLeft: Bool
    let isRight: Bool
  }

  /// The table that a line belongs to; nil if it belongs to none.
  init?(around line: Int, in buffer: TextBuffer) {
    func isRow(_ line: Int) -> Bool {
      line >= 0 && line < buffer.starts.count
        && buffer.bytes[buffer.range(ofLine: line)].contains(UInt8(ascii: "|"))
    }
    guard isRow(line) else { return nil }
    var (first, last) = (line, line)
    while isRow(first - 1) { first -= 1 }
    while isRow(last + 1) { last += 1 }
    guard last > first else { return nil }
    let lines = (first...last).map { buffer.text(ofLine: $0) }
    let cells = lines.map(Self.cells)
    let marks = cells[1].map(Self.mark)
    guard marks.allSatisfy({ $0 != nil }), !marks.isEmpty else { return nil }
    // Cells past the last column are no part of a table, and would be lost.
    guard cells.allSatisfy({ $0.count <= marks.count }) else { return nil }
    self.marks = marks.compactMap { $0 }
    var rows = cells
    rows.remove(at: 1)
    self.rows = rows.map { $0 + Array(repeating: "", count: marks.count - $0.count) }
    indent = String(lines[0].prefix { $0 == " " })
    let end = buffer.bytes[buffer.range(ofLine: first).upperBound..<buffer.starts[first + 1]]
    lineEnd = String(decoding: end, as: UTF8.self)
    range = buffer.starts[first]..<buffer.range(ofLine: last).upperBound
  }

  /// The cells of a row; a bar behind a backslash is none between cells.
  private static func cells(_ line: String) -> [String] {
    var cells: [String] = [""]
    var isEscaped = false
    for sign in line {
      if sign == "|", !isEscaped { cells.append("") } else { cells[cells.count - 1].append(sign) }
      isEscaped = sign == "\\" && !isEscaped
    }
    cells = cells.map { String($0.trimming) }
    if cells.first?.isEmpty == true { cells.removeFirst() }
    if cells.last?.isEmpty == true { cells.removeLast() }
    return cells
  }

  private static func mark(_ cell: String) -> Mark? {
    guard cell.contains("-"), cell.allSatisfy({ $0 == "-" || $0 == ":" }) else { return nil }
    return Mark(isLeft: cell.hasPrefix(":"), isRight: cell.hasSuffix(":"))
  }

  /// The column that an offset is in.
  func column(at offset: Int, in buffer: TextBuffer) -> Int {
    let line = buffer.range(ofLine: buffer.line(at: offset))
    let before = String(
      decoding: buffer.bytes[line.lowerBound..<max(line.lowerBound, offset)], as: UTF8.self)
    let bars = before.count { $0 == "|" } - (before.trimming.hasPrefix("|") ? 1 : 0)
    return min(max(0, bars), marks.count - 1)
  }

  /// The table with columns of one width.
  func aligned() -> String { text(rows) }

  /// The table with its rows in the order of a column: numbers by their value, then texts without regard to case, then
  /// empty cells.
  func sorted(by column: Int) -> String {
    func key(_ row: [String]) -> (kind: Int, number: Double, text: String) {
      let cell = row[column]
      if cell.isEmpty { return (2, 0, "") }
      // `nan` has no place among numbers.
      if let number = Double(cell), !number.isNaN { return (0, number, "") }
      return (1, 0, CaseFolding.fold(cell))
    }
    let body = rows.dropFirst().enumerated().sorted {
      let (one, other) = (key($0.element), key($1.element))
      return one == other ? $0.offset < $1.offset : one < other
    }
    return text([rows[0]] + body.map(\.element))
  }

  private func text(_ rows: [[String]]) -> String {
    let widths = marks.indices.map { column in
      max(3, rows.map { $0[column].displayWidth }.max() ?? 0)
    }
    func line(_ cells: [String]) -> String { indent + "| " + cells.joined(separator: " | ") + " |" }
    func padded(_ cell: String, _ column: Int) -> String {
      let room = max(0, widths[column] - cell.displayWidth)
      let mark = marks[column]
      let before = mark.isRight ? (mark.isLeft ? room / 2 : room) : 0
      return String(repeating: " ", count: before) + cell
        + String(repeating: " ", count: room - before)
    }
    var lines = rows.map { row in line(row.enumerated().map { padded($1, $0) }) }
    let rule = marks.enumerated().map { column, mark in
      let dashes = widths[column] - (mark.isLeft ? 1 : 0) - (mark.isRight ? 1 : 0)
      return (mark.isLeft ? ":" : "") + String(repeating: "-", count: dashes)
        + (mark.isRight ? ":" : "")
    }
    lines.insert(line(rule), at: 1)
    return lines.joined(separator: lineEnd)
  }
}

extension StringProtocol {
  /// The text without spaces and tabs around it.
  fileprivate var trimming: SubSequence {
    let start = drop { $0 == " " || $0 == "\t" }
    return start[
      ..<(start.lastIndex { $0 != " " && $0 != "\t" }.map { start.index(after: $0) }
        ?? start.startIndex)]
  }
}
