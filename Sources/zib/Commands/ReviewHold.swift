import Arguments
import Files
import Notes
import Rendering
import ReviewStore
import Reviews
import Search
import Sessions
import Settings
import Terminals
import Wording

/// `zib review suspend`, `resume`, `bury` and `reset`: leaves cards out, takes them in again, or
/// restarts them.
enum ReviewHold {
  static let cards = Option(
    "card", value: "CARD", each: .string,
    help:
      "A card by its id or its place (`Latin.md:6`), besides those of the query; may be given several times."
  )
  static let dryRun = Flag("dry-run", short: "n", help: "List the cards; change nothing.")
  static let force = Flag("force", short: "f", help: "Do not ask before many cards are changed.")

  static let suspend = command(
    .suspend, "Suspend cards: leave them out of reviews",
    """
    A query finds notes, and all their cards are suspended; `--card` names one.

    Suspended cards are not asked until `zib review resume`. They keep their history. To leave out
    whole notes for good, write `review: false` into their front matter, or set
    `zib config review.exclude`.
    """,
    examples: [
      "zib review suspend path:Archive": "The cards of some notes.",
      "zib review suspend --card Latin.md:6": "One card.",
    ])
  static let resume = command(
    .resume, "Resume suspended cards",
    "The cards are asked again when they are due; the time that has passed counts.",
    examples: ["zib review resume path:Archive": "The cards of some notes."])
  static let bury = command(
    .bury, "Bury cards: leave them out until tomorrow",
    "The day begins at the hour of `zib config review.rollover`.",
    examples: ["zib review bury tag:latin": "No Latin today."])
  static let reset = command(
    .reset, "Reset cards: make them new again",
    """
    What was answered before no longer counts for when the cards come back. The answers stay in
    the log, and `zib review undo` takes the reset back.
    """,
    examples: ["zib review reset tag:latin --dry-run": "See which cards would begin anew."])

  /// The changes that can be made to cards.
  enum Change {
    case suspend, resume, bury, reset

    /// The verb of the command.
    var name: String {
      switch self {
      case .suspend: "suspend"
      case .resume: "resume"
      case .bury: "bury"
      case .reset: "reset"
      }
    }

    /// The past participle of the change: `suspended`, as in `3 cards suspended`.
    fileprivate var done: String {
      switch self {
      case .suspend: "suspended"
      case .resume: "taken in again"
      case .bury: "buried until tomorrow"
      case .reset: "new again"
      }
    }

    /// The action that changes a card, or nil if the card is in that state already.
    fileprivate func action(for card: ListedCard) -> ReviewEvent.Action? {
      switch self {
      case .suspend: card.absence == .suspended ? nil : .suspend(card.card.fingerprint, true)
      case .resume: card.absence == .suspended ? .suspend(card.card.fingerprint, false) : nil
      case .bury: card.absence == nil ? .bury(card.card.fingerprint) : nil
      case .reset: card.state == nil ? nil : .reset(card.card.fingerprint)
      }
    }
  }

  /// More cards than this are changed only after a person at the terminal said so.
  private static let fewCards = 20

  private static func command(
    _ change: Change, _ summary: String, _ discussion: String,
    examples: KeyValuePairs<String, String>
  ) -> Command {
    Command(
      change.name, summary: summary, discussion: discussion,
      arguments: [Review.query, cards, dryRun, force], unknownOptionsArePositional: true,
      examples: examples,
      exitStatuses: [
        0: "Done.", 1: "There are no such cards, or nothing had to change.",
        2: "Neither a query nor a card was named.", 3: "It could not be written.",
      ],
      seeAlso: ["zib-review(1)", "zib-review-cards(1)"]
    ) { arguments in
      CommandSession.run(arguments) { session in try run(change, arguments, session) }
    }
  }

