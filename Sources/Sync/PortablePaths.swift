import History
import Layout

/// Files grouped by names that some file system takes for one.
struct PortablePaths {
  private(set) var named: [PortableKey: [TreePath]] = [:]
  /// By each folder above them.
  private(set) var below: [PortableKey: [TreePath]] = [:]

  /// The files that an update brings.
  init(_ journal: UpdateJournal) {
    self.init(journal.files.lazy.filter { $0.value.new != nil }.map(\.key))
  }

  init(_ paths: some Sequence<TreePath>) {
    for path in paths {
      named[PortableKey(path.bytes), default: []].append(path)
      var folder = path.folder
      while folder != .root {
        below[PortableKey(folder.bytes), default: []].append(path)
        folder = folder.folder
      }
    }
  }

  /// True if one of these files cannot be in a folder together with a file at a path: one has the name of the
  /// other, or of a folder above it.
  func exclude(_ path: TreePath) -> Bool {
    let key = PortableKey(path.bytes)
    if named[key]?.contains(where: { $0 != path }) ?? false || below[key] != nil { return true }
    var folder = path.folder
    while folder != .root {
      if named[PortableKey(folder.bytes)] != nil { return true }
      folder = folder.folder
    }
    return false
  }
}
