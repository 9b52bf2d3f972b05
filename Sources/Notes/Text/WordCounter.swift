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
      while end - index >= 8 {
        let eight = unsafe bytes.span.bytes.unsafeLoadUnaligned(
          fromByteOffset: index, as: UInt64.self)
        guard let count = Self.countWords(UInt64(littleEndian: eight), &isInWord) else { break }
        words &+= count
        index += 8
      }
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

  /// The words that begin among eight characters of ASCII at once, the first in the low byte.
  ///
  /// Each byte's highest bit tells of its character: a sum carries into it where the character is above a bound.
  /// - Returns: nil where a byte is outside ASCII, or apostrophes stand in a row.
  @inline(__always)
  private static func countWords(_ eight: UInt64, _ isInWord: inout Int) -> Int? {
    let tops: UInt64 = 0x8080_8080_8080_8080
    guard eight & tops == 0 else { return nil }
    func above(_ text: UInt64, _ bound: UInt8) -> UInt64 {
      text &+ UInt64(0x7F - bound) &* 0x0101_0101_0101_0101
    }
    func equal(_ character: UInt8) -> UInt64 {
      tops &- (eight ^ UInt64(character) &* 0x0101_0101_0101_0101)
    }
    let small = eight | 0x2020_2020_2020_2020
    let letters = above(small, UInt8(ascii: "a") - 1) & ~above(small, UInt8(ascii: "z"))
    let digits = above(eight, UInt8(ascii: "0") - 1) & ~above(eight, UInt8(ascii: "9"))
    let parts = (letters | digits | equal(UInt8(ascii: "_"))) & tops
    let apostrophes = equal(UInt8(ascii: "'")) & tops
    guard apostrophes & apostrophes &<< 8 == 0 else { return nil }
    let before = UInt64(isInWord) &<< 7
    let inWord = parts | apostrophes & (parts &<< 8 | before)
    isInWord = Int(inWord &>> 63)
    return (parts & ~(inWord &<< 8 | before)).nonzeroBitCount
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
