import Arguments
import Exchange
import Files
import Merge
import Notes
import Sessions
import Terminals
import Vaults
import Wording

/// `zib task`: a new task in a note that is not opened.
enum TaskCommand {
  static let note = Positional(
    "NOTE", .string(completing: .values(of: "notes")),
    help: "A path, title or file name of a note, or a part of one; `@` is the note touched last.")
  static let text = Positional("TEXT", each: .string, atLeast: 1, help: "The task, in one line.")
  static let due = Option(
    "due", short: "d", value: "DATE", .string,
    help: "The day on which it is due: `tomorrow`, `friday`, `in 2 weeks`, `2026-11-30`.")
  static let scheduled = Option(
    "scheduled", short: "s", value: "DATE", .string, help: "The day for which it is planned.")
  static let start = Option(
    "start", value: "DATE", .string, help: "The day before which it cannot begin.")
  static let priority = Option(
    "priority", short: "p", value: "WHICH", .oneOf(Importance.self),
    help: "`highest`, `high`, `medium`, `low` or `lowest`.")
  static let every = Option(
    "every", value: "RULE", .string,
    help: "Have it come back: `week`, `2 months`, `month on the last`, `week when done`.")
  static let under = Option(
    "under", short: "u", value: "HEADING", .string,
    help: "Write it below this heading, which is made at the end of the note if it is missing.")
  static let dryRun = Flag("dry-run", short: "n", help: "Show the change; write nothing.")
  static let json = Flag("json", help: "Print what was done as JSON.")

  /// The importance that a task can be given.
  enum Importance: String, Choice { case highest, high, medium, low, lowest }

  static let command = Command(
    "task", group: "Tasks", summary: "Write a new task",
    discussion: """
      Writes an item with a box at the end of the note, or of the part below a heading, as `zib append
      --task` does, and after its text the days and the importance in the form that `tasks.form` of the
      settings or Obsidian's plugin Tasks has. The place is printed.

      A weekday or a day without its year is the next one. Of several days, such as `next week`, a task
      is due on the last, and planned for or begun on the first.
      """,
    arguments: [note, text, due, scheduled, start, priority, every, under, dryRun, json],
    exclusive: [[dryRun, json]],
    sections: [Append.jsonSection],
    examples: [
      "zib task Garden 'order seeds' --due friday": "With a day.",
      "zib task House sweep --every 'week when done' --scheduled today": "It comes back.",
      "zib task Plans 'call Anna' --under Now -p high": "Below a heading.",
    ],
    exitStatuses: [
      0: "Done; the place is on standard output.", 1: "There is no such note.",
      2: "Several notes are meant, or a day or rule is not understood.", 3: "Nothing was written.",
    ],
    seeAlso: ["zib-tasks(1)", "zib-done(1)", "zib-append(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in try run(arguments, session) }
  }

  private static func run(_ arguments: ParsedArguments, _ session: CommandSession) throws
    -> ExitCode
  {
    let words = arguments[text].joined(separator: " ").split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { throw UsageError(message: "a task needs a text") }
    var draft = TaskDraft(words.joined(separator: " "))
    draft.due = try day(arguments[due], isLast: true, session)
    draft.scheduled = try day(arguments[scheduled], isLast: false, session)
    draft.start = try day(arguments[start], isLast: false, session)
    if let name = arguments[priority] {
      draft.priority = TaskPriority(named: name.rawValue) ?? .normal
    }
    if let written = arguments[every] {
      let rule = written.lowercased().hasPrefix("every ") ? written : "every \(written)"
      guard RecurrenceRule(rule) != nil else {
        throw UsageError(
          message: "cannot read `\(written)` as a rule of recurrence",
          hint: "such as `week`, `2 months`, `month on the last`, `weekday`, `week when done`")
      }
      draft.recurrence = rule
      if draft.due == nil, draft.scheduled == nil, draft.start == nil {
        session.messages.note(
          "a task that comes back needs a day to count from; `--scheduled today` gives it one")
      }
    }
    let (path, heading) = try session.place(arguments[note], under: arguments[under])
    let vault = try session.vault()
    let source = try WrittenText(
      [draft.body(vault.taskStyle, today: session.today)], isFromClipboard: false,
      wantsEditor: false, session)
    let insertion = NoteInsertion(source.text, at: .end, under: heading, as: .task)
    return try session.insert(
      insertion, into: path, from: source, isMade: false, isDryRun: arguments[dryRun],
      isJSON: arguments[json])
  }

  private static func day(
    _ words: String?, isLast: Bool, _ session: CommandSession
  ) throws -> CivilDate? {
    guard let words else { return nil }
    guard let range = DateRange(upcoming: words, today: session.today),
      let day = isLast ? range.end?.adding(days: -1) : range.start
    else {
      throw UsageError(
        message: "cannot read `\(words)` as a day",
        hint: "such as `tomorrow`, `friday`, `in 2 weeks`, `2026-11-30`")
    }
    return day
  }
}
