import Files
import Git
import History
import PastNotes
import Sync
import WorkTrees

extension Vault {
  /// Ends a merge that plain git has left half-way, and keeps the person's typed and staged
  /// changes.
  ///
  /// - Throws: `AdoptRefusal`, `HistoryError`, `SyncRefusal`, `HookRefused`, `NoIdentity`, `GitError`.
  package func adoptMerge(waiting: (Int32?) -> Void = { _ in }) throws -> (
    report: AdoptReport, scope: TreePath
  ) {
    try withHistory(waiting: waiting) { history in
      let report = try history.session(in: .system).adopt(history.repository) { head, other in
        try history.mergeOfGit(head, other)
      }
      return (report, history.scope)
    }
  }
}

extension VaultHistory {
  /// The tree that git makes of a merge, with markers; nil without a git of 2.38 or later.
  fileprivate func mergeOfGit(_ head: ObjectID, _ other: ObjectID) throws -> ObjectID? {
    guard let git else { return nil }
    let result = try git.run(
      ["merge-tree", "--write-tree", "--no-messages", head.hex, other.hex],
      in: workTree.root.bytes)
    guard let line = result.text.split(separator: "\n").first else { return nil }
    return ObjectID(hex: line)
  }
}
