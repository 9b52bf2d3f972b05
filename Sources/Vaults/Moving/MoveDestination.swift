import Files
import History
import Layout

/// The new place of a file or folder in a repository, whose other files need not be in the folder: they may wait, be
/// left out of a sparse checkout, or be skipped by hand.
struct MoveDestination {
  private let place: TreePath
  private let components: [ArraySlice<UInt8>]
  private let keys: [PortableKey]

  init(_ place: TreePath) {
    self.place = place
    components = place.components
    keys = components.map { PortableKey($0) }
  }

  /// The first file that blocks the place: at it, below it, above it, or in a folder whose name differs only in case.
  ///
  /// - Parameter isThere: true for a file of the tree that the move changes.
  func taken(
    by files: some Sequence<TreePath>, where isThere: (TreePath) throws -> Bool
  ) rethrows -> TreePath? {
    var known = 0
    var others: [(file: TreePath, depth: Int)] = []
    // Nearly all of many files are in the folder that the one before is in.
    var last: (name: ArraySlice<UInt8>, isShared: Bool) = ([], false)
    for file in files {
      let first = file.bytes.prefix { $0 != 0x2F }
      if first != last.name { last = (first, shares(first)) }
      if !last.isShared { continue }
      let names = file.components
      let same = zip(names, components).prefix { $0 == $1 }.count
      let rest = zip(names.dropFirst(same), keys.dropFirst(same))
      let shared = same + rest.prefix { PortableKey($0) == $1 }.count
      known = max(known, same)
      if shared == 0 { continue }
      if shared == min(names.count, keys.count) {
        if try isThere(file) { return file }
      } else if same < shared {
        others.append((file, same))
      }
    }
    return try others.first { try $0.depth == known && isThere($0.file) }?.file
  }

  /// True if the place begins with a name, or with one that differs from it in capitals alone.
  private func shares(_ name: ArraySlice<UInt8>) -> Bool {
    components.first == name || keys.first == PortableKey(name)
  }
}
