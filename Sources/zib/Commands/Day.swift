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

/// `zib day`: a day of the journal.
enum Day {
  static let date = Positional(
    "DATE", each: .string,
    help: "`today`, `yesterday`, `2 weeks ago`, `last monday`, `2026-11-20`; by default today.")
  static let edit = Flag(
    "edit", short: "e", help: "Open the day in your editor; a day without a note gets one.")
  static let previous = Flag("previous", short: "p", help: "The day before it that has a note.")
  static let next = Flag("next", short: "n", help: "The day after it that has a note.")
  static let week = Flag("week", short: "w", help: "The note of the week that the day is in.")
  static let month = Flag("month", short: "m", help: "The note of the month that the day is in.")
  static let quarter = Flag("quarter", help: "The note of the quarter that the day is in.")
  static let year = Flag("year", help: "The note of the year that the day is in.")
  static let path = Flag("path", help: "Print the note's path alone.")
  static let raw = Flag(
    "raw", help: "Print the note byte for byte; the default into files and pipes.")
  static let rendered = Flag(
    "rendered", help: "Format the note even if the output is not a terminal.")
  static let json = Flag("json", help: "Print the day's entries as JSON.")

  static let command = Command(
    "day", aliases: ["d"], group: "Journal", summary: "Show or open a day of the journal",
    discussion: """
      Shows the day's note, drawn as `zib show` does. Where the day has none, the nearest day that
      has one is shown, and it is said which. With `--edit` the day itself is opened, made from the
      vault's template if need be.

      `--week`, `--month`, `--quarter` and `--year` do the same with the note of the week, month, quarter
      or year that the day is in. Their paths are `journal.week` and so on in the settings; Obsidian's
      plugin Periodic Notes is followed.
      """,
    arguments: [
      date, edit, previous, next, week, month, quarter, year, path, raw, rendered, json,
      ShareForm.option,
    ],
    exclusive: [
      [previous, next], [week, month, quarter, year],
      [path, raw, rendered, json, ShareForm.option, edit],
    ],
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `date`, `path`, `previous` and `next` (the days beside it that
        have a note, or null) and `entries`, each as `zib journal` has it with `--json` or `--as json`.
        With `--week` and its like it has `period`, `name` (such as `2026-W48`), `start`, `end`, `path`,
        and `previous` and `next` as names.
        """)
    ],
    examples: [
      "zib day": "Read today.",
      "zib day yesterday --edit": "Write about yesterday.",
      "zib day last monday": "The last Monday before today.",
      "zib day yesterday --as text": "For a mail; see `zib share`.",
      "zib day 2026-11-20 --previous": "The day before it that has a note.",
      "zib day --week --edit": "Plan this week.",
      "zib day --month last month": "Read last month's note.",
    ],
    exitStatuses: [0: "Done.", 1: "The journal has no such day.", 3: "It cannot be read."],
    seeAlso: ["zib-log(1)", "zib-journal(1)", "zib-cal(1)", "zib-show(1)", "zib-share(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in try run(arguments, session) }
  }

  private static func run(_ arguments: ParsedArguments, _ session: CommandSession) throws
    -> ExitCode
  {
    let wanted = try day(arguments[date].joined(separator: " "), session)
    let periods: KeyValuePairs = [
      week: Period.week, month: .month, quarter: .quarter, year: .year,
    ]
    if let period = periods.first(where: { arguments[$0.key] })?.value {
      return try PeriodRun(period, around: wanted, session).run(arguments)
    }
    if arguments[edit], !arguments[previous], !arguments[next] {
      return try open(wanted, session)
    }
    let days = try session.vault().journalDays()
    guard let found = try find(wanted, in: days, arguments, session) else {
      let side =
        arguments[previous] ? " before \(wanted)" : arguments[next] ? " after \(wanted)" : ""
      session.messages.note(
        "no day\(side) has a note" + (days.isEmpty ? "; `zib log` writes the first entry" : ""))
      return .nothingFound
    }
    if arguments[edit] {
      try session.edit([(found.path, nil)])
    } else if arguments[path] {
      try session.output.write(untrusted: session.shownPathBytes(found.path))
      try session.output.writeLine()
    } else if arguments[json] || arguments[ShareForm.option] == .json {
      try printJSON(found, days, isShared: !arguments[json], session)
    } else {
      let bytes = try session.vault().folder.read(found.path).bytes
      if let form = arguments[ShareForm.option] {
        try share(bytes, found, as: form, session)
      } else if arguments[rendered] || (session.terminal.isOutputTerminal && !arguments[raw]) {
        session.page()
        try session.draw(bytes, at: found.path)
      } else {
        try session.output.write(untrusted: bytes)
      }
    }
    return .done
  }

  /// The day that words name; a longer time by its last day that is not yet to come.
  private static func day(_ words: String, _ session: CommandSession) throws -> CivilDate {
    if words.isEmpty { return session.today }
    guard let range = DateRange(words, today: session.today), let last = range.end else {
      throw unreadable(words, session)
    }
    let day = last.adding(days: -1)
    return range.day ?? (range.contains(session.today) ? session.today : day)
  }

  /// The error of words that name no day, with the days that they may mean.
  private static func unreadable(_ words: String, _ session: CommandSession) -> UsageError {
    let now = CivilDateTime(milliseconds: session.now, in: session.zone)
    if let moment = CivilDateTime(words, now: now), moment.time != nil {
      return UsageError(
        message: "`\(words)` names a time as well, and a day has one note",
        hint: "`zib day \(moment.date)` shows the day; `zib log --at '\(words)'` writes at the time"
      )
    }
    let named = words.split(whereSeparator: { " ,\t".contains($0) }).map(String.init)
      .filter { !["the", "on"].contains($0.lowercased()) }
    if named.count == 2, named[0].allSatisfy(\.isLetter), named[1].first?.isNumber == true,
      let first = DateRange(named[0], today: session.today)?.day,
      let number = Int(named[1].prefix { $0.isASCII && $0.isNumber }),
      let second = DateRange(ordinal(number), today: session.today)?.day
    {
      return UsageError(
        message: "`\(words)` may mean \(named[0]), or the \(ordinal(number)) of the month",
        hint:
          "`zib day \(named[0])` is \(first), and `zib day \(ordinal(number))` is \(second)")
    }
    return UsageError(
      message: "cannot read `\(words)` as a date",
      hint: "such as `yesterday`, `2 weeks ago`, `last monday`, `2026-11-20`")
  }

  /// `1st`, `22nd`, `13th`
  private static func ordinal(_ number: Int) -> String {
    let endings = ["st", "nd", "rd"]
    let isOwn = (1...3).contains(number % 10) && !(11...13).contains(number)
    return "\(number)" + (isOwn ? endings[number % 10 - 1] : "th")
  }

  private static func open(_ day: CivilDate, _ session: CommandSession) throws -> ExitCode {
    let vault = try session.vault()
    let path = try vault.path(ofDay: day)
    let now = ZonedMoment(milliseconds: session.now, in: session.zone)
    let made = try vault.makeDay(day, at: now.time, secondsEast: now.secondsEast)
    if let made {
      session.tell(made.links, besides: path)
      session.tellIgnored(path)
    }
    try session.edit([(path, made?.line)])
    try session.output.write(untrusted: session.shownPath(path))
    try session.output.writeLine()
    return .done
  }

  /// The day, the one before or after it, or else the nearest, which is reported.
  private static func find(
    _ wanted: CivilDate, in days: [JournalDay], _ arguments: ParsedArguments,
    _ session: CommandSession
  ) throws -> JournalDay? {
    if arguments[previous] { return days.last { $0.day < wanted } }
    if arguments[next] { return days.first { $0.day > wanted } }
    let usual = try? session.vault().path(ofDay: wanted)
    let same = days.filter { $0.day == wanted }
    if let found = same.first(where: { $0.path == usual }) ?? same.first { return found }
    let distance = { (day: JournalDay) in abs(day.day.daysSinceEpoch - wanted.daysSinceEpoch) }
    guard let nearest = days.min(by: { distance($0) < distance($1) }) else { return nil }
    session.messages.note(
      "\(wanted) has no note; the nearest day is \(nearest.day), "
        + Amount.count(distance(nearest), "day")
        + (nearest.day < wanted ? " before" : " after"))
    return nearest
  }

  private static func share(
    _ bytes: [UInt8], _ day: JournalDay, as form: ShareForm, _ session: CommandSession
  ) throws {
    try share(bytes, at: day.path, named: day.day.inWords, as: form, session)
  }

  /// Prints a note of the journal for other people.
  static func share(
    _ bytes: [UInt8], at path: NotePath, named name: String, as form: ShareForm,
    _ session: CommandSession
  ) throws {
    let note = Note(parsing: bytes, named: name, options: try session.vault().noteOptions)
    let places = SharedPlaces(form, [], session)
    try session.share(as: form, title: note.readableTitle, language: note.language) { print in
      let links = places.links(of: path, for: note)
      try print(.note(SharedNote(note, isAlone: form == .markdown, links: links)))
    }
    places.tellEmbedded()
  }

  private static func printJSON(
    _ found: JournalDay, _ days: [JournalDay], isShared: Bool, _ session: CommandSession
  ) throws {
    let vault = try session.vault()
    let home = try session.journalZone()
    let places = SharedPlaces(.json, [], session)
    try session.output.writeJSON {
      $0.field("date", found.day.description)
      $0.field("path", session.shownPath(found.path))
      $0.field("previous", days.last { $0.day < found.day }?.day.description)
      $0.field("next", days.first { $0.day > found.day }?.day.description)
      try $0.array("entries") {
        for entry in vault.entries(of: found) {
          if isShared {
            try session.write(entry, places, home: home, to: &$0)
          } else {
            $0.entry(entry, path: session.shownPath(entry.path), home: home)
          }
        }
      }
    }
    places.tellEmbedded()
  }
}
