import History
import Merge

/// The result of an undo.
package struct UndoReport: Equatable, Sendable {
  package let operation: Operation
  /// The snapshot of uncommitted changes in the folder.
  package let snapshot: SnapshotReport
  /// The branch's commit before it, with that snapshot.
  package let former: ObjectID
  package let update: UpdateReport
  /// The decisions of the merge with later changes.
  package let decisions: [MergeDecision]
  /// Files that could not be written to the folder as they were; sorted by path.
  package let unwritten: [UnwrittenFile]
}

/// The changes that an undo would take back.
package struct UndoPlan: Equatable, Sendable {
  package let operation: Operation
  /// The edits in the folder that would be committed first.
  package let snapshot: SnapshotReport
  /// The changes in the folder, sorted by path.
  package let changes: [FileChange]
  /// The decisions of the merge with later changes.
  package let decisions: [MergeDecision]
}

extension SyncSession {
  /// Takes back the last operation that was not taken back, as a new commit; later changes stay.
  ///
  /// Each call goes one operation further back.
  /// - Parameters:
  ///   - end: the commit that ended the operation to take back, or nil for the last one.
  ///   - keeping: the files that stay, in these versions, of those that the operation brought; called with it and the
  ///     commit of the branch.
  /// - Throws: `SyncRefusal`.
  package func undo(
    endingAt end: ObjectID? = nil, confirm: (Deletions) throws -> Bool = { _ in false },
    keeping: (Operation, ObjectID) throws -> [TreePath: FileVersion] = { _, _ in [:] }
  ) throws -> UndoReport {
    _ = try recover()
    try requireOperation(endingAt: end)
    let snapshot = try snapshot(confirm: confirm)
    let branch = try writableBranch()
    let (operation, head) = try operation(endingAt: end, on: branch.commit)
    let (tree, message) = try undoing(operation, keeping: keeping(operation, head))
    let undone = try repository.commitSnapshot(
      tree: tree, parents: [operation.after], message: message)
    let merge = try merged(head, undone)
    let update = try update(
      to: merge.commit, from: head, on: branch.name, kind: .undo, takesBack: operation.after,
      refused: snapshot.inTheWay)
    return UndoReport(
      operation: operation, snapshot: snapshot, former: head, update: update,
      decisions: merge.report.decisions, unwritten: try unwritten())
  }

  /// The plan of an `undo`; changes neither the folder nor the branch.
  ///
  /// - Parameters:
  ///   - imported: the files of a killed import, which would be taken back.
  ///   - keeping: as for `undo`.
  /// - Returns: nil if an operation was stopped half-way and has to be finished first.
  /// - Throws: `SyncRefusal`.
  package func plannedUndo(
    imported: Set<TreePath> = [],
    keeping: (Operation, ObjectID) throws -> [TreePath: FileVersion] = { _, _ in [:] }
  ) throws -> UndoPlan? {
    if try needsRecovery() { return nil }
    let branch = try writableBranch()
    let operation =
      try stoppedImport(imported, on: branch.commit)
      ?? operation(endingAt: nil, on: branch.commit).operation
    var snapshot = try planSnapshot(on: branch.commit)
    snapshot.report.changes.removeAll { imported.contains($0.path) }
    let base = imported.isEmpty ? branch.commit : operation.after
    let head = try snapshot.tree.map { try plannedCommit($0, on: base) } ?? base
    guard let head else { throw SyncRefusal.nothingToUndo }
    let (tree, message) = try undoing(operation, keeping: keeping(operation, head))
    let undone = try plannedCommit(tree, on: operation.after, message: message)
    let merge = try merged(head, undone)
    return UndoPlan(
      operation: operation, snapshot: snapshot.report,
      changes: try repository.fileChanges(
        from: try self.tree(of: head), to: try self.tree(of: merge.commit)),
      decisions: merge.report.decisions)
  }

  /// The import that ``adopt(_:subject:)`` would put on record, or nil where there is none.
  private func stoppedImport(_ paths: Set<TreePath>, on head: ObjectID?) throws -> Operation? {
    guard !paths.isEmpty, let head, let base = try tree(of: head) else { return nil }
    let after = try plannedCommit(try tree(base, adopting: paths), on: head)
    return Operation(kind: .import, before: head, after: after, seconds: now().seconds)
  }

  /// Refuses where there is nothing to take back, before anything is committed.
  private func requireOperation(endingAt end: ObjectID?) throws {
    let head = try writableBranch().commit
    do {
      _ = try operation(endingAt: end, on: head)
    } catch SyncRefusal.nothingToUndo {
      // Whoever misses many files is helped by the words for that.
      if let many = try planSnapshot(on: head).deletions {
        throw SyncRefusal.deletionsNotConfirmed(many)
      }
      throw SyncRefusal.nothingToUndo
    }
  }

  /// The operation to take back, and the commit of the branch, which has it.
  private func operation(
    endingAt end: ObjectID?, on head: ObjectID?
  ) throws -> (operation: Operation, head: ObjectID) {
    let record = try OperationRecord(bytes: workTree.operations())
    let found: Operation?
    if let end {
      found = record.operation(endingAt: end)
    } else {
      // To take back an operation before it would surprise.
      switch record.doubt {
      case .newerVersion: throw SyncRefusal.newerRecord
      case .damage: throw SyncRefusal.unreadableRecord
      case nil: found = record.last
      }
    }
    guard let found, let head, try repository.isAncestor(found.after, of: head) else {
      throw SyncRefusal.nothingToUndo
    }
    return (found, head)
  }

  /// The tree before an operation, and the message of the commit that takes it back.
  ///
  /// The tree is a change of the operation's result, so that it merges with later changes like any
  /// other change.
  private func undoing(
    _ operation: Operation, keeping files: [TreePath: FileVersion]
  ) throws -> (tree: ObjectID, message: String) {
    let last = try repository.commit(operation.after)
    let after = last.tree
    let old = try repository.commit(operation.before).tree
    // An import brings logs of another program, which go with its notes.
    var before = operation.kind == .import ? old : try tree(old, withReviewLogsOf: after)
    let kept = files.mapValues { FileVersion?.some($0) }
    if !kept.isEmpty { before = try repository.tree(before, replacing: kept) }
    let message = SnapshotMessage.text(
      try repository.fileChanges(from: after, to: before),
      subject: "Undo \(operation.name(endingWith: last.message))", device: device)
    return (before, message)
  }
}
