import Files
import History
import OperatingSystem
import Sync

/// Looks at many files by several threads, which wait for the file system less than one does.
///
/// A file for which more than one look is needed is left to the caller: a large one, one that was written just now or is
/// being written, a link, and all errors.
struct FileLooks: Sendable {
  /// The bytes of a file as they are on the disk, and its status before and after they were read.
  struct File: Sendable {
    let bytes: [UInt8]
    let status: FileStatus
  }

  /// Larger files are read one after the other, so that few bytes are in memory at a time.
  private static let sizeLimit: Int64 = 256 << 10

  let root: OpenRoot

  /// Reads files.
  func read(_ files: [PreparedFile]) -> [File?] {
    files.mapWaiting { file in
      do throws(SystemError) {
        guard let folder = try root.openFolder(of: file.path) else { return nil }
        return try read(file.name, in: folder)
      } catch {
        return nil
      }
    }
  }

  /// Removes files whose bytes and modes are those of the given versions, each right after it was read.
  func discard(
    _ files: [(file: PreparedFile, version: FileVersion)], _ options: WorkTreeOptions,
    id: @Sendable (_ blob: [UInt8]) throws -> ObjectID
  ) -> [Bool] {
    files.mapWaiting { file, version in
      do {
        guard let folder = try root.openFolder(of: file.path),
          let found = try read(file.name, in: folder),
          options.mode(of: found.status, insteadOf: nil) == version.mode,
          try id(found.bytes) == version.id
        else { return false }
        try folder.remove(file.name)
        return true
      } catch {
        return false
      }
    }
  }

  private func read(_ name: [UInt8], in folder: borrowing Descriptor) throws(SystemError) -> File? {
    guard let status = folder.status(ofName: name), status.kind == .file,
      status.size <= Self.sizeLimit, SavePause.microseconds(for: status, now: Clock.now()) == nil
    else { return nil }
    let file = try folder.open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard try file.status(of: DiskPath(bytes: name)) == status else { return nil }
    let bytes = try file.readAll(
      expecting: Int(status.size), limit: Int(Self.sizeLimit), path: name)
    guard folder.status(ofName: name)?.workStamp == status.workStamp else { return nil }
    return File(bytes: bytes, status: status)
  }
}
