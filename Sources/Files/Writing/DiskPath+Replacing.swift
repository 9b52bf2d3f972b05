import OperatingSystem

extension DiskPath {
  /// Gives the file at the path these bytes in one step.
  ///
  /// Until then they are in a temporary file beside it, which git ignores in a vault; those of killed processes are
  /// removed. A link is replaced and not followed.
  ///
  /// - Parameters:
  ///   - mode: the permissions of the file, less those that the process masks.
  ///   - isForced: true to wait until the bytes are on the disk before the file gets them.
  package func replaceFile(
    with bytes: [UInt8], mode: mode_t = 0o666, isForced: Bool = false
  ) throws(SystemError) {
    if let folder = try? Descriptor.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) {
      LeftoverFiles.ofSmallFiles.clear(folder)
    }
    let temporary = folder.appending(bytes: TemporaryName.next())
    do throws(SystemError) {
      let file = try Descriptor.open(
        temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode: mode)
      try file.writeAll(bytes, path: self.bytes)
      if isForced { try file.synchronise(path: self.bytes) }
      let code = unsafe temporary.withCString { from in
        unsafe withCString { unsafe rename(from, $0) == 0 ? 0 : errno }
      }
      if code != 0 { throw SystemError("write", self.bytes, code: code) }
    } catch {
      _ = unsafe temporary.withCString { unsafe unlink($0) }
      throw SystemError(error.operation, self.bytes, code: error.code)
    }
  }

  /// The bytes of the file at the path; nil if it is no file, cannot be read or has more than `limit` bytes.
  ///
  /// - Parameter isFollowed: true to read what a link leads to.
  package func fileBytes(limit: Int, isFollowed: Bool = false) -> [UInt8]? {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    guard let file = try? Descriptor.open(self, isFollowed ? flags : flags | O_NOFOLLOW),
      let status = try? file.status(of: self), status.kind == .file
    else { return nil }
    return try? file.readAll(
      expecting: min(Int(status.size), limit), limit: limit, path: self.bytes)
  }
}

extension Descriptor {
  /// Gives a file of this folder these bytes in one step, which is on the disk when this returns.
  ///
  /// The temporary file has a fixed name, so that those of killed processes do not accumulate; the caller has a lock.
  /// - Parameter path: that of the file, for the error only.
  package func replaceFile(
    _ name: some Collection<UInt8>, with bytes: [UInt8], path: DiskPath
  ) throws(SystemError) {
    let temporary = Array(name) + Array(".new".utf8)
    do throws(SystemError) {
      let file = try open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW)
      try file.writeAll(bytes, path: path.bytes)
      try file.synchronise(path: path.bytes)
      try rename(temporary, name)
    } catch {
      unlink(temporary)
      throw SystemError("write", path.bytes, code: error.code)
    }
    try synchroniseFolder(path: path.folder.bytes)
  }
}
