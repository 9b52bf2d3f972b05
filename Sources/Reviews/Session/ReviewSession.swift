/// A review in progress: the next card, the decisions on those before, and their undoing.
///
/// A value without a clock and without a disk. The caller shows ``current``, writes the person's
/// decision into the log, and reports it here. A card that is in its steps afterwards comes again
/// as soon as its time has come, or early if no other is left. Two cards of a note follow each
/// other only if no other card can be asked.
package struct ReviewSession: Sendable {
  /// The card that is asked; nil when there is none.
  package private(set) var current: SessionCard?
  /// True if the person has seen the answer of the current card.
  package private(set) var isRevealed = false
  /// The counts so far.
  package private(set) var summary = Summary()

  /// Cards not yet asked, in the order in which they are to be.
  private var waiting: [SessionCard]
  /// Cards that are to come again, in the order in which they were answered.
  private var returning: [SessionCard] = []
  /// The last card that was asked before the current one.
  private var previous: SessionCard?
  /// The list from which the current card was taken.
  private var origin = Origin.waiting(0)
  private var shownAt: Int64 = 0
  private var steps: [Step] = []
  private let scheduler: Scheduler
  private let leeches: LeechRule
  /// The number of cards that come back on each day; nil if it does not matter.
  private var load: DayLoad?

  /// The number of cards at the beginning.
  package let total: Int

  /// The longest time for an answer that counts: after a longer one the person was away.
  private static let longestThought: Int64 = 10 * 60_000

  /// - Parameters:
  ///   - cards: in the order in which they are to be asked, except siblings.
  ///   - leeches: decides which cards are reported as forgotten too often.
  ///   - load: the number of the vault's cards that come back on each day.
  package init(
    _ cards: [SessionCard], _ scheduler: Scheduler, leeches: LeechRule = LeechRule(),
    load: DayLoad? = nil
  ) {
    self.load = load
    self.leeches = leeches
    // A card in its steps has its time also here, and is not asked before it while another waits.
    let isInSteps = { (card: SessionCard) in card.isLearning && Self.time(card) != .min }
    waiting = cards.filter { !isInSteps($0) }
    returning = cards.filter(isInSteps)
    total = cards.count
    self.scheduler = scheduler
  }

  /// More cards are not brought into the order of a session, which takes quadratic time.
  private static let longestOrder = 500

  /// The cards of a queue in the order in which a session asks them, if none comes back.
  package static func order(
    of cards: [SessionCard], _ scheduler: Scheduler, at moment: ReviewMoment
  ) -> [SessionCard] {
    var session = ReviewSession(Array(cards.prefix(longestOrder)), scheduler)
    var order: [SessionCard] = []
    while let card = session.next(at: moment) {
      order.append(card)
      session.leaveOut(.buried)
    }
    let known = Set(order.map(\.id))
    return order + cards.filter { !known.contains($0.id) }
  }

  // MARK: Asking

  /// Makes the next card the current one; returns the same one until a decision on it is made.
  ///
  /// - Returns: nil if no card that may be asked by now is left.
  package mutating func next(at moment: ReviewMoment) -> SessionCard? {
    if current != nil { return current }
    guard let origin = placeOfNext(at: moment) else { return nil }
    let card =
      switch origin {
      case .waiting(let place): waiting.remove(at: place)
      case .returning(let place): returning.remove(at: place)
      }
    self.origin = origin
    current = card
    isRevealed = false
    shownAt = moment.time
    return card
  }

  /// The person wants to see the answer.
  package mutating func reveal() { isRevealed = current != nil }

  /// The states of the current card after each grade; nil if there is none.
  package func outcomes(at moment: ReviewMoment) -> Scheduler.Outcomes? {
    current.map {
      scheduler.outcomes(
        after: $0.state, of: $0.id, at: moment.time, zoneMinutes: moment.zoneMinutes, load: load)
    }
  }

  // MARK: Deciding

  /// The result of an answer.
  package struct Answered: Hashable, Sendable {
    package let card: CardID
    package let state: CardState
    /// The time from question to grade, for the log.
    package let milliseconds: UInt32
    /// True if the person is to be warned that it keeps being forgotten: its text may be at fault.
    package let isLeech: Bool
  }

  /// Grades the current card.
  ///
  /// - Returns: nil if there is none.
  package mutating func grade(_ grade: Grade, at moment: ReviewMoment) -> Answered? {
    guard let card = current else { return nil }
    let state = state(of: card, after: grade, at: moment)
    let taken = UInt32(max(0, min(moment.time - shownAt, Self.longestThought)))
    var after = card
    after.state = state
    load?.move(from: card.state, to: state)
    decide(card, .graded(grade), after: state, comesBack: after.isLearning ? after : nil)
    summary.answers += 1
    summary.milliseconds += Int64(taken)
    if grade.isRemembered { summary.right += 1 }
    if card.state == nil { summary.newCards += 1 }
    return Answered(
      card: card.id, state: state, milliseconds: taken,
      isLeech: state.lapses > (card.state?.lapses ?? 0) && leeches.warns(atLapse: state.lapses))
  }

  /// Leaves the current card out: until tomorrow, for good, or because its prompt is gone.
  package mutating func leaveOut(_ reason: Departure) {
    guard let card = current else { return }
    decide(card, .left(reason), comesBack: nil)
    summary.leftOut += 1
  }

  /// The reason why a card left a session without a grade.
  package enum Departure: Hashable, Sendable {
    case buried, suspended
    /// Its note has it no more.
    case gone
  }

  /// The decisions on a card.
  package enum Decision: Hashable, Sendable {
    case graded(Grade)
    case left(Departure)
  }

  /// Takes the last decision back: its card is asked again, and the state is that of the time when
  /// it was asked.
  ///
  /// A missing prompt is no decision: the decision before it is taken back, and the card waits
  /// again. The caller has to take back the log's entry for the decision.
  /// - Returns: the card and the decision; nil if there is nothing to take back.
  package mutating func undo(at moment: ReviewMoment) -> (card: CardID, decision: Decision)? {
    guard canUndo else { return nil }
    while let step = steps.popLast() {
      putBackCurrent()
      if step.cameBack { returning.removeLast() }
      if let after = step.after { load?.move(from: after, to: step.card.state) }
      current = step.card
      origin = step.origin
      previous = step.previous
      summary = step.summary
      isRevealed = false
      shownAt = moment.time
      if step.decision != .left(.gone) { return (step.card.id, step.decision) }
    }
    return nil
  }

  /// True if there is a decision to take back.
  package var canUndo: Bool { steps.contains { $0.decision != .left(.gone) } }

  // MARK: Remaining cards

  /// The cards still to be asked, the current one among them.
  package var counts: CardCounts {
    var counts = CardCounts()
    for card in waiting { counts.count(card) }
    for card in returning { counts.count(card) }
    if let current { counts.count(current) }
    return counts
  }

  /// The number of finished cards.
  package var done: Int { total - counts.total }

  /// The time at which the first of the cards still in their steps comes back, in UTC milliseconds.
  package var nextReturn: Int64? {
    returning.compactMap { card in
      if case .time(let time) = card.state?.due { time } else { nil }
    }.min()
  }

  /// The counts of a session.
  package struct Summary: Hashable, Sendable {
    /// The number of grades given.
    package var answers = 0
    /// The number of grades other than again.
    package var right = 0
    /// The number of cards that were answered for the first time.
    package var newCards = 0
    /// The number of cards that were buried, suspended or gone.
    package var leftOut = 0
    /// The time of all answers together.
    package var milliseconds: Int64 = 0
  }

  // MARK: Private

  /// The list and position from which a card was taken.
  private enum Origin: Hashable, Sendable {
    case waiting(Int), returning(Int)
  }

  /// The state needed to take a decision back.
  private struct Step: Hashable, Sendable {
    let card: SessionCard
    let decision: Decision
    /// The card's state after a grade.
    let after: CardState?
    let cameBack: Bool
    let origin: Origin
    let previous: SessionCard?
    let summary: Summary
  }

  private func state(
    of card: SessionCard, after grade: Grade, at moment: ReviewMoment
  ) -> CardState {
    scheduler.state(
      after: card.state, grade, of: card.id, at: moment.time, zoneMinutes: moment.zoneMinutes,
      load: load)
  }

  private mutating func decide(
    _ card: SessionCard, _ decision: Decision, after: CardState? = nil, comesBack: SessionCard?
  ) {
    steps.append(
      Step(
        card: card, decision: decision, after: after, cameBack: comesBack != nil, origin: origin,
        previous: previous, summary: summary))
    if let comesBack { returning.append(comesBack) }
    previous = card
    current = nil
    isRevealed = false
  }

  private mutating func putBackCurrent() {
    guard let card = current else { return }
    switch origin {
    case .waiting(let place): waiting.insert(card, at: place)
    case .returning(let place): returning.insert(card, at: place)
    }
    current = nil
  }

  private func placeOfNext(at moment: ReviewMoment) -> Origin? {
    let back = placeOfReturning(at: moment, ahead: 0)
    let fresh = placeOfWaiting()
    if let back, isApart(returning[back]) { return .returning(back) }
    if let fresh, isApart(waiting[fresh]) { return .waiting(fresh) }
    if let back { return .returning(back) }
    if let fresh { return .waiting(fresh) }
    return placeOfReturning(at: moment, ahead: SessionQueue.learnAhead).map { .returning($0) }
  }

  /// True if a card is of another note than the last that was asked.
  private func isApart(_ card: SessionCard) -> Bool { card.note != previous?.note }

  /// The card whose time came first, of another note than the last if there is one.
  private func placeOfReturning(at moment: ReviewMoment, ahead: Int64) -> Int? {
    returning.indices
      .filter {
        returning[$0].state?.isDue(at: moment, scheduler.settings.dayRule, ahead: ahead) == true
      }
      .min { left, right in
        let (a, b) = (returning[left], returning[right])
        return (isApart(a) ? 0 : 1, Self.time(a), left) < (isApart(b) ? 0 : 1, Self.time(b), right)
      }
  }

  private static func time(_ card: SessionCard) -> Int64 {
    if case .time(let time) = card.state?.due { time } else { .min }
  }

  /// The first card that waits and is of another note than the last; but where one note has more cards than
  /// all others together, one of them, as there would not be enough others to keep them apart later.
  private func placeOfWaiting() -> Int? {
    guard !waiting.isEmpty else { return nil }
    var ofNote: [Int: Int] = [:]
    for card in waiting { ofNote[card.note, default: 0] += 1 }
    if let most = ofNote.first(where: { $0.value * 2 > waiting.count })?.key,
      most != previous?.note
    {
      return waiting.firstIndex { $0.note == most }
    }
    return waiting.firstIndex(where: isApart)
      ?? waiting.firstIndex { $0.block != previous?.block } ?? 0
  }
}
