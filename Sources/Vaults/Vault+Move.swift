import Files
import Git
import History
import Indexing
import Notes
import OperatingSystem
import Sync
import WorkTrees

/// The result of a new name within notes.
package struct RenameReport: Sendable {
  package let plan: RenamePlan
  package let change: ChangeReport
  /// The vault in its repository.
  package let scope: TreePath
}

/// The result of a move.
package struct MoveReport: Sendable {
  package let plan: MovePlan
  package let change: ChangeReport
  /// True if the old folder is still there, with files that git does not track.
  package let isFolderLeft: Bool
  /// The vault in its repository.
  package let scope: TreePath
}

extension Vault {
  /// Plans a move, for the files as they are now; changes nothing.
  ///
  /// - Throws: `MoveRefusal`, `NewNoteError.existsAs`, `WriteError`, `IndexError`, `HistoryError`,
  ///   `SyncRefusal`, `GitError`.
  package func plannedMove(
    _ request: MoveRequest, progress: IndexProgress? = nil
  ) throws -> MovePlan {
    let history = try history()
    try requireConsent(in: history)
    let session = history.session(in: .system)
    let (tree, snapshot) = try session.pendingTree()
    let step = try MoveStep(
      request, MovePlanner(self, request, index(progress: progress)),
      TreeFiles(history, tree, session, snapshot))
    for path in step.moved.keys { try checkMovable(path) }
    return step.plan
  }

  /// Moves a note, a folder or another file, and rewrites all links that would no longer mean what
  /// they mean: all as one commit, on top of a snapshot of uncommitted changes, or nothing.
  ///
  /// - Throws: as ``plannedMove(_:progress:)``; `HistoryError`, `SyncRefusal`, `HookRefused`,
  ///   `NoIdentity`, `GitError`.
  package func move(
    _ request: MoveRequest, confirm: (Deletions) throws -> Bool = { _ in false },
    waiting: (Int32?) -> Void = { _ in }, progress: IndexProgress? = nil
  ) throws -> MoveReport {
    try withHistory(waiting: waiting) { history in
      let session = history.session(in: .system)
      var plan: MovePlan?
      var statuses: [NotePath: FileStatus] = [:]
      let change = try session.change(.move, confirm: confirm) { tree, snapshot in
        let step = try MoveStep(
          request, MovePlanner(self, request, index(progress: progress)),
          TreeFiles(history, tree, session, snapshot))
        for path in step.moved.keys { statuses[path] = try checkMovable(path) }
        plan = step.plan
        return (try step.files(), step.subject)
      }
      guard let plan else { throw MoveRefusal.nothingThere(request.from) }
      let rewritten = Set(plan.rewrites.map(\.path))
      for (path, status) in statuses {
        folder.giveBack(status, to: request.place(path), withTime: !rewritten.contains(path))
      }
      return MoveReport(
        plan: plan, change: change,
        isFolderLeft: request.isFolder && holdsFiles(root.appending(request.from)),
        scope: history.scope)
    }
  }

  /// True if there is a file in a folder, or in one below it.
  private func holdsFiles(_ path: DiskPath) -> Bool {
    guard FileStatus.at(path, following: false)?.kind == .folder,
      let folder = try? Descriptor.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
      let entries = DirectoryStream(folder)
    else { return false }
    while let entry = unsafe entries.next() {
      let name = unsafe entry.bytes
      if unsafe entry.kind != .folder || holdsFiles(path.appending(bytes: name)) { return true }
    }
    return false
  }

  /// Refuses a file whose old or new folder cannot be written to, or that is locked.
  @discardableResult
  private func checkMovable(_ path: NotePath) throws -> FileStatus {
    if folder.isThroughLink(path) { throw WriteError.throughLink(path) }
    guard let status = FileStatus.at(root.appending(path), following: false) else {
      throw WriteError.changedMeanwhile(path)
    }
    if !folder.canWrite(besides: path) { throw MoveRefusal.folderReadOnly(path) }
    if folder.isLocked(path) { throw MoveRefusal.locked(path) }
    return status
  }

