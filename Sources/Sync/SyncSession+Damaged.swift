import History

/// A record of waiting files that is damaged.
extension SyncSession {
  /// True if the record of the files that could not be written is damaged.
  package func isUnwrittenDamaged() throws -> Bool { try unwrittenRecord().isDamaged }

  /// The record of the files that could not be written, with those that it lost if it is damaged.
  func wholeRecord() throws -> UnwrittenRecord {
    let record = try unwrittenRecord()
    return try record.isDamaged ? madeAgain(record) : record
  }

  /// Makes a damaged record of the files that could not be written again.
  ///
  /// - Returns: true if it was damaged.
  func mendUnwritten() throws -> Bool {
    let record = try unwrittenRecord()
    if !record.isDamaged { return false }
    try setUnwritten(madeAgain(record))
    return true
  }

  /// A damaged record with the files that it lost: the staging index says of them that they are not in the folder, and
  /// the folder does not have the version of the last commit.
  ///
  /// The commits that they waited from are lost, so that a file in the folder counts as an edit made to none. In a
  /// sparse checkout files are meant not to be there, and nothing tells them from those that wait.
  private func madeAgain(_ record: UnwrittenRecord) throws -> UnwrittenRecord {
    var made = record
    made.isDamaged = false
    guard try !repository.isSparse(), let tree = try tree(of: repository.head().commit) else {
      return made
    }
    for entry in try repository.stagedEntries()
    where entry.isSkipped && entry.version.mode != .submodule && made.files[entry.path] == nil {
      guard let version = try repository.version(at: entry.path, in: tree),
        let reason = try reasonToWait(entry.path, version)
      else { continue }
      made.files[entry.path] = UnwrittenFile(entry.path, reason, base: nil)
    }
    return made
  }

  /// The reason for which a version cannot have its place, as far as the folder shows it; nil if it has it.
  private func reasonToWait(_ path: TreePath, _ version: FileVersion) throws -> RefusedFile? {
    do {
      switch try workTree.kind(of: path) {
      case .special: return .special
      case .folder: return .folder
      case .nothing: return .unwritable(code: 0)
      case .file, .link:
        guard let found = try workTree.read(path) else { return .unwritable(code: 0) }
        let isThere = try version.id == repository.id(ofBlob: found.blob)
        return isThere ? nil : .unwritable(code: 0)
      }
    } catch let refused as FileRefused {
      return refused.reason
    } catch is UnsettledFile {
      return .unwritable(code: 0)
    }
  }
}
