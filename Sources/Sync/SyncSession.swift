import History
import Merge

/// One device while it works on its vault: the repository, the folder and the way to the remotes.
///
/// Whoever makes one holds the vault's lock as long as it is used, except for a sync with `locks`, which takes and
/// gives back the lock by itself. Each use case that writes calls `recover()` first, and is an extension of its own.
package struct SyncSession {
  package let repository: any SyncRepository
  package let workTree: any WorkTree
  /// The transport, or nil if nothing is fetched or pushed.
  package let transport: (any Transport)?
  /// The vault's path in the repository; snapshots take only files in it.
  package let scope: TreePath
  /// The device's name, for the trailer of snapshots.
  package let device: String
  /// The present time, for the record of operations.
  package let now: () -> CommitTime
  /// The rules by which a snapshot holds new files back.
  package var holding = HoldRules()
  /// The locks that `sync` takes and gives back; nil if the caller holds the vault's lock all the time.
  package var locks: (any SyncLocks)?
  /// True for an error that says that a disk is full: what an update has done to the folder is then taken back.
  package var lacksRoom: (any Error) -> Bool = { _ in false }
  /// Merges the trees of two commits, in a scope and over their merge bases.
  ///
  /// Tests put wrong merges here, to see that they detect them.
  package var mergingTrees = {
    (
      store: any ObjectStore, scope: TreePath, left: ObjectID, right: ObjectID, bases: [ObjectID]
    ) throws -> MergedTree in
    try TreeMerge(store: store, scope: scope).merge(left, right, bases: bases)
  }

  package init(
    repository: any SyncRepository, workTree: any WorkTree, transport: (any Transport)? = nil,
    scope: TreePath = .root, device: String, now: @escaping () -> CommitTime
  ) {
    self.repository = repository
    self.workTree = workTree
    self.transport = transport
    self.scope = scope
    self.device = device
    self.now = now
  }

  /// The number of attempts of a step that another program interferes with.
  static let attempts = 5

  /// The branch that the work tree is on, with its commit, if everything may be written to.
  ///
  /// - Throws: `SyncRefusal`.
  func writableBranch() throws -> (name: String, commit: ObjectID?) {
    if let obstacle = try repository.obstacle() { throw SyncRefusal.obstacle(obstacle) }
    switch try repository.head() {
    case .branch(let name, let commit): return (name, commit)
    case .detached(let commit): throw SyncRefusal.detachedHead(commit)
    }
  }

  /// A commit's tree, or nil for no commit.
  func tree(of commit: ObjectID?) throws -> ObjectID? {
    try commit.map { try repository.commit($0).tree }
  }

  /// True for a path in the vault.
  func isInScope(_ path: TreePath) -> Bool { path.isInside(scope) }
}