  /// Refuses a place in a folder that is a git repository of its own: git tracks nothing of it for the vault.
  fileprivate func checkOutsideRepositories(_ path: NotePath) throws(MoveRefusal) {
    var folder = path.folder
    while let current = folder {
      let entry = root.appending(current).appending(".git")
      if FileStatus.at(entry, following: false) != nil { throw .intoRepository(path, current) }
      folder = current.folder
    }
  }

  // MARK: Names within notes

  /// Plans a new name of a heading, block id or hashtag, for the notes as they are now; changes nothing.
  ///
  /// - Throws: `MoveRefusal`, `HashtagRenameError`, `WriteError`, `IndexError`, `HistoryError`,
  ///   `SyncRefusal`, `GitError`.
  package func plannedRename(
    _ request: RenameRequest, changesText: Bool = false, progress: IndexProgress? = nil
  ) throws -> RenamePlan {
    let history = try history()
    try requireConsent(in: history)
    let session = history.session(in: .system)
    let (tree, snapshot) = try session.pendingTree()
    let files = try TreeFiles(history, tree, session, snapshot)
    return try RenamePlanner(
      self, index(progress: progress), changesText: changesText, read: files.read
    ).plan(request)
  }

  /// Gives a heading, block id or hashtag another name, and rewrites all links that would no longer mean
  /// the heading or block: all as one commit, on top of a snapshot of uncommitted changes, or nothing.
  ///
  /// - Throws: as ``plannedRename(_:progress:)``; `HistoryError`, `SyncRefusal`, `HookRefused`,
  ///   `NoIdentity`, `GitError`.
  package func rename(
    _ request: RenameRequest, changesText: Bool = false,
    confirm: (Deletions) throws -> Bool = { _ in false },
    waiting: (Int32?) -> Void = { _ in }, progress: IndexProgress? = nil
  ) throws -> RenameReport {
    try withHistory(waiting: waiting) { history in
      let session = history.session(in: .system)
      var plan = RenamePlan(request: request, rewrites: [])
      let change = try session.change(.move, confirm: confirm) { tree, snapshot in
        let files = try TreeFiles(history, tree, session, snapshot)
        plan = try RenamePlanner(
          self, index(progress: progress), changesText: changesText, read: files.read
        ).plan(request)
        return (try files.versions(plan.rewrites), request.subject)
      }
      return RenameReport(plan: plan, change: change, scope: history.scope)
    }
  }
}

extension RenameRequest {
  /// The first line of the commit's message.
  fileprivate var subject: String {
    switch self {
    case .anchor(let path, let anchor, let name):
      "Rename \(anchor) in \(path.text) to \(anchor.hasPrefix("^") ? "^" : "")\(name)"
    case .alias(let path, let old, let new): "Rename \(old), an alias of \(path.text), to \(new)"
    case .hashtag(let old, let new): "Rename #\(old.name) to #\(new.name)"
    }
  }
}

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

  /// Refuses a place that a file of the history has which is not in the folder, or where zib would not see a note.
  ///
  /// - Throws: `MoveRefusal`, errors of the repository.
  func checkNew(_ path: NotePath, in vault: Vault) throws {
    let place = history.treePath(path)
    let staged = try history.repository.stagedEntries()
    let taken = try MoveDestination(place).taken(by: staged.lazy.map(\.path)) {
      try version(at: $0) != nil
    }
    if let taken {
      let path = NotePath(taken, in: history.scope) ?? path
      throw waits(taken) ? MoveRefusal.waits(path) : .taken(path)
    }
    let named = history.workTree.named(among: [place])
    if vault.walk.leftOut(of: [path]).contains(path) || named.contains(place) {
      throw MoveRefusal.leftOut(path)
    }
    try vault.checkOutsideRepositories(path)
    if !vault.folder.canWrite(besides: path) { throw MoveRefusal.folderReadOnly(path) }
  }

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

