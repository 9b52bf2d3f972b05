/// The format of dates in file names and templates: `YYYY-MM-DD` of moment.js (and so of Obsidian
/// and Logseq), or `%Y-%m-%d` of strftime.
///
/// moment.js: `YYYY YY Y  M MM MMM MMMM Mo  D DD Do DDD DDDD  d do dd ddd dddd e E  Q Qo
/// w ww wo gg gggg  W WW Wo GG GGGG  H HH h hh k kk m mm s ss SSS a A  Z ZZ X x  [text] \text`.
/// Names are English, and so are the weeks of `w` and `g` (from Sunday; the first has 1 January).
/// strftime: `%Y %y %m %d %e %j %B %b %h %A %a %u %w %V %G %g %H %I %M %S %p %F %D %R %T %s %z %% %n %t`,
/// with `%-d` for no padding. Text in which no letter follows a `%` is moment's.
package struct DatePattern: Sendable, Hashable {
  /// The pattern as it was given.
  package let text: String
  let parts: [Part]

  enum Part: Sendable, Hashable {
    case literal(String)
    case number(Number, width: Int)
    /// `21st`
    case ordinal(Number)
    case monthName(isShort: Bool)
    /// All of the name, or its first letters.
    case weekdayName(letters: Int?)
    case half(isUpper: Bool)
    case zone(separator: String)
  }

  enum Number: Sendable, Hashable {
    case year, shortYear, month, day, dayOfYear, quarter
    /// 0 through 6 from Sunday; 1 through 7 from Monday.
    case weekdayFromSunday, weekdayFromMonday
    case isoYear, shortISOYear, isoWeek, americanYear, shortAmericanYear, americanWeek
    /// 0 through 23, 1 through 12, 1 through 24.
    case hour, hourOfHalf, hourFromOne
    case minute, second, millisecond
    case epochSeconds, epochMilliseconds
  }

  package init(_ text: String) {
    self.text = text
    let scalars = Array(text.unicodeScalars)
    let isPercent = scalars.indices.contains { index in
      guard scalars[index] == "%", index + 1 < scalars.count else { return false }
      let next = scalars[index + 1]
      return next == "-" || (next.isASCII && next.properties.isAlphabetic)
    }
    parts = isPercent ? Self.percentParts(scalars) : Self.momentParts(scalars)
  }

  /// The date and time so written; a time that is not known is midnight.
  ///
  /// - Parameter secondsEast: The zone that the clock is in, for `Z`, `X` and their like.
  package func string(of moment: CivilDateTime, secondsEast: Int = 0) -> String {
    var result = ""
    for part in parts {
      switch part {
      case .literal(let text): result += text
      case .number(let number, let width):
        let value = Self.value(of: number, at: moment, secondsEast: secondsEast)
        result += value < 0 ? "-" + padded(-value, width) : padded(value, width)
      case .ordinal(let number):
        result += Self.ordinal(Self.value(of: number, at: moment, secondsEast: secondsEast))
      case .monthName(let isShort):
        let name = DateNames.months[moment.date.month - 1]
        result += isShort ? String(name.prefix(3)) : name
      case .weekdayName(let letters):
        let name = moment.date.weekday.name
        result += letters.map { String(name.prefix($0)) } ?? name
      case .half(let isUpper):
        let isMorning = (moment.time?.hour ?? 0) < 12
        result += isUpper ? (isMorning ? "AM" : "PM") : isMorning ? "am" : "pm"
      case .zone(let separator):
        let minutes = abs(secondsEast) / 60
        result += secondsEast < 0 ? "-" : "+"
        result += padded(minutes / 60, 2) + separator + padded(minutes % 60, 2)
      }
    }
    return result
  }

  private static func value(
    of number: Number, at moment: CivilDateTime, secondsEast: Int
  ) -> Int {
    let date = moment.date
    let time = moment.time ?? .midnight
    return switch number {
    case .year: date.year
    case .shortYear: lastTwo(date.year)
    case .month: date.month
    case .day: date.day
    case .dayOfYear: date.dayOfYear
    case .quarter: (date.month + 2) / 3
    case .weekdayFromSunday: date.weekday.rawValue % 7
    case .weekdayFromMonday: date.weekday.rawValue
    case .isoYear: Week.iso(of: date).year
    case .shortISOYear: lastTwo(Week.iso(of: date).year)
    case .isoWeek: Week.iso(of: date).number
    case .americanYear: Week.american(of: date).year
    case .shortAmericanYear: lastTwo(Week.american(of: date).year)
    case .americanWeek: Week.american(of: date).number
    case .hour: time.hour
    case .hourOfHalf: (time.hour + 11) % 12 + 1
    case .hourFromOne: time.hour == 0 ? 24 : time.hour
    case .minute: time.minute
    case .second: time.second
    case .millisecond: 0
    case .epochSeconds: moment.secondsSinceEpoch - secondsEast
    case .epochMilliseconds: (moment.secondsSinceEpoch - secondsEast) * 1000
    }
  }

  private static func lastTwo(_ year: Int) -> Int { ((year % 100) + 100) % 100 }

  private static func ordinal(_ number: Int) -> String {
    let suffix =
      switch (number % 10, number % 100) {
      case (_, 11...13): "th"
      case (1, _): "st"
      case (2, _): "nd"
      case (3, _): "rd"
      default: "th"
      }
    return "\(number)\(suffix)"
  }
}
