import History

extension Repository {
  /// The files of the staging index that differ from a tree.
  ///
  /// Folders whose tree the index knows are compared as a whole, so it takes next to no time if
  /// nothing is staged.
  package func stagedDifferences(from tree: ObjectID?) throws -> [TreePath: StagedDifference] {
    var walk = StagedWalk(in: self, try readStaging()?.index ?? StagingIndex())
    return try walk.differences(from: tree)
  }
}

/// A walk through the staging index and a tree side by side.
private struct StagedWalk {
  private let store: Repository
  private let entries: [StagingIndex.Entry]
  private let trees: CachedTrees?
  private var position = 0
  private var found: [TreePath: StagedDifference] = [:]

  init(in store: Repository, _ index: StagingIndex) {
    self.store = store
    entries = index.entries
    trees = index.cachedTrees
  }

  mutating func differences(from tree: ObjectID?) throws -> [TreePath: StagedDifference] {
    try compare(tree, with: trees?.root, at: .root)
    return found
  }

  /// Compares a tree with the entries from the position on that lie in its folder, and moves past
  /// these.
  private mutating func compare(
    _ tree: ObjectID?, with cached: CachedTrees.Folder?, at folder: TreePath
  ) throws {
    if let known = cached?.tree, known.id == tree, isWhole(known.count, in: folder) {
      position += known.count
      return
    }
    for entry in try tree.map({ try store.tree($0) }) ?? [] {
      let path = folder.appending(entry.name)
      let isFolder = entry.version.mode == .folder
      // Entries that are staged before it and missing in the tree. Both are sorted alike, because
      // entries are sorted by whole paths.
      while let next = staged(in: folder), precedes(next.path, path, isFolder: isFolder) {
        addStaged()
      }
      if isFolder {
        let inner = cached?.folders.first { $0.name == entry.name }
        try compare(entry.version.id, with: inner, at: path)
      } else if staged(in: folder)?.path == path {
        addStaged(committed: entry.version)
      } else {
        found[path] = StagedDifference(committed: entry.version, staged: nil)
      }
    }
    while staged(in: folder) != nil { addStaged() }
  }

  /// The next entry, if it lies in a folder.
  private func staged(in folder: TreePath) -> StagingIndex.Entry? {
    guard position < entries.count, entries[position].path.isInside(folder) else { return nil }
    return entries[position]
  }

  /// Passes all entries of one path, and records their differences from the committed version.
  private mutating func addStaged(committed: FileVersion? = nil) {
    let path = entries[position].path
    var staged: FileVersion?
    while position < entries.count, entries[position].path == path {
      let entry = entries[position]
      if entry.stage == 0, entry.more & StagingIndex.Entry.intentFlag == 0 {
        staged = FileMode(git: entry.mode).map { FileVersion(mode: $0, id: entry.id) }
      }
      position += 1
    }
    if staged != committed {
      found[path] = StagedDifference(committed: committed, staged: staged)
    }
  }

  private func precedes(_ staged: TreePath, _ path: TreePath, isFolder: Bool) -> Bool {
    if isFolder { return !staged.isInside(path) && staged < path.appending([]) }
    return staged < path
  }

  /// True if the next entries are the folder's and exactly as many as it is said to have.
  private func isWhole(_ count: Int, in folder: TreePath) -> Bool {
    let end = position + count
    guard end <= entries.count, count > 0 else { return count == 0 && staged(in: folder) == nil }
    return entries[position].path.isInside(folder) && entries[end - 1].path.isInside(folder)
      && (end == entries.count || !entries[end].path.isInside(folder))
  }
}
