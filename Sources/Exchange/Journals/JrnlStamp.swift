import Notes

/// A date and time as jrnl writes it before an entry, in whichever format a person has chosen (`timeformat`).
///
/// ```
/// stamp := weekday? day? time? zone?        in any order, with , or T between them
/// day   := YYYY-MM-DD | YYYYMMDD | DD.MM.YYYY | DD month YYYY | month DD, YYYY | MM/DD/YY …
/// time  := H:MM (:SS)? (am | pm)?
/// ```
/// The marks between the figures are `-`, `/` or `.`. Months and weekdays have English names.
struct JrnlStamp {
  /// The day; where figures alone do not say which is the month, both ways to read them.
  enum Day: Equatable {
    case absent
    case exact(CivilDate)
    case either(dayFirst: CivilDate, monthFirst: CivilDate)
  }

  private(set) var day: Day = .absent
  private(set) var time: ClockTime?
  /// Minutes east of Greenwich.
  private(set) var zoneMinutes: Int?
  /// True if the day comes first, false if the month does; nil if the digits are a day in both
  /// orders.
  private(set) var dayComesFirst: Bool?

  /// A number of the day, with the mark after it.
  private struct Figure {
    let value: Int
    let digits: Int
    let mark: UInt8
  }

  init?(_ text: some StringProtocol) {
    guard text.utf8.count <= 64 else { return nil }
    let bytes = Array(text.utf8)
    var figures: [Figure] = []
    var month: Int?
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if Self.isDigit(byte) {
        if let end = readTime(bytes, index) {
          index = end
          continue
        }
        guard let figure = Self.figure(bytes, &index) else { return nil }
        figures.append(figure)
      } else if (byte | 0x20) &- 0x61 < 26 {
        let word = bytes[index...].prefix { ($0 | 0x20) &- 0x61 < 26 }
        index = word.endIndex
        let name = String(decoding: word, as: UTF8.self).lowercased()
        if let number = Self.months.firstIndex(where: { Self.isName(name, of: $0) }) {
          guard month == nil else { return nil }
          month = number + 1
        } else if !Self.weekdays.contains(where: { Self.isName(name, of: $0) }), name != "t",
          name != "utc", name != "z", !["st", "nd", "rd", "th"].contains(name)
        {
          return nil
        }
        if name == "utc" || name == "z" { zoneMinutes = 0 }
      } else if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") && time != nil {
        guard let end = readZone(bytes, index) else { return nil }
        index = end
      } else if [0x20, 0x2C, 0x2D, 0x2E, 0x2F].contains(byte) {
        index += 1
      } else {
        return nil
      }
    }
    guard readDay(figures, month), day != .absent || time != nil else { return nil }
  }

  /// The day and time.
  ///
  /// - Parameters:
  ///   - dayFirst: how to read figures that do not say it.
  ///   - day: the day of a stamp that has only the time.
  func moment(dayFirst: Bool, on day: CivilDate?) -> (date: CivilDate, time: ClockTime)? {
    // jrnl's own hour for entries without one.
    let time = time ?? ClockTime(hour: 9, minute: 0) ?? .midnight
    switch self.day {
    case .absent: return day.map { ($0, time) }
    case .exact(let date): return (date, time)
    case .either(let first, let second): return (dayFirst ? first : second, time)
    }
  }

  // MARK: Parts

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  private static func isName(_ word: String, of name: String) -> Bool {
    word == name || word.utf8.count >= 3 && word.utf8.count <= 4 && name.hasPrefix(word)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func figure(_ bytes: [UInt8], _ index: inout Int) -> Figure? {
    let digits = bytes[index...].prefix(while: isDigit)
    guard digits.count <= 8 else { return nil }
    index = digits.endIndex
    return Figure(
      value: digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, digits: digits.count,
      mark: index < bytes.count ? bytes[index] : 0x20)
  }

  /// Past a time that begins there, if one does.
  private mutating func readTime(_ bytes: [UInt8], _ start: Int) -> Int? {
    var index = start
    guard time == nil, var hour = Self.figure(bytes, &index), hour.digits <= 2,
      hour.mark == UInt8(ascii: ":")
    else { return nil }
    var parts: [Int] = []
    while parts.count < 2, index < bytes.count, bytes[index] == UInt8(ascii: ":") {
      index += 1
      guard let part = Self.figure(bytes, &index), part.digits == 2 else { return nil }
      parts.append(part.value)
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      let fraction = bytes[(index + 1)...].prefix(while: Self.isDigit)
      if !fraction.isEmpty { index = fraction.endIndex }
    }
    var next = index
    while next < bytes.count, bytes[next] == 0x20 { next += 1 }
    if next + 1 < bytes.count, bytes[next + 1] | 0x20 == UInt8(ascii: "m"),
      [UInt8(ascii: "a"), UInt8(ascii: "p")].contains(bytes[next] | 0x20),
      next + 2 == bytes.count || (bytes[next + 2] | 0x20) &- 0x61 >= 26
    {
      guard (1...12).contains(hour.value) else { return nil }
      let isAfternoon = bytes[next] | 0x20 == UInt8(ascii: "p")
      hour = Figure(
        value: hour.value % 12 + (isAfternoon ? 12 : 0), digits: hour.digits, mark: hour.mark)
      index = next + 2
    }
    let second = parts.count > 1 ? parts[1] : 0
    guard let time = ClockTime(hour: hour.value, minute: parts[0], second: second) else {
      return nil
    }
    self.time = time
    return index
  }

  /// Past `+0200` or `+02:00`.
  private mutating func readZone(_ bytes: [UInt8], _ start: Int) -> Int? {
    let rest = bytes[(start + 1)...].prefix { Self.isDigit($0) || $0 == UInt8(ascii: ":") }
    let digits = rest.filter(Self.isDigit).map { Int($0 - 0x30) }
    guard zoneMinutes == nil, digits.count == 4, rest.count <= 5 else { return nil }
    let (hours, minutes) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
    guard hours <= 18, minutes < 60 else { return nil }
    zoneMinutes = (hours * 60 + minutes) * (bytes[start] == UInt8(ascii: "-") ? -1 : 1)
    return rest.endIndex
  }

  /// True if the digits are a day, or there are none.
  private mutating func readDay(_ figures: [Figure], _ month: Int?) -> Bool {
    func date(_ year: Figure, _ month: Int, _ day: Int) -> CivilDate? {
      // POSIX: 69 to 99 are of the century before.
      let century = year.digits > 2 ? 0 : year.value < 69 ? 2000 : 1900
      return CivilDate(year: year.value + century, month: month, day: day)
    }
    func take(_ date: CivilDate?) -> Bool {
      if let date { day = .exact(date) }
      return date != nil
    }
    if let month {
      guard figures.count == 2 else { return false }
      let isYearFirst = figures[0].digits > 2
      let (year, day) = isYearFirst ? (figures[0], figures[1]) : (figures[1], figures[0])
      return day.digits <= 2 && take(date(year, month, day.value))
    }
    switch figures.count {
    case 0: return true
    case 1 where figures[0].digits == 8:
      let value = figures[0].value
      return take(CivilDate(year: value / 10_000, month: value / 100 % 100, day: value % 100))
    case 3: break
    default: return false
    }
    let (first, second, third) = (figures[0], figures[1], figures[2])
    if first.digits == 4 || first.mark == UInt8(ascii: "-") && third.digits == 2 {
      return first.digits != 3 && take(date(first, second.value, third.value))
    }
    guard first.digits <= 2, second.digits <= 2, third.digits == 4 || third.digits == 2 else {
      return false
    }
    let dayFirst = date(third, second.value, first.value)
    let monthFirst = date(third, first.value, second.value)
    // Points are only put where the day comes first.
    if first.mark == UInt8(ascii: ".") { return take(dayFirst) }
    if let dayFirst, let monthFirst {
      day =
        dayFirst == monthFirst
        ? .exact(dayFirst) : .either(dayFirst: dayFirst, monthFirst: monthFirst)
      return true
    }
    dayComesFirst = dayFirst != nil
    return take(dayFirst ?? monthFirst)
  }
}
