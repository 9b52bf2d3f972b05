import Arguments
import Indexing
import Notes
import Rendering
import ReviewStore
import Reviews
import Search
import Sessions
import Settings
import Terminals
import Views
import Wording

/// `zib review`: asks again for facts that are about to be forgotten.
enum Review {
  static let query = Positional(
    "QUERY", each: .string(completing: .values(of: "query")),
    help: "A query as for `zib search`, for the cards of some notes; by default all.")
  static let limit = Option(
    "limit", short: "n", value: "N", .int(in: 0...),
    help: "Ask at most `N` cards; 0 means all that are due. By default `zib config review.limit`.")
  static let new = Flag("new", help: "Ask new cards beyond the day's number as well.")
  static let cram = Flag(
    "cram", help: "Ask all cards that the query finds, due or not; answers are not written.")
  static let plain = Flag("plain", help: "Ask line by line, for screen readers and scripts.")
  static let screen = Flag(
    "screen", invertible: true,
    help: "Ask on a full screen, as is usual on a terminal, or print one card below the other.")
  static let json = Flag("json", help: "Print JSON.")

  static let command = Command(
    "review", group: "Review", summary: "Review flashcards from your notes (spaced repetition)",
    discussion: """
      Quotes with a source, `?[hint](answer)` and `Q:`/`A:` in your notes are cards. What belongs to
      an answer is asked with it: lists, code, tables and indented paragraphs; a list after an empty
      line only where the text before it ends in a colon. `zib review` asks those that are about to
      be forgotten, the least remembered first, then some new ones: one of each note as far as that
      goes, and siblings apart. A card that you missed comes again until it is
      right.

      When a card comes back is computed by FSRS-6 from all of your answers. They are kept in
      `.zib/reviews`, one file a device, and sync like notes; nothing is written into the notes
      themselves. Every grade is on the disk before the next card is shown. You may edit, move and
      rename as you like: a card keeps its history as long as it can be known again, and where it
      cannot, `zib review relink` asks.

      Beside the words of `zib search`, a query selects cards by where they stand: `is:new`,
      `is:learning`, `is:due`, `is:leech`, `is:suspended`, `is:buried`, each with `-` before it for
      all others.

      Cards of one paragraph come on different days. With `--cram` all cards that a query finds are
      asked, due or not, until each was right once, before an exam for instance; nothing is written,
      and their days stay.
      """,
    arguments: [query, limit, new, cram, plain, screen, json],
    exclusive: [[plain, json], [plain, screen], [screen, json], [cram, json], [cram, new]],
    unknownOptionsArePositional: true,
    sections: [
      Section(
        "Keys",
        items: [
          "Space, Enter": "Show the answer.",
          "1 2 3 4":
            "Again, hard, good, easy: how well you knew it. The time after each is when the card comes back.",
          "u": "Take back the last decision.",
          "e": "Open the note at the card; after the edit it keeps its history.",
          "s": "Suspend: leave it out of all reviews until `zib review resume`.",
          "b": "Bury: leave it out until tomorrow.",
          "q": "Quit. What was answered is kept, as it is when the terminal goes away.",
          "?": "All keys.",
          "Up, Down, Page Up, Page Down": "Scroll what is longer than the screen.",
        ]),
      Section(
        "Line by line",
        """
        On a terminal each card has the whole screen; with `--no-screen` they are below each other and
        stay there to be read. With `--plain`, and wherever standard input or output is no terminal, an empty line shows
        the answer, and a line such as `3` or `good` grades it. The words of the other keys work as
        well.
        """),
      Section(
        "For other programs",
        """
        `--json` prints the cards of a session instead of asking them, and `zib review answer`
        takes the answers. The document is an object with `version` (1), `query`, `ready` (`due`,
        `learning`, `new`: how many there are without a limit) and `cards`. A card has `card` (its
        id, sixteen hexadecimal digits), `kind` (`quote`, `cloze` or `question`), `path`, `line`,
        `title`, `question`, `answer` and `hint` as plain text (U+FFFC stands for what a cloze asks
        for), `questionMarkdown` and `answerMarkdown` with their lists, code and formulas, `media`
        (the files of the vault that they show), `state` (`new`, `learning`, `review` or `relearning`), `due` (UTC milliseconds, or
        null for a new card), `retrievability` (null for a new card) and `intervals`: for `again`,
        `hard`, `good` and `easy` the seconds until it would come back. `linked` has the edited
        prompts that kept their history just now, as `zib review relink --json` does.
        """),
    ],
    examples: [
      "zib review": "What is due, at most twenty cards.",
      "zib review tag:latin -n 0": "All that is due of some notes.",
      "zib review --cram tag:exam": "Everything of some notes, before an exam.",
      "zib review is:leech": "Of what is due, what was forgotten too often.",
      "zib review due -q && zib review": "Only where something is due.",
      "zib review --json -n 1 | jq -r '.cards[0].question'": "The next question, elsewhere.",
    ],
    exitStatuses: [
      0: "Cards were asked.", 1: "Nothing is due, or there are no cards.",
      3: "An answer could not be written; those before it are.",
      130: "Interrupted; what was answered is kept.",
    ],
    environment: ["VISUAL, EDITOR": "The editor; `zib config editor` goes before."],
    seeAlso: ["zib-review-stats(1)", "zib-review-cards(1)", "zib-config(1)"],
    subcommands: [
      ReviewDue.command, ReviewAnswer.command, ReviewAnswer.undo, ReviewCards.command,
      ReviewStats.command, ReviewRelink.command, ReviewOptimize.command, ReviewExport.command,
      ReviewHold.suspend, ReviewHold.resume, ReviewHold.bury, ReviewHold.reset,
    ]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let text = Query.text(ofWords: arguments[query])
      let asks = !arguments[json] && ReviewLinks.asks(session, isPlain: arguments[plain])
      let (reviews, query) = try session.reviews(text, .kept, tellsLinks: !asks)
      if asks { try ReviewLinks(session, reviews).askAboutLinks() }
      let moment = session.moment
      let most = arguments[limit]
      if arguments[cram] {
        let cards = try reviews.crammed(query, at: moment, limit: most == 0 ? nil : most)
        guard !cards.queue.cards.isEmpty else {
          try session.tellNoCards(query, reviews)
          return .nothingFound
        }
        var run = ReviewRun(
          session, reviews, cards, isPlain: arguments[plain], isCramming: true,
          page: try page(arguments, session))
        try run.run()
        return .done
      }
      let due = try reviews.due(
        query, at: moment, limit: most.map { $0 == 0 ? .unlimited : .cards($0) } ?? .ofSettings,
        isNewUnlimited: arguments[new])
      if arguments[json] {
        try ReviewDocument(reviews, session).write(due.queue, due.cards, text, at: moment)
        return due.queue.cards.isEmpty ? .nothingFound : .done
      }
      guard !due.queue.cards.isEmpty else {
        try session.tellNothingDue(due, query, reviews, at: moment)
        return .nothingFound
      }
      try reviews.requireFolder()
      defer { reviews.saveState() }
      var run = ReviewRun(
        session, reviews, due, isPlain: arguments[plain], page: try page(arguments, session))
      try run.run()
      return .done
    }
  }
}

