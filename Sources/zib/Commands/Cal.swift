import Arguments
import Exchange
import Files
import Indexing
import Notes
import Rendering
import Sessions
import Terminals
import Vaults
import Wording

/// `zib cal`: a month with what it holds.
enum Cal {
  static let month = Positional(
    "MONTH", each: .string,
    help: "`2026-11`, `last month`, `november`, or a year; by default this month.")
  static let days = Flag("days", short: "d", help: "List the days that have something as well.")
  static let json = Flag("json", help: "Print JSON.")

  static let command = Command(
    "cal", group: "Journal", summary: "Show a month with what it holds",
    discussion: """
      Prints the weeks of the month, each with its number by ISO 8601. `*` is at a day that has a note, or
      that a note has as its `date`, and at the number of a week that has one; `!` is at a day on which
      open tasks are due; `>` is at today.

      Weeks begin with the day that is usual in your locale, or with `journal.week-start` of the settings.
      """,
    arguments: [month, days, json], exclusive: [[days, json]],
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `start`, `end`, `weekStart`, `days` and `periods`. A day has `date`,
        `week` (such as `2026-W48`), `note` (the path of the day's note, or null), `entries` (their number),
        `notes` (paths of notes with that `date`) and `due`, the open tasks, as `zib tasks --json` has them.
        A period has `name` and `path`: the weeks and months that have a note.
        """)
    ],
    examples: [
      "zib cal": "This month.", "zib cal next month --days": "What is coming.",
      "zib cal 2026": "A year.",
    ],
    exitStatuses: [0: "Done."], seeAlso: ["zib-day(1)", "zib-journal(1)", "zib-tasks(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in try run(arguments, session) }
  }

  /// No more months are printed at once.
  private static let mostMonths = 24

  private static func run(_ arguments: ParsedArguments, _ session: CommandSession) throws
    -> ExitCode
  {
    let range = try range(arguments[month].joined(separator: " "), session)
    let page = try session.search { try $0.calendar(of: range) }
    let weekStart = try session.vault().configuration.weekStart(locale: locale(session))
    if arguments[json] {
      try printJSON(page, range, weekStart, session)
      return .done
    }
    try printTables(page, range, weekStart, session)
    if arguments[days] { try printDays(page, session) }
    return .done
  }

  private static func locale(_ session: CommandSession) -> String? {
    ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { session.environment[$0] }
      .first { !$0.isEmpty }
  }

  /// The whole months that words name.
  private static func range(_ words: String, _ session: CommandSession) throws -> DateRange {
    let named =
      words.isEmpty ? DateRange(session.today) : DateRange(words, today: session.today)
    guard let first = named?.start, let end = named?.end,
      let start = Period.month.range(around: first).start,
      let stop = Period.month.range(around: end.adding(days: -1)).end
    else {
      throw UsageError(
        message: "cannot read `\(words)` as a month",
        hint: "such as `2026-11`, `last month`, `november`, `2026`")
    }
    let months = (stop.year - start.year) * 12 + stop.month - start.month
    guard months <= mostMonths else {
      throw UsageError(
        message: "`\(words)` has \(months) months", hint: "name \(mostMonths) at most")
    }
    return DateRange(start: start, end: stop)
  }

  // MARK: Forms

  private static func printTables(
    _ page: CalendarPage, _ range: DateRange, _ weekStart: Weekday, _ session: CommandSession
  ) throws {
    session.page()
    let days = Dictionary(uniqueKeysWithValues: page.days.map { ($0.date, $0) })
    var month = range.start ?? session.today
    var isFirst = true
    while let end = range.end, month < end {
      if !isFirst { try session.output.writeLine() }
      isFirst = false
      let table = MonthTable(month, weekStart: weekStart, today: session.today)
      let lines = table.lines(
        marks: { day in
          guard let found = days[day] else { return [] }
          var marks: MonthTable.Marks = []
          if found.note != nil || !found.notes.isEmpty { marks.insert(.note) }
          if !found.due.isEmpty { marks.insert(.due) }
          if day < session.today { marks.insert(.late) }
          return found.isEmpty ? [] : marks
        }, hasWeekNote: { page.periods[Period.week.name(of: $0)] != nil },
        hasMonthNote: page.periods[Period.month.name(of: month)] != nil)
      for line in lines { try session.output.writeLine(line) }
      month = month.adding(months: 1)
    }
    try session.output.writeLine()
    try session.output.writeLine(StyledText(summary(of: page, session), .faint))
  }

  private static func summary(of page: CalendarPage, _ session: CommandSession) -> String {
    let notes = page.days.count { $0.note != nil }
    let entries = page.days.reduce(0) { $0 + $1.entries }
    let dated = page.days.reduce(0) { $0 + $1.notes.count }
    let due = page.days.reduce(0) { $0 + $1.due.count }
    let late = page.days.filter { $0.date < session.today }.reduce(0) { $0 + $1.due.count }
    var parts = ["* \(Amount.count(notes, "day")) with a note"]
    if entries > 0 { parts.append(Amount.count(entries, "entry", "entries")) }
    if dated > 0 { parts.append(Amount.count(dated, "other note")) }
    parts.append("! \(Amount.count(due, "task")) due" + (late > 0 ? ", \(late) overdue" : ""))
    return parts.joined(separator: "  ")
  }

  private static func printDays(_ page: CalendarPage, _ session: CommandSession) throws {
    for day in page.days where !day.isEmpty {
      try session.output.writeLine()
      var heading = StyledText(day.date.inWords, day.date == session.today ? .title : .heading)
      if let note = day.note {
        heading.append("  ")
        heading.append(session.shownPath(note), .path)
        if day.entries > 0 {
          heading.append("  " + Amount.count(day.entries, "entry", "entries"), .faint)
        }
      }
      try session.output.writeLine(heading)
      for path in day.notes {
        try session.output.writeLine(StyledText("  " + session.shownPath(path), .path))
      }
      for task in day.due {
        var line = StyledText("  ")
        line.append(TaskWords.line(of: task, today: session.today))
        line.append("  \(session.shownPath(task.path)):\(task.position.line)", .faint)
        try session.output.writeLine(line)
      }
    }
  }

  private static func printJSON(
    _ page: CalendarPage, _ range: DateRange, _ weekStart: Weekday, _ session: CommandSession
  ) throws {
    try session.output.writeJSON {
      $0.field("start", range.start?.description)
      $0.field("end", range.end?.adding(days: -1).description)
      $0.field("weekStart", weekStart.name.lowercased())
      $0.array("days") { json in
        for day in page.days {
          json.object {
            $0.field("date", day.date.description)
            $0.field("week", Period.week.name(of: day.date))
            $0.field("note", day.note.map { session.shownPath($0) })
            $0.field("entries", day.entries)
            $0.field("notes", day.notes.map { session.shownPath($0) })
            $0.array("due") {
              for task in day.due {
                $0.task(task, path: session.shownPath(task.path), today: session.today)
              }
            }
          }
        }
      }
      $0.array("periods") { json in
        for (name, path) in page.periods.sorted(by: { $0.key < $1.key }) {
          json.object {
            $0.field("name", name)
            $0.field("path", session.shownPath(path))
          }
        }
      }
    }
  }
}
