import Objects
import Sync

extension Vault {
  /// Takes back the last sync, resolution, restoration, move or deletion, as a new commit.
  ///
  /// - Throws: `SyncRefusal.nothingToUndo`, `.unreadableRecord`; `HistoryError`, `HookRefused`, `NoIdentity`, `GitError`.
  package func undo(
    confirm: (Deletions) throws -> Bool = { _ in false }, waiting: (Int32?) -> Void = { _ in }
  ) throws -> (report: UndoReport, scope: TreePath) {
    try withHistory(waiting: waiting) { history in
      (try history.session(in: .system).undo(confirm: confirm), history.scope)
    }
  }
}
