import Reviews
import TestSupport
import Testing

struct ReviewLogTests {
  private static let card = CardID(bits: 0xABC)
  private static let actions: [(ReviewEvent.Action, String)] = [
    (.review(card, .again, milliseconds: 0), "0000000000000abc\treview\t1\t0"),
    (.review(card, .easy, milliseconds: .max), "0000000000000abc\treview\t4\t4294967295"),
    (.link(card, to: CardID(bits: .max)), "0000000000000abc\tlink\tffffffffffffffff\t-"),
    (.suspend(card, true), "0000000000000abc\tsuspend\ton\t-"),
    (.suspend(card, false), "0000000000000abc\tsuspend\toff\t-"),
    (.bury(card), "0000000000000abc\tbury\t-\t-"),
    (.reset(card), "0000000000000abc\treset\t-\t-"),
    (.retract(ReviewEvent.ID(bits: 7)), "-\tretract\t0000000000000007\t-"),
    (
      .parameters(.standard),
      "-\tparams\tfsrs-6\t0.212,1.2931,2.3065,8.2956,6.4133,0.8334,3.0194,0.001,1.8722,0.1666,0.796,"
        + "1.4835,0.0614,0.2629,1.6483,0.6014,1.8729,0.5425,0.0912,0.0658,0.1542"
    ),
  ]

  @Test(arguments: actions)
  func `each kind of event has its line`(action: ReviewEvent.Action, rest: String) {
    let event = ReviewEvent(
      id: ReviewEvent.ID(bits: 0x1F), time: 1_700_000_000_123, zoneMinutes: -90, action: action)
    let line = "000000000000001f\t1700000000123\t-90\t" + rest + "\n"
    #expect(String(decoding: ReviewLog.line(for: event), as: UTF8.self) == line)
    #expect(ReviewLog.events(in: Array(line.utf8)) == [event])
  }

