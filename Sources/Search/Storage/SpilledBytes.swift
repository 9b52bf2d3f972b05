import OperatingSystem

/// The place for what does not fit memory while an index is built.
struct SpillPlace: Sendable {
  /// The folder for files without a name; nil to keep everything in memory.
  let directory: String?
  /// Bytes of each section that one thread keeps in memory.
  let bound: Int
}

/// Bytes that are written one after the other and read back while an index is built: in memory up to
/// a bound, and beyond it in a file without a name, which is gone when the process ends, however it
/// ends.
///
/// If no such file can be had (a folder that cannot be written, a full disk), everything stays in
/// memory: an index can always be built.
@safe final class SpilledBytes {
  /// The folder for the file; nil to keep everything in memory.
  private var directory: String?
  /// Bytes in memory at which they go to the file.
  private let bound: Int
  private var base: UnsafeMutableRawPointer
  private var capacity = 4096
  /// The bytes in memory, which follow those in the file.
  private var held = 0
  private var descriptor: Int32 = -1
  /// The bytes in the file.
  private var written = 0

  init(_ place: SpillPlace) {
    directory = place.directory
    bound = place.bound
    // Without memory the process can only stop, as Swift's own arrays do.
    unsafe base = malloc(capacity + SegmentFormat.slack).unsafelyUnwrapped
  }

  deinit {
    unsafe free(base)
    if descriptor >= 0 { close(descriptor) }
  }

  var count: Int { written + held }

  func append(_ bytes: [UInt8]) { bytes.withByteView { append($0) } }

  func append(_ view: ByteView) {
    guard view.count > 0 else { return }
    if held + view.count > min(bound, capacity) { makeRoom(for: view.count) }
    unsafe (base + held).copyMemory(from: view.base, byteCount: view.count)
    held += view.count
  }

  private func makeRoom(for size: Int) {
    if held > 0, held + size > bound, directory != nil { spill() }
    guard held + size > capacity else { return }
    while held + size > capacity { capacity *= 2 }
    unsafe base = realloc(base, capacity + SegmentFormat.slack).unsafelyUnwrapped
  }

  /// Moves what is in memory to the file, if there can be one.
  private func spill() {
    if descriptor < 0 { descriptor = directory.map { Self.unnamedFile(in: $0) } ?? -1 }
    var done = 0
    while descriptor >= 0, done < held {
      let count = unsafe pwrite(descriptor, base + done, held - done, off_t(written + done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      done += count
    }
    guard done == held else {
      directory = nil
      return
    }
    written += held
    held = 0
  }

  /// - Returns: a descriptor, or -1.
  private static func unnamedFile(in directory: String) -> Int32 {
    let path = "\(directory)/segment-\(String(UInt64.random(in: 0 ... .max), radix: 16)).new"
    let descriptor = unsafe OperatingSystem.open(
      path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor >= 0 { unsafe unlink(path) }
    return descriptor
  }

  /// The bytes of `range`; valid until the next call with this scratch memory, and until the next
  /// byte is appended. Slack follows them.
  ///
  /// - Throws: `IndexError.system` if the file cannot be read.
  func view(_ range: Range<Int>, using scratch: SpillScratch) throws(IndexError) -> ByteView {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    if range.lowerBound >= written {
      return unsafe ByteView(
        base + (range.lowerBound - written), count: range.count, slack: SegmentFormat.slack)
    }
    let target = scratch.room(for: range.count + SegmentFormat.slack)
    let fromFile = min(range.upperBound, written) - range.lowerBound
    var done = 0
    while done < fromFile {
      let count = unsafe pread(
        descriptor, target.base + done, fromFile - done, off_t(range.lowerBound + done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw .system(operation: "read", path: directory ?? "", errno: count < 0 ? errno : EIO)
      }
      done += count
    }
    if range.count > fromFile {
      unsafe (target.base + fromFile).copyMemory(from: base, byteCount: range.count - fromFile)
    }
    return unsafe ByteView(target.base, count: range.count, slack: SegmentFormat.slack)
  }

  /// Calls `body` with all bytes, a piece at a time.
  func forEachPiece(_ body: (ByteView) -> Void) throws(IndexError) {
    let scratch = SpillScratch()
    var offset = 0
    while offset < count {
      let end = offset < written ? min(written, offset + 1 << 18) : count
      body(try view(offset..<end, using: scratch))
      offset = end
    }
  }

  /// Writes other bytes over those at the beginning.
  ///
  /// - Throws: `IndexError.system` if the file cannot be written.
  func replaceBeginning(with bytes: [UInt8]) throws(IndexError) {
    precondition(bytes.count <= count && (written == 0 || bytes.count <= written))
    let inFile = written > 0
    let done = unsafe bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return 0 }
      if inFile { return unsafe pwrite(descriptor, start, source.count, 0) }
      unsafe base.copyMemory(from: start, byteCount: source.count)
      return source.count
    }
    guard done == bytes.count else {
      throw .system(operation: "write", path: directory ?? "", errno: errno)
    }
  }

  /// The bytes for reading in place: the file mapped, or a copy in memory.
  ///
  /// - Throws: `IndexError.system` if the file cannot be read or mapped.
  func mapped() throws(IndexError) -> MappedFile {
    if written > 0, held > 0 { spill() }
    if written > 0, held == 0 { return try MappedFile(descriptor: descriptor, count: count) }
    let scratch = SpillScratch()
    let bytes = try view(0..<count, using: scratch)
    return MappedFile(count: count) { $0.store(bytes, at: 0) }
  }
}

/// Memory of one thread for what it reads from `SpilledBytes`.
@safe final class SpillScratch {
  private var base: UnsafeMutableRawPointer
  private var capacity = 4096

  init() { unsafe base = .allocate(byteCount: capacity, alignment: 16) }

  deinit { unsafe base.deallocate() }

  /// At least `size` bytes, not initialised.
  fileprivate func room(for size: Int) -> MutableByteView {
    if size > capacity {
      unsafe base.deallocate()
      capacity = max(size, capacity * 2)
      unsafe base = .allocate(byteCount: capacity, alignment: 16)
    }
    return unsafe MutableByteView(base, count: capacity)
  }
}
