import Notes

/// A file of the IANA time zone database as systems keep it compiled (TZif, RFC 8536).
///
///     file   := header block(4) [header block(8) "\n" rule "\n"]
///     header := "TZif" version reserved{15} count32{6}
///     block  := time{timecnt} index8{timecnt} (offset32 isdst8 name8){typecnt} names … leaps …
///
/// The second block, which has times of 8 bytes, takes precedence if it is there.
struct TimeZoneFile: Sendable {
  private struct Header {
    let version: UInt8
    let utc, standard, leaps, times, types, characters: Int

    init?(_ bytes: ArraySlice<UInt8>) {
      guard bytes.count >= 44, bytes.starts(with: "TZif".utf8) else { return nil }
      version = bytes[bytes.startIndex + 4]
      let counts = (0..<6).map { Int(TimeZoneFile.number(bytes.dropFirst(20 + $0 * 4).prefix(4))) }
      guard counts.allSatisfy({ (0..<100_000).contains($0) }) else { return nil }
      (utc, standard, leaps) = (counts[0], counts[1], counts[2])
      (times, types, characters) = (counts[3], counts[4], counts[5])
    }

    /// The length of the block after it in bytes, with times of this width.
    func size(_ width: Int) -> Int {
      times * (width + 1) + types * 6 + characters + leaps * (width + 4) + standard + utc
    }
  }

  /// The times at which the offset changed, in UTC seconds, ascending.
  private let times: [Int64]
  /// The offsets from those times on, in seconds east.
  private let offsets: [Int]
  private let first: Int
  private let rule: TimeZoneRule?

  init?(_ bytes: [UInt8]) {
    guard var header = Header(bytes[...]) else { return nil }
    var block = bytes.dropFirst(44)
    var width = 4
    if header.version >= UInt8(ascii: "2") {
      let rest = block.dropFirst(header.size(4))
      guard let second = Header(rest) else { return nil }
      (header, block, width) = (second, rest.dropFirst(44), 8)
    }
    let (size, timeCount) = (width, header.times)
    guard block.count >= header.size(size), header.types > 0 else { return nil }
    times = (0..<timeCount).map { Self.number(block.dropFirst($0 * size).prefix(size)) }
    let indices = block.dropFirst(timeCount * size).prefix(timeCount).map(Int.init)
    let types = block.dropFirst(timeCount * (size + 1))
    let seconds = (0..<header.types).map { Int(Self.number(types.dropFirst($0 * 6).prefix(4))) }
    guard indices.allSatisfy(seconds.indices.contains), zip(times, times.dropFirst()).allSatisfy(<)
    else { return nil }
    offsets = indices.map { seconds[$0] }
    first = seconds[0]
    let footer = block.dropFirst(header.size(size))
    rule =
      width == 8 && footer.first == 0x0A
      ? TimeZoneRule(String(decoding: footer.dropFirst().prefix { $0 != 0x0A }, as: UTF8.self))
      : nil
  }

  /// Seconds east of Greenwich at an instant in UTC seconds.
  func secondsEast(at instant: Int64) -> Int {
    guard let last = times.last else { return rule?.secondsEast(at: instant) ?? first }
    if instant >= last, let rule { return rule.secondsEast(at: instant) }
    var (lower, upper) = (0, times.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if times[middle] <= instant { lower = middle + 1 } else { upper = middle }
    }
    return lower == 0 ? first : offsets[lower - 1]
  }

  /// A signed number, the most significant byte first.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    guard let top = bytes.first else { return 0 }
    return bytes.reduce(top >= 0x80 ? -1 : 0) { $0 << 8 | Int64($1) }
  }
}

/// The rule that holds after a zone's last change: `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX, `TZ`).
struct TimeZoneRule: Sendable {
  /// A day of the year and the time on it, in seconds after midnight.
  private struct Change {
    enum Day {
      /// 1 to 365, 29 February not counted; 0 to 365, counted.
      case julian(Int), counted(Int)
      case weekday(month: Int, week: Int, day: Int)
    }
    let day: Day
    let second: Int

