import Layout

/// Changes the lines of tasks, and no byte that is not meant.
package struct TaskEditor {
  /// The way in which a task is ended.
  package enum Ending: Hashable, Sendable { case done, cancelled }

  /// The result for one task.
  package struct Change: Hashable, Sendable {
    /// The changes of the note's text.
    package let edits: [ByteEdit]
    /// The task that comes next, where a recurring one was done: its line without the line break.
    package var next: [UInt8]?
    /// The rule of recurrence that gave no next task, because it or the task's day is not understood.
    package var unread: String?
    /// True where the task's line goes, because the task says so of when it is done (`🏁 delete`).
    package var isDeleted = false
  }

  private let source: [UInt8]
  private let style: TaskStyle

  package init(_ source: [UInt8], style: TaskStyle) {
    self.source = source
    self.style = style
  }

  // MARK: Ending

  /// The change that ends a task on a day.
  package func ending(_ line: TaskLine, _ ending: Ending, on day: CivilDate) -> Change {
    let statuses = style.statuses
    let mark =
      ending == .done ? statuses.done(from: line.symbol) : statuses.cancelled(from: line.symbol)
    var edits = [ByteEdit(line.mark, mark)]
    // Other boxes are only ticked, as Obsidian Tasks does.
    guard style.isTask(line, in: source) else { return Change(edits: edits) }
    let kind: TaskField.Kind = ending == .done ? .done : .cancelled
    let other: TaskField.Kind = ending == .done ? .cancelled : .done
    edits += removals(of: line.fields.filter { $0.kind == other }, line)
    if let field = line.field(kind) {
      edits.append(ByteEdit(field.value, day.description))
    } else if isDated(line, ending == .done ? style.doneDates : style.cancelledDates) {
      let text = TaskField.text(kind, day.description, line.style ?? style.form)
      edits.append(ByteEdit(ByteRange(Int(line.body.end), Int(line.body.end)), text))
    }
    var change = Change(edits: edits)
    if ending == .done, let text = line.recurrence {
      if let rule = RecurrenceRule(text), let next = next(of: line, rule, doneOn: day, mark: mark) {
        change = putting(next, beside: line, change)
      } else {
        change.unread = text
      }
    }
    guard ending == .done, let field = line.field(.onCompletion),
      String(decoding: source[field.value.indices], as: UTF8.self).lowercased() == "delete"
    else { return change }
    let deletion = change.next.map { next in [ByteEdit(line.line, next)] } ?? removal(of: line)
    return Change(edits: deletion, next: change.next, unread: change.unread, isDeleted: true)
  }

  /// Takes a line away with its line break, or the one before it if it is the last.
  private func removal(of line: TaskLine) -> [ByteEdit] {
    var (start, end) = (Int(line.line.start), Int(line.line.end))
    if end < source.count {
      end += lineBreak(at: end).count
    } else if start > 0 {
      start -=
        start > 1 && source[start - 2] == .carriageReturn && source[start - 1] == .lineFeed ? 2 : 1
    }
    return [ByteEdit(ByteRange(start, end), "")]
  }

  private func isDated(_ line: TaskLine, _ which: TaskStyle.DatedTasks) -> Bool {
    switch which {
    case .always: true
    case .never: false
    case .auto: !line.fields.isEmpty
    }
  }

  private func putting(_ next: [UInt8], beside line: TaskLine, _ change: Change) -> Change {
    let lineBreak = lineBreak(at: Int(line.line.end))
    let end = Int(line.line.end)
    // Of insertions at one place the first comes first: the day of being done stays on its line.
    if style.putsNextAfter {
      let edit = ByteEdit(ByteRange(end, end), lineBreak + next)
      return Change(edits: change.edits + [edit], next: next)
    }
    let start = ByteRange(Int(line.line.start), Int(line.line.start))
    return Change(edits: [ByteEdit(start, next + lineBreak)] + change.edits, next: next)
  }

  /// The line break at a place, or one as the text has elsewhere.
  private func lineBreak(at place: Int) -> [UInt8] {
    func lineBreak(_ index: Int) -> [UInt8] {
      guard source[index] == .carriageReturn else { return [.lineFeed] }
      let isPair = index + 1 < source.count && source[index + 1] == .lineFeed
      return isPair ? [.carriageReturn, .lineFeed] : [.carriageReturn]
    }
    if place < source.count { return lineBreak(place) }
    return source.firstIndex(where: \.isLineEnd).map(lineBreak) ?? [.lineFeed]
  }

  // MARK: Recurrence

  /// The line of the task that follows a recurring one; nil where none does.
  private func next(
    of line: TaskLine, _ rule: RecurrenceRule, doneOn day: CivilDate, mark: String
  ) -> [UInt8]? {
    let order: [TaskField.Kind] =
      style.dropsScheduled ? [.due, .start, .scheduled] : [.due, .scheduled, .start]
    let kind = order.first { line.field($0) != nil }
    // A day that the calendar does not have is no beginning.
    if let kind, line.day(kind) == nil { return nil }
    let reference = kind.flatMap { line.day($0) }
    guard let next = rule.day(after: reference, doneOn: day) else { return nil }
    let dropsScheduled =
      style.dropsScheduled && (line.field(.due) != nil || line.field(.start) != nil)
    var edits = [ByteEdit(line.mark, style.statuses.reopened(from: mark))]
    var dropped: [TaskField] = []
    for field in line.fields {
      switch field.kind {
      case .scheduled where dropsScheduled: dropped.append(field)
      case .due, .scheduled, .start:
        let old = TaskLine.day(
          String(decoding: source[field.value.indices], as: UTF8.self))
        let distance = (old?.daysSinceEpoch ?? 0) - (reference?.daysSinceEpoch ?? 0)
        let moved = next.adding(days: old == nil ? 0 : distance)
        edits.append(ByteEdit(field.value, moved.description))
      case .created where style.hasCreatedDates:
        edits.append(ByteEdit(field.value, day.description))
      case .done, .cancelled, .created, .id, .dependsOn: dropped.append(field)
      case .priority, .recurrence, .onCompletion, .reminder: break
      }
    }
    edits += removals(of: dropped, line)
    if style.hasCreatedDates, line.field(.created) == nil {
      let end = Int(line.body.end)
      edits.append(
        ByteEdit(
          ByteRange(end, end),
          TaskField.text(.created, day.description, line.style ?? style.form)))
    }
    if let id = line.blockID {
      edits.append(ByteEdit(ByteRange(Int(line.body.end), Int(id.end)), ""))
    }
    let start = Int(line.line.start)
    return edits.map { ByteEdit($0.range.moved(by: -start), $0.replacement) }
      .applied(to: Array(source[line.line.indices]))
  }

  /// Takes facts away, in order, with the blanks before them; after them at the start of the text.
  private func removals(of fields: [TaskField], _ line: TaskLine) -> [ByteEdit] {
    var ranges: [Range<Int>] = []
    for field in fields {
      let end = Int(field.range.end)
      var start = Int(field.range.start)
      while start > Int(line.body.start), source[start - 1].isBlank { start -= 1 }
      if let last = ranges.last, last.upperBound == start {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else {
        ranges.append(start..<end)
      }
    }
    if let first = ranges.first, first.lowerBound == Int(line.body.start) {
      var end = first.upperBound
      while end < Int(line.body.end), source[end].isBlank { end += 1 }
      ranges[0] = first.lowerBound..<end
    }
    return ranges.map { ByteEdit(ByteRange($0.lowerBound, $0.upperBound), "") }
  }

  // MARK: Opening again

  /// The change that makes a task one to do again: its day of being done goes, and so does the task that came of a
  /// recurring one, if it is as it was made.
  ///
  /// - Parameter others: the lines of the note's tasks.
  package func reopening(_ line: TaskLine, among others: [TaskLine]) -> Change {
    var edits = [ByteEdit(line.mark, style.statuses.reopened(from: line.symbol))]
    guard style.isTask(line, in: source) else { return Change(edits: edits) }
    edits += removals(
      of: line.fields.filter { $0.kind == .done || $0.kind == .cancelled }, line)
    var change = Change(edits: edits)
    if let follower = follower(of: line, among: others) {
      change.next = Array(source[follower.line.indices])
      var (start, end) = (Int(follower.line.start), Int(follower.line.end))
      if end < source.count {
        end += lineBreak(at: end).count
      } else {
        // The last line has no line break of its own: the one before it came with it.
        start = Int(line.line.end)
      }
      let removal = ByteEdit(ByteRange(start, end), "")
      change = Change(
        edits: start < Int(line.line.start) ? [removal] + edits : edits + [removal],
        next: change.next)
    }
    return change
  }

  /// The open task beside a recurring one that is just what was made when it was done.
  private func follower(of line: TaskLine, among others: [TaskLine]) -> TaskLine? {
    guard let text = line.recurrence, let rule = RecurrenceRule(text),
      let day = line.day(.done) ?? (rule.isFromDone ? nil : line.day(.due) ?? line.day(.scheduled)),
      let next = next(of: line, rule, doneOn: day, mark: line.symbol)
    else { return nil }
    return others.first {
      let isBeside =
        Int($0.line.end) + lineBreak(at: Int($0.line.end)).count == Int(line.line.start)
        || Int(line.line.end) + lineBreak(at: Int(line.line.end)).count == Int($0.line.start)
      return isBeside && source[$0.line.indices].elementsEqual(next)
    }
  }
}
