/// Reads the figures of dates and times from the front of a text.
struct DateScanner {
  private(set) var bytes: ArraySlice<UInt8>

  init(_ text: some StringProtocol) { bytes = Array(text.utf8)[...] }

  var isAtEnd: Bool { bytes.isEmpty }
  var rest: String { String(decoding: bytes, as: UTF8.self) }

  /// A whole run of digits, if it has that many.
  mutating func digits(_ counts: ClosedRange<Int>) -> (value: Int, count: Int)? {
    let run = bytes.prefix { (0x30...0x39).contains($0) }
    // More than 17 digits would not fit, and no caller asks for them.
    guard counts.contains(run.count), run.count < 18 else { return nil }
    bytes = bytes.dropFirst(run.count)
    return (run.reduce(0) { $0 * 10 + Int($1 - 0x30) }, run.count)
  }

  mutating func skip(_ text: String) -> Bool {
    guard bytes.starts(with: text.utf8) else { return false }
    bytes = bytes.dropFirst(text.utf8.count)
    return true
  }

  mutating func skipSpaces() {
    bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
  }

  /// A date in figures: `2019`, `2019-06`, `2019/6/3`, `2019_06_03`, `20190603`, `3.6.2019`.
  mutating func date() -> PartialDate? {
    let start = self
    if let (value, _) = digits(8...8) {
      return PartialDate(year: value / 10_000, month: value / 100 % 100, day: value % 100)
    }
    if let (day, _) = digits(1...2) {
      guard skip("."), let month = digits(1...2), skip("."), let year = digits(4...4) else {
        self = start
        return nil
      }
      return PartialDate(year: year.value, month: month.value, day: day)
    }
    guard let year = digits(4...4) else { return nil }
    for separator in ["-", "/", "_", "."] {
      let beforeMonth = self
      guard skip(separator), let month = digits(1...2) else {
        self = beforeMonth
        continue
      }
      let beforeDay = self
      if skip(separator), let day = digits(1...2) {
        return PartialDate(year: year.value, month: month.value, day: day.value)
      }
      self = beforeDay
      return PartialDate(year: year.value, month: month.value)
    }
    return PartialDate(year: year.value)
  }

  /// A time of day: `18:30`, `18:30:05.123`, `8:15 pm`, `8am`; an hour alone needs its half of the
  /// day.
  mutating func time() -> ClockTime? {
    let start = self
    guard let hour = digits(1...2) else { return nil }
    var minute = 0
    var second = 0
    let hasMinutes = skip(":")
    if hasMinutes {
      guard let value = digits(2...2) else {
        self = start
        return nil
      }
      minute = value.value
      if skip(":") {
        guard let value = digits(2...2) else {
          self = start
          return nil
        }
        second = value.value
        let beforeFraction = self
        if !((skip(".") || skip(",")) && digits(1...17) != nil) { self = beforeFraction }
      }
    }
    let beforeHalf = self
    skipSpaces()
    let isMorning = skip("am") || skip("AM") || skip("a.m.")
    let isAfternoon = !isMorning && (skip("pm") || skip("PM") || skip("p.m."))
    var hours = hour.value
    if isMorning || isAfternoon {
      guard (1...12).contains(hours) else {
        self = start
        return nil
      }
      hours = hours % 12 + (isAfternoon ? 12 : 0)
    } else {
      self = hasMinutes ? beforeHalf : start
      if !hasMinutes { return nil }
    }
    guard let time = ClockTime(hour: hours, minute: minute, second: second) else {
      self = start
      return nil
    }
    return time
  }

  /// A zone as seconds east of Greenwich: `Z`, `+02:00`, `-0330`, `+01`, `UTC`, `GMT+1`.
  mutating func zone() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let isNamed = skip("UTC") || skip("GMT")
    let start = self
    let isWest = skip("-")
    guard isWest || skip("+"), let first = digits(1...4) else {
      self = start
      return isNamed ? 0 : nil
    }
    var hours = first.value
    var minutes = 0
    if first.count > 2 {
      minutes = hours % 100
      hours /= 100
    } else if skip(":") {
      guard let value = digits(2...2) else {
        self = start
        return nil
      }
      minutes = value.value
    }
    guard hours <= 18, minutes < 60 else {
      self = start
      return nil
    }
    return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
  }
}
