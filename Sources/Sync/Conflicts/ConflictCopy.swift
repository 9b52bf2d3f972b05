import History
import Layout
import Merge

/// The second version of a file, kept beside it under a name that contains the file's.
package struct ConflictCopy: Hashable, Sendable {
  package let path: TreePath
  /// The path of the file that it is another version of, whether or not there still is one.
  package private(set) var original: TreePath
  /// The path that the file had when the copy was made.
  package private(set) var formerOriginal: TreePath
  package let maker: ConflictName.Maker

  /// Reads a path; nil if its name is not that of a copy.
  package init?(_ path: TreePath) {
    guard let (name, maker) = ConflictName.original(of: path.name) else { return nil }
    self.maker = maker
    original = path.folder.appending(name)
    formerOriginal = original
    self.path = path
  }

  /// This copy, assigned to `original`, which cannot be read from its name.
  package func belonging(to original: TreePath) -> ConflictCopy {
    var copy = self
    copy.original = original
    copy.formerOriginal = original
    return copy
  }

  /// The same copy, of a file that was moved since the copy was made.
  package func following(_ original: TreePath) -> ConflictCopy {
    var copy = self
    copy.original = original
    return copy
  }
}

extension ConflictCopy: Comparable {
  /// By the file, then by the copy.
  package static func < (left: ConflictCopy, right: ConflictCopy) -> Bool {
    (left.original, left.path) < (right.original, right.path)
  }
}
