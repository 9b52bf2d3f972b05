import Files
import Notes
import Rendering
import ReviewStore
import Reviews
import Search
import Terminals
import Vaults
import Wording

/// A review of cards with a person: by keys at a terminal, by lines elsewhere.
///
/// Whatever the person decides is in the log before the next card is shown.
package struct ReviewRun {
  private let session: CommandSession
  private let reviews: VaultReviews
  private let dialogue: Dialogue
  private var review: ReviewSession
  private var cards: [CardID: ReviewCard]
  /// The events of the decisions that can be taken back, the last one at the end.
  private var written: [[ReviewEvent.ID]] = []
  private var addresses: LinkAddresses
  /// True if answers are forgotten when the session ends.
  private let isCramming: Bool
  /// The card that was linked after the last edit, while it is asked.
  private var freshLink: ReviewCard?

  /// The card that is asked, as its note has it now.
  private typealias Asked = VaultReviews.ReadCard

  /// - Parameters:
  ///   - isCramming: each card is asked until it was right once, and no answer is written.
  ///   - page: the screen that the cards are drawn on; without it they are printed.
  package init(
    _ session: CommandSession, _ reviews: VaultReviews, _ due: VaultReviews.Due, isPlain: Bool,
    isCramming: Bool = false, page: (any DialoguePage)? = nil
  ) {
    self.isCramming = isCramming
    self.session = session
    self.reviews = reviews
    dialogue = session.dialogue(isPlain: isPlain, erasesPrompts: true, page: page)
    cards = due.cards
    reviews.look(at: due.queue.cards.lazy.compactMap { due.cards[$0.id] })
    var settings = reviews.settings.scheduler
    if isCramming {
      settings.learningSteps = [60]
      settings.relearningSteps = []
    }
    review = ReviewSession(
      due.queue.cards, Scheduler(reviews.history.parameters, settings: settings),
      leeches: reviews.settings.leeches, load: isCramming ? nil : reviews.history.load)
    addresses = LinkAddresses(session)
  }

  /// Asks card after card until none is left or the person has had enough.
  ///
  /// - Throws: `Interrupted`, and errors of writing; answers written before are reported first.
  package mutating func run() throws {
    do {
      repeat {
        while review.next(at: session.moment) != nil {
          guard try askCurrent() else { return try tellSummary() }
        }
      } while try takesLastBack()
    } catch {
      try tellSummary()
      throw error
    }
    try tellSummary()
  }

  /// Asks after the last card whether the decision on it is to be taken back.
  private mutating func takesLastBack() throws -> Bool {
    guard review.canUndo else { return false }
    let said = try dialogue.ask([
      Answer(" ", "done", "that was the last card", isDefault: true),
      Answer("u", "undo", "take back the last decision"),
      Answer("q", "quit", "that was the last card", isMinor: true),
    ])
    guard said?.key == "u" else { return false }
    try undo()
    return true
  }

  // MARK: A card

  /// Asks the current card until something is decided about it.
  ///
  /// - Returns: false if the person wants no more.
  private mutating func askCurrent() throws -> Bool {
    guard var asked = try readCurrent() else {
      review.leaveOut(.gone)
      return true
    }
    dialogue.begin()
    try dialogue.show(heading(asked) + question(asked))
    while true {
      let shown = asked
      let isRevealed = review.isRevealed
      let (heading, question, answer) = (heading, question, answer)
      let said = try dialogue.ask(answers()) {
        try dialogue.show(
          heading(shown) + question(shown) + (isRevealed ? answer(shown) : []))
      }
      switch said?.key {
      case " ":
        // Somebody may have edited the note while the question was thought about.
        guard let now = try readCurrent() else {
          review.leaveOut(.gone)
          return true
        }
        if now.prompt.question != asked.prompt.question { try dialogue.show(question(now)) }
        asked = now
        review.reveal()
        try dialogue.show(answer(asked))
      case "1", "2", "3", "4":
        guard let digit = said?.key.wholeNumberValue, let grade = Grade(rawValue: UInt8(digit))
        else { continue }
        try self.grade(grade, asked)
        return true
      case "e":
        try edit(asked)
        return true
      case "s":
        try leaveOut(.suspended, .suspend(asked.card.fingerprint, true), "suspended")
        return true
      case "b":
        try leaveOut(.buried, .bury(asked.card.fingerprint), "buried until tomorrow")
        return true
      case "x":
        if let freshLink { try refuse(freshLink) }
        return true
      case "u":
        guard review.canUndo else {
          try dialogue.show([StyledText("There is nothing to take back.", .warning)])
          continue
        }
        try undo()
        return true
      default: return false
      }
    }
  }

  private func answers() -> [Answer] {
    let isRevealed = review.isRevealed
    var answers: [Answer] = []
    if let outcomes = review.outcomes(at: session.moment), isRevealed {
      for grade in Grade.allCases {
        answers.append(
          Answer(
            Character("\(grade.rawValue)"), grade.word, grade.help,
            detail: isCramming ? "" : IntervalText.short(outcomes[grade].interval)))
      }
    } else {
      answers.append(Answer(" ", "show", "see the answer", isDefault: true))
    }
    answers += [
      Answer("e", "edit", "change it in your editor; its history stays", isMinor: isRevealed),
      Answer("s", "suspend", "leave it out of all reviews", isMinor: isRevealed),
      Answer("b", "bury", "leave it out until tomorrow", isMinor: isRevealed),
    ]
    if let freshLink, freshLink.id == review.current?.id {
      answers.append(
        Answer("x", "another", "it is another card since the edit, and begins as a new one"))
    }
    if review.canUndo {
      answers.append(Answer("u", "undo", "take back the last decision", isMinor: isRevealed))
    }
    return answers + [Answer("q", "quit", "stop; what was answered is kept", isMinor: isRevealed)]
  }

  /// The current card as its note has it now, whoever has edited the note; nil where it is left out.
  private mutating func readCurrent() throws -> Asked? {
    guard let current = review.current, let card = cards[current.id] else { return nil }
    let asked = try find(card)
    cards[current.id] = asked?.card
    return asked
  }

  /// Finds a card in its note; nil where the note no longer has it.
  private mutating func find(_ card: ReviewCard) throws -> Asked? {
    switch try reviews.reread(card, at: session.moment.time) {
    case .card(let now, nil): return now
    case .card(let now, .some):
      freshLink = now.card
      try dialogue.show([
        StyledText("  Edited; the card keeps its history. `x` if it is another card now.", .faint)
      ])
      return now
    case .unclear(let now, let was):
      // At the end of the input nothing is decided, and `zib review relink` asks again.
      guard let isSame = try isSame(was, as: now.prompt) else { return nil }
      guard isSame else {
        try reviews.refuseLinks(of: [now.prompt.id], at: session.moment.time)
        try dialogue.show([StyledText("  It is a new card.", .faint)])
        return nil
      }
      try reviews.go(on: card.id, with: now, at: session.moment.time)
      return now
    case .gone:
      let words = "  The prompt is no longer in \(session.shownPath(card.path))."
      try dialogue.show(StyledText(words, .faint).wrapped(toWidth: dialogue.width))
      return nil
    case .unreadable(let error):
      let words = "  The card is left out: " + ErrorWords(error).message
      try dialogue.show(StyledText(words, .warning).wrapped(toWidth: dialogue.width))
      return nil
    }
  }

  // MARK: Output

  private func heading(_ asked: Asked) -> [StyledText] {
    let counts = review.counts
    let kinds = [(counts.due, "due"), (counts.learning, "learning"), (counts.new, "new")]
    let parts = isCramming ? [] : kinds.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let words = (["\(review.done) of \(review.total) done"] + parts).joined(separator: ", ")
    var lines = [StyledText()] + StyledText(words, .faint).wrapped(toWidth: dialogue.width)
    // The note of a quote would give away its source.
    if asked.prompt.kind != .quote { lines += place(asked) }
    return lines + [StyledText()]
  }

  private func place(_ asked: Asked) -> [StyledText] {
    let root = try? session.vault().root
    let address = root.map {
      "file://" + LinkAddresses.encoded($0.appending(asked.card.path).bytes)
        + "#L\(asked.card.line)"
    }
    var line = StyledText(asked.note.title, Style(nil, [.bold, .dim]), link: address)
    line.append(
      "  \(session.shownPath(asked.card.path)):\(asked.card.line)", .faint, link: address)
    return line.wrapped(toWidth: dialogue.width)
  }

  private func question(_ asked: Asked) -> [StyledText] {
    view(asked).question + [StyledText()]
  }

  private func answer(_ asked: Asked) -> [StyledText] {
    let place = asked.prompt.kind == .quote ? place(asked) : []
    return view(asked).answer + place + [StyledText()]
  }

  private func view(_ asked: Asked) -> PromptView {
    let folder = asked.card.path.folder
    let root = try? session.vault().root
    let isClickable = session.terminal.hyperlinks
    var addresses = addresses
    return PromptView(
      asked.prompt, of: asked.note,
      on: PromptView.Screen(
        width: dialogue.width, colors: session.terminal.colors, hyperlinks: isClickable),
      address: { addresses.address(of: $0, in: asked.note, at: asked.card.path) },
      destination: { address in
        guard isClickable, let root, !address.contains(":"), !address.hasPrefix("#") else {
          return address
        }
        let base = folder.map { root.appending($0) } ?? root
        return address.hasPrefix("/")
          ? "file://" + LinkAddresses.encoded(root.bytes) + address
          : "file://" + LinkAddresses.encoded(base.bytes) + "/" + address
      })
  }

  // MARK: Deciding

  private mutating func grade(_ grade: Grade, _ asked: Asked) throws {
    // The log comes first: an answer that is not on the disk does not count.
    var after = review
    guard let answered = after.grade(grade, at: session.moment) else { return }
    let action = ReviewEvent.Action.review(
      asked.card.fingerprint, grade, milliseconds: answered.milliseconds)
    try write(isCramming ? [] : [action])
    review = after
    var line = StyledText("  \(grade.word)", grade.isRemembered ? .added : .removed)
    if isCramming { return try dialogue.show([line]) }
    line.append(" → \(IntervalText.short(answered.state.interval))", .faint)
    var lines = [line]
    if answered.isLeech {
      let words =
        "Forgotten \(Amount.count(Int(answered.state.lapses), "time")): a shorter or clearer prompt "
        + "may help. `u` and `e` change it, `u` and `s` leave it out."
      lines += StyledText(words, .warning).wrapped(toWidth: dialogue.width)
    }
    try dialogue.show(lines)
  }

  private mutating func leaveOut(
    _ reason: ReviewSession.Departure, _ action: ReviewEvent.Action, _ words: String
  ) throws {
    try write([action])
    review.leaveOut(reason)
    try dialogue.show([StyledText("  \(words)", .faint)])
  }

  private mutating func undo() throws {
    if let events = written.last {
      try reviews.append(events.map { .retract($0) }, at: session.moment.time)
      written.removeLast()
    }
    _ = review.undo(at: session.moment)
    try dialogue.show([StyledText("  taken back", .faint)])
  }

  private mutating func write(_ actions: [ReviewEvent.Action]) throws {
    written.append(try reviews.append(actions, at: session.moment.time).map(\.id))
  }

  /// Opens the note at the prompt; the card is found again in what became of it.
  private func edit(_ asked: Asked) throws {
    do {
      try dialogue.lend { try session.edit([(asked.card.path, asked.card.line)]) }
    } catch let failure as Failure {
      let words = [failure.message, failure.hint].compactMap(\.self).joined(separator: "; ")
      try dialogue.show(StyledText("  " + words, .warning).wrapped(toWidth: dialogue.width))
    }
  }

  /// Asks whether a prompt whose words were replaced is the card that it was; nil at the end of the input.
  private func isSame(_ was: LostCard, as now: Prompt) throws -> Bool? {
    let width = dialogue.width
    let lines =
      [StyledText("Is this still the same card?", Style(nil, .bold))]
      + CardWords.change(
        from: (was.question, was.answer), to: (now.question, now.answer), width: width)
    try dialogue.show(lines)
    let said = try dialogue.ask(
      [
        Answer("y", "yes", "it keeps its history"),
        Answer("n", "no", "it is another card, and begins as a new one"),
      ], redraw: { try dialogue.show(lines) })
    return said.map { $0.key == "y" }
  }

  /// The prompt that was linked after an edit is another card.
  private mutating func refuse(_ card: ReviewCard) throws {
    try reviews.refuseLinks(of: [card.fingerprint], at: session.moment.time)
    cards[card.id] = nil
    freshLink = nil
    try dialogue.show([StyledText("  It is a new card.", .faint)])
  }

  // MARK: The end

  private func tellSummary() throws {
    // The reason why the last card was not asked has no later question with which it is seen.
    try dialogue.show(dialogue.leavePage())
    let summary = review.summary
    guard summary.answers + summary.leftOut > 0 else { return }
    if summary.answers > 0 {
      let share = Int((Double(summary.right) * 100 / Double(summary.answers)).rounded())
      var words = "\(Amount.count(summary.answers, "answer")), \(share) % right"
      if summary.milliseconds > 0 {
        words += ", in \(Amount.time(Double(summary.milliseconds) / 1000))"
      }
      session.messages.note(words)
    }
    if isCramming { session.messages.note("no answer was written; all cards keep their days") }
    let left = review.counts.total
    if left > 0 {
      let next = review.current == nil ? review.nextReturn : nil
      let wait = next.map { IntervalText.short(Double($0 - session.moment.time) / 1000) }
      session.messages.note(
        "\(Amount.count(left, "card is", "cards are")) left"
          + (wait.map { ", the next in \($0)" } ?? ""))
    }
  }
}

extension Grade {
  /// A description of the grade's meaning.
  fileprivate var help: String {
    switch self {
    case .again: "you did not know it"
    case .hard: "you knew it, with trouble"
    case .good: "you knew it"
    case .easy: "you knew it at once"
    }
  }

  /// The grade that a word or a digit names.
  package init?(word: String) {
    let word = word.lowercased()
    guard let grade = Grade.allCases.first(where: { $0.word == word || "\($0.rawValue)" == word })
    else { return nil }
    self = grade
  }
}

extension CommandSession {
  /// The present time on the person's clocks; it advances during a review, unless `ZIB_NOW` fixes
  /// it.
  package var moment: ReviewMoment {
    let time = environment["ZIB_NOW"] == nil ? Clock.now() / 1_000_000 : now
    return ReviewMoment(time: time, zoneMinutes: Int16(clamping: zone.secondsEast(time) / 60))
  }
}
