import Reviews
import TestSupport
import Testing

struct ReviewSessionTests {
  @Test func `a missed card comes again until it is right`() {
    var session = Cards.session([Cards.new(1)])
    var now = Cards.now
    #expect(session.next(at: now)?.id == Cards.id(1))
    let missed = session.grade(.again, at: now)
    #expect(missed?.state.phase == .learning(step: 0))
    // Its minute has not passed, but nothing else is left.
    now.time += 1_000
    #expect(session.next(at: now)?.id == Cards.id(1))
    #expect(session.grade(.good, at: now)?.state.phase == .learning(step: 1))
    #expect(session.next(at: now)?.id == Cards.id(1))
    #expect(session.grade(.good, at: now)?.state.phase == .review)
    #expect(session.next(at: now) == nil)
    #expect(session.done == 1)
    #expect(session.summary.answers == 3)
    #expect(session.summary.right == 2)
    #expect(session.summary.newCards == 1)
  }

  @Test func `a card whose time has come goes before those that wait`() {
    var session = Cards.session([
      Cards.new(1, note: 0), Cards.new(2, note: 1), Cards.new(3, note: 2),
    ])
    var now = Cards.now
    _ = session.next(at: now)
    _ = session.grade(.again, at: now)
    #expect(session.next(at: now)?.id == Cards.id(2))
    now.time += 61_000
    _ = session.grade(.easy, at: now)
    #expect(session.next(at: now)?.id == Cards.id(1))
  }

  @Test func `a step of more than twenty minutes is not waited for`() {
    var settings = SchedulerSettings()
    settings.learningSteps = [3600]
    var session = ReviewSession([Cards.new(1)], Scheduler(.standard, settings: settings))
    _ = session.next(at: Cards.now)
    _ = session.grade(.again, at: Cards.now)
    #expect(session.next(at: Cards.now) == nil)
    #expect(session.nextReturn == Cards.now.time + 3_600_000)
    #expect(session.counts == CardCounts(learning: 1))
    #expect(session.done == 0)
  }

  @Test func `the time of an answer runs from its question`() {
    var session = Cards.session([Cards.new(1), Cards.new(2, note: 1)])
    var now = Cards.now
    _ = session.next(at: now)
    now.time += 4_000
    #expect(session.grade(.easy, at: now)?.milliseconds == 4_000)
    _ = session.next(at: now)
    now.time += 9_000_000
    #expect(session.grade(.easy, at: now)?.milliseconds == 600_000)
    #expect(session.summary.milliseconds == 604_000)
  }

  @Test func `a card that is forgotten again and again is a leech`() {
    var leeches: [Int32] = []
    for lapses in 0..<Int32(20) {
      var state = Cards.reviewed(daysAgo: 10, interval: 10)
      state.lapses = lapses
      var session = Cards.session([Cards.card(1, state: state)])
      _ = session.next(at: Cards.now)
      if session.grade(.again, at: Cards.now)?.isLeech == true { leeches.append(lapses + 1) }
    }
    #expect(leeches == [8])
  }

  @Test func `a card that is right is no leech, however often it was forgotten`() {
    var state = Cards.reviewed(daysAgo: 10, interval: 10)
    state.lapses = 8
    var session = Cards.session([Cards.card(1, state: state)])
    _ = session.next(at: Cards.now)
    #expect(session.grade(.good, at: Cards.now)?.isLeech == false)
  }

  @Test func `what is left out does not come again, and can be taken back`() {
    var session = Cards.session([Cards.new(1), Cards.new(2, note: 1), Cards.new(3, note: 2)])
    #expect(session.next(at: Cards.now)?.id == Cards.id(1))
    session.leaveOut(.buried)
    #expect(session.next(at: Cards.now)?.id == Cards.id(2))
    session.leaveOut(.gone)
    #expect(session.next(at: Cards.now)?.id == Cards.id(3))
    #expect(session.summary.leftOut == 2)
    // That a prompt was gone is nobody's decision.
    let undone = session.undo(at: Cards.now)
    #expect(undone?.card == Cards.id(1))
    #expect(undone?.decision == .left(.buried))
    #expect(session.current?.id == Cards.id(1))
    #expect(session.counts.total == 3)
    #expect(!session.canUndo)
    #expect(session.undo(at: Cards.now) == nil)
    #expect(session.current?.id == Cards.id(1))
  }

