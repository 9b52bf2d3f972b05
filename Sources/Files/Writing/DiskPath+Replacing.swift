import OperatingSystem

extension DiskPath {
  /// Gives the file at the path these bytes in one step, without waiting for the disk.
  ///
  /// Until then they are in a temporary file beside it, which git ignores in a vault. A link is replaced and not
  /// followed.
  package func replaceFile(with bytes: [UInt8]) throws(SystemError) {
    let temporary = folder.appending(bytes: TemporaryName.next())
    do throws(SystemError) {
      let file = try Descriptor.open(
        temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW)
      try file.writeAll(bytes, path: self.bytes)
      let result = unsafe temporary.withCString { from in
        unsafe withCString { unsafe rename(from, $0) }
      }
      guard result == 0 else { throw SystemError("rename", self.bytes, code: errno) }
    } catch {
      _ = unsafe temporary.withCString { unsafe unlink($0) }
      throw error
    }
  }
}
