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
  /// Files that were being written all the time; the next snapshot takes them. Sorted.
  package var unsettled: [TreePath] = []

  package init() {}
}
