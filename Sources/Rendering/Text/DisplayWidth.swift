import Layout

/// Measures the columns of text on a terminal.
extension StringProtocol {
  /// The columns this text takes on one line: CJK and emoji take two, combining marks none.
  ///
  /// Whole user-perceived characters are measured, so a family joined by U+200D or a flag takes two
  /// columns however many code points it has. Control characters take what is shown for them.
  package var displayWidth: Int {
    var isASCII = true
    for byte in utf8 where byte < 0x20 || byte >= 0x7F {
      isASCII = false
      break
    }
    if isASCII { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }
}

extension Character {
  /// The columns this character takes on a terminal.
  ///
  /// A character that begins with a wide code point is two columns whatever follows in it (emoji
  /// sequences, Hangul syllables); elsewhere the code points add up, as in Indic conjuncts.
  /// A control character is as wide as the characters shown for it (`‹U+202E›`, `␛`), so that text is broken and cut
  /// by what is drawn.
  package var displayWidth: Int {
    let scalars = unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.value < 0x7F, scalars.count == 1 { return 1 }
    if scalars.contains(where: { ControlCharacters.kind(of: $0) != nil }) {
      let shown = String(self).escapingControlCharacters()
      if !shown.utf8.elementsEqual(utf8) { return shown.displayWidth }
    }
    let firstWidth = first.displayWidth
    if firstWidth == 2 { return 2 }
    if (0x1F1E6...0x1F1FF).contains(first.value) { return scalars.count > 1 ? 2 : 1 }  // a flag
    // U+FE0F asks for the emoji, not the text form.
    if first.properties.isEmoji, scalars.contains("\u{FE0F}") { return 2 }
    return scalars.dropFirst().reduce(firstWidth) { $0 + $1.displayWidth }
  }
}

extension Unicode.Scalar {
  /// The columns of this code point by itself.
  fileprivate var displayWidth: Int {
    if value < 0x20 || (0x7F..<0xA0).contains(value) { return 0 }
    if value < 0x300 { return value == 0xAD ? 0 : 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator:
      return 0
    default: break
    }
    if (0x1160...0x11FF).contains(value) { return 0 }  // Hangul vowels and finals join the initial
    return isWide ? 2 : 1
  }

  /// True for a code point of East Asian Width W or F.
  package var isWide: Bool {
    guard value >= 0x1100 else { return false }
    let table = DisplayWidthTable.wide
    var low = 0
    var high = table.count
    while low < high {
      let middle = (low + high) / 2
      if table[middle].last < value { low = middle + 1 } else { high = middle }
    }
    return low < table.count && table[low].first <= value
  }
}

extension String {
  /// This text cut to a number of columns, with `…` in the last one where something was cut.
  package func truncated(toWidth width: Int) -> String {
    if displayWidth <= width { return self }
    guard width > 0 else { return "" }
    var result = ""
    var used = 0
    for character in self {
      let next = character.displayWidth
      if used + next > width - 1 { break }
      result.append(character)
      used += next
    }
    return result + "…"
  }

  /// This text with spaces after it until it takes a number of columns; longer text is left alone.
  package func padded(toWidth width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }

  /// This text with spaces before it until it takes a number of columns, for numbers in a column.
  package func leftPadded(toWidth width: Int) -> String {
    String(repeating: " ", count: max(0, width - displayWidth)) + self
  }
}
