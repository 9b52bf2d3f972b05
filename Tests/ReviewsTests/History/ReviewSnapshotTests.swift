import Reviews
import TestSupport
import Testing

struct ReviewSnapshotTests {
  private static let settings = SchedulerSettings()
  private static let day: Int64 = 86_400_000
  private static let start: Int64 = 1_700_049_600_000

  private func history(seed: UInt64, cards: UInt64 = 8, count: Int = 200) -> ReviewHistory {
    var random = SeededRandom(seed: seed)
    let times = Self.start...(Self.start + 90 * Self.day)
    let events = (0..<count).map { _ in random.event(cards: cards, times: times) }
    return ReviewHistory(replaying: events, settings: Self.settings)
  }

  @Test(arguments: Fuzz.seeds(20))
  func `a snapshot says what the history says`(seed: UInt64) throws {
    let history = history(seed: seed)
    let client = Array("which logs".utf8)
    let bytes = ReviewSnapshot.bytes(of: history, client: client)
    let snapshot = try #require(ReviewSnapshot(bytes, settings: Self.settings))
    #expect(snapshot.cardCount == history.cards.count)
    #expect(snapshot.eventCount == history.eventCount)
    #expect(snapshot.parameters == history.parameters)
    #expect(snapshot.client == client)
    for bits in 0..<12 {
      let id = CardID(bits: UInt64(bits))
      #expect(snapshot[id] == history[id])
      #expect(snapshot.card(of: id) == history.card(of: id))
    }
    for days in [0, 30, 91, 500] {
      let moment = ReviewMoment(time: Self.start + Int64(days) * Self.day, zoneMinutes: 60)
      #expect(snapshot.due(at: moment) == history.due(at: moment))
    }
    let back = snapshot.history
    #expect(back.byCard == history.byCard)
    #expect(back.links == history.links)
    #expect(ReviewSnapshot.bytes(of: back, client: client) == bytes)
  }

  @Test(arguments: Fuzz.seeds(20))
  func `going on from a snapshot gives what a full replay gives`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let events = ReviewLog.union(Devices(count: 2, steps: 120, random: &random).logs)
    let cut = Int.random(in: 0...events.count, using: &random)
    let first = ReviewHistory(replaying: Array(events[..<cut]), settings: Self.settings)
    let snapshot = ReviewSnapshot(ReviewSnapshot.bytes(of: first), settings: Self.settings)
    var history = try #require(snapshot).history
    var direct = first
    var at = cut
    while at < events.count {
      let isTaken = history.add([events[at]])
      let isTakenDirectly = direct.add([events[at]])
      #expect(isTaken == isTakenDirectly)
      if !isTaken { break }
      at += 1
    }
    let full = ReviewHistory(replaying: Array(events[..<at]), settings: Self.settings)
    #expect(history.byCard == full.byCard)
    #expect(history.links == full.links)
  }

  @Test func `damage anywhere gives no snapshot`() {
    let bytes = ReviewSnapshot.bytes(of: history(seed: 1, count: 40), client: [1, 2, 3])
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 1 << (place % 8)
      #expect(ReviewSnapshot(damaged, settings: Self.settings) == nil, "byte \(place)")
    }
    for count in stride(from: 0, to: bytes.count, by: 3) {
      #expect(ReviewSnapshot(Array(bytes[..<count]), settings: Self.settings) == nil)
    }
    #expect(ReviewSnapshot(bytes + Array(repeating: 0, count: 8), settings: Self.settings) == nil)
  }

  @Test func `other settings give no snapshot`() {
    let bytes = ReviewSnapshot.bytes(of: history(seed: 1, count: 40))
    let changes: [(inout SchedulerSettings) -> Void] = [
      { $0.desiredRetention = 0.91 }, { $0.learningSteps = [60] }, { $0.learningSteps += [600] },
      { $0.relearningSteps = [] }, { $0.maximumInterval = 365 }, { $0.isFuzzed = false },
      { $0.dayRule = .local(rollOverHour: 3) }, { $0.dayRule = .spans },
    ]
    for change in changes {
      var settings = Self.settings
      change(&settings)
      #expect(ReviewSnapshot(bytes, settings: settings) == nil, "\(settings)")
    }
    #expect(ReviewSnapshot(bytes, settings: Self.settings) != nil)
  }

  @Test func `an empty history has a snapshot`() throws {
    let empty = ReviewHistory(replaying: [], settings: Self.settings)
    let snapshot = try #require(
      ReviewSnapshot(ReviewSnapshot.bytes(of: empty), settings: Self.settings))
    #expect(snapshot.cardCount == 0)
    #expect(snapshot[CardID(bits: 1)] == nil)
    #expect(snapshot.due(at: ReviewMoment(time: .max, zoneMinutes: 0)).isEmpty)
    var history = snapshot.history
    let isTaken = history.add([
      ReviewEvent(
        id: ReviewEvent.ID(bits: 0), time: -5, zoneMinutes: 0, action: .bury(CardID(bits: 1)))
    ])
    #expect(isTaken)
  }

  @Test func `what is due comes by its time in its steps, then the least remembered first`() {
    func review(_ card: UInt64, _ grade: Grade, at time: Int64, _ number: UInt64) -> ReviewEvent {
      ReviewEvent(
        id: ReviewEvent.ID(bits: card * 100 + number), time: Self.start + time, zoneMinutes: 0,
        action: .review(CardID(bits: card), grade, milliseconds: 0))
    }
    let minute: Int64 = 60_000
    var events = [
      // In their steps: due a minute, and ten, later.
      review(1, .again, at: 10 * Self.day, 0), review(2, .again, at: 10 * Self.day - minute, 0),
      // In the long run: days, and a little more days.
      review(3, .easy, at: 0, 0), review(4, .easy, at: -2 * Self.day, 0),
      review(5, .easy, at: -30 * Self.day, 0), review(6, .easy, at: -30 * Self.day, 0),
      review(7, .easy, at: 9 * Self.day, 0),
    ]
    events.append(
      ReviewEvent(
        id: ReviewEvent.ID(bits: 9), time: Self.start, zoneMinutes: 0,
        action: .suspend(CardID(bits: 6), true)))
    events.append(
      ReviewEvent(
        id: ReviewEvent.ID(bits: 10), time: Self.start + 10 * Self.day, zoneMinutes: 0,
        action: .bury(CardID(bits: 5))))
    var settings = Self.settings
    settings.isFuzzed = false
    let history = ReviewHistory(replaying: events, settings: settings)
    func due(_ time: Int64) -> [UInt64] {
      history.due(at: ReviewMoment(time: Self.start + time, zoneMinutes: 0)).map(\.bits)
    }
    #expect(due(10 * Self.day) == [2, 4, 3])
    #expect(due(10 * Self.day + minute) == [2, 1, 4, 3])
    #expect(due(11 * Self.day) == [2, 1, 5, 4, 3])
    let scheduler = Scheduler(settings: settings)
    let later = ReviewMoment(time: Self.start + 60 * Self.day, zoneMinutes: 0)
    let memories = history.due(at: later).dropFirst(2).map { card in
      history[card]?.state.map {
        scheduler.retrievability(of: $0, at: later.time, zoneMinutes: 0)
      } ?? 0
    }
    #expect(memories.count == 4)
    #expect(memories == memories.sorted())
  }
}
