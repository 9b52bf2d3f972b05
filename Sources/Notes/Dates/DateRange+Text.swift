extension DateRange {
  /// The days that `text` speaks of, seen from `today`; nil if it speaks of none.
  ///
  /// ```
  /// range    := [">=" | ">" | "<=" | "<" | "="] span | [span] ".." [span]
  /// span     := figures | calendar | relative
  /// figures  := 2026 | 2026-11 | 2026-11-21 | 20261121 | 21.11.2026 | 2026-W47 | 2026-Q4 | 1890s
  /// calendar := november | nov 2025 | 21 nov 2026 | nov 21st | the 21st | monday
  /// relative := today | yesterday | tomorrow | (this | last | next) (unit | weekday | month)
  ///           | 3 days ago | in 2 weeks | last 7 days | 7d
  /// ```
  /// Words may be joined by hyphens (`last-week`), capitals do not matter, nor does `on`. A weekday,
  /// a month or a day of a month without its year is the latest that is not after today; `last monday` is
  /// before today. Weeks are those of ISO 8601. `7d` and `last 7 days` begin seven days ago and end
  /// today. `a..b` includes both, whichever is earlier.
  package init?(_ text: String, today: CivilDate) {
    guard text.utf8.count <= 80 else { return nil }
    let text = DateWords.trimmed(text.lowercased())
    let words = DateWords(today: today)
    for sign in [">=", "<=", ">", "<", "="] where text.hasPrefix(sign) {
      guard let span = words.span(DateWords.trimmed(text.dropFirst(sign.count))) else { return nil }
      switch sign {
      case ">=": self = span.fromStart
      case "<=": self = span.throughEnd
      case ">": self = span.after
      case "<": self = span.before
      default: self = span
      }
      return
    }
    guard let dots = DateWords.dots(in: text) else {
      guard let span = words.span(text) else { return nil }
      self = span
      return
    }
    let first = DateWords.trimmed(text[..<dots.lowerBound])
    let last = DateWords.trimmed(text[dots.upperBound...])
    switch (words.span(first), words.span(last)) {
    case (let from?, let through?): self = from.through(through)
    case (let from?, nil) where last.isEmpty: self = from.fromStart
    case (nil, let through?) where first.isEmpty: self = through.throughEnd
    default: return nil
    }
  }
}

/// Understands dates in words, in lower case.
struct DateWords {
  let today: CivilDate

  func span(_ text: String) -> DateRange? {
    if text.isEmpty { return nil }
    return figures(text) ?? words(Self.words(of: text))
  }

  // MARK: Figures

  private func figures(_ text: String) -> DateRange? {
    var scanner = DateScanner(text)
    if let year = yearOfWeekOrQuarter(&scanner) { return year }
    scanner = DateScanner(text)
    if let date = scanner.date() {
      if scanner.isAtEnd { return date.range }
      // `2026-11-21T08:15`
      guard date.day != nil, scanner.skip("t") || scanner.skip(" ") else { return nil }
      return scanner.time() != nil && scanner.isAtEnd ? date.range : nil
    }
    // One or two digits are no year here.
    guard text.utf8.count > 2, text.hasPrefix("-") || text.utf8.count == 3 else { return nil }
    return PartialDate(text)?.range
  }

  /// `2026-w47`, `2026w47`, `2026-w47-3`, `2026-q4`, `1890s`
  private func yearOfWeekOrQuarter(_ scanner: inout DateScanner) -> DateRange? {
    guard let year = scanner.digits(4...4)?.value else { return nil }
    if scanner.skip("s"), scanner.isAtEnd, year % 10 == 0, year < 9990 {
      return CivilDate(year: year, month: 1, day: 1).map { DateRange(from: $0, months: 120) }
    }
    _ = scanner.skip("-")
    if scanner.skip("q"), let quarter = scanner.digits(1...1)?.value, scanner.isAtEnd {
      return Self.quarter(quarter, of: year)
    }
    guard scanner.skip("w"), let number = scanner.digits(1...2)?.value,
      let monday = Week(isoYear: year, number: number)?.isoMonday
    else { return nil }
    if scanner.isAtEnd { return DateRange(from: monday, days: 7) }
    guard scanner.skip("-"), let day = scanner.digits(1...1)?.value, scanner.isAtEnd,
      (1...7).contains(day)
    else { return nil }
    return DateRange(monday.adding(days: day - 1))
  }

  private static func quarter(_ quarter: Int, of year: Int) -> DateRange? {
    guard (1...4).contains(quarter),
      let first = CivilDate(year: year, month: quarter * 3 - 2, day: 1)
    else { return nil }
    return DateRange(from: first, months: 3)
  }

