/// A day of the proleptic Gregorian calendar, in no time zone.
package struct CivilDate: Sendable, Hashable {
  /// Astronomical: the year before 1 is 0, the one before that -1.
  package let year: Int
  /// 1 through 12.
  package let month: Int
  /// 1 through 31.
  package let day: Int

  /// The first day there is here; arithmetic stops at it.
  package static let earliest = CivilDate(uncheckedYear: -9999, month: 1, day: 1)
  /// The last day there is here; arithmetic stops at it.
  package static let latest = CivilDate(uncheckedYear: 9999, month: 12, day: 31)

  /// The day of these numbers, or nil if the calendar has none.
  package init?(year: Int, month: Int, day: Int) {
    guard (-9999...9999).contains(year), (1...12).contains(month),
      (1...Self.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    self.init(uncheckedYear: year, month: month, day: day)
  }

  private init(uncheckedYear year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that many days after 1970-01-01, or the nearest there is.
  ///
  /// Howard Hinnant, “chrono-Compatible Low-Level Date Algorithms”, `civil_from_days`.
  package init(daysSinceEpoch days: Int) {
    let clamped = min(max(days, Self.earliest.daysSinceEpoch), Self.latest.daysSinceEpoch)
    let shifted = clamped + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      uncheckedYear: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// Days since 1970-01-01 (the same source, `days_from_civil`).
  package var daysSinceEpoch: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// 1 through 366.
  package var dayOfYear: Int {
    daysSinceEpoch - CivilDate(uncheckedYear: year, month: 1, day: 1).daysSinceEpoch + 1
  }

  /// The day of the week.
  package var weekday: Weekday {
    // 1970-01-01 was a Thursday, the fourth day of the week.
    let index = (daysSinceEpoch + 3) % 7
    return Weekday.allCases[index >= 0 ? index : index + 7]
  }

  /// The day a number of days later; negative numbers go back.
  package func adding(days: Int) -> CivilDate {
    let (sum, isOverflow) = daysSinceEpoch.addingReportingOverflow(days)
    return isOverflow ? (days < 0 ? .earliest : .latest) : CivilDate(daysSinceEpoch: sum)
  }

  /// The same day a number of months later, or that month's last if it has no such day.
  package func adding(months: Int) -> CivilDate {
    let limit = 12 * 20_000
    let index = year * 12 + month - 1 + min(max(months, -limit), limit)
    let newYear = index >= 0 ? index / 12 : (index - 11) / 12
    if newYear < Self.earliest.year { return .earliest }
    if newYear > Self.latest.year { return .latest }
    let newMonth = index - newYear * 12 + 1
    return CivilDate(
      uncheckedYear: newYear, month: newMonth,
      day: min(day, Self.days(inMonth: newMonth, of: newYear)))
  }

  /// True if a year has a 29 February.
  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The number of days of the month; `month` is 1 through 12.
  package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CivilDate: Comparable {
  package static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension CivilDate: CustomStringConvertible {
  /// ISO 8601: `2026-11-21`.
  package var description: String {
    "\(PartialDate.text(year: year))-\(padded(month, 2))-\(padded(day, 2))"
  }
}

/// A day of the week, numbered as ISO 8601 does.
package enum Weekday: Int, Sendable, CaseIterable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// `Monday`
  package var name: String { DateNames.weekdays[rawValue - 1] }
}

/// `number` with zeros before it to make `width` digits.
func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
