/// A vault's settings for reviews; the weights are in the log.
package struct SchedulerSettings: Hashable, Sendable {
  /// The ways to count elapsed time.
  package enum DayRule: Hashable, Sendable {
    /// In days of the person's calendar that begin at an hour, as people and Anki count.
    case local(rollOverHour: Int)
    /// In whole spans of twenty-four hours, as py-fsrs counts; for its vectors.
    case spans
  }

  /// The probability of remembering at which a card comes back, 0.7 to 0.99.
  package var desiredRetention = 0.9
  /// The steps of a new card, in seconds.
  package var learningSteps: [Double] = [60, 600]
  /// The steps of a forgotten card, in seconds.
  package var relearningSteps: [Double] = [600]
  /// The longest interval, in days.
  package var maximumInterval = 36_500
  package var dayRule = DayRule.local(rollOverHour: 4)
  /// True if intervals are spread a little, by a hash of card and review count.
  package var isFuzzed = true

  package init() {}

  /// The nearest valid settings: values out of range are brought to their bounds, a retention that
  /// is not a number becomes the usual 0.9, and steps that are not positive, or last over a
  /// century, are left out.
  package var clamped: SchedulerSettings {
    var clamped = self
    clamped.desiredRetention =
      desiredRetention.isNaN ? 0.9 : min(max(desiredRetention, 0.7), 0.99)
    clamped.maximumInterval = min(max(maximumInterval, 1), 36_500)
    clamped.learningSteps = learningSteps.filter(Self.isStep)
    clamped.relearningSteps = relearningSteps.filter(Self.isStep)
    if case .local(let hour) = dayRule {
      clamped.dayRule = .local(rollOverHour: min(max(hour, 0), 23))
    }
    return clamped
  }

  private static func isStep(_ seconds: Double) -> Bool {
    seconds > 0 && seconds <= 36_500 * CardState.secondsPerDay
  }
}
