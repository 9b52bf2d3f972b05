/// A line of text in stretches of one look each.
///
/// It is the only way to put looks into output, and it escapes control characters on the way, so
/// text from a vault can never carry an escape sequence to the terminal.
package struct StyledText: Equatable, Sendable {
  /// A stretch of one look.
  package struct Run: Equatable, Sendable {
    /// The characters.
    package var text: String
    /// The style of the characters.
    package var style: Style
    /// The address this stretch leads to when it is drawn with hyperlinks.
    package var link: String?

    /// A stretch of one look.
    package init(_ text: String, _ style: Style = .plain, link: String? = nil) {
      self.text = text
      self.style = style
      self.link = link
    }
  }

  /// The stretches, neighbours of the same look joined.
  package private(set) var runs: [Run] = []

  /// No text.
  package init() {}

  package init(runs: [Run]) { self.runs = runs }

  /// Text of one look.
  package init(_ text: String, _ style: Style = .plain, link: String? = nil) {
    append(text, style, link: link)
  }

  /// The columns this text takes.
  package var displayWidth: Int { runs.reduce(0) { $0 + $1.text.displayWidth } }

  /// True if there is no text.
  package var isEmpty: Bool { runs.isEmpty }

  /// The text without its looks.
  package var plainText: String { runs.reduce(into: "") { $0 += $1.text } }

  /// Adds a stretch, joining it to the last one where the looks are the same.
  package mutating func append(_ text: String, _ style: Style = .plain, link: String? = nil) {
    guard !text.isEmpty else { return }
    if let last = runs.last, last.style == style, last.link == link {
      runs[runs.count - 1].text += text
    } else {
      runs.append(Run(text, style, link: link))
    }
  }

  /// Adds the stretches of another text.
  package mutating func append(_ other: StyledText) {
    for run in other.runs { append(run.text, run.style, link: run.link) }
  }

  /// One text after the other.
  package static func + (a: StyledText, b: StyledText) -> StyledText {
    var sum = a
    sum.append(b)
    return sum
  }

  /// This text cut to a number of columns, with `…` in the last one where something was cut.
  package func truncated(toWidth width: Int) -> StyledText {
    guard displayWidth > width else { return self }
    var result = StyledText()
    var left = width - 1
    for run in runs {
      let runWidth = run.text.displayWidth
      if runWidth <= left {
        result.append(run.text, run.style, link: run.link)
        left -= runWidth
      } else {
        result.append(run.text.truncated(toWidth: left + 1), run.style, link: run.link)
        break
      }
    }
    return result
  }

  /// This text with plain spaces after it until it takes a number of columns.
  package func padded(toWidth width: Int) -> StyledText {
    self + StyledText(String(repeating: " ", count: max(0, width - displayWidth)))
  }

  /// Writes this text with the escape sequences that the terminal understands.
  package func rendered(colors: ColorDepth, hyperlinks: Bool = false) -> String {
    var result = ""
    render(into: &result, colors: colors, hyperlinks: hyperlinks, escaping: true)
    return result
  }

  /// Appends this text and its escape sequences.
  ///
  /// - Parameter escaping: false leaves control characters raw, for output that no terminal reads.
  package func render(
    into result: inout String, colors: ColorDepth, hyperlinks: Bool, escaping: Bool
  ) {
    for run in runs {
      let text = escaping ? run.text.escapingControlCharacters() : run.text
      let parameters = run.style.parameters(colors)
      let link = hyperlinks ? run.link.flatMap(Self.hyperlinkTarget) : nil
      if let link { result += "\u{1B}]8;;\(link)\u{1B}\\" }
      if !parameters.isEmpty { result += "\u{1B}[\(parameters)m" }
      result += text
      if !parameters.isEmpty { result += "\u{1B}[0m" }
      if link != nil { result += "\u{1B}]8;;\u{1B}\\" }
    }
  }

  /// An address as OSC 8 takes it: printable ASCII, everything else percent-encoded.
  private static func hyperlinkTarget(_ address: String) -> String? {
    guard address.utf8.count <= 2048 else { return nil }
    var target = ""
    for byte in address.utf8 {
      if byte > 0x20, byte < 0x7F {
        target.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let hex = String(byte, radix: 16, uppercase: true)
        target += hex.count == 1 ? "%0\(hex)" : "%\(hex)"
      }
    }
    return target
  }
}
