import Objects

/// The repository as syncing needs it: objects, refs, the staging index, and what forbids writing.
///
/// `Git` gives the real one; the simulator has one in memory.
package protocol SyncRepository: ObjectStore {
  /// Where the work tree stands.
  func head() throws -> Head
  /// The commit that a ref (`refs/heads/main`) leads to, nothing where it is not there.
  func reference(_ name: String) throws -> ObjectID?
  /// The commits that any ref leads to.
  func tips() throws -> [ObjectID]
  /// The refs whose names begin with some text, with the commits that they lead to, sorted by name.
  func references(_ prefix: String) throws -> [(name: String, commit: ObjectID)]
  /// The ref that a symbolic ref (`refs/remotes/origin/HEAD`) leads to; nil where it is not there or holds an id.
  func symbolicTarget(_ name: String) throws -> String?
  /// Moves, makes or (nothing) deletes a ref if it still is where it was seen.
  ///
  /// The reflog says why; a ref is on the disk when this returns.
  /// - Throws: `ReferenceMoved` where another program moved it meanwhile.
  func setReference(
    _ name: String, from old: ObjectID?, to new: ObjectID?, because reason: String) throws
  /// The best common ancestors of two commits: none for unrelated histories, several for crossed ones; sorted.
  /// - Throws: `MissingObject` where the history ends before they are found (a shallow clone).
  func mergeBases(_ left: ObjectID, _ right: ObjectID) throws -> [ObjectID]
  /// True where the first commit is the second or an ancestor of it.
  func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws -> Bool
  /// The id that a blob of these bytes has; nothing is written.
  func id(ofBlob bytes: [UInt8]) throws -> ObjectID
  /// How many bytes a blob has, without reading them where that can be.
  func size(ofBlob id: ObjectID) throws -> Int64
  /// Forces to the disk all objects that were written.
  func flush() throws

  /// What keeps this repository from being written to, nothing if nothing does.
  func obstacle() throws -> Obstacle?

  /// The staging index: what plain `git add` has recorded, with each file's stamp of that time.
  func stagedEntries() throws -> [StagedEntry]
  /// The files of the staging index that are not as a tree has them, in the whole repository; entries that are only
  /// meant to be added have no version and count as absent.
  ///
  /// - Parameter tree: nothing for an empty one.
  func stagedDifferences(from tree: ObjectID?) throws -> [TreePath: StagedDifference]
  /// Changes entries of the staging index, in one atomic write that is on the disk when this returns; nothing takes
  /// a path out of it.
  ///
  /// What is taken out goes before what is put in, so that a file can take the place of a folder.
  func setStaged(_ entries: [TreePath: StagedEntry?]) throws

  /// Makes a snapshot's commit as the person has set git up: identity, hooks, signature.
  ///
  /// The ref is not moved.
  /// - Throws: `HookRefused`, `HookChangedTree` (the folder is to be looked at again), `NoIdentity`, or what git said
  ///   when it could not sign.
  func commitSnapshot(tree: ObjectID, parents: [ObjectID], message: String) throws -> ObjectID
  /// Makes a commit of what was written at some time in the past: with the person's identity, and no hook or
  /// signature.
  ///
  /// The ref is not moved. The committer's time is not before that of the parents.
  /// - Throws: `NoIdentity`.
  func commitPast(tree: ObjectID, parents: [ObjectID], message: String, at time: SyncTime) throws
    -> ObjectID
  /// Tells those who want to know that the branch has come to a snapshot: the hook `post-commit`.
  ///
  /// Nothing that they do or say keeps the snapshot from being there.
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

/// A path that the staging index and a commit have differently; nothing where one does not have it.
package struct StagedDifference: Hashable, Sendable {
  package let committed: FileVersion?
  package let staged: FileVersion?

  package init(committed: FileVersion?, staged: FileVersion?) {
    self.committed = committed
    self.staged = staged
  }
}

/// Where the work tree of a repository stands.
package enum Head: Equatable, Sendable {
  /// On a branch (`refs/heads/main`); the commit is nothing where it has none yet.
  case branch(String, ObjectID?)
  case detached(ObjectID)

  /// The commit, nothing where there is none yet.
  package var commit: ObjectID? {
    switch self {
    case .branch(_, let commit): commit
    case .detached(let commit): commit
    }
  }
}

/// A ref that is not where it was seen.
package struct ReferenceMoved: Error, Equatable, Sendable {
  package let name: String

  package init(name: String) { self.name = name }
}

/// What keeps a repository from being written to by us; each has one next command.
package enum Obstacle: Hashable, Sendable {
  case mergeInProgress, rebaseInProgress, cherryPickInProgress, revertInProgress, bisectInProgress
  case mailboxInProgress
  /// Entries of the staging index that a merge left unresolved, without a merge in progress.
  case unmergedPaths([TreePath])
  /// Another git holds the staging index, or died holding it.
  case indexLocked
  case bareRepository
  /// A format that is not read here (a split staging index, …): a sentence with its name and, where there is one, the
  /// command that makes another of it.
  case unsupported(String)
}

/// A file in the staging index.
package struct StagedEntry: Hashable, Sendable {
  package var version: FileVersion
  /// The file's stamp when it was last known to hold this version; nothing makes git look at the bytes.
  ///
  /// Read from the staging index it is as git keeps it there (times in 32 bits of seconds, size and inode cut to
  /// 32 bits), and nothing where the file was changed no earlier than the index was written (racily clean).
  package var stamp: WorkStamp?
  /// `git update-index --skip-worktree`, as a sparse checkout has it: the file is meant not to be there.
  package var isSkipped: Bool
  /// `git add --intent-to-add`: there is no version yet.
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

/// What the file system says of a file, enough to notice that it was changed.
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
