import Rendering
import Sync
import Synchronization
import Terminals

/// A line on standard error with the present step of a sync, on a terminal and after half a second.
package final class ProgressLine: Sendable {
  private let bar: ProgressBar
  private let terminal: Terminal
  private let isEnabled: Bool
  private let started = Clock.monotonicMilliseconds()
  private let isVisible = Mutex(false)

  private static let delay: Int64 = 500

  /// A line that shows nothing yet.
  package init(_ session: CommandSession) {
    terminal = session.terminal
    isEnabled = session.terminal.erasesErrorLines && session.messages.level > .quiet
    bar = ProgressBar(
      "Writing notes", terminal: session.terminal, quiet: session.messages.level == .quiet)
  }

  /// Shows a step of a sync.
  package func show(_ step: SyncStep) {
    switch step {
    case .recovering: show("Looking for what was left")
    case .snapshot: show("Looking for changes")
    case .fetching: show("Fetching")
    case .merging: show("Merging")
    case .updating(let done, let total): bar.update(done, of: total)
    case .pushing:
      bar.finish()
      show("Pushing")
    }
  }

  /// Shows a line of another program's.
  package func show(_ text: String) {
    guard isEnabled, Clock.monotonicMilliseconds() - started >= Self.delay else { return }
    isVisible.withLock { $0 = true }
    let line = text.escapingControlCharacters(keepingLines: false)
      .truncated(toWidth: terminal.width - 1)
    _ = Platform.write(Array("\r\(line)\u{1B}[K".utf8)[...], to: 2)
  }

  /// Erases the line; a second call does nothing.
  package func finish() {
    bar.finish()
    isVisible.withLock { isVisible in
      if isVisible { _ = Platform.write(Array("\r\u{1B}[K".utf8)[...], to: 2) }
      isVisible = false
    }
  }

  deinit { finish() }
}
