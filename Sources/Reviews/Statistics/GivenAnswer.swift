/// An answer that was given once, as statistics look at it.
package struct GivenAnswer: Hashable, Sendable {
  /// The stage of a card when it was asked.
  package enum Stage: Hashable, Sendable, CaseIterable {
    /// New, or in its steps.
    case learning
    /// In the long run, after an interval of less than 21 days.
    case young
    /// In the long run, after an interval of 21 days or more.
    case mature
  }

  package let card: CardID
  /// The day where the person was.
  package let day: LocalDay
  package let stage: Stage
  package let grade: Grade
  /// The time until the answer.
  package let milliseconds: UInt32
  /// True if the card had been answered on the same day before.
  package let isAgainOnDay: Bool

  /// Days of an interval from which a card is mature, as in Anki.
  package static let matureDays = 21.0

  init(_ answer: ReviewHistory.Answer, settings: SchedulerSettings) {
    card = answer.card
    grade = answer.grade
    milliseconds = answer.milliseconds
    stage = answer.before?.stage ?? .learning
    let day = settings.day(at: answer.after.lastReview, zoneMinutes: answer.after.zoneMinutes)
    let last = answer.before.map {
      settings.day(at: $0.lastReview, zoneMinutes: $0.zoneMinutes)
    }
    self.day = day
    isAgainOnDay = last == day
  }
}

extension CardState {
  /// The stage of the card.
  package var stage: GivenAnswer.Stage {
    guard phase == .review else { return .learning }
    return interval >= GivenAnswer.matureDays * Self.secondsPerDay ? .mature : .young
  }
}
