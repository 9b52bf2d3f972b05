/// What can go wrong with an index on disk.
package enum IndexError: Error, Equatable, Sendable {
  /// The files are torn, flipped, truncated or of another version: rebuild.
  case damaged(String)
  /// There is no index yet.
  case missing
  /// Another process is writing.
  case busy
  /// The operating system refused.
  case system(operation: String, path: String, errno: Int32)

  var isMissingFile: Bool {
    if case .system(_, _, ENOENT) = self { return true }
    return false
  }
}
