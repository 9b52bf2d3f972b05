import Layout

/// Counts words as a person would, near enough: scalars that are letters, marks or digits go
/// together, and each CJK character is a word.
struct WordCounter {
  private(set) var words = 0
  private var isInWord = false

  mutating func breakWord() { isInWord = false }

  mutating func count(_ bytes: [UInt8], _ range: ByteRange) {
    var index = Int(range.start)
    while index < Int(range.end) {
      let byte = bytes[index]
      if byte < 0x80 {
        index += 1
        let isWord = byte.isASCIIWord || byte == UInt8(ascii: "_") || (byte == 0x27 && isInWord)
        if isWord, !isInWord { words += 1 }
        isInWord = isWord
        continue
      }
      let (scalar, length) = LenientUTF8.decode(bytes, at: index)
      index += length
      if Self.standsAlone(scalar) {
        words += 1
        isInWord = false
      } else {
        let isWord = Self.isWord(scalar) || (scalar == "\u{2019}" && isInWord)
        if isWord, !isInWord { words += 1 }
        isInWord = isWord
      }
    }
  }

  /// True if a scalar is a word by itself: kana, Han.
  private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3041...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
      0xFF66...0xFF9F, 0x20000...0x323AF:
      true
    default: false
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }
}