  // MARK: Words

  private func words(_ words: [String]) -> DateRange? {
    let range: DateRange? =
      switch words.count {
      case 1: word(words[0])
      case 2: pair(words[0], words[1])
      case 3: triple(words[0], words[1], words[2])
      case 4 where words[2...] == ["from", "now"]: distance(words[0], words[1], forward: true)
      default: nil
      }
    if range != nil { return range }
    // `saturday, 21 november`
    guard words.count > 2, DateNames.weekday(words[0]) != nil else { return nil }
    return words.count <= 4 ? calendarDay(Array(words[1...])) : nil
  }

  private func word(_ word: String) -> DateRange? {
    switch word {
    case "today", "now": return DateRange(today)
    case "yesterday": return DateRange(today.adding(days: -1))
    case "tomorrow": return DateRange(today.adding(days: 1))
    default: break
    }
    if let weekday = DateNames.weekday(word) { return DateRange(latest(weekday, before: 1)) }
    if let month = DateNames.month(word) { return latestMonth(month, before: 1) }
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    if !digits.isEmpty, digits.endIndex != word.endIndex, let day = Self.day(word) {
      return latest(dayOfMonth: day).map { DateRange($0) }
    }
    guard !digits.isEmpty, let unit = DateUnit(word.dropFirst(digits.count)) else { return nil }
    return past(Self.number(digits), unit)
  }

  private func pair(_ first: String, _ second: String) -> DateRange? {
    let unit = DateUnit(second)
    switch first {
    case "this", "current": return relative(second, unit, 0)
    case "last", "previous": return relative(second, unit, -1)
    case "next": return relative(second, unit, 1)
    case "past": return unit.flatMap { past(1, $0) }
    default: break
    }
    if let number = Self.number(first), let unit { return past(number, unit) }
    if first.hasPrefix("q") || second.hasPrefix("q") {
      let (quarter, year) = first.hasPrefix("q") ? (first, second) : (second, first)
      guard let number = Int(quarter.dropFirst()), let year = Self.year(year) else { return nil }
      return Self.quarter(number, of: year)
    }
    if let month = DateNames.month(first) ?? DateNames.month(second),
      let year = Self.year(first) ?? Self.year(second)
    {
      return PartialDate(year: year, month: month)?.range
    }
    return calendarDay([first, second])
  }

  private func triple(_ first: String, _ second: String, _ third: String) -> DateRange? {
    switch (first, second, third) {
    case ("day", "before", "yesterday"): return DateRange(today.adding(days: -2))
    case ("day", "after", "tomorrow"): return DateRange(today.adding(days: 2))
    case ("last", _, _), ("past", _, _):
      return DateUnit(third).flatMap { past(Self.number(second), $0) }
    case ("next", _, _):
      guard let unit = DateUnit(third), let number = Self.number(second) else { return nil }
      return DateRange(start: today, end: unit.moved(today, by: number).adding(days: 1))
    case ("in", _, _): return distance(second, third, forward: true)
    case (_, _, "ago"): return distance(first, second, forward: false)
    default: return calendarDay([first, second, third])
    }
  }

  /// `3 days ago`, `in 2 weeks`: one day.
  private func distance(_ number: String, _ unit: String, forward: Bool) -> DateRange? {
    guard let number = Self.number(number), let unit = DateUnit(unit) else { return nil }
    return DateRange(unit.moved(today, by: forward ? number : -number))
  }

  /// `last 7 days`, `7d`: from that day through today.
  private func past(_ number: Int?, _ unit: DateUnit) -> DateRange? {
    guard let number else { return nil }
    return DateRange(start: unit.moved(today, by: -number), end: today.adding(days: 1))
  }

  /// `this`, `last` and `next` (0, -1, 1) with a unit, a weekday or a month.
  private func relative(_ word: String, _ unit: DateUnit?, _ step: Int) -> DateRange? {
    if let unit { return unit.range(around: unit.moved(unit.start(of: today), by: step)) }
    if let weekday = DateNames.weekday(word) {
      switch step {
      case 0:
        return DateRange(today.adding(days: weekday.rawValue - today.weekday.rawValue))
      case 1: return DateRange(latest(weekday, before: 1).adding(days: 7))
      default: return DateRange(latest(weekday, before: 0))
      }
    }
    guard let month = DateNames.month(word) else { return nil }
    switch step {
    case 0: return PartialDate(year: today.year, month: month)?.range
    case 1:
      return PartialDate(year: today.year + (month > today.month ? 0 : 1), month: month)?.range
    default: return latestMonth(month, before: 0)
    }
  }