  @Test(arguments: Fuzz.seeds(20))
  func `what was written is read as it was, and written as it was read`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let events = (0..<200).map { _ in random.event(cards: 1 << 63, times: -1 << 53...1 << 53) }
    let bytes = events.flatMap(ReviewLog.line(for:))
    let log = ReviewLog(bytes)
    #expect(log.events == events)
    #expect(log.skippedCount == 0 && !log.isTorn)
    #expect(log.events.flatMap(ReviewLog.line(for:)) == bytes)
  }

  @Test(
    arguments: [
      ("review\t5\t10", .damaged), ("review\t0\t10", .damaged), ("review\t3\t-1", .damaged),
      ("review\t3\t4294967296", .damaged), ("review\t3\t", .damaged), ("review\t3", .damaged),
      ("review\t3\t012", .damaged), ("review\t3\t10\t!", .torn), ("revi\t!", .torn),
      ("review\t3\t10\tmore", .newer("review")), ("rate\t3\t10", .newer("rate")),
      ("Review\t3\t10", .damaged), ("suspend\tmaybe\t-", .damaged), ("link\t12\t-", .damaged),
      ("retract\t0000000000000007\t-", .damaged), ("", .damaged), ("\0", .damaged),
      ("review\t3\t99999999999999999999999999999", .damaged),
      ("params\tfsrs-7\t1", .newer("fsrs-7")),
      (String(repeating: "k", count: 33) + "\t-\t-", .damaged),
    ] as [(String, ReviewLog.SkippedLine.Reason)])
  func `a line that cannot be read is left out and told`(
    rest: String, reason: ReviewLog.SkippedLine.Reason
  ) {
    let whole = "0000000000000001\t5\t0\t0000000000000002\tbury\t-\t-\n"
    let text = whole + "0000000000000001\t5\t0\t0000000000000002\t" + rest + "\n" + whole
    let log = ReviewLog(Array(text.utf8))
    #expect(log.events.count == 2)
    #expect(log.skippedCount == 1)
    #expect(log.skipped.map(\.line) == [2])
    #expect(log.skipped.map(\.reason) == [reason])
  }

  @Test(
    arguments: [
      "000000000000001\t5\t0", "000000000000000A\t5\t0", "0000000000000001\t05\t0",
      "0000000000000001\t-0\t0", "0000000000000001\t9007199254740993\t0",
      "0000000000000001\t5\t32768",
      "0000000000000001\t99999999999999999999\t0", "0000000000000001\t\t0", "0000000000000001 5 0",
      "0000000000000001\t5\t+1", "\u{FEFF}0000000000000001\t5\t0",
    ])
  func `numbers out of range and in other spellings are damage`(beginning: String) {
    let log = ReviewLog(Array("\(beginning)\t0000000000000002\tbury\t-\t-\n".utf8))
    #expect(log.events.isEmpty)
    #expect(log.skipped.map(\.reason) == [.damaged])
  }

  @Test func `parameters that are no numbers are damage`() {
    for weight in ["nan", "inf", "1e999", "0x1p3", "", "1,2", String(repeating: "1", count: 40)] {
      let weights = [weight] + Array(repeating: "1", count: 20)
      let line = "0000000000000001\t5\t0\t-\tparams\tfsrs-6\t\(weights.joined(separator: ","))\n"
      #expect(ReviewLog(Array(line.utf8)).skippedCount == 1, "\(weight)")
    }
  }

  @Test func `a log cut anywhere gives the events of its whole lines, and can be gone on with`() {
    let lines = Self.actions.enumerated().map { index, action in
      ReviewLog.line(
        for: ReviewEvent(
          id: ReviewEvent.ID(bits: UInt64(index)), time: 1000, zoneMinutes: 60, action: action.0))
    }
    let last = lines[0]
    let bytes = lines.flatMap(\.self)
    var starts = [0]
    for line in lines { starts.append(starts[starts.count - 1] + line.count) }
    for cut in 0...bytes.count {
      let log = ReviewLog(Array(bytes[..<cut]))
      let whole = starts.lastIndex { $0 <= cut } ?? 0
      #expect(log.events.count == whole)
      #expect(log.isTorn == !starts.contains(cut))
      #expect(log.skippedCount == 0)
      let closed = Array(bytes[..<cut]) + (log.isTorn ? ReviewLog.closingTornLine : []) + last
      let next = ReviewLog(closed)
      #expect(next.events.count == whole + 1)
      #expect(next.skipped.map(\.reason) == (log.isTorn ? [.torn] : []))
    }
  }

  @Test func `line ends of another system and empty lines are no damage`() {
    let event = ReviewEvent(
      id: ReviewEvent.ID(bits: 1), time: 5, zoneMinutes: 0, action: .bury(Self.card))
    let line = ReviewLog.line(for: event).dropLast()
    let log = ReviewLog(line + Array("\r\n\r\n\n".utf8) + line + Array("\n".utf8))
    #expect(log.events == [event, event])
    #expect(log.skippedCount == 0)
    #expect(ReviewLog(line + Array("\r".utf8)).isTorn)
  }

  @Test func `the end of a log is read with the line numbers of the whole`() {
    let log = ReviewLog(Array("\nno line\n".utf8), after: 188)
    #expect(log.skipped.map(\.line) == [190])
  }

  @Test func `bytes that mean harm are read in one pass`() {
    let long = [UInt8](repeating: UInt8(ascii: "9"), count: 1 << 20)
    #expect(ReviewLog(long).isTorn)
    let zeros = ReviewLog([UInt8](repeating: 0, count: 1 << 20) + [0x0A])
    #expect(zeros.skippedCount == 1)
    let many = ReviewLog((0..<10_000).flatMap { _ in Array("x\n".utf8) })
    #expect(many.skippedCount == 10_000)
    #expect(many.skipped.count == ReviewLog.skippedLimit)
    #expect(many.skipped.last?.line == ReviewLog.skippedLimit)
  }

  @Test(arguments: Fuzz.seeds(20)) func `any change of bytes gives a log`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var bytes = (0..<20).flatMap { _ in
      ReviewLog.line(for: random.event(cards: 5, times: 0...1000))
    }
    for _ in 0..<40 {
      bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
    }
    let log = ReviewLog(bytes)
    // Each event that was read can be written and read again.
    let again = ReviewLog(log.events.flatMap(ReviewLog.line(for:)))
    #expect(again.events == log.events)
  }

  @Test(arguments: Fuzz.seeds(20))
  func `logs united in any order and however they are split are one sequence`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let events = (0..<100).map { _ in random.event(cards: 5, times: 0...50) }
    let whole = ReviewLog.union([events])
    #expect(Set(whole) == Set(events))
    #expect(zip(whole, whole.dropFirst()).allSatisfy { $0 < $1 })
    var logs: [[ReviewEvent]] = Array(repeating: [], count: 7)
    for event in events.shuffled(using: &random) {
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        logs[Int.random(in: 0..<7, using: &random)].append(event)
      }
    }
    #expect(ReviewLog.union(logs) == whole)
    let firstHalf = ReviewLog.union(Array(logs[..<3]))
    #expect(ReviewLog.union([ReviewLog.union(Array(logs[3...])), firstHalf]) == whole)
  }

  @Test func `of two events with one id and time, the same stays on every device`() {
    let events = [Grade.good, .again, .easy].map {
      ReviewEvent(
        id: ReviewEvent.ID(bits: 1), time: 5, zoneMinutes: 0,
        action: .review(Self.card, $0, milliseconds: 1))
    }
    #expect(ReviewLog.union([events]) == [events[1]])
    #expect(ReviewLog.union([[events[2]], [events[0]], [events[1]]]) == [events[1]])
    #expect(ReviewLog.union([[], []]) == [])
  }
}
