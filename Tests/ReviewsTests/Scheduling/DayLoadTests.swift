import Reviews
import TestSupport
import Testing

struct DayLoadTests {
  /// How many cards are asked on each of some days, of cards that are answered on their days.
  private func answersADay(isBalanced: Bool) -> [Double] {
    var random = SeededRandom(seed: 49)
    let scheduler = Scheduler()
    let day: Int64 = 86_400_000
    var load = DayLoad()
    var states: [CardState?] = Array(repeating: nil, count: 800)
    let ids = states.indices.map { _ in CardID(bits: random.next()) }
    var counts: [Double] = []
    for today in 0..<300 as Range<Int64> {
      let noon = 1_700_000_000_000 + today * day
      var count = 0.0
      for card in states.indices where card / 20 <= today {
        if let state = states[card] {
          guard state.isDue(at: noon, zoneMinutes: 0, rule: scheduler.settings.dayRule) else {
            continue
          }
        }
        count += 1
        var time = noon
        var grade: Grade = [.again, .hard, .easy].randomElement(using: &random) ?? .good
        if Int.random(in: 0..<100, using: &random) < 85 { grade = .good }
        repeat {
          let before = states[card]
          let after = scheduler.state(
            after: before, grade, of: ids[card], at: time, zoneMinutes: 0,
            load: isBalanced ? load : nil)
          load.move(from: before, to: after)
          states[card] = after
          time += 600_000
          grade = .good
        } while states[card]?.phase != .review
      }
      counts.append(count)
    }
    return Array(counts[200...])
  }

  @Test func `the days that are to come are alike`() {
    func figures(_ counts: [Double]) -> (mean: Double, deviation: Double, most: Double) {
      let mean = counts.reduce(0, +) / Double(counts.count)
      let square = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(counts.count)
      return (mean, square.squareRoot(), counts.max() ?? 0)
    }
    let before = figures(answersADay(isBalanced: false))
    let after = figures(answersADay(isBalanced: true))
    #expect(after.deviation < before.deviation * 0.75, "\(before) \(after)")
    #expect(after.most <= before.most)
  }

  @Test func `a better grade never brings a card back sooner, whatever the days hold`() {
    var random = SeededRandom(seed: 7)
    let scheduler = Scheduler()
    for _ in 0..<300 {
      var load = DayLoad()
      var state: CardState?
      var time: Int64 = 1_700_000_000_000
      for _ in 0..<6 {
        for _ in 0..<30 {
          let other = CardID(bits: random.next())
          var filled = scheduler.state(after: nil, .easy, of: other, at: time, zoneMinutes: 0)
          filled.due = .day(LocalDay(number: 19_675 + .random(in: 0..<90, using: &random)))
          load.move(from: nil, to: filled)
        }
        let outcomes = scheduler.outcomes(
          after: state, of: CardID(bits: 5), at: time, zoneMinutes: 0, load: load)
        let intervals = Grade.allCases.map { outcomes[$0].interval }
        #expect(intervals == intervals.sorted(), "\(intervals)")
        state = outcomes[Grade.allCases.randomElement(using: &random) ?? .good]
        time += Int64((state?.interval ?? 0) * 1000)
      }
    }
  }
}
