extension ObjectStore {
  /// What a tree has at a path; nothing if it has nothing there, the tree itself for the root.
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

  /// Calls for each file below a tree, in the order of git's index; folders are entered and not reported.
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

  /// The tree with some files replaced, added or (nothing) removed; folders left empty go.
  ///
  /// A file takes the place of a folder of its name, and a folder that of a file. Only the trees on the way to a
  /// change are read and written.
  /// - Parameter tree: nothing for an empty one.
  package func tree(_ tree: ObjectID?, replacing files: [TreePath: FileVersion?]) throws -> ObjectID
  {
    var edits = FolderEdits()
    for (path, version) in files { edits.set(path.components[...], to: version) }
    return try rewritten(tree, edits) ?? write(tree: [])
  }

  /// Nothing where the folder would be empty.
  private func rewritten(_ id: ObjectID?, _ edits: FolderEdits) throws -> ObjectID? {
    var entries: [[UInt8]: FileVersion] = [:]
    if let id { for entry in try tree(id) { entries[entry.name] = entry.version } }
    for (name, version) in edits.files { entries[name] = version }
    for (name, below) in edits.folders {
      let old = entries[name].flatMap { $0.mode == .folder ? $0.id : nil }
      if let new = try rewritten(old, below) {
        entries[name] = FileVersion(mode: .folder, id: new)
      } else if entries[name]?.mode == .folder {
        entries[name] = nil
      }
    }
    if entries.isEmpty { return nil }
    return try write(tree: entries.map { TreeEntry(name: $0.key, version: $0.value) })
  }
}

/// What is to change in one folder.
private struct FolderEdits {
  /// A version of nothing takes the name away.
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
