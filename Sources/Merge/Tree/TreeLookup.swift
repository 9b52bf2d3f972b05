import History

/// Finds single paths in a tree; each folder is read once.
final class TreeLookup {
  private let store: any ObjectStore
  private let root: ObjectID?
  private var folders: [ObjectID: [[UInt8]: FileVersion]] = [:]

  /// - Parameter tree: nil for an empty tree.
  init(store: any ObjectStore, tree: ObjectID?) {
    self.store = store
    root = tree
  }

  /// The file or folder at a path, or nil.
  func version(at path: TreePath) throws -> FileVersion? {
    guard let root else { return nil }
    var version = FileVersion(mode: .folder, id: root)
    for name in path.components {
      guard version.mode == .folder, let next = try entries(version.id)[Array(name)] else {
        return nil
      }
      version = next
    }
    return version
  }

  private func entries(_ id: ObjectID) throws -> [[UInt8]: FileVersion] {
    if let known = folders[id] { return known }
    let entries = Dictionary(
      try store.tree(id).map { ($0.name, $0.version) }, uniquingKeysWith: { first, _ in first })
    folders[id] = entries
    return entries
  }
}
