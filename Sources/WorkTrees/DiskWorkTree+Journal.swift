import Files
import History
import OperatingSystem

/// The records of syncing in the repository's own folder: `<git dir>/zib/journal` during an update,
/// `<git dir>/zib/operations`, while files cannot be written, `<git dir>/zib/unwritten`, and where many files were
/// staged by hand, `<git dir>/zib/staged`.
extension DiskWorkTree {
  private static let sizeLimit = 1 << 30

  /// The folder of the records for one work tree.
  package static func recordsFolder(in gitFolder: DiskPath) -> DiskPath {
    gitFolder.appending("zib")
  }

  /// The journal of a repository's folder: while it is there, an update is not finished.
  package static func journal(in gitFolder: DiskPath) -> DiskPath {
    recordsFolder(in: gitFolder).appending("journal")
  }

  package func journal() throws -> [UInt8]? { try record("journal") }

  package func setJournal(_ bytes: [UInt8]?) throws { try setRecord("journal", bytes) }

  package func setJournalAside() throws -> String {
    try step(.writeRecord, .root)
    let folder = Self.recordsFolder(in: gitFolder)
    let holder = try Descriptor.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    var number = 1
    while holder.status(ofName: Array("journal-unread-\(number)".utf8)) != nil { number += 1 }
    let name = "journal-unread-\(number)"
    try holder.rename(Array("journal".utf8), Array(name.utf8))
    try holder.synchroniseFolder(path: folder.bytes)
    return name
  }

  package func unwritten() throws -> [UInt8] { try record("unwritten") ?? [] }

  package func setUnwritten(_ bytes: [UInt8]?) throws { try setRecord("unwritten", bytes) }

  package func harmlessStaging() -> [UInt8] {
    do { return try record("staged") ?? [] } catch { return [] }
  }

  package func setHarmlessStaging(_ mark: [UInt8]) {
    // `zib status` works where nothing can be written, and without the lock.
    do { try setRecord("staged", mark) } catch {}
  }

  package func operations() throws -> [UInt8] { try record("operations") ?? [] }

  package func setOperations(_ bytes: [UInt8]) throws { try setRecord("operations", bytes) }

  private func record(_ name: String) throws(SystemError) -> [UInt8]? {
    let path = Self.recordsFolder(in: gitFolder).appending(name)
    do throws(SystemError) {
      let file = try Descriptor.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      let status = try file.status(of: path)
      return try file.readAll(expecting: Int(status.size), limit: Self.sizeLimit, path: path.bytes)
    } catch {
      if error.isNotFound { return nil }
      throw error
    }
  }

  /// Writes a record whole, or takes it away; it is on the disk then.
  private func setRecord(_ name: String, _ bytes: [UInt8]?) throws(SystemError) {
    try step(.writeRecord, .root)
    let folder = Self.recordsFolder(in: gitFolder)
    let path = folder.appending(name)
    try folder.makeFolders()
    let holder = try Descriptor.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if let bytes { return try holder.replaceFile(name.utf8, with: bytes, path: path) }
    try holder.remove(Array(name.utf8))
    try holder.synchroniseFolder(path: folder.bytes)
  }
}
