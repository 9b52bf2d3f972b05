import History

/// The result of restoring files.
package struct RestoreReport: Equatable, Sendable {
  /// The snapshot of uncommitted changes in the folder.
  package let snapshot: SnapshotReport
  /// The update of the folder, or nil if the folder had these versions already.
  package let update: UpdateReport?
  /// Many other files that are gone from the folder, sorted: this is not committed, and waits for a decision.
  package let missing: [TreePath]
  /// Files that were left as they are, because the folder alone has an edit that is held back; sorted.
  package let heldBack: [TreePath]
  /// Files restored in the history only: the folder keeps a held-back edit of that version. Sorted.
  package var underEdits: [TreePath] = []
}

extension SyncSession {
  /// Puts earlier versions of files into the folder, as one commit on top of a snapshot of the
  /// present ones.
  ///
  /// While many files are missing from the folder, only those that come back are committed, because
  /// the person may have lost the others. A file whose edit is held back is left as it is, because the snapshot does
  /// not have that edit.
  /// - Parameters:
  ///   - files: the version of each path; nil deletes it.
  ///   - subject: the first line of the commit's message.
  /// - Throws: `SyncRefusal`, and errors of a snapshot.
  package func restore(
    _ files: [TreePath: FileVersion?], subject: String
  ) throws -> RestoreReport {
    _ = try recover()
    for _ in 0..<Self.attempts {
      var missing: [TreePath] = []
      let snapshot = try snapshot(leaving: { many in
        missing = many.paths.filter { files[$0] == nil }
        return missing
      })
      let edits = try heldBack(from: files, snapshot)
      let heldBack = edits.values.sorted()
      let files = files.filter { isInScope($0.key) && edits[$0.key] == nil }
      let branch = try writableBranch()
      let old = try tree(of: branch.commit)
      let tree = try repository.tree(old, replacing: files)
      if tree == old {
        return RestoreReport(
          snapshot: snapshot, update: try rewriteMissing(of: files, on: branch), missing: missing,
          heldBack: heldBack)
      }
      let commit = try committed(tree, after: branch.commit, subject: subject)
      do {
        let update = try update(
          to: commit, from: branch.commit, on: branch.name, kind: .restore,
          refused: snapshot.inTheWay)
        return RestoreReport(
          snapshot: snapshot, update: update, missing: missing, heldBack: heldBack,
          underEdits: try dropTakenBack(in: tree))
      } catch is ReferenceMoved {
        continue
      }
    }
    throw SyncRefusal.branchKeepsMoving(try writableBranch().name)
  }

  /// The files that a restore leaves as they are, because the folder alone has edits of them that are held back: the
  /// path of each in the folder, by its path in the history.
  ///
  /// A file comes back under its edit where it comes back to the version that the edit was made to.
  /// - Parameter snapshot: the one just made, or planned.
  package func heldBack(
    from files: [TreePath: FileVersion?], _ snapshot: SnapshotReport
  ) throws -> [TreePath: TreePath] {
    let waiting = try unwrittenRecord().files
    return try editsHeldBack(snapshot).filter { path, _ in
      guard case .some(let wanted) = files[path] else { return false }
      guard let wanted, let file = waiting[path], file.reason == .secretEdit,
        let base = try tree(of: file.base)
      else { return true }
      return try repository.version(at: path, in: base) != wanted
    }
  }

  /// Writes those files that the last commit has as wanted and the folder lacks: deletions that snapshots hold back.
  ///
  /// - Returns: nil if none is missing.
  private func rewriteMissing(
    of files: [TreePath: FileVersion?], on branch: (name: String, commit: ObjectID?)
  ) throws -> UpdateReport? {
    let missing = try files.filter { path, version in
      try version != nil && workTree.kind(of: path) == .nothing
    }.keys.sorted()
    let entries = try repository.stagedEntries().filter(\.isSkipped).map(\.path)
    let wanted = missing.filter { !entries.contains($0) }
    guard let head = branch.commit, !wanted.isEmpty else { return nil }
    return try rewrite(wanted, from: nil, to: head, on: branch.name)
  }
}
