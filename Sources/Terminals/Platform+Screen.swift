import OperatingSystem
import Synchronization

/// The whole screen: the terminal's modes while a program draws on all of it, and the signals that must not leave it
/// so.
extension Platform {
  /// Gives each key of standard input as it is pressed, without echo, and begins to draw on standard output.
  ///
  /// Whatever ends the process before ``endScreen()``, a signal or a trap, restores the terminal first.
  /// - Parameters:
  ///   - greeting: written now.
  ///   - farewell: written at the end, also by a signal handler.
  /// - Returns: false if standard input is no terminal.
  package static func beginScreen(_ greeting: [UInt8], farewell: StaticString) -> Bool {
    var mode = termios()
    guard ScreenState.mode.load(ordering: .acquiring) == 0, unsafe tcgetattr(0, &mode) == 0 else {
      return false
    }
    let copy = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    unsafe copy.initialize(to: mode)
    ScreenState.drawingThread.store(currentThread(), ordering: .releasing)
    ScreenState.length.store(farewell.utf8CodeUnitCount, ordering: .releasing)
    ScreenState.farewell.store(
      unsafe UInt(bitPattern: farewell.utf8Start), ordering: .releasing)
    ScreenState.mode.store(UInt(bitPattern: copy), ordering: .releasing)
    for number in ScreenState.endings { signal(number, endScreenBySignal) }
    interruptCalls(at: SIGWINCH) { _ in ScreenState.isResized.store(true, ordering: .releasing) }
    interruptCalls(at: SIGCONT) { _ in ScreenState.isContinued.store(true, ordering: .releasing) }
    interruptCalls(at: SIGTSTP) { _ in ScreenState.isStopped.store(true, ordering: .releasing) }
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    // Enter is told from Ctrl-J.
    mode.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR)
    unsafe tcsetattr(0, TCSADRAIN, &mode)
    _ = write(greeting[...], to: 1)
    return true
  }

  /// Gives the terminal its own mode and screen back.
  package static func endScreen() {
    let address = ScreenState.mode.load(ordering: .acquiring)
    guard let copy = unsafe UnsafeMutablePointer<termios>(bitPattern: address) else { return }
    writeFarewell()
    unsafe tcsetattr(0, TCSADRAIN, copy)
    for number in ScreenState.endings + [SIGWINCH, SIGCONT, SIGTSTP] { signal(number, SIG_DFL) }
    // Only now, because a signal in between has to restore the mode as well.
    ScreenState.mode.store(0, ordering: .releasing)
    unsafe copy.deinitialize(count: 1)
    unsafe copy.deallocate()
  }

  /// The result of waiting at a screen.
  package enum ScreenInput: Equatable, Sendable {
    case bytes([UInt8])
    /// The time is over.
    case nothing
    /// A byte came from the other descriptor.
    case woken
    case resized
    /// The system asks the process to stop, as `kill -TSTP` does.
    case stopped
    /// The process was stopped by force, and the terminal's mode is not known.
    case continued
    /// The terminal is gone.
    case end
  }

  /// Waits for input.
  ///
  /// - Parameters:
  ///   - milliseconds: how long; without it, for as long as it takes.
  ///   - other: a descriptor whose bytes are read and thrown away.
  package static func nextScreenInput(
    within milliseconds: Int32? = nil, orFrom other: Int32
  ) -> ScreenInput {
    while true {
      if ScreenState.isContinued.exchange(false, ordering: .acquiringAndReleasing) {
        return .continued
      }
      if ScreenState.isStopped.exchange(false, ordering: .acquiringAndReleasing) {
        return .stopped
      }
      if ScreenState.isResized.exchange(false, ordering: .acquiringAndReleasing) {
        return .resized
      }
      var waiting = [
        pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
        pollfd(fd: other, events: Int16(POLLIN), revents: 0),
      ]
      let ready = unsafe poll(&waiting, nfds_t(waiting.count), milliseconds ?? -1)
      if ready == 0 { return .nothing }
      if ready < 0 {
        if errno == EINTR { continue }
        return .end
      }
      if waiting[0].revents != 0 {
        let bytes = readSome(0)
        if let bytes, !bytes.isEmpty { return .bytes(bytes) }
        if bytes == nil, errno == EINTR || errno == EAGAIN { continue }
        return .end
      }
      _ = readSome(other)
      return .woken
    }
  }

  /// Waits until a descriptor has bytes, and throws away those that are there; false at its end.
  package static func waitForByte(_ descriptor: Int32) -> Bool {
    while true {
      if let bytes = readSome(descriptor) { return !bytes.isEmpty }
      if errno != EINTR { return false }
    }
  }

  /// Does nothing for some time.
  package static func pause(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

  /// Stops the process as Ctrl-Z does; returns when it continues. To be called outside of a screen.
  package static func stopProcess() { stopJob() }

  /// Makes the terminal of this process its standard input and output, so that a program is drawn there whose output
  /// goes elsewhere.
  ///
  /// - Returns: a descriptor of the former standard output; nil if the process has no terminal.
  package static func drawOnTerminal() -> Int32? {
    let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    let output = fcntl(1, F_DUPFD_CLOEXEC, 3)
    guard output >= 0, dup2(terminal, 1) >= 0 else { return nil }
    if !isTerminal(0), dup2(terminal, 0) < 0 { return nil }
    return output
  }

  /// Makes a descriptor the standard output again.
  package static func restoreOutput(_ output: Int32) {
    dup2(output, 1)
    close(output)
  }

  /// The bytes that a descriptor has; nil if it cannot be read.
  private static func readSome(_ descriptor: Int32) -> [UInt8]? {
    var isFailed = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      let length = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      isFailed = length < 0
      count = max(0, length)
    }
    return isFailed ? nil : bytes
  }
}

private enum ScreenState {
  /// The address of the mode to restore; 0 while the terminal has it.
  static let mode = Atomic<UInt>(0)
  /// The thread that draws, the only one on which a signal ends the screen: on another, the rest of a frame could
  /// follow the farewell.
  static let drawingThread = Atomic<UInt>(0)
  /// The address and the length of the bytes that leave the screen.
  static let farewell = Atomic<UInt>(0)
  static let length = Atomic<Int>(0)
  static let isResized = Atomic<Bool>(false)
  static let isContinued = Atomic<Bool>(false)
  static let isStopped = Atomic<Bool>(false)
  /// The signals that end a process, and those of a defect in it.
  static let endings =
    [SIGINT, SIGTERM, SIGHUP, SIGQUIT] + [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
}

// Only async-signal-safe calls in these two: write, tcsetattr, signal, raise, pthread_self, pthread_kill, and atomics.

private func writeFarewell() {
  let address = ScreenState.farewell.load(ordering: .acquiring)
  if let bytes = unsafe UnsafeRawPointer(bitPattern: address) {
    _ = unsafe systemWrite(1, bytes, ScreenState.length.load(ordering: .acquiring))
  }
}

private func endScreenBySignal(_ number: Int32) {
  if number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT,
    passSignal(number, toThread: ScreenState.drawingThread.load(ordering: .acquiring))
  {
    return
  }
  let address = ScreenState.mode.load(ordering: .acquiring)
  if let copy = unsafe UnsafePointer<termios>(bitPattern: address) {
    writeFarewell()
    unsafe tcsetattr(0, TCSANOW, copy)
  }
  signal(number, SIG_DFL)
  raise(number)
}
