/// Statistics of the reviews in the logs.
///
/// Days are those of the person at each answer: an answer given at night in another country counts
/// for the day that it was there. Retracted events do not count; events before a card was reset do.
package struct ReviewStatistics: Sendable {
  /// The answers, by time.
  package let answers: [GivenAnswer]
  /// The history of the cards.
  package let history: ReviewHistory
  /// The days on which something was answered, in order.
  package let days: [StudyDay]

  /// The reviews of a day.
  package struct StudyDay: Hashable, Sendable {
    package let day: LocalDay
    /// The number of answers.
    package fileprivate(set) var answers = 0
    /// The sum of their times.
    package fileprivate(set) var milliseconds: Int64 = 0
    /// The number of cards that were answered for the first time.
    package fileprivate(set) var newCards = 0

    fileprivate init(day: LocalDay) { self.day = day }
  }

  /// Replays events, given in any order.
  ///
  /// - Complexity: that of ``ReviewHistory/init(replaying:settings:)``.
  package init(replaying events: [ReviewEvent], settings: SchedulerSettings) {
    let settings = settings.clamped
    var answers: [GivenAnswer] = []
    var days: [LocalDay: StudyDay] = [:]
    history = ReviewHistory(replaying: events, settings: settings) { answer in
      let given = GivenAnswer(answer, settings: settings)
      answers.append(given)
      var day = days[given.day] ?? StudyDay(day: given.day)
      day.answers += 1
      day.milliseconds += Int64(given.milliseconds)
      if answer.before == nil { day.newCards += 1 }
      days[given.day] = day
    }
    self.answers = answers
    self.days = days.values.sorted { $0.day < $1.day }
  }

  /// The number of days in a row with an answer.
  ///
  /// - Parameter today: a run that ended yesterday still goes on, because today is not over.
  package func streak(today: LocalDay) -> Streak {
    var streak = Streak()
    var run = 0
    var last: Int?
    for study in days where study.day <= today {
      let number = Int(study.day.number)
      run = last == number - 1 ? run + 1 : 1
      streak.longest = max(streak.longest, run)
      last = number
    }
    if let last, last >= Int(today.number) - 1 { streak.current = run }
    return streak
  }

  /// Runs of days with reviews.
  package struct Streak: Hashable, Sendable {
    /// The length of the present run.
    package var current = 0
    /// The longest there has been.
    package var longest = 0

    package init(current: Int = 0, longest: Int = 0) {
      self.current = current
      self.longest = longest
    }
  }

  /// The number of times that each grade was given on some days.
  ///
  /// - Parameter days: nil for all.
  package func grades(
    on days: ClosedRange<LocalDay>? = nil
  ) -> [GivenAnswer.Stage: GradeCounts] {
    var counts: [GivenAnswer.Stage: GradeCounts] = [:]
    for answer in answers where days?.contains(answer.day) ?? true {
      counts[answer.stage, default: GradeCounts()][answer.grade] += 1
    }
    return counts
  }
}

/// The number of times that each grade was given.
package struct GradeCounts: Hashable, Sendable {
  private var counts: [Int]

  /// - Parameters: the number of times that each was given.
  package init(again: Int = 0, hard: Int = 0, good: Int = 0, easy: Int = 0) {
    counts = [again, hard, good, easy]
  }

  /// The number of times that a grade was given.
  package subscript(grade: Grade) -> Int {
    get { counts[Int(grade.rawValue) - 1] }
    set { counts[Int(grade.rawValue) - 1] = newValue }
  }

  /// The number of all answers.
  package var total: Int { counts.reduce(0, +) }
}
