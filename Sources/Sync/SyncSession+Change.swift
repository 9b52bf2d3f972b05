import History

/// The result of a change of several files that was one step.
package struct ChangeReport: Equatable, Sendable {
  /// The snapshot of uncommitted changes in the folder.
  package let snapshot: SnapshotReport
  package let update: UpdateReport
}

extension SyncSession {
  /// Changes several files as one step and one commit, on top of a snapshot of the folder: all of
  /// them or none.
  ///
  /// - Parameters:
  ///   - progress: called after each file, with the number of files done and of all.
  ///   - plan: makes the plan from the tree of that snapshot: the new version of each path, nil to delete
  ///     it, and the first line of the commit's message; it may be called again. What it throws ends the
  ///     change with nothing written but the snapshot.
  /// - Throws: errors of `plan`, `SyncRefusal`, and errors of a snapshot.
  package func change(
    _ kind: OperationKind, confirm: (Deletions) throws -> Bool = { _ in false },
    progress: @escaping (Int, Int) -> Void = { _, _ in },
    planning plan: (_ tree: ObjectID?, _ snapshot: SnapshotReport) throws -> (
      files: [TreePath: FileVersion?], subject: String
    )
  ) throws -> ChangeReport {
    _ = try recover()
    for _ in 0..<Self.attempts {
      let snapshot = try snapshot(confirm: confirm)
      let branch = try writableBranch()
      let old = try tree(of: branch.commit)
      let (files, subject) = try plan(old, snapshot)
      let tree = try repository.tree(old, replacing: files.filter { isInScope($0.key) })
      if tree == old { return ChangeReport(snapshot: snapshot, update: UpdateReport()) }
      let commit = try committed(tree, after: branch.commit, subject: subject)
      do {
        let update = try update(
          to: commit, from: branch.commit, on: branch.name, kind: kind, refused: snapshot.inTheWay,
          progress: progress)
        return ChangeReport(snapshot: snapshot, update: update)
      } catch is ReferenceMoved {
        continue
      }
    }
    throw SyncRefusal.branchKeepsMoving(try writableBranch().name)
  }

  /// A commit of a tree on top of another commit, whose message lists the changes; no ref is moved.
  func committed(_ tree: ObjectID, after head: ObjectID?, subject: String) throws -> ObjectID {
    let message = SnapshotMessage.text(
      try repository.fileChanges(from: try self.tree(of: head), to: tree), subject: subject,
      device: device)
    return try repository.commitSnapshot(
      tree: tree, parents: head.map { [$0] } ?? [], message: message)
  }
}
