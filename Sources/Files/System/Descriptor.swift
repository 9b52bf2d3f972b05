import CSystem
import OperatingSystem

/// An open file or folder that closes itself.
package struct Descriptor: ~Copyable, Sendable {
  package let number: Int32

  package init(taking number: Int32) { self.number = number }

  deinit { close(number) }

  /// Hands the number over to someone else to close.
  consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// Opens a path; `EINTR` is tried again.
  package static func open(_ path: DiskPath, _ flags: Int32, mode: mode_t = 0o666)
    throws(SystemError)
    -> Descriptor
  {
    let number = unsafe path.withCString { text in
      Self.retrying { unsafe openat(AT_FDCWD, text, flags, mode) }
    }
    guard number >= 0 else { throw SystemError(Self.verb(flags), path.bytes, code: errno) }
    return Descriptor(taking: number)
  }

  /// Opens a name in this folder.
  package func open(_ name: some Collection<UInt8>, _ flags: Int32, mode: mode_t = 0o666)
    throws(SystemError) -> Descriptor
  {
    let number = unsafe withCString(name) { text in
      Self.retrying { unsafe openat(self.number, text, flags, mode) }
    }
    guard number >= 0 else { throw SystemError(Self.verb(flags), Array(name), code: errno) }
    return Descriptor(taking: number)
  }

  /// Opens a folder below this one by its path, of which no name may be a link; an empty path is this folder.
  ///
  /// - Throws: `SystemError` with the path; `ELOOP` or `ENOTDIR` for a link, as the system has it.
  package func openFolder(_ path: some Collection<UInt8>) throws(SystemError) -> Descriptor {
    if path.isEmpty { return try open([0x2E], O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    let number = unsafe withCString(path) { text in
      Self.retrying {
        unsafe zib_open_below(self.number, text, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      }
    }
    if number >= 0 { return Descriptor(taking: number) }
    // A system or a sandbox without the call refuses it in one of these ways.
    guard [ENOSYS, EPERM, EINVAL, EAGAIN, ENAMETOOLONG].contains(errno) else {
      throw SystemError("open", Array(path), code: errno)
    }
    return try openFolderByFolder(path)
  }

  /// Opens a file below this folder to be read, by its path, of which no name may be a link.
  ///
  /// A fifo is opened without waiting for a writer.
  /// - Returns: nil where it was not opened, for whatever reason; so too where the system cannot ask for it in one step.
  func openBelow(_ path: some Collection<UInt8>) -> Descriptor? {
    let number = unsafe withCString(path) { text in
      Self.retrying { unsafe zib_open_below(self.number, text, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    }
    return number >= 0 ? Descriptor(taking: number) : nil
  }

  /// Opens a folder as ``openFolder(_:)`` does, with a call for each name.
  package func openFolderByFolder(_ path: some Collection<UInt8>) throws(SystemError) -> Descriptor
  {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    var folder = try open([0x2E], flags)
    for name in path.split(separator: 0x2F) {
      do throws(SystemError) {
        folder = try folder.open(name, flags | O_NOFOLLOW)
      } catch {
        throw SystemError(error.operation, Array(path), code: error.code)
      }
    }
    return folder
  }

  /// The status of the open file; the path is for the error only.
  package func status(of path: DiskPath) throws(SystemError) -> FileStatus {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else {
      throw SystemError("look at", path.bytes, code: errno)
    }
    return FileStatus(status)
  }

  /// The status of a name in this folder, or nil if there is no such name.
  package func status(ofName name: some Collection<UInt8>, following: Bool = false) -> FileStatus? {
    var status = stat()
    let flags = following ? 0 : AT_SYMLINK_NOFOLLOW
    let result = unsafe withCString(name) { text in
      unsafe fstatat(number, text, &status, flags)
    }
    return result == 0 ? FileStatus(status) : nil
  }

  /// Repeats a call that a signal interrupted.
  package static func retrying<Value: SignedInteger>(_ call: () -> Value) -> Value {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }

  private static func verb(_ flags: Int32) -> String {
    flags & (O_WRONLY | O_RDWR) == 0 ? "open" : "write"
  }
}

extension FileStatus {
  /// The status of a path, or nil if there is none; links are followed by default.
  package static func at(_ path: DiskPath, following: Bool = true) -> FileStatus? {
    var status = stat()
    let result = unsafe path.withCString { text in
      unsafe fstatat(AT_FDCWD, text, &status, following ? 0 : AT_SYMLINK_NOFOLLOW)
    }
    return result == 0 ? FileStatus(status) : nil
  }
}
