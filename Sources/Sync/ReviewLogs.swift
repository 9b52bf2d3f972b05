import Objects

extension TreePath {
  /// Whether it is a device's log of reviews, `.zib/reviews/<device>/<year>.log` of a vault: a file that is only
  /// ever added to.
  package var isReviewLog: Bool {
    let parts = bytes.split(separator: 0x2F)
    guard parts.count >= 4 else { return false }
    return parts[parts.count - 4].elementsEqual(".zib".utf8)
      && parts[parts.count - 3].elementsEqual("reviews".utf8)
      && parts[parts.count - 1].suffix(4).elementsEqual(".log".utf8)
  }
}

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
  /// An older tree, with the logs of reviews of a newer one: what a person has learnt is not taken back with the
  /// notes.
  func tree(_ old: ObjectID, withReviewLogsOf new: ObjectID) throws -> ObjectID {
    var logs: [TreePath: FileVersion?] = [:]
    try repository.forEachDifference(between: old, and: new) { path, _, version in
      if path.isReviewLog { logs[path] = .some(version) }
    }
    return logs.isEmpty ? old : try repository.tree(old, replacing: logs)
  }
}
