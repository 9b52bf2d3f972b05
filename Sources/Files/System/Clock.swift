import OperatingSystem

/// The system's clock.
package enum Clock {
  /// Nanoseconds since 1970.
  package static func now() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return time.nanoseconds
  }
}
