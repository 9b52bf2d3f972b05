import Files
import Git
import History
import PastNotes
import Sync
import WorkTrees

/// The old and the new version of a file that differ.
package struct FileDifference: Sendable {
  package let path: NotePath
  /// The old bytes, or nil if there was no file.
  package let old: [UInt8]?
  /// The new bytes, or nil if there is no file.
  package let new: [UInt8]?
}

extension Vault {
  /// The differences between two versions of the vault.
  ///
  /// - Parameters:
  ///   - old: nil for the last commit.
  ///   - new: nil for the present folder.
  ///   - paths: the files to compare, by their present paths, which a version may have at others; nil for all.
  /// - Throws: `PastError`, `SystemError`, `WriteError`, `GitError`.
  package func difference(
    from old: PastVersion?, to new: PastVersion?, of paths: [NotePath]?, in history: VaultHistory
  ) throws -> [FileDifference] {
    let head = try history.repository.head().commit
    let oldTree = try (old?.commit ?? head).flatMap { try history.tree(of: $0) }
    let newTree = try (new?.commit ?? head).flatMap { try history.tree(of: $0) }
    var changed: Set<NotePath> = []
    if let paths {
      changed = Set(paths)
    } else {
      try history.repository.forEachDifference(between: oldTree, and: newTree) { path, _, _ in
        if let path = NotePath(bytes: path.bytes) { changed.insert(path) }
      }
      if new == nil {
        for change in try history.session(in: .system).pendingSnapshot().changes {
          if let path = NotePath(change.path, in: history.scope) { changed.insert(path) }
          if case .moved(let source) = change.kind, let path = NotePath(source, in: history.scope) {
            changed.insert(path)
          }
        }
      }
    }
    /// The path of one of the files that were named in a version.
    func place(_ path: NotePath, at version: PastVersion?) throws -> NotePath {
      guard paths != nil, let version else { return path }
      return try history.formerPath(of: path, at: version) ?? path
    }
    func blob(_ path: NotePath, _ tree: ObjectID?) throws -> [UInt8]? {
      guard let tree,
        let version = try history.repository.version(at: TreePath(bytes: path.bytes), in: tree),
        version.mode.isFile || version.mode == .link
      else { return nil }
      return try history.repository.blob(version.id)
    }
    // A file that cannot be written here is no change of the folder.
    let waiting = try new == nil ? waitingFiles() : [:]
    return try changed.sorted().compactMap { path in
      let before = try blob(place(path, at: old), oldTree)
      let after =
        try new == nil && waiting[path] == nil
        ? history.workTree.read(history.treePath(path))?.blob : blob(place(path, at: new), newTree)
      return before == after ? nil : FileDifference(path: path, old: before, new: after)
    }
  }
}
