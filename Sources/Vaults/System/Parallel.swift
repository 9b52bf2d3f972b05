#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Work done by a few threads at the same time.
enum Parallel {
  /// Calls the closure once for each worker, at the same time, and waits for all of them.
  ///
  /// The calling thread is the first worker; where no other thread can be had, it does all the work.
  static func run(workers: Int, _ body: @escaping @Sendable (_ worker: Int) -> Void) {
    #if canImport(Darwin)
      var threads: [pthread_t?] = []
    #else
      var threads: [pthread_t] = []
    #endif
    var refused: [Int] = []
    for worker in 1..<max(2, workers) where worker < workers {
      let task = unsafe Unmanaged.passRetained(Task { body(worker) })
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let code = unsafe pthread_create(
        &thread, nil,
        { argument in
          #if canImport(Darwin)
            let task = unsafe Unmanaged<Task>.fromOpaque(argument).takeRetainedValue()
          #else
            // The argument is the task that was passed below, never nothing.
            let task = unsafe Unmanaged<Task>.fromOpaque(argument!).takeRetainedValue()
          #endif
          task.body()
          return nil
        }, task.toOpaque())
      if code == 0 {
        #if canImport(Darwin)
          unsafe threads.append(thread)
        #else
          threads.append(thread)
        #endif
      } else {
        unsafe task.release()
        refused.append(worker)
      }
    }
    body(0)
    for worker in refused { body(worker) }
    #if canImport(Darwin)
      for unsafethread in unsafe threads {
        if let thread = unsafe thread { unsafe pthread_join(thread, nil) }
      }
    #else
      for thread in threads { pthread_join(thread, nil) }
    #endif
  }

  private final class Task: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
