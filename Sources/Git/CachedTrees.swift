import History

/// The extension `TREE` of the staging index: the trees that its folders were last written as.
///
/// content := folder
/// folder := name (empty for the root), 0: byte, count of entries: decimal digits ("-1": not known), " ",
///           count of folders in it: decimal digits, LF, id: 20 bytes unless not known, folder*
///
/// It lets `git status` and `git commit` pass over folders in which nothing was staged, so it is
/// kept, and the folders above a change are filled in again if the store has their trees.
struct CachedTrees {
  private(set) var root: Folder

  struct Folder {
    let name: [UInt8]
    /// The number of entries in the folder and the id of its tree, or nil if the tree is not known.
    var tree: (count: Int, id: ObjectID)?
    var folders: [Folder]
  }

  /// A cache in which no tree is known.
  init() { root = Folder(name: [], tree: nil, folders: []) }

  /// Reads the extension, or gives nil if its bytes are malformed, which costs only time.
  init?(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    guard let root = Self.read(&rest, depth: 0), rest.isEmpty else { return nil }
    self.root = root
  }

  func bytes() -> [UInt8] {
    var bytes: [UInt8] = []
    Self.write(root, to: &bytes)
    return bytes
  }

  /// Marks the folders above a path as not known.
  mutating func invalidate(_ path: TreePath) { Self.invalidate(&root, path.components[...]) }

  private static func invalidate(_ folder: inout Folder, _ names: ArraySlice<ArraySlice<UInt8>>) {
    folder.tree = nil
    guard let name = names.first,
      let place = folder.folders.firstIndex(where: { $0.name.elementsEqual(name) })
    else { return }
    if names.count == 1 {
      // A file takes the place of the folder.
      folder.folders.remove(at: place)
    } else {
      invalidate(&folder.folders[place], names.dropFirst())
    }
  }

  /// Fills in the unknown trees of folders, as far as the store has them.
  ///
  /// - Parameters:
  ///   - entries: those of the staging index, in its order, which is that of trees as well.
  ///   - stored: the id of a tree of these bytes, if it is in the store.
  mutating func complete(
    _ entries: [StagingIndex.Entry], _ stored: ([UInt8]) throws -> ObjectID?
  ) rethrows {
    var position = 0
    try Self.complete(&root, .root, entries, &position, stored)
  }

  /// Moves the position past the entries of a folder.
  private static func complete(
    _ folder: inout Folder, _ path: TreePath, _ entries: [StagingIndex.Entry],
    _ position: inout Int, _ stored: ([UInt8]) throws -> ObjectID?
  ) rethrows {
    let start = position
    if let count = folder.tree?.count, isWhole(path, entries, start..<(start + count)) {
      position += count
      return
    }
    let places = Dictionary(
      folder.folders.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { $1 })
    var (folders, bytes, isKnown): ([Folder], [UInt8], Bool) = ([], [], true)
    let nameStart = path.bytes.isEmpty ? 0 : path.bytes.count + 1
    while position < entries.count, entries[position].path.isInside(path) {
      let entry = entries[position]
      let rest = entry.path.bytes[nameStart...]
      if let slash = rest.firstIndex(of: 0x2F) {
        let name = Array(rest[..<slash])
        var inner =
          places[name].map { folder.folders[$0] } ?? Folder(name: name, tree: nil, folders: [])
        try complete(&inner, path.appending(name), entries, &position, stored)
        if let id = inner.tree?.id {
          ObjectFormat.append(FileMode.folder.rawValue, name[...], id, to: &bytes)
        } else {
          isKnown = false
        }
        folders.append(inner)
      } else {
        if entry.stage != 0 || entry.more & StagingIndex.Entry.intentFlag != 0 { isKnown = false }
        ObjectFormat.append(entry.mode, rest, entry.id, to: &bytes)
        position += 1
      }
    }
    folder.folders = folders
    folder.tree = isKnown ? try stored(bytes).map { (position - start, $0) } : nil
  }

  /// True if a folder's entries are these.
  private static func isWhole(
    _ path: TreePath, _ entries: [StagingIndex.Entry], _ range: Range<Int>
  ) -> Bool {
    guard !range.isEmpty, range.upperBound <= entries.count else { return false }
    return entries[range.lowerBound].path.isInside(path)
      && entries[range.upperBound - 1].path.isInside(path)
      && (range.upperBound == entries.count || !entries[range.upperBound].path.isInside(path))
  }

  private static func read(_ rest: inout ArraySlice<UInt8>, depth: Int) -> Folder? {
    func field(upTo end: UInt8) -> ArraySlice<UInt8>? {
      guard let place = rest.firstIndex(of: end) else { return nil }
      defer { rest = rest[(place + 1)...] }
      return rest[..<place]
    }
    func number(upTo end: UInt8) -> Int? {
      field(upTo: end).flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }
    guard depth < 4096, let name = field(upTo: 0), let count = number(upTo: 0x20),
      let folderCount = number(upTo: 0x0A), folderCount >= 0
    else { return nil }
    var folder = Folder(name: Array(name), tree: nil, folders: [])
    if count >= 0 {
      guard let id = ObjectID(bytes: rest.prefix(ObjectID.byteCount)) else { return nil }
      folder.tree = (count, id)
      rest = rest.dropFirst(ObjectID.byteCount)
    }
    for _ in 0..<folderCount {
      guard let inner = read(&rest, depth: depth + 1) else { return nil }
      folder.folders.append(inner)
    }
    return folder
  }

  private static func write(_ folder: Folder, to bytes: inout [UInt8]) {
    bytes += folder.name
    bytes.append(0)
    bytes += "\(folder.tree?.count ?? -1) \(folder.folders.count)\n".utf8
    if let tree = folder.tree { bytes += tree.id.bytes }
    for inner in folder.folders { write(inner, to: &bytes) }
  }
}
