import OperatingSystem
import Reviews

/// A card's state in the columns of Anki's `cards`, and its answers in those of `revlog`.
struct AnkiSchedule {
  /// The settings that the cards were scheduled with, each value within its range.
  private let settings: SchedulerSettings
  private let parameters: Parameters
  /// The day that Anki counts from; none of the cards has one before it.
  let firstDay: LocalDay

  init(_ settings: SchedulerSettings, _ parameters: Parameters, from firstDay: LocalDay) {
    let scheduler = Scheduler(parameters, settings: settings)
    self.settings = scheduler.settings
    self.parameters = scheduler.parameters
    self.firstDay = firstDay
  }

  /// Anki's initial ease factor for scheduling without FSRS, in thousandths.
  private static let easeFactor: Int64 = 2500

  /// `type, queue, due, ivl, factor, reps, lapses, left`, then `odue, odid, flags, data`.
  ///
  /// - Parameter position: the position of a new card among the new ones.
  func columns(of card: AnkiCard, position: Int64) -> [SQLiteDatabase.Value] {
    guard let state = card.state else {
      let queue = queue(0, of: card)
      let numbers: [Int64] = [0, queue, position, 0, 0, 0, 0, 0, 0, 0, 0]
      return numbers.map { .integer($0) } + [.text("{}")]
    }
    let type: Int64
    let interval: Int64
    var left: Int64 = 0
    switch state.phase {
    case .learning(let step):
      type = 1
      interval = 0
      left = stepsLeft(after: step, of: settings.learningSteps)
    case .review:
      type = 2
      interval = Self.days(state.interval)
    case .relearning(let step):
      type = 3
      interval = intervalAfterRelearning(state)
      left = stepsLeft(after: step, of: settings.relearningSteps)
    }
    // Cards due on another day are counted in days, those due within a day in seconds.
    let day = dueDay(of: state).map { Int64($0.number) - Int64(firstDay.number) }
    let numbers: [Int64] = [
      type, queue(day == nil ? 1 : type == 2 ? 2 : 3, of: card), day ?? dueSecond(of: state),
      interval, type == 1 ? 0 : Self.easeFactor, Int64(state.reviews), Int64(state.lapses), left,
      0, 0, 0,
    ]
    return numbers.map { .integer($0) } + [.text(memory(state))]
  }

  /// `ease, ivl, lastIvl, factor, time, type` of an answer.
  func columns(of answer: AnkiCard.Answer) -> [SQLiteDatabase.Value] {
    let type: Int64 =
      switch answer.before?.phase {
      case nil, .learning: 0
      case .review: 1
      case .relearning: 2
      }
    // With FSRS the ease factor holds the difficulty: 100 for 1, 1100 for 10.
    let difficulty = min(max(answer.after.difficulty, 1), 10)
    let factor = Int64(((difficulty - 1) / 9 * 1000 + 100).rounded())
    let numbers: [Int64] = [
      Int64(answer.grade.rawValue), Self.logged(answer.after),
      answer.before.map(Self.logged) ?? 0, factor,
      Int64(min(answer.milliseconds, UInt32(Int32.max))),
      type,
    ]
    return numbers.map { .integer($0) }
  }

  /// The same columns of the line for a card that was made new again.
  static let resetColumns: [SQLiteDatabase.Value] = [0, 0, 0, 0, 0, 4].map { .integer($0) }

  // MARK: Parts

  private func queue(_ queue: Int64, of card: AnkiCard) -> Int64 {
    switch card.hold {
    case .none: queue
    case .suspended: -1
    case .buried: -3
    }
  }

  /// The number of steps to come, with the one it waits for.
  private func stepsLeft(after step: Int, of steps: [Double]) -> Int64 {
    Int64(max(1, steps.count - step))
  }

  /// The day that a card waits for; nil if it waits for a time.
  private func dueDay(of state: CardState) -> LocalDay? {
    switch (state.due, state.phase) {
    case (.day(let day), _): day
    // If days are spans of 24 hours: the one in which the span ends.
    case (.time(let time), .review):
      settings.day(at: time, zoneMinutes: state.zoneMinutes)
    case (.time, .learning), (.time, .relearning): nil
    }
  }

  private func dueSecond(of state: CardState) -> Int64 {
    if case .time(let time) = state.due { Self.seconds(time) } else { 0 }
  }

  /// The days that a card in its steps back will be given: until it is remembered with the wished probability
  /// (FSRS-6).
  private func intervalAfterRelearning(_ state: CardState) -> Int64 {
    let decay = -parameters.weights[20]
    let factor = pow(0.9, 1 / decay) - 1
    let days = state.stability / factor * (pow(settings.desiredRetention, 1 / decay) - 1)
    guard days.isFinite else { return 1 }
    return Int64(min(max(days.rounded(), 1), Double(settings.maximumInterval)))
  }

  /// FSRS's memory of a card: stability, difficulty, wished retention, decay, last review in seconds.
  private func memory(_ state: CardState) -> String {
    func rounded(_ number: Double) -> String { JSONText.number((number * 1e6).rounded() / 1e6) }
    return """
      {"s":\(rounded(state.stability)),"d":\(rounded(state.difficulty)),\
      "dr":\(rounded(settings.desiredRetention)),"decay":\(rounded(parameters.weights[20])),\
      "lrt":\(Self.seconds(state.lastReview))}
      """
  }

  /// An interval in the form of the log: days, or seconds below zero.
  private static func logged(_ state: CardState) -> Int64 {
    if case .review = state.phase { return days(state.interval) }
    if case .day = state.due { return days(state.interval) }
    return -Int64(min(max(state.interval.rounded(), 0), 86_400 * 365))
  }

  private static func days(_ seconds: Double) -> Int64 {
    Int64(min(max((seconds / 86_400).rounded(), 1), 36_500))
  }

  /// UTC milliseconds as the second they lie in.
  static func seconds(_ time: Int64) -> Int64 { time / 1000 - (time % 1000 < 0 ? 1 : 0) }
}

extension SchedulerSettings.DayRule {
  /// The hour at which Anki begins a day.
  var rollOverHour: Int {
    switch self {
    case .local(let hour): min(max(hour, 0), 23)
    case .spans: 0
    }
  }
}
