import History
import Layout

/// The paths of conflict copies, by the names that `ConflictName` gives them.
package enum ConflictCopyName {
  /// The path of a copy beside its note; the copy of a copy is named after the note too.
  ///
  /// - Parameters:
  ///   - path: the note, or a copy of it.
  ///   - blob: the content of the copy.
  ///   - infix: the letters before the digits; another kind of copy has others, such as
  ///     `.ignored-`.
  ///   - isTaken: true for a path that another file has; then the name gets more digits.
  package static func path(
    for path: TreePath, blob: ObjectID, infix: [UInt8] = ConflictName.infix,
    isTaken: (TreePath) throws -> Bool
  ) rethrows -> TreePath {
    let folder = path.folder
    let name = try ConflictName.name(for: path.name, digits: Array(blob.hex.utf8), infix: infix) {
      try isTaken(folder.appending($0))
    }
    return folder.appending(name)
  }

  /// The note that a path is a copy of, by its name; nil for other paths.
  ///
  /// The note may be missing: it may have moved, and a very long name was cut.
  package static func note(
    ofCopy path: TreePath, infix: [UInt8] = ConflictName.infix
  ) -> TreePath? {
    ConflictName.original(of: path.name, infix: infix).map { path.folder.appending($0) }
  }

  /// True if a path is that of a copy of this note whose name had to be cut to be short enough.
  package static func isCut(_ path: TreePath, from note: TreePath) -> Bool {
    path.folder == note.folder && ConflictName.isCut(path.name, from: note.name)
  }

  /// True for the path of a conflict copy, by its name.
  package static func isCopy(_ path: TreePath) -> Bool { ConflictName.isOwnCopy(path.name) }
}
