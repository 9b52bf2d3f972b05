import History
import Layout
import Merge

extension SyncSession {
  /// Brings the folder to another commit, and then moves the branch that is checked out to it.
  ///
  /// The folder must have been snapshotted just before. A person's changes during the update are
  /// kept, as an edit made before it, and merged. Stopped at any moment, `recover()` finishes it;
  /// without its journal, a folder that is half-way reads as edits that equal the commit's.
  /// - Parameters:
  ///   - commit: descends from `head`.
  ///   - head: the branch's commit; nil if it has none.
  ///   - kind: the operation of the update, for the record that `undo` reads.
  ///   - takesBack: the `after` of the operation that this one takes back.
  ///   - refused: the files that the snapshot did not take.
  /// - Throws: `SyncRefusal`; `ReferenceMoved` if nothing was done because the branch is at another
  ///   commit.
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
    try check(journal)
    guard try repository.reference(branch) == head else { throw ReferenceMoved(name: branch) }
    try putOnRecord(journal, refused)
    try repository.flush()
    try workTree.setJournal(journal.bytes)
    return try settle(journal, wasStopped: false, progress)
  }

  /// Carries out an update whose journal is written.
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

  /// Writes the files, merges a person's changes during that until there are no more, and moves the
  /// branch.
  private func finish(
    _ began: UpdateJournal, wasStopped: Bool, _ progress: @escaping (Int, Int) -> Void
  ) throws -> UpdateReport {
    let update = FolderUpdate(self, began, progress: progress)
    if wasStopped { try update.takeLeftovers() }
    do {
      return try carryOut(update, began)
    } catch  where !wasStopped && lacksRoom(error) {
      // A change that cannot be taken back stays as it is, and the next command goes on from the journal.
      guard update.isTakenBack() else { throw error }
      throw UpdateTakenBack(cause: error)
    }
  }

  private func carryOut(_ update: FolderUpdate, _ began: UpdateJournal) throws -> UpdateReport {
    var report = UpdateReport()
    var typed: [TreePath: FileVersion] = [:]
    for _ in 0..<Self.attempts {
      if !update.isDone { try update.run() }
      try update.lookAgain()
      if update.edits.isEmpty {
        try update.setDone()
        try moveBranch(of: update)
        guard try update.clear() else { continue }
        let journal = update.journal
        try record(
          journal.kind, before: journal.origin, after: journal.merged ?? journal.to,
          takesBack: journal.takesBack)
        try workTree.setJournal(nil)
        report.kind = journal.kind
        report.commit = journal.to
        report.changes =
          try journal.kind == .rewrite
          ? rewritten(began, typed, to: journal.to)
          : repository.fileChanges(from: tree(of: journal.origin), to: tree(of: journal.to))
        report.edits = Set(report.edits).sorted()
        report.restored = update.restored.sorted()
        report.setAside = journal.setAside.sorted()
        // A file that made way for a folder is ignored by its new name.
        report.stillIgnored = journal.ignored.filter { path in
          journal.files[path]?.new == nil && !journal.files.keys.contains { $0.isInside(path) }
        }.sorted()
        return report
      }
      let current = update.journal.to
      let merge = try merged(update.edits, into: current)
      report.edits += update.edits.map(\.path)
      for edit in update.edits { typed[edit.path] = edit.version }
      report.decisions += merge.report.decisions
      try redirect(update, to: merge.commit, from: current)
    }
    throw SyncRefusal.unsettled(Set(report.edits).sorted())
  }

  /// The changes that files which could not be written bring to the folder.
  ///
  /// - Parameters:
  ///   - journal: the update when it began: each of its files was in its old version, and all others as in the commit.
  ///   - typed: the person's versions in the folder; where one stays as it is, nothing came.
  private func rewritten(
    _ journal: UpdateJournal, _ typed: [TreePath: FileVersion], to commit: ObjectID
  ) throws -> [FileChange] {
    let target = try tree(of: commit)
    let folder = try repository.tree(
      try tree(of: journal.to), replacing: journal.files.mapValues(\.old))
    return try repository.fileChanges(from: folder, to: target).filter { change in
      guard let own = typed[change.path], let target else { return true }
      return try repository.version(at: change.path, in: target) != own
    }
  }

  /// Moves the branch to the commit of the folder and the staging index.
  private func moveBranch(of update: FolderUpdate) throws {
    let journal = update.journal
    if journal.from == journal.to {
      guard try repository.reference(journal.branch) == journal.to else {
        throw ReferenceMoved(name: journal.branch)
      }
      return
    }
    try repository.setReference(
      journal.branch, from: journal.from, to: journal.to, because: "zib: \(journal.kind.rawValue)")
    update.branchHasMoved()
  }

  private func redirect(
    _ update: FolderUpdate, to commit: ObjectID, from current: ObjectID
  ) throws {
    update.redirect(
      from: current, to: commit,
      try differences(from: try tree(of: current), to: try tree(of: commit)))
    try repository.flush()
    try workTree.setJournal(update.journal.bytes)
  }

  func differences(
    from old: ObjectID?, to new: ObjectID?
  ) throws -> [TreePath: (old: FileVersion?, new: FileVersion?)] {
    var differences: [TreePath: (old: FileVersion?, new: FileVersion?)] = [:]
    try repository.forEachDifference(between: old, and: new) { differences[$0] = ($1, $2) }
    return differences
  }

  /// Postpones incoming files that lie in a nested repository, or where a file was renamed to whose edit is held back; a
  /// recovery knows of none.
  private func putOnRecord(_ journal: UpdateJournal, _ refused: [FileRefused]) throws {
    var record = try unwrittenRecord()
    for file in refused where [.nestedRepository, .secretEdit].contains(file.reason) {
      let key = PortableKey(file.path.bytes)
      for path in journal.files.keys {
        // A folder may take the name that comes for that of the file.
        let isTwin = PortableKey(path.bytes) == key && path != file.path
        guard
          try path == file.path || path.isInside(file.path)
            || isTwin && areOneFile(path, file.path)
        else { continue }
        if journal.files[path]?.new?.mode == .submodule || record.files[path] != nil { continue }
        record.files[path] = UnwrittenFile(path, file.reason, base: journal.origin)
      }
    }
    try setUnwritten(record)
  }

  /// Refuses an update that would have to stop half-way, before anything is written.
  private func check(_ journal: UpdateJournal) throws {
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
