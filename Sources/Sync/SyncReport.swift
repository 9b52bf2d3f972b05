import Merge
import Objects

/// What a sync did.
package struct SyncReport: Equatable, Sendable {
  /// How it ended; whatever it is, the folder's changes are committed.
  package enum Outcome: Equatable, Sendable {
    /// There is no remote to sync with.
    case noRemote
    /// Nothing came from the remote, and nothing could go.
    case notFetched(TransportError)
    /// What came is merged, and what is to go could not.
    case notPushed(TransportError)
    /// Others were quicker every time; the next sync goes on.
    case raced(attempts: Int)
    /// The remote has what this device has.
    case inStep
    /// Nothing was done, for it was only asked what would be.
    case planned
  }

  package var outcome = Outcome.inStep
  package var recovery = RecoveryReport()
  /// What was snapshotted, and where a push was raced once more.
  package var snapshots: [SnapshotReport] = []
  /// Where the branch stands.
  package var head: ObjectID?
  /// What came into the folder, sorted by path within each round.
  package var came: [FileChange] = []
  /// What the remote got, or what would go or is still to go; sorted by path.
  package var went: [FileChange] = []
  /// What the merges did beside taking what one side alone had changed.
  package var decisions: [MergeDecision] = []
  /// What a person wrote while the folder was updated; merged as well. Sorted.
  package var editedMeanwhile: [TreePath] = []
  /// Files that were deleted here meanwhile and came back, for others had edited them; sorted.
  package var restored: [TreePath] = []
  /// The names that files have now which this device ignores or holds back, and which stood where files came; sorted.
  package var setAside: [TreePath] = []
  /// Paths that a `.gitignore` that came no longer ignores, and this device goes on to ignore; folders with a slash
  /// at the end; sorted.
  package var stillIgnored: [TreePath] = []
  /// Files of the last commit that cannot be written here, sorted; all else is as it says.
  package var unwritten: [UnwrittenFile] = []
  /// The remote's branch no longer has this commit, which this device had seen there; its history is kept.
  package var replacedTip: ObjectID?
  /// The branch was gone from the remote, and was made anew.
  package var wasBranchGone = false
  /// The branch here: `refs/heads/main`; nil before it is known.
  package var localBranch: String?
  /// The branch of the remote that was synced with; nil where nothing was fetched.
  package var remoteBranch: String?
  /// The name that the remote's branch had before somebody renamed it there.
  package var renamedBranch: String?
  /// Other branches of the remote with notes that are not here.
  package var otherBranches: [OtherBranch] = []
  /// True where it was only asked what would be done.
  package var isDryRun = false
  /// True where an update that was stopped has first to be finished; a dry run does not.
  package var needsRecovery = false

  package init() {}

  /// Files that were not taken in the last snapshot.
  package var refused: [FileRefused] { snapshots.last?.refused ?? [] }

  /// Files that the last snapshot held back for a person's decision.
  ///
  /// But not a file that made way since.
  package var heldBack: [HeldBack] {
    let gone = Set(setAside.compactMap { IgnoredCopyName.original(of: $0) })
    return snapshots.last?.heldBack.filter { !gone.contains($0.path) } ?? []
  }

  /// The conflicts that this sync made: each note with its copy, sorted by path.
  package var keptTwice: [(path: TreePath, copy: TreePath)] {
    decisions.compactMap { decision in decision.copy.map { (decision.path, $0) } }
  }

  /// Notes that each side moved to a name of its own, with both names; sorted by path.
  ///
  /// Both are notes like any other, and nothing is left to resolve.
  package var movedTwice: [(path: TreePath, other: TreePath)] {
    decisions.compactMap { decision in decision.otherName.map { (decision.path, $0) } }
  }

  /// Submodules that both sides changed, each with the commit of it that is in the history alone; sorted by path.
  package var submodulesChosen: [(path: TreePath, other: ObjectID)] {
    decisions.compactMap { decision in
      if case .submodule(let other) = decision.kind { (decision.path, other) } else { nil }
    }
  }

  /// Notes that one side deleted and that stay, for the other edited them; sorted by path.
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
  /// How many notes there differ from those here, or are not here.
  package let notes: Int
  /// True where it has a commit in common with the branch here.
  package let isRelated: Bool

  package init(name: String, notes: Int, isRelated: Bool) {
    self.name = name
    self.notes = notes
    self.isRelated = isRelated
  }
}
