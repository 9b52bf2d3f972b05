/// A day and time of day on a clock, and the clock's offset from UTC.
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

  /// The date and time on the clocks of a zone at an instant in UTC milliseconds.
  package init(milliseconds: Int64, in zone: Zone) {
    let moment = CivilDateTime(milliseconds: milliseconds, in: zone)
    self.init(
      moment.date, moment.time ?? .midnight, secondsEast: zone.secondsEast(milliseconds))
  }

  /// The moment that `text` names (``CivilDateTime/init(_:now:)``), optionally followed by a zone:
  /// `yesterday 18:30 +09:00`. A day alone gets the present time. `2 hours ago` counts elapsed
  /// hours, also if the clocks were put forward or back since. Of the two moments at which clocks
  /// that are put back show a time it is the later one, unless that is in the future.
  ///
  /// - Parameter now: in UTC milliseconds.
  package init?(_ text: String, now: Int64, in zone: Zone) {
    let (rest, zone) = Self.parted(text, zone)
    if let seconds = CivilDateTime.seconds(fromNow: rest) {
      self.init(milliseconds: now + Int64(seconds) * 1000, in: zone)
      return
    }
    guard let said = Self.said(rest, now: now, in: zone) else { return nil }
    // In an hour that clocks leave out this is the time that they show instead.
    self.init(milliseconds: Self.moment(of: said, now: now, in: zone), in: zone)
  }

  private static func moment(of said: CivilDateTime, now: Int64, in zone: Zone) -> Int64 {
    let first = said.milliseconds(in: zone)
    guard said.isAmbiguous(in: zone) else { return first }
    let secondsEast = zone.secondsEast(first + 86_400_000)
    let second = Int64(said.secondsSinceEpoch - secondsEast) * 1000
    return second <= now ? second : first
  }

  /// The day and time that `text` names where the clocks leave it out because they are put forward; else nil.
  ///
  /// - Parameter now: in UTC milliseconds.
  package static func leftOut(_ text: String, now: Int64, in zone: Zone) -> CivilDateTime? {
    let (rest, zone) = parted(text, zone)
    guard CivilDateTime.seconds(fromNow: rest) == nil, let said = said(rest, now: now, in: zone),
      CivilDateTime(milliseconds: said.milliseconds(in: zone), in: zone) != said
    else { return nil }
    return said
  }

  /// The other moment of the day and time that `text` names, where clocks that are put back show it twice and `text`
  /// says no zone; else nil.
  ///
  /// - Parameter now: in UTC milliseconds.
  package static func alternative(_ text: String, now: Int64, in zone: Zone) -> ZonedMoment? {
    guard !hasOffset(text), CivilDateTime.seconds(fromNow: text) == nil,
      let said = said(text, now: now, in: zone), said.isAmbiguous(in: zone)
    else { return nil }
    let (first, meant) = (said.milliseconds(in: zone), moment(of: said, now: now, in: zone))
    let secondsEast = zone.secondsEast(first + 86_400_000)
    let second = Int64(said.secondsSinceEpoch - secondsEast) * 1000
    return ZonedMoment(milliseconds: meant == first ? second : first, in: zone)
  }

  /// The day and time that words name on a zone's clocks.
  private static func said(_ text: String, now: Int64, in zone: Zone) -> CivilDateTime? {
    let here = CivilDateTime(milliseconds: now, in: zone)
    guard let moment = CivilDateTime(text, now: here) else { return nil }
    return CivilDateTime(moment.date, moment.time ?? here.time)
  }

  /// True for words that end in an offset, such as `02:30 +02:00`.
  package static func hasOffset(_ text: String) -> Bool { withoutOffset(text) != text }

  /// Words without the offset at their end.
  package static func withoutOffset(_ text: String) -> String { parted(text, Zone { _ in 0 }).rest }

  /// True if an instant in UTC milliseconds is in its minute.
  package func isSameMinute(as other: Int64) -> Bool {
    let there = ZonedMoment(milliseconds: other, in: Zone { _ in secondsEast })
    return there.date == date
      && (there.time.hour, there.time.minute) == (time.hour, time.minute)
  }

  /// Words without the zone at their end, and that zone, or the one of the person who speaks.
  private static func parted(_ text: String, _ zone: Zone) -> (rest: String, zone: Zone) {
    let words = text.split { $0 == " " || $0 == "\t" }
    if let last = words.last, let offset = offset(last) {
      return (words.dropLast().joined(separator: " "), Zone { _ in offset })
    }
    if let joined = joined(text) { return (joined.rest, Zone { _ in joined.offset }) }
    return (text, zone)
  }

  /// The instant in UTC milliseconds.
  package var milliseconds: Int64 {
    let seconds = CivilDateTime(date, time).secondsSinceEpoch - secondsEast
    return Int64(seconds) * 1000
  }

  /// The last word of a text, if it is the abbreviation of several zones: `18:30 IST`.
  package static func ambiguousZone(in text: String) -> String? {
    guard let last = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).last else {
      return nil
    }
    return ambiguousZones.contains(last.uppercased()) ? String(last) : nil
  }

  /// Of India, Ireland and Israel; of Britain and Bangladesh; of America, China and Cuba, and so on.
  private static let ambiguousZones: Set<String> = [
    "IST", "BST", "CST", "AST", "ADT", "GST", "MST", "SST", "ECT", "AMT", "PT", "ET", "CT", "MT",
  ]

  /// Minutes east of Greenwich of the zones whose abbreviation is mostly theirs.
  private static let abbreviations: [String: Int] = [
    "JST": 540, "KST": 540, "HKT": 480, "SGT": 480, "AWST": 480, "WIB": 420, "NPT": 345, "PKT": 300,
    "MSK": 180, "EAT": 180, "EEST": 180, "EET": 120, "SAST": 120, "CEST": 120, "MESZ": 120,
    "CET": 60, "MEZ": 60, "WEST": 60, "WET": 0, "NST": -210, "NDT": -150, "BRT": -180, "ART": -180,
    "EST": -300, "EDT": -240, "CDT": -300, "MDT": -360, "PST": -480, "PDT": -420, "AKST": -540,
    "AKDT": -480, "HST": -600, "AEST": 600, "AEDT": 660, "ACST": 570, "ACDT": 630, "NZST": 720,
    "NZDT": 780,
  ]

  /// A word that is a zone: `+09:00`, `Z`, `UTC`, `JST`. A sign alone makes no zone of a year.
  private static func offset(_ word: Substring) -> Int? {
    if let minutes = abbreviations[word.uppercased()] { return minutes * 60 }
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
