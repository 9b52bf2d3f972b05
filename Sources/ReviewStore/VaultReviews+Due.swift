import Notes
import Reviews
import Search
import Settings

extension VaultReviews {
  /// The cards of a session, and the cards that they were chosen from.
  package struct Due {
    /// All cards of the notes in question, whether or not their time has come.
    package let candidates: [SessionCard]
    /// The cards to be asked, in order.
    package let queue: SessionQueue
    /// The cards of the queue, by their ids.
    package let cards: [CardID: ReviewCard]
    /// The number of new cards that today may still bring, on all devices together.
    package let newLeft: Int
  }

  /// The number of cards that a session has at most.
  package enum Limit: Sendable {
    /// The number of the setting `review.limit`.
    case ofSettings
    case cards(Int)
    case unlimited
  }

  /// The cards to be asked at a moment.
  ///
  /// - Parameters:
  ///   - query: nil for all notes.
  ///   - isNewUnlimited: true to ask new cards beyond the day's number.
  ///   - isAhead: true to fill up with cards in their steps whose time has almost come.
  /// - Complexity: linear in the cards, n log n in those that are due.
  package func due(
    _ query: Query? = nil, at moment: ReviewMoment, limit: Limit = .ofSettings,
    isNewUnlimited: Bool = false,
    isAhead: Bool = true
  ) throws -> Due {
    let today = settings.scheduler.day(at: moment.time, zoneMinutes: moment.zoneMinutes)
    var candidates: [SessionCard] = []
    var places: [Int] = []
    candidates.reserveCapacity(table.prompts.count)
    places.reserveCapacity(table.prompts.count)
    var note = 0
    try forEachCard(query) { place, id in
      while table.notes[note].prompts.upperBound <= place { note += 1 }
      candidates.append(
        sessionCard(id, note: note, block: firstBlocks[note] + table.prompts[place].block, today))
      places.append(place)
    }
    let newLeft = max(0, settings.newPerDay - (try newCards(on: today)))
    let count =
      switch limit {
      case .ofSettings: settings.limit
      case .cards(let count): count
      case .unlimited: nil as Int?
      }
    let queue = SessionQueue(
      choosing: SessionQueue.Limits(
        cards: count, new: isNewUnlimited ? nil : newLeft,
        isAhead: isAhead),
      from: candidates, scheduler, at: moment, seed: UInt64(bitPattern: Int64(today.number)))
    let wanted = Set(queue.cards.map(\.id))
    var cards: [CardID: ReviewCard] = [:]
    for (number, candidate) in candidates.enumerated() where wanted.contains(candidate.id) {
      cards[candidate.id] = card(candidate.id, places[number])
    }
    return Due(candidates: candidates, queue: queue, cards: cards, newLeft: newLeft)
  }

  /// All cards that a query finds, due or not, in an order that is another each time; suspended ones where the query
  /// asks for them.
  package func crammed(_ query: Query?, at moment: ReviewMoment, limit: Int?) throws -> Due {
    let wantsSuspended = selection?.states.wanted.contains(.suspended) ?? false
    let asked = try cards(query).filter {
      wantsSuspended || sessionCard($0, at: moment).absence != .suspended
    }
    let order = asked.shuffled().prefix(limit ?? asked.count)
    let candidates = order.map {
      SessionCard(id: $0.id, note: $0.note, block: $0.block, state: nil)
    }
    return Due(
      candidates: candidates, queue: SessionQueue(asking: candidates),
      cards: Dictionary(order.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }),
      newLeft: 0)
  }

  /// The scheduler with the weights and the settings that hold.
  package var scheduler: Scheduler {
    Scheduler(history.parameters, settings: settings.scheduler)
  }

  /// A card as a session sees it.
  package func sessionCard(_ card: ReviewCard, at moment: ReviewMoment) -> SessionCard {
    let today = settings.scheduler.day(at: moment.time, zoneMinutes: moment.zoneMinutes)
    return sessionCard(card.id, note: card.note, block: card.block, today)
  }

  func sessionCard(
    _ id: CardID, note: Int, block: Int, _ today: LocalDay
  ) -> SessionCard {
    guard let record = history[id] else {
      return SessionCard(id: id, note: note, block: block, state: nil)
    }
    let absence: SessionCard.Absence? =
      record.isSuspended ? .suspended : record.isLeftOut(on: today) ? .buried : nil
    return SessionCard(id: id, note: note, block: block, state: record.state, absence: absence)
  }

  /// The number of cards that were answered on a day for the first time, on all devices.
  func newCards(on day: LocalDay) throws -> Int {
    var answers: [CardID: Int32] = [:]
    for event in try logFolder.lastEvents() {
      guard case .review(let named, _, _) = event.action,
        settings.scheduler.day(at: event.time, zoneMinutes: event.zoneMinutes) == day
      else { continue }
      answers[history.card(of: named), default: 0] += 1
    }
    // A card of which all answers are of this day began on it.
    return answers.count { card, count in
      history[card]?.state.map { $0.reviews <= count } ?? false
    }
  }
}
