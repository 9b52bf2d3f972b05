import History
import Merge

/// The result of finishing an interrupted run.
package struct RecoveryReport: Equatable, Sendable {
  /// The report of the interrupted update of the folder that was finished; nil if there was none.
  package var update: UpdateReport?
  /// The files that could not be written before and are now; nil if there were none.
  package var written: UpdateReport?
  /// Conflict copies of a person's edits during an update that was dropped; sorted.
  package var kept: [TreePath] = []
  /// Files whose edits the journal names, and whose text is not in the repository any more; sorted.
  package var lost: [TreePath] = []
  /// A journal that could not be followed and was set aside.
  package var journalSetAside: JournalSetAside?

  package init() {}
}

extension SyncSession {
  /// Finishes an interrupted run; every command that writes does this first.
  ///
  /// - Throws: `SyncRefusal`.
  package func recover(
    progress: @escaping (Int, Int) -> Void = { _, _ in }
  ) throws -> RecoveryReport {
    var report = RecoveryReport()
    guard try workTree.journal() != nil else {
      report.written = try writeUnwritten()
      return report
    }
    if let obstacle = try repository.obstacle() { throw SyncRefusal.obstacle(obstacle) }
    for _ in 0..<Self.attempts {
      do {
        if let journal = try resumed(&report) {
          report.update = try settle(journal, wasStopped: true, progress)
        }
        report.kept.sort()
        report.written = try writeUnwritten()
        return report
      } catch is ReferenceMoved {
        continue
      }
    }
    throw SyncRefusal.branchKeepsMoving(try writableBranch().name)
  }

  /// True if a run was stopped and has left something to finish.
  package func needsRecovery() throws -> Bool { try workTree.journal() != nil }

  func resumed() throws -> UpdateJournal? {
    var report = RecoveryReport()
    return try resumed(&report)
  }

  /// The update to go on with, or nil if there is none any more.
  private func resumed(_ report: inout RecoveryReport) throws -> UpdateJournal? {
    guard let bytes = try workTree.journal() else { return nil }
    guard var journal = UpdateJournal(bytes: bytes), try isThere(journal.to) else {
      try setAside(bytes, &report)
      return nil
    }
    guard case .branch(journal.branch, let head) = try repository.head() else {
      try abandon(journal, &report)
      return nil
    }
    // The branch moves after the last file, so that only hidden files are left; a rewrite does not
    // move it.
    let hasMoved = try head.map { try repository.isAncestor(journal.to, of: $0) } ?? false
    if hasMoved, journal.order == .refLast, journal.kind != .rewrite { journal.done = journal.to }
    if head == journal.to {
      journal.from = head
      return journal
    }
    if head == journal.from { return journal }
    if let head, hasMoved { return try resumed(journal, after: head, head) }
    // A person or plain git has committed the half-updated folder.
    if let head, try journal.from.map({ try repository.isAncestor($0, of: head) }) ?? true {
      return try resumed(journal, after: head, merged(head, journal.to).commit)
    }
    try abandon(journal, &report)
    return nil
  }

  /// The journal of an update that continues from a commit made in between.
  private func resumed(
    _ journal: UpdateJournal, after head: ObjectID, _ commit: ObjectID
  ) throws -> UpdateJournal {
    var journal = journal
    let tree = try tree(of: commit)
    let edits = journal.edits
    journal.redirect(to: commit, try differences(from: try self.tree(of: head), to: tree))
    journal.from = head
    journal.edits = edits
    for (path, file) in journal.files {
      let new = try tree.flatMap { try repository.version(at: path, in: $0) }
      let version = new?.mode == .folder ? nil : new
      if let old = file.new { journal.taken.insert(.init(path: path, version: old)) }
      journal.files[path]?.new = version
    }
    try repository.flush()
    try workTree.setJournal(journal.bytes)
    return journal
  }

  /// Drops an update whose branch is no longer checked out or went another way, and keeps the edits
  /// it has recorded.
  private func abandon(_ journal: UpdateJournal, _ report: inout RecoveryReport) throws {
    var kept: [TreePath] = []
    let branch = try repository.reference(journal.branch)
    if let branch, try repository.isAncestor(journal.to, of: branch) {
      // The branch has all of it.
    } else {
      let name = "refs/zib/kept/\(journal.to.hex)"
      let there = try repository.reference(name)
      if there == nil {
        try repository.setReference(name, from: nil, to: journal.to, because: "zib: kept")
      }
    }
    let tracked = try trackedPaths()
    for file in try workTree.leftovers(besides: tracked) {
      guard let found = try settled({ try workTree.read(file) }) else { continue }
      let version = FileVersion(mode: found.mode, id: try repository.id(ofBlob: found.blob))
      if journal.knows(version, at: file.path) {
        try workTree.discard(file)
      } else if try !tracked.contains(file.path) && keepsToItself(file.path, found) {
        _ = try setAside(file, holding: version.id)
      } else if let copy = try freePath(for: file.path, version.id) {
        try workTree.place(PreparedFile(path: copy, name: file.name))
        kept.append(copy)
      } else {
        try workTree.discard(file)
      }
    }
    for edit in journal.edits {
      guard let blob = try? repository.blob(edit.version.id) else {
        report.lost.append(edit.path)
        continue
      }
      guard let copy = try freePath(for: edit.path, edit.version.id) else { continue }
      try workTree.place(try workTree.prepare(blob, mode: edit.version.mode, for: copy))
      kept.append(copy)
    }
    try workTree.flushFolders(of: kept)
    report.kept += kept
    // With an edit whose text is gone, the journal is the only trace of it.
    if report.lost.isEmpty {
      try workTree.setJournal(nil)
    } else {
      report.journalSetAside = JournalSetAside(
        reason: .textMissing, name: try workTree.setJournalAside())
    }
  }

  /// The path for a conflict copy, or nil if the copy exists already.
  func freePath(for path: TreePath, _ blob: ObjectID) throws -> TreePath? {
    var isThere = false
    let copy = try ConflictCopyName.path(for: path, blob: blob) { copy in
      guard try workTree.kind(of: copy) != .nothing else { return false }
      isThere =
        try workTree.read(copy).map { try repository.write(blob: $0.blob) == blob } ?? false
      return !isThere
    }
    return isThere ? nil : copy
  }
}
