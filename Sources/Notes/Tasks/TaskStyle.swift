/// The way in which a vault's tasks are written.
package struct TaskStyle: Hashable, Sendable {
  /// The tasks that get the day on which they are done.
  package enum DatedTasks: String, Hashable, Sendable, CaseIterable {
    /// Those that state other facts already.
    case auto
    case always, never
  }

  package var statuses = TaskStatuses()
  /// The form of facts where a line has none yet.
  package var form = TaskField.Style.sign
  package var doneDates = DatedTasks.auto
  package var cancelledDates = DatedTasks.auto
  /// True if new tasks state the day on which they are made.
  package var hasCreatedDates = false
  /// True if the next task of a recurring one is put on the line after it, and not before it.
  package var putsNextAfter = false
  /// True if the next task of a recurring one has no scheduled day, where it has another one.
  package var dropsScheduled = false
  /// The text without which an item of a list is no task: `#task`; empty where each box is one.
  package var filter = ""

  package init() {}

  /// True if a box is a task by its text.
  package func isTask(_ line: TaskLine, in source: [UInt8]) -> Bool {
    if statuses.status(of: line.symbol).kind == .none { return false }
    return filter.isEmpty
      || String(decoding: source[line.body.indices], as: UTF8.self).contains(filter)
  }
}

/// A new task.
package struct TaskDraft: Hashable, Sendable {
  /// The text, in one line.
  package var text: String
  package var priority = TaskPriority.normal
  package var recurrence: String?
  package var start: CivilDate?
  package var scheduled: CivilDate?
  package var due: CivilDate?

  package init(_ text: String) { self.text = text }

  /// The text after the box, with its facts in the order of Obsidian Tasks.
  ///
  /// - Parameter today: the day on which it is made.
  package func body(_ style: TaskStyle, today: CivilDate) -> String {
    let place = text.lastIndex(of: " ").map(text.index(after:)) ?? text.startIndex
    let isNamed =
      place > text.startIndex && text[place] == "^" && text[place...].count > 1
      && text[place...].dropFirst().allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
      }
    // A block id is one only at the end of its line.
    let blockID = isNamed ? " " + text[place...] : ""
    var body = isNamed ? String(text[..<place].dropLast()) : text
    if !style.filter.isEmpty, !text.contains(style.filter) { body = style.filter + " " + body }
    func add(_ kind: TaskField.Kind, _ value: String?) {
      if let value { body += TaskField.text(kind, value, style.form) }
    }
    add(.priority, priority == .normal ? nil : priority.name)
    add(.recurrence, recurrence)
    if style.hasCreatedDates { add(.created, today.description) }
    add(.start, start?.description)
    add(.scheduled, scheduled?.description)
    add(.due, due?.description)
    return body + blockID
  }
}
