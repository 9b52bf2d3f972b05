import History

extension SyncSession {
  /// The report of a snapshot made now; nothing is committed or staged.
  package func pendingSnapshot() throws -> SnapshotReport {
    try planSnapshot(on: repository.head().commit).report
  }
}
