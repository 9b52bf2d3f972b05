/// The text of a file of unknown encoding.
package struct DecodedText: Sendable, Hashable {
  /// In UTF-8, valid, without a byte order mark.
  package let bytes: [UInt8]
  /// True if invalid bytes were replaced by U+FFFD.
  package let isDamaged: Bool
  /// True if it was in Windows-1252, of which Latin-1 is a part.
  package private(set) var isWindows1252 = false

  /// The sentence on the encoding for people; nil where it is as it should be.
  package var remark: Remark? {
    if isDamaged { return Remark(.changed, "text that is not UTF-8") }
    return isWindows1252 ? Remark(.changed, "text in Windows-1252 (Latin-1), now UTF-8") : nil
  }

  /// Reads UTF-8, UTF-16 if there is its byte order mark, or Windows-1252 if there is no letter in UTF-8 beyond ASCII.
  package init(_ bytes: [UInt8]) {
    let units: [UInt16]
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE): units = Self.units(bytes) { UInt16($0) | UInt16($1) << 8 }
    case (0xFE, 0xFF): units = Self.units(bytes) { UInt16($1) | UInt16($0) << 8 }
    default:
      let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
      guard String(validating: text, as: UTF8.self) == nil else {
        (isDamaged, self.bytes) = (false, text)
        return
      }
      let windows = text.count == bytes.count ? Self.windows1252(text) : nil
      isWindows1252 = windows != nil
      isDamaged = windows == nil
      self.bytes = Array((windows ?? String(decoding: text, as: UTF8.self)).utf8)
      return
    }
    isDamaged =
      bytes.count % 2 != 0 || String(validating: units, as: UTF16.self) == nil
    self.bytes = Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// The text of bytes that are Windows-1252; nil for damaged UTF-8: for bytes that it does not have, where some letter
  /// is valid UTF-8, and where only the end is invalid, which may be half a letter.
  private static func windows1252(_ bytes: [UInt8]) -> String? {
    var text = String.UnicodeScalarView()
    guard let first = bytes.firstIndex(where: { $0 >= 0x80 }), first < bytes.count - 3 else {
      return nil
    }
    for byte in bytes {
      let value = (0x80..<0xA0).contains(byte) ? high[Int(byte) - 0x80] : UInt16(byte)
      guard value != 0 || byte == 0, let scalar = Unicode.Scalar(value) else { return nil }
      text.append(scalar)
    }
    let decoded = String(decoding: bytes, as: UTF8.self).unicodeScalars
    return decoded.allSatisfy { $0.isASCII || $0 == "\u{FFFD}" } ? String(text) : nil
  }

  /// The characters of 0x80 to 0x9F (WHATWG, index windows-1252); 0 for the five bytes that have none.
  private static let high: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
    0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]

  private static func units(_ bytes: [UInt8], _ join: (UInt8, UInt8) -> UInt16) -> [UInt16] {
    stride(from: 2, to: bytes.count - 1, by: 2).map { join(bytes[$0], bytes[$0 + 1]) }
  }
}
