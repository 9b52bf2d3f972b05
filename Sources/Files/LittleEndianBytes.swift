/// Builds the bytes of a small file in the cache, with a checksum (`Mixer`) of all before it at its end.
package struct LittleEndianBytes {
  package init(bytes: [UInt8] = []) { self.bytes = bytes }

  package var bytes: [UInt8] = []

  /// Adds four bytes.
  package mutating func add(_ value: UInt32) {
    unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  /// Adds eight bytes.
  package mutating func add(_ value: UInt64) {
    unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  /// The bytes, and a checksum of them.
  package consuming func sealed() -> [UInt8] {
    let checksum = unsafe bytes.withUnsafeBytes { unsafe Mixer.checksum($0) }
    add(checksum)
    return bytes
  }
}

/// Reads the bytes of ``LittleEndianBytes`` from the front; past the end everything is zero.
package struct LittleEndianReader {
  private let mapped: MappedBytes
  /// The number of bytes before the checksum.
  package let count: Int
  private var position: Int

  /// Nil if the bytes do not begin with the magic or the checksum is not theirs.
  package init?(sealed bytes: MappedBytes, magic: [UInt8]) {
    guard bytes.count >= magic.count + 8 else { return nil }
    count = bytes.count - 8
    position = magic.count
    mapped = bytes
    let count = count
    let isWhole = unsafe bytes.withBytes { raw in
      unsafe raw.starts(with: magic)
        && Mixer.checksum(UnsafeRawBufferPointer(rebasing: raw[..<count]))
          == UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: count, as: UInt64.self))
    }
    guard isWhole else { return nil }
  }

  /// Bytes without a checksum; nil if they do not begin with the magic.
  package init?(unsealed bytes: MappedBytes, magic: [UInt8]) {
    guard unsafe bytes.withBytes({ unsafe $0.starts(with: magic) }) else { return nil }
    mapped = bytes
    count = bytes.count
    position = magic.count
  }

  /// The next four bytes.
  @inline(__always)
  package mutating func uint32() -> UInt32 {
    guard position + 4 <= count else { return 0 }
    defer { position += 4 }
    return UInt32(
      littleEndian: unsafe mapped.start.loadUnaligned(fromByteOffset: position, as: UInt32.self))
  }

  /// The next eight bytes.
  @inline(__always)
  package mutating func uint64() -> UInt64 {
    guard position + 8 <= count else { return 0 }
    defer { position += 8 }
    return UInt64(
      littleEndian: unsafe mapped.start.loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  /// A copy of bytes that lie in the file; none if they do not.
  package func bytes(_ range: Range<Int>) -> [UInt8] {
    guard range.lowerBound >= 0, range.upperBound <= count else { return [] }
    return unsafe Array(
      UnsafeRawBufferPointer(start: mapped.start + range.lowerBound, count: range.count))
  }

  /// The next `length` bytes.
  package mutating func next(_ length: Int) -> [UInt8] {
    guard length >= 0, position + length <= count else {
      position = count
      return []
    }
    defer { position += length }
    return bytes(position..<position + length)
  }

  /// True if all bytes have been read.
  package var isAtEnd: Bool { position >= count }
}
