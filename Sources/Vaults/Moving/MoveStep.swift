import Files
import Git
import History
import Indexing
import PastNotes
import Sync

/// A move over the tree of a snapshot.
struct MoveStep {
  let plan: MovePlan
  /// The versions of the files that move, by their old paths.
  let moved: [NotePath: FileVersion]
  /// The new targets of symbolic links that stay where they are.
  private let targets: [NotePath: [UInt8]]
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
    try tree.checkFree(request.to, from: request.from, in: planner.vault)
    for (path, version) in moved where !version.mode.isFile && version.mode != .link {
      throw MoveRefusal.notHere(path)
    }
    try Self.checkSeen(Array(moved.keys), request, planner.vault, tree)
    self.request = request
    self.tree = tree
    self.moved = moved
    for path in moved.keys.sorted() { try tree.check(path) }
    targets = try Self.targets(staged, besides: moved, request, tree)
    var plan = try planner.plan(Array(moved.keys), ignored: tree.ignoredNotes(), read: tree.read)
    plan.symbolicLinks = targets.keys.sorted()
    self.plan = plan
  }

  /// The targets that symbolic links elsewhere in the vault get, so that they lead to what they lead to now.
  ///
  /// A link of which only the folder has an edit, or only the history a version, stays as it is.
  private static func targets(
    _ staged: [StagedEntry], besides moved: [NotePath: FileVersion], _ request: MoveRequest,
    _ tree: TreeFiles
  ) throws -> [NotePath: [UInt8]] {
    var targets: [NotePath: [UInt8]] = [:]
    for entry in staged where entry.version.mode == .link && !entry.isSkipped {
      guard let path = NotePath(entry.path, in: tree.history.scope), moved[path] == nil,
        let version = try tree.version(at: entry.path), version.mode == .link
      else { continue }
      do throws(MoveRefusal) { try tree.check(path) } catch { continue }
      let link = MovedLink(path, target: try tree.history.repository.blob(version.id))
      targets[path] = link.target(by: request)
    }
    return targets
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
    _ files: [NotePath], _ request: MoveRequest, _ vault: Vault, _ tree: TreeFiles
  ) throws(MoveRefusal) {
    let lost = tree.unseen(files.map(request.place), in: vault)
    if lost.isEmpty { return }
    let unseen = tree.unseen(files, in: vault)
    for path in files.sorted() where lost.contains(request.place(path)) && !unseen.contains(path) {
      throw .leftOut(request.place(path))
    }
  }

  var subject: String { "Move \(request.from.text) to \(request.to.text)" }

  /// The new version of each path.
  func files() throws -> [TreePath: FileVersion?] {
    var moved = moved
    for (path, version) in moved where version.mode == .link {
      let repository = tree.history.repository
      let link = MovedLink(path, target: try repository.blob(version.id))
      guard let target = link.target(by: request) else { continue }
      moved[path] = FileVersion(mode: .link, id: try repository.write(blob: target))
    }
    var files = try tree.versions(moving: moved, by: request, plan.rewrites)
    for (path, target) in targets {
      files[tree.history.treePath(path)] = FileVersion(
        mode: .link, id: try tree.history.repository.write(blob: target))
    }
    return files
  }
}
