import OperatingSystem
import Reviews
import TestSupport
import Testing

/// Cards for sessions, made of numbers.
enum Cards {
  /// 2026-11-21 09:30 UTC.
  static let now = ReviewMoment(time: 1_795_253_400_000, zoneMinutes: 0)
  static let settings = SchedulerSettings()
  static let scheduler = Scheduler(.standard, settings: settings)

  static func id(_ number: Int) -> CardID { CardID(bits: UInt64(number) &* 0x9E37_79B9_7F4A_7C15) }

  static func new(
    _ number: Int, note: Int = 0, block: Int? = nil, absence: SessionCard.Absence? = nil
  ) -> SessionCard {
    SessionCard(id: id(number), note: note, block: block ?? number, state: nil, absence: absence)
  }

  static func card(
    _ number: Int, note: Int = 0, block: Int? = nil, state: CardState
  ) -> SessionCard {
    SessionCard(id: id(number), note: note, block: block ?? number, state: state)
  }

  /// A card of the long run that was last answered some days ago.
  static func reviewed(daysAgo: Int, interval: Int) -> CardState {
    let time = now.time - Int64(daysAgo) * 86_400_000
    let day = LocalDay(time: time, zoneMinutes: 0, rollOverHour: 4)
    return CardState(
      phase: .review, stability: Double(interval), difficulty: 5, lastReview: time, zoneMinutes: 0,
      interval: Double(interval) * 86_400,
      due: .day(LocalDay(number: day.number + Int32(interval))), reviews: 4, lapses: 0)
  }

  static func session(_ cards: [SessionCard]) -> ReviewSession {
    ReviewSession(cards, scheduler)
  }

  /// Some cards of a few notes: new ones, due ones, and some in their steps.
  static func any(_ random: inout SeededRandom) -> [SessionCard] {
    (0..<Int.random(in: 1...24, using: &random)).map { number in
      let note = Int.random(in: 0..<8, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: return new(number, note: note)
      case 1:
        let interval = Int.random(in: 1...30, using: &random)
        return card(number, note: note, state: reviewed(daysAgo: interval + 3, interval: interval))
      default:
        let before = now.time - Int64.random(in: 1...3_000_000, using: &random)
        return card(
          number, note: note,
          state: scheduler.state(
            after: nil, .again, of: id(number), at: before, zoneMinutes: 0))
      }
    }
  }

  /// The cards that are still to come, if each were left out.
  static func rest(of session: ReviewSession) -> [CardID] {
    var session = session
    var rest: [CardID] = []
    let late = ReviewMoment(time: now.time + 1_000 * 86_400_000, zoneMinutes: 0)
    while let card = session.next(at: late) {
      rest.append(card.id)
      session.leaveOut(.gone)
    }
    return rest
  }
}
