/// Runs `body(0)` … `body(count - 1)`, each on a thread of its own, and waits for all.
///
/// The calling thread is the first. If the system has no more threads, the calling thread does the
/// rest, one after the other. Plain threads rather than Dispatch or tasks: a command that searches
/// starts only what it needs.
package func concurrently(_ count: Int, _ body: @Sendable (Int) -> Void) {
  guard count > 1 else {
    if count == 1 { body(0) }
    return
  }
  withoutActuallyEscaping(body) { body in
    var threads: [StartedThread] = []
    var unstarted: [Int] = []
    for index in 1..<count {
      if let thread = StartedThread({ body(index) }) {
        threads.append(thread)
      } else {
        unstarted.append(index)
      }
    }
    body(0)
    for index in unstarted { body(index) }
    for thread in threads { thread.join() }
  }
}

/// Runs `body` on a thread of its own, for which nobody waits; it ends with the process at the latest.
///
/// - Returns: false if the system has no more threads.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  guard let thread = StartedThread(body) else { return false }
  thread.leave()
  return true
}

/// The number of threads for indexing: the number of processors, at most eight.
package func processorCount() -> Int { onlineProcessors }

/// Asked once: the C library opens and reads a file for each answer, which took longer than a search for a rare word.
private let onlineProcessors = max(1, min(8, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))

/// The calling thread, in the form of a number.
package func currentThread() -> UInt {
  #if canImport(Darwin)
    unsafe UInt(bitPattern: pthread_self())
  #else
    pthread_self()
  #endif
}

/// Sends a signal to another thread of this process; async-signal-safe.
///
/// - Parameter thread: a ``currentThread()`` of a thread that still runs.
/// - Returns: false if the calling thread is that thread, or the system refuses.
package func passSignal(_ number: Int32, toThread thread: UInt) -> Bool {
  guard thread != currentThread() else { return false }
  #if canImport(Darwin)
    guard let thread = unsafe pthread_t(bitPattern: thread) else { return false }
    return unsafe pthread_kill(thread, number) == 0
  #else
    return pthread_kill(thread, number) == 0
  #endif
}

/// A thread that was started.
private struct StartedThread {
  #if canImport(Darwin)
    private let thread: UInt
  #else
    private let thread: pthread_t
  #endif

  /// Starts a thread; nil if the system has no more.
  init?(_ body: @escaping @Sendable () -> Void) {
    let work = unsafe Unmanaged.passRetained(ThreadWork(body))
    #if canImport(Darwin)
      var started: pthread_t?
      let code = unsafe pthread_create(
        &started, nil, { unsafe ThreadWork.run($0) }, work.toOpaque())
      thread = UInt(bitPattern: started)
    #else
      var started = pthread_t()
      // The argument is `work`, never null.
      let code = unsafe pthread_create(
        &started, nil, { unsafe ThreadWork.run($0!) }, work.toOpaque())
      thread = started
    #endif
    guard code == 0 else {
      unsafe work.release()
      return nil
    }
  }

  func join() {
    #if canImport(Darwin)
      if let thread = unsafe pthread_t(bitPattern: thread) { unsafe pthread_join(thread, nil) }
    #else
      pthread_join(thread, nil)
    #endif
  }

  /// Lets it run by itself.
  func leave() {
    #if canImport(Darwin)
      if let thread = unsafe pthread_t(bitPattern: thread) { unsafe pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
  }
}

private final class ThreadWork: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  static func run(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe Unmanaged<ThreadWork>.fromOpaque(work).takeRetainedValue().body()
    return nil
  }
}
