import History
import Layout

/// Files of one tree whose names a folder takes for the same. The folder holds one of them; the others wait.
extension FolderUpdate {
  /// Finds the files whose names the folder takes for that of the file at `path`, and puts them on record as waiting.
  ///
  /// One was moved away in the folder and its deletion is in no commit, or a person staged the new name of the other by
  /// hand. Without the record the file that stands would be taken for an edit of both.
  func findTwins(of path: TreePath) throws {
    guard try workTree.mayIgnoreCase(at: path) else { return }
    for other in try others(of: path) where recorded[other] == nil && refused[other] == nil {
      // The file has come, whatever its twin's name says.
      do { if try session.areOneFile(path, other) { twins.insert(other) } } catch is FileRefused {}
    }
  }

  /// The files of the update's target whose names some folder takes for a path's, without the path itself.
  private func others(of path: TreePath) throws -> [TreePath] {
    let names =
      try self.names ?? SameNames(repository, tree: try repository.commit(journal.to).tree)
    self.names = names
    return try names.others(of: path)
  }

  /// True if the file at a path is another one of the vault, whose name the folder takes for the
  /// same.
  ///
  /// - Parameter old: the version at the path when the update began; with one, the file is its own.
  func isOther(_ path: TreePath, from old: FileVersion? = nil) throws -> Bool {
    guard old == nil || recorded[path] != nil else { return false }
    let key = PortableKey(path.bytes)
    let unwritten = Set(recorded.keys).union(refused.keys).filter {
      $0 != path && PortableKey($0.bytes) == key
    }
    return try unwritten.union(others(of: path)).contains { other in
      try isInPlace(other) && session.areOneFile(path, other)
    }
  }

  /// True if a file of the update's target, or one that could not be written or removed, is in the
  /// folder in some version.
  private func isInPlace(_ path: TreePath) throws -> Bool {
    if twins.contains(path) { return false }
    if let commit = done[path] { return try version(at: path, in: commit) != nil }
    if let file = recorded[path] { return try session.stood(file) }
    return journal.files[path].map { $0.old != nil } ?? true
  }
}
