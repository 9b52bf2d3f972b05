import History
import Layout

/// The text of a log of reviews: lines that are only ever added to.
package enum ReviewLogText {
  /// The whole lines of an older text that a newer one does not have, in their order.
  ///
  /// A line without an end is not whole: a write that was stopped left it.
  package static func linesLost(from old: [UInt8], in new: [UInt8]) -> [ArraySlice<UInt8>] {
    if new.starts(with: old) { return [] }
    let whole = old[..<((old.lastIndex(of: 0x0A) ?? -1) + 1)]
    let kept = Set(new.split(separator: 0x0A))
    return whole.split(separator: 0x0A).filter { !kept.contains($0) }
  }

  /// A text with the lines before it that it has lost of an older one.
  package static func joining(_ old: [UInt8], _ new: [UInt8]) -> [UInt8] {
    linesLost(from: old, in: new).reduce(into: []) { $0 += $1 + [0x0A] } + new
  }
}

extension SyncSession {
  /// An older tree with the review logs of a newer one, because restoring notes must not take back
  /// reviews. A log, or lines of one, that only the older tree has stay as well.
  func tree(_ old: ObjectID, withReviewLogsOf new: ObjectID) throws -> ObjectID {
    var logs: [TreePath: FileVersion?] = [:]
    try repository.forEachDifference(between: old, and: new) { path, before, after in
      guard OwnFiles.isReviewLog(path.bytes), let after else { return }
      logs[path] = try joined(before, after) ?? after
    }
    return logs.isEmpty ? old : try repository.tree(old, replacing: logs)
  }

  /// The newer version of a log with the lines before it that it has lost; nil if it has lost none.
  private func joined(_ old: FileVersion?, _ new: FileVersion) throws -> FileVersion? {
    guard let old, old.mode.isFile, new.mode.isFile else { return nil }
    let texts = (try repository.blob(old.id), try repository.blob(new.id))
    if ReviewLogText.linesLost(from: texts.0, in: texts.1).isEmpty { return nil }
    let text = ReviewLogText.joining(texts.0, texts.1)
    return FileVersion(mode: new.mode, id: try repository.write(blob: text))
  }

  /// A commit on top of an incoming one with the files of `.zib` that it takes away and that no device has a reason to
  /// delete: logs of reviews, their lines, the settings, and everything where nothing of `.zib` is left (P28).
  ///
  /// A snapshot holds such deletions back, and so they are not received either. The commit has the time of the
  /// incoming one and no person's name, so that every device makes the same one.
  /// - Parameters:
  ///   - head: the commit of this device.
  ///   - kept: the paths are added to it.
  func keepingOwnFiles(
    of head: ObjectID?, in commit: ObjectID, _ kept: inout [TreePath]
  ) throws -> ObjectID {
    guard let old = try tree(of: head), commit != head else { return commit }
    let incoming = try repository.commit(commit)
    let isEmptied = try repository.version(at: ownFolder, in: incoming.tree)?.mode != .folder
    var files: [TreePath: FileVersion?] = [:]
    var others: [TreePath: FileVersion?] = [:]
    var added: Set<ObjectID> = []
    try repository.forEachDifference(between: old, and: incoming.tree) { path, before, after in
      if before == nil, let after { added.insert(after.id) }
      guard let before, isOwn(path) else { return }
      let isLog = OwnFiles.isReviewLog(path.bytes)
      if let after {
        if isLog, let joined = try joined(before, after) { files[path] = joined }
      } else if isLog || isEmptied || path == settings {
        files[path] = before
      } else if path.isInside(reviewFolder) {
        others[path] = before
      }
    }
    // A vault, or the folder of a device, that was moved has its files elsewhere.
    files = files.filter { path, version in version.map { !added.contains($0.id) } ?? true }
    if files.isEmpty { return commit }
    if files.keys.contains(where: { OwnFiles.isReviewLog($0.bytes) }) {
      files.merge(others) { file, _ in file }
    }
    let signature = Signature.zibaldone(
      seconds: incoming.committer.seconds, offset: incoming.committer.offset)
    kept = Set(kept).union(files.keys).sorted()
    return try repository.write(
      commit: Commit(
        tree: try repository.tree(incoming.tree, replacing: files), parents: [commit],
        author: signature, committer: signature,
        message: "Keep the files of .zib that were deleted\n"))
  }
}
