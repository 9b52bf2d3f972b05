import Files
import Git
import History
import Notes
import PastNotes
import Sync
import WorkTrees

/// The options of a sync of a vault.
package struct SyncRequest {
  /// The remote's name; nil for the one that the branch follows.
  package var remote: String?
  /// The first line of the snapshot.
  package var message: String?
  /// New files, and folders of them, that are taken although they would be held back; nil for the whole vault.
  package var including: [NotePath?] = []
  package var isDryRun = false
  /// Another branch of the remote whose notes are to be merged as well: `master`.
  package var joinedBranch: String?
  /// Joins histories that have no commit in common.
  package var joinsUnrelated = false
  /// The idle timeout of the remote in seconds; nil for the default.
  package var timeout: Int?
  /// Keeps files that other devices deleted, few or many.
  package var keepsDeleted = false
  /// Asked if many files would be deleted.
  package var confirm: (Deletions) throws -> Bool = { _ in false }
  /// Told each step as it begins.
  package var progress: (SyncStep) -> Void = { _ in }
  /// Called with each line of git's output while it fetches and pushes.
  package var transportLine: (String) -> Void = { _ in }
  /// Called if there is no git program, so that libgit2 is used: for paths, and http without
  /// passwords.
  package var withoutProgram: () -> Void = {}
  /// Called if another zib is writing.
  package var waiting: (Int32?) -> Void = { _ in }
  /// Called if another zib is syncing.
  package var waitingForSync: (Int32?) -> Void = { _ in }
  /// Called again and again while the remote is waited for; the vault's lock is free.
  package var whileWaiting: (() -> Void)?

  package init() {}
}

/// The result of a sync of a vault.
package struct VaultSync: Sendable {
  package let report: SyncReport
  /// The remote and branch; nil if there is no remote yet.
  package let place: RemotePlace?
  /// The remote's address for pushing, where it is another than that for fetching; without a password.
  package let pushAddress: String?
  /// Copies of notes that wait for a person, in the repository, sorted.
  package let conflicts: [TreePath]
  /// Copies that merges made outside of the vault, in the rest of its repository, sorted.
  package let conflictsOutside: [TreePath]
  /// Submodules that are checked out at another commit than the staging index has, sorted.
  package let movedSubmodules: [TreePath]
  /// Submodules that are not checked out and whose folders hold something, sorted.
  package let submodulesHoldingFiles: [TreePath]
  /// Of files that one side deleted and the other edited: the file that got at least half of the lines, by the deleted
  /// path. The file was perhaps moved or joined there.
  package let perhapsMoved: [TreePath: TreePath]
  /// The vault in its repository, of which the report has the paths.
  package let scope: TreePath
}

