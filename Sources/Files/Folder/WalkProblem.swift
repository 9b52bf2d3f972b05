import Layout

/// Something in a vault that looks like a note or a folder of notes and cannot be used as one.
package struct WalkProblem: Hashable, Sendable {
  /// The kinds of problem.
  package enum Kind: UInt8, Sendable {
    /// The folder cannot be listed; `code` gives the reason.
    case unreadableFolder = 1
    /// The name is that of a note, but it is a folder.
    case folderNamedLikeNote
    /// The name is that of a note, but it is a fifo, a socket or a device, and was not opened.
    case notAFile
    /// The symbolic link leads out of the vault and was not followed.
    case linkLeavesVault
    /// The target of the symbolic link does not exist.
    case brokenLink
    /// The folder lies deeper than the walk goes.
    case tooDeep
    /// The status of the file or folder cannot be read; `code` gives the reason.
    case unreadable
    /// The folder is one of those it lies in, by a mount.
    case loop
    /// A temporary file of zib, left by a crash or a loss of power; it may be removed.
    case leftover
  }

  package let kind: Kind
  /// The path from the vault's root; empty for the root itself.
  package let path: [UInt8]
  /// The value of `errno`, or 0.
  package let code: Int32

  package init(kind: Kind, path: [UInt8], code: Int32 = 0) {
    self.kind = kind
    self.path = path
    self.code = code
  }

  /// The path with control characters and invalid bytes made visible.
  package var displayPath: String { path.isEmpty ? "." : SafeText.escaped(path) }
}
