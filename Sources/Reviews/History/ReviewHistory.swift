/// The state of all cards after the events of all logs.
///
/// A pure function of the set of events and the settings: the order, the device and the files of
/// the events do not matter.
///
/// - Retracts come first (``Retractions``); events that they take back are ignored below.
/// - Links next: the last link of a fingerprint counts, for all events of that fingerprint, also
///   for those before it. So if one device reviewed an edited prompt as a new card before it
///   received the link, its answers join those of the card, in the order of their times. A link of
///   a fingerprint to itself makes it a card of its own again, and gives it back its own events.
/// - Then parameters: the last ones count, for all answers.
/// - Then the rest, by time and id: answers give states, each on the emptiest day within its spread, a reset makes a card new and lifts suspension and
///   burial, an answer lifts a burial.
package struct ReviewHistory: Sendable {
  /// The weights that all states are computed with.
  package private(set) var parameters: Parameters
  /// The settings that all states are computed with: those that were given, brought into their ranges.
  package let settings: SchedulerSettings
  /// The card of each fingerprint.
  package private(set) var links: CardLinks
  /// The number of events, with those that were taken back.
  package private(set) var eventCount: Int
  /// The cards that anything but a link was said of, in no order; ``records`` is parallel.
  package private(set) var cards: [CardID]
  /// The records of ``cards``.
  package private(set) var records: [CardRecord]
  /// The number of cards that come back on each day.
  package private(set) var load = DayLoad()

  /// The index of each card's record, and of each fingerprint that an event named.
  private var places: [CardID: Int32] = [:]
  private var scheduler: Scheduler
  /// The last event that was taken in.
  private(set) var lastEvent: Moment?
  /// The events that were taken back; such an event may still arrive.
  private(set) var retracted: Set<ReviewEvent.ID>

  /// The place of an event in the order of all.
  struct Moment: Hashable, Comparable {
    let time: Int64
    let id: ReviewEvent.ID

    static func < (left: Moment, right: Moment) -> Bool {
      (left.time, left.id.bits) < (right.time, right.id.bits)
    }
  }

  /// Replays events from the beginning, given in any order.
  ///
  /// - Complexity: O(n) in the number of events if they are in order, as ``ReviewLog/union(_:)``
  ///   gives them; else O(n log n).
  package init(
    replaying events: [ReviewEvent], settings: SchedulerSettings = SchedulerSettings()
  ) {
    self.init(replaying: events, settings: settings) { _ in }
  }

  /// Replays events and shows each answer that counts, by time.
  package init(
    replaying events: [ReviewEvent], settings: SchedulerSettings, _ visit: (Answer) -> Void
  ) {
    let events = events.isInOrder ? events : ReviewLog.union([events])
    let retractions = Retractions(in: events)
    var direct: [CardID: CardID] = [:]
    var parameters = Parameters.standard
    for event in events {
      switch event.action {
      case .link(let card, let fingerprint) where retractions.holds(event):
        direct[fingerprint] = card
      case .parameters(let given) where retractions.holds(event): parameters = given
      default: break
      }
    }
    self.parameters = parameters
    self.settings = settings.clamped
    scheduler = Scheduler(parameters, settings: settings)
    links = CardLinks(direct)
    retracted = retractions.targets
    eventCount = 0
    cards = []
    records = []
    replay(events, retractions, visit)
  }

  /// Goes on from where another history stopped.
  init(
    cards: [CardID], records: [CardRecord], links: CardLinks, parameters: Parameters,
    settings: SchedulerSettings, retracted: Set<ReviewEvent.ID>, eventCount: Int,
    lastEvent: Moment?
  ) {
    self.cards = cards
    self.records = records
    self.links = links
    self.parameters = parameters
    self.settings = settings.clamped
    self.retracted = retracted
    self.eventCount = eventCount
    self.lastEvent = lastEvent
    scheduler = Scheduler(parameters, settings: settings)
    places.reserveCapacity(cards.count)
    for (place, card) in cards.enumerated() { places[card] = Int32(place) }
    load = DayLoad(of: records.lazy.map(\.state))
  }

  /// True if an event is as if it had not been.
  package func isTakenBack(_ event: ReviewEvent.ID) -> Bool { retracted.contains(event) }

  /// The time of the last event, in UTC milliseconds; nil if there is none.
  package var lastTime: Int64? { lastEvent?.time }

  /// The record of a card, or nil if it has only links.
  package subscript(card: CardID) -> CardRecord? {
    guard let place = places[card], cards[Int(place)] == card else { return nil }
    return records[Int(place)]
  }

  /// The card of a fingerprint.
  package func card(of fingerprint: CardID) -> CardID { links.card(of: fingerprint) }
}

