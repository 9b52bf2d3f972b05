import Exchange
import Files
import Git
import History
import Layout
import Merge
import Notes
import Settings
import Sync
import WorkTrees

/// The reason why a vault's history cannot be used.
package enum HistoryError: Error, Equatable, Sendable {
  /// The vault lies in no git repository.
  case noRepository(DiskPath)
  /// The folder was not made a vault: it has no `.zib`.
  case notAVault(DiskPath)
  /// The folder's `.zib` is missing, and the last commit, or one before it, has it.
  case settingsMissing(DiskPath)
  /// The git program is needed for this, and is not on the `PATH`.
  case noProgram(String)
  /// There is no remote of that name; `known` has the existing ones.
  case noSuchRemote(String, known: [String])
  /// Several remotes could be meant.
  case severalRemotes([String])
  /// The folder to clone into is there and holds something.
  case folderNotEmpty(DiskPath)
  /// The folder to clone into has the rest of an interrupted clone.
  case cloneStopped(DiskPath)
}

/// The history of a vault: its repository, and its folder as syncing changes it.
package final class VaultHistory {
  package let repository: Git.Repository
  package let workTree: DiskWorkTree
  /// The git program, or nil if there is none on the `PATH`.
  package let git: GitProgram?
  private let environment: Environment

  /// The deleted notes, as they were found before.
  let deletionFile: DeletionFile

  /// The rules by which a snapshot holds new files back.
  package var holding = HoldRules()

  /// Refuses a change of notes while settings cannot be read; see ``Vault/requireSettings()``.
  package let requireSettings: () throws(ConfigurationError) -> Void

  /// The vault in the repository; its root for the whole of it.
  package var scope: TreePath { workTree.scope }

  /// Opens the repository that a vault lies in.
  ///
  /// - Throws: `HistoryError.noRepository`, `SyncRefusal` for a bare one, `GitError`.
  package init(of vault: Vault) throws {
    guard let place = RepositoryPlace.holding(vault.root) else {
      throw HistoryError.noRepository(vault.root)
    }
    environment = vault.environment
    git = vault.environment.git
    requireSettings = vault.requireSettings
    deletionFile = DeletionFile(of: vault)
    do {
      repository = try Git.Repository.open(at: place.root.bytes)
    } catch let error as GitError where error.kind == .notFound {
      throw HistoryError.noRepository(vault.root)
    }
    repository.program = git
    repository.isInteractive = vault.environment.mayAsk
    guard let bytes = repository.workTree, let root = DiskPath.real(DiskPath(bytes: bytes)) else {
      throw SyncRefusal.obstacle(.bareRepository)
    }
    holding.largestFile = vault.configuration.largestFile
    holding.isExport = VaultArchive.isMarked
    workTree = DiskWorkTree(
      root: root, gitFolder: DiskPath(bytes: repository.gitFolder),
      scope: TreePath(bytes: root.relative(vault.root) ?? []),
      options: try WorkTreeOptions(repository, environment: vault.environment),
      content: try WorkTreeContent(repository, git))
  }

  /// The repository's path of something in the vault.
  package func treePath(_ path: NotePath) -> TreePath { scope.appending(path.bytes) }

  /// The tracked copies of the vault's files that wait for a person, sorted.
  package func conflictCopies() throws -> [TreePath] {
    try repository.stagedEntries().map(\.path).filter {
      $0.isInside(scope) && ConflictCopy($0) != nil
    }
  }

  /// The tracked copies that merges made outside of the vault, in the rest of its repository, sorted.
  package func conflictCopiesOutside() throws -> [TreePath] {
    if scope == .root { return [] }
    return try repository.stagedEntries().map(\.path).filter {
      !$0.isInside(scope) && ConflictCopyName.isCopy($0)
    }
  }

  /// A session for syncing.
  package func session(_ transport: (any Transport)? = nil, in zone: Zone) -> SyncSession {
    var session = SyncSession(
      repository: repository, workTree: workTree, transport: transport, scope: scope,
      device: DeviceName.current
    ) { [environment] in
      let milliseconds = environment.now
      return CommitTime(
        seconds: milliseconds / 1_000, offset: zone.secondsEast(milliseconds) / 60)
    }
    session.holding = holding
    session.lacksRoom = { error in
      (error as? SystemError)?.isFull ?? (error as? GitError)?.tellsOfFullDisk ?? false
    }
    return session
  }

  /// The nearest folder, from the vault's own up to the repository's, whose `.zib` the last commit has.
  func folderWithSettings() throws -> DiskPath? {
    guard let head = try repository.head().commit, let tree = try tree(of: head) else { return nil }
    var folder = scope
    while true {
      if try repository.version(at: folder.appending(Array(".zib".utf8)), in: tree)?.mode == .folder
      {
        return folder == .root ? workTree.root : workTree.root.appending(bytes: folder.bytes)
      }
      if folder == .root { return nil }
      folder = folder.folder
    }
  }

  /// The newest commit with the vault's own `.zib`: the last one, or one before it; nil if none of the last
  /// thousands has it.
  package func lastCommitWithSettings() throws -> ObjectID? {
    guard let head = try repository.head().commit else { return nil }
    let own = scope.appending(OwnFiles.folder)
    var open: [(id: ObjectID, commit: Commit)] = [(head, try repository.commit(head))]
    var seen: Set<ObjectID> = [head]
    while let next = open.popLast() {
      if try repository.version(at: own, in: next.commit.tree)?.mode == .folder { return next.id }
      for parent in next.commit.parents
      where seen.count < Self.manyCommits && seen.insert(parent).inserted {
        // In a shallow clone the history ends somewhere.
        do { open.append((parent, try repository.commit(parent))) } catch is MissingObject {}
      }
      open.sort { $0.commit.committer.seconds < $1.commit.committer.seconds }
    }
    return nil
  }

  private static var manyCommits: Int { 4_000 }
}

extension NotePath {
  /// The vault's path for a path of its repository, or nil for one outside of the vault.
  package init?(_ path: TreePath, in scope: TreePath) {
    guard path.isInside(scope) else { return nil }
    self.init(bytes: Array(path.bytes[(scope.bytes.isEmpty ? 0 : scope.bytes.count + 1)...]))
  }
}
