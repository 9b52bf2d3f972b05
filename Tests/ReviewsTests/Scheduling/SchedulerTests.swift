import Reviews
import Testing

struct SchedulerTests {
  static let minute: Int64 = 60_000
  static let hour: Int64 = 3_600_000
  static let day: Int64 = 86_400_000
  /// 2026-03-01 12:00 UTC.
  static let noon: Int64 = 1_772_366_400_000

  private func scheduler(_ change: (inout SchedulerSettings) -> Void = { _ in }) -> Scheduler {
    var settings = SchedulerSettings()
    settings.isFuzzed = false
    change(&settings)
    return Scheduler(settings: settings)
  }

  private func replay(
    _ scheduler: Scheduler, _ answers: [(time: Int64, zone: Int16, grade: Grade)],
    card: CardID = CardID(bits: 7)
  ) -> CardState? {
    var state: CardState?
    for answer in answers {
      state = scheduler.state(
        after: state, answer.grade, of: card, at: answer.time, zoneMinutes: answer.zone)
    }
    return state
  }

  // MARK: - Phases

  @Test func `a new card goes by its steps into the long run, and back when it is forgotten`() {
    let scheduler = scheduler()
    let new = scheduler.outcomes(
      after: nil, of: CardID(bits: 7), at: Self.noon, zoneMinutes: 0)
    #expect(new.again.phase == .learning(step: 0) && new.again.interval == 60)
    #expect(new.hard.phase == .learning(step: 0) && new.hard.interval == 330)
    #expect(new.good.phase == .learning(step: 1) && new.good.interval == 600)
    #expect(new.easy.phase == .review && new.easy.interval == 8 * 86_400)
    #expect(new[.good].due == .time(Self.noon + 10 * Self.minute))

    let good = scheduler.outcomes(
      after: new.good, of: CardID(bits: 7), at: Self.noon + 10 * Self.minute, zoneMinutes: 0
    ).good
    #expect(good.phase == .review && good.interval == 2 * 86_400 && good.lapses == 0)

    let missed = replay(
      scheduler,
      [
        (Self.noon, 0, .easy), (Self.noon + 8 * Self.day, 0, .again),
      ])
    #expect(missed?.phase == .relearning(step: 0) && missed?.interval == 600)
    #expect(missed?.lapses == 1 && missed?.reviews == 2)
    let back = replay(
      scheduler,
      [
        (Self.noon, 0, .easy), (Self.noon + 8 * Self.day, 0, .again),
        (Self.noon + 8 * Self.day + 10 * Self.minute, 0, .good),
      ])
    #expect(back?.phase == .review && back?.lapses == 1)
  }

  @Test func `without steps a card is in the long run from the first answer on`() {
    let scheduler = scheduler {
      $0.learningSteps = []
      $0.relearningSteps = []
    }
    for grade in Grade.allCases {
      #expect(replay(scheduler, [(Self.noon, 0, grade)])?.phase == .review)
    }
    let missed = replay(scheduler, [(Self.noon, 0, .easy), (Self.noon + 8 * Self.day, 0, .again)])
    #expect(missed?.phase == .review && missed?.lapses == 1)
  }

