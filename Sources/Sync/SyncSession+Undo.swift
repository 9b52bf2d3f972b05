import Merge
import Objects

/// What was taken back.
package struct UndoReport: Equatable, Sendable {
  package let operation: Operation
  /// What stood in the folder and was not committed.
  package let snapshot: SnapshotReport
  package let update: UpdateReport
  /// What the merge with later changes did.
  package let decisions: [MergeDecision]
}

extension SyncSession {
  /// Takes back the last operation that was not taken back, as a new commit; what was done since stays.
  ///
  /// Each call goes one operation further back.
  /// - Throws: `SyncRefusal`.
  package func undo(
    confirm: (Deletions) throws -> Bool = { _ in false }
  ) throws -> UndoReport {
    _ = try recover()
    let snapshot = try snapshot(confirm: confirm)
    let branch = try writableBranch()
    let record = try OperationRecord(bytes: workTree.operations())
    // To take back what was done before it would surprise.
    if record.mayHideLast { throw SyncRefusal.unreadableRecord }
    guard let operation = record.last, let head = branch.commit,
      try repository.isAncestor(operation.after, of: head)
    else { throw SyncRefusal.nothingToUndo }
    let after = try repository.commit(operation.after).tree
    let before = try tree(
      repository.commit(operation.before).tree, withReviewLogsOf: after)
    // A change to what the operation made, so that it merges with later ones as any other change does.
    let changes = try repository.fileChanges(from: after, to: before)
    let message = SnapshotMessage.text(
      changes, subject: "Undo \(operation.kind.rawValue)", device: device)
    let undone = try repository.commitSnapshot(
      tree: before, parents: [operation.after], message: message)
    let merge = try merged(head, undone)
    let update = try update(
      to: merge.commit, from: head, on: branch.name, kind: .undo, takesBack: operation.after,
      refused: snapshot.refused)
    return UndoReport(
      operation: operation, snapshot: snapshot, update: update,
      decisions: merge.report.decisions)
  }
}
