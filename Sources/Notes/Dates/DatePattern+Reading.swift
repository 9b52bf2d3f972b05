/// The way back: from a name to its date.
extension DatePattern {
  /// The days of `name`, if the pattern can have written it: a day, a week, a month.
  ///
  /// All of `name` has to agree with the pattern, and with itself if a part occurs twice; only the
  /// name of a weekday may be wrong beside a full date.
  package func range(of name: String) -> DateRange? {
    guard name.utf8.count <= 4 * text.utf8.count + 100 else { return nil }
    var reader = Reader(rest: Array(name.utf8)[...])
    for part in parts where !reader.read(part) { return nil }
    return reader.rest.isEmpty ? reader.range : nil
  }

  /// The day of `name` (see ``range(of:)``), or nil if it is none or several.
  package func day(of name: String) -> CivilDate? { range(of: name)?.day }
}

private struct Reader {
  var rest: ArraySlice<UInt8>
  private var numbers: [DatePattern.Number: Int] = [:]

  init(rest: ArraySlice<UInt8>) { self.rest = rest }

  mutating func read(_ part: DatePattern.Part) -> Bool {
    switch part {
    case .literal(let text):
      guard rest.starts(with: text.utf8) else { return false }
      rest = rest.dropFirst(text.utf8.count)
      return true
    case .number(let number, let width):
      return readNumber(number, width: width)
    case .ordinal(let number):
      return readNumber(number, width: 1)
        && readName(["st", "nd", "rd", "th"], letters: nil) != nil
    case .monthName(let isShort):
      return readName(DateNames.months, letters: isShort ? 3 : nil).map { set(.month, $0 + 1) }
        == true
    case .weekdayName(let letters):
      // Two letters are enough to tell them apart.
      return readName(DateNames.weekdays, letters: letters).map { set(.weekdayFromMonday, $0 + 1) }
        == true
    case .half: return readName(["am", "pm"], letters: nil) != nil
    case .zone(let separator):
      guard rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") else { return false }
      rest = rest.dropFirst()
      return readDigits(2...2) != nil && read(.literal(separator)) && readDigits(2...2) != nil
    }
  }

  /// The index of the first of `names`, or of so many letters of one, that comes next.
  private mutating func readName(_ names: [String], letters: Int?) -> Int? {
    for (index, name) in names.enumerated() {
      let expected = Array(name.utf8.prefix(letters ?? .max))
      guard rest.count >= expected.count else { continue }
      let isEqual = zip(rest, expected).allSatisfy { Self.folded($0) == Self.folded($1) }
      if isEqual {
        rest = rest.dropFirst(expected.count)
        return index
      }
    }
    return nil
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }

  private mutating func readNumber(_ number: DatePattern.Number, width: Int) -> Bool {
    let counts: ClosedRange<Int> =
      switch number {
      case .year where width == 1: 1...4
      case .epochSeconds, .epochMilliseconds: 1...15
      case .dayOfYear where width == 1: 1...3
      case _ where width == 1: 1...2
      default: width...width
      }
    let isNegative = number == .year && rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    guard let value = readDigits(counts) else { return false }
    switch number {
    // The rule of POSIX and moment.js for the century.
    case .shortYear: return set(.year, value > 68 ? 1900 + value : 2000 + value)
    case .shortISOYear: return set(.isoYear, value > 68 ? 1900 + value : 2000 + value)
    case .shortAmericanYear: return set(.americanYear, value > 68 ? 1900 + value : 2000 + value)
    case .weekdayFromSunday: return value < 7 && set(.weekdayFromMonday, value == 0 ? 7 : value)
    default: return set(number, isNegative ? -value : value)
    }
  }

  private mutating func readDigits(_ counts: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix(counts.upperBound).prefix { (0x30...0x39).contains($0) }
    guard digits.count >= counts.lowerBound else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private mutating func set(_ number: DatePattern.Number, _ value: Int) -> Bool {
    if let before = numbers[number] { return before == value }
    numbers[number] = value
    return true
  }

  /// The most exact range that the numbers give.
  var range: DateRange? {
    let year = numbers[.year]
    if let year, let month = numbers[.month] {
      return PartialDate(year: year, month: month, day: numbers[.day])?.range
    }
    if let year, let day = numbers[.dayOfYear] {
      guard (1...(CivilDate.isLeap(year) ? 366 : 365)).contains(day) else { return nil }
      return CivilDate(year: year, month: 1, day: 1).map { DateRange($0.adding(days: day - 1)) }
    }
    if let number = numbers[.isoWeek], let year = numbers[.isoYear] ?? year {
      return Week(isoYear: year, number: number).flatMap { week(from: $0.isoMonday, first: 1) }
    }
    if let number = numbers[.americanWeek], let year = numbers[.americanYear] ?? year {
      guard (1...53).contains(number) else { return nil }
      let sunday = Week.americanSunday(year: year, number: number)
      // Not every year has a week 53.
      guard Week.american(of: sunday).number == number else { return nil }
      return week(from: sunday, first: 7)
    }
    guard let year else { return nil }
    guard let quarter = numbers[.quarter] else { return PartialDate(year: year)?.range }
    guard (1...4).contains(quarter), let day = CivilDate(year: year, month: quarter * 3 - 2, day: 1)
    else { return nil }
    return DateRange(from: day, months: 3)
  }

  /// The week from `start`, a weekday of number `first`, or its day that has been named.
  private func week(from start: CivilDate, first: Int) -> DateRange? {
    guard let weekday = numbers[.weekdayFromMonday] else { return DateRange(from: start, days: 7) }
    guard (1...7).contains(weekday) else { return nil }
    return DateRange(start.adding(days: (weekday - first + 7) % 7))
  }
}
