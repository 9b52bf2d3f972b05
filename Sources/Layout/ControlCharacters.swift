/// The characters that control a terminal or another program instead of being shown.
///
/// This is the only list: ``SafeText`` writes them as escapes in paths, and `zib` makes them visible in everything
/// else that it shows. It has the controls of ECMA-48 (C0, DEL, C1), the line and paragraph separators, the
/// characters that reorder text (Unicode Standard Annex 9, "Trojan Source"), the deprecated format characters,
/// the marks of interlinear annotation, the byte order mark, and the tag characters.
package enum ControlCharacters {
  /// The effect of a control character.
  package enum Kind: Sendable, Equatable {
    /// C0 and DEL.
    case ascii
    /// C1 controls, which many terminals obey like escape sequences.
    case c1
    /// U+2028 and U+2029.
    case lineSeparator
    /// Marks of direction without an extent (U+061C, U+200E, U+200F) and the byte order mark: they move at most the
    /// punctuation beside them, and running text in Arabic and Hebrew has them for good reason.
    case mark
    /// Everything that reorders, hides or annotates the text after it.
    case format
    /// Invisible tag characters. The flags of England, Scotland and Wales are made of them.
    case tag
  }

  /// The kind of a character; nil for one that is shown as it is.
  package static func kind(of scalar: Unicode.Scalar) -> Kind? {
    switch scalar.value {
    case 0..<0x20, 0x7F: .ascii
    case 0x20..<0x7F: nil
    case 0x80..<0xA0: .c1
    case 0x2028, 0x2029: .lineSeparator
    case 0x061C, 0x200E, 0x200F, 0xFEFF: .mark
    case 0x202A...0x202E, 0x2066...0x206F, 0xFFF9...0xFFFB: .format
    case 0xE0000...0xE007F: .tag
    default: nil
    }
  }

  /// True if UTF-8 that holds this byte may hold a control character; text without one needs no closer look.
  package static func mayBegin(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2 || byte == 0xEF
      || byte == 0xF3
  }

  /// The end of a flag's sequence of tags (Unicode Technical Standard 51, ED-14a) after U+1F3F4 at `start`; nil if
  /// no whole sequence of plausible length follows.
  ///
  /// - Parameter scalars: the text.
  package static func endOfFlag(
    in scalars: String.UnicodeScalarView, at start: String.UnicodeScalarView.Index
  ) -> String.UnicodeScalarView.Index? {
    guard scalars[start].value == 0x1F3F4 else { return nil }
    var index = scalars.index(after: start)
    var count = 0
    while index < scalars.endIndex, count <= 6 {
      switch scalars[index].value {
      case 0xE0030...0xE0039, 0xE0061...0xE007A: count += 1
      case 0xE007F: return count > 0 ? scalars.index(after: index) : nil
      default: return nil
      }
      index = scalars.index(after: index)
    }
    return nil
  }
}
