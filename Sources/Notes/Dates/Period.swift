/// A stretch of the calendar that may have a note of its own, as a day has.
package enum Period: String, Hashable, Sendable, CaseIterable {
  case week, month, quarter, year

  /// The days of the one that has a day; weeks are those of ISO 8601.
  package func range(around day: CivilDate) -> DateRange {
    let first = CivilDate(year: day.year, month: day.month, day: 1) ?? day
    switch self {
    case .week:
      return DateRange(from: day.adding(days: 1 - day.weekday.rawValue), days: 7)
    case .month: return DateRange(from: first, months: 1)
    case .quarter: return DateRange(from: first.adding(months: -((day.month - 1) % 3)), months: 3)
    case .year: return DateRange(from: first.adding(months: 1 - day.month), months: 12)
    }
  }

  /// `2026-W48`, `2026-11`, `2026-Q4`, `2026`: ISO 8601, with a quarter as people write it.
  package func name(of day: CivilDate) -> String {
    let year = PartialDate.text(year: day.year)
    switch self {
    case .week:
      let week = Week.iso(of: day)
      return "\(PartialDate.text(year: week.year))-W\(padded(week.number, 2))"
    case .month: return "\(year)-\(padded(day.month, 2))"
    case .quarter: return "\(year)-Q\((day.month + 2) / 3)"
    case .year: return year
    }
  }

  /// `Week 48, 2026`, `November 2026`, `Quarter 4, 2026`, `2026`
  package func title(of day: CivilDate) -> String {
    switch self {
    case .week:
      let week = Week.iso(of: day)
      return "Week \(week.number), \(week.year)"
    case .month: return "\(DateNames.months[day.month - 1]) \(day.year)"
    case .quarter: return "Quarter \((day.month + 2) / 3), \(day.year)"
    case .year: return "\(day.year)"
    }
  }
}

extension DatePattern {
  /// True if it counts weeks from Sunday, as moment.js does for `gggg-[W]ww`.
  package var countsAmericanWeeks: Bool {
    parts.contains { part in
      switch part {
      case .number(let number, _), .ordinal(let number):
        [.americanWeek, .americanYear, .shortAmericanYear].contains(number)
      default: false
      }
    }
  }
}
