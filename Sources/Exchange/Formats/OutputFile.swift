import OperatingSystem

/// A file that a C library writes by its path, put in place as a whole or not at all.
///
/// It is written beside the final file, under a name that begins with a dot; it is forced to the
/// disk and gets its name by a rename. After a failure it is removed, and an earlier file stays.
struct OutputFile: ~Copyable {
  /// The path to which it is written.
  let temporary: [UInt8]
  private let path: [UInt8]
  private let folder: [UInt8]
  private let descriptor: Int32
  private var isInPlace = false

  init(replacing path: [UInt8]) throws(ExchangeError) {
    self.path = path
    folder = path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[...$0]) } ?? []
    var name = folder + Array(".zib-XXXXXX".utf8) + [0]
    let opened = unsafe name.withUnsafeMutableBytes {
      unsafe mkstemp($0.baseAddress!.assumingMemoryBound(to: CChar.self))  // It is not empty.
    }
    let reason = errno
    temporary = Array(name.dropLast())
    descriptor = opened
    // The message names the requested file, not the temporary one, which the person does not know.
    guard opened >= 0 else { throw .system(operation: "write", path: path, code: reason) }
  }

  /// Writes bytes to its end.
  func write(_ bytes: [UInt8]) throws(ExchangeError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe systemWrite(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(operation: "write", path: path, code: errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Gives it its name.
  mutating func putInPlace() throws(ExchangeError) {
    // mkstemp lets only this user read it; others get the access that they have to new files of
    // this person.
    let mask = umask(0)
    umask(mask)
    guard fchmod(descriptor, 0o666 & ~mask) == 0 || errno == EPERM || errno == ENOTSUP,
      synchroniseFile(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP,
      unsafe withCString(temporary, { old in unsafe withCString(path) { unsafe rename(old, $0) } })
        == 0
    else { throw .system(operation: "write", path: path, code: errno) }
    isInPlace = true
    // Some file systems cannot flush a folder; the rename itself has happened.
    let folder = unsafe withCString(self.folder + [UInt8(ascii: ".")]) {
      unsafe open($0, O_RDONLY | O_CLOEXEC)
    }
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if !isInPlace { _ = unsafe withCString(temporary) { unsafe unlink($0) } }
  }
}
