import Arguments
import Files
import Indexing
import Layout
import Merge
import Notes
import Rendering
import Runs
import Sessions
import Terminals
import Vaults
import Wording

/// `zib log`: an entry in the journal.
enum Log {
  static let text = Positional(
    "TEXT", each: .string,
    help: "What to write; several words make one text, `-` is standard input.")
  static let at = Option(
    "at", value: "WHEN", .string,
    help:
      "The day and time: `18:30`, `yesterday 18:30`, `half past nine`, `last monday 9pm`, `nov 1 at 10`, `2 hours ago`, `18:30 JST`, `18:30 Asia/Tokyo`."
  )
  static let mood = Option(
    "mood", short: "m", value: "MOOD", .string(completing: .values(of: "moods")),
    help: "An emoji, or a mood's name such as `happy`; with `--amend`, `none` takes it away.")
  static let pickMood = Flag("pick-mood", help: "Choose the mood from a list, by name.")
  static let title = Option("title", short: "t", value: "TITLE", .string, help: "A title.")
  static let tag = Option(
    "tag", value: "TAG", each: .string(completing: .values(of: "tags")),
    help: "A hashtag to add after the text; may be repeated.")
  static let prompt = Flag("prompt", short: "p", help: "Begin with a question to write about.")
  static let edit = Flag(
    "edit", short: "e", help: "Write the text in your editor, which opens with the text given.")
  static let amend = Option(
    "amend", value: "WHEN", .string,
    help: "Change an existing entry: `last` (until now), the one of that time, or at `PATH:LINE`.")
  static let delete = Flag(
    "delete", help: "With `--amend`: delete the entry; `zib undo` brings it back.")
  static let dryRun = Flag("dry-run", short: "n", help: "Show the change; write nothing.")

  static let command = Command(
    "log", aliases: ["l"], group: "Journal", summary: "Write an entry in the journal",
    discussion: """
      The entry goes into the day's note, in the order of time, as a heading `## 08:15 😀 Title` with
      the text below it. No other byte of the note is changed; a day without a note gets one from the
      vault's template. A day that has a heading `Log` (`zib config journal.heading`) gets the entry
      below it, and one whose entries are items of a list gets an item, `- 08:15 text`, as in Logseq
      (`zib config journal.bullets`). The text comes from the words given, from standard input, or at a terminal
      from your editor. The entry's place is printed.

      What you type in the editor is kept in `$XDG_STATE_HOME/zib/drafts` (`~/.local/state`) until it
      is in the journal; a draft that was left is named by the next `zib log` or `zib status`.

      An entry whose clock is not that of home says so: `## 08:15 +09:00 😀`. So does one of an hour
      that the clocks at home show twice. Home is the zone of
      `zib config journal.zone`, else the system's. Everything in an entry can be changed by hand, or
      with `--amend`: its time, mood and title are set, text and hashtags are added. `--amend WHEN --delete`
      deletes it, as a commit of its own that `zib undo` takes back.
      """,
    arguments: [text, at, mood, pickMood, title, tag, prompt, edit, amend, delete, dryRun],
    exclusive: [
      [mood, pickMood], [amend, prompt], [amend, edit], [delete, text], [delete, at],
      [delete, mood],
      [delete, pickMood], [delete, title], [delete, tag],
    ],
    sections: [
      Section(
        "Prompts",
        """
        A question comes back only when all the others have had their turn. Which have is read from
        the journal: an entry that answers one begins with it, in italics. Your own questions are the
        items of a list in `.zib/prompts.md`; `zib config journal.prompts own` leaves out the others.
        Without a text to write, `zib log --prompt` prints the next question.
        """)
    ],
    examples: [
      "zib log A heron on the shed. '#garden'": "Write an entry for now.",
      "zib log": "Write one in your editor.",
      "zib log --at 'yesterday 18:30' -m happy -t 'The gate' Mended.": "Everything said.",
      "pbpaste | zib log -t 'From the train'": "Keep what is on standard input.",
      "zib log --prompt": "Be asked something.",
      "zib log --amend 'yesterday 18:30' --delete": "Delete an entry.",
      "zib log --amend last --at '2 hours ago' -m 🤔": "Correct the time and mood of the last.",
    ],
    exitStatuses: [
      0: "Done; the place is on standard output.",
      1: "There was nothing to write, or no such entry.",
      3: "Nothing was written.",
    ],
    seeAlso: ["zib-day(1)", "zib-journal(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      try session.tellLeftDrafts()
      if let words = arguments[amend] {
        return try arguments[delete]
          ? remove(words, arguments, session) : change(words, arguments, session)
      }
      if arguments[delete] {
        throw UsageError(
          message: "`--delete` goes with `--amend`", hint: "such as `zib log --amend last --delete`"
        )
      }
      return try write(arguments, session)
    }
  }

