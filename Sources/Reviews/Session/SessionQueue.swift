/// Chooses the cards of a session, of all that there are.
///
/// Cards in their steps come first, by their time. Then due cards, the least remembered first; then
/// new cards, in the order of the notes; last the cards in their steps whose time has almost come. A
/// paragraph gives one card a day, apart from those in their steps. If there are more than are
/// wanted, those win whose note has given the fewest cards to this session and to this day.
package struct SessionQueue: Sendable {
  /// The cards, in the order in which they are to be asked.
  package let cards: [SessionCard]
  /// The cards that could be asked now if there were no limit.
  package let ready: CardCounts
  /// The number of cards that are not ready only because another of their paragraph is asked today.
  package let siblings: Int

  /// The milliseconds by which a card in its steps may be early, if no other is left: 20 minutes,
  /// as in Anki.
  package static let learnAhead: Int64 = 20 * 60_000

  /// The limits of a session's number of cards.
  package struct Limits: Hashable, Sendable {
    /// Nil for all.
    package var cards: Int?
    /// The greatest number of new ones; nil for any number.
    package var new: Int?
    /// True if cards in their steps are asked up to ``learnAhead`` before their time, where there is room.
    package var isAhead: Bool

    package init(cards: Int? = 20, new: Int? = nil, isAhead: Bool = true) {
      self.cards = cards
      self.new = new
      self.isAhead = isAhead
    }
  }

  /// Chooses the cards.
  ///
  /// - Parameters:
  ///   - candidates: the cards of the notes in question, those of one note in order of place. Cards
  ///     left out today are included: their siblings wait as well, if there are others to ask.
  ///   - seed: gives the order of equally urgent cards.
  /// - Complexity: O(n log n) in the cards that are ready.
  package init(
    choosing limits: Limits = Limits(), from candidates: [SessionCard], _ scheduler: Scheduler,
    at moment: ReviewMoment, seed: UInt64
  ) {
    var chooser = Chooser(candidates, scheduler.settings.dayRule, moment)
    var learning: [Ranked] = []
    var ahead: [Ranked] = []
    var due: [Ranked] = []
    var new: [Ranked] = []
    for (index, card) in candidates.enumerated() where card.absence == nil {
      guard let state = card.state else {
        // In the order of the notes: their authors put basics before the facts that need them.
        new.append(Ranked(index, urgency: 0, tie: 0))
        continue
      }
      let isLearning = card.isLearning
      guard
        state.isDue(at: moment, scheduler.settings.dayRule, ahead: isLearning ? Self.learnAhead : 0)
      else { continue }
      if isLearning {
        let ranked = Ranked(index, urgency: Self.time(of: state), tie: card.id.bits)
        if state.isDue(at: moment, scheduler.settings.dayRule, ahead: 0) {
          learning.append(ranked)
        } else {
          ahead.append(ranked)
        }
      } else {
        let memory = scheduler.retrievability(
          of: state, at: moment.time, zoneMinutes: moment.zoneMinutes)
        due.append(Ranked(index, urgency: memory, tie: Self.hash(seed, card.id)))
      }
    }
    let limit = limits.cards ?? candidates.count
    learning.sort()
    ahead.sort()
    due.sort()
    new.sort()
    let all = due.count + new.count
    var apart = chooser
    for ranked in learning + ahead { apart.note(candidates[ranked.index]) }
    due = apart.firstOfBlocks(due)
    new = apart.firstOfBlocks(new)
    siblings = all - due.count - new.count
    if !limits.isAhead { ahead = [] }
    ready = CardCounts(new: new.count, learning: learning.count + ahead.count, due: due.count)
    var chosen = Array(learning.prefix(limit))
    for ranked in chosen { chooser.note(candidates[ranked.index]) }
    chosen += chooser.choose(due, limit - chosen.count)
    chosen += chooser.choose(new, min(limit - chosen.count, limits.new ?? new.count))
    chosen += ahead.prefix(max(0, limit - chosen.count))
    cards = chosen.map { candidates[$0.index] }
  }

  /// Asks some cards in the order in which they are given.
  package init(asking cards: [SessionCard]) {
    self.cards = cards
    siblings = 0
    ready = CardCounts(new: cards.count)
  }

  /// The time at which a card in its steps comes back; a whole day counts as long past, because it
  /// is due at once.
  private static func time(of state: CardState) -> Double {
    switch state.due {
    case .time(let time): Double(time)
    case .day: 0
    }
  }

  private static func hash(_ seed: UInt64, _ card: CardID) -> UInt64 {
    SplitMix64.mixed(seed ^ card.bits)
  }
}

