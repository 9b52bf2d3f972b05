import Layout
import OperatingSystem

/// A failed call to the operating system: the operation, the path, and the reason.
package struct SystemError: Error, Equatable, Sendable {
  /// The operation, in the words a person would use: `read`, `write`, `rename`.
  package let operation: String
  /// The path as bytes, which need not be valid UTF-8.
  package let path: [UInt8]
  /// The value of `errno`.
  package let code: Int32

  package init(_ operation: String, _ path: [UInt8], code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }

  package init(_ operation: String, _ path: String, code: Int32) {
    self.init(operation, Array(path.utf8), code: code)
  }

  /// The system's own words for the reason, such as `No space left on device`.
  package var reason: String { Self.reason(of: code) }

  /// The path with control characters and invalid bytes made visible.
  package var displayPath: String { SafeText.escaped(path) }

  /// True when the thing was not there.
  package var isNotFound: Bool { code == ENOENT || code == ENOTDIR }

  /// True when the folder or file may not be written: permissions or a read-only file system.
  package var isReadOnly: Bool { code == EROFS || code == EACCES || code == EPERM }

  /// True when the disk or the person's quota is full.
  package var isFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

  /// True where a file has the place of a folder.
  package var isNoFolder: Bool { code == ENOTDIR }

  /// `errno` of a missing file.
  package static let notFound = ENOENT

  /// `errno` of a file that is too large.
  package static let tooLarge = EFBIG

  /// The system's words for an `errno` value.
  package static func reason(of code: Int32) -> String { systemWords(for: code) }
}

extension SystemError: CustomStringConvertible {
  package var description: String { "cannot \(operation) \(displayPath): \(reason)" }
}
