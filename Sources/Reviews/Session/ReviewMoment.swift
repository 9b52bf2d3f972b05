/// A moment where the person is.
package struct ReviewMoment: Hashable, Sendable {
  /// UTC milliseconds.
  package var time: Int64
  /// How far the person's clocks are ahead of UTC, in minutes.
  package var zoneMinutes: Int16

  package init(time: Int64, zoneMinutes: Int16) {
    self.time = time
    self.zoneMinutes = zoneMinutes
  }

  /// The day that it belongs to.
  package func day(_ rule: SchedulerSettings.DayRule) -> LocalDay {
    LocalDay(time: time, zoneMinutes: zoneMinutes, rollOverHour: rule.rollOverHour)
  }
}

extension SchedulerSettings.DayRule {
  /// The hour at which a day begins.
  package var rollOverHour: Int {
    switch self {
    case .local(let hour): hour
    case .spans: 0
    }
  }
}

extension CardState {
  /// Whether its time or day has come.
  ///
  /// - Parameter ahead: how much too early may be, in milliseconds; for cards in their steps only.
  package func isDue(
    at moment: ReviewMoment, _ rule: SchedulerSettings.DayRule, ahead: Int64 = 0
  ) -> Bool {
    switch due {
    case .time(let time): time <= moment.time + ahead
    case .day(let day): day <= moment.day(rule)
    }
  }
}
