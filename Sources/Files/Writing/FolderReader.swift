import OperatingSystem

/// Reads many files of a vault, one after another or from several threads.
///
/// It reads what ``VaultFolder/read(_:limit:)`` reads, and refuses what that refuses. The root stays open, so that a file
/// takes one call to open instead of one for each folder on the way to it; a reader is let go when the files are read.
package final class FolderReader: Sendable {
  private let folder: VaultFolder
  /// Nil where it cannot be opened: each file then says why.
  private let root: Descriptor?

  package init(_ folder: VaultFolder) {
    self.folder = folder
    root = try? Descriptor.open(folder.root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  }

  /// Reads a file.
  ///
  /// - Throws: as ``VaultFolder/read(_:limit:)``.
  package func read(_ path: NotePath) throws(WriteError) -> VaultFolder.Contents {
    switch root {
    case .some(let root): try folder.read(path, below: root)
    case .none: try folder.read(path)
    }
  }
}
