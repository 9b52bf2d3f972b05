import Objects

/// Why nothing was done; each has one next command, and what was there before still is.
package enum SyncRefusal: Error, Equatable, Sendable {
  /// Something is in progress that a person began.
  case obstacle(Obstacle)
  /// No branch is checked out, so that a snapshot would soon be lost.
  case detachedHead(ObjectID)
  /// The remote's branch and this one have no commit in common.
  case unrelatedHistories(local: ObjectID, remote: ObjectID)
  /// The history is cut off here (a shallow or partial clone, or a damaged repository) where it is needed.
  case historyMissing(ObjectID)
  /// More would be deleted than is deleted without asking.
  case deletionsNotConfirmed(Deletions)
  /// Files outside of the vault that a merge would change have changes that are not committed.
  case outsideEdited([TreePath])
  /// Files outside of the vault that both sides changed.
  case outsideConflict([TreePath])
  /// Submodules that both sides changed.
  case submoduleConflict([TreePath])
  /// What stands where files are to be written and cannot be read or moved; sorted by path.
  case inTheWay([PathInTheWay])
  /// Files that are written to again and again while they are looked at.
  case unsettled([TreePath])
  /// The note of an update under way cannot be read: it is damaged, or of a later version.
  case unreadableJournal
  /// Other programs moved the branch again and again.
  case branchKeepsMoving(String)
  /// What was done last cannot be told: its record is damaged, or of a later version.
  case unreadableRecord
  /// Nothing that was done can be taken back.
  case nothingToUndo
}

/// Something that stands where a file is to be written.
package struct PathInTheWay: Equatable, Sendable {
  /// What it is.
  package enum Kind: Equatable, Sendable {
    /// A folder with nothing in it that a snapshot takes.
    case folder
    case refused(RefusedFile)
  }

  package let path: TreePath
  package let kind: Kind

  package init(_ path: TreePath, _ kind: Kind) {
    self.path = path
    self.kind = kind
  }
}
