import OperatingSystem
import Synchronization

/// Notices that this process is asked to end while it runs another program.
///
/// The program has a session of its own and does not get Ctrl-C. So the signal is held back until
/// the programs have ended, and then has its usual effect.
enum Interruption {
  private struct Watch {
    var count = 0
    /// The earlier handlers of the signals; signals that were ignored stay ignored and are not
    /// listed.
    var earlier: [(signal: Int32, handler: SignalHandler?)] = []
  }

  private static let noticed = Atomic<Int32>(0)
  private static let state = Mutex(Watch())

  /// The signal that came since the first program was started, 0 for none.
  static var signal: Int32 { noticed.load(ordering: .relaxed) }

  static func watch() {
    state.withLock { state in
      state.count += 1
      guard state.count == 1 else { return }
      // Made before the handler can need it: the first use of a static makes it, which a handler must not.
      noticed.store(0, ordering: .relaxed)
      for number in [SIGINT, SIGTERM, SIGHUP] {
        let earlier = systemSignal(number) { Interruption.noticed.store($0, ordering: .relaxed) }
        if isIgnored(earlier) {
          systemSignal(number, earlier)
        } else {
          state.earlier.append((number, earlier))
        }
      }
    }
  }

  static func unwatch() {
    let number = state.withLock { state -> Int32 in
      state.count -= 1
      guard state.count == 0 else { return 0 }
      for (number, handler) in state.earlier { systemSignal(number, handler) }
      state.earlier = []
      return noticed.exchange(0, ordering: .relaxed)
    }
    if number != 0 { raise(number) }
  }

  private static func isIgnored(_ handler: SignalHandler?) -> Bool {
    unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
