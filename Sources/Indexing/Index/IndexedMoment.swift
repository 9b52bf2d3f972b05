import Notes

/// A moment as a note writes it, in one number of the index.
///
/// ```
/// moment := seconds since 1970 << 1 | isInstant
/// ```
/// An instant (`2026-11-21T10:00:00Z`) counts its seconds in UTC. A time without a zone
/// (`2026-11-21 10:00`) counts them by the clock, wherever that is: only the reader's zone decides
/// the instant. So the index does not depend on a zone.
struct IndexedMoment: Equatable {
  let seconds: Int64
  let isInstant: Bool

  /// The moment at which clocks somewhere show `date` and `time`; the day's beginning without a time.
  private init(_ date: CivilDate, _ time: ClockTime?) {
    self.init(
      seconds: CivilDateTime(date, time).milliseconds(in: .utc) / 1000, isInstant: false)
  }

  private init(seconds: Int64, isInstant: Bool) {
    self.seconds = seconds
    self.isInstant = isInstant
  }

  init(_ date: CivilDate) { self.init(date, nil) }

  /// The moment that a value of front matter means.
  init(_ value: DateValue) {
    switch value {
    case .written(let date, let time, nil):
      self.init(date.firstDay, time)
    case .written, .instant:
      // It has an offset, so the zone does not matter.
      self.init(
        seconds: Self.floored(value.milliseconds(in: .utc), by: 1000), isInstant: true)
    }
  }

  /// The day of a value of front matter: as written, whatever zone it names.
  init(dayOf value: DateValue) {
    if case .written(let date, _, _) = value { self.init(date.firstDay) } else { self.init(value) }
  }

  // MARK: In the index

  /// - Returns: nil for `VaultSchema.unknown`.
  init?(indexed: Int64) {
    guard indexed != VaultSchema.unknown else { return nil }
    self.init(seconds: indexed >> 1, isInstant: indexed & 1 == 1)
  }

  var indexed: Int64 { seconds << 1 | (isInstant ? 1 : 0) }

  // MARK: For a reader

  /// UTC milliseconds.
  func milliseconds(in zone: Zone) -> Int64 {
    if isInstant { return seconds * 1000 }
    let civil = CivilDateTime(milliseconds: seconds * 1000, in: .utc)
    return civil.milliseconds(in: zone)
  }

  /// The day on the clocks of `zone`, or as it is written.
  func day(in zone: Zone) -> CivilDate {
    let local = isInstant ? seconds + Int64(zone.secondsEast(seconds * 1000)) : seconds
    return CivilDate(daysSinceEpoch: Int(Self.floored(local, by: 86_400)))
  }

  private static func floored(_ value: Int64, by divisor: Int64) -> Int64 {
    (value - ((value % divisor) + divisor) % divisor) / divisor
  }
}
