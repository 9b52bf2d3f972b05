/// Text from a vault made harmless for a terminal: a name may hold any byte but `/` and NUL.
package enum SafeText {
  /// The bytes as text in which control characters and invalid UTF-8 are written as escapes.
  ///
  /// A newline becomes `\n`, ESC `\x1b`, an invalid byte `\xff`; the other ``ControlCharacters`` become `\u{…}`.
  /// Plain text is returned unchanged, so that two paths never look the same.
  package static func escaped(_ bytes: [UInt8]) -> String {
    var result = ""
    var index = 0
    while index < bytes.count {
      let length = sequenceLength(bytes, at: index)
      if length == 0 {
        result += escape(byte: bytes[index])
        index += 1
      } else {
        let text = String(decoding: bytes[index..<index + length], as: UTF8.self)
        for scalar in text.unicodeScalars { append(scalar, to: &result) }
        index += length
      }
    }
    return result
  }

  /// The text with control characters written as escapes.
  package static func escaped(_ text: String) -> String { escaped(Array(text.utf8)) }

  /// The length of the UTF-8 sequence at an index, 0 if the bytes there are none (Unicode 16, table 3-7).
  static func sequenceLength(_ bytes: [UInt8], at index: Int) -> Int {
    let first = bytes[index]
    if first < 0x80 { return 1 }
    let length: Int
    var range: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, range) = (3, 0xA0...0xBF)
    case 0xED: (length, range) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, range) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, range) = (4, 0x80...0x8F)
    default: return 0
    }
    guard index + length <= bytes.count, range.contains(bytes[index + 1]) else { return 0 }
    for follower in bytes[(index + 2)..<(index + length)] where follower & 0xC0 != 0x80 {
      return 0
    }
    return length
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    switch (scalar.value, ControlCharacters.kind(of: scalar)) {
    case (0x09, _): result += "\\t"
    case (0x0A, _): result += "\\n"
    case (0x0D, _): result += "\\r"
    case (_, nil): result.unicodeScalars.append(scalar)
    case (_, .ascii): result += escape(byte: UInt8(scalar.value))
    default: result += "\\u{" + String(scalar.value, radix: 16) + "}"
    }
  }

  private static func escape(byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return "\\x" + (digits.count == 1 ? "0" : "") + digits
  }
}
