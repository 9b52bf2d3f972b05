import Files
import Git
import History
import Layout

/// A folder in which nothing is checked out, although branches of its remotes have commits.
///
/// So is a clone of a remote whose `HEAD` names a branch that nobody has pushed: git leaves the folder empty. A vault
/// that was made there would begin a second history.
package struct UnbornBranch: Error, Equatable, Sendable {
  /// The repository's folder.
  package let root: DiskPath
  /// The branch that has no commit: `main`.
  package let name: String
  /// A branch of a remote.
  package struct Other: Equatable, Sendable {
    package let remote: String
    /// `master`.
    package let name: String
    /// True if its last commit has a `.zib`.
    package let holdsVault: Bool
  }
  /// At least one, those first that hold a vault, and then by remote and name.
  package let others: [Other]

  /// Nil where a branch is here, where something is staged, and where no remote has a branch.
  package init?(at folder: DiskPath) {
    guard let folder = DiskPath.real(folder), let place = RepositoryPlace.holding(folder),
      place.isComplete,
      let found = try? Self.others(in: place)
    else { return nil }
    root = place.root
    name = found.branch
    others = found.others
  }

  private static func others(
    in place: RepositoryPlace
  ) throws -> (branch: String, others: [Other])? {
    let repository = try Git.Repository.open(at: place.root.bytes)
    guard case .branch(let branch, nil) = try repository.head(),
      try repository.references("refs/heads/").isEmpty, try repository.stagedEntries().isEmpty
    else { return nil }
    var others: [Other] = []
    for remote in try repository.remotes().map(\.name).sorted() {
      let prefix = "refs/remotes/\(remote)/"
      for (name, commit) in try repository.references(prefix) where name != prefix + "HEAD" {
        let own = TreePath(bytes: OwnFiles.folder)
        let tree = try repository.commit(commit).tree
        others.append(
          Other(
            remote: remote, name: String(name.dropFirst(prefix.count)),
            holdsVault: try repository.version(at: own, in: tree)?.mode == .folder))
      }
    }
    if others.isEmpty { return nil }
    return (
      String(branch.dropFirst("refs/heads/".count)),
      others.filter(\.holdsVault) + others.filter { !$0.holdsVault }
    )
  }
}
