import OperatingSystem
import Synchronization
import Terminals
import Testing

struct SignalThreadTests {
  private static let drawing = Atomic<UInt>(0)
  private static let handling = Atomic<UInt>(0)

  @Test
  func `a signal that another thread passes on is handled by the thread that draws`() {
    Self.drawing.store(currentThread(), ordering: .releasing)
    signal(SIGUSR2) { _ in
      Self.handling.store(currentThread(), ordering: .releasing)
    }
    #expect(!passSignal(SIGUSR2, toThread: currentThread()))
    #expect(Self.handling.load(ordering: .acquiring) == 0)
    // The runner's threads have their signals blocked.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGUSR2)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    defer { unsafe pthread_sigmask(SIG_BLOCK, &signals, nil) }
    let end = Clock.monotonicMilliseconds() + 60_000
    concurrently(2) { thread in
      guard thread == 1 else {
        // The drawing thread is in this function until the signal has come.
        while Self.handling.load(ordering: .acquiring) == 0, Clock.monotonicMilliseconds() < end {
          sched_yield()
        }
        return
      }
      #expect(currentThread() != Self.drawing.load(ordering: .acquiring))
      #expect(passSignal(SIGUSR2, toThread: Self.drawing.load(ordering: .acquiring)))
    }
    signal(SIGUSR2, SIG_DFL)
    #expect(
      Self.handling.load(ordering: .acquiring) == Self.drawing.load(ordering: .acquiring))
  }
}
