import Exchange
import OperatingSystem
import Synchronization

/// Tells the client how far a long work is: it begins after a moment, so that a short work says nothing.
///
/// The work may report from any thread; each report is one message.
final class WorkProgress: Sendable {
  private struct State {
    var hasBegun = false
    var percentage = 0
  }

  private let title: String
  private let isWanted: Bool
  private let start = Clock.monotonicMilliseconds()
  private let state = Mutex(State())
  private let token: String
  private let send: @Sendable (_ method: String, _ parameters: JSONValue, _ isRequest: Bool) -> Void

  /// The time before the first report, in milliseconds.
  private static let delay: Int64 = 300

  /// - Parameter send: sends a message; called under a lock, from any thread.
  init(
    title: String, token: String, isWanted: Bool,
    send: @escaping @Sendable (_ method: String, _ parameters: JSONValue, _ isRequest: Bool) -> Void
  ) {
    self.title = title
    self.token = token
    self.isWanted = isWanted
    self.send = send
  }

  func report(_ done: Int, of total: Int) {
    guard isWanted, total > 0, Clock.monotonicMilliseconds() - start > Self.delay else { return }
    let percentage = min(100, done * 100 / total)
    state.withLock { state in
      if !state.hasBegun {
        state.hasBegun = true
        send("window/workDoneProgress/create", ["token": .string(token)], true)
        tell(["kind": "begin", "title": .string(title), "percentage": .int(percentage)])
      } else if percentage > state.percentage {
        tell(["kind": "report", "percentage": .int(percentage)])
      }
      state.percentage = max(state.percentage, percentage)
    }
  }

  /// Tells what is done now, where no number says how much is left.
  func report(_ words: String) {
    guard isWanted else { return }
    state.withLock { state in
      if !state.hasBegun {
        state.hasBegun = true
        send("window/workDoneProgress/create", ["token": .string(token)], true)
        tell(["kind": "begin", "title": .string(title), "message": .string(words)])
      } else {
        tell(["kind": "report", "message": .string(words)])
      }
    }
  }

  func end() {
    state.withLock { state in
      if state.hasBegun { tell(["kind": "end"]) }
      state.hasBegun = false
    }
  }

  private func tell(_ value: JSONValue) {
    send("$/progress", ["token": .string(token), "value": value], false)
  }
}
