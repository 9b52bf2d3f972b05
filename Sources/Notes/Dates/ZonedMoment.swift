/// A day and time of day as a clock showed them, and how far that clock was ahead of UTC.
package struct ZonedMoment: Sendable, Hashable {
  package let date: CivilDate
  package let time: ClockTime
  /// Seconds east of Greenwich.
  package let secondsEast: Int

  package init(_ date: CivilDate, _ time: ClockTime, secondsEast: Int) {
    self.date = date
    self.time = time
    self.secondsEast = secondsEast
  }

  /// What the clocks of a zone show at an instant in UTC milliseconds.
  package init(milliseconds: Int64, in zone: Zone) {
    let moment = CivilDateTime(milliseconds: milliseconds, in: zone)
    self.init(
      moment.date, moment.time ?? .midnight, secondsEast: zone.secondsEast(milliseconds))
  }

  /// The moment that `text` speaks of (``CivilDateTime/init(_:now:)``), with a zone behind it where
  /// it is not that of the one who speaks: `yesterday 18:30 +09:00`. A day alone has the time it is now.
  ///
  /// - Parameter now: in UTC milliseconds.
  package init?(_ text: String, now: Int64, in zone: Zone) {
    let words = text.split { $0 == " " || $0 == "\t" }
    var zone = zone
    var rest = text
    if let last = words.last, let offset = Self.offset(last) {
      zone = Zone { _ in offset }
      rest = words.dropLast().joined(separator: " ")
    } else if let joined = Self.joined(text) {
      zone = Zone { _ in joined.offset }
      rest = joined.rest
    }
    let here = CivilDateTime(milliseconds: now, in: zone)
    guard let moment = CivilDateTime(rest, now: here), let time = moment.time ?? here.time else {
      return nil
    }
    let instant = CivilDateTime(moment.date, time).milliseconds(in: zone)
    // In an hour that clocks leave out this is the time that they show instead.
    self.init(milliseconds: instant, in: zone)
  }

  /// The instant in UTC milliseconds.
  package var milliseconds: Int64 {
    let seconds = CivilDateTime(date, time).secondsSinceEpoch - secondsEast
    return Int64(seconds) * 1000
  }

  /// A word that is a zone: `+09:00`, `Z`, `UTC`. A sign alone makes no zone of a year.
  private static func offset(_ word: Substring) -> Int? {
    var scanner = DateScanner(word.uppercased())
    guard let offset = scanner.zone(), scanner.isAtEnd else { return nil }
    return offset
  }

  /// `2026-11-21T08:15+09:00`, `2026-11-21T08:15Z`
  private static func joined(_ text: String) -> (rest: String, offset: Int)? {
    guard let colon = text.firstIndex(of: ":"),
      let sign = text[colon...].firstIndex(where: { "+-Zz".contains($0) }),
      let offset = offset(text[sign...])
    else { return nil }
    return (String(text[..<sign]), offset)
  }
}