/// A card and its urgency.
private struct Ranked: Comparable {
  let index: Int
  /// The lower the sooner.
  let urgency: Double
  let tie: UInt64

  init(_ index: Int, urgency: Double, tie: UInt64) {
    self.index = index
    self.urgency = urgency
    self.tie = tie
  }

  static func < (left: Ranked, right: Ranked) -> Bool {
    (left.urgency, left.tie, left.index) < (right.urgency, right.tie, right.index)
  }
}

/// Takes cards so that each note, and each paragraph most of all, gives as few as can be.
private struct Chooser {
  private let candidates: [SessionCard]
  /// The number of cards that each note and block has given.
  private var ofNote: [Int32]
  private var ofBlock: [Int32]

  init(
    _ candidates: [SessionCard], _ rule: SchedulerSettings.DayRule, _ moment: ReviewMoment
  ) {
    self.candidates = candidates
    ofNote = Array(repeating: 0, count: (candidates.lazy.map(\.note).max() ?? -1) + 1)
    ofBlock = Array(repeating: 0, count: (candidates.lazy.map(\.block).max() ?? -1) + 1)
    let today = moment.day(rule)
    for card in candidates {
      let last = card.state.map {
        ReviewMoment(time: $0.lastReview, zoneMinutes: $0.zoneMinutes).day(rule)
      }
      // A card in its steps is counted when it is taken.
      if card.absence == .buried || (last == today && !card.isLearning) { note(card) }
    }
  }

  mutating func note(_ card: SessionCard) {
    ofNote[card.note] += 1
    ofBlock[card.block] += 1
  }

  /// Those whose paragraph gives no other card today, the first of each in their order: the rest comes on other days.
  mutating func firstOfBlocks(_ ranked: [Ranked]) -> [Ranked] {
    ranked.filter { one in
      let card = candidates[one.index]
      guard ofBlock[card.block] == 0 else { return false }
      note(card)
      return true
    }
  }

  /// The first of these by how much their block has given, then their note, then their urgency.
  ///
  /// - Returns: in the order of urgency.
  mutating func choose(_ ranked: [Ranked], _ limit: Int) -> [Ranked] {
    guard limit > 0 else { return [] }
    guard ranked.count > limit else {
      for one in ranked { note(candidates[one.index]) }
      return ranked
    }
    // Each card's round: the first of every block, then the second of every block, and so on; in each of
    // these the first of every note, then the second.
    let inBlock = ranked.map { one in
      defer { ofBlock[candidates[one.index].block] += 1 }
      return ofBlock[candidates[one.index].block]
    }
    var rounds: [(block: Int32, note: Int32, place: Int)] = []
    rounds.reserveCapacity(ranked.count)
    var given = ofNote
    for place in ranked.indices.sorted(by: { (inBlock[$0], $0) < (inBlock[$1], $1) }) {
      let note = candidates[ranked[place].index].note
      rounds.append((inBlock[place], given[note], place))
      given[note] += 1
    }
    rounds.sort { ($0.block, $0.note, $0.place) < ($1.block, $1.note, $1.place) }
    let places = rounds.prefix(limit).map(\.place).sorted()
    for place in places { ofNote[candidates[ranked[place].index].note] += 1 }
    return places.map { ranked[$0] }
  }
}
