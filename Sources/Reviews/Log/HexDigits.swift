/// Sixty-four bits as sixteen hexadecimal digits.
enum HexDigits {
  static func text(of bits: UInt64) -> String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Nil for anything but sixteen digits in lower case.
  static func value(of text: some Collection<UInt8>) -> UInt64? {
    var bits: UInt64 = 0
    var count = 0
    for byte in text {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      count += 1
      guard count <= 16 else { return nil }
      bits = bits << 4 | UInt64(digit)
    }
    return count == 16 ? bits : nil
  }
}
