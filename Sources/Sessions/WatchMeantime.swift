import Files
import Rendering
import Sync
import Terminals
import Vaults

/// The commits of a watch while its sync waits for the remote.
package final class WatchMeantime {
  private let session: CommandSession
  private let vault: Vault
  private let watch: FolderWatch
  /// The schedule, which knows of edits since the sync began.
  package private(set) var schedule: WatchSchedule
  private var nextLook: Int64
  /// The last commit, or nil if there was nothing to commit yet.
  package private(set) var last: VaultCommit?
  /// The error of the output that told of a commit.
  package private(set) var failure: OutputError?

  /// The commits of `watch` from now on.
  package init(
    _ session: CommandSession, _ vault: Vault, _ watch: FolderWatch, _ schedule: WatchSchedule
  ) {
    self.session = session
    self.vault = vault
    self.watch = watch
    self.schedule = schedule
    nextLook = Clock.monotonicMilliseconds() + schedule.quiet
  }

  /// Commits the edits that are due; called again and again, and quick where there are none.
  package func look() {
    if watch.isLive {
      if watch.wait(milliseconds: 0) == .changed {
        schedule.noticeEdit(at: Clock.monotonicMilliseconds())
      }
    } else if Clock.monotonicMilliseconds() >= nextLook {
      nextLook = Clock.monotonicMilliseconds() + schedule.quiet
      if (try? vault.status().pending.changes.isEmpty) == false {
        schedule.noticeEdit(at: Clock.monotonicMilliseconds() - schedule.quiet)
      }
    }
    guard let due = schedule.editsDue, due <= Clock.monotonicMilliseconds() else { return }
    schedule.begin()
    do {
      let commit = try vault.commit()
      last = commit
      if commit.snapshot.commit != nil { try tell(commit.snapshot.changes.count) }
    } catch let error as OutputError {
      failure = error
    } catch {
      // This sync or the next one reports it.
      schedule.noticeEdit(at: Clock.monotonicMilliseconds())
    }
  }

  private func tell(_ count: Int) throws {
    if session.messages.level == .quiet { return }
    let time = session.shownTime(Clock.now() / 1_000_000)
    try session.output.writeLine("\(time) \(Amount.count(count, "file")) committed")
    try session.output.flush()
  }
}
