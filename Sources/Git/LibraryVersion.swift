import CGit2

/// A version of libgit2 or git.
package struct LibraryVersion: Comparable, CustomStringConvertible, Sendable {
  package let major: Int
  package let minor: Int
  package let revision: Int

  package init(major: Int, minor: Int, revision: Int = 0) {
    self.major = major
    self.minor = minor
    self.revision = revision
  }

  /// The libgit2 that zib was built for: the one that is loaded has the same major and minor number.
  package static let built = LibraryVersion(
    major: Int(LIBGIT2_VER_MAJOR), minor: Int(LIBGIT2_VER_MINOR),
    revision: Int(LIBGIT2_VER_REVISION))

  /// The libgit2 that is loaded; asking loads it.
  package static var loaded: LibraryVersion {
    var parts: (Int32, Int32, Int32) = (0, 0, 0)
    _ = unsafe git_libgit2_version(&parts.0, &parts.1, &parts.2)
    return LibraryVersion(major: Int(parts.0), minor: Int(parts.1), revision: Int(parts.2))
  }

  package var description: String { "\(major).\(minor).\(revision)" }

  package static func < (left: LibraryVersion, right: LibraryVersion) -> Bool {
    (left.major, left.minor, left.revision) < (right.major, right.minor, right.revision)
  }
}
