import Reviews
import TestSupport
import Testing

struct ReviewHistoryTests {
  private static let day: Int64 = 86_400_000
  private static let settings = SchedulerSettings()
  private let old = CardID(bits: 0xA)
  private let edited = CardID(bits: 0xB)

  private func event(_ day: Int64, _ action: ReviewEvent.Action, id: UInt64? = nil) -> ReviewEvent {
    // At noon UTC.
    let time = 1_700_049_600_000 + day * Self.day
    return ReviewEvent(
      id: ReviewEvent.ID(bits: id ?? UInt64(day + 1000)), time: time, zoneMinutes: 0, action: action
    )
  }

  private func review(_ day: Int64, _ card: CardID, _ grade: Grade = .good) -> ReviewEvent {
    event(day, .review(card, grade, milliseconds: 1000))
  }

  private func history(_ events: [ReviewEvent]) -> ReviewHistory {
    ReviewHistory(replaying: events, settings: Self.settings)
  }

  @Test func `answers go through the scheduler in the order of their times`() {
    let history = history([review(3, old), review(0, old, .easy), review(20, old, .again)])
    let scheduler = Scheduler()
    var state: CardState?
    for (day, grade) in [(0, Grade.easy), (3, .good), (20, .again)] as [(Int64, Grade)] {
      state = scheduler.state(
        after: state, grade, of: old, at: event(day, .bury(old)).time, zoneMinutes: 0)
    }
    #expect(history[old]?.state == state)
    #expect(history[old]?.answers == 3)
    #expect(history[old]?.state?.lapses == 1)
    #expect(history[edited] == nil)
    #expect(history.eventCount == 3)
  }

  @Test func `answers of an edited prompt join those of its card, also where they came first`() {
    let answers = [review(0, old), review(1, edited, .easy), review(5, old)]
    let link = event(9, .link(old, to: edited))
    let linked = history(answers + [link])
    #expect(linked.card(of: edited) == old)
    #expect(linked[old] == history([review(0, old), review(1, old, .easy), review(5, old)])[old])
    #expect(linked[edited] == nil)
    // Taken back by a retract, or by a link to itself, each has its own again.
    for end in [ReviewEvent.Action.retract(link.id), .link(edited, to: edited)] {
      let parted = history(answers + [link, event(10, end)])
      #expect(parted.byCard == history(answers).byCard)
      #expect(parted.card(of: edited) == edited)
    }
  }

  @Test func `the last link of a fingerprint counts, and chains are followed`() {
    let ids = (1...4).map { CardID(bits: $0) }
    let links = [
      event(0, .link(ids[3], to: ids[1])), event(1, .link(ids[0], to: ids[1])),
      event(2, .link(ids[1], to: ids[2])),
    ]
    let history = history(links.reversed())
    #expect(ids.map(history.card(of:)) == [ids[0], ids[0], ids[0], ids[3]])
  }

  @Test func `links in a ring make one card`() {
    let ids = (1...4).map { CardID(bits: $0) }
    let ring = [
      event(0, .link(ids[2], to: ids[1])), event(1, .link(ids[1], to: ids[2])),
      event(2, .link(ids[2], to: ids[3])), event(3, .link(ids[0], to: ids[0])),
      review(4, ids[1]), review(5, ids[2]), review(6, ids[3]),
    ]
    let history = history(ring)
    #expect(ids.map(history.card(of:)) == [ids[0], ids[1], ids[1], ids[1]])
    #expect(history.cards == [ids[1]])
    #expect(history[ids[1]]?.answers == 3)
  }

  @Test func `a long chain of links is followed in one pass`() {
    let links = (0..<20_000).map { index in
      event(
        0, .link(CardID(bits: UInt64(index)), to: CardID(bits: UInt64(index + 1))),
        id: UInt64(index))
    }
    #expect(history(links).card(of: CardID(bits: 20_000)) == CardID(bits: 0))
  }

