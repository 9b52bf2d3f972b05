import OperatingSystem
import Synchronization

/// Works on threads of their own, so that the server answers while the network is waited for.
///
/// The server's thread alone speaks with the client: a work posts what is to be done there.
final class BackgroundWork: Sendable {
  typealias Step = @Sendable (LanguageServer) -> Void

  private let steps = Mutex<[Step]>([])
  private let reading: Int32
  private let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    if unsafe pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit { for end in [reading, writing] where end >= 0 { systemClose(end) } }

  /// The descriptor that has something when a step was posted; nil if the system has no more descriptors.
  var waker: Int32? { reading < 0 ? nil : reading }

  /// Begins a work.
  ///
  /// - Returns: false if the system has no more threads.
  func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    waker != nil && startThread(body)
  }

  /// Has the server's thread do something.
  func post(_ step: @escaping Step) {
    steps.withLock { $0.append(step) }
    // A full pipe wakes as well.
    _ = unsafe systemWrite(writing, [0], 1)
  }

  /// Takes the steps that were posted, in their order.
  func takeSteps() -> [Step] {
    if reading >= 0 {
      var byte: UInt8 = 0
      while unsafe systemRead(reading, &byte, 1) > 0 {}
    }
    return steps.withLock { steps in
      defer { steps = [] }
      return steps
    }
  }
}
