import Reviews

/// The logs of a few devices over some years, made up from a seed, and what reviews do with them.
struct SyntheticReviews {
  private let files: [[UInt8]]
  private let events: Int
  private let cards: Int
  private let years: Int
  private static let start: Int64 = 1_600_000_000_000
  private static let day: Int64 = 86_400_000

  /// A linear congruential generator (Knuth's MMIX).
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 33
    }
  }

  init(events: Int, cards: Int, devices: Int = 3, years: Int = 5) {
    self.events = events
    self.cards = cards
    self.years = years
    var random = Generator(state: 4)
    var logs = Array(repeating: [[UInt8]](repeating: [], count: years), count: devices)
    let step = Int64(years) * 365 * Self.day / Int64(events)
    for index in 0..<events {
      let time = Self.start + Int64(index) * step
      // Cards come in order and are then asked again at random.
      let newest = UInt64(min(cards, index / 5 + 1))
      let number = index % 5 == 0 ? newest - 1 : UInt64.random(in: 0..<newest, using: &random)
      let card = CardID(bits: number &* 0x9E37_79B9_7F4A_7C15)
      let roll = UInt64.random(in: 0..<1000, using: &random)
      let action: ReviewEvent.Action
      switch roll {
      case 0..<2: action = .link(card, to: CardID(bits: random.next()))
      case 2..<4: action = .suspend(card, roll == 2)
      case 4..<6: action = .bury(card)
      case 6..<10: action = .retract(ReviewEvent.ID(bits: UInt64(max(0, index - 1))))
      case 10..<130: action = .review(card, .again, milliseconds: 9000)
      case 130..<230: action = .review(card, .hard, milliseconds: 7000)
      case 230..<900: action = .review(card, .good, milliseconds: 4000)
      default: action = .review(card, .easy, milliseconds: 2000)
      }
      let event = ReviewEvent(
        id: ReviewEvent.ID(bits: UInt64(index)), time: time, zoneMinutes: 60, action: action)
      let year = index * years / events
      logs[Int(random.next() % UInt64(devices))][year] += ReviewLog.line(for: event)
    }
    files = logs.flatMap(\.self)
  }

  /// Prints how long each step takes, each run for itself.
  func run(runs: Int) {
    let bytes = files.reduce(0) { $0 + $1.count }
    print("events \(events) cards \(cards) files \(files.count) bytes \(bytes)")
    for _ in 0..<runs {
      let start = seconds()
      let logs = files.map { ReviewLog($0).events }
      let parsed = seconds()
      let union = ReviewLog.union(logs)
      let united = seconds()
      let history = ReviewHistory(replaying: union)
      let replayed = seconds()
      let snapshot = ReviewSnapshot.bytes(of: history)
      let written = seconds()
      guard let opened = ReviewSnapshot(snapshot, settings: history.settings) else {
        fail("the snapshot cannot be read")
      }
      let checked = seconds()
      let some = opened.due(at: moment(ofDay: 20)).count
      let listed = seconds()
      let all = opened.due(at: moment(ofDay: 40_000)).count
      let listedAll = seconds()
      let taken = opened.history
      let end = seconds()
      print(
        "parse \(parsed - start) union \(united - parsed) replay \(replayed - united)",
        "together \(replayed - start) cards \(history.cards.count)")
      print(
        "snapshot \(snapshot.count) bytes write \(written - replayed) open \(checked - written)",
        "due \(some) in \(listed - checked) due \(all) in \(listedAll - listed)",
        "back \(end - listedAll) cards \(taken.cards.count)")
    }
  }

  /// Days after the last event.
  private func moment(ofDay day: Int64) -> ReviewMoment {
    ReviewMoment(time: Self.start + (Int64(years) * 365 + day) * Self.day, zoneMinutes: 60)
  }
}
