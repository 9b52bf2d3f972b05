import History
import Layout
import Merge

extension SyncSession {
  /// Ends a merge that plain git has left half-way: both sides are merged as a sync merges them,
  /// and the person's later changes, typed or staged, come on top.
  ///
  /// - Parameter written: the tree that git had made of the merge, with its markers; nil if it is
  ///   unknown. Then every file that differs from both sides counts as the person's.
  /// - Throws: `AdoptRefusal`, `SyncRefusal`, and errors of a snapshot.
  package func adopt(
    _ merging: any HalfMergedRepository, written: (ObjectID, ObjectID) throws -> ObjectID?
  ) throws -> AdoptReport {
    let heads = try merging.mergeHeads()
    if heads.isEmpty, try workTree.journal() != nil {
      // Stopped when the merge was ended and its paths were not.
      try merging.endMerge()
      _ = try recover()
      return AdoptReport()
    }
    guard let other = heads.first else { throw AdoptRefusal.noMergeInProgress }
    guard heads.count == 1 else { throw AdoptRefusal.severalHeads }
    guard case .branch(let branch, let head?) = try repository.head() else {
      throw AdoptRefusal.detachedHead
    }
    let merge = try merged(head, other)
    var adoption = Adoption(
      session: self, sides: [try tree(of: head), try tree(of: other)],
      written: try written(head, other), merged: try repository.commit(merge.commit).tree)
    adoption.report.decisions = merge.report.decisions
    try adoption.look(atAlso: merging.unmergedPaths())
    var commit = merge.commit
    for files in [adoption.staged, adoption.typed] where !files.isEmpty {
      let old = try tree(of: commit)
      let tree = try repository.tree(old, replacing: files)
      if tree == old { continue }
      let message = SnapshotMessage.text(
        try repository.fileChanges(from: old, to: tree), device: device)
      commit = try repository.commitSnapshot(tree: tree, parents: [commit], message: message)
    }
    var journal = UpdateJournal(kind: .merge, branch: branch, origin: head, from: head, to: commit)
    journal.merged = merge.commit
    journal = try adoption.journal(journal)
    try repository.flush()
    // From here on `recover` continues if this is stopped, as soon as git's merge is ended.
    try workTree.setJournal(journal.bytes)
    try merging.endMerge()
    let update = try settle(journal, wasStopped: false) { _, _ in }
    adoption.report.decisions += update.decisions
    adoption.report.kept.sort()
    adoption.report.copies.sort()
    return adoption.report
  }
}

/// The person's changes in a merge that git left half-way.
private struct Adoption {
  let session: SyncSession
  /// The trees of the two sides; nil for an empty one.
  let sides: [ObjectID?]
  let written: ObjectID?
  let merged: ObjectID
  /// Versions that are in the staging index alone.
  var staged: [TreePath: FileVersion?] = [:]
  /// The person's versions in the folder.
  var typed: [TreePath: FileVersion?] = [:]
  var report = AdoptReport()
  /// True if the merge changes a `.gitignore` of this device.
  private var hasNewRules = false
  /// The versions in the folder and in the staging index, all of them now in history or made by
  /// git.
  private var seen: [TreePath: (file: FileVersion?, others: [FileVersion])] = [:]

  init(session: SyncSession, sides: [ObjectID?], written: ObjectID?, merged: ObjectID) {
    self.session = session
    self.sides = sides
    self.written = written
    self.merged = merged
  }

  private var repository: any SyncRepository { session.repository }

  mutating func look(atAlso unmerged: [TreePath]) throws {
    let entries = try repository.stagedEntries()
    var stagedNow: [TreePath: FileVersion] = [:]
    for entry in entries where !entry.isIntent { stagedNow[entry.path] = entry.version }
    let skipped = Set(entries.lazy.filter(\.isSkipped).map(\.path))
    var paths = Set(unmerged)
    for change in try session.workTree.changes(since: entries) { paths.insert(change.path) }
    for path in try repository.stagedDifferences(from: merged).keys { paths.insert(path) }
    hasNewRules = try session.differences(from: sides[0], to: merged).keys.contains(
      where: \.isIgnoreRules)
    for path in paths.sorted() where session.isInScope(path) && !skipped.contains(path) {
      try look(at: path, staged: stagedNow[path])
    }
    try leaveOutCopiesOfDriver()
  }

  /// Leaves out the copies of `zib merge-driver`: each is one side's version, which is in history,
  /// and which the merge keeps by itself if its text is not in the note.
  private mutating func leaveOutCopiesOfDriver() throws {
    for case (let path, let file?) in typed {
      guard let note = ConflictCopyName.note(ofCopy: path), typed.index(forKey: note) == nil,
        try sides.allSatisfy({ try version(at: path, in: $0) == nil }),
        try sides.contains(where: { try version(at: note, in: $0) == file })
      else { continue }
      typed.removeValue(forKey: path)
    }
  }

