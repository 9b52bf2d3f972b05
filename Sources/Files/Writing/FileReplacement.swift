import OperatingSystem
import Synchronization

/// Writes files of the vault, each as a whole or not at all.
///
/// The bytes go to a temporary file in the same folder, are forced to the disk and get the name by
/// a rename; a reader sees the old text or the new one. The temporary name begins with a dot, so
/// that one left by a loss of power is no note; the next write into the folder removes it. Of many
/// files all bytes are on the disk before the first gets its name, and each folder is flushed once.
package struct FileReplacement: Sendable {
  /// The steps in their order, at each of which a test can stop.
  package enum Step: CaseIterable, Sendable {
    case openFolder, createTemporary, write, setPermissions, synchronise, compare, rename,
      synchroniseFolder
  }

  /// Asked before each step; an `errno` value stops there as if the system had given it.
  package typealias Interruption = @Sendable (Step) -> Int32?

  /// Told of changes just before they are made.
  package typealias Recording = @Sendable ([FileEdit]) -> Void

  /// Called, by any thread, with the number of files whose bytes are on the disk, and of all.
  package typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Void

  package let folder: VaultFolder
  private let interruption: Interruption
  private let recording: Recording
  private let leftovers = LeftoverFiles()

  package init(
    in folder: VaultFolder, interruption: @escaping Interruption = { _ in nil },
    recording: @escaping Recording = { _ in }
  ) {
    self.folder = folder
    self.interruption = interruption
    self.recording = recording
  }

  // MARK: One file

  /// Replaces a file, if it still has the bytes that were read.
  ///
  /// Permissions stay, and the owner if the system allows it.
  /// - Throws: `.changedMeanwhile` if the file has other bytes or is gone, `.readOnly` if it is
  ///   write-protected; then nothing is written.
  package func replace(_ path: NotePath, basedOn old: VaultFolder.Contents, with bytes: [UInt8])
    throws(WriteError)
  {
    try write(FileEdit(path, from: old, to: bytes))
  }

  /// Writes a new file, and the folders above it.
  ///
  /// - Throws: `.exists` if there is one; then nothing is written.
  package func create(_ path: NotePath, with bytes: [UInt8]) throws(WriteError) {
    try write(FileEdit(path, from: nil, to: bytes))
  }

  /// Removes a file, if it still has the bytes that were read.
  ///
  /// - Throws: as `replace`; then nothing is removed.
  package func remove(_ path: NotePath, basedOn old: VaultFolder.Contents) throws(WriteError) {
    try write(FileEdit(path, from: old, to: nil))
  }

  private func write(_ edit: FileEdit) throws(WriteError) {
    if let error = write([edit])[0] { throw error }
  }

  // MARK: Many files

  /// The most files, and bytes, that are prepared together.
  private static let batch = (files: 1_000, bytes: 16 << 20)

  /// Makes changes of different files, in their order, each as ``replace(_:basedOn:with:)``, ``create(_:with:)`` or
  /// ``remove(_:basedOn:)`` does.
  ///
  /// - Parameter endsAtFailure: true to make none of the changes after the first that cannot be made.
  /// - Returns: for each change the reason why it was not made; after the end, nil for those that were not tried.
  package func write(
    _ edits: [FileEdit], endsAtFailure: Bool = false, progress: Progress? = nil
  ) -> [WriteError?] {
    let done = Atomic(0)
    var errors: [WriteError?] = []
    while errors.count < edits.count {
      var (count, size) = (0, 0)
      for edit in edits[errors.count...].prefix(Self.batch.files) where size < Self.batch.bytes {
        count += 1
        size += edit.new?.count ?? 0
      }
      let batch = edits[errors.count..<(errors.count + count)].map { edit in
        var edit = edit
        if edit.old == nil { edit.newFolders = folder.missingFolders(above: edit.path) }
        return edit
      }
      let prepared = batch.mapWaiting { edit in
        let prepared = self.prepared(edit)
        progress?(done.wrappingAdd(1, ordering: .relaxed).newValue, edits.count)
        return prepared
      }
      errors += write(batch, prepared, endsAtFailure)
      if endsAtFailure, errors.contains(where: { $0 != nil }) {
        errors += [WriteError?](repeating: nil, count: edits.count - errors.count)
      }
    }
    return errors
  }

  /// Makes changes that are prepared.
  private func write(
    _ edits: [FileEdit], _ prepared: [Prepared], _ endsAtFailure: Bool
  ) -> [WriteError?] {
    var errors = prepared.map { $0.error }
    var end = errors.endIndex
    if endsAtFailure, let first = errors.firstIndex(where: { $0 != nil }) { end = first }
    let ready = edits.indices.prefix(end).filter { errors[$0] == nil }
    if !ready.isEmpty { recording(ready.map { edits[$0] }) }
    var made: [Int] = []
    for index in edits.indices where errors[index] == nil {
      if index >= end {
        discard(prepared[index], of: edits[index].path)
        continue
      }
      do throws(WriteError) {
        try makeNow(edits[index], prepared[index])
        made.append(index)
      } catch {
        discard(prepared[index], of: edits[index].path)
        errors[index] = error
        if endsAtFailure { end = index }
      }
    }
    let folders = Dictionary(grouping: made) { edits[$0].path.folder }.values.map { $0 }
    let failures = folders.mapWaiting { synchroniseFolder(of: edits[$0[0]].path) }
    for (members, failure) in zip(folders, failures) where failure != nil {
      for index in members { errors[index] = failure }
    }
    return errors
  }

  /// A change whose bytes are on the disk under a temporary name, if it has any; or the reason why they are not.
  private struct Prepared: Sendable {
    var temporary: [UInt8]?
    var error: WriteError?
  }

  private func prepared(_ edit: FileEdit) -> Prepared {
    var prepared = Prepared()
    do throws(WriteError) {
      let path = edit.path
      if let old = edit.old, folder.isReadOnly(path, old.status) { throw .readOnly(path) }
      let holder = try openHolder(path, creating: edit.old == nil)
      try compare(path, in: holder, with: edit.old)
      if let bytes = edit.new {
        prepared.temporary = try writeTemporary(
          bytes, for: path, in: holder, like: edit.old?.status)
      }
    } catch {
      prepared.error = error
    }
    return prepared
  }

  /// Makes a change that is prepared.
  private func makeNow(_ edit: FileEdit, _ prepared: Prepared) throws(WriteError) {
    let path = edit.path
    let holder = try openHolder(path, creating: false)
    // Looked at again at the last moment: the write and the flush before it may have taken long.
    try compare(path, in: holder, with: edit.old)
    try step(.rename, path)
    guard let name = prepared.temporary, let bytes = edit.new else {
      let result = unsafe withCString(path.name) { unsafe unlinkat(holder.number, $0, 0) }
      guard result == 0 else { throw failed("remove", path) }
      return
    }
    if edit.old != nil {
      do throws(SystemError) {
        return try holder.rename(name, path.name)
      } catch {
        throw .system(SystemError("rename", path.bytes, code: error.code))
      }
    }
    defer { holder.unlink(name) }
    // A link, unlike a rename, never takes the place of another file.
    let code = unsafe withCString(name) { from in
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
  }

  private func discard(_ prepared: Prepared, of path: NotePath) {
    // If its folder cannot be opened, the next write into that removes it.
    guard let name = prepared.temporary,
      let holder = try? folder.openFolder(of: path, creating: false)
    else { return }
    holder.unlink(name)
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

  /// Refuses when the name holds anything but the bytes that were read, or anything at all if there was no file.
  private func compare(
    _ path: NotePath, in holder: borrowing Descriptor, with old: VaultFolder.Contents?
  ) throws(WriteError) {
    try step(.compare, path)
    let status = holder.status(ofName: path.name)
    guard let old else {
      if status != nil { throw .exists(path) }
      return
    }
    guard let status else { throw .changedMeanwhile(path) }
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

  private func synchroniseFolder(of path: NotePath) -> WriteError? {
    do throws(WriteError) {
      try step(.synchroniseFolder, path)
      let holder = try folder.openFolder(of: path, creating: false)
      do throws(SystemError) {
        try holder.synchronise(path: path.bytes)
      } catch {
        // Some file systems cannot flush a folder; the rename itself has happened.
        if error.code != EINVAL, error.code != ENOTSUP { throw .system(error) }
      }
      return nil
    } catch {
      return error
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
