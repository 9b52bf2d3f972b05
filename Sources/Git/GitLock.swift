import OperatingSystem

/// Git's locks: a file is replaced by the process that could make `NAME.lock` beside it.
///
/// A process that is killed leaves its lock behind, and git then refuses for ever. So each lock
/// that is taken here has a second name, `zib/lock-…` in the git folder, and on that file the
/// system keeps a lock (`flock`) as long as the process lives: a `NAME.lock` that is the same file
/// as one in `zib/` which no process holds is removed. The lock of a running git has no second name
/// there and stays.
enum GitLock {
  private static let prefix = Array("lock-".utf8)
  private static let folderName = Array("/zib".utf8)

  /// Replaces a file of the git folder in one step, under git's lock of it; after that it is on the
  /// disk.
  ///
  /// - Parameters:
  ///   - folder: the git folder in which the lock gets its second name.
  ///   - timeout: milliseconds to wait for another git.
  ///   - bytes: gives the new content; called with the lock held.
  /// - Throws: `GitError` of kind `.locked` if another git holds the lock, or died; an error of
  ///   `bytes`. After an error the file is unchanged and the lock is removed.
  static func replace(
    _ file: [UInt8], in folder: [UInt8], mode: mode_t, timeout: Int64 = 0,
    holding bytes: () throws -> [UInt8]
  ) throws {
    let lock = lockName(of: file)
    let (descriptor, mark) = try take(
      lock, folder + folderName, mode, until: Clock.monotonicMilliseconds() + timeout)
    defer {
      if let mark { DiskFile.remove(mark) }
      close(descriptor)
    }
    do {
      try DiskFile.write(try bytes(), to: descriptor, lock)
      try DiskFile.rename(lock, to: file)
    } catch {
      DiskFile.remove(lock)
      throw error
    }
  }

  /// True if a file is locked by a process that may be alive; removes a lock of zib whose process
  /// was killed.
  static func isHeld(_ file: [UInt8], in folder: [UInt8]) throws(GitError) -> Bool {
    let lock = lockName(of: file)
    guard try DiskFile.status(lock) != nil else { return false }
    clear(lock, folder + folderName)
    return try DiskFile.status(lock) != nil
  }

  private static func lockName(of file: [UInt8]) -> [UInt8] { file + Array(".lock".utf8) }

  /// Makes a lock; its second name is nil on file systems that give a file only one.
  private static func take(
    _ lock: [UInt8], _ records: [UInt8], _ mode: mode_t, until deadline: Int64
  ) throws(GitError) -> (descriptor: Int32, mark: [UInt8]?) {
    try DiskFile.makeFolders(records)
    clear(lock, records)
    while true {
      let (descriptor, mark) = try makeMark(in: records, mode)
      let code = link(mark, lock)
      if code == 0 { return (descriptor, mark) }
      DiskFile.remove(mark)
      close(descriptor)
      switch code {
      case EEXIST:
        clear(lock, records)
        if try DiskFile.status(lock) == nil { continue }
        guard Clock.monotonicMilliseconds() < deadline else { throw held(lock) }
        usleep(5_000)
      case ENOENT:
        // The folder of a ref: git removes those that are empty at any time. Or the mark went before it was held.
        try DiskFile.makeFolders(Array(lock[..<(lock.lastIndex(of: 0x2F) ?? 0)]))
      case EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK, EXDEV:
        if let descriptor = try DiskFile.makeNew(lock, mode: mode) { return (descriptor, nil) }
        guard Clock.monotonicMilliseconds() < deadline else { throw held(lock) }
        usleep(5_000)
      default:
        errno = code
        throw DiskFile.failure("create", lock)
      }
    }
  }

  private static func held(_ lock: [UInt8]) -> GitError {
    let name = String(decoding: lock, as: UTF8.self)
    return GitError(
      .locked, operation: "write \(name.dropLast(".lock".utf8.count))",
      detail: "\(name) is there; another git is at work, or was stopped")
  }

  /// A file with a name of its own, held by this process.
  private static func makeMark(in records: [UInt8], _ mode: mode_t) throws(GitError) -> (
    descriptor: Int32, path: [UInt8]
  ) {
    while true {
      let name = "\(ProcessEnvironment.process)-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
      let path = records + [0x2F] + prefix + Array(name.utf8)
      guard let descriptor = try DiskFile.makeNew(path, mode: mode) else { continue }
      // If the system keeps no such locks, a leftover mark no longer counts as held; its process
      // alone could have been alive, and the vault's lock excludes that.
      _ = flock(descriptor, LOCK_EX | LOCK_NB)
      return (descriptor, path)
    }
  }

  /// 0 or the number of the system's error.
  private static func link(_ path: [UInt8], _ new: [UInt8]) -> Int32 {
    unsafe withCString(path) { from in
      unsafe withCString(new) { to in unsafe systemLink(from, to) == 0 ? 0 : errno }
    }
  }

  // MARK: Locks of killed processes

  /// Removes a lock of zib whose process is gone, and second names that are no longer needed.
  private static func clear(_ lock: [UInt8], _ records: [UInt8]) {
    for name in folderNames(records) ?? [] where name.starts(with: prefix) {
      let mark = records + [0x2F] + name
      let descriptor = unsafe withCString(mark) {
        unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      }
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno == ENOTSUP || errno == ENOLCK
      else { continue }
      var marked = stat()
      var found = stat()
      guard unsafe fstat(descriptor, &marked) == 0 else { continue }
      // Whoever removes a lock holds its second name, so that a lock that was made again since then
      // stays.
      if unsafe withCString(lock, { unsafe lstat($0, &found) }) == 0,
        found.st_ino == marked.st_ino, found.st_dev == marked.st_dev
      {
        DiskFile.remove(lock)
      }
      // Another lock, or the file that the lock has become, may still have the other name.
      if unsafe fstat(descriptor, &marked) == 0, marked.st_nlink <= 1 { DiskFile.remove(mark) }
    }
  }
}

private func systemLink(_ path: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
  unsafe link(path, new)
}
