import Arguments
import Exchange
import Files
import Indexing
import Notes
import Rendering
import Runs
import Search
import Sessions
import Terminals
import Vaults
import Wording

/// `zib tasks`: the tasks of the notes.
enum Tasks {
  static let query = Positional(
    "QUERY", each: .string(completing: .values(of: "query")),
    help: "A query as for `zib search`; by default all tasks.")
  static let by = Option(
    "by", value: "WHAT", .oneOf(TaskGroup.Grouping.self), default: .note,
    help: "Put them together by `note`, `day` or `tag`, or not at all with `none`.")
  static let done = Flag("done", help: "Those that are done or cancelled.")
  static let all = Flag("all", short: "a", help: "Those that are open, and those that are not.")
  static let limit = Option(
    "limit", short: "n", value: "N", .int(in: 0...), default: 0,
    help: "Print at most `N` tasks; 0 means all.")
  static let lines = Flag(
    "lines", short: "l", invertible: true,
    help: "A line for each, `path:line:column: text`; the default into files and pipes.")
  static let edit = Flag("edit", short: "e", help: "Open the notes at the tasks.")
  static let json = Flag("json", help: "Print JSON.")
  static let csv = NoteListing.csv

  static let command = Command(
    "tasks", group: "Tasks", summary: "List tasks",
    discussion: """
      A task is an item of a list with a box, `- [ ] order seeds`. Dates, a priority and a rule of
      recurrence at the end of its line are understood as the plugins Tasks and Dataview of Obsidian
      write them: `📅 2026-11-30`, `[due:: 2026-11-30]`.

      By default the open tasks are listed, by note. Words of the query have to be in the task, in the
      heading above it or in the title of its note. Hashtags are those of its line and of its note's
      front matter; `due:`, `scheduled:`, `start:`, `created:`, `done:`, `cancelled:` and `priority:`
      are its own; other conditions apply to its note.

      `--by day` takes the day on which a task is due, else the one for which it is planned, else its
      first; of tasks that are done, the day on which they were.

      Other marks in a box mean what Obsidian's Tasks is set to, else `[/]` is in progress, `[-]` is
      cancelled, and any other mark is open.
      """,
    arguments: [query, by, done, all, limit, NoteListing.reverse, lines, edit, json, csv],
    exclusive: [[done, all], [lines, edit, json, csv]],
    unknownOptionsArePositional: true,
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `query` and `tasks`. A task has `path`, `line`, `column`, `note`
        (the note's title), `heading`, `text`, `mark`, `status` (`todo`, `in-progress`, `on-hold`,
        `done`, `cancelled`), `priority` (`highest`, `high`, `medium`, `normal`, `low`, `lowest`),
        `due`, `scheduled`, `start`, `created`, `done` and `cancelled` (days, or null), `recurrence`,
        `overdue` and `tags`.
        """),
      Section(
        "CSV",
        """
        `--csv` prints the columns `path`, `line`, `note`, `heading`, `text`, `status`, `priority`, `due`,
        `scheduled`, `start`, `created`, `done`, `cancelled`, `recurrence` and `tags`, which are parted by `, `.
        """),
    ],
    examples: [
      "zib tasks": "The open ones.",
      "zib tasks 'due:<=today'": "Those that are due by now.",
      "zib tasks --by day 'due:<=next-week'": "A week ahead.",
      "zib tasks '#garden' 'priority:>=medium'": "By hashtag and importance.",
      "zib tasks --done done:last-week": "What was done last week.",
      "zib tasks --all --csv > tasks.csv": "For a spreadsheet.",
    ],
    exitStatuses: [0: "There are such tasks.", 1: "There are none."],
    seeAlso: ["zib-done(1)", "zib-task(1)", "zib-search(1)", "zib-cal(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in try run(arguments, session) }
  }

  private static func run(_ arguments: ParsedArguments, _ session: CommandSession) throws
    -> ExitCode
  {
    let text = Query.text(ofWords: arguments[query])
    let state: TaskState = arguments[all] ? .all : arguments[done] ? .done : .open
    let bar = ProgressBar(
      "Reading notes", terminal: session.terminal, quiet: session.messages.level == .quiet)
    defer { bar.finish() }
    let (read, found) = try session.search { search in
      let read = search.query(text)
      return (read, try search.tasks(read, state) { bar.update($0, of: $1) })
    }
    bar.finish()
    session.tell(read)
    var groups = TaskGroup.groups(found, by: arguments[by], today: session.today)
    if arguments[NoteListing.reverse] {
      groups = groups.reversed().map { TaskGroup(heading: $0.heading, tasks: $0.tasks.reversed()) }
    }
    var tasks = TaskGroup.tasks(of: groups)
    if arguments[limit] > 0, tasks.count > arguments[limit] {
      tasks = Array(tasks.prefix(arguments[limit]))
      groups = TaskGroup.keeping(tasks, of: groups)
    }
    if arguments[json] {
      try printJSON(text, tasks, session)
    } else if arguments[csv] {
      try printCSV(tasks, session)
    } else if arguments[edit] {
      try open(tasks, session)
    } else if arguments.isGiven(lines) ? arguments[lines] : !session.terminal.isOutputTerminal {
      try printLines(tasks, session)
    } else {
      try printGroups(groups, tasks, by: arguments[by], session)
    }
    session.remember(listed: tasks.map { ListedPlace($0.path, line: $0.position.line) })
    if tasks.isEmpty { try tellNone(text, state, session) }
    return tasks.isEmpty ? .nothingFound : .done
  }

  private static func tellNone(_ text: String, _ state: TaskState, _ session: CommandSession) throws
  {
    let hasQuery = text.contains { $0 != " " }
    guard !hasQuery else {
      session.messages.note(state == .open ? "no open tasks found" : "no tasks found")
      return
    }
    let others = try session.search { try $0.tasks($0.query(""), .all).count }
    session.messages.note(
      others == 0
        ? "no tasks in this vault yet; an item such as `- [ ] order seeds` is one"
        : state == .open ? "nothing is left to do" : "nothing is done yet")
  }

  // MARK: Forms

  private static func printLines(_ tasks: [ListedTask], _ session: CommandSession) throws {
    for task in tasks {
      var line = session.shownPlace(task.path, task.position)
      line.append(TaskWords.line(of: task, today: session.today))
      try session.output.writeLine(line)
    }
  }

  private static func printGroups(
    _ groups: [TaskGroup], _ tasks: [ListedTask], by grouping: TaskGroup.Grouping,
    _ session: CommandSession
  ) throws {
    session.page()
    let numbers = Dictionary(uniqueKeysWithValues: tasks.enumerated().map { ($1, $0 + 1) })
    let digits = "\(tasks.count)".utf8.count
    for (index, group) in groups.enumerated() {
      if index > 0, grouping != .none { try session.output.writeLine() }
      if let heading = group.heading {
        var line = StyledText(heading.text, heading.isOverdue ? .error : .title)
        if let path = heading.path {
          line.append("  ")
          line.append(session.shownPath(path), .faint)
        }
        try session.output.writeLine(line)
      }
      for task in group.tasks {
        let number = numbers[task].map { "@\($0)" } ?? ""
        let room = String(repeating: " ", count: max(0, digits + 1 - number.utf8.count))
        var line = StyledText("  " + room + number + " ", .faint)
        line.append(TaskWords.line(of: task, today: session.today))
        let place = grouping == .note ? "" : session.shownPath(task.path)
        line.append("  \(place):\(task.position.line)", .faint)
        try session.output.writeLine(line)
      }
    }
  }

  private static func open(_ tasks: [ListedTask], _ session: CommandSession) throws {
    guard !tasks.isEmpty else { return }
    var seen: Set<NotePath> = []
    let places = tasks.filter { seen.insert($0.path).inserted }
    guard places.count <= 20 else {
      throw UsageError(
        message: "\(Amount.count(places.count, "note")) have such tasks",
        hint: "ask for fewer with `-n`")
    }
    try session.edit(places.map { ($0.path, $0.position.line) })
  }

  private static func printCSV(_ tasks: [ListedTask], _ session: CommandSession) throws {
    var table = CSVWriter(columns: TaskWords.columns)
    for task in tasks {
      table.row(TaskWords.row(of: task, path: session.shownPath(task.path)))
      try session.output.write(draining: &table)
    }
    try session.output.write(draining: &table)
  }

  private static func printJSON(
    _ query: String, _ tasks: [ListedTask], _ session: CommandSession
  ) throws {
    try session.output.writeJSON {
      $0.field("query", query)
      try $0.array("tasks") {
        for task in tasks {
          $0.task(task, path: session.shownPath(task.path), today: session.today)
          try session.output.write(draining: &$0)
        }
      }
    }
  }
}
