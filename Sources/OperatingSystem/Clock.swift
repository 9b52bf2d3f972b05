/// The system's clocks.
///
/// `Files` and `Terminals` pass this type on, so that modules which need no more of the system import one of them.
package enum Clock {
  /// Nanoseconds since 1970, on the clock that stamps files. It may be set back.
  package static func now() -> Int64 { time(CLOCK_REALTIME) }

  /// Milliseconds on a clock that only runs forward, for waits and for when to draw.
  package static func monotonicMilliseconds() -> Int64 { time(CLOCK_MONOTONIC) / 1_000_000 }

  /// Nanoseconds that the processors have spent on the calling thread.
  package static func threadNanoseconds() -> Int64 { time(CLOCK_THREAD_CPUTIME_ID) }

  private static func time(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return time.nanoseconds
  }
}