  private mutating func look(at path: TreePath, staged entry: FileVersion?) throws {
    let file: FileVersion?
    let theirs = try sides.map { try version(at: path, in: $0) }
    do {
      let found = try session.settled { try session.workTree.read(path) }
      // A new file is not part of the merge; the next snapshot holds it back and reports it.
      if let found, entry == nil, theirs.allSatisfy({ $0 == nil }),
        session.holding.reason(toHold: path, found.blob, mode: found.mode) != nil
      {
        return
      }
      file = try found.map {
        FileVersion(mode: $0.mode, id: try repository.write(blob: $0.blob))
      }
    } catch is FileRefused {
      return
    }
    let git = try version(at: path, in: written)
    let ours = try version(at: path, in: merged)
    if file != nil, hasNewRules, entry ?? git ?? ours ?? theirs.compactMap(\.self).first == nil {
      report.perhapsIgnored.append(path)
      return
    }
    var known = Set((theirs + [git, ours]).compactMap(\.self))
    if let file { known.insert(file) }
    let texts = try theirs.compactMap(\.self).map { try repository.blob($0.id) }
    if let entry {
      if !known.contains(entry) {
        if let (copy, version) = try copy(of: entry, at: path, beside: texts, git) {
          staged[copy] = version
        } else {
          staged[path] = entry
        }
      }
      known.insert(entry)
    }
    seen[path] = (file, Array(known))
    guard let file else {
      // A file that git had put there, or that no side has taken away, was deleted by the person.
      let isDeleted = written == nil ? theirs.allSatisfy { $0 != nil } : git != nil
      if isDeleted, ours != nil, !OwnFiles.isReviewLog(path.bytes) {
        typed[path] = .some(nil)
        report.kept.append(path)
      }
      return
    }
    if file == ours || file == git || written == nil && theirs.contains(file) { return }
    let bytes = file.mode.isFile ? try repository.blob(file.id) : []
    if let git, git.mode.isFile, let markers = GitMarkers(bytes),
      markers == GitMarkers(try repository.blob(git.id))
    {
      return
    }
    if let (copy, version) = try copy(of: file, at: path, beside: texts, git) {
      typed[copy] = version
      return
    }
    typed[path] = file
    // A new note is not part of the merge.
    if git ?? ours ?? theirs.compactMap(\.self).first != nil { report.kept.append(path) }
    // The person has seen both sides, so the copy that the merge kept is decided.
    for decision in report.decisions where decision.path == path {
      if case .keptBoth(let copy, _, _) = decision.kind { typed[copy] = .some(nil) }
    }
  }

  /// A copy of a person's text in a file that still has markers, without the markers; nil for a
  /// file without markers.
  ///
  /// Markers never enter a note or a copy (P10).
  private mutating func copy(
    of file: FileVersion, at path: TreePath, beside texts: [[UInt8]], _ git: FileVersion?
  ) throws -> (path: TreePath, version: FileVersion)? {
    guard file.mode.isFile else { return nil }
    let bytes = try repository.blob(file.id)
    guard GitMarkers.areLeft(in: bytes, beside: texts) else { return nil }
    let written = try git.flatMap { $0.mode.isFile ? try repository.blob($0.id) : nil }
    let text = GitMarkers.removed(from: bytes, beside: texts, written: written)
    let version = FileVersion(mode: file.mode, id: try repository.write(blob: text))
    let tree = merged
    let copy = try ConflictCopyName.path(for: path, blob: version.id) {
      try repository.version(at: $0, in: tree) != nil || typed[$0] != nil || staged[$0] != nil
    }
    report.copies.append(copy)
    return (copy, version)
  }

  private func version(at path: TreePath, in tree: ObjectID?) throws -> FileVersion? {
    try tree.flatMap { try repository.version(at: path, in: $0) }
  }

  /// The journal of the update from the folder as it is.
  func journal(_ start: UpdateJournal) throws -> UpdateJournal {
    var journal = start
    let to = try session.tree(of: journal.to)
    for (path, difference) in try session.differences(from: sides[0], to: to) {
      journal.files[path] = .init(old: difference.old, new: difference.new)
    }
    for (path, found) in seen {
      let new = try version(at: path, in: to)
      if journal.files[path] == nil { journal.files[path] = .init(old: found.file, new: new) }
      for version in found.others {
        journal.taken.insert(UpdateJournal.Version(path: path, version: version))
      }
    }
    return journal
  }
}
