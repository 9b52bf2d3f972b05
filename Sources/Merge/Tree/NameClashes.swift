import History
import Layout

/// Names that cannot exist together once the files of both sides are in one tree.
///
/// Only paths of different sides can clash in a new way: clashes within one side stay as they are.
struct NameClashes {
  private var files: Sides<[PortableKey: [TreePath]]> = Sides(left: [:], right: [:])
  /// Files of one side where the other has a folder of that name; sorted.
  private(set) var filesInPlaceOfFolders: [TreePath] = []

  /// - Parameter files: the versions at the paths that differ.
  init(files: [TreePath: FileVersion], changes: TreeChanges, scope: TreePath) {
    // Paths that both sides have clash only with paths that they clashed with before.
    var paths: Sides<[TreePath]> = Sides(left: [], right: [])
    for path in files.keys {
      guard let change = changes[path] else { continue }
      switch (change[.left], change[.right]) {
      case (.some, nil): paths.left.append(path)
      case (nil, .some): paths.right.append(path)
      default: continue
      }
    }
    if paths.left.isEmpty || paths.right.isEmpty { return }
    let folders = Sides(
      left: Folders(of: paths.left, scope: scope), right: Folders(of: paths.right, scope: scope))
    for side in Side.allCases {
      for path in paths[side] {
        let others = folders[side.other]
        if others.paths.contains(path) {
          filesInPlaceOfFolders.append(path)
        } else if path.isInside(scope) {
          let key = PortableKey(path.bytes)
          if others.keys.contains(key) {
            filesInPlaceOfFolders.append(path)
          } else {
            self.files[side][key, default: []].append(path)
          }
        }
      }
    }
    filesInPlaceOfFolders.sort()
  }

  /// Files of both sides whose names differ only in case or Unicode form; in no order.
  var sameNames: [Sides<[TreePath]>] {
    files.left.compactMap { key, left in
      files.right[key].map { Sides(left: left.sorted(), right: $0.sorted()) }
    }
  }
}

/// The folders of some files.
private struct Folders {
  private(set) var paths: Set<TreePath> = []
  /// Of those in the vault.
  private(set) var keys: Set<PortableKey> = []

  init(of files: [TreePath], scope: TreePath) {
    for file in files {
      var folder = file.folder
      while folder != .root, paths.insert(folder).inserted {
        if folder.isInside(scope) { keys.insert(PortableKey(folder.bytes)) }
        folder = folder.folder
      }
    }
  }
}
