import History
import Merge

/// The names of files that a device ignores or holds back, and that had to make way for a file that came:
/// `Note.ignored-1a2b3c4d.md`, with the first digits of the id that their bytes have as a blob.
package enum IgnoredCopyName {
  private static let infix = Array(".ignored-".utf8)

  /// The name beside a path; a copy of a copy is named after the file too.
  ///
  /// - Parameter isTaken: true for a path that another file has.
  static func path(
    for path: TreePath, blob: ObjectID, isTaken: (TreePath) throws -> Bool
  ) rethrows -> TreePath {
    try ConflictCopyName.path(for: path, blob: blob, infix: infix, isTaken: isTaken)
  }

  /// The file that a path was set aside for, by its name; nil for other paths.
  package static func original(of path: TreePath) -> TreePath? {
    ConflictCopyName.note(ofCopy: path, infix: infix)
  }
}
