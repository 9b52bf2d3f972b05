import Files
import Git
import History
import Notes
import PastNotes
import Sync
import WorkTrees

/// The result of a snapshot of a vault.
package struct VaultCommit: Sendable {
  /// The report on an interrupted run that was finished first.
  package let recovery: RecoveryReport
  package let snapshot: SnapshotReport
  /// Files of the last commit that cannot be written here, sorted.
  package let unwritten: [UnwrittenFile]
  /// Submodules that are checked out at another commit than the staging index has, sorted.
  package let movedSubmodules: [TreePath]
  /// Submodules that are not checked out and whose folders hold something, sorted.
  package let submodulesHoldingFiles: [TreePath]
  /// The vault in its repository, of which the report has the paths.
  package let scope: TreePath
}

extension Vault {
  /// Commits the present state of the vault.
  ///
  /// - Parameters:
  ///   - message: the first line, or nil for one that names the notes.
  ///   - including: new files, and folders of them, that are taken although they would be held
  ///     back.
  ///   - confirm: asked if many files are missing.
  ///   - waiting: called if another zib is writing.
  /// - Throws: `HistoryError`, `SyncRefusal`, `HookRefused`, `NoIdentity`, `GitError`.
  package func commit(
    message: String? = nil, including: [NotePath?] = [],
    confirm: (Deletions) throws -> Bool = { _ in false }, waiting: (Int32?) -> Void = { _ in }
  ) throws -> VaultCommit {
    try withHistory(waiting: waiting) { history in
      history.include(including)
      try history.stopIgnoring(including)
      let session = history.session(in: .system)
      let recovery = try session.recover()
      let snapshot = try session.snapshot(message: message, confirm: confirm)
      return VaultCommit(
        recovery: recovery, snapshot: snapshot, unwritten: try session.unwritten(),
        movedSubmodules: try history.movedSubmodules(),
        submodulesHoldingFiles: try history.submodulesHoldingFiles(), scope: history.scope)
    }
  }
}

extension Vault {
  /// True if git ignores a file or folder and does not track it.
  ///
  /// - Throws: `HistoryError`, `GitError`.
  package func ignores(_ path: NotePath) throws -> Bool {
    let history = try history()
    let place = history.treePath(path)
    return try history.workTree.ignores(place)
      && !history.repository.stagedEntries().contains {
        $0.path == place || $0.path.isInside(place)
      }
  }

  /// The tracked files that a `.gitignore` names which one of these changes wrote; git ignores none of them.
  ///
  /// - Throws: `HistoryError`, `GitError`.
  package func tracked(ignoredBy changes: [FileChange]) throws -> [TreePath] {
    let folders = changes.filter {
      $0.kind != .deleted && $0.path.name.elementsEqual(IgnoreFile.name)
    }.map(\.path.folder)
    if folders.isEmpty { return [] }
    let history = try history()
    return history.workTree.named(
      among: try history.repository.stagedEntries().map(\.path).filter { path in
        path.isInside(history.scope) && folders.contains { path.isInside($0) }
      })
  }
}

extension VaultHistory {
  /// Takes new files that would be held back.
  ///
  /// - Parameter paths: from the vault's root; nil for all of it.
  func include(_ paths: [NotePath?]) {
    holding.included = paths.map { path in path.map(treePath) ?? scope }
  }

  /// Removes the rules of `info/exclude` that ignore exactly these files and folders, on this
  /// device.
  ///
  /// - Throws: `SystemError`.
  func stopIgnoring(_ paths: [NotePath?]) throws {
    let patterns = paths.compactMap { $0 }.map { LocalExclusion.pattern(treePath($0)) }
    guard !patterns.isEmpty, let place = RepositoryPlace.holding(workTree.root) else { return }
    try LocalExclusion.remove(patterns + patterns.map { $0 + [0x2F] }, in: place)
  }
}
