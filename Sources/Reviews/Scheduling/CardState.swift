/// The scheduler's state of a card after its last review.
package struct CardState: Hashable, Sendable {
  /// The phases of a card.
  package enum Phase: Hashable, Sendable {
    /// In its first steps, at this one.
    case learning(step: Int)
    /// In the long run.
    case review
    /// Forgotten and in its steps back, at this one.
    case relearning(step: Int)
  }

  package var phase: Phase
  /// Days after which it is remembered with a probability of 0.9.
  package var stability: Double
  /// 1 (easy) to 10 (hard).
  package var difficulty: Double
  /// The time of the last answer, in UTC milliseconds.
  package var lastReview: Int64
  /// The person's offset from UTC then, in minutes.
  package var zoneMinutes: Int16
  /// The interval that was given, in seconds: a whole number of days in the long run.
  package var interval: Double
  /// The time or day at which it comes back.
  package var due: Due
  /// The number of answers.
  package var reviews: Int32
  /// The number of lapses in the long run.
  package var lapses: Int32

  /// The time at which a card comes back: a time within a day, otherwise a day, whatever the hour.
  package enum Due: Hashable, Sendable {
    /// UTC milliseconds.
    case time(Int64)
    case day(LocalDay)
  }

  package init(
    phase: Phase, stability: Double, difficulty: Double, lastReview: Int64, zoneMinutes: Int16,
    interval: Double, due: Due, reviews: Int32, lapses: Int32
  ) {
    self.phase = phase
    self.stability = stability
    self.difficulty = difficulty
    self.lastReview = lastReview
    self.zoneMinutes = zoneMinutes
    self.interval = interval
    self.due = due
    self.reviews = reviews
    self.lapses = lapses
  }
}
