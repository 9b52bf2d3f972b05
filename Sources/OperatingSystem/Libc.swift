#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#endif

// Calls under names that no method of ours has, for places where a method would hide them.

/// `read(2)`.
@inlinable
package func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(file, bytes, count)
}

/// `write(2)`.
@inlinable
package func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}

/// `close(2)`.
package func systemClose(_ file: Int32) { _ = close(file) }

/// `rename(2)`.
package func systemRename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
  unsafe rename(old, new)
}

/// The action of a signal: a function, `SIG_DFL` or `SIG_IGN`.
package typealias SignalHandler = @convention(c) (Int32) -> Void

/// `signal(2)`; returns the earlier handler.
@discardableResult
package func systemSignal(_ number: Int32, _ handler: SignalHandler?) -> SignalHandler? {
  signal(number, handler)
}

/// `_exit(2)`: what libraries have registered for the end of the process does not run.
///
/// OpenSSL takes its locks down there, and a thread that still reads the history would use one of them. Nothing waits in
/// a buffer of stdio, because all output goes by descriptors.
package func systemExit(_ code: Int32) -> Never { _exit(code) }

/// Calls with the bytes, ended by a zero; they live as long as the call.
@inlinable
package func withCString<Result: ~Copyable, Failure: Error>(
  _ bytes: some Collection<UInt8>, _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
) throws(Failure) -> Result {
  var terminated = bytes.map { CChar(bitPattern: $0) } + [0]
  // Unlike `withUnsafeBufferPointer` this lets what cannot be copied be returned.
  return try unsafe body(&terminated)
}

/// Calls with an array of C strings, and a null after the last; they live as long as the call.
package func withCStrings<Result>(
  _ strings: [[UInt8]], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { bytes in
    unsafe withCString(bytes) { unsafe strdup($0) }
  }
  unsafe pointers.append(nil)
  defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
  return unsafe pointers.withUnsafeMutableBufferPointer {
    unsafe body($0.baseAddress!)  // It ends with a null, so it is never empty.
  }
}

/// The system's words for an `errno`.
package func systemWords(for code: Int32) -> String {
  guard let text = unsafe strerror(code) else { return "error \(code)" }
  return unsafe String(cString: text)
}

/// Maps bytes of an open file, at least one, to be read; the file may be closed afterwards.
///
/// - Returns: nil if the system refuses, with the reason in `errno`.
package func mapBytes(of file: Int32, count: Int) -> UnsafeMutableRawPointer? {
  let mapping = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, file, 0)
  return unsafe mapping == MAP_FAILED ? nil : mapping
}

/// The names in a folder but `.` and `..`, in the system's order; nil if it cannot be listed, with the reason in `errno`.
package func folderNames(_ path: [UInt8]) -> [[UInt8]]? {
  guard let stream = unsafe withCString(path, { unsafe opendir($0) }) else { return nil }
  defer { unsafe closedir(stream) }
  // The field exists, so it has an offset.
  let offset = MemoryLayout<dirent>.offset(of: \.d_name)!
  var names: [[UInt8]] = []
  while let entry = unsafe readdir(stream) {
    let start = unsafe UnsafeRawPointer(entry) + offset
    let name = unsafe UnsafeRawBufferPointer(
      start: start, count: strlen(start.assumingMemoryBound(to: CChar.self)))
    unsafe names.append(Array(name))
  }
  return names.filter { $0 != [0x2E] && $0 != [0x2E, 0x2E] }
}
