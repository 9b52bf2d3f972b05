import Exchange
import Indexing
import Layout
import Notes
import Rendering

/// How a task is said.
package enum TaskWords {
  /// `[ ] order seeds  due 2026-11-20, overdue, high`
  package static func line(of task: ListedTask, today: CivilDate) -> StyledText {
    var line = StyledText("[\(task.line.symbol)] ", .faint)
    let isOpen = task.status.kind.isOpen
    append(task.line.description, to: &line, isOpen ? .plain : .faint)
    let facts = facts(of: task, today: today)
    if !facts.isEmpty {
      line.append("  ")
      for (number, fact) in facts.enumerated() {
        if number > 0 { line.append(", ", .faint) }
        line.append(fact.text, fact.style)
      }
    }
    return line
  }

  /// The columns of a table of tasks.
  package static let columns =
    ["path", "line", "note", "heading", "text", "status", "priority"] + days.map(\.name)
    + ["recurrence", "tags"]

  private static let days: [(name: String, kind: TaskField.Kind)] = TaskField.Kind.allCases
    .filter(\.isDate).map { ($0 == .done ? "done" : $0.rawValue, $0) }

  /// A row of a table of tasks.
  package static func row(of task: ListedTask, path: String) -> [String?] {
    [
      path, "\(task.position.line)", task.noteTitle, task.heading, task.line.description,
      task.status.kind.rawValue, task.line.priority.name,
    ] + days.map { task.line.day($0.kind)?.description }
      + [task.line.recurrence, task.hashtags.map(\.name).joined(separator: ", ")]
  }

  /// The text of a task's line after its box, on one line and safe to print.
  package static func text(ofLine line: [UInt8]) -> String {
    let text = String(decoding: line, as: UTF8.self)
    let box = text.firstIndex(of: "]").map { text.index(after: $0) } ?? text.startIndex
    return SafeText.escaped(String(text[box...].drop { $0 == " " }))
  }

  /// The text with its hashtags in their style.
  private static func append(_ text: String, to line: inout StyledText, _ style: Style) {
    var rest = text[...]
    while let sign = rest.firstIndex(of: "#") {
      let isTag =
        (sign == rest.startIndex || rest[rest.index(before: sign)] == " ")
        && rest.index(after: sign) < rest.endIndex && rest[rest.index(after: sign)] != " "
      let end = rest[sign...].firstIndex(of: " ") ?? rest.endIndex
      guard isTag else {
        let next = rest.index(after: sign)
        line.append(String(rest[..<next]), style)
        rest = rest[next...]
        continue
      }
      line.append(String(rest[..<sign]), style)
      line.append(String(rest[sign..<end]), style.adding(.tag))
      rest = rest[end...]
    }
    line.append(String(rest), style)
  }

  private static func facts(
    of task: ListedTask, today: CivilDate
  ) -> [(text: String, style: Style)] {
    var facts: [(text: String, style: Style)] = []
    func add(_ words: String, _ kind: TaskField.Kind, _ style: Style = .position) {
      if let day = task.line.day(kind) { facts.append(("\(words) \(day)", style)) }
    }
    if task.status.kind.isOpen {
      add("starts", .start)
      add("planned for", .scheduled)
      let isOverdue = task.isOverdue(on: today)
      add("due", .due, isOverdue ? .error : .position)
      if isOverdue { facts.append(("overdue", .error)) }
    } else {
      if task.status.kind == .cancelled, task.line.field(.cancelled) == nil {
        facts.append(("cancelled", .faint))
      }
      add("done", .done, .faint)
      add("cancelled", .cancelled, .faint)
    }
    let priority = task.line.priority
    if priority != .normal {
      facts.append(("\(priority.name) priority", priority < .normal ? .warning : .faint))
    }
    if let rule = task.line.recurrence { facts.append((rule, .faint)) }
    return facts
  }
}

extension JSONWriter {
  /// Writes a task as an element of the array that is open.
  ///
  /// - Parameter next: the line of the task that came or went with it, or nil, where that is told.
  package mutating func task(
    _ task: ListedTask, path: String, today: CivilDate, next: String?? = nil
  ) {
    let line = task.line
    object {
      $0.field("path", path)
      $0.field("line", task.position.line)
      $0.field("column", task.position.column)
      $0.field("note", task.noteTitle)
      $0.field("heading", task.heading)
      $0.field("text", line.description)
      $0.field("mark", line.symbol)
      $0.field("status", task.status.kind.rawValue)
      $0.field("priority", line.priority.name)
      for kind in TaskField.Kind.allCases where kind.isDate {
        $0.field(kind == .done ? "done" : kind.rawValue, line.day(kind)?.description)
      }
      $0.field("recurrence", line.recurrence)
      $0.field("overdue", task.isOverdue(on: today))
      $0.field("tags", task.hashtags.map(\.name))
      if let next { $0.field("next", next) }
    }
  }
}
