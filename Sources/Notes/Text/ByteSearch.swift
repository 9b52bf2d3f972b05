import OperatingSystem

extension [UInt8] {
  /// The first offset of `byte` in a range, found by `memchr`.
  func first(_ byte: UInt8, from start: Int, to end: Int) -> Int? {
    unsafe withUnsafeBytes { buffer in
      guard start < end, let base = buffer.baseAddress,
        let found = unsafe memchr(base + start, Int32(byte), end - start)
      else { return nil }
      return unsafe base.distance(to: UnsafeRawPointer(found))
    }
  }
}