  @Test func `what is taken back had not been, and a retract can be taken back`() {
    let first = review(0, old)
    let wrong = review(1, old, .again)
    let undo = event(2, .retract(wrong.id))
    let redo = event(3, .retract(undo.id))
    let undoAgain = event(4, .retract(redo.id))
    let without = history([first])[old]
    let with = history([first, wrong])[old]
    #expect(history([first, wrong, undo])[old] == without)
    #expect(history([first, wrong, undo, redo])[old] == with)
    #expect(history([first, wrong, undo, redo, undoAgain])[old] == without)
    // On a device whose clock is behind.
    #expect(history([event(-5, .retract(wrong.id)), first, wrong])[old] == without)
    // A ring takes back nothing, nor does a retract of itself, or of what nobody knows.
    let ring = [
      event(5, .retract(ReviewEvent.ID(bits: 1006))),
      event(6, .retract(ReviewEvent.ID(bits: 1005))),
    ]
    #expect(history([first, wrong] + ring)[old] == with)
    #expect(history([first, wrong, event(7, .retract(ReviewEvent.ID(bits: 1007)))])[old] == with)
    #expect(history([first, wrong, event(8, .retract(ReviewEvent.ID(bits: 99)))])[old] == with)
  }

  @Test func `suspension, burial and a new beginning`() {
    let noon = Self.settings.day(at: review(0, old).time, zoneMinutes: 0)
    func next(_ days: Int32) -> LocalDay { LocalDay(number: noon.number + days) }
    let suspended = history([review(0, old), event(1, .suspend(old, true))])[old]
    #expect(suspended?.isLeftOut(on: next(100)) == true)
    let back = history([event(1, .suspend(old, true)), event(2, .suspend(old, false))])[old]
    #expect(back?.isLeftOut(on: next(2)) == false)
    let buried = history([review(0, old), event(3, .bury(old))])[old]
    #expect(buried?.isLeftOut(on: next(3)) == true)
    #expect(buried?.isLeftOut(on: next(4)) == false)
    #expect(history([event(3, .bury(old)), review(4, old)])[old]?.buriedUntil == nil)
    let reset = history([
      review(0, old), event(1, .suspend(old, true)), event(2, .bury(old)), event(3, .reset(old)),
    ])[old]
    #expect(reset?.state == nil)
    #expect(reset?.isLeftOut(on: next(2)) == false)
    #expect(reset?.answers == 1)
    #expect(
      history([review(0, old), event(3, .reset(old)), review(4, old)])[old]?.state
        == history([review(4, old)])[old]?.state)
  }

  @Test func `the last parameters compute all answers`() {
    var random = SeededRandom(seed: 5)
    let (some, other) = (random.parameters(), random.parameters())
    let answers = [review(0, old), review(4, old), review(9, old)]
    let last = event(2, .parameters(other))
    let changed = history(answers + [event(1, .parameters(some)), last])
    #expect(changed.parameters == other)
    #expect(changed[old] == history(answers + [event(100, .parameters(other))])[old])
    #expect(changed[old] != history(answers)[old])
    let undone = history(answers + [last, event(5, .retract(last.id))])
    #expect(undone.parameters == .standard)
    #expect(undone[old] == history(answers)[old])
  }

  @Test func `hostile times, zones, weights and cards give a history`() {
    let weights = (0..<Parameters.count).map { $0 % 2 == 0 ? 1e300 : -1e300 }
    let actions: [ReviewEvent.Action] = [
      .review(old, .easy, milliseconds: .max), .bury(old), .review(old, .again, milliseconds: 0),
      .review(old, .good, milliseconds: 0), .parameters(Parameters(weights) ?? .standard),
    ]
    let times: [Int64] = [.min, -1 << 53, 0, 1 << 53, .max]
    let events = times.enumerated().flatMap { index, time in
      actions.enumerated().map { number, action in
        ReviewEvent(
          id: ReviewEvent.ID(bits: UInt64(index * 10 + number)), time: time,
          zoneMinutes: index % 2 == 0 ? .min : .max, action: action)
      }
    }
    #expect(history(events)[old]?.answers == 15)
  }

  @Test(arguments: Fuzz.seeds(40))
  func `devices that review and edit offline in any order end in the same state`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let devices = Devices(
      count: .random(in: 1...4, using: &random), steps: .random(in: 1...120, using: &random),
      random: &random)
    let everything = Set(devices.logs.joined())
    let plain = PlainReplay(everything, settings: Self.settings)
    for byYear in [true, false] {
      let logs = devices.files(byYear: byYear).shuffled(using: &random).map(ReviewLog.events(in:))
      let union = ReviewLog.union(logs)
      #expect(Set(union) == everything)
      let history = history(union)
      #expect(history.byCard == plain.records)
      #expect(history.parameters == plain.parameters)
      for bits in 0..<10 {
        #expect(
          history.card(of: CardID(bits: UInt64(bits))) == plain.card(of: CardID(bits: UInt64(bits)))
        )
      }
    }
    // Each device hears of the others' events in its own order.
    for var known in devices.known {
      for log in devices.logs.shuffled(using: &random) { known.formUnion(log) }
      #expect(history(known.shuffled(using: &random)).byCard == plain.records)
    }
  }

  @Test(arguments: Fuzz.seeds(40))
  func `going on gives what a full replay gives`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let events = ReviewLog.union(Devices(count: 2, steps: 150, random: &random).logs)
    var history = history([])
    var at = 0
    while at < events.count {
      let next = min(events.count, at + Int.random(in: 1...9, using: &random))
      let before = history.byCard
      if !history.add(Array(events[at..<next])) {
        #expect(history.byCard == before && history.eventCount == at)
        history = self.history(Array(events[..<next]))
      }
      let full = self.history(Array(events[..<next]))
      #expect(history.byCard == full.byCard)
      #expect(history.links == full.links)
      #expect(history.eventCount == full.eventCount)
      at = next
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `the last answers are taken back as a full replay would`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let past = (0..<40).map { _ in random.event(cards: 8, times: 0...1_000_000) }
      .filter { if case .retract = $0.action { false } else { true } }.sorted()
    var history = history(past)
    var events = past
    var known: [ReviewHistory.Before] = []
    var time: Int64 = 2_000_000
    for round in 0..<60 {
      time += 1000
      if round % 3 == 2, let last = known.popLast() {
        let retract = event(time, .retract(last.event))
        events.append(retract)
        let isTaken = history.takeBack([last], by: [retract])
        #expect(isTaken)
      } else {
        let card = CardID(bits: .random(in: 0..<12, using: &random))
        let answer = review(time, card, Grade.allCases.randomElement(using: &random) ?? .good)
        known += [history.before(answer)].compactMap(\.self)
        events.append(answer)
        let isTaken = history.add([answer])
        #expect(isTaken)
      }
      let full = self.history(events)
      #expect(history.byCard == full.byCard)
      #expect(history.eventCount == full.eventCount && history.lastTime == full.lastTime)
    }
  }

  @Test func `a day's work is taken in without a full replay, and what changes the past is not`() {
    let wrong = review(7, old, .again)
    var today = history([review(0, old), review(1, edited)])
    let work = [
      review(5, old), event(6, .link(old, to: CardID(bits: 0xC))), wrong,
      event(8, .retract(wrong.id)), event(9, .suspend(edited, true)), review(10, CardID(bits: 0xC)),
    ]
    let takesWork = today.add(work)
    #expect(takesWork)
    #expect(today[old]?.answers == 3)
    let change: [ReviewEvent.Action] = [
      .retract(wrong.id), .retract(ReviewEvent.ID(bits: 1)), .link(old, to: edited),
      .link(edited, to: CardID(bits: 0xC)), .link(CardID(bits: 0xC), to: CardID(bits: 0xC)),
      .parameters(Parameters(Array(repeating: 1, count: Parameters.count)) ?? .standard),
    ]
    let others = [review(10, old), event(12, .bury(old), id: wrong.id.bits)]
    for event in change.map({ event(11, $0) }) + others {
      let isTaken = today.add([event])
      #expect(!isTaken, "\(event)")
    }
    let same = event(12, .link(old, to: CardID(bits: 0xC)))
    for events in [[], [event(11, .parameters(.standard))], [same]] {
      let isTaken = today.add(events)
      #expect(isTaken)
    }
  }
}

struct LeechRuleTests {
  @Test(arguments: [
    (8, [8]), (5, [5]), (1, [1]), (0, []),
  ])
  func `a leech is told of once, at its threshold`(
    threshold: Int, warnings: [Int32]
  ) {
    let rule = LeechRule(threshold: threshold)
    #expect((0...20).filter { rule.warns(atLapse: $0) } == warnings)
    #expect((0...20).filter { rule.isLeech(lapses: $0) }.first == warnings.first)
  }
}
