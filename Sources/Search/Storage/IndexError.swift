import OperatingSystem

/// The failures of an index on the disk.
package enum IndexError: Error, Equatable, Sendable {
  /// The files are torn, flipped or truncated: rebuild.
  case damaged(String)
  /// The files are whole, and of another version or schema: rebuild.
  case outdated
  /// There is no index yet.
  case missing
  /// The operating system refused.
  case system(operation: String, path: String, errno: Int32)

  var isMissingFile: Bool {
    if case .system(_, _, ENOENT) = self { return true }
    return false
  }
}
