import Arguments
import Indexing
import Rendering
import Search
import Sessions
import Terminals
import Vaults
import Wording

/// `zib search`: finds notes by their text.
enum SearchNotes {
  static let query = Positional(
    "QUERY", each: .string(completing: .values(of: "query")), atLeast: 1,
    help: "Words, phrases and conditions; see Query.")
  static let limit = Option(
    "limit", short: "n", value: "N", .int(in: 0...),
    help: "Print at most `N` notes; 0 means all. By default 20, or all with `-l` and `-0`.")
  static let sort = Option(
    "sort", .oneOf(VaultSearch.Order.self), default: .score, help: "The order.")
  static let allMatches = Flag(
    "all-matches", short: "a", help: "Print every line with matches, not only the best.")
  static let context = Option(
    "context", value: "N", .int(in: 0...), default: 0,
    help: "Print `N` lines of the note around each match.")
  static let files = Flag("files", short: "l", help: "Print paths alone.")
  static let count = Flag("count", short: "c", help: "Print how many notes there are.")
  static let explain = Flag(
    "explain", help: "Explain how the query was read and how each note was ranked.")
  static let json = Flag("json", help: "Print JSON.")

  static let command = Command(
    "search", aliases: ["s"], group: "Find", summary: "Search notes by words, tags and properties",
    discussion: """
      Prints the notes that the query finds, the best first: title, path, line and column, and the
      line with the most of the words. Into a pipe, each is a line `path:line:column: text`, which
      editors can jump through; with `--context` the lines around it are `path-line- text`.
      With `file:` other files than notes are found as well, by their paths.

      Notes are found as they are at this moment, whatever program changed them. With `--at` they
      are found as the vault's history had them then, and with `--deleted` those that are no more;
      `modified:` is then the time of that version, or of the deletion.
      """,
    arguments: [
      query, limit, NoteListing.offset, sort, NoteListing.reverse, allMatches, context, files,
      NoteListing.null, count, NoteListing.format, explain, json,
      NoteListing.at, NoteListing.deleted,
    ],
    exclusive: [
      [files, count, NoteListing.format, json], [NoteListing.null, count],
      [NoteListing.null, json], [allMatches, files, count, NoteListing.format],
      [explain, files, count, NoteListing.format], [explain, NoteListing.null],
      [NoteListing.at, NoteListing.deleted],
    ],
    unknownOptionsArePositional: true,
    sections: [
      querySection,
      NoteListing.formatSection([
        "path, folder, name": "The path, the folder it lies in, and the file's name without `.md`.",
        "title": "The title.",
        "line, column, text": "The best match: its place, and the line around it.",
        "score": "How well the note fits.",
        "modified, created, date": "Days; `{modified:YYYY-MM-DD HH:mm}` as the pattern has it.",
        "words, tags": "How many words it has, and its hashtags.",
      ]),
      Section(
        "JSON",
        """
        An object with `version` (1), `query`, `read` (how it was understood), `notes` (what was
        not understood as it stands), `total` and `hits`. A hit has `path`, `title`, `score`,
        `modified` (UTC milliseconds), `words` and `matches`: for each, `line`, `column`, `text`
        and `ranges`, the matches in the text. Lines and columns count from 1, ranges from 0, in
        Unicode scalars. With `--context` a match has `before` and `after`, the lines around it,
        and with `--explain` a hit has `explanation`. `files` are the files that are no notes,
        each with its `path`.
        """),
    ],
    examples: [
      "zib search the cost of a thing": "Notes with all these words.",
      "zib search '\"cost of a thing\"'": "The words in a row.",
      "zib search tag:books status:reading -shakespeare": "By tag and property, without a word.",
      "zib search -l 'modified:last-week' | fzf": "Paths for another program.",
      "zib search --at 2026-10 quince": "As the notes were at the end of October.",
      "zib search --deleted quince": "In deleted notes; `zib restore` brings one back.",
      "zib search --context 2 soil": "With two lines before and after.",
      "zib search -a soil > places && vim -q places": "Step through every place in the editor.",
    ],
    exitStatuses: [0: "Something was found.", 1: "Nothing was found."],
    seeAlso: ["zib-list(1)", "zib-tags(1)", "zib-properties(1)", "zib-restore(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      try run(arguments, session)
    }
  }

