/// A Hangul syllable written as jamo, as in file names on macOS and decomposed texts.
///
/// Source: The Unicode Standard 14.0, section 3.12, "Conjoining Jamo Behavior".
struct HangulSyllable {
  /// The syllable's UTF-8.
  let utf8: [UInt8]
  /// The end of its jamo in the text.
  let end: Int

  /// True if a syllable may begin with `scalar`.
  static func isLeading(_ scalar: UInt32) -> Bool { (0x1100...0x1112).contains(scalar) }

  /// True if `scalar` is a jamo that may be part of a syllable.
  static func isJamo(_ scalar: UInt32) -> Bool { (0x1100...0x11FF).contains(scalar) }

  /// Reads the syllable whose jamo begin at `index`; nil if a vowel is missing.
  init?(_ text: ByteView, at index: Int, to upper: Int) {
    let (leading, count) = text.scalar(at: index, to: upper)
    guard let leading, Self.isLeading(leading), index + count < upper else { return nil }
    let (vowel, vowelCount) = text.scalar(at: index + count, to: upper)
    guard let vowel, (0x1161...0x1175).contains(vowel) else { return nil }
    var end = index + count + vowelCount
    var value = 0xAC00 + ((leading - 0x1100) * 21 + (vowel - 0x1161)) * 28
    if end < upper {
      let (trailing, trailingCount) = text.scalar(at: end, to: upper)
      if let trailing, (0x11A8...0x11C2).contains(trailing) {
        value += trailing - 0x11A7
        end += trailingCount
      }
    }
    guard let scalar = Unicode.Scalar(value) else { return nil }
    utf8 = Array(String(scalar).utf8)
    self.end = end
  }
}
