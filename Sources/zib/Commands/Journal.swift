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

/// `zib journal`: the entries of the journal.
enum Journal {
  static let query = Positional(
    "QUERY", each: .string(completing: .values(of: "query")),
    help: "A query as for `zib search`; by default all entries.")
  static let from = Option("from", value: "DATE", .string, help: "From that day on.")
  static let to = Option("to", value: "DATE", .string, help: "Up to and including that day.")
  static let on = Option(
    "on", value: "DATES", .string, help: "On those days: `2026-11`, `last week`, `yesterday`.")
  static let onThisDay = Flag(
    "on-this-day", help: "Entries of this day in every year, or of the day of `--on`.")
  static let mood = Option(
    "mood", short: "m", value: "MOOD", each: .string(completing: .values(of: "moods")),
    help: "With that mood, by emoji or name; may be repeated for any of several.")
  static let tag = Option(
    "tag", value: "TAG", each: .string(completing: .values(of: "tags")),
    help: "With that hashtag or one below it; may be repeated for all of several.")
  static let limit = Option(
    "limit", short: "n", value: "N", .int(in: 0...),
    help:
      "Print at most `N` entries; 0 means all. By default 20, or all of the days that are given.")
  static let full = Flag("full", short: "f", help: "Print the entries whole.")
  static let files = Flag("files", short: "l", help: "Print the days' paths alone.")
  static let json = Flag("json", help: "Print JSON.")
  static let stats = Flag("stats", help: "Count entries and streaks, and draw a year of days.")
  static let moods = Flag("moods", help: "Draw moods over time.")
  static let svg = Flag("svg", help: "With `--stats` or `--moods`: print the picture as SVG.")

