import CGit2

/// The version of libgit2 that is linked.
package struct LibraryVersion: Comparable, CustomStringConvertible, Sendable {
  package let major: Int
  package let minor: Int
  package let revision: Int

  package init(major: Int, minor: Int, revision: Int = 0) {
    self.major = major
    self.minor = minor
    self.revision = revision
  }

  /// The version of the linked libgit2; asking initialises nothing.
  package static var linked: LibraryVersion {
    var parts: (Int32, Int32, Int32) = (0, 0, 0)
    _ = unsafe git_libgit2_version(&parts.0, &parts.1, &parts.2)
    return LibraryVersion(major: Int(parts.0), minor: Int(parts.1), revision: Int(parts.2))
  }

  package var description: String { "\(major).\(minor).\(revision)" }

  package static func < (left: LibraryVersion, right: LibraryVersion) -> Bool {
    (left.major, left.minor, left.revision) < (right.major, right.minor, right.revision)
  }
}
