import OperatingSystem

/// The few calls of the system that are made on files of the git folder.
enum DiskFile {
  /// The facts of a file that the system reports (`stat`).
  struct Status: Equatable {
    /// Nanoseconds since 1970.
    let modified: Int64
    let changed: Int64
    let size: Int64
    let inode: UInt64
    let mode: mode_t
  }

  /// A file that is kept open, so that no other file gets its inode.
  final class Opened {
    fileprivate let number: Int32

    fileprivate init(_ number: Int32) { self.number = number }

    /// The present status of the file, or nil if it does not end with `bytes`.
    func status(endingWith bytes: [UInt8]) -> Status? {
      var status = stat()
      guard unsafe fstat(number, &status) == 0, status.st_size >= bytes.count else { return nil }
      let start = status.st_size - off_t(bytes.count)
      let end = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, count in
        count = max(0, unsafe pread(number, buffer.baseAddress, bytes.count, start))
      }
      return end == bytes ? Status(status) : nil
    }

    deinit { close(number) }
  }

  /// Opens a file to be read; nil if there is none.
  static func openToRead(_ path: [UInt8]) throws(GitError) -> Opened? {
    let file = unsafe withCString(path) { unsafe open($0, O_RDONLY | O_CLOEXEC) }
    if file < 0, isNoFile(errno) { return nil }
    guard file >= 0 else { throw failure("open", path) }
    return Opened(file)
  }

  /// The status of a file, or nil if there is none.
  static func status(_ path: [UInt8]) throws(GitError) -> Status? {
    var status = stat()
    if unsafe withCString(path, { unsafe stat($0, &status) }) == 0 { return Status(status) }
    if isNoFile(errno) { return nil }
    throw failure("look at", path)
  }

  /// True if a failed call says that there is no file, or that none can have such a path.
  private static func isNoFile(_ code: Int32) -> Bool {
    code == ENOENT || code == ENOTDIR || code == ENAMETOOLONG
  }

  /// All bytes of a file, and its status when it was opened; nil if there is none.
  static func read(
    _ path: [UInt8]
  ) throws(GitError) -> (bytes: [UInt8], status: Status, file: Opened)? {
    guard let opened = try openToRead(path) else { return nil }
    let file = opened.number
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw failure("look at", path) }
    let size = Int(status.st_size)
    var failed = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let read = unsafe Self.read(
          file,
          into: UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]))
        if read < 0 { failed = true }
        if read <= 0 { break }
        count += read
      }
    }
    if failed { throw failure("read", path) }
    return (bytes, Status(status), opened)
  }

  private static func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let result = unsafe systemRead(file, buffer.baseAddress, buffer.count)
      if result >= 0 || errno != EINTR { return result }
    }
  }

  /// Makes a file that must not be there yet, with these bytes, forced to the disk.
  ///
  /// - Throws: `GitError` of kind `.exists`; the new file is removed again on any other failure.
  static func create(_ path: [UInt8], mode: mode_t, holding bytes: () throws -> [UInt8]) throws {
    guard let file = try makeNew(path, mode: mode) else {
      errno = EEXIST
      throw failure("create", path)
    }
    defer { close(file) }
    do {
      try write(try bytes(), to: file, path)
    } catch {
      remove(path)
      throw error
    }
  }

  /// Opens a file that must not exist yet; nil if there is one of its name.
  static func makeNew(_ path: [UInt8], mode: mode_t) throws(GitError) -> Int32? {
    let file = unsafe withCString(path) {
      unsafe open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    }
    if file < 0, errno == EEXIST { return nil }
    guard file >= 0 else { throw failure("create", path) }
    return file
  }

  /// Writes bytes to an open file, and forces them to the disk.
  static func write(_ bytes: [UInt8], to file: Int32, _ path: [UInt8]) throws(GitError) {
    var written = 0
    while written < bytes.count {
      let result = unsafe bytes.withUnsafeBytes {
        // It is not empty.
        unsafe systemWrite(file, $0.baseAddress! + written, bytes.count - written)
      }
      if result < 0, errno == EINTR { continue }
      guard result > 0 else { throw failure("write", path) }
      written += result
    }
    guard synchroniseFile(file) == 0 else { throw failure("write", path) }
  }

  /// Adds bytes to the end of a file, in one write if the system allows it, and forces them to the
  /// disk.
  ///
  /// - Parameter isMade: true to make a missing file and its folders; otherwise a missing file is
  ///   left missing.
  static func append(_ bytes: [UInt8], to path: [UInt8], isMade: Bool) throws(GitError) {
    let flags = O_WRONLY | O_APPEND | O_CLOEXEC | (isMade ? O_CREAT : 0)
    var file = unsafe withCString(path) { unsafe open($0, flags, 0o666) }
    if file < 0, isMade, errno == ENOENT || errno == EISDIR {
      // Empty folders of the name of a ref are left over from refs below it.
      if errno == EISDIR { removeEmptyFolders(path) }
      try makeFolders(Array(path[..<(path.lastIndex(of: 0x2F) ?? 0)]))
      file = unsafe withCString(path) { unsafe open($0, flags, 0o666) }
    }
    if file < 0, !isMade, errno == ENOENT || errno == ENOTDIR || errno == EISDIR { return }
    guard file >= 0 else { throw failure("open", path) }
    defer { close(file) }
    try write(bytes, to: file, path)
  }

  /// Makes a folder and those above it, as far as they are missing.
  static func makeFolders(_ path: [UInt8]) throws(GitError) {
    if unsafe withCString(path, { unsafe mkdir($0, 0o777) }) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: 0x2F), slash > 0 else {
      throw failure("make the folder", path)
    }
    let above = Array(path[..<slash])
    try makeFolders(above)
    guard unsafe withCString(path, { unsafe mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
      throw failure("make the folder", path)
    }
    try flushFolder(above)
  }

  /// Removes a folder if it holds only folders, and these only folders.
  static func removeEmptyFolders(_ path: [UInt8]) {
    if unsafe withCString(path, { unsafe rmdir($0) }) == 0 || errno != ENOTEMPTY && errno != EEXIST
    {
      return
    }
    for name in folderNames(path) ?? [] { removeEmptyFolders(path + [0x2F] + name) }
    _ = unsafe withCString(path) { unsafe rmdir($0) }
  }

  /// Gives a file another's name, in one step, and forces the folder to the disk.
  static func rename(_ path: [UInt8], to new: [UInt8]) throws(GitError) {
    let result = unsafe withCString(path) { from in
      unsafe withCString(new) { unsafe systemRename(from, $0) }
    }
    guard result == 0 else { throw failure("rename", path) }
    try flushFolder(Array(new[..<(new.lastIndex(of: 0x2F) ?? 0)]))
  }

  static func remove(_ path: [UInt8]) { _ = unsafe withCString(path) { unsafe unlink($0) } }

  /// Forces the names in a folder to the disk.
  static func flushFolder(_ path: [UInt8]) throws(GitError) {
    let folder = unsafe withCString(path) { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard folder >= 0 else { throw failure("open", path) }
    defer { close(folder) }
    // Some file systems cannot flush a folder.
    if fsync(folder) != 0, errno != EINVAL, errno != ENOTSUP { throw failure("flush", path) }
  }

  /// The error of the system call that has just failed.
  static func failure(_ verb: String, _ path: [UInt8]) -> GitError {
    let code = errno
    return GitError(
      code == EEXIST ? .exists : .system(code),
      operation: "\(verb) \(String(decoding: path, as: UTF8.self))",
      detail: systemWords(for: code))
  }
}

extension DiskFile.Status {
  fileprivate init(_ status: stat) {
    modified = status.modificationTime.nanoseconds
    changed = status.statusChangeTime.nanoseconds
    size = Int64(status.st_size)
    inode = UInt64(status.st_ino)
    mode = status.st_mode
  }
}
