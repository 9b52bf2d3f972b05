/// The text of a file of unknown encoding.
package struct DecodedText: Sendable, Hashable {
  /// In UTF-8, valid, without a byte order mark.
  package let bytes: [UInt8]
  /// True if invalid bytes were replaced by U+FFFD.
  package let isDamaged: Bool

  /// Reads UTF-8, or UTF-16 if there is its byte order mark.
  package init(_ bytes: [UInt8]) {
    let units: [UInt16]
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE): units = Self.units(bytes) { UInt16($0) | UInt16($1) << 8 }
    case (0xFE, 0xFF): units = Self.units(bytes) { UInt16($1) | UInt16($0) << 8 }
    default:
      let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
      isDamaged = String(validating: text, as: UTF8.self) == nil
      self.bytes = isDamaged ? Array(String(decoding: text, as: UTF8.self).utf8) : text
      return
    }
    isDamaged =
      bytes.count % 2 != 0 || String(validating: units, as: UTF16.self) == nil
    self.bytes = Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func units(_ bytes: [UInt8], _ join: (UInt8, UInt8) -> UInt16) -> [UInt16] {
    stride(from: 2, to: bytes.count - 1, by: 2).map { join(bytes[$0], bytes[$0 + 1]) }
  }
}
