import Files
import History
import OperatingSystem

/// The folder of a repository, opened once for the many files of a change.
///
/// No folder below it stays open, and each is opened by its whole path, without following a link: so nothing is written
/// into a folder that a link has replaced in the meantime, or that was moved out of the vault.
final class OpenRoot: Sendable {
  private let folder: Descriptor

  init(_ folder: consuming Descriptor) { self.folder = folder }

  /// Opens the folder that holds a path; nil if there is none, or a link in its place.
  func openFolder(of path: TreePath) throws(SystemError) -> Descriptor? {
    try DiskWorkTree.refuseUnsafe(path)
    do throws(SystemError) {
      return try folder.openFolder(path.folder.bytes)
    } catch {
      if error.isNotFound || error.code == ELOOP || error.code == EMLINK { return nil }
      throw error
    }
  }
}
