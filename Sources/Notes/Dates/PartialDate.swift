/// A year, a month of a year, or a day: `2019`, `2019-06`, `2019-06-03`.
package struct PartialDate: Sendable, Hashable {
  package let year: Int
  package let month: Int?
  package let day: Int?

  /// The date of these parts, or nil if the calendar has none, or a day has no month.
  package init?(year: Int, month: Int? = nil, day: Int? = nil) {
    guard CivilDate(year: year, month: month ?? 1, day: day ?? 1) != nil,
      day == nil || month != nil
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  package init(_ date: CivilDate) {
    year = date.year
    month = date.month
    day = date.day
  }

  /// The date that `text` is, in figures: `2019`, `2019-06`, `2019/6/3`, `20190603`, `3.6.2019`.
  ///
  /// `397` and `-350` are years. `04/03/2021` has two meanings, and is none.
  package init?(_ text: String) {
    var scanner = DateScanner(text)
    let isNegative = scanner.skip("-")
    let start = scanner
    if !isNegative, let date = scanner.date(), scanner.isAtEnd {
      self = date
      return
    }
    scanner = start
    guard let year = scanner.digits(1...4), scanner.isAtEnd else { return nil }
    self.init(year: isNegative ? -year.value : year.value)
  }

  /// Its first day.
  package var firstDay: CivilDate {
    // The parts were proved to be a date when it was made.
    CivilDate(year: year, month: month ?? 1, day: day ?? 1) ?? .earliest
  }

  /// All of its days.
  package var range: DateRange {
    let first = firstDay
    if day != nil { return DateRange(from: first, days: 1) }
    return DateRange(from: first, months: month == nil ? 12 : 1)
  }

  static func text(year: Int) -> String {
    year < 0 ? "-" + padded(-year, 4) : padded(year, 4)
  }
}

extension PartialDate: CustomStringConvertible {
  package var description: String {
    var text = Self.text(year: year)
    if let month { text += "-" + padded(month, 2) }
    if let day { text += "-" + padded(day, 2) }
    return text
  }
}
