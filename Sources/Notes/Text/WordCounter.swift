import Layout

/// Counts words as a person would, near enough: scalars that are letters, marks or digits go
/// together, and each CJK character is a word.
struct WordCounter {
  private(set) var words = 0
  /// 1 while the last byte was part of a word, else 0.
  private var isInWord = 0

  mutating func breakWord() { isInWord = 0 }

  mutating func count(_ bytes: [UInt8], _ range: ByteRange) {
    // In variables of its own, which the loop over ASCII keeps in registers; no byte of it asks for a branch.
    var (words, isInWord) = (words, isInWord)
    defer { (self.words, self.isInWord) = (words, isInWord) }
    var index = Int(range.start)
    let end = Int(range.end)
    while index < end {
      while index < end {
        let byte = bytes[index]
        if byte >= 0x80 { break }
        index += 1
        let isWord = Self.isWord(byte, isInWord)
        words &+= isWord & ~isInWord
        isInWord = isWord
      }
      if index == end { break }
      let (scalar, length) = LenientUTF8.decode(bytes, at: index)
      index += length
      if Self.standsAlone(scalar) {
        words += 1
        isInWord = 0
      } else {
        let isWord = scalar == "\u{2019}" ? isInWord : Self.isWord(scalar) ? 1 : 0
        words += isWord & ~isInWord
        isInWord = isWord
      }
    }
  }

  /// 1 for a letter, digit or `_` of ASCII, and for an apostrophe in a word, else 0.
  @inline(__always)
  private static func isWord(_ byte: UInt8, _ isInWord: Int) -> Int {
    // A bit for each character of the lower and of the upper half of ASCII.
    let characters: UInt64 = byte < 0x40 ? 0x03FF_0000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    let isApostrophe = (UInt16(byte ^ 0x27) &- 1) &>> 15
    return Int(truncatingIfNeeded: characters &>> UInt64(byte & 63) & 1)
      | Int(truncatingIfNeeded: isApostrophe) & isInWord
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
    // The characters that most texts have, for which the tables of Unicode need not be asked: of Latin, Cyrillic and
    // Korean, and general punctuation.
    switch scalar.value {
    case 0xC0...0x24F: return scalar.value != 0xD7 && scalar.value != 0xF7
    case 0x400...0x481, 0x48A...0x52F, 0xAC00...0xD7A3: return true
    case 0x2000...0x206F: return false
    default: break
    }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }
}