  static let command = Command(
    "journal", aliases: ["j"], group: "Journal", summary: "List entries of the journal",
    discussion: """
      Prints entries, the latest day first and in it the latest moment, whatever the zone of its clock:
      on a terminal by day, into a pipe a line each, `path:line:column: text`, which editors can jump
      through. Each entry is searched as if it were a note: words, phrases, hashtags and `mood:` have
      to be in it. `--full` prints entries whole.

      `--stats` counts what the query finds and draws the days of a year; `--moods` tells how often
      each mood was and draws how good they were, week by week and day by day.

      Entries are headings such as `## 08:15`. Without a query, a mood or a hashtag, days whose notes
      have none are listed among them, with their first words, and printed with their text by
      `--full`, `--as` and `--json`. Text of a day beside its entries is not printed but told;
      `zib day` shows the whole day.
      """,
    arguments: [
      query, from, to, on, onThisDay, mood, tag, limit, NoteListing.reverse, full, files,
      NoteListing.null, json, NoteListing.csv, ShareForm.option, stats, moods, svg,
    ],
    exclusive: [
      [full, files, NoteListing.null, json, NoteListing.csv, ShareForm.option], [stats, moods],
      [stats, NoteListing.csv], [moods, NoteListing.csv],
      [stats, ShareForm.option], [moods, ShareForm.option],
      [stats, full, files, NoteListing.null], [moods, full, files, NoteListing.null], [svg, json],
      [svg, full, files, NoteListing.null],
    ],
    unknownOptionsArePositional: true,
    sections: [
      SearchNotes.querySection,
      Section(
        "JSON",
        """
        An object with `version` (1), `query`, `entries` and `plainDays` (days whose notes have no
        entries: `path`, `date`, `text`). An entry has `path`, `line`, `date`,
        `time`, `zone`, `utc` (milliseconds), `mood`, `moodName` (null where the emoji has none here),
        `title`, `tags`, `words` and `text`; with `--as json` titles and texts are for other people,
        without comments, as those of `zib share` are. With `--stats` or `--moods` it has `entries`, `words`,
        `days`, `current` and `longest` (a streak: `days`, `first`, `last`), `moods` (`mood`, `name`,
        `valence` from -2 to 2, `count`) and `byDay` (`date`, `entries`, `valence`).
        """),
      Section(
        "CSV",
        """
        `--csv` prints a row for each entry, with the columns `date`, `time`, `zone`, `mood`, `moodName`,
        `title`, `tags`, `words`, `text`, `path` and `line`.
        """),
    ],
    examples: [
      "zib journal": "The latest entries.",
      "zib journal heron --from 2026-01": "Those of this year that say heron.",
      "zib journal --on-this-day": "What was written on this day in other years.",
      "zib journal -m happy -m 🙂 '#garden'": "By mood and hashtag.",
      "zib journal --full --reverse --on 2026-11": "A month to read.",
      "zib journal --on 2026-11 --reverse --as text": "The same for a mail.",
      "zib journal -n 0 --csv > journal.csv": "All entries for a spreadsheet.",
      "zib journal --moods": "How it went.",
      "zib journal --stats --svg > year.svg": "A picture of the year.",
    ],
    exitStatuses: [0: "There are such entries.", 1: "There are none."],
    seeAlso: ["zib-log(1)", "zib-day(1)", "zib-search(1)", "zib-share(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in try run(arguments, session) }
  }

  private static func run(_ arguments: ParsedArguments, _ session: CommandSession) throws
    -> ExitCode
  {
    let filter = try filter(arguments, session)
    let isPicture = arguments[stats] || arguments[moods]
    if arguments[svg], !isPicture {
      throw UsageError(message: "`--svg` draws what `--stats` or `--moods` count")
    }
    let isPaths = arguments[files] || arguments[NoteListing.null]
    let form = arguments[ShareForm.option]
    let isBounded = !filter.days.isEmpty || filter.anniversaryOf != nil
    let most = isPicture ? 0 : arguments[limit] ?? (isPaths || isBounded ? 0 : 20)
    let words = Query.text(ofWords: arguments[query])
    // One more, to know whether there are more.
    var found = try entries(words, filter, limit: most == 0 ? nil : most + 1, session)
    if isPicture {
      let until = filter.days.compactMap(\.end).min().map { $0.adding(days: -1) }
      let statistics = JournalStatistics(
        found.lazy.map { .init(day: $0.day, mood: $0.mood, words: $0.words) }, today: session.today)
      let picture = JournalPicture(
        statistics, subject: arguments[moods] ? .moods : .entries,
        until: min(until ?? session.today, session.today))
      if arguments[svg] {
        try session.output.write(picture.svg)
      } else if arguments[json] {
        var json = picture.json(query: words)
        try session.output.write(draining: &json)
        try session.output.writeLine()
      } else if !found.isEmpty {
        let terminal = session.terminal
        for line in picture.lines(
          width: terminal.width, isCut: terminal.isOutputTerminal, colors: terminal.colors)
        {
          try session.output.writeLine(line)
        }
      }
    } else {
      var isCut = most > 0 && found.count > most
      if isCut { found.removeLast(found.count - most) }
      let isListed =
        form == nil && !isPaths && !arguments[full] && !arguments[json]
        && !arguments[NoteListing.csv]
      var list = JournalList(found, [])
      let isQuery = words.contains { $0 != " " } || filter.moods != nil || !filter.tags.isEmpty
      if !isQuery {
        list = JournalList(
          found,
          try plainDays(filter, beside: found, isCut: isCut, withItems: isListed, session))
        if most > 0, list.keepLatest(most) { isCut = true }
      }
      if arguments[NoteListing.reverse] { list.reverse() }
      let lines = list.lines
      let printer = JournalPrinter(session: session)
      if arguments[json] || form == .json {
        try printer.printJSON(words, list, isShared: !arguments[json])
      } else if arguments[NoteListing.csv] {
        try printer.printCSV(list.entries)
      } else if let form {
        if !lines.isEmpty { try printer.share(lines, as: form, title: words) }
      } else if isPaths {
        try printer.printPaths(lines, end: arguments[NoteListing.null] ? 0 : 0x0A)
      } else if arguments[full] {
        try printer.printFull(lines)
      } else {
        try printer.printLines(lines)
        session.remember(
          listed: lines.map { line in
            switch line {
            case .entry(let entry): ListedPlace(entry.path, line: entry.line)
            case .day(let day): ListedPlace(day.path)
            }
          })
        if !list.days.isEmpty {
          let isAll = !isBounded && !isCut
          try tell(list.days, beside: list.entries, isAll: isAll, session)
        }
      }
      // The forms for programs say the zone of each entry.
      if isListed || arguments[full] { try session.tellDoubled(list.entries) }
      if !isListed, !isPaths, !isQuery { try tellTextBeside(list.entries, session) }
      if isCut, arguments[limit] == nil {
        try session.output.flush()
        session.messages.note("the latest \(most) entries; `-n 0` prints all")
      }
      if !list.days.isEmpty { return .done }
    }
    if found.isEmpty { session.messages.note(try noEntries(arguments, session)) }
    return found.isEmpty ? .nothingFound : .done
  }

  /// Reports that there are no entries; also days whose notes have none, because they look like a
  /// journal as well.
  private static func noEntries(
    _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> String {
    let options: [any ArgumentDeclaration] = [query, from, to, on, onThisDay, mood, tag]
    if options.contains(where: { arguments.isGiven($0) }) {
      return "no entries found" + (try elsewhere(arguments, session))
    }
    let days = try session.search { search in
      try search.results(search.query("is:journal"), order: .path).count
    }
    return days == 0
      ? "no journal entries found; `zib log TEXT` writes one"
      : "no timed entries found; \(Amount.count(days, "day has", "days have")) a note, and "
        + "entries are what follows headings such as `## 08:15`; `zib list is:journal` lists the days"
  }

  /// The search that finds in days what no entry has.
  private static func elsewhere(
    _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> String {
    let words = Query.text(ofWords: arguments[query])
    let others: [any ArgumentDeclaration] = [from, to, on, onThisDay, mood, tag]
    if words.allSatisfy({ $0 == " " }) || others.contains(where: { arguments.isGiven($0) }) {
      return ""
    }
    let isPlain = words.allSatisfy { $0.isLetter || $0.isNumber || $0 == " " }
    let text = (isPlain ? words : "(\(words))") + " is:journal"
    let count = try session.search { try $0.results($0.query(text), order: .path).count }
    return count == 0
      ? ""
      : "; text beside entries is not searched here: `zib search \(shellQuoted(text))` finds "
        + Amount.count(count, "day")
  }

  private static func filter(
    _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> EntryFilter {
    var filter = EntryFilter()
    if let words = arguments[from] { filter.days.append(try session.days(words).fromStart) }
    if let words = arguments[to] { filter.days.append(try session.days(words).throughEnd) }
    let days = try arguments[on].map(session.days)
    if arguments[onThisDay] {
      if let days, days.day == nil {
        throw UsageError(message: "`--on-this-day` is about one day, and `--on` names several")
      }
      filter.anniversaryOf = days?.day ?? session.today
    } else if let days {
      filter.days.append(days)
    }
    if !arguments[mood].isEmpty { filter.moods = try arguments[mood].flatMap(session.moods) }
    filter.tags = arguments[tag].map { Hashtag($0) }
    return filter
  }

  private static func entries(
    _ words: String, _ filter: EntryFilter, limit: Int?, _ session: CommandSession
  ) throws -> [DatedEntry] {
    // Without a query the folder is enough.
    let home = try session.journalZone()
    if words.allSatisfy({ $0 == " " }) {
      return try session.vault().entries(filter, limit: limit, home: home)
    }
    let (read, found) = try session.search { search in
      let read = search.query(words)
      return (read, try search.entries(read, filter, limit: limit, home: home))
    }
    session.tell(read)
    return found
  }

  // MARK: Forms

  /// Days that have a note without entries, the latest first; of a list that was cut those beside what is shown.
  ///
  /// - Parameter withItems: true for days as well that have entries, and items with a time that are none.
  private static func plainDays(
    _ filter: EntryFilter, beside entries: [DatedEntry], isCut: Bool, withItems: Bool,
    _ session: CommandSession
  ) throws -> [JournalDay] {
    let known = Set(entries.filter { !withItems || !$0.isBesideItems }.map(\.path))
    let oldest = isCut ? entries.last?.day : nil
    return try session.vault().journalDays().reversed().filter { day in
      filter.accepts(day.day) && !known.contains(day.path) && oldest.map { day.day > $0 } ?? true
    }
  }

  /// Tells that days of the list have no entries, or items that are none.
  private static func tell(
    _ days: [JournalDay], beside entries: [DatedEntry], isAll: Bool, _ session: CommandSession
  ) throws {
    try session.output.flush()
    let known = Set(entries.map(\.path))
    let plain = days.filter { !known.contains($0.path) }
    if days.count > plain.count {
      let heading = try session.vault().configuration.text("journal.heading")
      let place = heading.isEmpty ? "" : "they are below a heading `\(heading)` or "
      session.messages.note(
        Amount.count(
          days.count - plain.count, "day has items with a time, which are no entries",
          "days have items with a time, which are no entries")
          + " unless \(place)`zib config journal.bullets true` is set")
    }
    if plain.isEmpty { return }
    let which =
      if !entries.isEmpty {
        Amount.count(
          plain.count, "day has a note, but no entries", "days have notes, but no entries")
          + ", which are headings such as `## 08:15`"
      } else if isAll {
        "no day has entries, which are headings such as `## 08:15`; these are the days"
      } else {
        (plain.count == 1
          ? "this day has a note, but no entries" : "these days have notes, but no entries")
          + ", which are headings such as `## 08:15`"
      }
    session.messages.note(which)
  }

  /// Tells that days whose entries were printed whole have other text too.
  private static func tellTextBeside(
    _ entries: [DatedEntry], _ session: CommandSession
  ) throws {
    let days = Set(entries.filter(\.isBesideText).map(\.day)).sorted()
    guard let last = days.last else { return }
    try session.output.flush()
    session.messages.note(
      Amount.count(days.count, "day has", "days have")
        + " text outside the entries, which is not printed; `zib day \(last)` shows "
        + (days.count == 1 ? "it" : "one of them"))
  }
}
