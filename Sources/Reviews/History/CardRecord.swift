/// The state of a card after all events of the logs.
package struct CardRecord: Hashable, Sendable {
  /// The scheduler's state; nil for a card that is new, or new again.
  package var state: CardState?
  /// True if it is left out of reviews.
  package var isSuspended = false
  /// The day on which it is asked again, where it has been buried.
  package var buriedUntil: LocalDay?
  /// The number of answers, including those before resets.
  package var answers: Int32 = 0

  package init() {}

  /// True if it is left out on a day: for good or for that day.
  package func isLeftOut(on day: LocalDay) -> Bool {
    isSuspended || buriedUntil.map { $0 > day } ?? false
  }

  /// Makes it new again; only the number of answers stays.
  mutating func reset() {
    self = CardRecord(answers: answers)
  }

  private init(answers: Int32) { self.answers = answers }
}

extension SchedulerSettings {
  /// The day that an instant belongs to.
  ///
  /// - Parameters:
  ///   - time: UTC milliseconds.
  ///   - zoneMinutes: the offset of the clocks from UTC.
  package func day(at time: Int64, zoneMinutes: Int16) -> LocalDay {
    let hour = if case .local(let hour) = dayRule { hour } else { 0 }
    return LocalDay(time: time, zoneMinutes: zoneMinutes, rollOverHour: hour)
  }
}
