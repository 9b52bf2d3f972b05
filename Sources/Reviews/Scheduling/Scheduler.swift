/// Says when a card comes back: FSRS-6 with the steps of learning and relearning.
///
/// Pure: the same answers give the same states on every device. The formulas are in `MemoryModel`; phases
/// and steps are those of py-fsrs 6.3.2.
package struct Scheduler: Sendable {
  /// The weights in force: those that were given, each clamped to its range.
  package let parameters: Parameters
  /// The settings in force: values out of range are clamped, and steps that are not positive are
  /// left out.
  package let settings: SchedulerSettings

  private let model: MemoryModel

  package init(
    _ parameters: Parameters = .standard, settings: SchedulerSettings = SchedulerSettings()
  ) {
    self.parameters = parameters.clamped
    self.settings = settings.clamped
    model = MemoryModel(self.parameters)
  }

  /// The state of a card after an answer.
  ///
  /// - Parameters:
  ///   - previous: the state before; nil for a new card.
  ///   - time: when it was answered, in UTC milliseconds; before the last answer counts as at that answer.
  ///   - zoneMinutes: the offset of the person's clocks from UTC.
  ///   - load: the days of all cards, of which the emptiest is taken; nil spreads cards by themselves.
  package func state(
    after previous: CardState?, _ grade: Grade, of card: CardID, at time: Int64, zoneMinutes: Int16,
    load: DayLoad? = nil
  ) -> CardState {
    let memory = memory(after: previous, grade, at: time, zoneMinutes: zoneMinutes)
    let reviews = (previous?.reviews ?? 0) &+ 1
    let wasLearned = previous?.phase == .review
    var (phase, interval) = step(after: previous?.phase ?? .learning(step: 0), grade)
    if phase == .review {
      let days =
        load.flatMap {
          balancedDays(
            after: previous, grade, memory, of: card, at: time, zoneMinutes: zoneMinutes, $0)
        } ?? days(of: memory.stability, card: card, reviews: reviews)
      interval = Double(days) * CardState.secondsPerDay
    }
    return CardState(
      phase: phase, stability: memory.stability, difficulty: memory.difficulty, lastReview: time,
      zoneMinutes: zoneMinutes, interval: interval,
      due: due(after: interval, at: time, zoneMinutes: zoneMinutes), reviews: reviews,
      lapses: (previous?.lapses ?? 0) &+ (wasLearned && grade == .again ? 1 : 0))
  }

  /// The states that each of the four grades would lead to.
  package func outcomes(
    after previous: CardState?, of card: CardID, at time: Int64, zoneMinutes: Int16,
    load: DayLoad? = nil
  ) -> Outcomes {
    func state(_ grade: Grade) -> CardState {
      self.state(after: previous, grade, of: card, at: time, zoneMinutes: zoneMinutes, load: load)
    }
    return Outcomes(
      again: state(.again), hard: state(.hard), good: state(.good), easy: state(.easy))
  }

  /// The probability that a card is remembered at a time; 1 on the day of its last answer.
  package func retrievability(of state: CardState, at time: Int64, zoneMinutes: Int16) -> Double {
    let days = state.elapsedDays(at: time, zoneMinutes: zoneMinutes, rule: settings.dayRule)
    return model.retrievability(of: state.stability, days: days)
  }

  /// The state after each grade.
  package struct Outcomes: Hashable, Sendable {
    package let again, hard, good, easy: CardState

    /// The state after a grade.
    package subscript(grade: Grade) -> CardState {
      switch grade {
      case .again: again
      case .hard: hard
      case .good: good
      case .easy: easy
      }
    }
  }

  // MARK: - Private

  private func memory(
    after previous: CardState?, _ grade: Grade, at time: Int64, zoneMinutes: Int16
  ) -> MemoryModel.Memory {
    guard let previous else { return model.memory(afterFirst: grade) }
    let days = previous.elapsedDays(at: time, zoneMinutes: zoneMinutes, rule: settings.dayRule)
    let memory = MemoryModel.Memory(
      stability: previous.stability, difficulty: previous.difficulty)
    return model.memory(after: memory, grade, days: days)
  }

  /// The phase after an answer and, unless it is the long run, the interval in seconds.
  private func step(after phase: CardState.Phase, _ grade: Grade) -> (CardState.Phase, Double) {
    switch phase {
    case .learning(let step):
      guard let (next, interval) = Self.step(after: step, grade, in: settings.learningSteps) else {
        return (.review, 0)
      }
      return (.learning(step: next), interval)
    case .relearning(let step):
      guard let (next, interval) = Self.step(after: step, grade, in: settings.relearningSteps)
      else { return (.review, 0) }
      return (.relearning(step: next), interval)
    case .review:
      guard grade == .again, let first = settings.relearningSteps.first else {
        return (.review, 0)
      }
      return (.relearning(step: 0), first)
    }
  }

  /// The next step and its interval; nil if the steps are over.
  private static func step(after step: Int, _ grade: Grade, in steps: [Double]) -> (Int, Double)? {
    guard let first = steps.first else { return nil }
    if grade == .again { return (0, first) }
    // The settings may have had more steps when the card came to its own.
    guard step >= 0, step < steps.count else { return nil }
    switch grade {
    case .again, .easy: return nil
    case .hard where step > 0: return (step, steps[step])
    case .hard: return (0, steps.count == 1 ? first * 1.5 : (first + steps[1]) / 2)
    case .good: return step + 1 < steps.count ? (step + 1, steps[step + 1]) : nil
    }
  }

  private func days(of stability: Double, card: CardID, reviews: Int32) -> Int {
    let days = exactDays(of: stability)
    guard settings.isFuzzed else { return days }
    let spread = IntervalSpread(around: days, longest: settings.maximumInterval)
    return spread.days(card: card, reviews: reviews)
  }

  private func exactDays(of stability: Double) -> Int {
    let exact = model.days(until: settings.desiredRetention, stability)
    let longest = Double(settings.maximumInterval)
    return Int(min(max(exact.rounded(.toNearestOrEven), 1), longest))
  }

  /// The interval that ends on the emptiest day of the spread, and not before that of a worse grade; nil if
  /// intervals are not spread.
  private func balancedDays(
    after previous: CardState?, _ grade: Grade, _ memory: MemoryModel.Memory, of card: CardID,
    at time: Int64, zoneMinutes: Int16, _ load: DayLoad
  ) -> Int? {
    guard settings.isFuzzed, case .local(let hour) = settings.dayRule else { return nil }
    let reviews = (previous?.reviews ?? 0) &+ 1
    let today = LocalDay(time: time, zoneMinutes: zoneMinutes, rollOverHour: hour).number
    func spread(_ memory: MemoryModel.Memory) -> IntervalSpread {
      IntervalSpread(
        around: exactDays(of: memory.stability), longest: settings.maximumInterval)
    }
    func pick(_ spread: IntervalSpread, notBefore floor: Int) -> Int {
      spread.days(card: card, reviews: reviews, notBefore: floor) { days in
        let day = Int32(clamping: Int(today) + days)
        return load[day] - (previous?.dueDay == day ? 1 : 0)
      }
    }
    let own = spread(memory)
    if own.range.count == 1 { return own.range.lowerBound }
    var floor = 0
    for worse in Grade.allCases where worse.rawValue < grade.rawValue {
      guard step(after: previous?.phase ?? .learning(step: 0), worse).0 == .review else { continue }
      let worse = spread(
        self.memory(after: previous, worse, at: time, zoneMinutes: zoneMinutes))
      if worse.range.upperBound > own.range.lowerBound { floor = pick(worse, notBefore: floor) }
    }
    return pick(own, notBefore: floor)
  }

  private func due(after interval: Double, at time: Int64, zoneMinutes: Int16) -> CardState.Due {
    if case .local(let hour) = settings.dayRule, interval >= CardState.secondsPerDay {
      let today = LocalDay(time: time, zoneMinutes: zoneMinutes, rollOverHour: hour)
      let days = Int64((interval / CardState.secondsPerDay).rounded(.toNearestOrEven))
      return .day(LocalDay(number: Int32(clamping: Int64(today.number) + days)))
    }
    let (due, overflow) = time.addingReportingOverflow(Int64((interval * 1000).rounded()))
    return .time(overflow ? .max : due)
  }
}

