import Arguments
import Exchange
import Notes
import Rendering
import ReviewStore
import Reviews
import Search
import Sessions
import Terminals
import Vaults
import Wording

/// `zib review cards`: the cards and their states.
enum ReviewCards {
  /// The order.
  enum Order: String, CaseIterable, Choice {
    case due, retention, stability, difficulty, lapses, interval, path

    var summary: String {
      switch self {
      case .due: "what comes back first"
      case .retention: "what is least remembered"
      case .stability: "what is forgotten soonest"
      case .difficulty: "what is hardest"
      case .lapses: "what was forgotten most often"
      case .interval: "what comes back most often"
      case .path: "in the order of notes"
      }
    }
  }

  static let sort = Option("sort", .oneOf(Order.self), default: .due, help: "The order.")

  static let command = Command(
    "cards", summary: "List cards and where they stand",
    discussion: """
      Prints for each card when it comes back, the interval it has, how often it was forgotten
      (`2×`), where it stands and what it asks. New cards come last. `is:leech` and the like in
      the query select cards by where they stand, as in `zib review`.
      """,
    arguments: [Review.query, sort, NoteListing.reverse, Review.json, NoteListing.csv],
    exclusive: [[Review.json, NoteListing.csv]],
    unknownOptionsArePositional: true,
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `query` and `cards`. A card has `card`, `kind`, `path`,
        `line`, `title`, `question`, `answer`, `questionMarkdown`, `answerMarkdown` and `media` as in
        `zib review`, `state`, `due` (UTC milliseconds), `retrievability`,
        `stability` (days), `difficulty` (1 to 10), `interval` (seconds), `reviews`, `lapses`,
        `last` (when it was last answered, UTC milliseconds), `suspended` and `buried`. What a new
        card does not have is null.
        """),
      Section(
        "CSV",
        """
        `--csv` prints the columns `card`, `kind`, `question`, `answer`, `state`, `due`, `interval` (days),
        `stability` (days), `difficulty`, `retrievability`, `reviews`, `lapses`, `last`, `title`, `path` and
        `line`. Times are `2026-11-21 09:30`, by the clocks here; the state is also `suspended` or `buried`.
        """),
    ],
    examples: [
      "zib review cards": "All cards, those that are due first.",
      "zib review cards --sort lapses --reverse": "The hardest last, where you see them.",
      "zib review cards is:leech": "What was forgotten too often.",
      "zib review cards --csv > cards.csv": "For a spreadsheet.",
      "zib review cards walden --json": "Cards of some notes, for another program.",
    ],
    exitStatuses: [0: "There are cards.", 1: "There are none."],
    seeAlso: ["zib-review(1)", "zib-review-suspend(1)", "zib-review-stats(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let text = Query.text(ofWords: arguments[Review.query])
      let (reviews, query) = try session.reviews(text, .supposed)
      let moment = session.moment
      var list = try reviews.listed(query, at: moment)
      list = arguments[sort].sorted(list, reviews.settings.scheduler, session.zone)
      if arguments[NoteListing.reverse] { list.reverse() }
      if arguments[NoteListing.csv] {
        try printCSV(list, reviews, session)
      } else if arguments[Review.json] {
        try printJSON(list, text, reviews, at: moment, session)
      } else {
        session.page()
        try printText(list, reviews, at: moment, session)
        session.remember(listed: list.map { ListedPlace($0.card.path, line: $0.card.line) })
      }
      if list.isEmpty { try session.tellNoCards(query, reviews) }
      return list.isEmpty ? .nothingFound : .done
    }
  }

  private static func printText(
    _ list: [ListedCard], _ reviews: VaultReviews, at moment: ReviewMoment,
    _ session: CommandSession
  ) throws {
    let isTerminal = session.terminal.isOutputTerminal
    var columns = TextColumns([.left, .right, .right, .left, .left], flexible: 4)
    for listed in list {
      let state = listed.state
      let prompt = try reviews.prompt(of: listed.card)
      let place = "\(session.shownPath(listed.card.path)):\(listed.card.line)"
      let text = prompt?.question.replacing(String(Prompt.gap), with: "[…]") ?? ""
      let lapses = state.map { $0.lapses > 0 ? "\($0.lapses)×" : "" } ?? ""
      columns.add([
        StyledText(listed.words(reviews.settings.scheduler, moment), .position),
        StyledText(state.map { IntervalText.short($0.interval) } ?? "", .faint),
        StyledText(lapses, .warning), StyledText(place, .path),
        StyledText(text.split(whereSeparator: \.isWhitespace).joined(separator: " ")),
      ])
    }
    for line in columns.lines(width: isTerminal ? session.terminal.width : nil) {
      try session.output.writeLine(
        isTerminal ? line.truncated(toWidth: session.terminal.width) : line)
    }
  }

  private static func printCSV(
    _ list: [ListedCard], _ reviews: VaultReviews, _ session: CommandSession
  ) throws {
    var table = CSVWriter(
      columns: [
        "card", "kind", "question", "answer", "state", "due", "interval", "stability", "difficulty",
        "retrievability", "reviews", "lapses", "last", "title", "path", "line",
      ])
    func rounded(_ number: Double?) -> String? {
      number.map { "\(($0 * 1000).rounded() / 1000)" }
    }
    for listed in list {
      let (card, state) = (listed.card, listed.state)
      let prompt = try reviews.prompt(of: card)
      let phase: String? =
        switch listed.absence {
        case .suspended: "suspended"
        case .buried: "buried"
        case nil: ReviewWords.phase(state)
        }
      table.row([
        card.id.description, card.kind.word,
        prompt?.question.replacing(String(Prompt.gap), with: "[…]"), prompt?.answer, phase,
        state.map { session.shownTime($0.due.time(reviews.settings.scheduler, session.zone)) },
        rounded(state.map { $0.interval / 86_400 }), rounded(state?.stability),
        rounded(state?.difficulty), rounded(listed.retrievability), "\(state?.reviews ?? 0)",
        "\(state?.lapses ?? 0)", state.map { session.shownTime($0.lastReview) },
        try reviews.title(of: card), session.shownPath(card.path), "\(card.line)",
      ])
      try session.output.write(draining: &table)
    }
    try session.output.write(draining: &table)
  }

  private static func printJSON(
    _ list: [ListedCard], _ query: String, _ reviews: VaultReviews, at moment: ReviewMoment,
    _ session: CommandSession
  ) throws {
    let scheduler = Scheduler(reviews.history.parameters, settings: reviews.settings.scheduler)
    let sources = CardSources(reviews, session)
    try session.output.writeJSON {
      $0.field("query", query)
      try $0.array("cards") {
        for listed in list {
          let title = try reviews.title(of: listed.card)
          let prompt = try reviews.prompt(of: listed.card)
          let source = try sources.source(of: listed.card)
          let path = session.shownPath(listed.card.path)
          let state = listed.state
          $0.object {
            $0.identity(of: listed.card, titled: title, shownAs: path)
            $0.field("question", prompt?.question)
            $0.field("answer", source?.plainAnswer ?? prompt?.answer)
            $0.source(source)
            $0.schedule(state, scheduler, at: moment, session.zone)
            $0.field("stability", state?.stability)
            $0.field("difficulty", state?.difficulty)
            $0.field("interval", state.map { Int($0.interval) })
            $0.field("reviews", Int(state?.reviews ?? 0))
            $0.field("lapses", Int(state?.lapses ?? 0))
            $0.field("last", state.map { Int($0.lastReview) })
            $0.field("suspended", listed.absence == .suspended)
            $0.field("buried", listed.absence == .buried)
          }
          try session.output.write(draining: &$0)
        }
      }
    }
  }
}

/// A card and its state.
struct ListedCard {
  let card: ReviewCard
  let state: CardState?
  let absence: SessionCard.Absence?
  /// The probability that it is remembered now; nil for a new card.
  let retrievability: Double?

  /// The time at which it comes back: `now`, `in 3d`, `new`, `suspended`.
  func words(_ settings: SchedulerSettings, _ moment: ReviewMoment) -> String {
    switch absence {
    case .suspended: return "suspended"
    case .buried: return "buried"
    case nil: break
    }
    guard let state else { return "new" }
    if state.isDue(at: moment, settings.dayRule) { return "now" }
    return "in " + state.due.words(settings, moment)
  }
}

extension ReviewCards.Order {
  /// The cards in this order; those that have no value for it come last.
  func sorted(
    _ list: [ListedCard], _ settings: SchedulerSettings, _ zone: Zone
  ) -> [ListedCard] {
    let keys = list.map { listed -> Double in
      guard let state = listed.state else { return self == .path ? 0 : .infinity }
      return switch self {
      case .due: Double(state.due.time(settings, zone))
      case .retention: listed.retrievability ?? .infinity
      case .stability: state.stability
      case .difficulty: -state.difficulty
      case .lapses: -Double(state.lapses)
      case .interval: state.interval
      case .path: 0
      }
    }
    return list.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { list[$0] }
  }
}

extension VaultReviews {
  /// The cards that a query finds, with their states.
  func listed(_ query: Query?, at moment: ReviewMoment) throws -> [ListedCard] {
    let scheduler = Scheduler(history.parameters, settings: settings.scheduler)
    return try cards(query).map { card in
      let now = sessionCard(card, at: moment)
      return ListedCard(
        card: card, state: now.state, absence: now.absence,
        retrievability: now.state.map {
          scheduler.retrievability(of: $0, at: moment.time, zoneMinutes: moment.zoneMinutes)
        })
    }
  }
}
