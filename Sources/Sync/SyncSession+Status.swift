import Objects

extension SyncSession {
  /// What a snapshot would take now; nothing is committed or staged.
  package func pendingSnapshot() throws -> SnapshotReport {
    try planSnapshot(on: repository.head().commit).report
  }
}
