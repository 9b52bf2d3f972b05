/// Taking the last answers back without a replay of all others.
extension ReviewHistory {
  /// The record of a card before an event.
  package struct Before: Hashable, Sendable {
    /// The event.
    package let event: ReviewEvent.ID
    package let card: CardID
    /// The record before the event; nil if there was none.
    let record: CardRecord?
  }

  /// The record of the card of an event that comes next, to be given to ``takeBack(_:by:)``.
  ///
  /// - Returns: nil for an event that is about more than one card.
  package func before(_ event: ReviewEvent) -> Before? {
    switch event.action {
    case .review(let named, _, _), .suspend(let named, _), .bury(let named), .reset(let named):
      let card = card(of: named)
      return Before(event: event.id, card: card, record: self[card])
    case .export, .link, .retract, .parameters: return nil
    }
  }

  /// Takes back the last events by their retracts; the result is that of a full replay.
  ///
  /// - Parameters:
  ///   - last: the records before each of them, the latest first. No other event of a card came
  ///     after them.
  ///   - retracts: events that retract them and nothing else, after all others.
  /// - Returns: false if that is not so, and nothing was done.
  /// - Complexity: O(1) for a card that was known before, else linear in the number of cards.
  package mutating func takeBack(_ last: [Before], by retracts: [ReviewEvent]) -> Bool {
    let targets = Set(last.map(\.event))
    var named: Set<ReviewEvent.ID> = []
    var end = lastEvent
    for event in retracts {
      guard case .retract(let target) = event.action, !retracted.contains(event.id) else {
        return false
      }
      let moment = Moment(time: event.time, id: event.id)
      if let end, moment <= end { return false }
      end = moment
      named.insert(target)
    }
    guard named == targets, last.allSatisfy({ self[$0.card] != nil }) else { return false }
    for before in last { restore(before) }
    note(retracted: targets, count: retracts.count, last: end)
    return true
  }
}
