import History
import Layout
import Merge

/// The files of a tree whose paths differ from others only in case or Unicode form; each folder is read once.
final class SameNames {
  private let repository: any SyncRepository
  private let root: ObjectID?
  private var folders: [ObjectID: [PortableKey: [TreeEntry]]] = [:]

  /// - Parameter tree: nil for an empty one.
  init(_ repository: any SyncRepository, tree: ObjectID?) {
    self.repository = repository
    root = tree
  }

  /// The files and links that some folder takes for the one at a path, without the path itself; sorted.
  func others(of path: TreePath) throws -> [TreePath] {
    guard let root else { return [] }
    var found = [(path: TreePath.root, version: FileVersion(mode: .folder, id: root))]
    for name in path.components {
      let key = PortableKey(name)
      var next: [(path: TreePath, version: FileVersion)] = []
      for folder in found where folder.version.mode == .folder {
        for entry in try entries(folder.version.id)[key] ?? [] {
          next.append((folder.path.appending(entry.name), entry.version))
        }
      }
      found = next
    }
    return found.lazy.filter { ![.folder, .submodule].contains($0.version.mode) }.map(\.path)
      .filter { $0 != path }.sorted()
  }

  /// The files and links that cannot be in one folder with `path` on a file system that ignores case: with the same
  /// name, with the name of a folder above it, or inside a folder of its name.
  func sharing(_ path: TreePath) throws -> [TreePath] {
    guard let root else { return [] }
    var shared: [TreePath] = []
    var found = [(path: TreePath.root, version: FileVersion(mode: .folder, id: root))]
    for name in path.components {
      let key = PortableKey(name)
      var next: [(path: TreePath, version: FileVersion)] = []
      for folder in found {
        for entry in try entries(folder.version.id)[key] ?? []
        where entry.version.mode != .submodule {
          let other = folder.path.appending(entry.name)
          if entry.version.mode == .folder {
            next.append((other, entry.version))
          } else if other != path {
            shared.append(other)
          }
        }
      }
      found = next
    }
    // A file has no folder of its own spelling.
    for folder in found {
      try repository.forEachFile(in: folder.version.id) { name, _ in
        shared.append(TreePath(bytes: folder.path.bytes + [0x2F] + name.bytes))
      }
    }
    return shared
  }

  private func entries(_ id: ObjectID) throws -> [PortableKey: [TreeEntry]] {
    if let known = folders[id] { return known }
    let entries = Dictionary(grouping: try repository.tree(id)) { PortableKey($0.name) }
    folders[id] = entries
    return entries
  }
}

extension SyncSession {
  /// True if the folder takes two paths for one, so that the same file answers to both.
  func areOneFile(_ first: TreePath, _ second: TreePath) throws -> Bool {
    do {
      guard let one = try settled({ try workTree.read(first) }),
        let other = try settled({ try workTree.read(second) })
      else { return false }
      return one.stamp == other.stamp
    } catch is UnsettledFile {
      // Whatever is written all the time had better be left alone.
      return true
    }
  }
}
