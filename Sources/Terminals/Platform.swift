import OperatingSystem

/// The few system calls that the terminal layer needs.
package enum Platform {
  /// The value of an environment variable, or nil if it is unset.
  package static func environmentVariable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// True if a file descriptor is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The name of the terminal that this process runs in and the number of its session, which no other has at the
  /// same time; nil without a terminal.
  package static var terminalName: String? {
    for descriptor in [Int32(1), 2, 0] {
      if let name = unsafe ttyname(descriptor) {
        return unsafe String(cString: name) + " \(getsid(0))"
      }
    }
    return nil
  }

  /// The size of a descriptor's terminal in columns and rows, or nil if it has none.
  package static func windowSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Writes all bytes to a descriptor, through interruptions and partial writes.
  ///
  /// - Returns: zero, or the `errno` of the write that failed.
  package static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int32 {
    unsafe bytes.withUnsafeBytes { buffer -> Int32 in
      var sent = 0
      while sent < buffer.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[sent...])
        let count = unsafe systemWrite(descriptor, rest.baseAddress, rest.count)
        if count >= 0 {
          sent += count
        } else if errno == EAGAIN {
          // A descriptor that a parent left non-blocking: wait until it takes more.
          var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = unsafe poll(&waiting, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }

  /// Reads a descriptor to its end, stopping after `limit` bytes.
  ///
  /// - Returns: nil if reading failed.
  package static func readAll(_ descriptor: Int32, limit: Int = .max) -> [UInt8]? {
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while all.count < limit {
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress, buffer.count)
      }
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        return nil
      }
      all.append(contentsOf: chunk[..<min(count, limit - all.count)])
    }
    return all
  }

  /// All of a file up to a limit, or nil if it cannot be read; `lastError` has the reason.
  package static func contents(of path: String, limit: Int = .max) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer {
      // Closing must not hide why reading failed.
      let code = errno
      close(descriptor)
      errno = code
    }
    return readAll(descriptor, limit: limit)
  }

  /// The `errno` of a write whose reader has gone.
  package static let brokenPipe = EPIPE

  /// The next line of standard input without its end; nil at its end.
  package static func readLine() -> String? {
    Swift.readLine(strippingNewline: true)
  }

  /// The system's words for an `errno`.
  package static func message(for code: Int32) -> String { systemWords(for: code) }

  /// True if another library's words say that the disk or the person's quota is full.
  package static func tellsOfFullDisk(_ text: String) -> Bool {
    [ENOSPC, EDQUOT].contains { text.contains(message(for: $0)) }
  }

  /// True if this process may run a file.
  package static func isExecutable(_ path: String) -> Bool {
    unsafe access(path, X_OK) == 0
  }

  /// The `errno` of the call that has just failed.
  package static var lastError: Int32 { errno }

  /// True if what a file descriptor reads is a file, which is still there afterwards.
  package static func isFile(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// True if a path leads to a file.
  package static func isFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The size of a file in bytes; 0 if there is none.
  package static func size(of path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// True if a path leads to a folder.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The current folder, without links, or nil if it has been removed.
  package static func currentFolder() -> String? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// Makes a folder the current one.
  ///
  /// - Returns: zero, or an `errno`.
  package static func changeFolder(_ path: String) -> Int32 {
    unsafe chdir(path) == 0 ? 0 : errno
  }

  /// Ends the process at once, running no more of it.
  package static func exit(_ code: Int32) -> Never {
    systemExit(code)
  }
}
