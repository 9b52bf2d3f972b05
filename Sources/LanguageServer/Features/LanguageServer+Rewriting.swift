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
