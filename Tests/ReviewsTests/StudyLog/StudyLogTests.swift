import Notes
import Reviews
import TestSupport
import Testing

struct StudyLogTests {
  private static let template = "3fc4040c511f7c42593b6869c7212f384943caa4"
  private static let sample = """
    2019-05-29T13:58:43Z \(template) 0 correct 1 incorrect 0
    2019-05-30T13:23:47Z \(template) 1 correct 1 incorrect 2
    2019-06-02T13:23:47Z \(template) 0 correct 0 incorrect 1

    """

  private func grades(_ log: StudyLog) -> [Grade] {
    log.events.compactMap { event in
      if case .review(_, let grade, _) = event.action { grade } else { nil }
    }
  }

  @Test func `each wrong answer is an again, and a right one in the end a good`() {
    let log = StudyLog(Array(Self.sample.utf8))
    #expect(log.reviewCount == 3 && log.unread.isEmpty)
    #expect(grades(log) == [.good, .again, .again, .good, .again])
    let zero = StudyLog.card(template: Self.template, index: 0)
    #expect(log.events[0].action == .review(zero, .good, milliseconds: 0))
    // 2019-05-29 13:58:43 UTC.
    #expect(log.events[0].time == 1_559_138_323_000)

    let history = ReviewHistory(replaying: log.events)
    let state = history[zero]?.state
    #expect(state?.reviews == 2 && state?.phase == .learning(step: 0))
    let one = StudyLog.card(template: Self.template, index: 1)
    #expect(history[one]?.state?.reviews == 3)
    #expect(history[one]?.state?.phase == .learning(step: 1))
  }

  @Test func `a log that is read twice counts once`() {
    let log = StudyLog(Array(Self.sample.utf8))
    let again = StudyLog(Array((Self.sample + Self.sample).utf8))
    #expect(ReviewLog.union([again.events]) == ReviewLog.union([log.events]))
    #expect(Set(log.events.map(\.id)).count == log.events.count)
  }

  @Test(
    arguments: [
      "nonsense", "2019-05-29T13:58:43Z", "2019-02-30T13:58:43Z T 0 correct 1 incorrect 0",
      "2019-05-29 T 0 correct 1 incorrect 0", "2019-05-29T13:58:43 T 0 correct 1 incorrect 0",
      "2019-05-29T13:58:43Z abc 0 correct 1 incorrect 0",
      "2019-05-29T13:58:43Z T -1 correct 1 incorrect 0",
      "2019-05-29T13:58:43Z T 0 correct x incorrect 0",
      "2019-05-29T13:58:43Z T 0 correct 1 incorrect 999999999999999999999",
      "2019-05-29T13:58:43Z T 0 correct 1 incorrect 101",
      "2019-05-29T13:58:43Z T 0 incorrect 1 correct 0", "\u{0}\u{FFFD}",
    ])
  func `a line that cannot be read is told, and the others are read`(line: String) {
    let line = line.split(separator: " ", omittingEmptySubsequences: false)
      .map { $0 == "T" ? Self.template[...] : $0 }.joined(separator: " ")
    let log = StudyLog(Array((line + "\r\n" + Self.sample).utf8))
    #expect(log.unread.map(\.number) == [1] && log.unread.map(\.text) == [line])
    #expect(log.reviewCount == 3)
  }

  static let real = SharedFile("fixtures/notebundle/study.log.gz")

  @Test(.enabled(if: real.isThere, "fixtures/notebundle is not on this machine"))
  func `the real log is read whole and replayed`() throws {
    let log = StudyLog(Self.real.unzipped)
    #expect(log.reviewCount == 2271 && log.unread.isEmpty)
    // 2,073 right at once, 182 after one miss, 7 after two; 8 missed once and 1 twice without an end.
    #expect(log.events.count == 2073 + 182 * 2 + 7 * 3 + 8 + 2)
    #expect(grades(log).count { $0 == .again } == 182 + 7 * 2 + 8 + 2)
    let history = ReviewHistory(replaying: log.events)
    #expect(history.cards.count == 491)
    let states = history.records.compactMap(\.state)
    #expect(states.count == 491)
    #expect(states.reduce(0) { $0 + Int($1.reviews) } == log.events.count)
    for state in states {
      #expect((0.001...36_500).contains(state.stability) && (1...10).contains(state.difficulty))
    }
    // And it is enough to fit the weights to.
    let report = Optimizer(replaying: log.events).report(seed: 1)
    #expect(report.reviews == log.events.count && report.items > 1000)
    #expect(report.all?.fitted.logLoss.isFinite == true)
  }

  @Test func `a time of ISO 8601 is read with its zone and its fraction`() {
    func milliseconds(_ text: String) -> Int64? { Instant(Array(text.utf8))?.milliseconds }
    #expect(milliseconds("1970-01-01T00:00:00Z") == 0)
    #expect(milliseconds("1970-01-01T00:00:00.5Z") == 500)
    #expect(milliseconds("2024-03-29T20:32:32.250000+00:00") == 1_711_744_352_250)
    #expect(milliseconds("2024-03-29T20:32:32.250+02:00") == 1_711_737_152_250)
    #expect(milliseconds("1969-12-31T23:59:59-01:30") == 5_399_000)
    for text in [
      "", "2024-03-29", "2024-03-29T20:32:32", "2024-03-29T20:32:32ZZ", "2024-03-29T24:00:00Z",
    ] {
      #expect(milliseconds(text) == nil, "\(text)")
    }
  }
}
