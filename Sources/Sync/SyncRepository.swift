import Objects

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
  func commitPast(tree: ObjectID, parents: [ObjectID], message: String, at time: SyncTime) throws
    -> ObjectID
  /// Reports that the branch has moved to a snapshot: runs the hook `post-commit`.
  ///
  /// A failure of the hook does not undo the snapshot.
  func didCommitSnapshot()
}

extension SyncRepository {
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

/// A path at which the staging index and a commit differ; nil for the one that lacks the path.
package struct StagedDifference: Hashable, Sendable {
  package let committed: FileVersion?
  package let staged: FileVersion?

  package init(committed: FileVersion?, staged: FileVersion?) {
    self.committed = committed
    self.staged = staged
  }
}

/// The branch or commit of a repository's work tree.
package enum Head: Equatable, Sendable {
  /// On a branch (`refs/heads/main`); the commit is nil if it has none yet.
  case branch(String, ObjectID?)
  case detached(ObjectID)

  /// The commit, or nil if there is none yet.
  package var commit: ObjectID? {
    switch self {
    case .branch(_, let commit): commit
    case .detached(let commit): commit
    }
  }
}

/// A ref that has moved since it was seen.
package struct ReferenceMoved: Error, Equatable, Sendable {
  package let name: String

  package init(name: String) { self.name = name }
}

/// The states in which `zib` does not write to a repository; each has one next command.
package enum Obstacle: Hashable, Sendable {
  case mergeInProgress, rebaseInProgress, cherryPickInProgress, revertInProgress, bisectInProgress
  case mailboxInProgress
  /// Entries of the staging index that a merge left unresolved, without a merge in progress.
  case unmergedPaths([TreePath])
  /// Another git holds the staging index, or died holding it.
  case indexLocked
  case bareRepository
  /// A format that is not read here (a split staging index, …): a sentence with its name and, if there is one, the
  /// command that makes another of it.
  case unsupported(String)
}

/// A file in the staging index.
package struct StagedEntry: Hashable, Sendable {
  package var version: FileVersion
  /// The file's stamp when it was last known to hold this version; with nil, git compares the
  /// bytes.
  ///
  /// Read from the staging index it has git's precision (times in 32 bits of seconds, size and
  /// inode cut to 32 bits), and is nil if the file was changed no earlier than the index was
  /// written (racily clean).
  package var stamp: WorkStamp?
  /// `git update-index --skip-worktree`, as a sparse checkout has it: the file is meant not to be there.
  package var isSkipped: Bool
  /// True for an entry of `git add --intent-to-add`, which has no version yet.
  package var isIntent: Bool

  package let path: TreePath

  package init(
    path: TreePath, version: FileVersion, stamp: WorkStamp?, isSkipped: Bool = false,
    isIntent: Bool = false
  ) {
    self.path = path
    self.version = version
    self.stamp = stamp
    self.isSkipped = isSkipped
    self.isIntent = isIntent
  }
}

/// The facts of a file from the file system that suffice to notice a change.
package struct WorkStamp: Hashable, Sendable {
  /// Nanoseconds since 1970.
  package var modified: Int64
  /// Nanoseconds since 1970, of the last change of the inode.
  package var changed: Int64
  package var size: UInt64
  package var inode: UInt64
  package var device: UInt64
  package var owner: UInt32
  package var group: UInt32

  package init(
    modified: Int64, changed: Int64, size: UInt64, inode: UInt64, device: UInt64 = 0,
    owner: UInt32 = 0, group: UInt32 = 0
  ) {
    self.modified = modified
    self.changed = changed
    self.size = size
    self.inode = inode
    self.device = device
    self.owner = owner
    self.group = group
  }
}
