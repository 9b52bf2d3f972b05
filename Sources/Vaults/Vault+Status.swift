import Git
import Notes
import Objects
import Sync

/// Where a vault stands with its history and its remote.
package struct VaultStatus: Sendable {
  package let head: Head
  /// What keeps it from being written to.
  package let obstacle: Obstacle?
  /// An update that was stopped and is not finished.
  package let isUnfinished: Bool
  /// What a snapshot would take.
  package let pending: SnapshotReport
  /// Files of the vault that are tracked.
  package let tracked: Int
  /// Copies of notes that wait for a person, in the repository, sorted.
  package let conflicts: [TreePath]
  package let remote: RemotePlace?
  /// Commits that the remote does not have, and that it has and are not here; nothing where its branch was never
  /// seen.
  package let distance: (ahead: Int, behind: Int)?
  /// The vault in its repository.
  package let scope: TreePath
}

extension Vault {
  /// Looks where the vault stands; nothing is fetched and nothing is written.
  ///
  /// - Throws: `HistoryError`, `SyncRefusal`, `GitError`.
  package func status() throws -> VaultStatus {
    let history = try history()
    let repository = history.repository
    let session = history.session(in: .system)
    let pending = try session.pendingSnapshot()
    let head = try repository.head()
    var tracked = 0
    var conflicts: [TreePath] = []
    for entry in try repository.stagedEntries() where entry.path.isInside(history.scope) {
      tracked += 1
      if ConflictCopy(entry.path) != nil { conflicts.append(entry.path) }
    }
    for change in pending.changes where ConflictCopy(change.path) != nil {
      if change.kind == .deleted {
        conflicts.removeAll { $0 == change.path }
      } else if change.kind != .edited {
        conflicts.append(change.path)
      }
    }
    let place = try? history.remotePlace(named: nil)
    var distance: (ahead: Int, behind: Int)?
    if let place, let here = head.commit, let there = try repository.reference(place.tracking) {
      distance = try repository.aheadBehind(here, there)
    }
    return VaultStatus(
      head: head, obstacle: try repository.obstacle(),
      isUnfinished: try session.needsRecovery(), pending: pending, tracked: tracked,
      conflicts: Set(conflicts).sorted(), remote: place, distance: distance,
      scope: history.scope)
  }
}
