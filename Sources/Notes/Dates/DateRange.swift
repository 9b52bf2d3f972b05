/// Some days in a row; without a start or an end, all up to or from a day.
package struct DateRange: Sendable, Hashable {
  /// The first day, or nil if there is none.
  package let start: CivilDate?
  /// The first day no longer in the range, or nil if there is none.
  package let end: CivilDate?

  package init(start: CivilDate?, end: CivilDate?) {
    self.start = start
    self.end = end
  }

  package init(_ day: CivilDate) { self.init(from: day, days: 1) }

  init(from start: CivilDate, days: Int) {
    self.init(from: start, upTo: start.adding(days: days))
  }

  init(from start: CivilDate, months: Int) {
    self.init(from: start, upTo: start.adding(months: months))
  }

  private init(from start: CivilDate, upTo end: CivilDate) {
    // A range beyond the calendar's end has no end.
    self.init(start: start, end: end == .latest ? nil : end)
  }

  /// Its only day, where it has one only.
  package var day: CivilDate? {
    guard let start, let end, start.adding(days: 1) == end else { return nil }
    return start
  }

  /// True if a day is in the range.
  package func contains(_ day: CivilDate) -> Bool {
    start.map { $0 <= day } != false && end.map { day < $0 } != false
  }

  /// True if all of `other` is in this range.
  package func contains(_ other: DateRange) -> Bool {
    let startsWithin = start.map { start in other.start.map { start <= $0 } ?? false } ?? true
    let endsWithin = end.map { end in other.end.map { $0 <= end } ?? false } ?? true
    return startsWithin && endsWithin
  }

  /// True if some day is in both ranges.
  package func overlaps(_ other: DateRange) -> Bool {
    func begins(_ first: DateRange, before second: DateRange) -> Bool {
      guard let start = first.start, let end = second.end else { return true }
      return start < end
    }
    return begins(self, before: other) && begins(other, before: self)
  }

  /// The days of `< range`.
  package var before: DateRange { DateRange(start: nil, end: start ?? .earliest) }
  /// The days of `<= range`.
  package var throughEnd: DateRange { DateRange(start: nil, end: end) }
  /// The days of `>= range`.
  package var fromStart: DateRange { DateRange(start: start, end: nil) }
  /// The days of `> range`.
  package var after: DateRange {
    guard let end else { return DateRange(start: .latest, end: .latest) }
    return DateRange(start: end, end: nil)
  }

  /// From the start of one of them to the end of the other, whichever is earlier.
  func through(_ other: DateRange) -> DateRange {
    let isReversed = start.map { start in other.start.map { $0 < start } ?? false } ?? false
    return isReversed
      ? DateRange(start: other.start, end: end) : DateRange(start: start, end: other.end)
  }

  /// The instants of the range in UTC milliseconds, where days begin at midnight in `zone`.
  package func milliseconds(in zone: Zone) -> Range<Int64> {
    let lower = start.map { CivilDateTime($0).milliseconds(in: zone) } ?? .min
    let upper = end.map { CivilDateTime($0).milliseconds(in: zone) } ?? .max
    return lower..<max(lower, upper)
  }
}

extension DateRange: CustomStringConvertible {
  /// `2026-11-21`, or the first and last day: `2026-11-01..2026-11-30`, `..2026-11-30`.
  package var description: String {
    if let day { return day.description }
    let last = end?.adding(days: -1)
    return (start?.description ?? "") + ".." + (last?.description ?? "")
  }
}
