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
  /// Notes with edits of this device that plain git had merged away beside the half-updated folder, and that are
  /// back; sorted.
  package var broughtBack: [TreePath] = []
  /// Files whose edits the journal names, and whose text is not in the repository any more; sorted.
  package var lost: [TreePath] = []
  /// A journal that could not be followed and was set aside.
  package var journalSetAside: JournalSetAside?
  /// True if the record of the files that could not be written was damaged, and was made again.
  package var recordMadeAgain = false

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
    report.recordMadeAgain = try mendUnwritten()
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
        report.broughtBack = Set(report.broughtBack).sorted()
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
      try setJournalAside(bytes, &report)
      return nil
    }
    guard case .branch(journal.branch, let head) = try repository.head() else {
      try abandon(journal, &report)
      return nil
    }
    // The branch moves after the last file, so that only hidden files are left; a rewrite does not
    // move it.
    let movesLast = journal.order == .refLast && journal.kind != .rewrite
    let isWritten = movesLast && journal.done == journal.to
    let hasMoved = try head.map { try repository.isAncestor(journal.to, of: $0) } ?? false
    if hasMoved, movesLast { journal.done = journal.to }
    if head == journal.to {
      journal.from = head
      return journal
    }
    if head == journal.from { return journal }
    if let head, hasMoved {
      return try resumed(journal, after: head, head, isWritten: isWritten)
    }
    // A person or plain git has committed the half-updated folder.
    if let head, try journal.from.map({ try repository.isAncestor($0, of: head) }) ?? true {
      let lost = try mergedAway(from: journal.from, to: journal.to, head: head)
      report.broughtBack += lost.map(\.path)
      journal.edits += lost
      return try resumed(journal, after: head, merged(head, journal.to).commit)
    }
    try abandon(journal, &report)
    return nil
  }

  /// This device's versions of files that a merge of plain git has dropped after a half-updated folder was committed.
  ///
  /// Beside a file that the update had brought already, git takes the deletion of another for a rename whose target
  /// is there, and an edit of the deleted file for part of it. A deletion by a commit of the person's, or of another
  /// device that had seen the version, stays a deletion.
  /// - Parameters:
  ///   - from: the branch's commit before the update.
  ///   - target: the commit that the update led to, or nil if it is unknown.
  func mergedAway(
    from: ObjectID?, to target: ObjectID?, head: ObjectID
  ) throws -> [UpdateJournal.Edit] {
    guard let from else { return [] }
    let (own, goal) = (try tree(of: from), try tree(of: target))
    var gone: Set<TreePath> = []
    for (path, difference) in try differences(from: own, to: try tree(of: head))
    where difference.old != nil && difference.new == nil {
      if try goal.map({ try repository.version(at: path, in: $0) != nil }) ?? true {
        gone.insert(path)
      }
    }
    var edits: [UpdateJournal.Edit] = []
    var open = [head]
    var seen: Set<ObjectID> = [head]
    while !gone.isEmpty, let next = open.popLast() {
      let parents = try repository.commit(next).parents
      let ours = try parents.filter { try repository.isAncestor(from, of: $0) }
      for parent in ours where parent != from && seen.insert(parent).inserted {
        open.append(parent)
      }
      guard let parent = ours.first, let other = parents.first(where: { $0 != parent }) else {
        continue
      }
      let bases = try repository.mergeBases(parent, other)
      for path in gone.sorted() {
        guard let version = try version(of: path, in: parent), version.mode != .submodule,
          try self.version(of: path, in: next) == nil
        else { continue }
        gone.remove(path)
        // No side had deleted it, so that the person did.
        if try self.version(of: path, in: other) != nil { continue }
        let before = try bases.map { try self.version(of: path, in: $0) }
        let isSeen = before.contains(version)
        if try !isSeen && !isElsewhere(version, since: before.first ?? nil, parent, other, next) {
          // On top of the merge: on top of the commit that it was made to it could be that very commit.
          edits.append(.init(path: path, version: version, base: next))
        }
      }
    }
    return edits.sorted { $0.path < $1.path }
  }

  /// True if a merge has put the lines of an edit into the file that the other side had moved it to.
  private func isElsewhere(
    _ edited: FileVersion, since base: FileVersion?, _ own: ObjectID, _ other: ObjectID,
    _ merge: ObjectID
  ) throws -> Bool {
    func lines(_ version: FileVersion?) throws -> Set<ArraySlice<UInt8>> {
      Set(try version.map { try repository.blob($0.id) }?.split(separator: 0x0A) ?? [])
    }
    let new = try lines(edited).subtracting(lines(base))
    return try differences(from: try tree(of: other), to: try tree(of: merge)).contains {
      guard $1.old != nil, let merged = $1.new, merged.mode.isFile else { return false }
      return try version(of: $0, in: own) == nil && new.isSubset(of: lines(merged))
    }
  }

  private func version(of path: TreePath, in commit: ObjectID) throws -> FileVersion? {
    let version = try tree(of: commit).flatMap { try repository.version(at: path, in: $0) }
    return version?.mode == .folder ? nil : version
  }

  /// The journal of an update that continues from a commit made in between.
  ///
  /// - Parameter isWritten: true if the commit was made on top of the finished update. Whoever made it saw all of that,
  ///   and has written since to what the commit left.
  private func resumed(
    _ journal: UpdateJournal, after head: ObjectID, _ commit: ObjectID, isWritten: Bool = false
  ) throws -> UpdateJournal {
    var journal = journal
    let tree = try tree(of: commit)
    let edits = journal.edits
    // An undo takes back the update, and not what was committed beside it.
    journal.merged = journal.merged ?? journal.to
    journal.redirect(to: commit, try differences(from: try self.tree(of: head), to: tree))
    journal.from = head
    journal.edits = edits
    if isWritten { journal.done = commit }
    for (path, file) in journal.files {
      let new = try tree.flatMap { try repository.version(at: path, in: $0) }
      let version = new?.mode == .folder ? nil : new
      if let old = file.new { journal.taken.insert(.init(path: path, version: old)) }
      journal.files[path]?.new = version
      // A file that the person's commit no longer has is not tracked: what stands in its place since may be ignored.
      if let old = file.old, try self.version(of: path, in: head) == nil {
        journal.taken.insert(.init(path: path, version: old))
        journal.files[path]?.old = nil
      }
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
      guard let (found, version) = try contents(of: file) else { continue }
      if journal.knows(version, at: file.path) {
        try workTree.discard(file)
      } else if try !tracked.contains(file.path) && keepsToItself(file.path, found) {
        _ = try setAside(file, holding: version.id, mayBeShown: true)
      } else {
        try makeCopy(of: file, version, kept: &kept)
      }
    }
    let edits = journal.edits.map { UpdateJournal.Version(path: $0.path, version: $0.version) }
    try makeCopies(of: edits, kept: &kept, lost: &report.lost)
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
  func copyPath(for path: TreePath, holding blob: ObjectID) throws -> TreePath? {
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
