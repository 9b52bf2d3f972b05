import Files
import History
import Sync

extension Vault {
  /// Takes a snapshot, so that both versions of every conflict are in history, and gives the conflicts.
  ///
  /// The lock is free again when a person begins to decide.
  /// - Parameter isDryRun: true to take no snapshot; then a folder without a history has conflicts as well.
  /// - Throws: `HistoryError`, `SyncRefusal`, `HookRefused`, `NoIdentity`, `GitError`.
  package func conflictsToResolve(
    isDryRun: Bool = false, confirm: (Deletions) throws -> Bool = { _ in false },
    waiting: (Int32?) -> Void = { _ in }
  ) throws -> VaultConflicts {
    let walked = try walkedCopies()
    let before: VaultHistory
    do {
      before = try history()
    } catch HistoryError.noRepository where isDryRun {
      return try conflicts()
    }
    if try copies(walked, in: before).isEmpty { return VaultConflicts() }
    let snapshot =
      try isDryRun
      ? before.session(in: .system).pendingSnapshot()
      : commit(confirm: confirm, waiting: waiting).snapshot
    // The snapshot has put all copies into the staging index, so that the folder need not be walked again.
    let history = try history()
    var conflicts = try conflicts(copies(walked, in: history), in: history)
    let edits = try history.session(in: .system).editsHeldBack(snapshot)
    for conflict in conflicts.found {
      let edit = edits[conflict.texts.path] ?? edits[conflict.texts.copy.path]
      guard let edited = edit.flatMap({ NotePath($0, in: history.scope) }) else { continue }
      conflicts.heldBack.append((conflict, edited))
    }
    let heldBack = Set(conflicts.heldBack.map(\.conflict.copy))
    conflicts.found.removeAll { heldBack.contains($0.copy) }
    return conflicts
  }

  /// Writes notes as decided and removes their copies, in one commit.
  ///
  /// - Parameter decisions: the outcome of each conflict; a note may be named once.
  /// - Throws: `ConflictChanged` if a note or copy has changed since the decision,
  ///   `BrokenFrontMatter`; and as above.
  package func resolve(
    _ decisions: [(conflict: NoteConflict, outcome: ConflictOutcome)],
    confirm: (Deletions) throws -> Bool = { _ in false }, waiting: (Int32?) -> Void = { _ in }
  ) throws -> ResolveReport {
    for case (let conflict, .text(let text)) in decisions {
      if let damage = conflict.damage(in: text) { throw damage }
    }
    return try withHistory(waiting: waiting) { history in
      try history.session(in: .system).resolve(
        decisions.map { ConflictDecision($0.conflict.texts, $0.outcome) }, confirm: confirm)
    }
  }
}