  private static func run(
    _ change: Change, _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> ExitCode {
    let text = Query.text(ofWords: arguments[Review.query])
    let names = arguments[cards]
    guard !text.isEmpty || !names.isEmpty else {
      throw UsageError(
        message: "which cards?", hint: "name a query, such as `path:Books`, or cards with `--card`")
    }
    let (reviews, query) = try session.reviews(text, .kept)
    let moment = session.moment
    let all = try reviews.listed(nil, at: moment)
    var wanted = Set<CardID>()
    if let query { wanted.formUnion(try reviews.cards(query).map(\.id)) }
    let known = Set(all.map(\.card.id))
    for name in names {
      let there = all.filter { card in
        let paths = [session.shownPath(card.card.path), card.card.path.text]
        return paths.contains { "\($0):\(card.card.line)" == name }
      }
      if !there.isEmpty {
        wanted.formUnion(there.map(\.card.id))
        continue
      }
      guard let id = CardID(Array(name.utf8)).map(reviews.history.card(of:)), known.contains(id)
      else {
        throw Failure(
          "no prompt in the vault is the card `\(name)`",
          hint: "`zib review cards` lists them with their places, `--json` with their ids",
          code: .nothingFound)
      }
      wanted.insert(id)
    }
    let changed = all.filter { wanted.contains($0.card.id) }
      .compactMap { card in change.action(for: card).map { (card: card, action: $0) } }
    guard !changed.isEmpty else {
      if wanted.isEmpty {
        try session.tellNoCards(query, reviews)
      } else {
        session.messages.note("nothing to change")
      }
      return .nothingFound
    }
    let count = amount(of: changed.map(\.card), session)
    if arguments[dryRun] {
      for (card, _) in changed {
        let prompt = try reviews.prompt(of: card.card)
        var line = StyledText(
          "\(session.shownPath(card.card.path)):\(card.card.line)", .path)
        line.append(
          "  "
            + (prompt?.question ?? "").replacing(String(Prompt.gap), with: "[…]")
            .split(whereSeparator: \.isWhitespace).joined(separator: " "))
        try session.output.writeLine(
          session.terminal.isOutputTerminal
            ? line.truncated(toWidth: session.terminal.width) : line)
      }
      session.messages.note("would \(change.name) \(count)")
      try tellMeant(query, changed.map(\.card), reviews, session)
      return .done
    }
    if changed.count > fewCards, !arguments[force], session.mayAsk {
      let answer = session.ask("\(change.name) \(count)? [y/N] ")
      guard ["y", "yes"].contains(answer.lowercased()) else {
        session.messages.note("nothing was changed")
        return .done
      }
    }
    try reviews.append(changed.map(\.action), at: moment.time)
    session.messages.note("\(count) \(change.done)")
    try tellMeant(query, changed.map(\.card), reviews, session)
    return .done
  }

  /// `3 cards of Latin.md`
  private static func amount(of cards: [ListedCard], _ session: CommandSession) -> String {
    let count = Amount.count(cards.count, "card")
    let paths = Set(cards.map(\.card.path))
    guard cards.count > 1, let path = paths.first else { return count }
    let notes =
      paths.count == 1 ? session.shownPath(path) : Amount.count(paths.count, "note")
    return "\(count) of \(notes)"
  }

  /// Tells which cards have the words of a query where others of the notes that it finds have not: those may have been
  /// meant alone.
  private static func tellMeant(
    _ query: Query?, _ cards: [ListedCard], _ reviews: VaultReviews, _ session: CommandSession
  ) throws {
    guard let query, cards.count > 1, cards.count <= 200 else { return }
    let usual = try session.vault().configuration.language
    let matcher = TextMatcher(query.root, language: usual ?? "")
    if matcher.isEmpty { return }
    let found = try cards.map { card -> Set<Int> in
      guard let prompt = try reviews.prompt(of: card.card) else { return [] }
      let text = Array((prompt.question + "\n" + prompt.answer).utf8)
      let run = TextMatcher.Run(
        0..<text.count, fields: [], joinsPrevious: false, startsBlock: true)
      return Set(matcher.matches(in: text, runs: [run]).map(\.part))
    }
    let all = found.reduce(into: Set()) { $0.formUnion($1) }
    let meant = zip(cards, found).filter { $0.1 == all }.map(\.0.card)
    guard !all.isEmpty, let first = meant.first, meant.count < cards.count else { return }
    let place = "\(session.shownPath(first.path)):\(first.line)"
    let others = meant.count == 1 ? "" : " and \(meant.count - 1) more"
    session.messages.note(
      "a query finds notes, with all their cards; its words are in \(place)\(others), which `--card \(shellQuoted(place))` names"
    )
  }
}