extension CardState {
  static let secondsPerDay = 86_400.0

  /// The days since the last answer, as FSRS counts them: whole, and none where time went backwards.
  package func elapsedDays(
    at time: Int64, zoneMinutes: Int16, rule: SchedulerSettings.DayRule
  ) -> Int {
    Self.elapsedDays(from: lastReview, self.zoneMinutes, to: time, zoneMinutes, rule: rule)
  }

  /// The days from one answer to the next, each with its time in UTC milliseconds and its zone in minutes.
  static func elapsedDays(
    from last: Int64, _ lastZone: Int16, to time: Int64, _ zone: Int16,
    rule: SchedulerSettings.DayRule
  ) -> Int {
    switch rule {
    case .local(let hour):
      let lastDay = LocalDay(time: last, zoneMinutes: lastZone, rollOverHour: hour)
      let day = LocalDay(time: time, zoneMinutes: zone, rollOverHour: hour)
      return max(0, Int(day.number) - Int(lastDay.number))
    case .spans:
      guard time > last else { return 0 }
      let (elapsed, overflow) = time.subtractingReportingOverflow(last)
      return Int((overflow ? .max : elapsed) / 86_400_000)
    }
  }

  /// True if the card is due at a time.
  package func isDue(
    at time: Int64, zoneMinutes: Int16, rule: SchedulerSettings.DayRule
  ) -> Bool {
    switch due {
    case .time(let due): return due <= time
    case .day(let day):
      let hour = if case .local(let hour) = rule { hour } else { 0 }
      return day <= LocalDay(time: time, zoneMinutes: zoneMinutes, rollOverHour: hour)
    }
  }
}
