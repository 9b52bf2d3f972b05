import Files
import History
import OperatingSystem
import Sync

/// Forces new files to the disk and gives them their names.
struct FileForcing: Sendable {
  private let files: [UnfinishedFile]
  private let root: OpenRoot

  init(_ files: [UnfinishedFile], below root: OpenRoot) {
    self.files = files
    self.root = root
  }

  func run() throws(SystemError) {
    let failures = files.mapWaiting { file in
      do throws(SystemError) {
        try force(file)
        return SystemError?.none
      } catch {
        return error
      }
    }
    if let failure = failures.lazy.compactMap(\.self).first { throw failure }
  }

  private func force(_ file: UnfinishedFile) throws(SystemError) {
    guard let name = file.name else { return }
    let path = file.prepared.path
    do throws(SystemError) {
      guard let folder = try root.openFolder(of: path) else {
        throw SystemError("write", path.bytes, code: ENOENT)
      }
      let open = try Self.open(name, in: folder)
      try open.synchronise(path: path.bytes)
      try folder.rename(name, file.prepared.name)
    } catch {
      throw SystemError("write", path.bytes, code: error.code)
    }
  }

  /// A file's permissions are already those of the one that it is to replace.
  private static func open(_ name: [UInt8], in folder: borrowing Descriptor) throws(SystemError)
    -> Descriptor
  {
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    do throws(SystemError) {
      return try folder.open(name, O_RDONLY | flags)
    } catch {
      guard error.code == EACCES else { throw error }
      return try folder.open(name, O_WRONLY | flags)
    }
  }
}
