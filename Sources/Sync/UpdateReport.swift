import History
import Merge

/// The result of an update of the folder, beside the files that it was asked to write.
package struct UpdateReport: Equatable, Sendable {
  /// The operation of the update; nil if nothing was updated.
  package var kind: OperationKind?
  /// The branch's commit.
  package var commit: ObjectID?
  /// Changes made to the folder, sorted by path.
  package var changes: [FileChange] = []
  /// Files that a person edited while the folder was updated; the edits are merged. Sorted.
  package var edits: [TreePath] = []
  /// The decisions of the merges of those edits.
  package var decisions: [MergeDecision] = []
  /// Files that a person deleted in the meantime and that came back, because the other side had
  /// edited them; sorted.
  package var restored: [TreePath] = []
  /// The new names of files that this device keeps to itself, and whose names incoming files took;
  /// sorted.
  package var setAside: [TreePath] = []
  /// Paths that an incoming `.gitignore` no longer ignores, and this device still ignores; folders
  /// with a slash at the end; sorted.
  package var stillIgnored: [TreePath] = []

  package init() {}

  /// The files that hold the edits now. A file renamed during the update counts under its new name. For a deleted file
  /// whose text changed, these are all files that came.
  package var edited: [TreePath] {
    let deleted = Set(edits).intersection(changes.deletedPaths)
    var places = Set(edits).subtracting(deleted)
    for change in changes {
      if case .moved(let source) = change.kind, places.remove(source) != nil {
        places.insert(change.path)
      } else if change.kind != .deleted, !deleted.isEmpty {
        places.insert(change.path)
      }
    }
    return places.sorted()
  }
}
