import Objects

/// What a snapshot took.
package struct SnapshotReport: Equatable, Sendable {
  /// The new commit, nothing where nothing had changed.
  package var commit: ObjectID?
  /// The commit of what stood in the staging index alone.
  package var stagedCommit: ObjectID?
  /// What happened to the files since the last commit, sorted by path.
  package var changes: [FileChange] = []
  /// Files that were not taken, and stay as the last commit has them; sorted by path.
  package var refused: [FileRefused] = []
  /// Those of them of which the last commit has an older version; sorted.
  package var outdated: [TreePath] = []
  /// Files that wait for a person's decision and stay as the last commit has them, sorted by path.
  package var heldBack: [HeldBack] = []
  /// New files that would have been held back and that the person wanted to be taken; sorted.
  package var included: [TreePath] = []
  /// Tracked files that were changed and are above the limit for new ones, with their sizes in bytes; sorted by path.
  package var oversized: [OversizedFile] = []
  /// Files that were being written all the time; the next snapshot takes them. Sorted.
  package var unsettled: [TreePath] = []

  /// Copies of what hidden files of a sync that was stopped held, where its journal was gone; sorted.
  package var rescued: [TreePath] = []

  package init() {}
}

/// A tracked file that is larger than new files may be.
package struct OversizedFile: Hashable, Sendable {
  package let path: TreePath
  /// In bytes.
  package let size: Int64
}
