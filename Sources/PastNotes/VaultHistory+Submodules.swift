import Files
import Git
import History
import Sync
import WorkTrees

extension VaultHistory {
  /// The vault's submodules that are checked out at another commit than the staging index has, sorted.
  ///
  /// A snapshot leaves them alone, because only the person knows which commit of the other repository is meant. One
  /// that is not checked out, or whose repository cannot be opened, is at no other commit.
  /// - Throws: `GitError` if the staging index cannot be read.
  package func movedSubmodules() throws -> [TreePath] {
    try repository.stagedEntries().filter { entry in
      guard entry.version.mode == .submodule, entry.path.isInside(scope) else { return false }
      let folder = workTree.root.appending(bytes: entry.path.bytes)
      guard FileStatus.at(folder.appending(".git"), following: false) != nil else { return false }
      let head: ObjectID?
      do {
        head = try Git.Repository.open(at: folder.bytes).head().commit
      } catch is GitError {
        return false
      }
      return head != nil && head != entry.version.id
    }.map(\.path).sorted()
  }

  /// The vault's submodules that are not checked out and whose folders hold something all the same, sorted: no commit
  /// takes it.
  ///
  /// - Throws: `GitError` if the staging index cannot be read.
  package func submodulesHoldingFiles() throws -> [TreePath] {
    try repository.stagedEntries().filter { entry in
      guard entry.version.mode == .submodule, entry.path.isInside(scope) else { return false }
      let folder = workTree.root.appending(bytes: entry.path.bytes)
      guard FileStatus.at(folder.appending(".git"), following: false) == nil,
        FileStatus.at(folder, following: false)?.kind == .folder,
        let stream = DirectoryStream(folder)
      else { return false }
      return unsafe stream.next() != nil
    }.map(\.path).sorted()
  }
}
