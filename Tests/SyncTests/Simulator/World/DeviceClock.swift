/// The time of a whole world; it never goes back.
final class WorldTime {
  /// Since 1970.
  private(set) var nanoseconds: Int64 = 1_700_000_000_000_000_000

  func pass(nanoseconds: Int64) { self.nanoseconds += nanoseconds }
  func pass(seconds: Int64) { nanoseconds += seconds * 1_000_000_000 }
}

/// The clock of one device; it may be wrong, and be set back.
final class DeviceClock {
  let time: WorldTime
  /// How far the clock is ahead, in seconds.
  var skew: Int64 = 0
  /// Minutes east of UTC.
  var offset = 0

  init(time: WorldTime = WorldTime()) { self.time = time }

  /// Since 1970, by this clock.
  var seconds: Int64 { time.nanoseconds / 1_000_000_000 + skew }
}
