/// The schedule of syncs of a watched vault.
///
/// An edit is synced once the folder has been quiet for a while, so that a note in progress is not
/// committed at every save. If the edits never stop, a sync is made after a longer time. Without
/// edits there is a sync at intervals, for changes from elsewhere. After a failure the next attempt
/// waits twice as long each time; edits are still snapshotted, because that needs no network.
///
/// All times are milliseconds of one clock that only runs forward.
package struct WatchSchedule: Sendable {
  /// The kinds of action.
  package enum Action: Equatable, Sendable {
    case sync
    /// The edits alone, while the remote is not asked.
    case snapshot
  }

  /// An action and the time it is due.
  package struct Next: Equatable, Sendable {
    package let action: Action
    package let time: Int64

    package init(action: Action, time: Int64) {
      self.action = action
      self.time = time
    }
  }

  /// The time that the folder must be quiet before an edit is synced, in milliseconds.
  package let quiet: Int64
  /// The longest wait of an edit, in milliseconds.
  package let longestWait: Int64
  /// The time between two syncs without edits, in milliseconds.
  package let interval: Int64

  /// The wait after the first failure, and the longest of all.
  package static let backOff: ClosedRange<Int64> = 10_000...900_000

  private var firstEdit: Int64?
  private var lastEdit: Int64 = 0
  private var lastSync: Int64?
  private var failures = 0

  package init(quiet: Int64 = 10_000, longestWait: Int64 = 120_000, interval: Int64 = 300_000) {
    self.quiet = quiet
    self.longestWait = max(quiet, longestWait)
    self.interval = interval
  }

  /// Something in the folder changed.
  package mutating func noticeEdit(at time: Int64) {
    if firstEdit == nil { firstEdit = time }
    lastEdit = time
  }

  /// An action began: edits from here on are for the next one.
  package mutating func begin() { firstEdit = nil }

  /// A sync ended; the edits of one that failed are in a snapshot.
  package mutating func endSync(at time: Int64, succeeded: Bool) {
    lastSync = time
    failures = succeeded ? 0 : failures + 1
  }

  /// The time at which noticed edits are to be committed, or nil if there are none.
  package var editsDue: Int64? {
    firstEdit.map { min(lastEdit + quiet, $0 + longestWait) }
  }

  /// The next action and its time; a time that has passed means now.
  package var next: Next {
    guard let lastSync else { return Next(action: .sync, time: .min) }
    let remote = lastSync + (failures == 0 ? interval : wait)
    guard let edits = editsDue else { return Next(action: .sync, time: remote) }
    if remote <= edits { return Next(action: .sync, time: edits) }
    return Next(action: failures == 0 ? .sync : .snapshot, time: edits)
  }

  /// The wait after this number of failures in a row.
  private var wait: Int64 {
    let doublings = min(failures - 1, 30)
    return min(Self.backOff.lowerBound << doublings, Self.backOff.upperBound)
  }
}
