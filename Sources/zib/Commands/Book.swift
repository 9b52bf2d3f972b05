import Arguments
import Files
import Indexing
import Notes
import Rendering
import Sessions
import Terminals
import Vaults
import Wording

/// `zib book`: books written down, begun, finished and rated.
enum BookCommand {
  static let book = Positional(
    "BOOK", .string(completing: .values(of: "books")),
    help: "A title or a part of one, an ISBN, or a path.")
  static let on = Option(
    "on", value: "DATE", .string,
    help: "A day, month or year (`2026-11`), or words such as `yesterday`; by default today."
  )
  static let rating = Option(
    "rating", value: "STARS", stars, help: "Rate it too: `4`, `4.5`; `0` for no rating.")
  static let rated = Positional("STARS", stars, help: "`1` to `5`, with halves; `0` for no rating.")
  static let dryRun = Flag("dry-run", short: "n", help: "Show what would change; write nothing.")

  private static let stars = ValueKind<Int>(
    expecting: "stars from 0 to 5 with halves, such as 4.5", placeholder: "STARS",
    describe: { Rating.number($0) }, parse: { Rating.halfStars($0) })

  static let command = Command(
    "book", group: "Books and quotes", summary: "Keep track of what you read",
    discussion: """
      A book is a note whose front matter says so: `isbn`, `readings`, `type: book`, or an `author`
      with `published`, `pages`, `rating` or `status`. These commands change lines of the front
      matter and no others, in the form they have; whatever you change by hand counts as well.

      Dates may be days, months or years. A book that is begun again gets another reading, and counts
      in each year in which it was finished.

      Alone, `zib book` is the same as `zib books`.
      """,
    examples: ["zib book": "All books."],
    exitStatuses: [0: "There are books.", 1: "There are none."],
    seeAlso: ["zib-books(1)"],
    subcommands: [BookAdd.command, want, start, finish, rate, abandon]
  ) { arguments in try Books.command.run?(arguments) ?? 0 }

  private static let start = Command(
    "start", summary: "Start reading a book, or start again",
    discussion: """
      The status becomes `reading` and a reading begins. Where the book is being read already,
      `--on` puts another date in the place of the one there.
      """,
    arguments: [book, on, dryRun],
    examples: [
      "zib book start walden": "Today.",
      "zib book start 'Don Quijote' --on 2026-08": "In August.",
    ],
    exitStatuses: exits, seeAlso: ["zib-book-finish(1)", "zib-books(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let date = try session.readingDate(arguments[on])
      return try change(
        arguments, [.start(date, isGiven: arguments.isGiven(on))], session)
    }
  }

  private static let finish = Command(
    "finish", summary: "Finish a book",
    discussion: """
      The status becomes `read` and the reading that is going on ends. A book that was never begun is
      finished all the same, and one that was finished on that date already stays as it is.
      """,
    arguments: [book, on, rating, dryRun],
    examples: [
      "zib book finish middlemarch --rating 4.5": "Today.",
      "zib book finish 9780141439686 --on 2009": "Long ago.",
    ],
    exitStatuses: exits, seeAlso: ["zib-book-start(1)", "zib-books(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let date = try session.readingDate(arguments[on])
      var changes = [ReadingChange.finish(date)]
      if let rating = arguments[rating] { changes.append(.rate(halfStars: given(rating))) }
      return try change(arguments, changes, session, finishedOn: date)
    }
  }

  private static let rate = Command(
    "rate", summary: "Rate a book",
    discussion: """
      Ratings are stars from a half to five. One that is written in another form (`9/10`, `★★★★`) keeps
      it.
      """,
    arguments: [book, rated, dryRun],
    examples: [
      "zib book rate walden 4.5": "Four and a half stars.",
      "zib book rate walden 0": "Take the rating away.",
    ],
    exitStatuses: exits, seeAlso: ["zib-books(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      try change(arguments, [.rate(halfStars: given(arguments[rated]))], session)
    }
  }

