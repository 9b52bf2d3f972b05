/// A day, and the time of day where one is known; in no time zone.
package struct CivilDateTime: Sendable, Hashable {
  package let date: CivilDate
  package let time: ClockTime?

  package init(_ date: CivilDate, _ time: ClockTime? = nil) {
    self.date = date
    self.time = time
  }

  /// The date and time in a zone at an instant.
  package init(milliseconds: Int64, in zone: Zone) {
    let seconds = Int((milliseconds / 1000).clamped) + (milliseconds % 1000 < 0 ? -1 : 0)
    self.init(secondsSinceEpoch: seconds + zone.secondsEast(milliseconds))
  }

  init(secondsSinceEpoch seconds: Int) {
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    self.init(CivilDate(daysSinceEpoch: day), ClockTime(secondOfDay: seconds - day * 86_400))
  }

  /// The instant in UTC milliseconds at which a zone's clocks show this; midnight without a time.
  ///
  /// Of two such instants (clocks put back) the earlier; if there is none (clocks put forward), as
  /// far after the gap as this is inside it.
  package func milliseconds(in zone: Zone) -> Int64 {
    let local = Int64(secondsSinceEpoch)
    // Offsets change rarely: the ones a day before and after include the one that holds.
    let before = Int64(zone.secondsEast((local - 86_400) * 1000))
    let after = Int64(zone.secondsEast((local + 86_400) * 1000))
    for offset in [before, after] where Int64(zone.secondsEast((local - offset) * 1000)) == offset {
      return (local - offset) * 1000
    }
    return (local - before) * 1000
  }

  /// True if a zone's clocks show this twice, because they are put back.
  package func isAmbiguous(in zone: Zone) -> Bool {
    let local = Int64(secondsSinceEpoch)
    let offsets = [local - 86_400, local + 86_400].map { Int64(zone.secondsEast($0 * 1000)) }
    return offsets[0] != offsets[1]
      && offsets.allSatisfy { Int64(zone.secondsEast((local - $0) * 1000)) == $0 }
  }

  /// Seconds from 1970-01-01 00:00 on the same clock.
  var secondsSinceEpoch: Int { date.daysSinceEpoch * 86_400 + (time?.secondOfDay ?? 0) }

  func adding(seconds: Int) -> CivilDateTime {
    CivilDateTime(secondsSinceEpoch: secondsSinceEpoch + seconds)
  }
}

extension Int64 {
  /// Within the years there are here, so that no sum overflows.
  fileprivate var clamped: Int64 { Swift.min(Swift.max(self, -400_000_000_000), 400_000_000_000) }
}

extension CivilDateTime: CustomStringConvertible {
  /// `2026-11-21`, `2026-11-21 08:15`
  package var description: String { time.map { "\(date) \($0)" } ?? date.description }
}

/// A zone: the offset of its clocks from UTC, by instant.
package struct Zone: Sendable {
  /// Seconds east of Greenwich at an instant given in UTC milliseconds.
  package let secondsEast: @Sendable (Int64) -> Int

  package init(_ secondsEast: @escaping @Sendable (Int64) -> Int) {
    self.secondsEast = secondsEast
  }

  /// Clocks that show UTC.
  package static let utc = Zone { _ in 0 }
}
