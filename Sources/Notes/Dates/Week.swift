/// A week, and the year that it is counted in.
package struct Week: Sendable, Hashable {
  package let year: Int
  /// 1 through 53.
  package let number: Int

  /// The week of that number in ISO 8601, or nil if the year has none.
  package init?(isoYear year: Int, number: Int) {
    guard (-9998...9998).contains(year), number >= 1,
      number <= 52 || (number == 53 && Self.lastOfYear(year).number == 53)
    else { return nil }
    self.init(year: year, number: number)
  }

  private init(year: Int, number: Int) {
    self.year = year
    self.number = number
  }

  /// The Monday it begins with, as ISO 8601 counts.
  package var isoMonday: CivilDate {
    // The week of 4 January is the first.
    let fourth = CivilDate(daysSinceEpoch: Self.firstOfJanuary(year) + 3)
    return fourth.adding(days: (number - 1) * 7 + 1 - fourth.weekday.rawValue)
  }

  /// ISO 8601: weeks begin on Monday, and belong to the year that has their Thursday.
  package static func iso(of date: CivilDate) -> Week {
    let thursday = date.adding(days: 4 - date.weekday.rawValue)
    return Week(year: thursday.year, number: (thursday.dayOfYear - 1) / 7 + 1)
  }

  /// The week of moment.js for `en`: weeks begin on Sunday, the first has 1 January.
  package static func american(of date: CivilDate) -> Week {
    let saturday = date.adding(days: 6 - date.weekday.rawValue % 7)
    return Week(year: saturday.year, number: (saturday.dayOfYear - 1) / 7 + 1)
  }

  /// The Sunday that a week of that number begins with, as moment.js counts for `en`.
  static func americanSunday(year: Int, number: Int) -> CivilDate {
    let first = CivilDate(daysSinceEpoch: firstOfJanuary(year))
    return first.adding(days: (number - 1) * 7 - first.weekday.rawValue % 7)
  }

  private static func lastOfYear(_ year: Int) -> Week {
    // 28 December is in the last week of its year.
    iso(of: CivilDate(daysSinceEpoch: firstOfJanuary(year + 1) - 4))
  }

  private static func firstOfJanuary(_ year: Int) -> Int {
    CivilDate(year: year, month: 1, day: 1)?.daysSinceEpoch ?? 0
  }
}
