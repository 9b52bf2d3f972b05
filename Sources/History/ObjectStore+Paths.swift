extension ObjectStore {
  /// The entry of a tree at a path, or nil if it has none; for the root the tree itself.
  package func version(at path: TreePath, in tree: ObjectID) throws -> FileVersion? {
    var version = FileVersion(mode: .folder, id: tree)
    for name in path.components {
      guard version.mode == .folder,
        let entry = try self.tree(version.id).first(where: { $0.name.elementsEqual(name) })
      else { return nil }
      version = entry.version
    }
    return version
  }

  /// Calls `body` for each file below a tree, in the order of git's index; folders are entered and
  /// not reported.
  package func forEachFile(
    in tree: ObjectID, at path: TreePath = .root, _ body: (TreePath, FileVersion) throws -> Void
  ) throws {
    for entry in try self.tree(tree) {
      let path = path.appending(entry.name)
      if entry.version.mode == .folder {
        try forEachFile(in: entry.version.id, at: path, body)
      } else {
        try body(path, entry.version)
      }
    }
  }

  /// The tree with some files replaced, added or (nil) removed; folders left empty are removed.
  ///
  /// A file takes the place of a folder of its name, and a folder that of a file. Only the trees on
  /// the way to a change are read and written.
  /// - Parameter tree: nil for an empty tree.
  package func tree(_ tree: ObjectID?, replacing files: [TreePath: FileVersion?]) throws -> ObjectID
  {
    var edits = FolderEdits()
    for (path, version) in files { edits.set(path.components[...], to: version) }
    return try rewritten(tree, edits) ?? write(tree: [])
  }

  /// The id of the rewritten folder, or nil if it would be empty.
  private func rewritten(_ id: ObjectID?, _ edits: FolderEdits) throws -> ObjectID? {
    // The entries stay in their order, of which there may be thousands, so that they need no sorting.
    var entries: [TreeEntry] = []
    var open = Set(edits.files.keys).union(edits.folders.keys)
    func add(_ name: [UInt8], _ old: FileVersion?) throws {
      guard let version = try rewritten(name, old, edits) else { return }
      entries.append(TreeEntry(name: name, version: version))
    }
    for entry in try id.map(tree) ?? [] {
      if open.isEmpty || open.remove(entry.name) == nil {
        entries.append(entry)
      } else {
        try add(entry.name, entry.version)
      }
    }
    for name in open { try add(name, nil) }
    if entries.isEmpty { return nil }
    return try write(tree: entries)
  }

  /// The new version of an entry of a folder, or nil if it goes.
  private func rewritten(
    _ name: [UInt8], _ old: FileVersion?, _ edits: FolderEdits
  ) throws -> FileVersion? {
    let version = edits.files[name] ?? old
    guard let below = edits.folders[name] else { return version }
    let folder = version.flatMap { $0.mode == .folder ? $0.id : nil }
    if let new = try rewritten(folder, below) { return FileVersion(mode: .folder, id: new) }
    return version?.mode == .folder ? nil : version
  }
}

/// The changes in one folder.
private struct FolderEdits {
  /// The new versions by name; nil removes the name.
  var files: [[UInt8]: FileVersion?] = [:]
  var folders: [[UInt8]: FolderEdits] = [:]

  mutating func set(_ path: ArraySlice<ArraySlice<UInt8>>, to version: FileVersion?) {
    guard let first = path.first else { return }
    let name = Array(first)
    if path.count == 1 {
      files[name] = .some(version)
    } else {
      folders[name, default: FolderEdits()].set(path.dropFirst(), to: version)
    }
  }
}
