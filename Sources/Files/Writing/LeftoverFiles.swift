import OperatingSystem
import Synchronization

/// Removes temporary files that killed processes left, from each folder once.
final class LeftoverFiles: Sendable {
  /// A folder on the disk.
  private struct Place: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  /// A process may be gone here and alive on the machine that shares the folder; writing takes it seconds.
  private static let graceOfTheGone: Int64 = 60 * 1_000_000_000
  /// A process may have got the number of one that is gone.
  private static let graceOfTheLiving: Int64 = 24 * 3600 * 1_000_000_000

  /// Those beside small files that are replaced as a whole: caches, records.
  static let ofSmallFiles = LeftoverFiles()

  private let cleared = Mutex<Set<Place>>([])

  /// Removes leftover temporary files of a folder; those that cannot be removed stay.
  ///
  /// Only names of zib's own form, of ordinary files of this user, of processes that have ended.
  func clear(_ folder: borrowing Descriptor) {
    guard let status = folder.status(ofName: [0x2E]) else { return }
    let place = Place(device: status.device, inode: status.inode)
    guard cleared.withLock({ $0.insert(place).inserted }),
      let own = try? folder.open([0x2E], O_RDONLY | O_DIRECTORY | O_CLOEXEC),
      let stream = DirectoryStream(own)
    else { return }
    let now = Clock.now()
    while let entry = unsafe stream.next() {
      guard unsafe entry.isHidden, let process = unsafe TemporaryName.process(of: entry.name),
        let file = unsafe folder.status(ofName: entry.bytes), file.kind == .file,
        file.owner == UInt32(geteuid())
      else { continue }
      let isGone = kill(process, 0) != 0 && errno == ESRCH
      if now - file.modified > (isGone ? Self.graceOfTheGone : Self.graceOfTheLiving) {
        unsafe folder.unlink(entry.bytes)
      }
    }
  }
}