// MARK: - Going on

extension ReviewHistory {
  /// An answer that counts, and its effect.
  package struct Answer {
    package let id: ReviewEvent.ID
    package let card: CardID
    package let grade: Grade
    /// The time until the answer.
    package let milliseconds: UInt32
    /// Nil if the card was new.
    package let before: CardState?
    package let after: CardState
  }

  /// Adds events that happened after all others, without a full replay; the result is that of a
  /// full replay.
  ///
  /// - Parameter later: events whose ids no earlier one has.
  /// - Returns: false if they change earlier events, and none was added: an event is not after all
  ///   others, or an earlier one is taken back, or a known fingerprint changes its card, or there
  ///   are other parameters. Then all must be replayed.
  package mutating func add(_ later: [ReviewEvent]) -> Bool {
    let later = later.isInOrder ? later : ReviewLog.union([later])
    guard let first = later.first else { return true }
    if let lastEvent, Moment(time: first.time, id: first.id) <= lastEvent { return false }
    let retractions = Retractions(in: later)
    var newLinks = links
    let ids = Set(later.map(\.id))
    for event in later {
      if retracted.contains(event.id) { return false }
      // A retract that is not in force now may become so when the event that it names arrives.
      if case .retract(let target) = event.action, !ids.contains(target) { return false }
      guard retractions.holds(event) else { continue }
      switch event.action {
      case .parameters(let given) where given != parameters: return false
      case .link(let card, let fingerprint):
        // A link that repeats a known one is no change.
        if newLinks.direct[fingerprint] == card { continue }
        if card == fingerprint, newLinks.direct[fingerprint] == nil {
          newLinks.setOwn(fingerprint)
          continue
        }
        guard places[fingerprint] == nil, newLinks.add(fingerprint, to: card) else { return false }
      default: break
      }
    }
    links = newLinks
    retracted.formUnion(retractions.targets)
    replay(later, retractions) { _ in }
    return true
  }
}

// MARK: - One event after the other

extension ReviewHistory {
  @inline(__always)
  private mutating func replay(
    _ events: [ReviewEvent], _ retractions: Retractions, _ visit: (Answer) -> Void
  ) {
    for event in events where retractions.holds(event) {
      switch event.action {
      case .review(let card, let grade, let milliseconds):
        let place = place(of: card)
        let card = cards[place]
        let before = records[place].state
        let after = scheduler.state(
          after: before, grade, of: card, at: event.time, zoneMinutes: event.zoneMinutes, load: load
        )
        load.move(from: before, to: after)
        records[place].state = after
        records[place].buriedUntil = nil
        records[place].answers &+= 1
        visit(
          Answer(
            id: event.id, card: card, grade: grade, milliseconds: milliseconds, before: before,
            after: after))
      case .suspend(let card, let isOn): records[place(of: card)].isSuspended = isOn
      case .bury(let card):
        let day = settings.day(at: event.time, zoneMinutes: event.zoneMinutes)
        records[place(of: card)].buriedUntil = LocalDay(number: day.number &+ 1)
      case .reset(let card):
        let place = place(of: card)
        load.move(from: records[place].state, to: nil)
        records[place].reset()
      // It is known from now on, and found again after an edit.
      case .export(let card, _, _): _ = place(of: card)
      case .link, .parameters, .retract: break
      }
    }
    eventCount += events.count
    if let last = events.last { lastEvent = Moment(time: last.time, id: last.id) }
  }

  /// Restores the earlier record of a card.
  mutating func restore(_ before: Before) {
    guard let place = places[before.card] else { return }
    load.move(from: records[Int(place)].state, to: before.record?.state)
    if let record = before.record {
      records[Int(place)] = record
      return
    }
    // The last card takes its place.
    let end = Int32(cards.count - 1)
    for (named, at) in places {
      if at == place { places[named] = nil } else if at == end { places[named] = place }
    }
    cards.swapAt(Int(place), Int(end))
    records.swapAt(Int(place), Int(end))
    cards.removeLast()
    records.removeLast()
  }

  /// Counts events that took others back.
  mutating func note(retracted targets: Set<ReviewEvent.ID>, count: Int, last: Moment?) {
    retracted.formUnion(targets)
    eventCount += count
    lastEvent = last
  }

  @inline(__always)
  private mutating func place(of named: CardID) -> Int {
    if let place = places[named] { return Int(place) }
    return newPlace(of: named)
  }

  private mutating func newPlace(of named: CardID) -> Int {
    let card = links.card(of: named)
    let place = places[card] ?? Int32(cards.count)
    places[card] = place
    places[named] = place
    if Int(place) == cards.count {
      cards.append(card)
      records.append(CardRecord())
    }
    return Int(place)
  }
}