extension Vault {
  /// Brings the vault in step with a remote.
  ///
  /// While the remote is waited for, the vault's lock is free: other commands go on.
  /// - Throws: `HistoryError`, `SyncRefusal`, `HookRefused`, `NoIdentity`, `GitError`, `SystemError`,
  ///   `VaultLock.Failure`, `SyncUnderWay`.
  package func sync(_ request: SyncRequest) throws -> VaultSync {
    let history = try history()
    history.repository.bringsMissing = true
    let locks = try DiskSyncLocks(
      in: Self.lockFolder(in: DiskPath(bytes: history.repository.commonFolder)),
      waiting: request.waiting, waitingForSync: request.waitingForSync)
    try requireConsent(in: history)
    if !request.isDryRun { try settleIdentity(in: history) }
    try locks.lock()
    if let place = RepositoryPlace.holding(root) {
      TemporaryExclusion.ensure(in: place)
      UnfinishedObjects.clear(in: place)
    }
    history.include(request.including)
    if !request.isDryRun { try history.stopIgnoring(request.including) }
    var place = try history.remotePlace(named: request.remote)
    let transport =
      place == nil ? nil : history.transport(request, timeout: request.timeout ?? timeout)
    var options = SyncOptions(remote: place?.remote)
    options.branch = place?.branch
    options.isFollowed = place?.isUpstream ?? false
    let pushAddress = try history.repository.remotes().first { $0.name == place?.remote }?
      .shownPushURL
    options.pushesElsewhere = pushAddress != nil
    options.followedElsewhere = try history.branchesFollowed(
      at: place?.remote, except: place?.branch)
    options.joinedBranch = request.joinedBranch.map { RemotePlace.prefix + $0 }
    options.message = request.message
    options.isDryRun = request.isDryRun
    options.joinsUnrelated = request.joinsUnrelated
    options.keepsDeleted = request.keepsDeleted
    options.confirm = request.confirm
    options.progress = request.progress
    var session = history.session(transport, in: .system)
    session.locks = locks
    let report = try session.sync(options)
    if let known = place, let branch = report.remoteBranch {
      let found = RemotePlace(
        remote: known.remote, branch: branch,
        isUpstream: known.isUpstream && known.branch == branch)
      if !found.isUpstream, report.outcome == .inStep, report.head != nil,
        let local = report.localBranch, try history.isUsual(known.remote)
      {
        try history.follow(found, from: local)
      }
      place = found
    }
    return VaultSync(
      report: report, place: place, pushAddress: pushAddress,
      conflicts: try history.conflictCopies(),
      conflictsOutside: try history.conflictCopiesOutside(),
      movedSubmodules: try history.movedSubmodules(),
      submodulesHoldingFiles: try history.submodulesHoldingFiles(),
      perhapsMoved: try history.perhapsMoved(report), scope: history.scope)
  }
}

extension Vault {
  /// The timeout in seconds, or nil if it is not set.
  private var timeout: Int? {
    configuration.isSet("sync.timeout") ? configuration.number("sync.timeout") : nil
  }
}

extension VaultHistory {
  /// The git program, or without one libgit2: for paths, and http without passwords.
  fileprivate func transport(_ request: SyncRequest, timeout: Int?) -> any Transport {
    guard let git else {
      request.withoutProgram()
      return LibraryTransport(repository)
    }
    return GitTransport(
      git, folder: workTree.root.bytes, gitFolder: repository.commonFolder,
      isInteractive: repository.isInteractive, timeout: timeout,
      onProgress: request.transportLine, whileWaiting: request.whileWaiting)
  }

  /// The branches of a remote that local branches follow.
  fileprivate func branchesFollowed(at remote: String?, except own: String?) throws -> Set<String> {
    var branches: Set<String> = []
    for (name, _) in try repository.references(RemotePlace.prefix) {
      guard let upstream = try repository.upstream(of: name), upstream.remote == remote else {
        continue
      }
      if upstream.branch != own { branches.insert(upstream.branch) }
    }
    return branches
  }

  /// The files in which those may be that were kept because the other side deleted them.
  fileprivate func perhapsMoved(_ report: SyncReport) throws -> [TreePath: TreePath] {
    let kept = report.editsOverDeletions
    guard !kept.isEmpty, let head = report.head, let tree = try tree(of: head) else { return [:] }
    func lines(_ path: TreePath, in tree: ObjectID?) throws -> Set<[UInt8]>? {
      guard let tree, let version = try repository.version(at: path, in: tree), version.mode.isFile,
        try repository.size(ofBlob: version.id) <= Self.longestCompared
      else { return nil }
      // Many notes have `---` and empty lines.
      return Set(
        try repository.blob(version.id).split(separator: 0x0A).map(Self.withoutFolders)
          .filter { $0.count > 3 })
    }
    let changes = report.came + report.went
    let new = Set(changes.filter { $0.kind == .added }.map(\.path))
    let edited = Set(changes.filter { $0.kind == .edited }.map(\.path)).subtracting(new)
    let parents = try repository.commit(head).parents
    /// The lines of a file; of one that was there before, those that only one side has brought, as a join does.
    func brought(_ path: TreePath) throws -> Set<[UInt8]>? {
      guard let now = try lines(path, in: tree) else { return nil }
      if !edited.contains(path) { return now }
      var before = now
      for parent in parents {
        before.formIntersection(try lines(path, in: self.tree(of: parent)) ?? [])
      }
      return parents.count == 2 ? now.subtracting(before) : []
    }
    var moved: [TreePath: TreePath] = [:]
    for path in kept {
      guard let own = try lines(path, in: tree) else { continue }
      // Half of its lines; one line alone may be in any two notes.
      var most = max(1, (own.count - 1) / 2)
      // The deletion of a file with an edit that waited came earlier.
      let earlier = report.waited.contains(path) ? try added(besideDeletionOf: path, head) : []
      for candidate in new.union(earlier).union(edited).subtracting(kept).sorted() {
        guard let count = try brought(candidate)?.intersection(own).count, count > most else {
          continue
        }
        (moved[path], most) = (candidate, count)
      }
    }
    return moved
  }

