import Files
import History
import OperatingSystem
import Settings

/// Notes of the past, written into the cache as files so that everything that works on a vault
/// works on them.
///
/// The folder is brought from one state to the next by the differences, and its index with it, so
/// that a look at yesterday after a look at today costs little. Files that are no notes have only
/// their names.
///
/// A list beside the folder names its contents. The list is removed first and written last; a folder
/// without a list is made again:
/// ```
/// list := "zib past 2\n" run "\n" entry*
/// run := the run of the system in which the files were written
/// entry := id (40 hexadecimal digits) " " path NUL, sorted by path
/// ```
/// The files are a cache and are not forced to the disk, so after a loss of power the list could name bytes that are
/// gone. So a list of an earlier run of the system does not count.
package struct PastFolder: ~Copyable {
  /// The notes as a vault, with the settings of the vault that they are of.
  package let vault: Vault
  private let lock: VaultLock

  /// The kinds of past; each has a folder of its own, so that two uses do not rewrite it in turns.
  enum Kind: String {
    /// The whole vault as it was once.
    case version
    /// All deleted notes.
    case deleted
  }

  /// Brings the folder to a state; waits for other processes that look at the past.
  ///
  /// - Parameter times: the modification time for a note's file, in UTC milliseconds.
  /// - Throws: `PastError.noCache`, `SystemError`, `WriteError`, errors of the store.
  init(
    _ kind: Kind, of vault: Vault, holding files: [NotePath: ObjectID], from store: any ObjectStore,
    times: (NotePath) -> Int64?
  ) throws {
    guard let cache = vault.location.cache(vault.environment).folder else {
      throw PastError.noCache
    }
    let top = cache.appending("past-\(kind.rawValue)")
    let notes = top.appending("notes")
    try Self.makePlainFolder(top)
    let lock = try VaultLock(top.appending("lock"), timeout: 60_000)
    let list = top.appending("list")
    let old = Self.readList(list)
    if old != files {
      unlinkIfThere(list)
      if old == nil { try Self.removeTree(notes) }
      try Self.makePlainFolder(notes)
      try Self.makePlainFolder(notes.appending(".zib"))
      try Self.update(VaultFolder(root: notes), from: old ?? [:], to: files, store, times)
      try Self.writeList(files, to: list)
    }
    self.lock = lock
    let location = VaultLocation(root: DiskPath.real(notes) ?? notes, kind: .zib)
    self.vault = Vault(
      location: location, configuration: vault.configuration, environment: vault.environment)
  }

  // MARK: Files

  private static func update(
    _ folder: VaultFolder, from old: [NotePath: ObjectID], to new: [NotePath: ObjectID],
    _ store: any ObjectStore, _ times: (NotePath) -> Int64?
  ) throws {
    // Deletions come first, so that a file can become a folder.
    for path in old.keys where new[path] == nil {
      let holder = try folder.openFolder(of: path, creating: false)
      holder.unlink(path.name)
      removeEmptyFolders(above: path, in: folder.root)
    }
    for (path, id) in new where old[path] != id {
      let bytes = path.isMarkdown ? try store.blob(id) : []
      let holder = try folder.openFolder(of: path, creating: true)
      // A new inode, so that the index sees the change whatever the clock reports.
      holder.unlink(path.name)
      let file = try holder.open(
        path.name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW)
      try file.writeAll(bytes, path: path.bytes)
      if let time = times(path) { file.setModified(milliseconds: time) }
    }
  }

  private static func removeEmptyFolders(above path: NotePath, in root: DiskPath) {
    var folder = path.folder
    while let next = folder {
      // One that is not empty stays.
      guard unsafe root.appending(next).withCString({ unsafe rmdir($0) }) == 0 else { return }
      folder = next.folder
    }
  }

  /// Removes a folder with all that it holds.
  ///
  /// - Throws: `SystemError`.
  package static func removeTree(_ folder: DiskPath) throws {
    guard let status = FileStatus.at(folder, following: false) else { return }
    guard status.kind == .folder else {
      unlinkIfThere(folder)
      return
    }
    var names: [(bytes: [UInt8], isFolder: Bool)] = []
    if let stream = DirectoryStream(folder) {
      while let entry = unsafe stream.next() {
        unsafe names.append((entry.bytes, entry.kind == .folder))
      }
    }
    for name in names {
      let path = folder.appending(bytes: name.bytes)
      if name.isFolder { try removeTree(path) } else { unlinkIfThere(path) }
    }
    guard unsafe folder.withCString({ unsafe rmdir($0) }) == 0 else {
      throw SystemError("remove the folder", folder.bytes, code: errno)
    }
  }

  /// Makes a folder unless it is there; a vault that came from elsewhere could have a link in its place.
  private static func makePlainFolder(_ folder: DiskPath) throws {
    if FileStatus.at(folder, following: false)?.kind == .link { unlinkIfThere(folder) }
    try folder.makeFolders()
  }

  // MARK: The list

  /// The first lines of a list; nil where the system does not tell its run.
  private static var header: [UInt8]? {
    systemRun.map { Array("zib past 2\n".utf8) + $0 + [0x0A] }
  }

  private static func readList(_ path: DiskPath) -> [NotePath: ObjectID]? {
    guard let header, let bytes = path.fileBytes(limit: 1 << 30), bytes.starts(with: header) else {
      return nil
    }
    var files: [NotePath: ObjectID] = [:]
    for entry in bytes[header.count...].split(separator: 0) {
      guard entry.count > 41,
        let id = ObjectID(hex: String(decoding: entry.prefix(40), as: UTF8.self)),
        let path = NotePath(bytes: Array(entry.dropFirst(41)))
      else { return nil }
      files[path] = id
    }
    return files
  }

  private static func writeList(_ files: [NotePath: ObjectID], to path: DiskPath) throws {
    guard var bytes = header else { return }
    for (path, id) in files.sorted(by: { $0.key < $1.key }) {
      bytes += id.hex.utf8
      bytes.append(0x20)
      bytes += path.bytes
      bytes.append(0)
    }
    let file = try Descriptor.open(
      path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW)
    try file.writeAll(bytes, path: path.bytes)
  }
}

/// Removes a file, if it is there.
private func unlinkIfThere(_ path: DiskPath) {
  _ = unsafe path.withCString { unsafe unlink($0) }
}

extension Descriptor {
  /// Sets the time of the file's last change; a failure does no harm here.
  fileprivate func setModified(milliseconds: Int64) {
    let time = timespec(
      tv_sec: Int(milliseconds / 1000), tv_nsec: Int(milliseconds % 1000) * 1_000_000)
    let times = [time, time]
    _ = unsafe times.withUnsafeBufferPointer { unsafe futimens(number, $0.baseAddress) }
  }
}
