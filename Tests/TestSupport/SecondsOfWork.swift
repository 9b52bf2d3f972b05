import OperatingSystem

/// Processor seconds of the calling thread during `work`; the load of the machine does not count.
package func secondsOfWork(_ work: () -> Void) -> Double {
  func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  work()
  return now() - start
}
