import Layout

/// Breaking text into lines of a given number of columns.
extension StyledText {
  /// The lines this text makes: broken at spaces, between CJK characters and after hyphens, and
  /// anywhere in a word that is longer than a line.
  ///
  /// A line feed in the text is a line break. Spaces at a break are dropped.
  ///
  /// - Complexity: linear in the text.
  package func wrapped(toWidth width: Int) -> [StyledText] {
    var wrapper = Wrapper(width: max(width, 1))
    for run in runs {
      for character in run.text {
        guard character.isShownAsOthers else {
          wrapper.take(character, run.style, run.link)
          continue
        }
        for shown in String(character).escapingControlCharacters() {
          wrapper.take(shown, run.style, run.link)
        }
      }
    }
    return wrapper.finish()
  }

  private struct Wrapper {
    let width: Int
    var lines: [StyledText] = []
    var line = StyledText()
    var lineWidth = 0
    /// Spaces that are written only if something follows them on the line.
    var gap = StyledText()
    var gapWidth = 0
    var word = StyledText()
    var wordWidth = 0

    init(width: Int) { self.width = width }

    mutating func take(_ character: Character, _ style: Style, _ link: String?) {
      if character == "\n" || character == "\r\n" {
        placeWord()
        breakLine()
        return
      }
      if character == " " || character == "\t" {
        placeWord()
        gap.append(" ", style, link: link)
        gapWidth += 1
        return
      }
      let columns = character.displayWidth
      let isWide = columns == 2
      // A wide character is a word of its own, except that closing punctuation stays with it.
      if isWide, !Self.staysWithPrevious(character) { placeWord() }
      if wordWidth + columns > width { placeWord() }
      word.append(String(character), style, link: link)
      wordWidth += columns
      if character == "-" && wordWidth > 1 { placeWord() }
    }

    mutating func finish() -> [StyledText] {
      placeWord()
      if !line.isEmpty || lines.isEmpty { breakLine() }
      return lines
    }

    private mutating func placeWord() {
      guard !word.isEmpty else { return }
      if lineWidth > 0 && lineWidth + gapWidth + wordWidth > width {
        breakLine()
      } else if lineWidth + gapWidth + wordWidth <= width {
        line.append(gap)
        lineWidth += gapWidth
      }
      gap = StyledText()
      gapWidth = 0
      line.append(word)
      lineWidth += wordWidth
      word = StyledText()
      wordWidth = 0
    }

    private mutating func breakLine() {
      lines.append(line)
      line = StyledText()
      lineWidth = 0
      gap = StyledText()
      gapWidth = 0
    }

    private static func staysWithPrevious(_ character: Character) -> Bool {
      "、。，．：；！？）」』】〉》〕］｝ー々".contains(character)
    }
  }
}

extension String {
  /// The lines this text makes when it is broken at a number of columns.
  package func wrapped(toWidth width: Int) -> [String] {
    StyledText(self).wrapped(toWidth: width).map(\.plainText)
  }
}

extension Character {
  /// True for a control character that other characters are shown for, and not a space or a line break.
  fileprivate var isShownAsOthers: Bool {
    if self == "\n" || self == "\r\n" || self == "\t" { return false }
    return unicodeScalars.contains { ControlCharacters.kind(of: $0) != nil }
  }
}
