import History

/// The options of a sync.
package struct SyncOptions {
  /// The remote's name; nil if there is none yet, and then only a snapshot is made.
  package var remote: String?
  /// The remote's branch (`refs/heads/main`), or nil for the one with the local branch's name.
  package var branch: String?
  /// True if the settings say that the branch here follows `branch`.
  package var isFollowed = true
  /// Branches of the remote that other local branches follow; none of them takes the place of a missing one.
  package var followedElsewhere: Set<String> = []
  /// Another branch of the remote whose notes are to be merged as well.
  package var joinedBranch: String?
  /// True if the remote has another address for pushing, so that what was sent there need not be fetched again.
  package var pushesElsewhere = false
  /// The first line of the snapshot's message, or nil for one that names the notes.
  package var message: String?
  /// Only reports the effects of a sync. Fetches, but moves no branch, writes no file and makes no
  /// commit.
  package var isDryRun = false
  /// Joins histories that have no commit in common.
  package var joinsUnrelated = false
  /// The number of attempts to push while other devices push first.
  package var attempts = 5
  /// Keeps files that other devices deleted, few or many.
  package var keepsDeleted = false
  /// Asked if many files would be deleted; by default no.
  package var confirm: (Deletions) throws -> Bool = { _ in false }
  /// Told each step as it begins.
  package var progress: (SyncStep) -> Void = { _ in }

  package init(remote: String?) { self.remote = remote }
}

/// The steps of a sync.
package enum SyncStep: Equatable, Sendable {
  case recovering, snapshot, fetching, merging
  case updating(done: Int, total: Int)
  case pushing
}
