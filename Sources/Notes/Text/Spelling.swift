import Layout

/// Decodes the spellings of a source.
package enum Spelling {
  /// A part of a quoted YAML scalar without its escapes.
  static func unquoted(_ text: String, _ quoting: UInt8) -> String {
    switch quoting {
    case UInt8(ascii: "'"):
      guard text.utf8.contains(UInt8(ascii: "'")) else { return text }
      var result = ""
      var isSecond = false
      for scalar in text.unicodeScalars {
        if scalar == "'", !isSecond {
          isSecond = true
          continue
        }
        isSecond = false
        result.unicodeScalars.append(scalar)
      }
      return result
    case UInt8(ascii: "\""):
      guard text.utf8.contains(.backslash) else { return text }
      let bytes = Array("\"\(text)\"".utf8)
      let document = YAMLDocument(parsing: bytes, content: ByteRange(0, bytes.count))
      guard let node = document.nodes.first else { return text }
      return String(decoding: document.texts[node.text.indices], as: Unicode.UTF8.self)
    default: return text
    }
  }

  /// A Markdown destination without backslash escapes, entities and percent-encoding.
  package static func destination(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(where: { $0 == .backslash || $0 == 0x25 || $0 == 0x26 }) else {
      return String(decoding: bytes, as: Unicode.UTF8.self)
    }
    var plain: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == .backslash, index + 1 < bytes.endIndex, bytes[index + 1].isASCIIPunctuation {
        plain.append(bytes[index + 1])
        index += 2
      } else if byte == 0x26, let (text, next) = entity(bytes, index) {
        plain.append(contentsOf: text.utf8)
        index = next
      } else {
        plain.append(byte)
        index += 1
      }
    }
    return percentDecoded(plain)
  }

  /// The text without percent-encoding, except encodings of invalid UTF-8.
  static func percentDecoded(_ bytes: [UInt8]) -> String {
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x25, index + 2 < bytes.count, let high = bytes[index + 1].hexValue,
        let low = bytes[index + 2].hexValue
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return WellFormedUTF8.holds(decoded)
      ? String(decoding: decoded, as: Unicode.UTF8.self)
      : String(decoding: bytes, as: Unicode.UTF8.self)
  }

  /// The character reference that begins at `start`.
  private static func entity(
    _ bytes: ArraySlice<UInt8>, _ start: Int
  ) -> (String, next: Int)? {
    let bound = min(bytes.endIndex, start + 12)
    guard let end = bytes[start..<bound].firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let reference = String(decoding: bytes[start...end], as: Unicode.UTF8.self)
    let text = CharacterReference.decoded(reference)
    return text == reference ? nil : (text, end + 1)
  }
}
