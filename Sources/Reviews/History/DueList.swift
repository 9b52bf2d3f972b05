/// Gathers the cards that are to be asked at a moment, and puts them in order: those in their steps first, by
/// their time, then the least remembered first.
struct DueList {
  private let moment: ReviewMoment
  private let rule: SchedulerSettings.DayRule
  private let today: LocalDay
  private var entries: [Entry] = []

  /// A card, and a number that grows with the place in the list.
  private struct Entry: Comparable {
    let key: UInt64
    let card: CardID

    static func < (left: Entry, right: Entry) -> Bool {
      left.key == right.key ? left.card < right.card : left.key < right.key
    }
  }

  init(at moment: ReviewMoment, settings: SchedulerSettings) {
    self.moment = moment
    rule = settings.dayRule
    today = moment.day(rule)
  }

  /// Adds a card if it is due.
  @inline(__always)
  mutating func add(_ card: CardID, _ record: CardRecord) {
    guard let state = record.state, !record.isLeftOut(on: today) else { return }
    let due: Int64
    switch state.due {
    case .time(let time):
      guard time <= moment.time else { return }
      due = time
    case .day(let day):
      guard day <= today else { return }
      due = Int64(day.number) * 86_400_000
    }
    entries.append(Entry(key: key(of: state, due: due), card: card))
  }

  /// The cards in order.
  func cards() -> [CardID] { entries.sorted().map(\.card) }

  private func key(of state: CardState, due: Int64) -> UInt64 {
    guard state.phase == .review else { return UInt64(max(0, due)) }
    // Retrievability falls with days / stability alone, and the bits of positive numbers sort as
    // the numbers do.
    let days = state.elapsedDays(
      at: moment.time, zoneMinutes: moment.zoneMinutes, rule: rule)
    let ratio = Double(days) / max(state.stability, .leastNormalMagnitude)
    return 1 << 63 | (Double.infinity.bitPattern - min(ratio, .greatestFiniteMagnitude).bitPattern)
  }
}

extension ReviewHistory {
  /// The cards that are to be asked at a moment: those in their steps by their time, then the least
  /// remembered first; new cards are not among them.
  ///
  /// - Complexity: O(n) in the number of cards, O(m log m) in the number of those.
  package func due(at moment: ReviewMoment) -> [CardID] {
    var list = DueList(at: moment, settings: settings)
    for (card, record) in zip(cards, records) { list.add(card, record) }
    return list.cards()
  }
}
