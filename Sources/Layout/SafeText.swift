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
      if let length = WellFormedUTF8.length(in: bytes.span, at: index) {
        let text = String(decoding: bytes[index..<index + length], as: UTF8.self)
        for scalar in text.unicodeScalars { append(scalar, to: &result) }
        index += length
      } else {
        result += escape(byte: bytes[index])
        index += 1
      }
    }
    return result
  }

  /// A name for a line that people read: as it is, or with control characters written as escapes.
  ///
  /// Marks that running text in Arabic and Hebrew has, and the flags that are made of tags, are no reason to.
  package static func inLine(_ name: String) -> String {
    let isPlain = !name.unicodeScalars.contains { scalar in
      switch ControlCharacters.kind(of: scalar) {
      case nil, .mark, .tag: false
      default: true
      }
    }
    return isPlain ? name : escaped(name)
  }

  /// The text with control characters written as escapes.
  package static func escaped(_ text: String) -> String { escaped(Array(text.utf8)) }

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
