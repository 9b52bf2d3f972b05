import Reviews
import TestSupport
import Testing

struct SessionQueueTests {
  private func choose(
    _ cards: [SessionCard], _ limit: Int? = 20, new: Int? = nil, seed: UInt64 = 1
  ) -> SessionQueue {
    SessionQueue(
      choosing: SessionQueue.Limits(cards: limit, new: new), from: cards, Cards.scheduler,
      at: Cards.now, seed: seed)
  }

  private func ids(_ queue: SessionQueue) -> [CardID] { queue.cards.map(\.id) }

  @Test func `what is in its steps comes first when its time has come, and last when it has not`() {
    var step = Cards.scheduler.state(
      after: nil, .again, of: Cards.id(1), at: Cards.now.time, zoneMinutes: 0)
    step.due = .time(Cards.now.time)
    var soon = step
    soon.due = .time(Cards.now.time + 19 * 60_000)
    var later = step
    later.due = .time(Cards.now.time + 21 * 60_000)
    let cards = [
      Cards.card(5, note: 5, state: soon),
      Cards.new(0, note: 0), Cards.card(1, note: 1, state: step),
      Cards.card(2, note: 2, state: Cards.reviewed(daysAgo: 3, interval: 3)),
      Cards.card(3, note: 3, state: later),
      Cards.card(4, note: 4, state: Cards.reviewed(daysAgo: 3, interval: 4)),
    ]
    let queue = choose(cards)
    #expect(ids(queue) == [1, 2, 0, 5].map(Cards.id))
    #expect(queue.ready == CardCounts(new: 1, learning: 2, due: 1))
    #expect(ids(choose(cards, 3)) == [1, 2, 0].map(Cards.id))
    var session = Cards.session(queue.cards)
    var asked: [CardID] = []
    while let card = session.next(at: Cards.now) {
      asked.append(card.id)
      _ = session.grade(.easy, at: Cards.now)
    }
    #expect(asked == [1, 2, 0, 5].map(Cards.id))
    let due = SessionQueue(
      choosing: SessionQueue.Limits(isAhead: false), from: cards, Cards.scheduler,
      at: Cards.now, seed: 1)
    #expect(ids(due) == [1, 2, 0].map(Cards.id))
  }

  @Test func `the least remembered of those due comes first`() {
    // Forty days late on four hundred is remembered better than two late on one.
    let queue = choose([
      Cards.card(1, note: 0, state: Cards.reviewed(daysAgo: 440, interval: 400)),
      Cards.card(2, note: 1, state: Cards.reviewed(daysAgo: 3, interval: 1)),
      Cards.card(3, note: 2, state: Cards.reviewed(daysAgo: 10, interval: 10)),
    ])
    #expect(ids(queue) == [2, 1, 3].map(Cards.id))
  }

  @Test func `a day is due whatever its hour`() {
    // Answered yesterday at 23:00, due today; it is half past nine.
    var state = Cards.reviewed(daysAgo: 1, interval: 1)
    state.lastReview += 13 * 3_600_000 + 1_800_000
    #expect(choose([Cards.card(1, state: state)]).ready.due == 1)
    let early = ReviewMoment(time: Cards.now.time - 6 * 3_600_000, zoneMinutes: 0)  // 03:30
    let queue = SessionQueue(
      from: [Cards.card(1, state: state)], Cards.scheduler, at: early, seed: 1)
    #expect(queue.ready.due == 0)
  }

  @Test func `each note gives one card before any gives two`() {
    let cards = (0..<30).map { Cards.new($0, note: $0 / 3) }
    for limit in 0...30 {
      let queue = choose(cards, limit)
      #expect(queue.cards.count == limit)
      let given = (0..<10).map { note in queue.cards.count { $0.note == note } }
      #expect((given.max() ?? 0) - (given.min() ?? 0) <= 1)
    }
  }

  @Test func `a second card of a paragraph comes after second cards of notes`() {
    let cards = [
      Cards.new(0, note: 0, block: 0), Cards.new(1, note: 0, block: 0),
      Cards.new(2, note: 1, block: 1), Cards.new(3, note: 1, block: 2),
    ]
    #expect(Set(ids(choose(cards, 3))) == Set([0, 2, 3].map(Cards.id)))
  }

  @Test func `siblings of what was answered or buried today wait where something else is there`() {
    let answered = Cards.reviewed(daysAgo: 0, interval: 5)
    let cards = [
      Cards.card(0, note: 0, state: answered), Cards.new(1, note: 0),
      Cards.new(2, note: 1, absence: .buried), Cards.new(3, note: 1), Cards.new(4, note: 2),
      Cards.new(5, note: 3, absence: .suspended), Cards.new(6, note: 3),
    ]
    #expect(Set(ids(choose(cards, 2))) == Set([4, 6].map(Cards.id)))
    #expect(Set(ids(choose(cards))) == Set([1, 3, 4, 6].map(Cards.id)))
  }

  @Test func `new cards can be fewer than there is room for`() {
    let cards = (0..<9).map { Cards.new($0, note: $0) }
    #expect(choose(cards, new: 4).cards.count == 4)
    #expect(choose(cards, new: 4).ready.new == 9)
    #expect(choose(cards, nil).cards.count == 9)
  }

  @Test func `new cards come in the order of the notes`() {
    let cards = (0..<12).map { Cards.new($0, note: $0 / 2) }
    #expect(ids(choose(cards, nil, seed: 1)) == cards.map(\.id))
    #expect(ids(choose(cards, nil, seed: 2)) == cards.map(\.id))
  }

  @Test func `a paragraph gives one card a day`() {
    let cards = (0..<6).map {
      SessionCard(id: Cards.id($0), note: 0, block: $0 / 3, state: nil)
    }
    let queue = choose(cards, nil)
    #expect(ids(queue) == [Cards.id(0), Cards.id(3)])
    #expect(queue.siblings == 4 && queue.ready.new == 2)
  }

  @Test(arguments: Fuzz.seeds(60))
  func `no card is chosen twice, none that is left out, and none too many`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let cards = Cards.any(&random)
    let limit = Int.random(in: 0...30, using: &random)
    let queue = choose(cards, limit, seed: seed)
    #expect(Set(ids(queue)).count == queue.cards.count)
    #expect(queue.cards.count == min(limit, queue.ready.total))
    #expect(queue.cards.allSatisfy { $0.absence == nil })
  }
}