  @Test func `intervals are shown before the grade as they are given after it`() {
    var session = Cards.session([Cards.card(1, state: Cards.reviewed(daysAgo: 5, interval: 5))])
    _ = session.next(at: Cards.now)
    let outcomes = session.outcomes(at: Cards.now)
    for grade in Grade.allCases {
      var copy = session
      #expect(copy.grade(grade, at: Cards.now)?.state == outcomes?[grade])
    }
  }

  // MARK: Any session

  @Test(arguments: Fuzz.seeds(60))
  func `two cards of a note follow each other only where it cannot be helped`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let notes = Int.random(in: 1...6, using: &random)
    let cards = (0..<Int.random(in: 1...20, using: &random)).map {
      Cards.new($0, note: Int.random(in: 0..<notes, using: &random))
    }
    var session = Cards.session(cards)
    var asked: [Int] = []
    while let card = session.next(at: Cards.now) {
      asked.append(card.note)
      _ = session.grade(.easy, at: Cards.now)
    }
    #expect(asked.count == cards.count)
    let adjacent = zip(asked, asked.dropFirst()).count { $0 == $1 }
    let most = (0..<notes).map { note in cards.count { $0.note == note } }.max() ?? 0
    #expect(adjacent == max(0, 2 * most - cards.count - 1))
    let order = ReviewSession.order(of: cards, Cards.scheduler, at: Cards.now)
    #expect(order.map(\.note) == asked && Set(order.map(\.id)) == Set(cards.map(\.id)))
  }

  @Test(arguments: Fuzz.seeds(60))
  func `every card ends graded or left out, or waits for its step`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let cards = Cards.any(&random)
    var session = Cards.session(cards)
    var now = Cards.now
    var last: [CardID: String] = [:]
    var previous: SessionCard?
    var isDecided = true
    for _ in 0..<2_000 {
      now.time += Int64.random(in: 0...90_000, using: &random)
      guard let card = session.next(at: now) else { break }
      // Another note's card that waits goes before a sibling; one in its steps waits for its time.
      if let previous, isDecided, previous.note == card.note {
        var without = session
        without.leaveOut(.gone)
        var others: [Int] = []
        while let other = without.next(at: now) {
          if other.state?.isDue(at: now, Cards.settings.dayRule) ?? true {
            others.append(other.note)
          }
          without.leaveOut(.gone)
        }
        let waits = session.counts.new + session.counts.due > 1
        #expect(!waits || others.allSatisfy { $0 == card.note } || card.isLearning)
      }
      previous = card
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        session.leaveOut(.suspended)
        last[card.id] = "left"
      case 1:
        session.leaveOut(.buried)
        last[card.id] = "left"
      case 2 where session.canUndo:
        isDecided = false
        guard let undone = session.undo(at: now) else { continue }
        #expect(session.current?.id == undone.card)
        last[undone.card] = nil
        continue
      default:
        let grade = Grade.allCases.randomElement(using: &random) ?? .good
        let after = session.grade(grade, at: now)
        last[card.id] = after?.state.phase == .review ? "graded" : "learning"
      }
      isDecided = true
    }
    #expect(session.next(at: now) == nil)
    #expect(Set(last.keys).count == cards.count)
    #expect(session.counts.total == last.values.count { $0 == "learning" })
    #expect(session.done == cards.count - session.counts.total)
  }

  @Test(arguments: Fuzz.seeds(60))
  func `undo gives back exactly what was before`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let cards = Cards.any(&random)
    var session = Cards.session(cards)
    var now = Cards.now
    // The question of each card, and the cards that were left then.
    var past: [(card: SessionCard, rest: [CardID], summary: ReviewSession.Summary)] = []
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      now.time += Int64.random(in: 0...120_000, using: &random)
      guard let card = session.next(at: now) else { break }
      past.append((card, Cards.rest(of: session), session.summary))
      if Int.random(in: 0..<6, using: &random) == 0 {
        session.leaveOut(.buried)
      } else {
        _ = session.grade(Grade.allCases.randomElement(using: &random) ?? .good, at: now)
      }
      if Bool.random(using: &random) { _ = session.next(at: now) }
    }
    while let before = past.popLast() {
      #expect(session.undo(at: now)?.card == before.card.id)
      #expect(session.current == before.card)
      #expect(session.summary == before.summary)
      #expect(Cards.rest(of: session) == before.rest)
    }
    #expect(session.done == 0)
    #expect(!session.canUndo)
  }
}