    /// Seconds since 1970 on the wall's clock.
    func seconds(in year: Int) -> Int64 {
      let first = CivilDate(year: year, month: 1, day: 1)?.daysSinceEpoch ?? 0
      let days: Int
      switch day {
      case .julian(let number):
        days = first + number - 1 + (CivilDate.isLeap(year) && number >= 60 ? 1 : 0)
      case .counted(let number): days = first + number
      case .weekday(let month, let week, let day):
        let start = CivilDate(year: year, month: month, day: 1) ?? .earliest
        var number = (day - start.weekday.rawValue % 7 + 7) % 7 + 1 + (week - 1) * 7
        while number > CivilDate.days(inMonth: month, of: year) { number -= 7 }
        days = start.daysSinceEpoch + number - 1
      }
      return Int64(days) * 86_400 + Int64(second)
    }
  }

  private let standard: Int
  private let summer: (offset: Int, start: Change, end: Change)?

  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    guard Self.skipName(&rest), let west = Self.clock(&rest) else { return nil }
    standard = -west
    if rest.isEmpty {
      summer = nil
      return
    }
    guard Self.skipName(&rest) else { return nil }
    let offset = rest.first == UInt8(ascii: ",") ? -west + 3600 : Self.clock(&rest).map { -$0 }
    guard let offset, let start = Self.change(&rest), let end = Self.change(&rest), rest.isEmpty
    else { return nil }
    summer = (offset, start, end)
  }

  func secondsEast(at instant: Int64) -> Int {
    guard let summer else { return standard }
    let year =
      CivilDateTime(milliseconds: (instant + Int64(standard)) * 1000, in: .utc).date.year
    let start = summer.start.seconds(in: year) - Int64(standard)
    let end = summer.end.seconds(in: year) - Int64(summer.offset)
    let isSummer =
      start < end ? start <= instant && instant < end : !(end <= instant && instant < start)
    return isSummer ? summer.offset : standard
  }

  private static func skipName(_ rest: inout ArraySlice<UInt8>) -> Bool {
    if rest.first == UInt8(ascii: "<") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      rest = rest[(end + 1)...]
      return true
    }
    let name = rest.prefix { ($0 | 0x20) &- 0x61 < 26 }
    rest = rest.dropFirst(name.count)
    return name.count >= 3
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    let digits = rest.prefix { $0 &- 0x30 < 10 }
    guard (1...3).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func skip(_ byte: Character, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == byte.asciiValue else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// `-1`, `5:30`, `167:59:59` in seconds.
  private static func clock(_ rest: inout ArraySlice<UInt8>) -> Int? {
    let isNegative = skip("-", &rest)
    if !isNegative { _ = skip("+", &rest) }
    guard var seconds = number(&rest).map({ $0 * 3600 }) else { return nil }
    for unit in [60, 1] where skip(":", &rest) {
      guard let more = number(&rest) else { return nil }
      seconds += more * unit
    }
    return isNegative ? -seconds : seconds
  }

  /// `,M3.5.0/2`
  private static func change(_ rest: inout ArraySlice<UInt8>) -> Change? {
    guard skip(",", &rest) else { return nil }
    let day: Change.Day
    if skip("M", &rest) {
      guard let month = number(&rest), skip(".", &rest), let week = number(&rest),
        skip(".", &rest), let weekday = number(&rest), (1...12).contains(month),
        (1...5).contains(week), weekday < 7
      else { return nil }
      day = .weekday(month: month, week: week, day: weekday)
    } else {
      let isJulian = skip("J", &rest)
      guard let number = number(&rest), number < 366 else { return nil }
      day = isJulian ? .julian(number) : .counted(number)
    }
    guard skip("/", &rest) else { return Change(day: day, second: 7200) }
    return clock(&rest).map { Change(day: day, second: $0) }
  }
}
