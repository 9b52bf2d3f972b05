import Git
import Objects
import Sync

/// A branch of a remote that a vault is synced with.
package struct RemotePlace: Hashable, Sendable {
  /// The remote's name.
  package let remote: String
  /// The branch there: `refs/heads/main`.
  package let branch: String
  /// True where git's settings say that the local branch follows it.
  package let isUpstream: Bool

  /// The ref that says where it was last seen.
  package var tracking: String {
    "refs/remotes/\(remote)/\(branch.dropFirst(Self.prefix.count))"
  }

  static let prefix = "refs/heads/"
}

extension Vault {
  /// The remotes of the vault's repository, by name.
  package func remotes() throws -> [Git.Repository.Remote] { try history().repository.remotes() }

  /// Adds a remote to the vault's repository.
  ///
  /// - Throws: `HistoryError.noProgram`, `GitError`.
  package func addRemote(_ name: String, at address: String) throws {
    try withHistory { history in
      guard let git = history.git else { throw HistoryError.noProgram("to add a remote") }
      try git.addRemote(name, at: address, in: history.workTree.root.bytes)
    }
  }
}

extension VaultHistory {
  /// The remote and branch that the present branch is synced with; nothing where there is none yet.
  ///
  /// What the person named goes first, then what the branch follows by git's settings, then the only remote or
  /// `origin`, and there the branch of the same name.
  /// - Throws: `HistoryError.noSuchRemote`, `.severalRemotes`.
  package func remotePlace(named name: String?) throws -> RemotePlace? {
    guard case .branch(let branch, _) = try repository.head() else { return nil }
    let remotes = try repository.remotes().map(\.name)
    if let name, !remotes.contains(name) {
      throw HistoryError.noSuchRemote(name, known: remotes)
    }
    if let upstream = try repository.upstream(of: branch), remotes.contains(upstream.remote),
      name == nil || name == upstream.remote
    {
      return RemotePlace(remote: upstream.remote, branch: upstream.branch, isUpstream: true)
    }
    if remotes.isEmpty { return nil }
    let usual = remotes.count == 1 ? remotes[0] : remotes.first { $0 == "origin" }
    guard let remote = name ?? usual else { throw HistoryError.severalRemotes(remotes) }
    return RemotePlace(remote: remote, branch: branch, isUpstream: false)
  }
}