  /// The latest such weekday before the day `days` after today.
  private func latest(_ weekday: Weekday, before days: Int) -> CivilDate {
    let last = today.adding(days: days - 1)
    let back = (last.weekday.rawValue - weekday.rawValue + 7) % 7
    return last.adding(days: -back)
  }

  /// The latest day of that number that is not after today.
  private func latest(dayOfMonth day: Int) -> CivilDate? {
    let first = DateUnit.month.start(of: today)
    // Of three months one has as many days.
    return (0...2).lazy.compactMap { back in
      let month = first.adding(months: -back)
      return CivilDate(year: month.year, month: month.month, day: day)
    }.first { $0 <= today }
  }

  /// The latest such month before the month `months` after this.
  private func latestMonth(_ month: Int, before months: Int) -> DateRange? {
    let isThisYear = month < today.month + months
    return PartialDate(year: today.year - (isThisYear ? 0 : 1), month: month)?.range
  }

  /// `21 nov 2026`, `nov 21st`, `2026 nov 21`
  private func calendarDay(_ words: [String]) -> DateRange? {
    guard let at = words.firstIndex(where: { DateNames.month($0) != nil }),
      let month = DateNames.month(words[at])
    else { return nil }
    var others = words
    others.remove(at: at)
    let years = others.compactMap(Self.year)
    guard let day = others.compactMap(Self.day).first, others.count == years.count + 1,
      years.count < 2
    else { return nil }
    if let year = years.first { return PartialDate(year: year, month: month, day: day)?.range }
    // 29 February may be years ago.
    for back in 0...8 {
      if let date = CivilDate(year: today.year - back, month: month, day: day), date <= today {
        return DateRange(date)
      }
    }
    return nil
  }

  // MARK: Small tools

  static func words(of text: String) -> [String] {
    text.split { " -_,\t".contains($0) }.map(String.init).filter {
      !["of", "the", "on"].contains($0)
    }
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }

  /// The first two dots in a row that are not part of more.
  static func dots(in text: String) -> Range<String.Index>? {
    var index = text.startIndex
    while let dot = text[index...].firstIndex(of: ".") {
      let end = text[dot...].firstIndex { $0 != "." } ?? text.endIndex
      if text.distance(from: dot, to: end) == 2 { return dot..<end }
      index = end
    }
    return nil
  }

  /// `3`, `three`, `a`
  static func number(_ word: some StringProtocol) -> Int? {
    let names = [
      "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
      "eleven", "twelve",
    ]
    if word == "a" || word == "an" { return 1 }
    if let number = names.firstIndex(where: { $0 == word }) { return number }
    let isNumber =
      (1...6).contains(word.utf8.count) && word.utf8.allSatisfy { (48...57).contains($0) }
    return isNumber ? Int(word) : nil
  }

  static func year(_ word: String) -> Int? { word.utf8.count == 4 ? number(word) : nil }

  /// `21`, `21st`
  static func day(_ word: String) -> Int? {
    for suffix in ["st", "nd", "rd", "th"] where word.hasSuffix(suffix) {
      return day(String(word.dropLast(2)))
    }
    return word.utf8.count <= 2 ? number(word) : nil
  }
}

/// A stretch of the calendar that people count in.
enum DateUnit {
  case day, week, month, quarter, year

  init?(_ word: some StringProtocol) {
    switch word {
    case "d", "day", "days": self = .day
    case "w", "wk", "week", "weeks": self = .week
    case "m", "mo", "month", "months": self = .month
    case "quarter", "quarters": self = .quarter
    case "y", "yr", "year", "years": self = .year
    default: return nil
    }
  }

  func moved(_ date: CivilDate, by count: Int) -> CivilDate {
    switch self {
    case .day: date.adding(days: count)
    case .week: date.adding(days: count * 7)
    case .month: date.adding(months: count)
    case .quarter: date.adding(months: count * 3)
    case .year: date.adding(months: count * 12)
    }
  }

  /// The first day of the unit that `date` is in.
  func start(of date: CivilDate) -> CivilDate {
    switch self {
    case .day: date
    case .week: date.adding(days: 1 - date.weekday.rawValue)
    case .month: date.adding(days: 1 - date.day)
    case .quarter:
      date.adding(days: 1 - date.day).adding(months: -((date.month - 1) % 3))
    case .year: date.adding(days: 1 - date.dayOfYear)
    }
  }

  /// All days of the unit that begins with `start`.
  func range(around start: CivilDate) -> DateRange {
    DateRange(start: start, end: moved(start, by: 1))
  }
}
