/// Runs `body(0)` … `body(count - 1)`, each on a thread of its own, and waits for all.
///
/// Plain threads rather than Dispatch or tasks: a command that searches starts nothing it does not
/// need.
package func concurrently(_ count: Int, _ body: @Sendable (Int) -> Void) {
  guard count > 1 else {
    if count == 1 { body(0) }
    return
  }
  withoutActuallyEscaping(body) { body in
    var threads: [ThreadWork.Handle] = []
    var unstarted: [Int] = []
    for index in 1..<count {
      let work = unsafe Unmanaged.passRetained(ThreadWork { body(index) })
      if let thread = unsafe ThreadWork.start(work.toOpaque()) {
        threads.append(thread)
      } else {
        unsafe work.release()
        unstarted.append(index)
      }
    }
    body(0)
    // A system out of threads does the work all the same, one after the other.
    for index in unstarted { body(index) }
    for thread in threads { thread.join() }
  }
}

/// How many threads indexing uses: the processors there are, at most eight.
package func processorCount() -> Int {
  max(1, min(8, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
}

private final class ThreadWork: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }

  #if canImport(Darwin)
    /// A started thread.
    @safe struct Handle {
      let thread: pthread_t

      func join() { unsafe pthread_join(thread, nil) }
    }

    static func start(_ context: UnsafeMutableRawPointer) -> Handle? {
      var thread: pthread_t?
      let failed = unsafe pthread_create(
        &thread, nil,
        { context in
          unsafe Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue().run()
          return nil
        }, context)
      guard failed == 0, let thread = unsafe thread else { return nil }
      return unsafe Handle(thread: thread)
    }
  #else
    /// A started thread.
    struct Handle {
      let thread: pthread_t

      func join() { _ = pthread_join(thread, nil) }
    }

    static func start(_ context: UnsafeMutableRawPointer) -> Handle? {
      var thread = pthread_t()
      let failed = unsafe pthread_create(
        &thread, nil,
        { context in
          if let context = unsafe context {
            unsafe Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue().run()
          }
          return nil
        }, context)
      return failed == 0 ? Handle(thread: thread) : nil
    }
  #endif
}