  @Test func `a card at a step that the settings no longer have goes on`() throws {
    let many = scheduler { $0.learningSteps = [60, 120, 180, 240] }
    let state = try #require(
      replay(many, [(Self.noon, 0, .good), (Self.noon + Self.minute, 0, .good)]))
    #expect(state.phase == .learning(step: 2))
    let few = scheduler { $0.learningSteps = [60] }.outcomes(
      after: state, of: CardID(bits: 7), at: Self.noon + 4 * Self.minute, zoneMinutes: 0)
    #expect(few.again.phase == .learning(step: 0))
    #expect(few.hard.phase == .review && few.good.phase == .review && few.easy.phase == .review)
  }

  @Test func `a step of days is due on a day, a shorter one at a time`() {
    let scheduler = scheduler { $0.learningSteps = [3600, 86_400, 4 * 86_400] }
    let today = LocalDay(time: Self.noon, zoneMinutes: 0, rollOverHour: 4)
    #expect(replay(scheduler, [(Self.noon, 0, .again)])?.due == .time(Self.noon + Self.hour))
    let good = replay(scheduler, [(Self.noon, 0, .good)])
    #expect(good?.phase == .learning(step: 1))
    #expect(good?.due == .day(LocalDay(number: today.number + 1)))
  }

  // MARK: - Days

  @Test func `days begin at the roll-over hour and not at midnight`() throws {
    let scheduler = scheduler()
    let evening = Self.noon + 10 * Self.hour
    let easy = try #require(replay(scheduler, [(evening, 0, .easy)]))
    // 22:00; half past three is the same day still, half past four is the next.
    let rule = scheduler.settings.dayRule
    #expect(easy.elapsedDays(at: evening + 11 * Self.hour / 2, zoneMinutes: 0, rule: rule) == 0)
    #expect(easy.elapsedDays(at: evening + 13 * Self.hour / 2, zoneMinutes: 0, rule: rule) == 1)
    #expect(
      easy.elapsedDays(at: evening + 13 * Self.hour / 2, zoneMinutes: 0, rule: .spans) == 0)
    // Due on the eighth day from four o'clock on, though that is less than eight times 24 hours.
    let fourOfTheEighth = Self.noon + 8 * Self.day - 8 * Self.hour
    #expect(!easy.isDue(at: fourOfTheEighth - 1, zoneMinutes: 0, rule: rule))
    #expect(easy.isDue(at: fourOfTheEighth, zoneMinutes: 0, rule: rule))
  }

  @Test func `the day on which clocks change is a day`() throws {
    // Berlin, 2026-03-29: 02:00 becomes 03:00. From Saturday 05:00 to Sunday 04:30 are 22 hours and a half.
    let scheduler = scheduler()
    let five: Int64 = 1_774_670_400_000
    let state = try #require(replay(scheduler, [(five, 60, .easy)]))
    let rule = scheduler.settings.dayRule
    let sunday = five + 45 * Self.hour / 2
    #expect(state.elapsedDays(at: sunday, zoneMinutes: 120, rule: rule) == 1)
    #expect(state.elapsedDays(at: sunday - Self.hour, zoneMinutes: 120, rule: rule) == 0)
  }

  @Test func `a traveller's days are those of the places`() throws {
    // Auckland (UTC+13), then San Francisco (UTC-8): it is the day before there.
    let scheduler = scheduler()
    let rule = scheduler.settings.dayRule
    let start = Self.noon + 4 * Self.hour
    let state = try #require(replay(scheduler, [(start, 780, .easy)]))
    func days(_ time: Int64, _ zone: Int16) -> Int {
      state.elapsedDays(at: time, zoneMinutes: zone, rule: rule)
    }
    // It was five in the morning there; the day is over after 23 hours.
    #expect(days(start + 23 * Self.hour - 1, 780) == 0)
    #expect(days(start + 23 * Self.hour, 780) == 1)
    #expect(days(start + 12 * Self.hour, -480) == 0)
    #expect(days(start + 44 * Self.hour - 1, -480) == 0)
    #expect(days(start + 44 * Self.hour, -480) == 1)
    #expect(scheduler.retrievability(of: state, at: start, zoneMinutes: -480) == 1)
  }

  // MARK: - Spread

  @Test func `intervals are spread within bounds, the same at every replay`() throws {
    let plain = scheduler()
    let fuzzed = scheduler { $0.isFuzzed = true }
    var places: [Double: Int] = [:]
    for bits in 0..<2000 as Range<UInt64> {
      let card = CardID(bits: bits &* 0x9E37_79B9_7F4A_7C15)
      let answers: [(time: Int64, zone: Int16, grade: Grade)] = [
        (Self.noon, 0, .easy), (Self.noon + 8 * Self.day, 0, .good),
      ]
      let first = try #require(replay(fuzzed, [answers[0]], card: card))
      // 8 days: delta = 1 + .15 * 4.5 + .1 * 1 = 1.775, so 6 to 10.
      #expect((6...10).contains(first.interval / 86_400))
      places[first.interval / 86_400, default: 0] += 1
      let spread = try #require(replay(fuzzed, answers, card: card))
      let exact = try #require(replay(plain, answers, card: card))
      #expect(spread == replay(fuzzed, answers, card: card))
      #expect(spread.stability == exact.stability && spread.difficulty == exact.difficulty)
    }
    #expect(places.count == 5 && places.values.allSatisfy { (320...480).contains($0) })
  }

  @Test func `intervals under two days and a half are not spread`() {
    let scheduler = scheduler { $0.isFuzzed = true }
    for bits in 0..<200 as Range<UInt64> {
      let state = replay(
        scheduler, [(Self.noon, 0, .good), (Self.noon + 10 * Self.minute, 0, .good)],
        card: CardID(bits: bits))
      #expect(state?.interval == 172_800.0)
    }
  }

  @Test func `a better grade never brings a card back sooner, nor past the longest interval`() {
    let scheduler = scheduler {
      $0.isFuzzed = true
      $0.maximumInterval = 60
    }
    for bits in 0..<500 as Range<UInt64> {
      var state: CardState?
      var time = Self.noon
      for _ in 0..<8 {
        let next = scheduler.outcomes(
          after: state, of: CardID(bits: bits), at: time, zoneMinutes: 0)
        #expect(next.hard.interval <= next.good.interval)
        #expect(next.good.interval <= next.easy.interval)
        #expect(next.easy.interval <= 60 * 86_400)
        state = next.good
        time += Int64(next.good.interval * 1000)
      }
    }
  }

  // MARK: - Values that make no sense

  @Test func `a review before the last counts as on its day`() throws {
    let scheduler = scheduler()
    let state = try #require(replay(scheduler, [(Self.noon, 0, .easy)]))
    let same = scheduler.state(
      after: state, .good, of: CardID(bits: 7), at: Self.noon, zoneMinutes: 0)
    for past in [Self.noon - 1, Self.noon - 400 * Self.day, .min] {
      let early = scheduler.state(
        after: state, .good, of: CardID(bits: 7), at: past, zoneMinutes: 0)
      #expect(early.stability == same.stability && early.difficulty == same.difficulty)
      #expect(early.interval == same.interval)
    }
  }

  @Test func `weights out of range are clamped to theirs`() throws {
    for weight in [-1e300, -1, 1e300] {
      let wild = try #require(Parameters(Array(repeating: weight, count: Parameters.count)))
      let scheduler = Scheduler(wild)
      for (weight, range) in zip(scheduler.parameters.weights, Parameters.ranges) {
        #expect(range.contains(weight))
      }
      #expect(scheduler.parameters == scheduler.parameters.clamped)
      checkExtremes(scheduler)
    }
    #expect(Parameters.standard.clamped == .standard)
    #expect(Parameters(Array(repeating: .nan, count: Parameters.count)) == nil)
    #expect(Parameters([1, 2, 3]) == nil)
  }

  @Test func `settings out of range are brought to their bounds`() {
    var settings = SchedulerSettings()
    settings.desiredRetention = .nan
    settings.learningSteps = [.nan, -1, 0, .infinity, 1e300, 60]
    settings.relearningSteps = [-.infinity]
    settings.maximumInterval = .min
    settings.dayRule = .local(rollOverHour: .max)
    let scheduler = Scheduler(settings: settings)
    #expect(scheduler.settings.desiredRetention == 0.9)
    #expect(scheduler.settings.learningSteps == [60])
    #expect(scheduler.settings.relearningSteps.isEmpty)
    #expect(scheduler.settings.maximumInterval == 1)
    #expect(scheduler.settings.dayRule == .local(rollOverHour: 23))
    checkExtremes(scheduler)

    settings.desiredRetention = 1
    settings.maximumInterval = .max
    #expect(settings.clamped.desiredRetention == 0.99)
    #expect(settings.clamped.maximumInterval == 36_500)
    checkExtremes(Scheduler(settings: settings))
    settings.desiredRetention = -.infinity
    #expect(settings.clamped.desiredRetention == 0.7)
  }

  /// Long runs of each grade at both ends of time stay finite and in bounds.
  private func checkExtremes(_ scheduler: Scheduler) {
    for grade in Grade.allCases {
      for times in [[0, Int64.max], [.max, .min], [.min, .max]] {
        var state: CardState?
        for round in 0..<200 {
          state = scheduler.state(
            after: state, grade, of: CardID(bits: UInt64(round)), at: times[round % 2],
            zoneMinutes: round % 3 == 0 ? .max : .min)
        }
        #expect(state?.stability.isFinite == true && (state?.stability ?? 0) >= 0.001)
        #expect((1...10).contains(state?.difficulty ?? 0))
        #expect((0.001...(36_500 * 86_400)).contains(state?.interval ?? 0))
      }
    }
  }
}
