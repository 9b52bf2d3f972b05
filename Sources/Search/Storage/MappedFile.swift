import OperatingSystem

/// A file's bytes mapped for reading, or bytes in memory with the same interface.
///
/// The index's own files are only ever replaced by rename, so a mapping stays whole for as long as it
/// lives. Another program that truncates one in place while it is mapped ends the process with
/// SIGBUS, as it would with every mapped file; the next one finds the damage and rebuilds.
@safe final class MappedFile: Sendable {
  // Immutable after init; the mapping is private and read-only, so any thread may read it.
  nonisolated(unsafe) private let base: UnsafeMutableRawPointer
  let count: Int
  private let isMapped: Bool

  /// Maps the file at `path`.
  /// - Throws: `IndexError.system`.
  init(path: String) throws(IndexError) {
    // Without O_NONBLOCK a fifo in the file's place would be waited for.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .system(operation: "open", path: path, errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .system(operation: "stat", path: path, errno: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .damaged("not a file") }
    count = Int(status.st_size)
    guard count > 0 else { throw .damaged("empty file") }
    unsafe base = try Self.map(descriptor, count, path: path)
    isMapped = true
  }

  /// Maps `count` bytes of an open file, at least one; the descriptor may be closed afterwards.
  /// - Throws: `IndexError.system`.
  init(descriptor: Int32, count: Int) throws(IndexError) {
    self.count = count
    unsafe base = try Self.map(descriptor, count, path: "")
    isMapped = true
  }

  private static func map(
    _ descriptor: Int32, _ count: Int, path: String
  ) throws(IndexError) -> UnsafeMutableRawPointer {
    guard let mapping = unsafe mapBytes(of: descriptor, count: count) else {
      throw .system(operation: "map", path: path, errno: errno)
    }
    return unsafe mapping
  }

  /// `count` bytes in memory, zero until `fill` writes them.
  init(count: Int, fill: (MutableByteView) -> Void) {
    self.count = count
    // Without memory the process can only stop, as Swift's own arrays do.
    let memory = unsafe calloc(max(1, count), 1).unsafelyUnwrapped
    fill(unsafe MutableByteView(memory, count: count))
    unsafe base = memory
    isMapped = false
  }

  /// The bytes; valid for as long as this object lives.
  var view: ByteView { unsafe ByteView(UnsafeRawPointer(base), count: count) }

  /// Gives back the memory of a mapping that was read through; the next look reads the file again.
  func release() {
    if isMapped { unsafe madvise(base, count, MADV_DONTNEED) }
  }

  deinit {
    if isMapped {
      unsafe munmap(base, count)
    } else {
      unsafe free(base)
    }
  }
}
