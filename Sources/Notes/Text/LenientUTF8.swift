import Layout

/// Reading UTF-8 that may not be valid, one scalar at a time.
enum LenientUTF8 {
  /// The scalar at `index` and its length in bytes; a byte that begins no valid sequence is U+FFFD
  /// of one byte.
  static func decode(_ bytes: [UInt8], at index: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let first = bytes[index]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    guard let length = WellFormedUTF8.length(in: bytes.span, at: index) else {
      return ("\u{FFFD}", 1)
    }
    // The first byte of a sequence of two, three or four has five, four or three bits of the scalar.
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for byte in bytes[(index + 1)..<(index + length)] { value = value << 6 | UInt32(byte & 0x3F) }
    // A well-formed sequence is a scalar.
    return (Unicode.Scalar(value)!, length)
  }

  /// The length of the scalar at `index` in bytes.
  static func length(in bytes: [UInt8], at index: Int) -> Int {
    bytes[index] < 0x80 ? 1 : decode(bytes, at: index).length
  }

  /// The scalar that ends just before `index`, which must not be zero, and its length.
  static func decode(_ bytes: [UInt8], before index: Int) -> (scalar: Unicode.Scalar, length: Int) {
    var start = index - 1
    while start > 0, index - start < 4, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    let found = decode(bytes, at: start)
    return found.length == index - start ? found : ("\u{FFFD}", 1)
  }
}
