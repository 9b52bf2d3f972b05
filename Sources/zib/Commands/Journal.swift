import Arguments
import Exchange
import Files
import Indexing
import Notes
import Rendering
import Search
import Terminals
import Vaults

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

      Where no note of a day has entries, which are headings such as `## 08:15`, the days are listed
      with their first words.
      """,
    arguments: [
      query, from, to, on, onThisDay, mood, tag, limit, NoteListing.reverse, full, files,
      NoteListing.null, json, ShareForm.option, stats, moods, svg,
    ],
    exclusive: [
      [full, files, NoteListing.null, json, ShareForm.option], [stats, moods],
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
        An object with `version` (1), `query` and `entries`. An entry has `path`, `line`, `date`,
        `time`, `zone`, `utc` (milliseconds), `mood`, `moodName` (null where the emoji has none here),
        `title`, `tags`, `words` and `text`. With `--stats` or `--moods` it has `entries`, `words`,
        `days`, `current` and `longest` (a streak: `days`, `first`, `last`), `moods` (`mood`, `name`,
        `valence` from -2 to 2, `count`) and `byDay` (`date`, `entries`, `valence`).
        """),
    ],
    examples: [
      "zib journal": "The latest entries.",
      "zib journal heron --from 2026-01": "Those of this year that say heron.",
      "zib journal --on-this-day": "What was written on this day in other years.",
      "zib journal -m happy -m 🙂 '#garden'": "By mood and hashtag.",
      "zib journal --full --reverse --on 2026-11": "A month to read.",
      "zib journal --on 2026-11 --reverse --as text": "The same for a mail.",
      "zib journal --moods": "How it went.",
      "zib journal --stats --svg > year.svg": "A picture of the year.",
    ],
    exitStatuses: [0: "There are such entries.", 1: "There are none."],
    seeAlso: ["zib-log(1)", "zib-day(1)", "zib-search(1)", "zib-share(1)"]
  ) { arguments in
    Session.run(arguments) { session in try run(arguments, session) }
  }

  private static func run(_ arguments: ParsedArguments, _ session: Session) throws -> ExitCode {
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
      let picture = JournalPicture(
        found, kind: arguments[moods] ? .moods : .entries,
        until: min(until ?? session.today, session.today), today: session.today)
      if arguments[svg] {
        try session.output.write(picture.svg)
      } else if arguments[json] {
        try picture.writeJSON(query: words, session)
      } else if !found.isEmpty {
        for line in picture.lines(session.terminal) { try session.output.writeLine(line) }
      }
    } else {
      var isCut = most > 0 && found.count > most
      if isCut { found.removeLast(found.count - most) }
      let isListed = form == nil && !isPaths && !arguments[full] && !arguments[json]
      var days: [JournalDay] = []
      if isListed, words.allSatisfy({ $0 == " " }), filter.moods == nil, filter.tags.isEmpty {
        days = try daysWithoutEntries(filter, beside: found, isCut: isCut, session)
        let all = found.count + days.count
        let room = most == 0 ? days.count : room(for: days, beside: &found, most)
        isCut = isCut || found.count + room < all
        days.removeLast(days.count - room)
      }
      if arguments[NoteListing.reverse] {
        found.reverse()
        days.reverse()
      }
      if arguments[json] || form == .json {
        try printJSON(words, found, session)
      } else if let form {
        if !found.isEmpty { try share(found, as: form, title: words, session) }
      } else if isPaths {
        try printPaths(found, end: arguments[NoteListing.null] ? 0 : 0x0A, session)
      } else if arguments[full] {
        try printFull(found, session)
      } else {
        try printLines(found, days, isReversed: arguments[NoteListing.reverse], session)
        if !days.isEmpty { try tell(days, besideEntries: !found.isEmpty, filter, session) }
      }
      if isCut, arguments[limit] == nil {
        try session.output.flush()
        session.messages.note("the latest \(most) entries; `-n 0` prints all")
      }
      if !days.isEmpty { return .done }
    }
    if found.isEmpty { session.messages.note(try noEntries(arguments, session)) }
    return found.isEmpty ? .nothingFound : .done
  }

  /// Reports that there are no entries; also days whose notes have none, because they look like a
  /// journal as well.
  private static func noEntries(
    _ arguments: ParsedArguments, _ session: Session
  ) throws -> String {
    let options: [any ArgumentDeclaration] = [query, from, to, on, onThisDay, mood, tag]
    if options.contains(where: { arguments.isGiven($0) }) { return "no entries found" }
    let days = try session.search { search in
      try search.results(search.query("is:journal"), order: .path).count
    }
    return days == 0
      ? "no journal entries found; `zib log TEXT` writes one"
      : "no timed entries found; \(Amount.count(days, "day has", "days have")) a note, and "
        + "entries are what follows headings such as `## 08:15`; `zib list is:journal` lists the days"
  }

  private static func filter(
    _ arguments: ParsedArguments, _ session: Session
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
    _ words: String, _ filter: EntryFilter, limit: Int?, _ session: Session
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
  private static func daysWithoutEntries(
    _ filter: EntryFilter, beside entries: [DatedEntry], isCut: Bool, _ session: Session
  ) throws -> [JournalDay] {
    let known = Set(entries.map(\.path))
    let oldest = isCut ? entries.last?.day : nil
    return try session.vault().journalDays().reversed().filter { day in
      filter.accepts(day.day) && !known.contains(day.path) && oldest.map { day.day > $0 } ?? true
    }
  }

  /// Cuts the list of both to its latest lines.
  ///
  /// - Returns: the number of days that remain.
  private static func room(
    for days: [JournalDay], beside entries: inout [DatedEntry], _ most: Int
  ) -> Int {
    var (kept, room) = (0, 0)
    while kept + room < most, kept < entries.count || room < days.count {
      let isDay =
        room < days.count && (kept == entries.count || days[room].day > entries[kept].day)
      if isDay { room += 1 } else { kept += 1 }
    }
    entries.removeLast(entries.count - kept)
    return room
  }

  /// Lists entries, and days whose notes have none, in the order in which both are given.
  private static func printLines(
    _ entries: [DatedEntry], _ days: [JournalDay], isReversed: Bool, _ session: Session
  ) throws {
    if session.terminal.isOutputTerminal { session.page() }
    var rest = days[...]
    var shown: (day: CivilDate, hasEntries: Bool)?
    for entry in entries {
      while let day = rest.first, isReversed ? day.day < entry.day : day.day > entry.day {
        try printLine(of: rest.removeFirst(), after: &shown, session)
      }
      try printLine(of: entry, after: &shown, session)
    }
    for day in rest { try printLine(of: day, after: &shown, session) }
  }

  private static func printLine(
    of entry: DatedEntry, after shown: inout (day: CivilDate, hasEntries: Bool)?,
    _ session: Session
  ) throws {
    guard session.terminal.isOutputTerminal else {
      var line = StyledText(session.shownPath(entry.path), .path)
      line.append(":", .faint)
      line.append("\(entry.line)", .position)
      line.append(":1: ", .faint)
      return try session.output.writeLine(
        line + session.output.inLine(EntryLine.line(of: entry, width: 1000)))
    }
    if entry.day != shown?.day || shown?.hasEntries == false {
      if shown != nil { try session.output.writeLine() }
      try session.output.writeLine(header(of: entry, session))
      shown = (entry.day, true)
    }
    let line = EntryLine.line(of: entry, width: session.terminal.width - 2)
    try session.output.writeLine(StyledText("  ") + line)
  }

  /// Lists a day whose note has no entries, with its first words.
  private static func printLine(
    of day: JournalDay, after shown: inout (day: CivilDate, hasEntries: Bool)?,
    _ session: Session
  ) throws {
    if session.terminal.isOutputTerminal, shown?.hasEntries == true {
      try session.output.writeLine()
    }
    shown = (day.day, false)
    let note = Note(
      parsing: try session.vault().folder.read(day.path).bytes,
      named: String(decoding: day.path.stem, as: UTF8.self))
    let start = note.titleHeading.map { Int($0.range.end) } ?? note.bodyStart
    let words = note.plainText(in: ByteRange(start, note.source.count))
    var line = StyledText(session.shownPath(day.path), .path)
    line.append(":1:1: ", .faint)
    line.append(day.day.inWords, .heading)
    let first = words.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    if !first.isEmpty { line.append("  " + first.truncated(toWidth: 60)) }
    try session.output.writeLine(session.output.inLine(line))
  }

  /// Tells that days of the list have no entries.
  private static func tell(
    _ days: [JournalDay], besideEntries: Bool, _ filter: EntryFilter, _ session: Session
  ) throws {
    try session.output.flush()
    let isAll = filter.days.isEmpty && filter.anniversaryOf == nil
    let which =
      if besideEntries {
        Amount.count(
          days.count, "day has a note, but no entries", "days have notes, but no entries")
          + ", which are headings such as `## 08:15`"
      } else if isAll {
        "no day has entries, which are headings such as `## 08:15`; these are the days"
      } else {
        (days.count == 1
          ? "this day has a note, but no entries" : "these days have notes, but no entries")
          + ", which are headings such as `## 08:15`"
      }
    session.messages.note(which)
  }

  private static func header(of entry: DatedEntry, _ session: Session) -> StyledText {
    let header = StyledText(entry.day.inWords, .heading)
    let path = StyledText(session.shownPath(entry.path), .path)
    let isWide = header.displayWidth + path.displayWidth + 2 <= session.terminal.width
    return isWide ? header + StyledText("  ") + path : header
  }

  private static func printFull(_ entries: [DatedEntry], _ session: Session) throws {
    let isDrawn = session.terminal.isOutputTerminal
    if isDrawn { session.page() }
    var day: CivilDate?
    for entry in entries {
      if day != nil { try session.output.writeLine() }
      if entry.day != day {
        if isDrawn {
          try session.output.writeLine(header(of: entry, session))
        } else {
          try session.output.writeLine("# " + entry.day.inWords)
        }
        try session.output.writeLine()
        day = entry.day
      }
      let text = JournalText.trimmed(entry.source.utf8) + "\n"
      if isDrawn {
        try session.draw(Array(text.utf8), at: entry.path)
      } else {
        try session.output.write(untrusted: text, keepingLines: true)
      }
    }
  }

  private static func share(
    _ entries: [DatedEntry], as form: ShareForm, title: String, _ session: Session
  ) throws {
    let places = SharedPlaces(form, [], session)
    let languages = Set(entries.map(\.language))
    let language = languages.count == 1 ? languages.first ?? nil : nil
    try session.share(as: form, title: title.isEmpty ? "Journal" : title, language: language) {
      print in
      for entry in entries where !entry.isInComment { try print(session.shared(entry, places)) }
    }
    places.tellEmbedded()
  }

  private static func printPaths(
    _ entries: [DatedEntry], end: UInt8, _ session: Session
  ) throws {
    var last: NotePath?
    for entry in entries where entry.path != last {
      last = entry.path
      if end == 0 || !session.output.escapesControlCharacters {
        try session.output.write(bytes: session.shownPathBytes(entry.path) + [end])
      } else {
        try session.output.writeLine(StyledText(session.shownPath(entry.path), .path))
      }
    }
  }

  private static func printJSON(
    _ words: String, _ entries: [DatedEntry], _ session: Session
  ) throws {
    let home = try session.journalZone()
    var json = JSONWriter()
    try json.object {
      $0.field("version", 1)
      $0.field("query", words)
      try $0.array("entries") {
        for entry in entries {
          $0.entry(entry, path: session.shownPath(entry.path), home: home)
          try session.output.write(draining: &$0)
        }
      }
    }
    try session.output.write(draining: &json)
    try session.output.writeLine()
  }
}
