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
  /// reviews.
  func tree(_ old: ObjectID, withReviewLogsOf new: ObjectID) throws -> ObjectID {
    var logs: [TreePath: FileVersion?] = [:]
    try repository.forEachDifference(between: old, and: new) { path, _, version in
      if OwnFiles.isReviewLog(path.bytes) { logs[path] = .some(version) }
    }
    return logs.isEmpty ? old : try repository.tree(old, replacing: logs)
  }
}
