import History

extension Repository: HalfMergedRepository {
  /// The commits in `MERGE_HEAD`.
  ///
  /// - Throws: `GitError`: `.corrupt` if it holds something else.
  package func mergeHeads() throws -> [ObjectID] {
    guard let file = try DiskFile.read(gitFile("MERGE_HEAD")) else { return [] }
    return try file.bytes.split(separator: 0x0A).map { line in
      guard let id = ObjectID(hex: String(decoding: line, as: UTF8.self)) else {
        throw GitError(
          .corrupt, operation: "read MERGE_HEAD", detail: "it holds something else than commits")
      }
      return id
    }
  }

  package func endMerge() throws {
    // The heads first: without them git ignores the rest.
    for name in ["MERGE_HEAD", "MERGE_MODE", "MERGE_MSG", "MERGE_RR", "AUTO_MERGE"] {
      DiskFile.remove(gitFile(name))
    }
    guard try DiskFile.status(gitFile("MERGE_HEAD")) == nil else {
      throw GitError(.locked, operation: "end the merge", detail: "MERGE_HEAD cannot be removed")
    }
    var unmerged: [TreePath: StagedEntry?] = [:]
    for path in try unmergedPaths() { unmerged[path] = .some(nil) }
    try setStaged(unmerged)
  }
}
