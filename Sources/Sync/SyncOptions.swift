import Objects

/// What a sync is asked to do.
package struct SyncOptions {
  /// Nothing where there is no remote yet: then the folder is snapshotted and that is all.
  package var remote: String?
  /// The remote's branch (`refs/heads/main`), nothing for the one of the local branch's name.
  package var branch: String?
  /// True where the settings say that the branch here follows `branch`.
  package var isFollowed = true
  /// Branches of the remote that other local branches follow; none of them takes the place of a missing one.
  package var followedElsewhere: Set<String> = []
  /// Another branch of the remote whose notes are to be merged as well.
  package var joinedBranch: String?
  /// The first line of the snapshot, nothing for one that names the notes.
  package var message: String?
  /// Tells what would be done. Fetches, but moves no branch, writes no file and no commit of the person's.
  package var isDryRun = false
  /// Joins histories that have no commit in common.
  package var joinsUnrelated = false
  /// How often a push is tried that others were quicker than.
  package var attempts = 5
  /// Asked where many files would be deleted; says no where nobody can be asked.
  package var confirm: (Deletions) throws -> Bool = { _ in false }
  /// Told each step as it begins.
  package var progress: (SyncStep) -> Void = { _ in }

  package init(remote: String?) { self.remote = remote }
}

/// What a sync is doing.
package enum SyncStep: Equatable, Sendable {
  case recovering, snapshot, fetching, merging
  case updating(done: Int, total: Int)
  case pushing
}
