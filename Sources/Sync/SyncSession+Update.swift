import Merge
import Objects

extension SyncSession {
  /// Moves the branch that is checked out to another commit, and the folder with it.
  ///
  /// The folder has been snapshotted just now. What a person writes meanwhile is kept, as an edit made before, and
  /// merged. Stopped at any moment, `recover()` finishes it.
  /// - Parameters:
  ///   - commit: descends from `head`.
  ///   - head: where the branch is; nothing where it has no commit.
  ///   - kind: what the update belongs to, for the record that `undo` reads.
  ///   - takesBack: the `after` of the operation that this one takes back.
  ///   - refused: what the snapshot did not take.
  /// - Throws: `SyncRefusal`; `ReferenceMoved` where nothing was done because the branch is elsewhere.
  package func update(
    to commit: ObjectID, from head: ObjectID?, on branch: String, kind: OperationKind,
    takesBack: ObjectID? = nil, refused: [FileRefused] = [],
    progress: @escaping (Int, Int) -> Void = { _, _ in }
  ) throws -> UpdateReport {
    let (old, new) = (try tree(of: head), try tree(of: commit))
    var journal = UpdateJournal(kind: kind, branch: branch, origin: head, from: head, to: commit)
    journal.takesBack = takesBack
    for (path, difference) in try differences(from: old, to: new) {
      journal.files[path] = .init(old: difference.old, new: difference.new)
    }
    try check(journal, refused)
    try repository.flush()
    try workTree.setJournal(journal.bytes)
    do {
      try repository.setReference(
        branch, from: head, to: commit, because: "zib: \(kind.rawValue)")
    } catch let moved as ReferenceMoved {
      try workTree.setJournal(nil)
      throw moved
    }
    return try settle(journal, wasStopped: false, progress)
  }

  /// Finishes an update whose branch has moved.
  func settle(
    _ journal: UpdateJournal, wasStopped: Bool, _ progress: @escaping (Int, Int) -> Void
  ) throws -> UpdateReport {
    var (journal, wasStopped) = (journal, wasStopped)
    for _ in 0..<Self.attempts {
      do {
        return try finish(journal, wasStopped: wasStopped, progress)
      } catch is ReferenceMoved {
        wasStopped = true
        guard let next = try resumed() else { return UpdateReport() }
        journal = next
      }
    }
    throw SyncRefusal.branchKeepsMoving(journal.branch)
  }

  /// Writes the files, and merges what a person wrote meanwhile until nothing is found any more.
  private func finish(
    _ journal: UpdateJournal, wasStopped: Bool, _ progress: @escaping (Int, Int) -> Void
  ) throws -> UpdateReport {
    let update = FolderUpdate(self, journal, progress: progress)
    if wasStopped { try update.takeLeftovers() }
    var report = UpdateReport()
    for _ in 0..<Self.attempts {
      try update.run()
      try update.lookAgain()
      let journal = update.journal
      if update.edits.isEmpty {
        guard try repository.reference(journal.branch) == journal.to else {
          throw ReferenceMoved(name: journal.branch)
        }
        guard try update.clear() else { continue }
        try record(
          journal.kind, before: journal.origin, after: journal.to, takesBack: journal.takesBack)
        try workTree.setJournal(nil)
        report.commit = journal.to
        report.changes = try repository.fileChanges(
          from: try tree(of: journal.origin), to: try tree(of: journal.to))
        report.edits = Set(report.edits).sorted()
        report.restored = update.restored.sorted()
        return report
      }
      let merge = try merged(update.edits, into: journal.to)
      report.edits += update.edits.map(\.path)
      report.decisions += merge.report.decisions
      try redirect(update, to: merge.commit, from: journal.to)
    }
    throw SyncRefusal.unsettled(Set(report.edits).sorted())
  }

  private func redirect(
    _ update: FolderUpdate, to commit: ObjectID, from current: ObjectID
  ) throws {
    update.redirect(
      from: current, to: commit,
      try differences(from: try tree(of: current), to: try tree(of: commit)))
    try repository.flush()
    try workTree.setJournal(update.journal.bytes)
    try repository.setReference(
      update.journal.branch, from: current, to: commit, because: "zib: edits made meanwhile")
  }

  func differences(
    from old: ObjectID?, to new: ObjectID?
  ) throws -> [TreePath: (old: FileVersion?, new: FileVersion?)] {
    var differences: [TreePath: (old: FileVersion?, new: FileVersion?)] = [:]
    try repository.forEachDifference(between: old, and: new) { differences[$0] = ($1, $2) }
    return differences
  }

  /// Refuses what would have to stop half-way, before anything is written.
  private func check(_ journal: UpdateJournal, _ refused: [FileRefused]) throws {
    let inTheWay = refused.filter { refusal in
      journal.files[refusal.path] != nil
        || refusal.reason == .nestedRepository
          && journal.files.keys.contains { $0.isInside(refusal.path) }
    }
    if !inTheWay.isEmpty {
      throw SyncRefusal.inTheWay(inTheWay.map { PathInTheWay($0.path, .refused($0.reason)) })
    }
    let outside = journal.files.filter { !isInScope($0.key) }
    if outside.isEmpty { return }
    var staged: [TreePath: StagedEntry] = [:]
    for entry in try repository.stagedEntries() where outside[entry.path] != nil {
      staged[entry.path] = entry
    }
    let edited = try outside.filter { path, file in
      let entry = staged[path]
      guard entry?.version == file.old else { return true }
      if file.old?.mode == .submodule { return false }
      let found: WorkFile?
      do { found = try workTree.read(path) } catch is FileRefused { return true }
      guard let found else { return file.old != nil && entry?.isSkipped != true }
      let id = try repository.write(blob: found.blob)
      return FileVersion(mode: found.mode, id: id) != file.old
    }
    if !edited.isEmpty { throw SyncRefusal.outsideEdited(edited.keys.sorted()) }
  }
}