/// A move over the tree of a snapshot.
private struct MoveStep {
  let plan: MovePlan
  /// The versions of the files that move, by their old paths.
  let moved: [NotePath: FileVersion]
  private let request: MoveRequest
  private let tree: TreeFiles

  /// - Throws: `MoveRefusal`, `WriteError`, errors of the repository.
  init(_ request: MoveRequest, _ planner: MovePlanner, _ tree: TreeFiles) throws {
    try planner.check()
    let history = tree.history
    let moved = try Self.moved(request, tree)
    for path in planner.indexed where moved[path] == nil { throw tree.untracked(path) }
    if moved.isEmpty {
      throw tree.isIgnored(request.from)
        ? MoveRefusal.ignored(request.from) : .nothingThere(request.from)
    }
    let staged = try history.repository.stagedEntries()
    let from = history.treePath(request.from)
    for entry in staged where entry.isSkipped && entry.path.isInside(from) {
      throw MoveRefusal.notHere(request.from)
    }
    let taken = try MoveDestination(history.treePath(request.to)).taken(
      by: staged.lazy.map(\.path).filter { $0 != from && !$0.isInside(from) }
    ) { try tree.version(at: $0) != nil }
    if let taken {
      let path = NotePath(taken, in: history.scope) ?? request.to
      throw tree.waits(taken) ? MoveRefusal.waits(path) : .taken(path)
    }
    for (path, version) in moved where !version.mode.isFile || version.mode == .link {
      throw version.mode == .link ? WriteError.throughLink(path) : MoveRefusal.notHere(path)
    }
    try Self.checkSeen(Array(moved.keys), request, planner.vault, history)
    try planner.vault.checkOutsideRepositories(request.to)
    if !planner.vault.folder.canWrite(besides: request.to) {
      throw MoveRefusal.folderReadOnly(request.to)
    }
    self.request = request
    self.tree = tree
    self.moved = moved
    for path in moved.keys.sorted() { try tree.check(path) }
    plan = try planner.plan(Array(moved.keys), ignored: tree.ignoredNotes(), read: tree.read)
  }

  private static func moved(
    _ request: MoveRequest, _ tree: TreeFiles
  ) throws -> [NotePath: FileVersion] {
    let place = tree.history.treePath(request.from)
    guard let version = try tree.version(at: place) else { return [:] }
    guard version.mode == .folder else {
      return request.isFolder ? [:] : [request.from: version]
    }
    var moved: [NotePath: FileVersion] = [:]
    try tree.history.repository.forEachFile(in: version.id, at: place) { path, version in
      if let path = NotePath(path, in: tree.history.scope) { moved[path] = version }
    }
    return moved
  }

  /// Refuses a place where zib or git would no longer see a file that they see now.
  private static func checkSeen(
    _ files: [NotePath], _ request: MoveRequest, _ vault: Vault, _ history: VaultHistory
  ) throws(MoveRefusal) {
    func leftOut(_ paths: [NotePath]) -> Set<NotePath> {
      let named = history.workTree.named(among: paths.map(history.treePath))
      return vault.walk.leftOut(of: paths).union(
        named.compactMap { NotePath($0, in: history.scope) })
    }
    if leftOut([request.to]).contains(request.to) { throw .leftOut(request.to) }
    let lost = leftOut(files.map(request.place))
    if lost.isEmpty { return }
    let unseen = leftOut(files)
    for path in files.sorted() where lost.contains(request.place(path)) && !unseen.contains(path) {
      throw .leftOut(request.place(path))
    }
  }

  var subject: String { "Move \(request.from.text) to \(request.to.text)" }

  /// The new version of each path.
  func files() throws -> [TreePath: FileVersion?] {
    try tree.versions(moving: moved, by: request, plan.rewrites)
  }
}
