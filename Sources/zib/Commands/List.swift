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

/// `zib list`: notes and their facts.
enum List {
  static let query = Positional(
    "QUERY", each: .string(completing: .values(of: "query")),
    help: "A query as for `zib search`; by default all notes.")
  static let limit = Option(
    "limit", short: "n", value: "N", .int(in: 0...), default: 0,
    help: "Print at most `N` notes; 0 means all.")
  static let sort = Option(
    "sort", .oneOf(VaultSearch.Order.self), default: .path, help: "The order.")
  static let json = Flag("json", help: "Print JSON.")

  static let command = Command(
    "list", aliases: ["ls"], group: "Find", summary: "List notes",
    discussion: """
      Prints the path and the title of each note that the query takes, by path. Into a pipe, the
      two are separated by a tab.
      """,
    arguments: [
      query, limit, NoteListing.offset, sort, NoteListing.reverse, NoteListing.null,
      NoteListing.format, json, NoteListing.csv, NoteListing.at, NoteListing.deleted,
    ],
    exclusive: [
      [NoteListing.format, json, NoteListing.csv], [NoteListing.null, json, NoteListing.csv],
      [NoteListing.at, NoteListing.deleted],
    ],
    unknownOptionsArePositional: true,
    sections: [
      NoteListing.formatSection(NoteFields.meanings),
      Section(
        "JSON",
        """
        An object with `version` (1), `query` and `notes`. A note has `path`, `title`, `modified`
        and `created` (UTC milliseconds; `created` is null where the front matter does not say it),
        `date` (the journal day, or the front matter's), `words`, `tags` and `properties`.
        """),
      Section(
        "CSV",
        """
        `--csv` prints the columns `path`, `title`, `modified`, `created`, `date`, `words` and `tags`, and
        one for each other property that a note of the list has, by name. Days are `2026-11-21`; the items
        of a list are parted by `, `.
        """),
    ],
    examples: [
      "zib list": "All notes.",
      "zib list tag:books status:read --sort created": "Books that were read, the newest first.",
      "zib list is:book --format '{title:40} {author}'": "Columns of your own.",
      "zib list --deleted --sort modified": "What was deleted, the last first.",
      "zib list is:book --csv > books.csv": "For a spreadsheet.",
      "zib list -0 is:orphan | xargs -0 wc -w": "Paths for another program.",
      "zib list modified:today | cut -f 1 | zib set - checked=true":
        "Set a property of all of them.",
    ],
    exitStatuses: [0: "There are such notes.", 1: "There are none."],
    seeAlso: ["zib-search(1)", "zib-tags(1)", "zib-properties(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let text = Query.text(ofWords: arguments[query])
      let most = arguments[limit]
      try session.lookIntoPast(arguments)
      let list = try session.search { search in
        try HitList(
          search, text, order: arguments[sort], reversed: arguments[NoteListing.reverse],
          offset: arguments[NoteListing.offset], limit: most == 0 ? nil : most, countsAll: false,
          explained: false)
      }
      session.tell(list.query)
      if let template = arguments[NoteListing.format] {
        let template = try NoteFields.template(template, list.search)
        try list.write(template, arguments[NoteListing.null] ? "\0" : "\n", session)
      } else if arguments[json] {
        try printJSON(list, session)
      } else if arguments[NoteListing.csv] {
        try printCSV(list, session)
      } else if arguments[NoteListing.null] {
        try list.writePaths(end: 0, session)
      } else {
        session.page()
        try printText(list.results, session)
      }
      session.remember(listed: list.results.map { ListedPlace($0.path) })
      if list.results.isEmpty {
        session.messages.note(
          !text.isEmpty
            ? "no notes found"
            : arguments[NoteListing.deleted]
              ? "no notes were deleted" : "no notes in this vault yet")
      }
      return list.results.isEmpty ? .nothingFound : .done
    }
  }

  static func printText(_ results: [VaultSearch.Result], _ session: CommandSession) throws {
    guard session.terminal.isOutputTerminal else {
      for result in results {
        var line = StyledText(session.shownPath(result.path), .path)
        line.append("\t")
        line.append(session.output.inLine(result.title), .title)
        try session.output.writeLine(line)
      }
      return
    }
    let paths = results.map { session.shownPath($0.path) }
    let widths = paths.map(\.displayWidth)
    // Longer paths overflow the column; they are never cut, because people copy them.
    let room = session.terminal.width
    let column = widths.filter { $0 <= room * 3 / 5 }.max() ?? 0
    for (index, result) in results.enumerated() {
      var line = StyledText(paths[index], .path)
      let used = max(widths[index], column) + 2
      if used + 8 <= room {
        line = line.padded(toWidth: used)
        line.append(StyledText(result.title, .title).truncated(toWidth: room - used))
      }
      try session.output.writeLine(line)
    }
  }

  /// The properties that have a column of another name.
  private static let shownKeys: Set<String> = ["title", "tags", "created", "date"]

  private static func printCSV(_ list: HitList, _ session: CommandSession) throws {
    var rows: [(result: VaultSearch.Result, tags: [String], properties: [String: String])] = []
    try list.search.forEachDescription(of: list.results) { result, note in
      var properties: [String: String] = [:]
      for entry in note?.frontMatter?.entries ?? [] {
        guard let key = entry.key.text, !shownKeys.contains(key.lowercased()) else { continue }
        let text = entry.value.strings.joined(separator: ", ")
        if !text.isEmpty { properties[key] = text }
      }
      rows.append((result, note?.uniqueTags ?? [], properties))
    }
    let keys = Set(rows.flatMap { $0.properties.keys }).sorted()
    var table = CSVWriter(
      columns: ["path", "title", "modified", "created", "date", "words", "tags"] + keys)
    func day(_ milliseconds: Int64?) -> String? {
      milliseconds.map { CivilDateTime(milliseconds: $0, in: session.zone).date.description }
    }
    for row in rows {
      let facts = try list.search.facts(of: row.result)
      let fixed: [String?] = [
        session.shownPath(row.result.path), row.result.title, day(facts.modified),
        day(facts.created), facts.day?.description, "\(facts.words)",
        row.tags.joined(separator: ", "),
      ]
      table.row(fixed + keys.map { row.properties[$0] })
      try session.output.write(draining: &table)
    }
    try session.output.write(draining: &table)
  }

  static func printJSON(_ list: HitList, _ session: CommandSession) throws {
    try session.output.writeJSON {
      $0.field("query", list.query.text)
      try $0.array("notes") { json in
        try list.search.forEachDescription(of: list.results) { result, note in
          let facts = try list.search.facts(of: result)
          json.object {
            $0.field("path", session.shownPath(result.path))
            $0.field("title", result.title)
            $0.field("modified", Int(facts.modified))
            $0.field("created", facts.created.map { Int($0) })
            $0.field("date", facts.day?.description)
            $0.field("words", facts.words)
            $0.field("tags", note?.uniqueTags ?? [])
            if let note { $0.properties(of: note) } else { $0.object("properties") { _ in } }
          }
          try session.output.write(draining: &json)
        }
      }
    }
  }
}
