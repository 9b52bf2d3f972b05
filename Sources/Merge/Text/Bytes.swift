/// The ASCII characters that this module looks for, by name.
extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")

  /// Space or tab.
  var isBlank: Bool { self == .space || self == .tab }

  /// `0` to `9`.
  var isASCIIDigit: Bool { self &- 0x30 < 10 }

  /// `A` to `Z` and `a` to `z`.
  var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
}

/// What has to be true of bytes before they are taken for text.
package enum PlainText {
  /// True for valid UTF-8 without NUL.
  package static func isValid(_ bytes: [UInt8]) -> Bool {
    let span = bytes.span
    var bits: UInt8 = 0
    var least: UInt8 = .max
    for index in span.indices {
      bits |= span[index]
      least = min(least, span[index])
    }
    if least == 0, !bytes.isEmpty { return false }
    return bits < 0x80 || isValidUTF8(span)
  }

  /// By the table of well-formed sequences in the Unicode Standard (3-7).
  private static func isValidUTF8(_ span: Span<UInt8>) -> Bool {
    var index = 0
    let count = span.count
    while index < count {
      let first = span[index]
      index += 1
      if first < 0x80 { continue }
      var following: Int
      var bounds: ClosedRange<UInt8> = 0x80...0xBF
      switch first {
      case 0xC2...0xDF: following = 1
      case 0xE0: (following, bounds) = (2, 0xA0...0xBF)
      case 0xED: (following, bounds) = (2, 0x80...0x9F)
      case 0xE1...0xEF: following = 2
      case 0xF0: (following, bounds) = (3, 0x90...0xBF)
      case 0xF1...0xF3: following = 3
      case 0xF4: (following, bounds) = (3, 0x80...0x8F)
      default: return false
      }
      while following > 0 {
        guard index < count, bounds.contains(span[index]) else { return false }
        bounds = 0x80...0xBF
        index += 1
        following -= 1
      }
    }
    return true
  }
}
