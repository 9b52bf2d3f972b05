import Files
import Git
import History
import Indexing
import PastNotes
import Sync
import WorkTrees

/// The files of a vault in the tree of a snapshot, and the versions that a change gives them.
struct TreeFiles {
  let history: VaultHistory
  private let tree: ObjectID?
  /// The files of which the folder alone has an edit.
  private let edits: [TreePath: TreePath]
  /// The files of which the history alone has a version.
  private let waiting: Set<TreePath>
  /// The folders that are repositories of their own.
  private let repositories: [TreePath]

  init(
    _ history: VaultHistory, _ tree: ObjectID?, _ session: SyncSession, _ snapshot: SnapshotReport
  ) throws {
    self.history = history
    self.tree = tree
    edits = try session.editsHeldBack(snapshot)
    waiting = try Set(session.unwritten().map(\.path))
    repositories = snapshot.refused.filter { $0.reason == .nestedRepository }.map(\.path)
  }

  func version(at place: TreePath) throws -> FileVersion? {
    try tree.flatMap { try history.repository.version(at: place, in: $0) }
  }

  func waits(_ place: TreePath) -> Bool { waiting.contains(place) }

  /// Refuses a file that is not the same in the folder and in the history.
  func check(_ path: NotePath) throws(MoveRefusal) {
    let place = history.treePath(path)
    if edits[place] != nil { throw .heldBack(path) }
    if waiting.contains(place) { throw .waits(path) }
  }

  /// The bytes of a file.
  ///
  /// - Throws: `MoveRefusal.heldBack` if the history does not have it, or not as the folder does;
  ///   `.waits`; errors of the repository.
  func read(_ path: NotePath) throws -> [UInt8] {
    try check(path)
    return try committedText(path)
  }

  /// The bytes of a file in the history, whatever the folder has.
  ///
  /// - Throws: `MoveRefusal.heldBack` or `.otherRepository` if the history does not have it; errors of the repository.
  func committedText(_ path: NotePath) throws -> [UInt8] {
    guard let version = try version(at: history.treePath(path)) else { throw untracked(path) }
    return try history.repository.blob(version.id)
  }

  /// The reason why the history lacks a file of the folder.
  func untracked(_ path: NotePath) -> MoveRefusal {
    let place = history.treePath(path)
    if repositories.contains(where: { place.isInside($0) }) { return .otherRepository(path) }
    return isIgnored(path) ? .ignored(path) : .heldBack(path)
  }

  /// True for a file that is in the folder and that git ignores.
  func isIgnored(_ path: NotePath) -> Bool {
    let place = history.treePath(path)
    return history.workTree.ignores(place) && (try? history.workTree.kind(of: place)) == .file
  }

  /// More ignored files and folders are not looked at.
  private static let mostIgnored = 5_000

  /// The notes in the folder that git ignores, sorted.
  func ignoredNotes() throws -> [NotePath] {
    try history.workTree.ignoredFiles(most: Self.mostIgnored).compactMap { place in
      NotePath(place, in: history.scope).flatMap { $0.isMarkdown ? $0 : nil }
    }
  }

  // MARK: New places

  /// Refuses a path that belongs to a file of the history that is missing here, that is hidden from zib or git, that is
  /// in another repository, or that is in a read-only folder.
  ///
  /// - Parameter source: the file or folder that gets the place; nil for a new file.
  /// - Throws: `MoveRefusal`, errors of the repository.
  func checkFree(_ path: NotePath, from source: NotePath? = nil, in vault: Vault) throws {
    let source = source.map(history.treePath)
    let staged = try history.repository.stagedEntries().lazy.map(\.path).filter { file in
      source.map { file != $0 && !file.isInside($0) } ?? true
    }
    let taken = try MoveDestination(history.treePath(path)).taken(by: staged) {
      try version(at: $0) != nil
    }
    if let taken {
      let path = NotePath(taken, in: history.scope) ?? path
      throw waits(taken) ? MoveRefusal.waits(path) : .taken(path)
    }
    if unseen([path], in: vault).contains(path) { throw MoveRefusal.leftOut(path) }
    try checkOutsideRepositories(path, in: vault)
    if !vault.folder.canWrite(besides: path) { throw MoveRefusal.folderReadOnly(path) }
  }

