import Files
import Git
import History
import Indexing
import Layout
import Notes
import PastNotes
import Sync
import WorkTrees

/// Notes and other files that are to be removed, before they are.
package struct RemovalPlan: Sendable {
  /// A link to a file that goes.
  package struct Link: Hashable, Sendable {
    /// The note that has it.
    package let note: NotePath
    package let target: String
    /// The file that it leads to from then on; nil where it leads nowhere.
    package let next: NotePath?
  }

  /// Sorted.
  package let files: [NotePath]
  /// Those of them that are symbolic links: what they lead to stays.
  package var symbolicLinks: [NotePath] = []
  /// The links of other notes to them, by note.
  package let links: [Link]

  /// The links that lead nowhere from then on.
  package var broken: [Link] { links.filter { $0.next == nil } }
}

/// The result of a removal.
package struct RemovalReport: Sendable {
  package let plan: RemovalPlan
  package let change: ChangeReport
  /// The vault in its repository.
  package let scope: TreePath
}

/// The reasons why a file is not removed; nothing was changed in any of these cases.
package enum RemovalRefusal: Error, Equatable, Sendable {
  /// There is nothing at the path, or nothing that git tracks.
  case nothingThere(NotePath)
  /// A folder has the path.
  case folder(NotePath)
  /// Hidden files, among them the vault's own, are left to other programs.
  case hidden(NotePath)
  /// The note has a conflict that waits for a person; the copy.
  case conflict(NotePath)
  /// Only the folder has the file, or an edit of it; the history does not.
  case heldBack(NotePath)
  /// Git ignores the file, so that no history has it.
  case ignored(NotePath)
  /// The history has a newer version that cannot be written here.
  case waits(NotePath)
  /// A submodule, or a file that is not checked out here; or a symbolic link, where a note is meant.
  case notHere(NotePath)
}

extension TreeFiles {
  /// Refuses a file that is not the same in the folder and in the history.
  func checkRemovable(_ path: NotePath) throws(RemovalRefusal) {
    do throws(MoveRefusal) { try check(path) } catch {
      if case .waits = error { throw .waits(path) }
      throw .heldBack(path)
    }
  }
}

extension Vault {
  /// Plans the removal of notes and other files, for the vault as it is now; changes nothing.
  ///
  /// - Throws: `RemovalRefusal`, `MoveRefusal.folderReadOnly`, `.locked`, `WriteError`, `IndexError`, `HistoryError`,
  ///   `SyncRefusal`, `GitError`.
  package func plannedRemoval(
    of paths: [NotePath], progress: IndexProgress? = nil
  ) throws -> RemovalPlan {
    let files = try pendingFiles()
    return try removalPlan(paths, index(progress: progress), files)
  }

  /// Removes notes and other files: all as one commit, on top of a snapshot of uncommitted changes, or none.
  ///
  /// - Throws: as ``plannedRemoval(of:progress:)``; `HookRefused`, `NoIdentity`.
  package func remove(
    _ paths: [NotePath], confirm: (Deletions) throws -> Bool = { _ in false },
    waiting: (Int32?) -> Void = { _ in }, progress: ChangeProgress = ChangeProgress()
  ) throws -> RemovalReport {
    try withHistory(waiting: waiting) { history in
      var plan = RemovalPlan(files: [], links: [])
      let change = try history.change(.delete, confirm: confirm, progress: progress) { files in
        plan = try removalPlan(paths, index(progress: progress.indexing), files)
        var versions: [TreePath: FileVersion?] = [:]
        for path in plan.files { versions[history.treePath(path)] = .some(nil) }
        return (versions, Self.subject(ofRemoving: plan.files))
      }
      return RemovalReport(plan: plan, change: change, scope: history.scope)
    }
  }

  private static func subject(ofRemoving files: [NotePath]) -> String {
    guard let first = files.first, files.count == 1 else { return "Remove \(files.count) files" }
    return "Remove \(first.text)"
  }

  private func removalPlan(
    _ paths: [NotePath], _ index: VaultIndex, _ files: TreeFiles
  ) throws -> RemovalPlan {
    let removed = Set(paths)
    for path in removed.sorted() { try checkRemovable(path, besides: removed, index, files) }
    var plan = RemovalPlan(
      files: removed.sorted(), links: try links(to: removed, VaultLinks(index)))
    plan.symbolicLinks = plan.files.filter {
      FileStatus.at(root.appending($0), following: false)?.kind == .link
    }
    return plan
  }

  private func checkRemovable(
    _ path: NotePath, besides removed: Set<NotePath>, _ index: VaultIndex, _ files: TreeFiles
  ) throws {
    if path.components.contains(where: { $0.first == 0x2E }) { throw RemovalRefusal.hidden(path) }
    guard let status = FileStatus.at(root.appending(path), following: false) else {
      throw RemovalRefusal.nothingThere(path)
    }
    if status.kind == .folder { throw RemovalRefusal.folder(path) }
    if status.kind == .link {
      try checkMovable(path)
    } else {
      try checkWritable(path)
    }
    if !path.isConflictCopy {
      var copy: NotePath?
      index.table.forEachNote { _, other in
        if other.isOwnCopy(of: path), !removed.contains(other) { copy = other }
      }
      if let copy { throw RemovalRefusal.conflict(copy) }
    }
    try files.checkRemovable(path)
    guard let version = try files.version(at: files.history.treePath(path)) else {
      throw files.isIgnored(path) ? RemovalRefusal.ignored(path) : .heldBack(path)
    }
    guard version.mode.isFile || version.mode == .link else {
      throw RemovalRefusal.notHere(path)
    }
  }

  /// The links of other notes to files that go, with what they lead to then.
  private func links(to removed: Set<NotePath>, _ links: VaultLinks) throws -> [RemovalPlan.Link] {
    let before = links.resolver()
    let after = links.resolver(without: removed)
    var found: Set<RemovalPlan.Link> = []
    links.forEachLink { target, isWiki, note in
      let place = links.paths[note]
      guard !removed.contains(place),
        case .file(let file, _) = before.resolve(target, from: place.text, byAlias: isWiki),
        removed.contains(links.paths[file])
      else { return }
      var next: NotePath?
      if case .file(let other, _) = after.resolve(target, from: place.text, byAlias: isWiki) {
        next = NotePath(after.paths[other])
      }
      found.insert(RemovalPlan.Link(note: place, target: target, next: next))
    }
    return found.sorted { ($0.note, $0.target) < ($1.note, $1.target) }
  }
}
