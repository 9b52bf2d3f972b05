extension ObjectStore {
  /// Calls `body` for each file that differs in two trees; folders that are the same are not read.
  ///
  /// A path that is a file in one tree and a folder in the other is reported for the file, and
  /// again for each file of the folder. The order is unspecified.
  /// - Parameters:
  ///   - old: nil for an empty tree.
  ///   - new: nil for an empty tree.
  ///   - body: gets the path with the old and the new version; nil if a tree has no file there.
  /// - Complexity: linear in the entries of the folders that differ.
  package func forEachDifference(
    between old: ObjectID?, and new: ObjectID?, at path: TreePath = .root,
    _ body: (TreePath, FileVersion?, FileVersion?) throws -> Void
  ) throws {
    if old == new { return }
    let before = try old.map { try tree($0) } ?? []
    let after = try new.map { try tree($0) } ?? []
    var (i, j) = (0, 0)
    while i < before.count || j < after.count {
      if i < before.count, j < after.count, before[i].version == after[j].version,
        before[i].name == after[j].name
      {
        (i, j) = (i + 1, j + 1)
        continue
      }
      let order =
        i == before.count ? 1 : j == after.count ? -1 : TreeEntry.order(before[i], after[j])
      let left = order <= 0 ? before[i] : nil
      let right = order >= 0 ? after[j] : nil
      if left != nil { i += 1 }
      if right != nil { j += 1 }
      if left?.version == right?.version { continue }
      guard let entry = left ?? right else { continue }
      let place = path.appending(entry.name)
      // The order distinguishes a file from a folder of its name, so that both are of one kind
      // here.
      if entry.version.mode == .folder {
        try forEachDifference(between: left?.version.id, and: right?.version.id, at: place, body)
      } else {
        try body(place, left?.version, right?.version)
      }
    }
  }
}
