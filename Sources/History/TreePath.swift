/// The path of a file in a tree: its bytes, with slashes between the names and none at either end.
///
/// Git's paths are bytes and need not be UTF-8. Two paths are the same only where their bytes are: `é` written
/// as one code point and as two are different files to git, whatever a file system makes of them.
package struct TreePath: Hashable, Comparable, Sendable {
  package let bytes: [UInt8]

  package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  package init(bytes: [UInt8]) { self.bytes = bytes }

  package init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  /// The root of the tree.
  package static let root = TreePath(bytes: [])

  /// The path as text; bytes that are not UTF-8 become replacement characters.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The last name.
  package var name: ArraySlice<UInt8> {
    bytes[((bytes.lastIndex(of: 0x2F) ?? -1) + 1)...]
  }

  /// The path of the folder, the root for a path of one name.
  package var folder: TreePath {
    TreePath(bytes: bytes[..<(bytes.lastIndex(of: 0x2F) ?? 0)])
  }

  /// The folders that it is in, from the innermost; without the root.
  package var foldersAbove: [TreePath] {
    sequence(first: folder) { $0.folder }.prefix { $0 != .root }
  }

  /// The names from the root down.
  package var components: [ArraySlice<UInt8>] { bytes.split(separator: 0x2F) }

  /// The path of a name in this folder.
  package func appending(_ name: some Collection<UInt8>) -> TreePath {
    bytes.isEmpty ? TreePath(bytes: name) : TreePath(bytes: bytes + [0x2F] + name)
  }

  /// True for a path below a folder, at any depth; a folder is not inside itself, and every other
  /// path is inside the root.
  package func isInside(_ folder: TreePath) -> Bool {
    if folder.bytes.isEmpty { return !bytes.isEmpty }
    return bytes.count > folder.bytes.count && bytes[folder.bytes.count] == 0x2F
      && bytes.starts(with: folder.bytes)
  }

  /// True for a `.gitignore`.
  package var isIgnoreRules: Bool { name.elementsEqual(".gitignore".utf8) }

  /// True for a `.gitattributes`, which changes how the files beside and below it are read and written.
  package var isAttributes: Bool { name.elementsEqual(".gitattributes".utf8) }

  package static func < (left: TreePath, right: TreePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension TreePath: CustomStringConvertible {
  package var description: String { text }
}