  /// A line without the folders in which its links lead, which a move of the note or of a folder changes.
  private static func withoutFolders(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var rest = line
    var kept: [UInt8] = []
    while let byte = rest.popFirst() {
      kept.append(byte)
      let pair = [byte, rest.first ?? 0]
      let ends: [UInt8]
      if pair.elementsEqual("](".utf8) {
        ends = Array(")".utf8)
      } else if pair.elementsEqual("[[".utf8) {
        ends = Array("]|".utf8)
      } else {
        continue
      }
      kept.append(rest.removeFirst())
      guard let end = rest.firstIndex(where: ends.contains) else { continue }
      let target = rest[..<end]
      kept += target[(target.lastIndex(of: 0x2F).map { $0 + 1 } ?? target.startIndex)...]
      rest = rest[end...]
    }
    return kept
  }

  /// The files that came with the newest deletion of a file, by a commit or one before it.
  private func added(
    besideDeletionOf path: TreePath, _ head: ObjectID
  ) throws -> [TreePath] {
    var open = NewestFirst<Commit>()
    var seen: Set<ObjectID> = []
    func add(_ id: ObjectID) throws {
      guard seen.count < Self.manyCommitsBack, seen.insert(id).inserted else { return }
      do {
        let commit = try repository.commit(id)
        open.push(id, seconds: commit.committer.seconds, commit)
      } catch is MissingObject {}  // A shallow clone ends here.
    }
    try add(head)
    while let (_, commit) = open.pop() {
      for parent in commit.parents { try add(parent) }
      guard commit.parents.count == 1, let old = try tree(of: commit.parents[0]),
        try repository.version(at: path, in: old) != nil,
        try repository.version(at: path, in: commit.tree) == nil
      else { continue }
      return try repository.fileChanges(from: old, to: commit.tree).filter {
        $0.kind != .edited && $0.kind != .deleted
      }.map(\.path)
    }
    return []
  }

  /// The commits in which a deletion is looked for.
  private static var manyCommitsBack: Int { 500 }

  /// Longer files are not compared by their lines, in bytes.
  private static var longestCompared: Int64 { 1_000_000 }

  /// True if a sync without a name goes to this remote, or to none; another one was meant this once.
  fileprivate func isUsual(_ remote: String) throws -> Bool {
    do {
      return try remotePlace(named: nil).map { $0.remote == remote } ?? true
    } catch HistoryError.severalRemotes {
      return true
    }
  }

  /// Lets a branch follow a remote's in git's settings, as `git push -u` does, so that plain git and the next sync
  /// know where it goes.
  fileprivate func follow(_ place: RemotePlace, from branch: String) throws {
    guard let git else { return }
    let name = branch.dropFirst(RemotePlace.prefix.count)
    let folder = workTree.root.bytes
    let gitFolder = repository.commonFolder
    try git.set("branch.\(name).remote", to: place.remote, in: folder, gitFolder: gitFolder)
    try git.set("branch.\(name).merge", to: place.branch, in: folder, gitFolder: gitFolder)
  }
}
