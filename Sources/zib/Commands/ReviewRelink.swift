import Arguments
import Exchange
import Notes
import Rendering
import ReviewStore
import Reviews
import Sessions
import Terminals
import Vaults
import Views
import Wording

/// `zib review relink`: which card an edited prompt was.
enum ReviewRelink {
  static let list = Flag("list", help: "List what is unclear, and ask nothing.")
  static let refuse = Option(
    "refuse", value: "CARD", each: .string,
    help: "This prompt is a card of its own: take its link back and never link it again unasked.")

  static let command = Command(
    "relink", summary: "Say which cards edited prompts were",
    discussion: """
      A card whose text was edited, moved or split is looked for: the same text elsewhere, the same
      question with another answer, and text that is like it, step by step through the vault's git
      history where there is one. What is clear is linked without asking, by every review, and told
      once. What is not clear is asked here, one card after the other: which of the prompts shown
      is it now, or none of them? On a terminal that is asked full screen; `--plain` asks line by line.
      Until you say, the prompts are new cards, and the old history is
      kept. A card is also asked about where words of its question and of its answer were replaced
      (`sin` by `cos`), or a name or number of a short question alone (article 5 by article 17),
      because such a card is often another one, written over the old.

      Where a link was wrong, `--refuse` takes it back: the prompt begins as a new card. When the
      text that a prompt was an edit of is in the notes again, it is the card that it was, and the
      edited prompt becomes a card of its own.
      """,
    arguments: [list, refuse, Review.plain, Review.json],
    exclusive: [[list, Review.json], [Review.plain, Review.json], [refuse, list]],
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `linked` (what was found without asking: `card`,
        `fingerprint`, `path`, `line`, `why`, `was`, the question before the edit, and `event`, for
        `zib review undo`), `questions` and `gone` (ids of cards of
        which there is no trace). A question has `card`, `kind`, `question`, `answer` and `note` as
        they were, and `candidates`: `card` (the fingerprint), `note`, `question`, `answer`,
        `score`, 0 to 1, and `replaced` (whether words of the question, or of both, gave way to others).
        Nothing is asked; `zib review relink` does that.
        """)
    ],
    examples: [
      "zib review relink": "Decide what is unclear.",
      "zib review relink --list": "See it first.",
      "zib review relink --refuse 2c1e0d4b9a8f7e65": "That prompt is another card.",
    ],
    exitStatuses: [
      0: "Everything is linked, or was never edited.",
      1: "There is no such card.", 3: "The links could not be written.",
      4: "Something is still unclear.",
    ],
    seeAlso: ["zib-review(1)", "zib-review-undo(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let (reviews, _) = try session.reviews("", nil)
      defer { reviews.saveState() }
      if !arguments[refuse].isEmpty {
        try ReviewLinks(session, reviews).refuse(arguments[refuse])
        return .done
      }
      let report = try reviews.relink(at: session.moment.time, isThorough: true)
      if arguments[Review.json] {
        try printJSON(report, session)
        return report.questions.isEmpty ? .done : .leftToDecide
      }
      try tell(report, session)
      if report.questions.isEmpty { return .done }
      if arguments[list] || (!session.mayAsk && !arguments[Review.plain]) {
        for question in report.questions {
          for line in question.lines(
            choices: RelinkDialogue.shown, width: session.terminal.width)
          {
            try session.output.writeLine(line)
          }
        }
        if !arguments[list] {
          session.messages.note("`--plain` asks line by line where there is no terminal")
        }
        return .leftToDecide
      }
      // The links that were made without asking are printed before the screen is another one.
      try session.output.flush()
      let page = arguments[Review.plain] ? nil : try ScreenPage(session)
      return try RelinkDialogue(session, reviews, isPlain: arguments[Review.plain], page)
        .ask(report.questions)
    }
  }

  private static func tell(_ report: VaultReviews.RelinkReport, _ session: CommandSession) throws {
    for linked in report.linked {
      var line = StyledText(
        "\(session.shownPath(linked.card.path)):\(linked.card.line)", .path)
      line.append("  \(linked.link.reason.words)", .faint)
      try session.output.writeLine(line)
    }
    if !report.linked.isEmpty {
      session.messages.note(
        Amount.count(
          report.linked.count, "edited prompt keeps its history",
          "edited prompts keep their history"))
    }
    if report.linked.isEmpty, report.questions.isEmpty {
      session.messages.note("nothing is unclear")
    }
    if !report.gone.isEmpty {
      session.messages.note(
        "\(Amount.count(report.gone.count, "card")) of which nothing is left: deleted, or written anew"
          + (report.isHistoryCut
            ? ", or edited before the history of this shallow clone begins (`git fetch --unshallow` brings it)"
            : ""))
    }
  }

  private static func printJSON(_ report: VaultReviews.RelinkReport, _ session: CommandSession)
    throws
  {
    try session.output.writeJSON {
      $0.array("linked") {
        for linked in report.linked {
          $0.object { $0.link(linked, shownAs: session.shownPath(linked.card.path)) }
        }
      }
      $0.array("questions") {
        for question in report.questions { $0.object { $0.question(question) } }
      }
      $0.field("gone", report.gone.map(\.description))
    }
  }
}

/// Asks which prompts lost cards are now.
private struct RelinkDialogue {
  private let session: CommandSession
  private let reviews: VaultReviews
  private let dialogue: Dialogue
  /// True while the dialogue is on a whole screen, so that what is said is printed after it.
  private let isOnPage: Bool
  /// Candidates that can be chosen by a digit.
  static let shown = 9

  init(
    _ session: CommandSession, _ reviews: VaultReviews, isPlain: Bool, _ page: ScreenPage?
  ) {
    self.session = session
    self.reviews = reviews
    isOnPage = page != nil
    dialogue = session.dialogue(isPlain: isPlain, page: page)
  }

  func ask(_ questions: [CardQuestion]) throws -> ExitCode {
    var decisions = RelinkDecisions(questions)
    var linked: [StyledText] = []
    do {
      while let question = decisions.next() { linked += try ask(question, &decisions) }
    } catch {
      try leavePage(saying: linked)
      decisions.quit()
      try keep(decisions)
      throw error
    }
    try leavePage(saying: linked)
    try keep(decisions)
    let open = decisions.unclear
    if open > 0 {
      session.messages.note("\(Amount.count(open, "card is", "cards are")) still unclear")
    }
    return open > 0 ? .leftToDecide : .done
  }

  /// Ends drawing on the whole screen, with which what it said is gone.
  private func leavePage(saying linked: [StyledText]) throws {
    dialogue.leavePage()
    if isOnPage { try dialogue.show(linked) }
  }

  /// - Returns: the lines that say what was linked.
  private func ask(
    _ question: CardQuestion, _ decisions: inout RelinkDecisions
  ) throws -> [StyledText] {
    dialogue.begin()
    let left = question.candidates
    let show = {
      try dialogue.show(question.lines(choices: Self.shown, width: dialogue.width))
    }
    try show()
    var answers = left.prefix(Self.shown).indices.map { index in
      Answer(Character("\(index + 1)"), "this", "the card is this prompt now")
    }
    answers += [
      Answer("n", "none", "the prompts are new cards; the old one stays as it is"),
      Answer("s", "skip", "decide later"), Answer("q", "quit", "stop; what was decided is kept"),
    ]
    switch try dialogue.ask(answers, redraw: show)?.key {
    case let key? where key.isWholeNumber:
      let chosen = left[(key.wholeNumberValue ?? 1) - 1].prompt.prompt.id
      let events = try reviews.decide(question.card.id, isNow: chosen, at: session.moment.time)
      decisions.decide(question, chosen)
      let lines = events.map { StyledText("  linked (event \($0.id))", .faint) }
      try dialogue.show(lines)
      return lines
    case "n": decisions.decide(question, nil)
    case "s": decisions.skip(question)
    default: decisions.quit()
    }
    return []
  }

  /// Writes that prompts that were none of the cards are cards of their own, so that the same is not asked again.
  private func keep(_ decisions: RelinkDecisions) throws {
    let own = decisions.own
    let events = try reviews.refuseLinks(of: own, at: session.moment.time)
    for (prompt, event) in zip(own, events) {
      session.messages.note("\(prompt) is a card of its own (event \(event.id))")
    }
  }
}