  /// Those of some paths at which zib or git sees no file.
  func unseen(_ paths: [NotePath], in vault: Vault) -> Set<NotePath> {
    let named = history.workTree.named(among: paths.map(history.treePath))
    return vault.walk.leftOut(of: paths).union(
      named.compactMap { NotePath($0, in: history.scope) })
  }

  /// Refuses a place in a folder that is a git repository of its own: git tracks nothing of it for the vault.
  private func checkOutsideRepositories(_ path: NotePath, in vault: Vault) throws(MoveRefusal) {
    var folder = path.folder
    while let current = folder {
      let entry = vault.root.appending(current).appending(".git")
      if FileStatus.at(entry, following: false) != nil { throw .intoRepository(path, current) }
      folder = current.folder
    }
  }

  // MARK: New versions

  /// The new version of each path; its file takes permissions and line ends of the old one.
  ///
  /// - Parameter moved: the versions of the files that move, by their old paths.
  func versions(
    moving moved: [NotePath: FileVersion] = [:], by request: MoveRequest? = nil,
    _ rewrites: [MovePlan.Rewrite]
  ) throws -> [TreePath: FileVersion?] {
    var files: [TreePath: FileVersion?] = [:]
    var models: [TreePath: TreePath] = [:]
    for path in moved.keys {
      let place = history.treePath(path)
      files[place] = .some(nil)
      models[place] = place
    }
    if let request {
      for (path, version) in moved {
        let place = history.treePath(request.place(path))
        files[place] = version
        models[place] = history.treePath(path)
      }
    }
    for rewrite in rewrites {
      models[history.treePath(rewrite.newPath)] = history.treePath(rewrite.path)
    }
    history.workTree.models = models
    for rewrite in rewrites {
      guard let old = try moved[rewrite.path] ?? version(at: history.treePath(rewrite.path)) else {
        continue  // its text was read there
      }
      files[history.treePath(rewrite.newPath)] = FileVersion(
        mode: old.mode, id: try history.repository.write(blob: rewrite.new))
    }
    return files
  }
}

extension Vault {
  /// The files as a snapshot made now would commit them; nothing is committed.
  ///
  /// - Throws: `HistoryError`, `SyncRefusal`, `GitError`.
  func pendingFiles() throws -> TreeFiles {
    let history = try history()
    try requireConsent(in: history)
    let session = history.session(in: .system)
    let (tree, snapshot) = try session.pendingTree()
    return try TreeFiles(history, tree, session, snapshot)
  }
}

extension VaultHistory {
  /// Makes a commit of planned versions, on top of a snapshot of uncommitted changes, and brings the folder in step with
  /// it; or none, if nothing would change.
  ///
  /// - Parameter plan: gives the new version of each path that changes, and the first line of the message. It is asked
  ///   again if the branch moves meanwhile.
  /// - Throws: `ConfigurationError.unread` for a move; errors of `plan`; as `SyncSession.change`.
  func change(
    _ kind: OperationKind, confirm: (Deletions) throws -> Bool,
    progress: ChangeProgress = ChangeProgress(),
    planning plan: (TreeFiles) throws -> (files: [TreePath: FileVersion?], subject: String)
  ) throws -> ChangeReport {
    if kind == .move { try requireSettings() }
    let session = session(in: .system)
    return try session.change(kind, confirm: confirm, progress: progress.writing ?? { _, _ in }) {
      tree, snapshot in
      try plan(TreeFiles(self, tree, session, snapshot))
    }
  }
}
