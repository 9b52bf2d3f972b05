import History

/// The result of a snapshot.
package struct SnapshotReport: Equatable, Sendable {
  /// The new commit, or nil if nothing had changed.
  package var commit: ObjectID?
  /// The commit of versions that were in the staging index alone.
  package var stagedCommit: ObjectID?
  /// The changes of files since the last commit, sorted by path.
  package var changes: [FileChange] = []
  /// Files that were not taken, and keep the last commit's version; sorted by path.
  package var refused: [FileRefused] = []
  /// Those of them of which the last commit has an older version; sorted.
  package var outdated: [TreePath] = []
  /// Files that wait for a person's decision and keep the last commit's version; sorted by path.
  package var heldBack: [HeldBack] = []
  /// The new names, by the former ones, of files that were renamed and whose edits are held back.
  package var renamedHeldBack: [TreePath: TreePath] = [:]
  /// Files that were staged with `git add` and are taken, and would have been held back; sorted by path.
  package var staged: [HeldBack] = []
  /// Files that were staged with `git add` and that the folder has otherwise; the staged version is committed first.
  /// Sorted by path.
  package var stagedFirst: [StagedFile] = []
  /// Files of which a staged version would have been held back, and is out of the folder again, so that it is not
  /// committed; sorted by path.
  package var stagedLeftOut: [HeldBack] = []
  /// The commit that keeps those versions, under `refs/zib/kept`.
  package var stagedKept: ObjectID?
  /// New files that would have been held back and that the person wanted to be taken; sorted.
  package var included: [TreePath] = []
  /// Tracked files that were changed and are above the limit for new ones, with their sizes in bytes; sorted by path.
  package var oversized: [OversizedFile] = []
  /// Files that were being written all the time; the next snapshot takes them. Sorted.
  package var unsettled: [TreePath] = []

  /// Copies of edits found in hidden files of an interrupted sync without a journal; sorted.
  package var rescued: [TreePath] = []

  package init() {}

  /// Adds the staged versions that were committed before this snapshot, or left out.
  package mutating func add(staged earlier: SnapshotReport) {
    stagedCommit = stagedCommit ?? earlier.stagedCommit
    staged = Set(staged).union(earlier.staged).sorted { $0.path < $1.path }
    stagedFirst = Set(stagedFirst).union(earlier.stagedFirst).sorted { $0.path < $1.path }
    stagedLeftOut = Set(stagedLeftOut).union(earlier.stagedLeftOut).sorted { $0.path < $1.path }
    stagedKept = stagedKept ?? earlier.stagedKept
  }

  /// The files that another of their name waits beside, if one comes: those that were refused, and those that were
  /// renamed while a secret came into them.
  var inTheWay: [FileRefused] {
    refused + renamedHeldBack.values.map { FileRefused($0, .secretEdit) }
  }

  /// Files that are not committed because a filter or an encoding could not be applied to them.
  private var unfiltered: [TreePath] {
    refused.compactMap { if case .filter = $0.reason { $0.path } else { nil } }
  }

  /// True if the folder has changes that a person meant and that were not taken.
  package var leavesOutChanges: Bool {
    !heldBack.isEmpty || !unsettled.isEmpty || !exceptions(unwritten: []).isEmpty
  }

  /// The paths at which the folder and the last commit stay different until a person acts: edits that were refused or
  /// held back, new files that no filter could be applied to, and files that cannot be written or removed; sorted, and
  /// none inside of another.
  package func exceptions(unwritten: [UnwrittenFile]) -> [TreePath] {
    let edits = heldBack.filter(\.isEdit).map(\.path)
    let paths = Set(outdated + unfiltered + edits + unwritten.map(\.path)).sorted()
    return paths.filter { path in !paths.contains { path.isInside($0) } }
  }
}

/// A tracked file that is larger than new files may be.
package struct OversizedFile: Hashable, Sendable {
  package let path: TreePath
  /// In bytes.
  package let size: Int64
}
