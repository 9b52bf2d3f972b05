/// Reading UTF-8 that may not be valid, one scalar at a time.
enum LenientUTF8 {
  /// The scalar at `index` and its length in bytes; a byte that begins no valid sequence is U+FFFD
  /// of one byte.
  static func decode(_ bytes: [UInt8], at index: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let first = bytes[index]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    func next(_ offset: Int) -> UInt32? {
      guard index + offset < bytes.count else { return nil }
      let byte = bytes[index + offset]
      return byte & 0xC0 == 0x80 ? UInt32(byte & 0x3F) : nil
    }
    let lead = UInt32(first)
    var value: UInt32?
    var length = 1
    switch first {
    case 0xC2...0xDF:
      length = 2
      if let a = next(1) { value = (lead & 0x1F) << 6 | a }
    case 0xE0...0xEF:
      length = 3
      if let a = next(1), let b = next(2) {
        let joined = (lead & 0x0F) << 12 | a << 6 | b
        value = joined >= 0x800 ? joined : nil
      }
    case 0xF0...0xF4:
      length = 4
      if let a = next(1), let b = next(2), let c = next(3) {
        let joined = (lead & 0x07) << 18 | a << 12 | b << 6 | c
        value = joined >= 0x10000 ? joined : nil
      }
    default: break
    }
    guard let value, let scalar = Unicode.Scalar(value) else { return ("\u{FFFD}", 1) }
    return (scalar, length)
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
