import Files
import Git
import History
import Notes
import PastNotes
import Sync
import WorkTrees

/// The state of a vault's history and its remote.
package struct VaultStatus: Sendable {
  /// The reason why the folder cannot be committed; nil for a vault.
  package let refusal: HistoryError?
  package let head: Head
  /// The reason why the repository must not be written to, or nil.
  package let obstacle: Obstacle?
  /// An update that was stopped and is not finished.
  package let isUnfinished: Bool
  /// The report of a snapshot made now.
  package let pending: SnapshotReport
  /// The many deletions about which that snapshot or the next sync asks first.
  package let deletions: [Deletions]
  /// Files of the last commit that cannot be written here, sorted.
  package let unwritten: [UnwrittenFile]
  /// Files of the vault that are tracked.
  package let tracked: Int
  /// The ignored files of the vault, sorted; folders end in a slash. Nil if they were not asked for.
  package let ignored: [TreePath]?
  /// Tracked notes that an ignore rule keeps out of lists and search, though not out of the history; sorted.
  package let hidden: [TreePath]
  /// Copies of notes that wait for a person, in the repository, sorted.
  package let conflicts: [TreePath]
  /// Copies that merges made outside of the vault, in the rest of its repository, sorted.
  package let conflictsOutside: [TreePath]
  /// The remote and branch that a sync goes to; nil without a remote, with several of which none is followed, and on
  /// a detached head.
  package let remote: RemotePlace?
  /// The names of all remotes.
  package let remotes: [String]
  /// The numbers of commits that the remote lacks and that are missing here; nil if its branch was
  /// never seen.
  package let distance: (ahead: Int, behind: Int)?
  /// The reason why the remote's branch cannot be read, as it was last seen; nil where it can.
  package let remoteDamage: String?
  /// Files that commits of plain git took, that a snapshot would have held back, and that the next sync sends.
  package let takenByGit: [TakenByGit]
  /// Other branches of the remote with notes that are not here, as they were last seen.
  package let otherBranches: [OtherBranch]
  /// Submodules that are checked out at another commit than the staging index has, sorted.
  package let movedSubmodules: [TreePath]
  /// Submodules that are not checked out and whose folders hold something, sorted.
  package let submodulesHoldingFiles: [TreePath]
  /// The vault in its repository.
  package let scope: TreePath
}

extension Vault {
  /// The state of the vault; nothing is fetched or written.
  ///
  /// - Parameter listsIgnored: true to list ignored files as well.
  /// - Throws: `HistoryError`, `SyncRefusal`, `GitError`.
  package func status(listsIgnored: Bool = false) throws -> VaultStatus {
    let history = try history()
    var refusal: HistoryError?
    do {
      try requireConsent(in: history)
    } catch let error as HistoryError {
      refusal = error
    }
    let repository = history.repository
    let session = history.session(in: .system)
    let (pending, gone) = try session.pending()
    let head = try repository.head()
    var tracked = 0
    var conflicts: [TreePath] = []
    for entry in try repository.stagedEntries() where entry.path.isInside(history.scope) {
      tracked += 1
      if ConflictCopy(entry.path) != nil { conflicts.append(entry.path) }
    }
    for change in pending.changes where ConflictCopy(change.path) != nil {
      if change.kind == .deleted {
        conflicts.removeAll { $0 == change.path }
      } else if change.kind != .edited {
        conflicts.append(change.path)
      }
    }
    let place = try history.followedPlace()
    let distance = try place.flatMap { try history.distance(of: head.commit, to: $0) }
    var taken: [TakenByGit] = []
    var deletions = gone.map { [$0] } ?? []
    if let place, let commit = head.commit, distance?.ahead != 0, refusal == nil {
      let seen = try history.lastSeen(place)
      taken = try session.takenByGit(from: seen, to: commit)
      if let seen, let many = try session.deletionsCommitted(from: [seen], to: commit) {
        deletions.append(many)
      }
    }
    let ignored = try listsIgnored ? history.workTree.ignoredPaths(repository.stagedEntries()) : nil
    return VaultStatus(
      refusal: refusal, head: head, obstacle: try repository.obstacle(),
      isUnfinished: try session.needsRecovery(), pending: pending,
      deletions: deletions,
      unwritten: try session.unwritten(), tracked: tracked,
      ignored: ignored, hidden: try history.hiddenNotes(),
      conflicts: Set(conflicts).sorted(),
      conflictsOutside: try history.conflictCopiesOutside(), remote: place,
      remotes: try repository.remotes().map(\.name), distance: distance,
      remoteDamage: try place.flatMap { try history.damage(of: $0) }, takenByGit: taken,
      otherBranches: try history.otherBranches(of: place, beside: head.commit),
      movedSubmodules: try history.movedSubmodules(),
      submodulesHoldingFiles: try history.submodulesHoldingFiles(),
      scope: history.scope)
  }
}

extension Vault {
  /// Tracked notes that an ignore rule keeps out of lists and search, though not out of the history; sorted.
  ///
  /// - Throws: `HistoryError`, `GitError`.
  package func hiddenNotes() throws -> [TreePath] { try history().hiddenNotes() }
}

extension VaultHistory {
  /// Tracked notes that an ignore rule keeps out of lists and search, though not out of the history; sorted.
  func hiddenNotes() throws -> [TreePath] {
    workTree.named(
      among: try repository.stagedEntries().lazy.map(\.path).filter { path in
        NotePath(path, in: scope)?.isMarkdown == true
      })
  }

  /// Notes of the folder that git ignores and does not track, sorted; without those in hidden folders and in folders
  /// that programs fill. Of very many files only the first are looked at.
  func ignoredNotes() throws -> [NotePath] {
    let staged = try repository.stagedEntries()
    _ = try workTree.changes(since: staged)
    let tracked = Set(staged.map(\.path))
    var derived = IgnoreSuggestions()
    return try workTree.ignoredFiles(most: 20_000).compactMap { place in
      guard !tracked.contains(place), let path = NotePath(place, in: scope), path.isMarkdown,
        !derived.take(path)
      else { return nil }
      return path
    }
  }
}
