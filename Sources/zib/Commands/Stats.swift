import Arguments
import Exchange
import Indexing
import Notes
import Rendering
import Search
import Sessions
import Terminals
import Vaults
import Wording

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
    if let months = statistics.months(width: session.terminal.width) {
      try session.output.writeLine()
      for line in months { try session.output.writeLine(line) }
    }
  }

  private static func printJSON(
    _ query: String, _ statistics: NoteStatistics, _ session: CommandSession
  ) throws {
    try session.output.writeJSON {
      $0.field("query", query)
      $0.statistics(statistics)
    }
  }
}
