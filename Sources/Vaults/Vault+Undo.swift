import History
import Sync

extension Vault {
  /// Takes back the last sync, resolution, restoration, import, move or deletion, as a new commit.
  ///
  /// - Parameter end: the commit that ended the operation to take back, or nil for the last one.
  /// - Throws: `SyncRefusal.nothingToUndo`, `.newerRecord`, `.unreadableRecord`; `HistoryError`, `HookRefused`,
  ///   `NoIdentity`, `GitError`.
  package func undo(
    endingAt end: ObjectID? = nil, confirm: (Deletions) throws -> Bool = { _ in false },
    waiting: (Int32?) -> Void = { _ in }
  ) throws -> (report: UndoReport, scope: TreePath) {
    // An operation may have taken `.zib` away, and it is to come back.
    try withHistory(needsConsent: false, waiting: waiting) { history in
      try requireFormerConsent(in: history)
      let session = history.session(in: .system)
      _ = try session.recover()
      try UnfinishedImport(of: self).putOnRecord(in: history)
      return (try session.undo(endingAt: end, confirm: confirm), history.scope)
    }
  }

  /// The operation that `undo` would take back; changes nothing.
  ///
  /// - Returns: a nil plan if an operation was stopped half-way and has to be finished first.
  /// - Throws: `SyncRefusal.nothingToUndo`, `.newerRecord`, `.unreadableRecord`; `HistoryError` as `undo`, `GitError`.
  package func plannedUndo() throws -> (plan: UndoPlan?, scope: TreePath) {
    let history = try history()
    try requireFormerConsent(in: history)
    let imported = try UnfinishedImport(of: self).written(in: history)?.paths ?? []
    let plan = try history.session(in: .system).plannedUndo(imported: Set(imported))
    return (plan, history.scope)
  }

  /// Refuses a folder that is no vault and whose past has no `.zib`.
  private func requireFormerConsent(in history: VaultHistory) throws {
    if try !isVault && history.lastCommitWithSettings() == nil { try requireConsent(in: history) }
  }
}
