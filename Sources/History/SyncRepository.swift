/// The repository as syncing needs it: objects, refs, the staging index, and obstacles to writing.
///
/// `Git` gives the real one; the simulator has one in memory.
package protocol SyncRepository: ObjectStore {
  /// The branch or commit of the work tree.
  func head() throws -> Head
  /// The commit that a ref (`refs/heads/main`) leads to, or nil if there is no such ref.
  func reference(_ name: String) throws -> ObjectID?
  /// The commits that any ref leads to.
  func tips() throws -> [ObjectID]
  /// The refs whose names begin with some text, with the commits that they lead to, sorted by name.
  func references(_ prefix: String) throws -> [(name: String, commit: ObjectID)]
  /// The ref that a symbolic ref (`refs/remotes/origin/HEAD`) leads to; nil if it is not there or holds an id.
  func symbolicTarget(_ name: String) throws -> String?
  /// Moves, creates or (`new` is nil) deletes a ref if it still has the value that was seen.
  ///
  /// The reflog records the reason; a ref is on the disk when this returns.
  /// - Throws: `ReferenceMoved` if another program moved it in between.
  func setReference(
    _ name: String, from old: ObjectID?, to new: ObjectID?, because reason: String) throws
  /// The best common ancestors of two commits: none for unrelated histories, several for crossed ones; sorted.
  /// - Throws: `MissingObject` if the history ends before they are found (a shallow clone).
  func mergeBases(_ left: ObjectID, _ right: ObjectID) throws -> [ObjectID]
  /// True if the first commit is the second or an ancestor of it.
  func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws -> Bool
  /// The id of a blob with these bytes; nothing is written.
  func id(ofBlob bytes: [UInt8]) throws -> ObjectID
  /// The size of a blob in bytes, without reading it if possible.
  func size(ofBlob id: ObjectID) throws -> Int64
  /// Forces to the disk all objects that were written.
  func flush() throws

  /// The reason why this repository must not be written to, or nil if there is none.
  func obstacle() throws -> Obstacle?

  /// True for a sparse checkout, whose folder is meant to lack files of the last commit.
  func isSparse() throws -> Bool

  /// The staging index: the files recorded by plain `git add`, with the stamps of that time.
  func stagedEntries() throws -> [StagedEntry]
  /// The files of the staging index that differ from a tree, in the whole repository; entries of
  /// `git add --intent-to-add` have no version and count as absent.
  ///
  /// - Parameter tree: nil for an empty tree.
  func stagedDifferences(from tree: ObjectID?) throws -> [TreePath: StagedDifference]
  /// Changes entries of the staging index, in one atomic write that is on the disk when this
  /// returns; nil removes a path.
  ///
  /// Removals come before additions, so that a file can take the place of a folder.
  func setStaged(_ entries: [TreePath: StagedEntry?]) throws

  /// Makes a snapshot's commit as the person has set git up: identity, hooks, signature.
  ///
  /// The ref is not moved.
  /// - Throws: `HookRefused`, `HookChangedTree` (the folder must be read again), `NoIdentity`, or
  ///   git's message if it could not sign.
  func commitSnapshot(tree: ObjectID, parents: [ObjectID], message: String) throws -> ObjectID
  /// Makes a commit of files written in the past: with the person's identity, without hooks or a
  /// signature.
  ///
  /// The ref is not moved. The committer's time is not before that of the parents.
  /// - Throws: `NoIdentity`.
  func commitPast(tree: ObjectID, parents: [ObjectID], message: String, at time: CommitTime) throws
    -> ObjectID
  /// Reports that the branch has moved to a snapshot: runs the hook `post-commit`.
  ///
  /// A failure of the hook does not undo the snapshot.
  func didCommitSnapshot()
}

extension SyncRepository {
  package func isSparse() throws -> Bool { false }

  package func didCommitSnapshot() {}

  package func size(ofBlob id: ObjectID) throws -> Int64 { Int64(try blob(id).count) }
}

extension SyncRepository {
  package func stagedDifferences(from tree: ObjectID?) throws -> [TreePath: StagedDifference] {
    var differences: [TreePath: StagedDifference] = [:]
    for entry in try stagedEntries() where !entry.isIntent {
      differences[entry.path] = StagedDifference(committed: nil, staged: entry.version)
    }
    guard let tree else { return differences }
    try forEachFile(in: tree) { path, version in
      let staged = differences[path]?.staged
      differences[path] =
        staged == version ? nil : StagedDifference(committed: version, staged: staged)
    }
    return differences
  }
}

/// A repository in which plain git may have left a merge half-way.
package protocol HalfMergedRepository: SyncRepository {
  /// The commits that are being merged into the branch; none if no merge is in progress.
  func mergeHeads() throws -> [ObjectID]
  /// Paths that the merge left unresolved in the staging index, sorted.
  func unmergedPaths() throws -> [TreePath]
  /// Forgets that a merge is in progress, and then takes the unresolved paths out of the staging index.
  func endMerge() throws
}
