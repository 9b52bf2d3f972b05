import Arguments
import Exchange
import Indexing
import Notes
import Rendering
import Search
import Terminals
import Vaults

/// `zib stats`: counts over a vault.
enum Stats {
  static let query = Positional(
    "QUERY", each: .string(completing: .values(of: "query")),
    help: "A query as for `zib search`; by default all notes.")
  static let json = Flag("json", help: "Print JSON.")

  static let command = Command(
    "stats", group: "Find", summary: "Show statistics of a vault",
    discussion: """
      Counts notes, words, hashtags, links, quotes, prompts, tasks, books and journal days, and
      draws how many notes were made in each month: by the front matter's date of creation, else
      the journal day, else the file's last change.
      """,
    arguments: [query, json],
    unknownOptionsArePositional: true,
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `query`, `notes`, `words`, `hashtags`, `links` (`total`,
        `broken`), `quotes`, `clozes`, `questions`, `tasks` (`open`, `done`), `books` (`total`,
        and one for each status), `journal` (`days`, `first`, `last`) and `months`: for each
        `month` that has notes, how many.
        """)
    ],
    examples: [
      "zib stats": "The whole vault.",
      "zib stats tag:garden": "The notes with a hashtag.",
      "zib stats date:2026 is:journal": "A year of the journal.",
    ],
    exitStatuses: [0: "Done.", 1: "The query finds no notes."],
    seeAlso: ["zib-list(1)", "zib-tags(1)", "zib-properties(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let text = Query.text(ofWords: arguments[query])
      let isQuiet = session.messages.level == .quiet
      let bar = ProgressBar("Reading notes", terminal: session.terminal, quiet: isQuiet)
      let (query, statistics) = try session.search { search in
        let query = search.query(text)
        return (query, try search.statistics(of: query) { bar.update($0, of: $1) })
      }
      bar.finish()
      session.tell(query)
      let isNothing = statistics.notes == 0 && query.root != .all
      if arguments[json] {
        try printJSON(text, statistics, session)
      } else if !isNothing {
        try printText(statistics, session)
      }
      if isNothing { session.messages.note("nothing was found") }
      return isNothing ? .nothingFound : .done
    }
  }

  private static func printText(_ statistics: NoteStatistics, _ session: CommandSession) throws {
    var columns = TextColumns([.left, .right, .left], flexible: 2)
    func add(_ name: String, _ count: Int, _ detail: String = "") {
      var cells = [StyledText(name, .faint), StyledText(Amount.count(count), .position)]
      if !detail.isEmpty { cells.append(StyledText(detail)) }
      columns.add(cells)
    }
    let notes = max(1, statistics.notes)
    add("notes", statistics.notes)
    add("words", statistics.words, "\(Amount.count(statistics.words / notes)) a note")
    add("hashtags", statistics.hashtags)
    add(
      "links", statistics.links,
      statistics.brokenLinks > 0 ? "\(Amount.count(statistics.brokenLinks)) broken" : "")
    add("quotes", statistics.quotes)
    add("clozes", statistics.clozes)
    add("questions", statistics.questions)
    let tasks = statistics.openTasks + statistics.doneTasks
    add(
      "tasks", tasks,
      tasks > 0
        ? "\(Amount.count(statistics.openTasks)) open, \(Amount.count(statistics.doneTasks)) done"
        : "")
    let books = Book.Status.allCases.compactMap { status in
      statistics.booksByStatus[status].map { "\(Amount.count($0)) \(status.words)" }
    }
    add("books", statistics.books, books.joined(separator: ", "))
    var days = ""
    if let first = statistics.firstJournalDay, let last = statistics.lastJournalDay {
      days = first == last ? "\(first)" : "\(first) to \(last)"
    }
    add("journal days", statistics.journalDays, days)
    let isTerminal = session.terminal.isOutputTerminal
    for line in columns.lines(width: isTerminal ? session.terminal.width : nil) {
      try session.output.writeLine(line)
    }
    if let months = months(statistics, width: session.terminal.width) {
      try session.output.writeLine()
      for line in months { try session.output.writeLine(line) }
    }
  }

  /// The notes of each month as a curve, up to this month, as far back as there is room.
  private static func months(_ statistics: NoteStatistics, width: Int) -> [StyledText]? {
    guard let first = statistics.notesByMonth.keys.min(),
      let last = statistics.notesByMonth.keys.max()
    else { return nil }
    let count = min(last.number - first.number + 1, min(width, 60))
    let shown = (last.number - count + 1)...last.number
    let values = shown.map { statistics.notesByMonth[NoteStatistics.Month(number: $0), default: 0] }
    let start = NoteStatistics.Month(number: shown.lowerBound)
    let most = values.max() ?? 0
    let mostWords = Amount.count(most, "note")
    return [
      StyledText(Sparkline.text(values), .position),
      StyledText(
        start == last
          ? "\(last), \(mostWords)" : "\(start) to \(last), at most \(mostWords) a month", .faint),
    ]
  }

  private static func printJSON(
    _ query: String, _ statistics: NoteStatistics, _ session: CommandSession
  ) throws {
    var json = JSONWriter()
    json.object {
      $0.field("version", 1)
      $0.field("query", query)
      $0.field("notes", statistics.notes)
      $0.field("words", statistics.words)
      $0.field("hashtags", statistics.hashtags)
      $0.object("links") {
        $0.field("total", statistics.links)
        $0.field("broken", statistics.brokenLinks)
      }
      $0.field("quotes", statistics.quotes)
      $0.field("clozes", statistics.clozes)
      $0.field("questions", statistics.questions)
      $0.object("tasks") {
        $0.field("open", statistics.openTasks)
        $0.field("done", statistics.doneTasks)
      }
      $0.object("books") {
        $0.field("total", statistics.books)
        for status in Book.Status.allCases {
          $0.field(status.rawValue, statistics.booksByStatus[status, default: 0])
        }
      }
      $0.object("journal") {
        $0.field("days", statistics.journalDays)
        $0.field("first", statistics.firstJournalDay?.description)
        $0.field("last", statistics.lastJournalDay?.description)
      }
      $0.array("months") {
        for (month, notes) in statistics.notesByMonth.sorted(by: { $0.key < $1.key }) {
          $0.object {
            $0.field("month", month.description)
            $0.field("notes", notes)
          }
        }
      }
    }
    try session.output.write(draining: &json)
    try session.output.writeLine()
  }
}

extension Book.Status {
  /// The status after a number of books: `3 to read`.
  fileprivate var words: String {
    switch self {
    case .want: "to read"
    case .reading: "being read"
    case .read: "read"
    case .abandoned: "abandoned"
    }
  }
}