  private static func write(_ arguments: ParsedArguments, _ session: CommandSession) throws
    -> ExitCode
  {
    let vault = try session.vault()
    let moment =
      try arguments[at].map { try session.moment($0) }
      ?? ZonedMoment(milliseconds: session.now, in: session.zone)
    let tags = try hashtags(arguments)
    var mood = try arguments[mood].flatMap { try $0.isEmpty ? nil : session.mood($0) }
    // Asked before the text, which may be long in coming.
    if arguments[pickMood] { mood = try session.pickMood() }
    var source = try LogText(
      words: arguments[text], isBare: mood == nil && arguments[title] == nil,
      wantsEditor: arguments[edit], session)
    if arguments[prompt] {
      guard let question = try LogPrompt.choose(hasText: !source.isEmpty, session) else {
        return .done
      }
      source.prompt = question
    }
    try source.finish(session)
    let heading = arguments[title] ?? source.title
    if source.isEmpty, mood == nil, heading.isEmpty, tags.isEmpty {
      session.messages.note("nothing was written, because there is no text")
      return .nothingFound
    }
    if moment.milliseconds > session.now + 60_000 {
      session.messages.note("\(CivilDateTime(moment.date, moment.time)) is in the future")
    }
    tellEscaped(source.body, session)
    if mood == nil { tellMood(in: heading, session) }
    let entry = vault.entry(
      at: moment, system: session.zone, mood: mood, title: heading,
      body: JournalText.tagged(source.body, with: tags))
    if arguments[dryRun] {
      let plan = try vault.planLog(entry, on: moment.date, secondsEast: moment.secondsEast)
      let difference = LineDifference(from: plan.old?.bytes ?? [], to: plan.new)
      try session.output.write(difference, of: session.shownPath(plan.path))
      return .done
    }
    do {
      let logged = try vault.log(entry, on: moment.date, secondsEast: moment.secondsEast)
      session.discardDrafts()
      try report(logged, session)
    } catch {
      session.tellKept(source.file, piped: source.piped, as: LogText.fileName)
      throw error
    }
    return .done
  }

  private static func tellEscaped(_ text: String, _ session: CommandSession) {
    guard JournalText.hasEntries(text) else { return }
    session.messages.note(
      "the text has a heading with a time, which would be an entry of its own; it is written with a "
        + "backslash before it")
  }

  /// Tells that a heading has its mood where a title begins with an emoji; no title can begin with one.
  private static func tellMood(in title: String, _ session: CommandSession) {
    guard let word = title.split(whereSeparator: \.isWhitespace).first, Mood.isEmoji(String(word))
    else { return }
    session.messages.note(
      "the emoji that the title begins with is the mood of the entry; put a word before it to keep it in the title"
    )
  }

  private static func report(_ logged: LoggedEntry, _ session: CommandSession) throws {
    for name in logged.unknown {
      session.messages.warning("the day's template has {{\(name)}}, which has no value")
    }
    if let removed = logged.removed {
      session.messages.note(
        "\(session.shown(removed)) had nothing but the entry, and is gone")
    }
    let path = session.shownPath(logged.path)
    if logged.lowersHeadings {
      session.messages.note(
        "a heading of the text would have ended the entry; the headings of the text are written at lower levels"
      )
    }
    if let line = logged.commentLine {
      session.messages.warning(
        "the comment at \(path):\(line) has no end, and hides the entry from `zib share` and "
          + "other readers; end it with `zib edit \(path):\(line)`")
    }
    session.touch(logged.path)
    session.tell(logged.links, besides: logged.path)
    if logged.isNewDay { session.tellIgnored(logged.path) }
    session.messages.detail(logged.isNewDay ? "made \(path)" : "changed \(path)")
    try session.output.write(untrusted: "\(path):\(logged.line)")
    try session.output.writeLine()
  }

