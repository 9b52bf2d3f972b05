import History

/// The change of a file between two trees.
package struct FileChange: Hashable, Sendable {
  /// The kinds of change.
  package enum Kind: Hashable, Sendable {
    case added, edited, deleted
    /// The same bytes were at another path, which no longer has them.
    case moved(from: TreePath)
  }

  package let path: TreePath
  package let kind: Kind

  package init(_ path: TreePath, _ kind: Kind) {
    self.path = path
    self.kind = kind
  }
}

extension ObjectStore {
  /// The changes between two trees, sorted by path. Only proved moves count: the same bytes, and
  /// not empty.
  ///
  /// - Parameters:
  ///   - old: nil for an empty tree.
  ///   - new: nil for an empty tree.
  package func fileChanges(from old: ObjectID?, to new: ObjectID?) throws -> [FileChange] {
    var added: [(path: TreePath, version: FileVersion)] = []
    var deleted: [(path: TreePath, version: FileVersion)] = []
    var changes: [FileChange] = []
    try forEachDifference(between: old, and: new) { path, old, new in
      switch (old, new) {
      case (let old?, nil): deleted.append((path, old))
      case (nil, let new?): added.append((path, new))
      default: changes.append(FileChange(path, .edited))
      }
    }
    added.sort { $0.path < $1.path }
    deleted.sort { $0.path > $1.path }
    let empty = try added.isEmpty || deleted.isEmpty ? nil : write(blob: [])
    // A submodule's commit is no file content.
    let deletedFiles = deleted.filter { $0.version.mode != .submodule }
    var sources = Dictionary(grouping: deletedFiles) { $0.version.id }.mapValues { $0.map(\.path) }
    var moved: Set<TreePath> = []
    for (path, version) in added {
      if version.mode != .submodule, version.id != empty,
        let source = sources[version.id]?.popLast()
      {
        changes.append(FileChange(path, .moved(from: source)))
        moved.insert(source)
      } else {
        changes.append(FileChange(path, .added))
      }
    }
    for (path, _) in deleted where !moved.contains(path) {
      changes.append(FileChange(path, .deleted))
    }
    return changes.sorted { $0.path < $1.path }
  }
}

extension [FileChange] {
  /// The paths that were deleted and not moved.
  package var deletedPaths: [TreePath] { compactMap { $0.kind == .deleted ? $0.path : nil } }
}
