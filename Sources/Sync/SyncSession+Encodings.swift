import History

extension SyncSession {
  /// The files of the last commit that an encoding which a sync brought does not fit, although nobody has edited them:
  /// they are as they were before it came, and no edit of them could be committed.
  func unfit(after report: SyncReport) throws -> [FileRefused] {
    let folders = report.came.filter { $0.path.isAttributes && $0.kind != .deleted }.map(
      \.path.folder)
    if folders.isEmpty { return [] }
    let told = Set(
      report.unwritten.map(\.path) + (report.snapshots.last?.refused.map(\.path) ?? []))
    return try repository.stagedEntries().compactMap { entry in
      let path = entry.path
      guard entry.version.mode.isFile, !entry.isSkipped, isInScope(path), !told.contains(path),
        folders.contains(where: path.isInside), let encoding = try workTree.encoding(of: path)
      else { return nil }
      return try isAsStaged(entry) ? nil : FileRefused(path, .filter(encoding))
    }
  }

  /// False for a file that reads as another than was staged, although nobody has written to it since, or not at all.
  private func isAsStaged(_ entry: StagedEntry) throws -> Bool {
    let file = PreparedFile(path: entry.path, name: entry.path.name)
    guard let stamp = entry.stamp, try workTree.isUnchanged(file, since: stamp) else { return true }
    do {
      guard let found = try workTree.read(entry.path) else { return true }
      return try repository.id(ofBlob: found.blob) == entry.version.id
    } catch is UnsettledFile {
      return true
    } catch is FileRefused {
      return false
    }
  }
}
