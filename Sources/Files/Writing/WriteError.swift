/// The reasons why a file was not written; nothing was changed in any of these cases.
package enum WriteError: Error, Equatable, Sendable {
  /// Another program changed or removed the file after it was read.
  case changedMeanwhile(NotePath)
  /// A new file would have taken the place of one that is there.
  case exists(NotePath)
  /// The file, or a folder above it, is a symbolic link.
  case throughLink(NotePath)
  /// The file is write-protected: its permissions forbid writing to all, or to this person.
  case readOnly(NotePath)
  /// A folder, a fifo or a device has the name.
  case notAFile(NotePath)
  /// The file is larger than `limit` bytes.
  case tooLarge(NotePath, size: Int64, limit: Int64)
  /// The operating system refused: disk full, no permission, read-only file system.
  case system(SystemError)

  /// The path that is concerned, as people see it.
  package var displayPath: String {
    switch self {
    case .changedMeanwhile(let path), .exists(let path), .throughLink(let path),
      .readOnly(let path), .notAFile(let path), .tooLarge(let path, _, _):
      path.description
    case .system(let error): error.displayPath
    }
  }
}