extension Review {
  /// The screen that cards are drawn on; nil where they are printed.
  private static func page(
    _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> ScreenPage? {
    let isPrinted = arguments[plain] || arguments.isGiven(screen) && !arguments[screen]
    return isPrinted ? nil : try ScreenPage(session)
  }
}

/// The beginning of all commands of the review.
extension CommandSession {
  /// The present cards of the vault, and a query as it was read, nil for all notes.
  ///
  /// - Parameters:
  ///   - use: edited prompts are linked to their history first, which may write into the log; nil
  ///     leaves that to the caller.
  ///   - tellsLinks: true to report the linked prompts on standard error.
  func reviews(
    _ text: String, _ use: VaultReviews.LinkUse?, tellsLinks: Bool = true
  ) throws -> (VaultReviews, Query?) {
    let split = CardStates.split(text)
    if let word = split.misplaced {
      throw UsageError(
        message:
          "`\(word)` is about cards and not about notes, so it cannot be used in OR or parentheses",
        hint: "write it beside the rest: `tag:latin is:due`")
    }
    let (reviews, query) = try search { search in
      (try VaultReviews(search), text.isEmpty ? nil : search.query(split.rest))
    }
    reviews.selection = split.states.map { ($0, moment) }
    if let query { tell(query) }
    // A setting that is not followed changes the choice and the times of cards; a value that does not fit was told.
    for problem in reviews.search.vault.configuration.problems
    where problem.kind == .name && problem.setting?.hasPrefix("review.") == true {
      messages.warning(DoctorFinding(problem).text)
    }
    for problem in reviews.problems + (try vault().missingReviewLogs()) {
      messages.warning(ReviewWords.words(for: problem))
    }
    if let use {
      try reviews.link(at: moment.time, use)
      if tellsLinks { ReviewLinks(self, reviews).tell() }
    }
    return (reviews, query)
  }

  /// Reports that a query finds no cards, and those in notes that are not reviewed.
  func tellNoCards(_ query: Query?, _ reviews: VaultReviews) throws {
    messages.note("no cards found")
    if reviews.selection != nil { return }
    let excluded = try reviews.excludedCount(query)
    if excluded > 0 {
      messages.note(
        Amount.count(excluded, "card is", "cards are")
          + " in notes that are not reviewed (`review: false`, `review.exclude`)")
    } else if try reviews.cards().isEmpty, try reviews.excludedCount() == 0 {
      messages.note(
        "write a quote with its source (`> text`, then `> — author`), `?[hint](answer)`, or a line `Q: …` and a line `A: …`"
      )
    }
  }

  /// Reports why no card is due, and when one will be.
  func tellNothingDue(
    _ due: VaultReviews.Due, _ query: Query?, _ reviews: VaultReviews, at moment: ReviewMoment
  ) throws {
    if due.candidates.isEmpty { return try tellNoCards(query, reviews) }
    if due.queue.ready.new > 0 {
      messages.note(
        "nothing is due, and today's new cards are done; `zib review --new` asks "
          + "\(Amount.count(due.queue.ready.new, "more", "more"))")
      return
    }
    if due.queue.siblings > 0 {
      let count = due.queue.siblings
      messages.note(
        "nothing more is due today; \(Amount.count(count, "card waits", "cards wait")) until tomorrow, "
          + "because another of the same paragraph was asked today")
      return
    }
    let settings = reviews.settings.scheduler
    let next = due.candidates.lazy.filter { $0.absence == nil }.compactMap(\.state?.due)
      .min { $0.time(settings, zone) < $1.time(settings, zone) }
    guard let next else {
      messages.note("all cards are suspended or buried")
      return
    }
    messages.note(
      "nothing is due; the next card comes back in \(next.words(settings, moment))")
  }
}
