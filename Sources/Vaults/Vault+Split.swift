import Files
import Git
import History
import Indexing
import Notes
import PastNotes
import Sync
import WorkTrees

/// The result of a part of a note coming into another note.
package struct PartReport: Sendable {
  package let plan: PartPlan
  package let change: ChangeReport
  /// The vault in its repository.
  package let scope: TreePath
}

extension Vault {
  /// Plans that a section becomes a note of its own; changes nothing.
  ///
  /// - Throws: `MoveRefusal`, `NewNoteError.existsAs`, `WriteError`, `IndexError`, `HistoryError`, `SyncRefusal`,
  ///   `GitError`.
  package func plannedSplit(
    _ request: SplitRequest, progress: IndexProgress? = nil
  ) throws -> PartPlan {
    try plannedParts(progress) { planner, files in
      try checkNewPath(request.to)
      try files.checkFree(request.to, in: self)
      return try planner.plan(request)
    }
  }

  /// Makes a section a note of its own, with a link in its place, and rewrites all links that lead to it or are in it:
  /// all as one commit, on top of a snapshot of uncommitted changes, or nothing.
  ///
  /// - Throws: as ``plannedSplit(_:progress:)``; `HookRefused`, `NoIdentity`.
  package func split(
    _ request: SplitRequest, confirm: (Deletions) throws -> Bool = { _ in false },
    waiting: (Int32?) -> Void = { _ in }, progress: ChangeProgress = ChangeProgress()
  ) throws -> PartReport {
    try changeParts(
      of: request.path, "Make \(request.to.text) of a section of \(request.path.text)", confirm,
      waiting, progress
    ) { planner, files in
      try checkNewPath(request.to)
      try files.checkFree(request.to, in: self)
      return try planner.plan(request)
    }
  }

  func plannedParts(
    _ progress: IndexProgress?, _ body: (PartPlanner, TreeFiles) throws -> PartPlan
  ) throws -> PartPlan {
    let files = try pendingFiles()
    return try body(PartPlanner(self, index(progress: progress), read: files.read), files)
  }

  /// - Parameter path: the note that is split or joined.
  func changeParts(
    of path: NotePath, _ subject: String, _ confirm: (Deletions) throws -> Bool,
    _ waiting: (Int32?) -> Void,
    _ progress: ChangeProgress, _ body: (PartPlanner, TreeFiles) throws -> PartPlan
  ) throws -> PartReport {
    try withHistory(waiting: waiting) { history in
      var plan: PartPlan?
      let change = try history.change(.move, confirm: confirm, progress: progress) { files in
        let new = try body(
          PartPlanner(self, index(progress: progress.indexing), read: files.read), files)
        plan = new
        return (try files.versions(of: new), subject)
      }
      guard let plan else { throw MoveRefusal.nothingThere(path) }
      return PartReport(plan: plan, change: change, scope: history.scope)
    }
  }
}

extension TreeFiles {
  /// The new version of each path.
  fileprivate func versions(of plan: PartPlan) throws -> [TreePath: FileVersion?] {
    let new = plan.isNew ? plan.to : nil
    var files = try versions(plan.rewrites.filter { $0.path != new })
    for rewrite in plan.rewrites where rewrite.path == new {
      history.workTree.models[history.treePath(rewrite.path)] = history.treePath(plan.from)
      files[history.treePath(rewrite.path)] = FileVersion(
        id: try history.repository.write(blob: rewrite.new))
    }
    if !plan.isNew { files[history.treePath(plan.from)] = .some(nil) }
    return files
  }
}
