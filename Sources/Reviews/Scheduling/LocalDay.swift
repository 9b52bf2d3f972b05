/// Days as people count them: from the roll-over hour to the next, where the person was.
package struct LocalDay: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01.
  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// The day that an instant belongs to.
  ///
  /// - Parameters:
  ///   - time: UTC milliseconds.
  ///   - zoneMinutes: the offset of the clocks from UTC.
  ///   - rollOverHour: the hour at which a day begins; clamped to 0 to 23.
  package init(time: Int64, zoneMinutes: Int16, rollOverHour: Int) {
    let hour = Int64(min(max(rollOverHour, 0), 23))
    let local = time / 60_000 - (time % 60_000 < 0 ? 1 : 0) + Int64(zoneMinutes) - hour * 60
    let day = local >= 0 ? local / 1440 : (local - 1439) / 1440
    number = Int32(clamping: day)
  }

  package static func < (left: LocalDay, right: LocalDay) -> Bool { left.number < right.number }
}
