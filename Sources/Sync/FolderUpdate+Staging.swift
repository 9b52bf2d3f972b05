import History
import Merge

/// The staging index after an update, and the record of files that could not be written.
extension FolderUpdate {
  /// Brings the staging index up to date, and records the files that could not be written.
  func stage() throws {
    var record = UnwrittenRecord()
    // A file that went from the history needs no waiting where nothing of it is in the folder.
    record.files = try waiting.filter { path, _ in
      guard let file = journal.files[path], file.new == nil else { return true }
      do { return try workTree.kind(of: path) != .nothing } catch is FileRefused { return true }
    }
    for path in twins { record.files[path] = UnwrittenFile(path, .sameName, base: nil) }
    for (path, reason) in refused {
      record.files[path] = UnwrittenFile(path, reason, base: journal.origin)
    }
    var before = try session.unwrittenRecord()
    before.files.merge(record.files) { $1 }
    try session.setUnwritten(before)
    try stage(besides: record)
    // A file that is written now stays on record until the staging index has it.
    try session.setUnwritten(record)
  }

  private func stage(besides unwritten: UnwrittenRecord) throws {
    var entries: [TreePath: StagedEntry?] = [:]
    let inPlace = journal.files.filter { path, file in
      unwritten.files[path] == nil && file.new.map { $0.mode != .submodule } ?? false
    }
    let found = try versions(at: inPlace.keys.sorted())
    for (path, file) in journal.files.sorted(by: { $0.key < $1.key }) {
      guard let new = file.new else {
        entries[path] = .some(nil)
        continue
      }
      var entry = StagedEntry(
        path: path, version: new, stamp: nil,
        isSkipped: skipped.contains(path) || unwritten.files[path] != nil)
      if unwritten.files[path] == nil, new.mode != .submodule {
        let isFound = found[path]?.version == new
        entry.stamp = try isFound ? found[path]?.stamp : stamp(of: path, holding: new)
      }
      entries[path] = entry
    }
    if entries.isEmpty { return }
    // As late as possible, because another program may stage at any time.
    let known = edits.count
    let staged = try repository.stagedEntries()
    for var entry in staged where twins.contains(entry.path) && journal.files[entry.path] == nil {
      entry.stamp = nil
      entry.isSkipped = true
      entries[entry.path] = entry
    }
    for entry in staged
    where journal.files[entry.path] != nil && !entry.isIntent && entry.version.mode != .submodule {
      try recordEdit(entry.version, at: entry.path, madeTo: perhapsSeen(at: entry.path))
    }
    if edits.count > known { try saveEdits() }
    try repository.setStaged(entries)
  }

  /// The file's stamp, or nil if the file no longer holds this version.
  private func stamp(of path: TreePath, holding version: FileVersion) throws -> WorkStamp? {
    do {
      guard let file = try workTree.read(path), try self.version(of: file) == version else {
        return nil
      }
      return file.stamp
    } catch is UnsettledFile {
      return nil
    } catch is FileRefused {
      return nil
    }
  }
}
