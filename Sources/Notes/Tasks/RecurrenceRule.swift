/// A rule by which a task comes back: `every 2 weeks on Friday`, `every month on the last`.
///
/// The rules and their days are those of Obsidian Tasks, which reads them with the library rrule (RFC 5545) and changes
/// its answer in one respect: a month or a year that lacks the day is not left out, but has its last day, unless the
/// rule names the day.
package struct RecurrenceRule: Hashable, Sendable {
  enum Unit: Hashable, Sendable { case day, week, month, year }

  /// A weekday; `nth` of its month or year, from the end where it is negative, or each where it is nil.
  struct NamedDay: Hashable, Sendable {
    let weekday: Weekday
    var nth: Int?
  }

  var unit = Unit.day
  var interval = 1
  var weekdays: [NamedDay] = []
  /// Negative from the month's end.
  var daysOfMonth: [Int] = []
  var months: [Int] = []
  var weeks: [Int] = []
  /// True if the days are counted from the day on which the task is done.
  package internal(set) var isFromDone = false

  // MARK: Days

  /// The first day of the rule after a day.
  ///
  /// - Parameters:
  ///   - reference: the task's due day, else its scheduled or start day; nil without any.
  ///   - today: the day on which it is done.
  /// - Returns: nil where no such day comes.
  package func day(after reference: CivilDate?, doneOn today: CivilDate) -> CivilDate? {
    let start = isFromDone ? today : reference ?? today
    guard var next = first(after: start, from: start) else { return nil }
    // No year and no month lacks 28 days.
    var back = start
    func steps(_ day: CivilDate) -> Int {
      unit == .year ? day.year - back.year : (day.year - back.year) * 12 + day.month - back.month
    }
    guard isAdjusted else { return next }
    for _ in 0..<Self.mostSteps where steps(next) > interval {
      back = back.adding(days: -1)
      guard let other = first(after: back, from: back) else { return nil }
      next = other
    }
    return next
  }

  /// True if a day that the month lacks gives way to an earlier one.
  private var isAdjusted: Bool {
    switch unit {
    case .month: weekdays.isEmpty && daysOfMonth.isEmpty
    case .year: months.isEmpty || interval > 1
    case .day, .week: false
    }
  }

  /// No rule with a day at all leaves out more of its units in a row: 29 February comes after eight years at the most,
  /// which a step of any number of years makes 400 at the most.
  private static let mostSteps = 1000

  /// The first day after `day` of the rule that begins with `start`.
  private func first(after day: CivilDate, from start: CivilDate) -> CivilDate? {
    let origin = period(of: start)
    let passed = (period(of: day) - origin) / interval
    for step in passed..<(passed + Self.mostSteps) {
      let (distance, isTooFar) = step.multipliedReportingOverflow(by: interval)
      guard !isTooFar, distance < 8_000_000 else { return nil }
      let days = days(ofPeriod: origin + distance)
      guard days.lowerBound < CivilDate.latest.daysSinceEpoch else { return nil }
      for number in days where number > day.daysSinceEpoch && number >= start.daysSinceEpoch {
        let candidate = CivilDate(daysSinceEpoch: number)
        if holds(candidate, from: start) { return candidate }
      }
    }
    return nil
  }

  /// The number of a day's unit, counted from any one.
  private func period(of day: CivilDate) -> Int {
    switch unit {
    case .day: day.daysSinceEpoch
    // 1970-01-01 was a Thursday; weeks begin on Monday.
    case .week: Self.floored(day.daysSinceEpoch + 3, by: 7)
    case .month: day.year * 12 + day.month - 1
    case .year: day.year
    }
  }

  /// The days of a unit, in days since 1970.
  private func days(ofPeriod period: Int) -> Range<Int> {
    func first(ofMonth month: Int) -> Int {
      let year = Self.floored(month, by: 12)
      return CivilDate(year: year, month: month - year * 12 + 1, day: 1)?.daysSinceEpoch
        ?? CivilDate.latest.daysSinceEpoch
    }
    switch unit {
    case .day: return period..<(period + 1)
    case .week: return (period * 7 - 3)..<(period * 7 + 4)
    case .month: return first(ofMonth: period)..<first(ofMonth: period + 1)
    case .year: return first(ofMonth: period * 12)..<first(ofMonth: (period + 1) * 12)
    }
  }

  private static func floored(_ value: Int, by divisor: Int) -> Int {
    (value >= 0 ? value : value - divisor + 1) / divisor
  }

  /// True if the rule has a day of one of its units.
  private func holds(_ day: CivilDate, from start: CivilDate) -> Bool {
    if !months.isEmpty, !months.contains(day.month) { return false }
    if !weeks.isEmpty {
      let week = Week.iso(of: day)
      let last = Week.iso(of: CivilDate(year: week.year, month: 12, day: 28) ?? day).number
      guard weeks.contains(week.number) || weeks.contains(week.number - last - 1) else {
        return false
      }
    }
    let length = CivilDate.days(inMonth: day.month, of: day.year)
    if !daysOfMonth.isEmpty,
      !daysOfMonth.contains(day.day), !daysOfMonth.contains(day.day - length - 1)
    {
      return false
    }
    if !weekdays.isEmpty { return weekdays.contains { matches(day, $0) } }
    if !daysOfMonth.isEmpty || !weeks.isEmpty { return true }
    // A rule without days has that of its beginning.
    switch unit {
    case .day: return true
    case .week: return day.weekday == start.weekday
    case .month: return day.day == start.day
    case .year: return day.day == start.day && (!months.isEmpty || day.month == start.month)
    }
  }

  private func matches(_ day: CivilDate, _ named: NamedDay) -> Bool {
    guard day.weekday == named.weekday else { return false }
    // In days and weeks there is one at most.
    guard let nth = named.nth, unit == .month || unit == .year else { return true }
    let isOfYear = unit == .year && months.isEmpty
    let place = isOfYear ? day.dayOfYear : day.day
    let length =
      isOfYear
      ? (CivilDate.isLeap(day.year) ? 366 : 365) : CivilDate.days(inMonth: day.month, of: day.year)
    return nth > 0 ? (place - 1) / 7 + 1 == nth : (length - place) / 7 + 1 == -nth
  }
}
