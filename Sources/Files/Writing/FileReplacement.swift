import OperatingSystem

/// Writes a file of the vault as a whole or not at all.
///
/// The bytes go to a temporary file in the same folder, are forced to the disk and get the name by
/// a rename; a reader sees the old text or the new one. The temporary name begins with a dot, so
/// that one left by a loss of power is no note; the next write into the folder removes it.
package struct FileReplacement: Sendable {
  /// The steps in their order, at each of which a test can stop.
  package enum Step: CaseIterable, Sendable {
    case openFolder, createTemporary, write, setPermissions, synchronise, compare, rename,
      synchroniseFolder
  }

  /// Asked before each step; an `errno` value stops there as if the system had given it.
  package typealias Interruption = @Sendable (Step) -> Int32?

  /// Told of each change just before it is made: the bytes before and after it, nil for no file.
  package typealias Recording =
    @Sendable (_ path: NotePath, _ old: [UInt8]?, _ new: [UInt8]?)
    -> Void

  package let folder: VaultFolder
  private let interruption: Interruption
  private let recording: Recording
  private let leftovers = LeftoverFiles()

  package init(
    in folder: VaultFolder, interruption: @escaping Interruption = { _ in nil },
    recording: @escaping Recording = { _, _, _ in }
  ) {
    self.folder = folder
    self.interruption = interruption
    self.recording = recording
  }

  /// Replaces a file, if it still has the bytes that were read.
  ///
  /// Permissions stay, and the owner if the system allows it.
  /// - Throws: `.changedMeanwhile` if the file has other bytes or is gone, `.readOnly` if it is
  ///   write-protected; then nothing is written.
  package func replace(_ path: NotePath, basedOn old: VaultFolder.Contents, with bytes: [UInt8])
    throws(WriteError)
  {
    if folder.isReadOnly(path, old.status) { throw .readOnly(path) }
    let holder = try openHolder(path, creating: false)
    try compare(path, in: holder, with: old)
    let temporary = try writeTemporary(bytes, for: path, in: holder, like: old.status)
    do throws(WriteError) {
      // Looked at again at the last moment: the write and the flush before it may have taken long.
      try compare(path, in: holder, with: old)
      try step(.rename, path)
      recording(path, old.bytes, bytes)
      let result = unsafe withCString(temporary) { from in
        unsafe withCString(path.name) {
          unsafe renameat(holder.number, from, holder.number, $0)
        }
      }
      guard result == 0 else { throw failed("rename", path) }
    } catch {
      holder.unlink(temporary)
      throw error
    }
    try synchronise(holder, of: path)
  }

  /// Writes a new file, and the folders above it.
  ///
  /// - Throws: `.exists` if there is one; then nothing is written.
  package func create(_ path: NotePath, with bytes: [UInt8]) throws(WriteError) {
    let holder = try openHolder(path, creating: true)
    try step(.compare, path)
    guard holder.status(ofName: path.name) == nil else { throw .exists(path) }
    let temporary = try writeTemporary(bytes, for: path, in: holder, like: nil)
    defer { holder.unlink(temporary) }
    try step(.rename, path)
    recording(path, nil, bytes)
    // A link, unlike a rename, never takes the place of another file.
    let code = unsafe withCString(temporary) { from in
      unsafe withCString(path.name) { to in
        unsafe linkat(holder.number, from, holder.number, to, 0) == 0 ? 0 : errno
      }
    }
    switch code {
    case 0: break
    case EEXIST: throw .exists(path)
    case EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK:
      try createInPlace(path, in: holder, with: bytes)
    default: throw .system(SystemError("write", path.bytes, code: code))
    }
    try synchronise(holder, of: path)
  }

  /// Removes a file, if it still has the bytes that were read.
  ///
  /// - Throws: as `replace`; then nothing is removed.
  package func remove(_ path: NotePath, basedOn old: VaultFolder.Contents) throws(WriteError) {
    if folder.isReadOnly(path, old.status) { throw .readOnly(path) }
    let holder = try openHolder(path, creating: false)
    try compare(path, in: holder, with: old)
    try step(.rename, path)
    recording(path, old.bytes, nil)
    let result = unsafe withCString(path.name) { unsafe unlinkat(holder.number, $0, 0) }
    guard result == 0 else { throw failed("remove", path) }
    try synchronise(holder, of: path)
  }

  /// For file systems without hard links: the name is taken first and the bytes follow.
  private func createInPlace(_ path: NotePath, in holder: borrowing Descriptor, with bytes: [UInt8])
    throws(WriteError)
  {
    var isCreated = false
    do throws(SystemError) {
      let file = try holder.open(path.name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW)
      isCreated = true
      try file.writeAll(bytes, path: path.bytes)
      try file.synchronise(path: path.bytes)
    } catch {
      if isCreated { holder.unlink(path.name) }
      throw error.code == EEXIST ? .exists(path) : .system(error)
    }
  }

  // MARK: Steps

  private func openHolder(_ path: NotePath, creating: Bool) throws(WriteError) -> Descriptor {
    try step(.openFolder, path)
    return try folder.openFolder(of: path, creating: creating)
  }

  /// Refuses when the name holds anything but the bytes that were read.
  private func compare(
    _ path: NotePath, in holder: borrowing Descriptor, with old: VaultFolder.Contents
  ) throws(WriteError) {
    try step(.compare, path)
    guard let status = holder.status(ofName: path.name) else { throw .changedMeanwhile(path) }
    switch status.kind {
    case .file: break
    case .link: throw .throughLink(path)
    default: throw .notAFile(path)
    }
    do throws(SystemError) {
      let file = try holder.open(path.name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      // The bytes and not the stamp decide: two edits within one tick of the clock have one stamp.
      let now = try file.readAll(
        expecting: old.bytes.count, limit: max(old.bytes.count + 1, 4096), path: path.bytes)
      guard now == old.bytes else { throw SystemError("read", path.bytes, code: EFBIG) }
    } catch {
      throw error.code == EFBIG || error.isNotFound ? .changedMeanwhile(path) : .system(error)
    }
  }

  private func writeTemporary(
    _ bytes: [UInt8], for path: NotePath, in holder: borrowing Descriptor, like old: FileStatus?
  ) throws(WriteError) -> [UInt8] {
    try step(.createTemporary, path)
    leftovers.clear(holder)
    let name = TemporaryName.next()
    var isCreated = false
    do throws(WriteError) {
      do throws(SystemError) {
        let file = try holder.open(
          name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
          mode: old == nil ? 0o666 : 0o600)
        isCreated = true
        try systemStep(.write, path)
        try file.writeAll(bytes, path: path.bytes)
        try systemStep(.setPermissions, path)
        if let old { try file.takeOwnership(of: old, path: path.bytes) }
        try systemStep(.synchronise, path)
        try file.synchronise(path: path.bytes)
      } catch {
        throw .system(SystemError(error.operation, path.bytes, code: error.code))
      }
    } catch {
      if isCreated { holder.unlink(name) }
      throw error
    }
    return name
  }

  private func synchronise(_ holder: borrowing Descriptor, of path: NotePath) throws(WriteError) {
    do throws(SystemError) {
      try systemStep(.synchroniseFolder, path)
      try holder.synchronise(path: path.bytes)
    } catch {
      // Some file systems cannot flush a folder; the rename itself has happened.
      if error.code != EINVAL, error.code != ENOTSUP { throw .system(error) }
    }
  }

  private func step(_ step: Step, _ path: NotePath) throws(WriteError) {
    if let code = interruption(step) { throw .system(SystemError("write", path.bytes, code: code)) }
  }

  private func systemStep(_ step: Step, _ path: NotePath) throws(SystemError) {
    if let code = interruption(step) { throw SystemError("write", path.bytes, code: code) }
  }

  private func failed(_ operation: String, _ path: NotePath) -> WriteError {
    .system(SystemError(operation, path.bytes, code: errno))
  }
}

extension Descriptor {
  /// Removes a name from this folder; a missing name is no error.
  package func unlink(_ name: some Collection<UInt8>) {
    _ = unsafe withCString(name) { unsafe unlinkat(number, $0, 0) }
  }

  /// Gives the file the permissions of another, and its owner if the system allows it.
  fileprivate func takeOwnership(of old: FileStatus, path: [UInt8]) throws(SystemError) {
    let mine = try status(of: DiskPath(bytes: path))
    if mine.owner != old.owner || mine.group != old.group {
      // Only root may give a file away; an editor's save changes the owner as well.
      _ = fchown(number, uid_t(old.owner), gid_t(old.group))
    }
    guard fchmod(number, mode_t(old.permissions)) == 0 || errno == ENOTSUP || errno == EPERM else {
      throw SystemError("set the permissions of", path, code: errno)
    }
  }
}
