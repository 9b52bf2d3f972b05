import Files
import Git
import History
import PastNotes
import Sync
import WorkTrees

/// A branch of a remote that a vault is synced with.
package struct RemotePlace: Hashable, Sendable {
  /// The remote's name.
  package let remote: String
  /// The branch there: `refs/heads/main`.
  package let branch: String
  /// True if git's settings say that the local branch follows it.
  package let isUpstream: Bool

  /// The ref of its last known commit.
  package var tracking: String {
    "refs/remotes/\(remote)/\(branch.dropFirst(Self.prefix.count))"
  }

  static let prefix = "refs/heads/"
}

/// A remote, and the vault's distance to it as of the last fetch.
package struct RemoteState: Sendable {
  package let name: String
  /// Without a password.
  package let address: String
  /// The address for pushing, where it is another; without a password.
  package let pushAddress: String?
  /// The branch there that the present branch is synced with: `refs/heads/main`.
  package let branch: String
  /// Commits that the remote does not have, and that it has and are not here; nil if it was never seen.
  package let distance: (ahead: Int, behind: Int)?
  /// The reason why its commit cannot be read, as it was last seen; nil where it can.
  package let damage: String?
  /// True if other branches there had notes that are not here.
  package let hasOthers: Bool
}

extension Vault {
  /// The remotes of the vault's repository, by name; none of them is asked.
  package func remoteStates() throws -> [RemoteState] {
    let history = try history()
    let head = try history.repository.head()
    return try history.repository.remotes().map { remote in
      let place = try history.remotePlace(named: remote.name)
      let distance = try place.flatMap { try history.distance(of: head.commit, to: $0) }
      return RemoteState(
        name: remote.name, address: remote.shownURL, pushAddress: remote.shownPushURL,
        branch: place?.branch ?? "", distance: distance,
        damage: try place.flatMap { try history.damage(of: $0) },
        hasOthers: try !history.otherBranches(of: place, beside: head.commit).isEmpty)
    }
  }

  /// The changes that an undo takes to the other devices: files that some remote has as they were before it, as it was
  /// when it was last asked.
  ///
  /// - Parameters:
  ///   - changes: what the undo changed in the folder.
  ///   - former: the branch's commit before it.
  /// - Returns: the paths that the next sync deletes there, and those of which it changes the text back; each sorted.
  /// - Throws: `HistoryError`, `GitError`.
  package func takenBackElsewhere(
    _ changes: [FileChange], since former: ObjectID
  ) throws -> (deleted: [TreePath], edited: [TreePath]) {
    let history = try history()
    let before = try history.tree(of: former)
    var (deleted, edited) = (Set<TreePath>(), Set<TreePath>())
    for tip in try history.tipsOfRemotes() {
      guard let tree = try history.tree(of: tip) else { continue }
      for change in changes {
        guard let there = try history.repository.version(at: change.path, in: tree) else {
          continue
        }
        switch change.kind {
        case .deleted: deleted.insert(change.path)
        case .edited:
          let own = try before.flatMap { try history.repository.version(at: change.path, in: $0) }
          if there == own { edited.insert(change.path) }
        case .added, .moved: break
        }
      }
    }
    return (deleted.sorted(), edited.sorted())
  }

  /// True if this vault has sent something since an operation, and did nothing since that is on record.
  ///
  /// - Throws: `HistoryError`, `GitError`.
  package func hasOnlySent(since operation: Operation) throws -> Bool {
    let history = try history()
    let operations = try history.session(in: .system).operations()
    let later = operations.drop { $0 != operation }.dropFirst()
    guard later.allSatisfy({ $0.takesBack == operation.after }),
      let head = try history.repository.head().commit
    else { return false }
    return try history.tipsOfRemotes().contains { tip in
      try tip != operation.after
        && history.repository.isAncestor(operation.after, of: tip)
        && history.repository.isAncestor(tip, of: head)
    }
  }

  /// Adds a remote to the vault's repository.
  ///
  /// - Returns: true if a sync without a name goes to it.
  /// - Throws: `HistoryError.noProgram`, `GitError`.
  package func addRemote(_ name: String, at address: String) throws -> Bool {
    let history = try history()
    guard let git = history.git else { throw HistoryError.noProgram("to add a remote") }
    // Git has a lock of its own for its settings.
    try git.addRemote(name, at: address, in: history.workTree.root.bytes)
    do {
      return try self.history().remotePlace(named: nil)?.remote == name
    } catch HistoryError.severalRemotes {
      return false
    }
  }
}

extension VaultHistory {
  /// The commits of the remotes' branches that this branch is synced with, as they were when the remotes were last
  /// asked.
  fileprivate func tipsOfRemotes() throws -> [ObjectID] {
    try repository.remotes().compactMap { remote in
      try remotePlace(named: remote.name).flatMap { try lastSeen($0) }
    }
  }

  /// The commit that a remote's branch had when it was last fetched; nil where it was never fetched or cannot be read.
  func lastSeen(_ place: RemotePlace) throws -> ObjectID? {
    try session(in: .system).lastSeen(place.branch, at: place.remote)
  }

  /// The reason why the commit that a remote's branch had last cannot be read; nil where it can.
  func damage(of place: RemotePlace) throws -> String? {
    do {
      _ = try repository.reference(place.tracking)
      return nil
    } catch let error as GitError where error.isDamage {
      return error.detail
    } catch let missing as MissingObject {
      return "the commit \(missing.id.hex.prefix(8)) is missing"
    }
  }

  /// The number of commits ahead of and behind a remote's branch, as of the last fetch; nil if it
  /// was never fetched.
  func distance(
    of commit: ObjectID?, to place: RemotePlace
  ) throws -> (ahead: Int, behind: Int)? {
    guard let commit, let there = try lastSeen(place) else { return nil }
    return try repository.aheadBehind(commit, there)
  }

  /// Other branches of a remote with notes that are not here, as they were when it was last asked.
  func otherBranches(of place: RemotePlace?, beside commit: ObjectID?) throws -> [OtherBranch] {
    guard let place else { return [] }
    return try session(in: .system).otherBranches(of: place.remote, beside: place.branch, commit)
  }

  /// The remote and branch that the present branch is synced with; nil if there is none yet, or several remotes could
  /// be meant.
  func followedPlace() throws -> RemotePlace? {
    do {
      return try remotePlace(named: nil)
    } catch HistoryError.severalRemotes {
      return nil
    }
  }

  /// The remote and branch that the present branch is synced with, or nil if there is none yet.
  ///
  /// The name given by the person takes precedence, then the upstream in git's settings, then the
  /// only remote or `origin`, and there the branch of the same name.
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
