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

/// Waits for the disk, several at the same time.
///
/// The waits of several threads become one for the file system: 500 files took 1,000 ms one after the other and
/// 40 ms so, where this was measured (ext4).
final class DiskWaits<Item: Sendable>: Sendable {
  private let items: [Item]
  private let wait: @Sendable (Item) throws(SystemError) -> Void
  private let next = Atomic(0)
  private let failure = Mutex<SystemError?>(nil)

  /// Threads that wait and do not work: the number of processors does not count. Few items take none.
  private var workers: Int { min(1 + items.count / 16, 8) }

  init(_ items: [Item], _ wait: @escaping @Sendable (Item) throws(SystemError) -> Void) {
    self.items = items
    self.wait = wait
  }

  /// - Throws: the first failure; the items that are not begun then are left.
  func run() throws(SystemError) {
    concurrently(workers) { _ in
      while true {
        let place = self.next.add(1, ordering: .relaxed).oldValue
        if place >= self.items.count || self.failure.withLock({ $0 != nil }) { return }
        do throws(SystemError) {
          try self.wait(self.items[place])
        } catch {
          self.failure.withLock { $0 = $0 ?? error }
        }
      }
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}

/// Forces new files to the disk and gives them their names.
struct FileForcing: Sendable {
  private let files: [UnfinishedFile]
  private let root: OpenRoot

  init(_ files: [UnfinishedFile], below root: OpenRoot) {
    self.files = files
    self.root = root
  }

  func run() throws(SystemError) {
    try DiskWaits(files) { [self] file throws(SystemError) in try force(file) }.run()
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
