import Reviews
import TestSupport

extension SeededRandom {
  private static let grades: [Grade] = [.hard, .good, .good, .good, .easy]

  /// Answers to cards, of someone whose memory has these weights.
  mutating func answers(
    cards: Int, of parameters: Parameters, longest: Int = 8
  ) -> [[Optimizer.Answer]] {
    var settings = SchedulerSettings()
    settings.isFuzzed = false
    let scheduler = Scheduler(parameters, settings: settings)
    return (0..<cards).map { card in
      var time = Int64(card) * 3_600_000 * 7
      var state: CardState?
      return (0..<Int.random(in: 1...longest, using: &self)).map { _ in
        let recall =
          state.map { scheduler.retrievability(of: $0, at: time, zoneMinutes: 0) } ?? 0.6
        let isRemembered = Double.random(in: 0..<1, using: &self) < recall
        let grade: Grade =
          isRemembered ? Self.grades[Int.random(in: 0..<Self.grades.count, using: &self)] : .again
        defer {
          state = scheduler.state(
            after: state, grade, of: CardID(bits: 1), at: time, zoneMinutes: 0)
          // Now and then the same day, else after some days.
          let days = Int64.random(in: 1...20, using: &self)
          time += Int.random(in: 0..<5, using: &self) == 0 ? 600_000 : days * 86_400_000
        }
        return Optimizer.Answer(grade: grade, time: time, zoneMinutes: 0)
      }
    }
  }
}
