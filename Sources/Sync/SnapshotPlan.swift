import History

/// The plan of a snapshot.
struct SnapshotPlan {
  let head: ObjectID?
  /// The last commit's tree.
  let base: ObjectID?
  /// Every path that differs from the last commit; nil is a deletion.
  var files: [TreePath: FileVersion?] = [:]
  /// The entries to write to the staging index.
  var staged: [TreePath: StagedEntry?] = [:]
  /// The number of them of which only the stamp is another one.
  var touched = 0
  /// The staging index's versions of those paths when the plan was made.
  var wasStaged: [TreePath: FileVersion] = [:]
  /// The tracked files that have no place in the folder, because another one has their name there.
  var shadowed: [TreePath] = []
  /// The new tree, or nil if it is unchanged.
  var tree: ObjectID?
  /// The tree of the staging index, if it alone has something that is committed first.
  var stagedTree: ObjectID?
  /// Versions that the staging index alone has, and that are left out of the history.
  var stagedApart: [TreePath: FileVersion] = [:]
  /// Renamed tracked files whose reason to be held back does not count under the new name.
  var carried: Set<TreePath> = []
  /// The files of the vault that are tracked.
  var paths: [TreePath] = []
  var report = SnapshotReport()

  /// The deletions that a person is asked about first; nil if they are not many.
  var deletions: Deletions? {
    Deletions(from: .folder, report.changes.deletedPaths, of: paths)
  }

  init(head: ObjectID?, base: ObjectID?) {
    self.head = head
    self.base = base
  }

  /// Makes the new tree of the files.
  mutating func makeTree(in repository: any SyncRepository) throws {
    let tree = try repository.tree(base, replacing: files)
    report.changes = try repository.fileChanges(from: base, to: tree)
    self.tree = report.changes.isEmpty ? nil : tree
  }

  /// Leaves deletions out.
  mutating func leave(_ paths: [TreePath], in repository: any SyncRepository) throws {
    for path in paths {
      files[path] = nil
      staged[path] = nil
      stagedApart[path] = nil
    }
    report.stagedLeftOut.removeAll { stagedApart[$0.path] == nil }
    try makeTree(in: repository)
  }

  var isEmpty: Bool {
    tree == nil && stagedTree == nil && (staged.isEmpty || isTouchAlone)
  }

  /// True if only stamps have changed, and of so few files that reading them each time costs less than writing the
  /// staging index.
  ///
  /// A moved note keeps its time, and its entry has another.
  private var isTouchAlone: Bool {
    staged.count == touched && shadowed.isEmpty && stagedApart.isEmpty
      && touched * Self.entriesForTouched < paths.count
  }

  /// The staged entries that take as long to write as one file to look at.
  private static var entriesForTouched: Int { 1_000 }
}
