/// The ASCII characters that parsers of notes look for, by name.
extension UInt8 {
  /// U+0009.
  @inlinable package static var tab: UInt8 { UInt8(ascii: "\t") }
  /// U+000A.
  @inlinable package static var lineFeed: UInt8 { UInt8(ascii: "\n") }
  /// U+000D.
  @inlinable package static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
  /// U+0020.
  @inlinable package static var space: UInt8 { UInt8(ascii: " ") }
  /// U+005C.
  @inlinable package static var backslash: UInt8 { UInt8(ascii: "\\") }

  /// Space, tab, LF or CR.
  @inlinable package var isASCIISpace: Bool {
    self == .space || self == .lineFeed || self == .tab || self == .carriageReturn
  }

  /// Space or tab.
  @inlinable package var isBlank: Bool { self == .space || self == .tab }

  /// LF or CR.
  @inlinable package var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }

  /// `0` to `9`.
  @inlinable package var isASCIIDigit: Bool { self &- 0x30 < 10 }

  /// `A` to `Z` and `a` to `z`.
  @inlinable package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// Letters and digits.
  @inlinable package var isASCIIWord: Bool { isASCIILetter || isASCIIDigit }

  /// `!` to `/`, `:` to `@`, `[` to `` ` ``, `{` to `~`.
  @inlinable package var isASCIIPunctuation: Bool { self > 0x20 && self < 0x7F && !isASCIIWord }

  /// The lower-case form of an ASCII letter; any other byte as it is.
  @inlinable package var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

  /// The value of a hexadecimal digit.
  @inlinable package var hexValue: UInt8? {
    if isASCIIDigit { return self - 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }
}
