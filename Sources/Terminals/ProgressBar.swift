import Rendering
import Synchronization

/// A line on standard error with the progress of long work.
///
/// It is drawn only on a terminal that can erase a line, only after half a second, and is gone when the work is done.
/// Any thread may call it.
package final class ProgressBar: Sendable {
  private struct State {
    var done = 0
    var total = 0
    var lastDrawn: Int64 = .min / 2
    var isVisible = false
  }

  private let label: String
  private let width: Int
  private let isEnabled: Bool
  private let started: Int64
  private let state = Mutex(State())

  /// Milliseconds of work before the bar appears, and between two drawings of it.
  private static let delay: Int64 = 500
  private static let interval: Int64 = 80

  /// - Parameters:
  ///   - label: a few words, such as `Reading notes`.
  ///   - terminal: decides whether anything is drawn, and how wide.
  package init(_ label: String, terminal: Terminal, quiet: Bool = false) {
    self.label = label
    width = terminal.width
    isEnabled = terminal.erasesErrorLines && !quiet
    started = Clock.monotonicMilliseconds()
  }

  /// Says that `done` of `total` are done; `total` zero means that it is not known.
  package func update(_ done: Int, of total: Int) {
    guard isEnabled else { return }
    let now = Clock.monotonicMilliseconds()
    guard now - started >= Self.delay else { return }
    state.withLock { state in
      guard now - state.lastDrawn >= Self.interval || done == total else { return }
      state.lastDrawn = now
      if !state.isVisible {
        state.isVisible = true
        Platform.eraseLineOnInterrupt()
      }
      draw("\r" + Self.line(label, done, of: total, width: width) + "\u{1B}[K")
    }
  }

  /// Erases the bar; a second call does nothing.
  package func finish() {
    state.withLock { state in
      guard state.isVisible else { return }
      state.isVisible = false
      draw("\r\u{1B}[K")
      Platform.restoreInterrupts()
    }
  }

  deinit { finish() }

  /// The bar as text, one column short of the width so that no terminal wraps it.
  package static func line(_ label: String, _ done: Int, of total: Int, width: Int) -> String {
    guard total > 0 else { return "\(label) \(done)".truncated(toWidth: width - 1) }
    let count = "\(String(done).leftPadded(toWidth: String(total).count))/\(total)"
    let room = min(30, width - 1 - label.displayWidth - count.count - 4)
    guard room >= 8 else { return "\(label) \(count)".truncated(toWidth: width - 1) }
    let filled = min(room, room * done / total)
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: room - filled)
    return "\(label) \(bar) \(count)"
  }

  private func draw(_ text: String) {
    // A bar that cannot be drawn is no reason to stop the work.
    _ = Platform.write(Array(text.utf8)[...], to: 2)
  }
}
