import Files
import History
import Indexing
import Notes
import Sync

extension Vault {
  /// Plans that a note comes into another one; changes nothing.
  ///
  /// - Throws: `MoveRefusal`, `FrontMatterEditError`, `WriteError`, `IndexError`, `HistoryError`, `SyncRefusal`,
  ///   `GitError`.
  package func plannedJoin(
    _ request: JoinRequest, progress: IndexProgress? = nil
  ) throws -> PartPlan {
    try plannedParts(progress) { planner, _ in try planner.plan(request) }
  }

  /// Puts a note into another one below a heading, and rewrites all links that lead to it or are in it: all as one
  /// commit, on top of a snapshot of uncommitted changes, or nothing.
  ///
  /// - Throws: as ``plannedJoin(_:progress:)``; `HookRefused`, `NoIdentity`.
  package func join(
    _ request: JoinRequest, confirm: (Deletions) throws -> Bool = { _ in false },
    waiting: (Int32?) -> Void = { _ in }, progress: ChangeProgress = ChangeProgress()
  ) throws -> PartReport {
    try changeParts(
      of: request.path, "Join \(request.path.text) to \(request.into.text)", confirm, waiting,
      progress
    ) { planner, _ in try planner.plan(request) }
  }
}
