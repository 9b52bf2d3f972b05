import Arguments
import Files
import Notes
import Rendering
import Sessions
import Terminals
import Vaults

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
      finished all the same.
      """,
    arguments: [book, on, rating, dryRun],
    examples: [
      "zib book finish middlemarch --rating 4.5": "Today.",
      "zib book finish 9780141439686 --on 2009": "Long ago.",
    ],
    exitStatuses: exits, seeAlso: ["zib-book-start(1)", "zib-books(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      var changes = [ReadingChange.finish(try session.readingDate(arguments[on]))]
      if let rating = arguments[rating] { changes.append(.rate(halfStars: given(rating))) }
      return try change(arguments, changes, session)
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
    discussion: "What was begun stays written down; `zib book start` begins again.",
    arguments: [book, dryRun],
    examples: ["zib book abandon moby-dick": "Enough of whales."],
    exitStatuses: exits, seeAlso: ["zib-books(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in try change(arguments, [.abandon], session) }
  }

  private static let exits: KeyValuePairs<Int, String> = [
    0: "Done.", 1: "There is no such book.", 2: "Several books are meant.",
    3: "Nothing was changed.",
  ]

  private static func given(_ halfStars: Int) -> Int? { halfStars == 0 ? nil : halfStars }

  /// Makes the changes and prints the reader's new status.
  private static func change(
    _ arguments: ParsedArguments, _ changes: [ReadingChange], _ session: CommandSession
  ) throws -> ExitCode {
    let vault = try session.vault()
    let path = try session.bookPath(arguments[book])
    let plan = vault.planReading(changes, of: path)
    if let refusal = plan.refusals.first { throw refusal.reason }
    if arguments[dryRun] || plan.isEmpty {
      return try session.apply(
        plan, asking: "", isDryRun: arguments[dryRun], isForced: true)
    }
    let outcome = try vault.apply(plan)
    if let failure = outcome.failure { throw failure.reason }
    let note = Note(parsing: plan.edits[0].new, named: String(decoding: path.stem, as: UTF8.self))
    if let book = note.book {
      session.messages.note("\(session.shown(path)): \(standing(of: book))")
    }
    if let last = ReadingChange.dateOfLast(Note(parsing: plan.edits[0].old.bytes)),
      note.book?.finishes.count ?? 0 > 1
    {
      session.messages.note("the list `readings` has the date that was under `last`, \(last)")
    }
    return .done
  }

  /// The reader's status with a book: `read 2026-10-03 to 2026-11-21, for the second time; ★★★★½`.
  static func standing(of book: Book) -> String {
    var words: String
    switch book.status {
    case .want: words = "to read"
    case .reading: words = "reading" + (book.readingSince.map { " since \($0)" } ?? "")
    case .abandoned: words = "abandoned"
    case .read:
      words = "read"
      let last = book.readings.last { $0.finishedDate == book.lastFinished }
      if let last, let finished = last.finished {
        words += last.started.map { " \($0) to \(finished)" } ?? " \(finished)"
      }
    case nil: words = "no status"
    }
    let times = book.timesRead
    if book.status == .read, times > 1 { words += ", for the \(Amount.ordinal(times)) time" }
    if book.status == .reading, times > 0 {
      words += ", for the \(Amount.ordinal(times + 1)) time"
    }
    guard let rating = book.shownRating, !rating.isEmpty else { return words }
    return words + "; \(rating)"
  }
}
