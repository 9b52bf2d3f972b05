import OperatingSystem

/// Bytes at a fixed address: a file mapped into memory, or a copy of an array.
///
/// - Note: Safe to share between threads: the memory is never written after `init` and lives as long as the
///   object. A file that is truncated by another program while it is mapped would fault; only files that are
///   replaced by rename are mapped.
@safe package final class MappedBytes: @unchecked Sendable {
  private let base: UnsafeMutableRawPointer
  package let count: Int
  private let ownership: Ownership

  private enum Ownership {
    case mapped
    case allocated
    /// Someone else's, who stays alive as long as this object does.
    case kept(AnyObject)
  }

  /// Maps a whole file.
  package init(file: DiskPath) throws(SystemError) {
    let descriptor = try Descriptor.open(file, O_RDONLY | O_CLOEXEC)
    let status = try descriptor.status(of: file)
    guard status.kind == .file else { throw SystemError("read", file.bytes, code: EINVAL) }
    count = Int(status.size)
    if count == 0 {
      unsafe base = .allocate(byteCount: 1, alignment: 16)
      ownership = .allocated
      return
    }
    guard let mapping = unsafe mapBytes(of: descriptor.number, count: count) else {
      throw SystemError("map", file.bytes, code: errno)
    }
    unsafe base = mapping
    ownership = .mapped
  }

  /// Copies an array.
  package init(_ bytes: [UInt8]) {
    count = bytes.count
    ownership = .allocated
    unsafe base = .allocate(byteCount: max(1, bytes.count), alignment: 16)
    unsafe bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { unsafe base.copyMemory(from: start, byteCount: count) }
    }
  }

  /// Uses bytes that `owner` keeps alive and in place.
  package init(_ bytes: UnsafeRawBufferPointer, keptBy owner: AnyObject) {
    // An empty buffer may have no address; any address does for no bytes.
    unsafe base = UnsafeMutableRawPointer(
      mutating: bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped)
    count = bytes.count
    ownership = .kept(owner)
  }

  deinit {
    switch ownership {
    case .mapped: unsafe munmap(base, count)
    case .allocated: unsafe base.deallocate()
    case .kept: break
    }
  }

  /// Calls the closure with the bytes, which are valid during the call.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// The memory, valid as long as this object is alive.
  package var start: UnsafeRawPointer { unsafe UnsafeRawPointer(base) }
}
