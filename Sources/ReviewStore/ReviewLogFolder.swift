import Files
import Layout
import Notes
import OperatingSystem
import Reviews

/// The logs of all devices, `.zib/reviews/<device>/<year>.log`.
///
/// Every file of a device's folder that ends in `.log` is read, so that a copy that a sync kept beside one is
/// read as well: an event that is in two files is one event. Links are not followed.
package struct ReviewLogFolder: Sendable {
  let folder: VaultFolder

  /// A log and its state when it was looked at.
  package struct File: Equatable, Sendable {
    package let path: NotePath
    package let size: Int64
    package let stamp: FileStamp
  }

  /// The folder of the logs, below the vault.
  package static let root = ".zib/reviews"

  package init(folder: VaultFolder) { self.folder = folder }

  /// The logs there are, sorted by path.
  ///
  /// - Throws: `SystemError` if a folder cannot be listed.
  package func files() throws(SystemError) -> [File] {
    guard let root = NotePath(Self.root) else { return [] }
    var files: [File] = []
    for device in try names(in: root) {
      guard let path = root.appending(device),
        FileStatus.at(folder.root.appending(path), following: false)?.kind == .folder
      else { continue }
      for name in try names(in: path) where OwnFiles.isLogName(name[...]) {
        guard let path = path.appending(name),
          let status = FileStatus.at(folder.root.appending(path), following: false),
          status.kind == .file
        else { continue }
        files.append(File(path: path, size: status.size, stamp: status.stamp))
      }
    }
    return files.sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
  }

  /// The bytes of a log.
  ///
  /// - Throws: `.tooLarge` for more than 64 MiB, which is a million events; `.system`.
  package func bytes(of file: File) throws(WriteError) -> [UInt8] {
    // Reading through `VaultFolder` would follow a link that replaced the file in between.
    let path = file.path
    let holder = try folder.openFolder(of: path, creating: false)
    do throws(SystemError) {
      let log = try holder.open(path.name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      let status = try log.status(of: folder.root.appending(path))
      guard status.kind == .file else { throw SystemError("read", path.bytes, code: EISDIR) }
      return try log.readAll(
        expecting: Int(status.size), limit: Int(VaultFolder.sizeLimit), path: path.bytes)
    } catch {
      if error.code == EFBIG {
        throw .tooLarge(path, size: file.size, limit: VaultFolder.sizeLimit)
      }
      throw .system(SystemError(error.operation, path.bytes, code: error.code))
    }
  }

  /// The last events of each log, by their places in it: those of the last days and of more.
  ///
  /// - Throws: `SystemError` if the folder of the logs cannot be listed.
  func lastEvents() throws(SystemError) -> [ReviewEvent] { lastEvents(of: try files()) }

  /// The last events of some of the logs.
  func lastEvents(of files: [File]) -> [ReviewEvent] {
    let length = 256 << 10
    var logs: [[ReviewEvent]] = []
    for file in files {
      guard let holder = try? folder.openFolder(of: file.path, creating: false),
        let log = try? holder.open(
          file.path.name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW),
        let end = try? log.part(from: max(0, Int(file.size) - length), count: length)
      else { continue }
      // The first line may be incomplete, and is then skipped.
      logs.append(ReviewLog.events(in: end))
    }
    return ReviewLog.union(logs)
  }

  /// The names in a folder that is no link and has none above it; empty if there is no such folder.
  private func names(in path: NotePath) throws(SystemError) -> [[UInt8]] {
    if folder.isThroughLink(path) { return [] }
    let descriptor: Descriptor
    do throws(SystemError) {
      descriptor = try Descriptor.open(
        folder.root.appending(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    } catch {
      if error.isNotFound { return [] }
      throw SystemError(error.operation, path.bytes, code: error.code)
    }
    guard let stream = DirectoryStream(descriptor) else {
      throw SystemError("open", path.bytes, code: errno)
    }
    var names: [[UInt8]] = []
    while let entry = unsafe stream.next() {
      if unsafe !entry.isHidden { unsafe names.append(entry.bytes) }
    }
    return names
  }
}
