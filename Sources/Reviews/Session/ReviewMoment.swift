/// A moment where the person is.
package struct ReviewMoment: Hashable, Sendable {
  /// UTC milliseconds.
  package var time: Int64
  /// The offset of the person's clocks from UTC, in minutes.
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
  /// True if its time or day has come.
  ///
  /// - Parameter ahead: the milliseconds by which a card in its steps may be early.
  package func isDue(
    at moment: ReviewMoment, _ rule: SchedulerSettings.DayRule, ahead: Int64 = 0
  ) -> Bool {
    switch due {
    case .time(let time): time <= moment.time + ahead
    case .day(let day): day <= moment.day(rule)
    }
  }
}
