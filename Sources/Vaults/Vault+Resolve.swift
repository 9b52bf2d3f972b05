import Files
import History
import Indexing
import PastNotes
import Sync

/// The result of decisions on conflicts.
package struct ConflictsReport: Sendable {
  package let report: ResolveReport
  /// Notes of which links followed a file to its new name, sorted by path.
  package let followed: [MovePlan.Rewrite]
  /// Notes whose links would have to follow, and which could not be written; sorted.
  package let left: [NotePath]
}

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
  /// If two devices had given different files one name, and both are kept, the links that were written to the copy
  /// follow it to the name that it gets.
  /// - Parameter decisions: the outcome of each conflict; a note may be named once.
  /// - Throws: `ConflictChanged` if a note or copy has changed since the decision,
  ///   `BrokenFrontMatter`; and as above.
  package func resolve(
    _ decisions: [(conflict: NoteConflict, outcome: ConflictOutcome)],
    confirm: (Deletions) throws -> Bool = { _ in false }, waiting: (Int32?) -> Void = { _ in }
  ) throws -> ConflictsReport {
    for case (let conflict, .text(let text)) in decisions {
      if let damage = conflict.damage(in: text) { throw damage }
    }
    return try withHistory(waiting: waiting) { history in
      var links: CopyLinks?
      let session = history.session(in: .system)
      let report = try session.resolve(
        decisions.map { ConflictDecision($0.conflict.texts, $0.outcome) }, confirm: confirm
      ) { tree, snapshot, newFiles in
        let files = try TreeFiles(history, tree, session, snapshot)
        var following = try CopyLinks(self, files, index())
        for (conflict, _) in decisions {
          guard let new = newFiles[conflict.texts.copy.path],
            let path = NotePath(new, in: history.scope)
          else { continue }
          try following.follow(conflict, to: path)
        }
        links = following
        return try files.versions(following.rewrites.values.sorted { $0.path < $1.path })
      }
      return ConflictsReport(
        report: report, followed: links?.rewrites.values.sorted { $0.path < $1.path } ?? [],
        left: links?.left ?? [])
    }
  }
}
