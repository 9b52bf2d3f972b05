import History

/// The reasons to refuse an operation before it changes anything; each has one next command.
package enum SyncRefusal: Error, Equatable, Sendable {
  /// Something is in progress that a person began.
  case obstacle(Obstacle)
  /// No branch is checked out, so that a snapshot would soon be lost.
  case detachedHead(ObjectID)
  /// The remote's branch and this one have no commit in common; the branch is named where it is not the one that is
  /// followed.
  case unrelatedHistories(local: ObjectID, remote: ObjectID, branch: String? = nil)
  /// The remote has no branch of that name; these it has.
  case noSuchBranch(String, of: String, known: [String])
  /// A commit of the remote's branch cannot be read; with the reason.
  case unreadableBranch(String, of: String, reason: String)
  /// The history is cut off here (a shallow or partial clone, or a damaged repository) where it is needed.
  case historyMissing(ObjectID)
  /// More would be deleted than is deleted without asking.
  case deletionsNotConfirmed(Deletions)
  /// Files outside of the vault that a merge would change have changes that are not committed.
  case outsideEdited([TreePath])
  /// Files that are written to again and again while they are looked at.
  case unsettled([TreePath])
  /// The journal of an update cannot be read, and the older `zib` that wrote it may have moved the branch already; where
  /// the branch was before, if that can be read.
  case unreadableJournal(before: ObjectID?)
  /// Another branch was checked out while the remote was waited for.
  case branchChanged(from: String, to: String)
  /// Other programs moved the branch again and again.
  case branchKeepsMoving(String)
  /// The record of operations is damaged.
  case unreadableRecord
  /// A newer version of `zib` did something last, of a kind that is not known here.
  case newerRecord
  /// There is no operation to take back.
  case nothingToUndo
}
