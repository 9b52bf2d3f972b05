import Objects

extension TreePath {
  /// Whether it is a device's log of reviews, `.zib/reviews/<device>/<year>.log` of a vault: a file that is only
  /// ever added to.
  var isReviewLog: Bool {
    let parts = bytes.split(separator: 0x2F)
    guard parts.count >= 4 else { return false }
    return parts[parts.count - 4].elementsEqual(".zib".utf8)
      && parts[parts.count - 3].elementsEqual("reviews".utf8)
      && parts[parts.count - 1].suffix(4).elementsEqual(".log".utf8)
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
