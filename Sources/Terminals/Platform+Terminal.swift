import OperatingSystem
import Synchronization

/// Reading single keys: the terminal's modes, and the signals that must not leave it in the wrong one.
extension Platform {
  /// Makes standard input give each key as it is pressed, without echo, until ``endReadingKeys()``.
  ///
  /// A signal that ends the process in between restores the terminal's own mode first.
  /// - Returns: false if standard input is no terminal.
  package static func beginReadingKeys() -> Bool {
    var mode = termios()
    guard TerminalState.saved.load(ordering: .acquiring) == 0, unsafe tcgetattr(0, &mode) == 0
    else { return false }
    let copy = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    unsafe copy.initialize(to: mode)
    TerminalState.saved.store(UInt(bitPattern: copy), ordering: .releasing)
    _ = TerminalState.isResized.load(ordering: .relaxed)
    for number in TerminalState.endings { signal(number, endByRestoring) }
    catchResizes()
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    mode.c_iflag &= ~tcflag_t(IXON)
    // Keys typed ahead are meant for the next prompt, so they are kept.
    unsafe tcsetattr(0, TCSADRAIN, &mode)
    return true
  }

  /// Gives the terminal the mode back that it had.
  package static func endReadingKeys() {
    let address = TerminalState.saved.load(ordering: .acquiring)
    guard let copy = unsafe UnsafeMutablePointer<termios>(bitPattern: address) else { return }
    unsafe tcsetattr(0, TCSADRAIN, copy)
    for number in TerminalState.endings + [SIGWINCH] { signal(number, SIG_DFL) }
    // Only now, because a signal in between has to restore the mode as well.
    TerminalState.saved.store(0, ordering: .releasing)
    unsafe copy.deinitialize(count: 1)
    unsafe copy.deallocate()
  }

  /// The result of waiting for a byte of standard input.
  package enum KeyByte: Equatable, Sendable {
    case byte(UInt8)
    /// No byte came in the given time.
    case nothing
    /// The terminal has another size.
    case resized
    /// Standard input is at its end.
    case end
  }

  /// Waits for a byte of standard input.
  ///
  /// - Parameter milliseconds: how long; without it, for as long as it takes.
  package static func nextKeyByte(within milliseconds: Int32? = nil) -> KeyByte {
    while true {
      if TerminalState.isResized.exchange(false, ordering: .acquiringAndReleasing) {
        return .resized
      }
      var waiting = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&waiting, 1, milliseconds ?? -1)
      if ready == 0 { return .nothing }
      if ready < 0 {
        if errno == EINTR { continue }
        return .end
      }
      var byte: UInt8 = 0
      let count = unsafe read(0, &byte, 1)
      if count == 1 { return .byte(byte) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      return .end
    }
  }

  /// Stops the process as Ctrl-Z does, with the terminal in its own mode until the process
  /// continues.
  package static func suspend() {
    endReadingKeys()
    stopJob()
    _ = beginReadingKeys()
  }

  /// Stops all of the job that this process is in, as the terminal does for Ctrl-Z: a program that waits for this one
  /// would never see that it was stopped.
  static func stopJob() {
    let former = signal(SIGTSTP, SIG_IGN)
    kill(0, SIGTSTP)
    signal(SIGTSTP, former)
    // One to the whole job is taken by any thread; this one stops the caller before its next line.
    raise(SIGTSTP)
  }

  private static func catchResizes() {
    // The wait for a key ends, so that the screen is drawn again.
    interruptCalls(at: SIGWINCH, noteResize)
  }
}

private enum TerminalState {
  /// The address of the mode to restore; 0 while the terminal has it.
  ///
  /// A signal handler reads it, so it is an atomic without a lock.
  static let saved = Atomic<UInt>(0)
  static let isResized = Atomic<Bool>(false)
  static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
}

// Only async-signal-safe calls in these two: tcsetattr, signal, raise, and atomics.

private func endByRestoring(_ number: Int32) {
  let address = TerminalState.saved.load(ordering: .acquiring)
  if let copy = unsafe UnsafePointer<termios>(bitPattern: address) {
    unsafe tcsetattr(0, TCSANOW, copy)
  }
  signal(number, SIG_DFL)
  raise(number)
}

private func noteResize(_ number: Int32) {
  TerminalState.isResized.store(true, ordering: .releasing)
}
