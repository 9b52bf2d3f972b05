import Exchange
import Layout
import Notes
import Rendering
import Settings

/// Changes of tasks, lists, tables and tables of contents.
extension LanguageServer {
  // MARK: Tasks

  /// The tasks of some lines done, or open again, as `zib done` does it: with the day, the task that comes next, and
  /// the person's own marks.
  func taskActions(
    _ view: NoteView, _ place: VaultPlace, _ range: Range<Int>
  ) -> [JSONValue] {
    let first = view.buffer.line(at: range.lowerBound)
    let last = view.buffer.line(at: range.upperBound)
    let style = place.vault.vault.taskStyle
    let lines = view.note.taskLines
    func isOpen(_ line: TaskLine) -> Bool { style.statuses.status(of: line.symbol).kind.isOpen }
    let inRange = lines.filter {
      (first...last).contains(view.buffer.line(at: Int($0.mark.start)))
    }
    guard let task = inRange.first else { return [] }
    let isDone = isOpen(task)
    let chosen = inRange.filter { isOpen($0) == isDone }
    let editor = TaskEditor(view.note.source, style: style)
    let edits = chosen.flatMap {
      isDone
        ? editor.ending($0, .done, on: clock.today).edits
        : editor.reopening($0, among: lines).edits
    }
    let what = chosen.count == 1 ? "the task" : "the tasks"
    return [
      action(
        "Mark \(what) as \(isDone ? "done" : "open")", "refactor.rewrite",
        edits.sorted { $0.range.start < $1.range.start }, in: view)
    ].compactMap { $0 }
  }

  // MARK: Lists

  /// Numbers of a list run from its first one on.
  func listActions(_ view: NoteView, _ range: Range<Int>) -> [JSONValue] {
    let buffer = view.buffer
    func item(_ line: Int) -> (indent: Int, number: Int, range: Range<Int>)? {
      let bytes = buffer.range(ofLine: line)
      let indent = buffer.bytes[bytes].prefix(while: \.isBlank).count
      let start = bytes.lowerBound + indent
      let digits = buffer.bytes[start..<bytes.upperBound].prefix(while: \.isASCIIDigit)
      guard (1...9).contains(digits.count),
        let mark = buffer.bytes[start..<bytes.upperBound].dropFirst(digits.count).first,
        ".)".utf8.contains(mark), let number = Int(String(decoding: digits, as: UTF8.self))
      else { return nil }
      return (indent, number, start..<(start + digits.count))
    }
    let line = buffer.line(at: range.lowerBound)
    guard let own = item(line), !Self.isCode(range.lowerBound, in: view) else { return [] }
    func belongs(_ line: Int) -> Bool {
      let bytes = buffer.range(ofLine: line)
      if bytes.isEmpty { return false }
      return item(line) != nil || buffer.bytes[bytes].prefix(while: \.isBlank).count > own.indent
    }
    var first = line
    while first > 0, belongs(first - 1) { first -= 1 }
    var edits: [ByteEdit] = []
    var next: Int?
    var current = first
    while current < buffer.starts.count, belongs(current) {
      if let item = item(current), item.indent == own.indent {
        let number = next ?? item.number
        if item.number != number {
          edits.append(
            ByteEdit(ByteRange(item.range.lowerBound, item.range.upperBound), String(number)))
        }
        next = number + 1
      }
      current += 1
    }
    return [action("Number the list anew", "refactor.rewrite", edits, in: view)].compactMap { $0 }
  }

  // MARK: Tables

  func tableActions(_ view: NoteView, _ range: Range<Int>) -> [JSONValue] {
    guard !Self.isCode(range.lowerBound, in: view),
      let table = TableText(around: view.buffer.line(at: range.lowerBound), in: view.buffer)
    else { return [] }
    let place = ByteRange(table.range.lowerBound, table.range.upperBound)
    func rewritten(_ title: String, _ text: String) -> JSONValue? {
      if text.utf8.elementsEqual(view.buffer.bytes[table.range]) { return nil }
      return action(title, "refactor.rewrite", [ByteEdit(place, text)], in: view)
    }
    let column = table.column(at: range.lowerBound, in: view.buffer)
    return [
      rewritten("Align the table", table.aligned()),
      rewritten("Sort the table by this column", table.sorted(by: column)),
    ].compactMap { $0 }
  }

  // MARK: Table of contents

  /// A list of links to the headings below the cursor's line.
  func contentsActions(_ view: NoteView, _ range: Range<Int>) -> [JSONValue] {
    let note = view.note
    let line = view.buffer.range(ofLine: view.buffer.line(at: range.lowerBound))
    guard view.buffer.bytes[line].allSatisfy(\.isBlank), line.lowerBound >= note.bodyStart,
      !Self.isCode(line.lowerBound, in: view)
    else { return [] }
    let headings = note.headings.enumerated().filter { Int($1.range.start) > line.lowerBound }
    guard headings.count > 1, let top = headings.map(\.element.level).min() else { return [] }
    let items = headings.map { index, heading in
      let indent = String(repeating: "  ", count: heading.level - top)
      let words = note.plainText(in: heading.text)
      let anchor = view.anchors.name(ofHeading: index)
      return "\(indent)- [[#\(anchor)\(anchor == words ? "" : "|" + words)]]"
    }
    let edit = ByteEdit(
      ByteRange(line.lowerBound, line.upperBound), items.joined(separator: "\n"))
    return [action("Insert a table of contents", "refactor.rewrite", [edit], in: view)]
      .compactMap { $0 }
  }
}

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