  private static let want = Command(
    "want", summary: "Put a book on your reading list", arguments: [book, dryRun],
    examples: ["zib book want 'The Tale of Genji'": "Some day."],
    exitStatuses: exits, seeAlso: ["zib-books(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in try change(arguments, [.want], session) }
  }

  private static let abandon = Command(
    "abandon", summary: "Abandon a book",
    discussion: """
      What was begun stays written down; `zib book start` begins again. Readings to the end that have
      a date go on counting. A book that was only said to be read counts as read no more.
      """,
    arguments: [book, dryRun],
    examples: ["zib book abandon moby-dick": "Enough of whales."],
    exitStatuses: exits, seeAlso: ["zib-books(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in try change(arguments, [.abandon], session) }
  }

  private static let exits: KeyValuePairs<Int, String> = [
    0: "Done, or it is so already.", 1: "There is no such book.", 2: "Several books are meant.",
    3: "Nothing was changed, because it cannot be.",
  ]

  private static func given(_ halfStars: Int) -> Int? { halfStars == 0 ? nil : halfStars }

  /// Makes the changes and prints the reader's new status.
  ///
  /// - Parameter date: of the reading that is written down; nil if none is.
  private static func change(
    _ arguments: ParsedArguments, _ changes: [ReadingChange], _ session: CommandSession,
    finishedOn date: PartialDate? = nil
  ) throws -> ExitCode {
    let vault = try session.vault()
    let path = try session.bookPath(arguments[book])
    let plan = vault.planReading(changes, of: path)
    if let refusal = plan.refusals.first { throw refusal.reason }
    if arguments[dryRun] {
      return try session.apply(plan, asking: "", isDryRun: true, isForced: true)
    }
    guard let edit = plan.edits.first else {
      let book = try session.search { try $0.note(at: path) }.book
      let words = book.map { ": \(session.shown(path)): \(standing(of: $0, finishedOn: date))" }
      session.messages.note("nothing to change" + (words ?? ""))
      return .done
    }
    let outcome = try vault.apply(plan)
    if let failure = outcome.failure { throw failure.reason }
    let note = Note(parsing: edit.new, named: String(decoding: path.stem, as: UTF8.self))
    if let book = note.book {
      session.messages.note("\(session.shown(path)): \(standing(of: book, finishedOn: date))")
      tell(of: book, note, since: Note(parsing: edit.old.bytes), at: path, session)
    }
    return .done
  }

  /// Tells of what stands in the note besides the change.
  private static func tell(
    of book: Book, _ note: Note, since old: Note, at path: NotePath, _ session: CommandSession
  ) {
    if let last = ReadingChange.dateOfLast(old), book.finishes.count > 1 {
      session.messages.note("the list `readings` has the date that was under `last`, \(last)")
    }
    if book.timesRead == 0, old.book?.wasRead == true {
      session.messages.note(
        "it counts as read no more, because no date says when it was read; `zib undo` takes this back"
      )
    }
    if let status = book.status, status != .want, old.book?.status != status,
      let (key, name) = note.wantingHashtag
    {
      let word = typedPath(session.shownPathBytes(path))
      session.messages.note(
        "the hashtag `\(name)` stays; `zib set \(word) \(shellQuoted("\(key)-=\(name)"))` takes it out"
      )
    }
  }

  /// The reader's status with a book: `read 2026-10-03 to 2026-11-21, for the second time; ★★★★½`.
  ///
  /// - Parameter date: of the reading to the end that is told of; nil for the last one.
  static func standing(of book: Book, finishedOn date: PartialDate? = nil) -> String {
    let last = book.lastFinished
    let isEarlier = date.map { $0 != last && book.finishes.contains($0) } ?? false
    func reading(_ date: PartialDate?) -> String {
      let reading = book.readings.last { $0.finishedDate == date }
      guard let reading, let finished = reading.finished else { return "read" }
      return "read" + (reading.started.map { " \($0) to \(finished)" } ?? " \(finished)")
    }
    let times = book.timesRead
    var words: String
    switch book.status {
    case .reading:
      words = "reading" + (book.readingSince.map { " since \($0)" } ?? "")
      if times > 0 { words += ", for the \(Amount.ordinal(times + 1)) time" }
    case .want, .abandoned:
      words = book.status == .want ? "to read" : "abandoned"
      if times > 0 {
        words += "; it was \(reading(last))"
        words +=
          times > 1
          ? ", for the \(Amount.ordinal(times)) time, which goes on counting"
          : ", which goes on counting"
      }
    case .read:
      words = reading(isEarlier ? date : last)
      if isEarlier {
        words += "; \(times) times in all, last \(last.map { "\($0)" } ?? "")"
      } else if times > 1 {
        words += ", for the \(Amount.ordinal(times)) time"
      }
    case nil: words = "no status"
    }
    guard let rating = book.shownRating, !rating.isEmpty else { return words }
    return words + "; \(rating)"
  }
}
