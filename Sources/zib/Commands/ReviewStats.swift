import Arguments
import Exchange
import Files
import Indexing
import Notes
import Rendering
import ReviewStore
import Reviews
import Search
import Sessions
import Terminals
import Vaults
import Wording

/// `zib review stats`: the share of cards remembered, and a forecast.
enum ReviewStats {
  static let studyLog = Option(
    "study-log", value: "FILE", .file,
    help: "Of the study log of a notebook of 2019 instead; `-` is standard input.")

  static let command = Command(
    "stats", summary: "Show how much you remember",
    discussion: """
      Shows how many cards there are and how well they are known; how much you remembered of what
      came back in the long run (the first answer of a card on a day, as Anki's true retention);
      how many cards come back on the next days; the answers of the last year, day by day; and the
      hashtags with most cards.

      A young card has an interval of less than 21 days, a mature one of more. What is known is the
      sum of the probabilities of remembering each card now.
      """,
    arguments: [Review.query, studyLog, Review.json],
    unknownOptionsArePositional: true,
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `query`, `cards` (`total`, `new`, `learning`, `young`,
        `mature`, `suspended`, `buried`, `due`, `known`, and the mean `stability` in days and
        `difficulty`), `answers`, `milliseconds`, `streak` (`current` and `longest`, in days),
        `retention` (for `today`, `yesterday`, `week`, `month`, `year` and `all`: `young` and
        `mature`, each with `remembered` and `total`), `grades` (how often each was given to cards
        that were `learning`, `young` and `mature`), `forecast` (`overdue`, and `days` from today
        on), `days` (each with `date`, `answers`, `new` and `milliseconds`) and `hashtags` (each
        with `hashtag`, `cards` as above and `retention`: `young` and `mature` of all time).
        """)
    ],
    examples: [
      "zib review stats": "Of all cards.",
      "zib review stats tag:latin": "Of some notes.",
      "zib review stats --study-log old/study.log":
        "What an old application has recorded, replayed.",
    ],
    exitStatuses: [0: "Done.", 1: "There are no cards.", 3: "The log cannot be read."],
    seeAlso: ["zib-review(1)", "zib-review-cards(1)", "zib-stats(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let text = Query.text(ofWords: arguments[Review.query])
      let own = arguments[studyLog] == nil ? try session.reviews(text, .supposed) : nil
      let figures =
        try own.map { try ofVault($0, $1, session) }
        ?? ofStudyLog(arguments[studyLog] ?? "", session)
      if arguments[Review.json] {
        try session.output.writeJSON {
          $0.field("query", text)
          $0.figures(figures)
        }
      } else if figures.cards.total > 0 {
        session.page()
        let width = session.terminal.width
        for line in figures.lines(width: width, colors: session.terminal.colors) {
          try session.output.writeLine(line)
        }
      }
      if figures.cards.total == 0 {
        if let (reviews, query) = own {
          try session.tellNoCards(query, reviews)
        } else {
          session.messages.note("no cards found")
        }
      }
      return figures.cards.total == 0 ? .nothingFound : .done
    }
  }

  private static func ofVault(
    _ reviews: VaultReviews, _ query: Query?, _ session: CommandSession
  ) throws -> ReviewFigures {
    let cards = try reviews.cards(query)
    let ids = Set(cards.map(\.id))
    let events = try reviews.events().filter { event in
      guard query != nil, case .review(let card, _, _) = event.action else { return true }
      return ids.contains(reviews.history.card(of: card))
    }
    let statistics = ReviewStatistics(
      replaying: events, settings: reviews.settings.scheduler)
    return ReviewFigures(
      statistics, of: ids, hashtags: try hashtags(of: cards, reviews), at: session.moment)
  }

  /// The hashtags of the notes of cards that were answered.
  private static func hashtags(
    of cards: [ReviewCard], _ reviews: VaultReviews
  ) throws -> [CardID: [Hashtag]] {
    var result: [CardID: [Hashtag]] = [:]
    var last: (path: NotePath, tags: [Hashtag])?
    for card in cards where reviews.history[card.id]?.state != nil {
      if last?.path != card.path {
        last = (card.path, try reviews.search.note(at: card.path).uniqueTags.map { Hashtag($0) })
      }
      result[card.id] = last?.tags
    }
    return result
  }

  /// The figures of a study log, at the time of its last answer.
  private static func ofStudyLog(_ file: String, _ session: CommandSession) throws -> ReviewFigures
  {
    let name = file == "-" ? "standard input" : file
    let log = StudyLog(try session.contents(of: file), zone: session.zone)
    if log.events.isEmpty, !log.unread.isEmpty {
      throw Failure(
        "\(name) is not a study log: line \(log.unread[0].number) cannot be read",
        hint: "unpack it first if it is compressed")
    }
    if let first = log.unread.first {
      session.messages.warning(
        "\(Amount.count(log.unread.count, "line")) of \(name) cannot be read; the first is line "
          + "\(first.number)")
    }
    let settings = ReviewSettings(try session.vaultForOwnSettings().configuration).scheduler
    let statistics = ReviewStatistics(replaying: log.events, settings: settings)
    let moment = log.events.last.map {
      ReviewMoment(time: $0.time, zoneMinutes: $0.zoneMinutes)
    }
    session.messages.note(
      "\(Amount.count(log.reviewCount, "line")), \(Amount.count(statistics.answers.count, "answer"))"
        + (moment.map { "; as it stood on \($0.day(settings.dayRule).date)" } ?? ""))
    return ReviewFigures(
      statistics, of: nil, hashtags: [:], at: moment ?? session.moment)
  }
}