  private static func hashtags(_ arguments: ParsedArguments) throws -> [String] {
    try arguments[tag].map { word in
      let name = Hashtag(word).name
      guard Hashtag.isWritable(name) else {
        throw UsageError(
          message: "`\(word)` cannot be a hashtag",
          hint: name.utf8.allSatisfy { (0x30...0x39).contains($0) } && !name.isEmpty
            ? "a hashtag needs more than digits, such as `y\(name)`"
            : "letters, digits, `_`, `-`, `/` and emoji make one")
      }
      return name
    }
  }

  // MARK: Deleting

  private static func remove(
    _ words: String, _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> ExitCode {
    let vault = try session.vault()
    let entry = try session.entry(words)
    let heading = EntryLine.heading(of: entry).plainText
    if arguments[dryRun] {
      let plan = try vault.planDeletion(of: entry)
      try session.output.write(
        LineDifference(from: plan.old, to: plan.new), of: session.shownPath(entry.path))
      return .done
    }
    let deleted = try vault.delete(
      entry, secondsEast: session.zone.secondsEast(session.now), confirm: { session.confirm($0) },
      waiting: session.tellWaiting)
    session.tell(before: deleted.change, in: deleted.scope)
    // An entry goes on to the next heading of its level, which a person may not have in mind.
    let below = entry.source.split(separator: "\n").dropFirst()
      .count { $0.contains { !$0.isWhitespace } }
    let extent = below == 0 ? "" : ", with the \(Amount.count(below, "line")) below it,"
    session.messages.note(
      "deleted the entry \(SafeText.inLine(heading))\(extent) of \(session.shown(entry.path)); "
        + "`zib undo` brings it back")
    if deleted.isDayGone {
      session.messages.note("\(session.shown(entry.path)) had nothing else, and is gone")
    }
    session.tell(after: deleted.change, in: deleted.scope)
    return try session.tellWaiting([entry.path], "changed")
  }

  // MARK: Amending

  private static func change(
    _ words: String, _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> ExitCode {
    let vault = try session.vault()
    let old = try session.entry(words)
    let isGiven = [
      arguments[at] != nil, arguments[mood] != nil, arguments[pickMood], arguments[title] != nil,
      !arguments[tag].isEmpty, !arguments[text].isEmpty,
    ].contains(true)
    guard isGiven else {
      try session.edit([(old.path, old.line)])
      try session.output.write(untrusted: session.place(of: old))
      try session.output.writeLine()
      return .done
    }
    if arguments[dryRun] {
      throw UsageError(message: "`--amend` has no dry run", hint: "`zib history` shows what was")
    }
    var new = NewJournalEntry(
      time: old.time, zoneMinutes: old.zoneMinutes, mood: old.mood, title: old.writtenTitle)
    var day = old.day
    if let words = arguments[at] {
      let moment = try session.moment(words)
      let placed = vault.entry(at: moment, system: session.zone)
      (new.time, new.zoneMinutes, day) = (placed.time, placed.zoneMinutes, moment.date)
    }
    if let word = arguments[mood] {
      new.mood = ["", "none"].contains(word) ? nil : try session.mood(word)
    }
    if arguments[pickMood] { new.mood = try session.pickMood() ?? old.mood }
    if let title = arguments[title] {
      new.title = title
      if new.mood == nil { tellMood(in: title, session) }
    }
    let has = Set(old.tags.map { Hashtag($0) })
    let tags = try hashtags(arguments).filter { !has.contains(Hashtag($0)) }
    var more = arguments[text].joined(separator: " ")
    var piped: [UInt8]?
    if more == "-" {
      let bytes = try session.standardInput()
      if !Platform.isFile(0) { piped = bytes }
      more = try LogText.utf8(bytes)
    }
    tellEscaped(more, session)
    let logged: LoggedEntry
    do {
      logged = try vault.amend(
        old, to: new, adding: JournalText.tagged(more, with: tags), on: day,
        secondsEast: session.zone.secondsEast(session.now))
    } catch {
      session.tellKept(nil, piped: piped, as: LogText.fileName)
      throw error
    }
    session.messages.note(
      "changed the entry \(SafeText.inLine(EntryLine.heading(of: old).plainText)) of \(session.shown(old.path))"
    )
    try report(logged, session)
    return .done
  }
}
