import Objects
import Sync

extension Vault {
  /// Takes a snapshot, so that both versions of every conflict are in history, and gives the conflicts.
  ///
  /// The lock is free again when a person begins to decide.
  /// - Throws: `HistoryError`, `SyncRefusal`, `HookRefused`, `NoIdentity`, `GitError`.
  package func conflictsToResolve(
    confirm: (Deletions) throws -> Bool = { _ in false }, waiting: (Int32?) -> Void = { _ in }
  ) throws -> VaultConflicts {
    if try conflictCopies().isEmpty { return VaultConflicts() }
    _ = try commit(confirm: confirm, waiting: waiting)
    return try conflicts()
  }

  /// Writes notes as decided and removes their copies, in one commit.
  ///
  /// - Parameter decisions: the new text of each note, which may be named once; nothing where it is gone and stays so.
  /// - Throws: `ConflictChanged` where a note or copy is not as it was decided about; and as above.
  package func resolve(
    _ decisions: [(conflict: NoteConflict, text: [UInt8]?)],
    confirm: (Deletions) throws -> Bool = { _ in false }, waiting: (Int32?) -> Void = { _ in }
  ) throws -> ResolveReport {
    try withHistory(waiting: waiting) { history in
      try history.session(in: .system).resolve(
        decisions.map { ConflictDecision($0.conflict.texts, text: $0.text) }, confirm: confirm)
    }
  }
}