  static let querySection = Section(
    "Query",
    "Any text is a query. Quote it where the shell would read `*`, `(`, `#`, `>` or `\"` itself. "
      + "Words are found in all their forms by the rules of one language, the note's `lang` or the "
      + "vault's `language`: one German note in an English vault needs `lang: de` for Haus to find Häuser.",
    items: [
      "word": "In titles, names, headings, tags and text, in any case, with or without accents.",
      "\"two words\"": "In a row, exactly so.",
      "word*, *word*, w*d, word~":
        "Words that begin so, have it in them, begin and end so; words one or two letters off.",
      "=Word, =\"Two Words\"":
        "With these very capitals and accents, also in one part: `title:=Word`, `code:=Word`.",
      "C++, .NET, foo_bar": "Signs that belong to a word count.",
      "a b, a OR b, -a": "Both; one of them; without. Parentheses group.",
      "a NEAR/5 b": "At most five words between them.",
      "block:(a b), section:(a b)": "Both in one paragraph or list item; under one heading.",
      "code:, quote:, task:": "In code, in a quotation, in a task: `task:(call mother)`.",
      "/pattern/":
        "A regular expression, in the text itself. One that begins with a space is quoted by itself.",
      "title:, heading:, alias:, body:": "Words in that part alone: `title:walden`.",
      "#tag, tag:books": "A hashtag or one below it.",
      "file:":
        "By a part of the file's name, also files that are no notes: `file:report`, `file:*.pdf`.",
      "path:, link:, lang:":
        "In that folder (`path:Journal/2026`), linking to that note, in that language.",
      "linked-from:, links:, backlinks:":
        "Linked to by that note; by the number of links and backlinks: `backlinks:0`.",
      "has:": "What is in the note: \(names(of: "has")).",
      "is:": "What it is: \(names(of: "is")).",
      "modified:, created:, date:": "Days: `2026`, `2026-11..`, `>=2026-01-01`, `last-week`.",
      "due:, scheduled:, start:, priority:":
        "Open tasks by their days and importance: `due:<=today`, `priority:>=medium`.",
      "done:, cancelled:": "Tasks by the day of their end: `done:last-week`.",
      "words:, mood:": "By length, `words:>1000`; of a journal entry, `mood:happy`.",
      "key:value, key>=3, key:*, -key:*": "Any property of front matter.",
    ])

  private static func names(of key: String) -> String {
    NoteFlag.names(of: key).map { "`\($0)`" }.joined(separator: ", ")
  }

  private static func run(_ arguments: ParsedArguments, _ session: CommandSession) throws
    -> ExitCode
  {
    let text = Query.text(ofWords: arguments[query])
    try session.lookIntoPast(arguments)
    let isPaths =
      arguments[files] || (arguments[NoteListing.null] && arguments[NoteListing.format] == nil)
    if arguments[count] {
      let (query, count) = try session.search { search in
        let query = search.query(text)
        return (query, try search.count(query) + search.files(query).count)
      }
      session.tell(query)
      try session.output.writeLine("\(count)")
      return count == 0 ? .nothingFound : .done
    }
    let most = arguments[limit] ?? (isPaths ? 0 : 20)
    let list = try session.search { search in
      try HitList(
        search, text, order: arguments[sort], reversed: arguments[NoteListing.reverse],
        offset: arguments[NoteListing.offset], limit: most == 0 ? nil : most,
        countsAll: !isPaths, explained: arguments[explain], context: arguments[context])
    }
    session.tell(list.query)
    if let template = arguments[NoteListing.format] {
      let end = arguments[NoteListing.null] ? "\0" : "\n"
      try list.write(NoteFields.template(template, more: HitList.fields, list.search), end, session)
    } else if arguments[json] {
      try list.writeJSON(allMatches: arguments[allMatches], session)
    } else if isPaths {
      try list.writePaths(end: arguments[NoteListing.null] ? 0 : 0x0A, session)
    } else if session.terminal.isOutputTerminal || arguments[explain] {
      session.page()
      try list.writeText(allMatches: arguments[allMatches], session)
    } else {
      try list.writeLines(allMatches: arguments[allMatches], session)
    }
    session.remember(listed: (list.results.map(\.path) + list.files).map { ListedPlace($0) })
    return try end(list, isLimitGiven: arguments[limit] != nil, session)
  }

  /// Tells of files whose names have the words that no text has.
  private static func tellNames(_ list: HitList, _ session: CommandSession) throws {
    let text = list.query.text.trimmingSpaces()
    let isPlain = text.unicodeScalars.allSatisfy {
      !"\"'*:()`\\".unicodeScalars.contains($0) && $0.properties.generalCategory != .control
    }
    guard isPlain, !text.isEmpty, !text.hasPrefix("-") else { return }
    let words = text.contains(" ") ? "file:\"\(text)\"" : "file:" + text
    let query = list.search.query(words)
    let count = try list.search.count(query) + list.search.files(query).count
    guard count > 0 else { return }
    session.messages.note(
      "\(Amount.count(count, "file has", "files have")) this in the name: `zib search '\(words)'`")
  }

  private static func end(
    _ list: HitList, isLimitGiven: Bool, _ session: CommandSession
  ) throws -> ExitCode {
    if list.results.isEmpty, list.files.isEmpty {
      let suggestion = try list.search.correction(of: list.query)
      session.messages.note(
        "nothing was found" + (suggestion.map { "; did you mean `\($0)`?" } ?? ""))
      try tellNames(list, session)
      return .nothingFound
    }
    let shown = list.results.count + list.files.count
    if let total = list.total, total > shown, !isLimitGiven {
      try session.output.flush()
      let what = list.files.isEmpty ? "note" : "file"
      session.messages.note("\(shown) of \(Amount.count(total, what)); `-n 0` prints all")
    }
    return .done
  }
}
