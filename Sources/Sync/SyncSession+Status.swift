import History

extension SyncSession {
  /// The report of a snapshot made now; nothing is committed or staged.
  package func pendingSnapshot() throws -> SnapshotReport { try pending().report }

  /// The same with the deletions that such a snapshot asks about first; nil if they are not many.
  package func pending() throws -> (report: SnapshotReport, deletions: Deletions?) {
    let plan = try planSnapshot(on: repository.head().commit)
    return (plan.report, plan.deletions)
  }

  /// The tree that a snapshot made now would commit, with its report; nothing is committed or staged.
  package func pendingTree() throws -> (tree: ObjectID?, snapshot: SnapshotReport) {
    let plan = try planSnapshot(on: repository.head().commit)
    return (plan.tree ?? plan.base, plan.report)
  }

  /// The files of the last commit whose edits are held back, so that the folder alone has them: the path of each in the
  /// folder, by its path in the commit.
  ///
  /// - Parameter snapshot: the one just made, or planned.
  package func editsHeldBack(_ snapshot: SnapshotReport) throws -> [TreePath: TreePath] {
    var paths = snapshot.renamedHeldBack
    for file in snapshot.heldBack where file.isEdit { paths[file.path] = file.path }
    // A version that came for such a file waits beside the edit.
    for file in try unwrittenRecord().files.values where file.reason == .secretEdit {
      if try workTree.kind(of: file.path) == .file { paths[file.path] = file.path }
    }
    return paths
  }
}
