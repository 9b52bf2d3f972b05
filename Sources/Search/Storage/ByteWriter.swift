/// Builds the bytes of a section, little-endian.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  var count: Int { bytes.count }

  mutating func reserve(_ capacity: Int) { bytes.reserveCapacity(capacity) }

  @inline(__always)
  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  @inline(__always)
  mutating func append(_ value: UInt32) {
    for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  mutating func append(_ value: UInt64) {
    append(UInt32(truncatingIfNeeded: value))
    append(UInt32(truncatingIfNeeded: value >> 32))
  }

  mutating func append(contentsOf view: ByteView) {
    unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: view.base, count: view.count))
  }

  mutating func append(contentsOf other: [UInt8]) { bytes.append(contentsOf: other) }

  /// Unsigned LEB128.
  @inline(__always)
  mutating func append(varint value: Int) {
    var rest = UInt(bitPattern: value)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func pad(to alignment: Int) {
    while bytes.count % alignment != 0 { bytes.append(0) }
  }

  mutating func patch(_ value: UInt32, at offset: Int) {
    for byte in 0..<4 {
      bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> UInt32(8 * byte))
    }
  }

  mutating func replace(at offset: Int, with other: [UInt8]) {
    for (index, byte) in other.enumerated() { bytes[offset + index] = byte }
  }

  mutating func removeLast(_ count: Int) { bytes.removeLast(count) }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}
