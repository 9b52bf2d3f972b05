import Rendering
import Terminals

/// The terminal as a whole screen, from its creation to ``leave()``.
///
/// The former screen of the terminal is back afterwards, on every way out: a key, an error, a signal, a trap,
/// Ctrl-Z, and while another program has the terminal.
package final class ScreenTerminal {
  private var decoder = EventDecoder()
  private var writer: FrameWriter
  private var events: [ScreenEvent] = []
  private let greeting: [UInt8]
  /// True until the terminal has answered what was asked at the beginning.
  private var awaitsAnswers: Bool
  /// The descriptor on which other threads wake this one.
  private let waker: Int32

  /// The time in milliseconds that the rest of a control sequence may take to arrive.
  private static let timeout: Int32 = 50

  /// The time in milliseconds that the answers may take where the screen is left before they came, so that no other
  /// program gets them.
  private static let longestAnswer: Int32 = 300

  // The background (xterm's OSC 11); then what the terminal is (DA1), which every terminal answers, and after it the
  // answer to the first is not waited for. tmux answers both.
  private static let questions = "\u{1B}]11;?\u{7}\u{1B}[c"

  // xterm's names: 1049 the other screen, 7 wrapping, 2004 bracketed paste, 1000 and 1006 the mouse; 22 and 23 keep
  // and restore the title.
  private static let entering = "\u{1B}[?1049h\u{1B}[22;0t\u{1B}[?7l\u{1B}[?2004h"
  private static let mouse = "\u{1B}[?1000h\u{1B}[?1006h"
  private static let leaving: StaticString =
    "\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[23;0t\u{1B}[?1049l"

  /// Takes the whole screen.
  ///
  /// - Parameters:
  ///   - asks: true to ask the terminal for its background, which it may answer or not.
  ///   - usesMouse: false to leave the mouse to the terminal's own selection of text.
  ///   - waker: a descriptor whose bytes give ``ScreenEvent/woken``.
  /// - Returns: nil if standard input is no terminal.
  package init?(colors: ColorDepth, asks: Bool, usesMouse: Bool, waker: Int32) {
    writer = FrameWriter(colors: colors)
    awaitsAnswers = asks
    self.waker = waker
    greeting = Array((Self.entering + (usesMouse ? Self.mouse : "")).utf8)
    guard Platform.beginScreen(greeting, farewell: Self.leaving) else {
      awaitsAnswers = false
      return nil
    }
    if asks { send(Self.questions) }
  }

  deinit { leave() }

  /// The rows and columns of the screen, at most 500 each.
  package var size: (rows: Int, columns: Int) {
    let size = Platform.windowSize(1) ?? (columns: 80, rows: 24)
    return (min(max(size.rows, 1), 500), min(max(size.columns, 1), 500))
  }

  /// Shows a frame.
  ///
  /// - Returns: false if the terminal is gone.
  package func show(_ frame: Frame) -> Bool {
    let bytes = writer.bytes(for: frame)
    return bytes.isEmpty || Platform.write(bytes[...], to: 1) == 0
  }

  /// Writes a sequence that moves nothing, such as one for the clipboard.
  package func send(_ sequence: String) { _ = Platform.write(Array(sequence.utf8)[...], to: 1) }

  /// Waits for what happens next.
  ///
  /// - Parameter milliseconds: how long; without it, for as long as it takes.
  package func next(within milliseconds: Int32? = nil) -> ScreenEvent {
    while true {
      if !events.isEmpty { return events.removeFirst() }
      let timeout = decoder.isWaiting ? Self.timeout : milliseconds
      switch Platform.nextScreenInput(within: timeout, orFrom: waker) {
      case .bytes(let bytes):
        for byte in bytes { if let event = decoder.take(byte) { receive(event) } }
      case .nothing:
        if decoder.isWaiting {
          if let event = decoder.timeOut() { receive(event) }
        } else if milliseconds != nil {
          return .timedOut
        }
      case .woken: return .woken
      case .resized: return .resized
      case .stopped: return .suspended
      case .continued:
        // Whoever had the terminal has left it in a mode of its own.
        lend {}
        return .resized
      case .end: return .ended
      }
    }
  }

  /// True if a key waits that was pressed already.
  package var hasPending: Bool { !events.isEmpty }

  /// Keeps an event for the one who waits; the terminal's answers are for this type.
  private func receive(_ event: ScreenEvent) {
    switch event {
    case .background(let isLight):
      guard writer.isLight != isLight else { return }
      writer.isLight = isLight
      writer.forget()
      events.append(.resized)
    case .identified: awaitsAnswers = false
    default: events.append(event)
    }
  }

  /// Stops the process as Ctrl-Z does, with the terminal as it was before.
  package func suspend() { lend { Platform.stopProcess() } }

  /// Leaves the terminal to another program until `work` returns.
  package func lend<Result>(_ work: () throws -> Result) rethrows -> Result {
    leave()
    defer {
      _ = Platform.beginScreen(greeting, farewell: Self.leaving)
      writer.forget()
    }
    return try work()
  }

  /// Gives the terminal back.
  package func leave() {
    let end = Clock.monotonicMilliseconds() + Int64(Self.longestAnswer)
    while awaitsAnswers {
      let left = Int32(end - Clock.monotonicMilliseconds())
      guard left > 0, case .bytes(let bytes) = Platform.nextScreenInput(within: left, orFrom: -1)
      else { break }
      if bytes.contains(where: { decoder.take($0) == .identified }) { break }
    }
    awaitsAnswers = false
    Platform.endScreen()
  }
}
