import History

/// An update of the folder that found no room was taken back: every file, the staging index and the branch are as
/// before it.
package struct UpdateTakenBack: Error {
  /// The error that says that the disk is full.
  package let cause: any Error
}

/// Takes an update back that cannot go on because the disk is full.
///
/// Names are changed and files are removed, which takes no room. The order is the reverse of the update's, so that the
/// folder is half-way at each moment, as it was: a kill leaves a journal that the next command goes on from.
extension FolderUpdate {
  /// A change of the folder.
  enum Trace {
    /// A new version took the place of what is in this hidden file now.
    case exchanged(PreparedFile)
    /// A new version came to a free path.
    case placed(TreePath)
    /// The former file of a path is in this hidden file now.
    case displaced(PreparedFile)
    /// A file got the second name instead of the first.
    case renamed(TreePath, TreePath)
    /// Something that is not taken back.
    case final
  }

  /// The state before an update.
  struct Before {
    /// The staged entries of the journal's paths.
    var staged: [TreePath: StagedEntry] = [:]
    /// The folders of files that come, which are missing.
    var missing: Set<TreePath> = []
  }

  /// Remembers what the update is about to change, besides files.
  func lookBefore() throws {
    if before != nil || wasStopped || journal.done != nil { return }
    var before = Before()
    for entry in try repository.stagedEntries() where journal.files[entry.path] != nil {
      before.staged[entry.path] = entry
    }
    for folder in Set(journal.files.filter { $0.value.new != nil }.keys.map(\.folder)) {
      do {
        if try workTree.kind(of: folder) == .nothing { before.missing.insert(folder) }
      } catch is FileRefused {}
    }
    self.before = before
  }

  /// Moves what is at a path out of its place.
  func displace(_ path: TreePath) throws {
    let displaced = try workTree.displace(path)
    try take(displaced, seenAt: seen(at: path))
    trail.append(.displaced(displaced))
  }

  /// Takes back all that the update has done.
  ///
  /// - Returns: false where that is not possible; the journal is there then, and leads on.
  func isTakenBack() -> Bool {
    // The error that led here is the one to be told.
    do { return try takeBack() } catch { return false }
  }

  private func takeBack() throws -> Bool {
    guard journal.order == .refLast, journal.kind != .rewrite, journal.merged == nil,
      journal.edits.isEmpty, journal.setAside.isEmpty, let before, journal.from != journal.to,
      try repository.reference(journal.branch) == journal.from
    else { return false }
    for case .final in trail { return false }
    journal.done = nil
    if let bytes = try workTree.journal(), UpdateJournal(bytes: bytes)?.done != nil {
      try workTree.setJournal(journal.bytes)
    }
    var spare: Set<PreparedFile> = []
    for trace in trail.reversed() {
      guard try takeBack(trace, &spare) else { return false }
    }
    try workTree.flushFolders(of: Set(journal.files.keys).union(spare.map(\.path)).sorted())
    let tracked = try session.trackedPaths().union(journal.files.keys)
    for file in try workTree.leftovers(besides: tracked) {
      guard try isIncoming(file) else { return false }
      try workTree.discard(file)
    }
    for path in journal.files.keys.sorted().reversed() where before.missing.contains(path.folder) {
      try workTree.removeEmptyFolders(above: path)
    }
    try restoreStaging(before)
    try workTree.setJournal(nil)
    return true
  }

  /// - Returns: false where the path has something else than the update brought, which then stays.
  private func takeBack(_ trace: Trace, _ spare: inout Set<PreparedFile>) throws -> Bool {
    switch trace {
    case .exchanged(let file):
      let came = try workTree.exchange(file)
      guard try isIncoming(came) else {
        _ = try workTree.exchange(came)
        return false
      }
      spare.insert(came)
    case .placed(let path):
      let came: PreparedFile
      do { came = try workTree.displace(path) } catch is NothingThere { return true }
      guard try isIncoming(came) else {
        try workTree.place(came)
        return false
      }
      spare.insert(came)
    case .displaced(let file):
      if try workTree.kind(of: file.path) == .folder {
        // A folder came in the place of the file; what it has now is hidden.
        for other in spare where other.path.isInside(file.path) {
          try workTree.discard(other)
          spare.remove(other)
        }
        try workTree.removeEmptyFolders(above: file.path.appending([0x2E]))
      }
      try workTree.place(file)
    case .renamed(let path, let other): try workTree.rename(other, to: path)
    case .final: return false
    }
    return true
  }

  /// True for a hidden file with a version that the update brings.
  private func isIncoming(_ file: PreparedFile) throws -> Bool {
    guard let found = try session.settled({ try workTree.read(file) }) else { return true }
    let version = try version(of: found)
    return file.wasPrepared(with: version.id) || version == journal.files[file.path]?.new
  }

  private func restoreStaging(_ before: Before) throws {
    var now: [TreePath: StagedEntry] = [:]
    for entry in try repository.stagedEntries() where journal.files[entry.path] != nil {
      now[entry.path] = entry
    }
    var entries: [TreePath: StagedEntry?] = [:]
    for path in journal.files.keys where now[path]?.version != before.staged[path]?.version {
      entries[path] = .some(before.staged[path])
    }
    if !entries.isEmpty { try repository.setStaged(entries) }
    var record = try session.unwrittenRecord()
    if record.files == recorded { return }
    record.files = recorded
    try session.setUnwritten(record)
  }
}
