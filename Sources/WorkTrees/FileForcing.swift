import Files
import History
import OperatingSystem
import Sync
import Synchronization

/// A new file, and its name until it is on the disk; nil for a link, which has no bytes.
struct UnfinishedFile: Sendable {
  let prepared: PreparedFile
  let name: [UInt8]?
}

/// Forces new files to the disk, several at the same time, and gives them their names.
///
/// The waits of several threads become one for the file system: 500 files took 1,000 ms one after the other and
/// 40 ms so, where this was measured (ext4).
final class FileForcing: Sendable {
  private let files: [UnfinishedFile]
  private let root: DiskPath
  private let next = Atomic(0)
  private let failure = Mutex<SystemError?>(nil)

  /// Threads that wait and do not work: the number of processors does not count. Few files take none.
  private var workers: Int { min(1 + files.count / 16, 8) }

  init(_ files: [UnfinishedFile], below root: DiskPath) {
    self.files = files
    self.root = root
  }

  func run() throws(SystemError) {
    concurrently(workers) { _ in
      while true {
        let place = self.next.add(1, ordering: .relaxed).oldValue
        if place >= self.files.count || self.failure.withLock({ $0 != nil }) { return }
        do throws(SystemError) {
          try self.force(self.files[place])
        } catch {
          self.failure.withLock { $0 = $0 ?? error }
        }
      }
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  private func force(_ file: UnfinishedFile) throws(SystemError) {
    guard let name = file.name else { return }
    let path = file.prepared.path
    do throws(SystemError) {
      guard let folder = try DiskWorkTree.openFolder(of: path, below: root) else {
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
