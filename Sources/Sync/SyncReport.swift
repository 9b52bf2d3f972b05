import History
import Merge

/// The result of a sync.
package struct SyncReport: Equatable, Sendable {
  /// The end of a sync; in each case the folder's changes are committed.
  package enum Outcome: Equatable, Sendable {
    /// There is no remote to sync with.
    case noRemote
    /// Nothing was fetched, and nothing could be pushed.
    case notFetched(TransportError)
    /// The fetched commits are merged, and the push failed.
    case notPushed(TransportError)
    /// Other devices pushed first every time; the next sync continues.
    case raced(attempts: Int)
    /// The remote and this device have the same commits.
    case inStep
    /// Nothing was done, because only a plan was asked for.
    case planned
  }

  package var outcome = Outcome.inStep
  package var recovery = RecoveryReport()
  /// The snapshots: one, and one more for each push that another device preceded.
  package var snapshots: [SnapshotReport] = []
  /// The branch's commit.
  package var head: ObjectID?
  /// Changes from the remote to the folder, sorted by path within each round.
  package var came: [FileChange] = []
  /// Changes pushed to the remote, or still to be pushed; sorted by path.
  package var went: [FileChange] = []
  /// Files in `went` that a snapshot would have held back, and that plain git committed; sorted by path.
  package var takenByGit: [TakenByGit] = []
  /// The merges' decisions that are more than taking a change of one side alone.
  package var decisions: [MergeDecision] = []
  /// Files that a person edited while the folder was updated; the edits are merged. Sorted.
  package var editedMeanwhile: [TreePath] = []
  /// Files that had waited (not writable, or an edit held back) and are merged now; sorted.
  package var waited: [TreePath] = []
  /// Files that were deleted here during the update and came back, because others had edited them;
  /// sorted.
  package var restored: [TreePath] = []
  /// Logs of reviews that another device deleted or cut off, or all files of a `.zib` that it deleted; they were not
  /// taken away here, and the other devices get them back. Sorted.
  package var ownFilesKept: [TreePath] = []
  /// The new names of files that this device ignores or holds back, and whose names incoming files
  /// took; sorted.
  package var setAside: [TreePath] = []
  /// Paths that an incoming `.gitignore` no longer ignores, and this device still ignores; folders
  /// with a slash at the end; sorted.
  package var stillIgnored: [TreePath] = []
  /// Files of the last commit that cannot be written here, sorted; all else is as it says.
  package var unwritten: [UnwrittenFile] = []
  /// Unchanged files whose bytes do not fit an encoding that another device set. Their edits cannot be committed. Sorted.
  package var unfit: [FileRefused] = []
  /// The remote's branch no longer has this commit, which this device had seen there; its history is kept.
  package var replacedTip: ObjectID?
  /// The remote's address for fetching does not have what was sent to its address for pushing.
  package var isBehindPush = false
  /// The branch had been deleted from the remote, and was created again.
  package var wasBranchGone = false
  /// The remote's branches that have all commits of the one which had been deleted: it was perhaps renamed.
  package var perhapsRenamed: [String] = []
  /// The branch here: `refs/heads/main`; nil before it is known.
  package var localBranch: String?
  /// The branch of the remote that was synced with; nil if nothing was fetched.
  package var remoteBranch: String?
  /// The name of the remote's branch before it was renamed there.
  package var renamedBranch: String?
  /// Other branches of the remote with notes that are not here.
  package var otherBranches: [OtherBranch] = []
  /// True if only a plan was asked for.
  package var isDryRun = false
  /// Many deletions that a sync asks about first, in a dry run.
  package var unconfirmed: [Deletions] = []
  /// True if an update that was stopped has first to be finished; a dry run does not.
  package var needsRecovery = false

  package init() {}

  /// Files that were not taken in the last snapshot, or will not be in the next.
  package var refused: [FileRefused] {
    ((snapshots.last?.refused ?? []) + unfit).sorted { $0.path < $1.path }
  }

  /// Files that the last snapshot held back for a person's decision.
  ///
  /// Without files set aside since, and without edits for whose path an incoming file waits.
  package var heldBack: [HeldBack] {
    let gone = Set(setAside.compactMap { IgnoredCopyName.original(of: $0) })
      .union(unwritten.map(\.path))
    return snapshots.last?.heldBack.filter { !gone.contains($0.path) } ?? []
  }

  /// Files that were staged with `git add` and taken, and would have been held back.
  package var staged: [HeldBack] { snapshots.flatMap(\.staged) }

  /// Files that were staged with `git add` and that the folder has otherwise: the staged version is in the history.
  package var stagedFirst: [StagedFile] { snapshots.flatMap(\.stagedFirst) }

  /// Files of which a staged version would have been held back, and is not committed.
  package var stagedLeftOut: [HeldBack] { snapshots.flatMap(\.stagedLeftOut) }

  /// The paths at which the folder and the history stay different though the remote has the same commits; sorted.
  package var exceptions: [TreePath] {
    let left = (snapshots.last ?? SnapshotReport()).exceptions(unwritten: unwritten)
    return Set(left + unfit.map(\.path)).sorted()
  }

  /// The conflicts that this sync made: each note with its copy, sorted by path.
  package var keptTwice: [(path: TreePath, copy: TreePath)] {
    decisions.compactMap { decision in decision.copy.map { (decision.path, $0) } }
  }

  /// Notes that each side moved to a name of its own, with both names; sorted by path.
  ///
  /// Both are ordinary notes, and there is nothing to resolve.
  package var movedTwice: [(path: TreePath, other: TreePath)] {
    decisions.compactMap { decision in decision.otherName.map { (decision.path, $0) } }
  }

  /// Submodules that both sides changed, each with the commit of it that is in the history alone; sorted by path.
  package var submodulesChosen: [(path: TreePath, other: ObjectID)] {
    decisions.compactMap { decision in
      if case .submodule(let other) = decision.kind { (decision.path, other) } else { nil }
    }
  }

  /// Notes that one side deleted and that stay, because the other edited them; sorted by path.
  package var editsOverDeletions: [TreePath] {
    var names: [TreePath: TreePath] = [:]
    for decision in decisions {
      if case .gaveWay(let old) = decision.kind { names[old] = decision.path }
    }
    return decisions.compactMap {
      if case .editKept = $0.kind { names[$0.path] ?? $0.path } else { nil }
    }
  }
}

/// A branch of a remote, beside the one that is synced with, which holds notes that are not here.
package struct OtherBranch: Equatable, Sendable {
  /// `refs/heads/master`.
  package let name: String
  /// The number of notes there that differ from those here, or are missing here.
  package let notes: Int
  /// True if it has a commit in common with the branch here.
  package let isRelated: Bool

  package init(name: String, notes: Int, isRelated: Bool) {
    self.name = name
    self.notes = notes
    self.isRelated = isRelated
  }
}
