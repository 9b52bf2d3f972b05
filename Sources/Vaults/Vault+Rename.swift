import Files
import History
import Indexing
import Notes
import PastNotes
import Sync

/// The result of a new name within notes.
package struct RenameReport: Sendable {
  package let plan: RenamePlan
  package let change: ChangeReport
  /// The vault in its repository.
  package let scope: TreePath
}

extension Vault {
  /// Plans a new name of a heading, block id or hashtag, for the notes as they are now; changes nothing.
  ///
  /// - Throws: `MoveRefusal`, `HashtagRenameError`, `WriteError`, `IndexError`, `HistoryError`,
  ///   `SyncRefusal`, `GitError`.
  package func plannedRename(
    _ request: RenameRequest, changesText: Bool = false, progress: IndexProgress? = nil
  ) throws -> RenamePlan {
    let files = try pendingFiles()
    return try RenamePlanner(
      self, index(progress: progress), changesText: changesText, read: files.read
    ).plan(request)
  }

  /// Gives a heading, block id or hashtag another name, and rewrites all links that would no longer mean
  /// the heading or block: all as one commit, on top of a snapshot of uncommitted changes, or nothing.
  ///
  /// - Throws: as ``plannedRename(_:progress:)``; `HistoryError`, `SyncRefusal`, `HookRefused`,
  ///   `NoIdentity`, `GitError`.
  package func rename(
    _ request: RenameRequest, changesText: Bool = false,
    confirm: (Deletions) throws -> Bool = { _ in false },
    waiting: (Int32?) -> Void = { _ in }, progress: ChangeProgress = ChangeProgress()
  ) throws -> RenameReport {
    try withHistory(waiting: waiting) { history in
      var plan = RenamePlan(request: request, rewrites: [])
      let change = try history.change(.move, confirm: confirm, progress: progress) { files in
        plan = try RenamePlanner(
          self, index(progress: progress.indexing), changesText: changesText, read: files.read
        ).plan(request)
        return (try files.versions(plan.rewrites), request.subject)
      }
      return RenameReport(plan: plan, change: change, scope: history.scope)
    }
  }
}

extension RenameRequest {
  /// The first line of the commit's message.
  fileprivate var subject: String {
    switch self {
    case .anchor(let path, let anchor, let name):
      "Rename \(anchor) in \(path.text) to \(anchor.hasPrefix("^") ? "^" : "")\(name)"
    case .alias(let path, let old, let new): "Rename \(old), an alias of \(path.text), to \(new)"
    case .hashtag(let old, let new): "Rename #\(old.name) to #\(new.name)"
    }
  }
}
