/// A colour of the terminal, with a replacement for terminals that know only sixteen.
package struct Color: Equatable, Sendable {
  let basic: UInt8
  package let palette: UInt8?

  /// One of the sixteen colours that the person's own theme defines (0-7, bright 8-15).
  package static func basic(_ index: UInt8) -> Color { Color(basic: index, palette: nil) }

  /// The colour as it reads on a light background: yellow, green and cyan of most themes are made for dark ones.
  package var onLight: Color {
    guard palette == nil, let dark = [2: 28, 3: 94, 6: 30][basic] as UInt8? else { return self }
    return Color(basic: basic, palette: dark)
  }

  /// The red of the person's theme.
  package static let red = basic(1)
  /// The green of the person's theme.
  package static let green = basic(2)
  /// The yellow of the person's theme.
  package static let yellow = basic(3)
  /// The blue of the person's theme.
  package static let blue = basic(4)
  /// The magenta of the person's theme.
  package static let magenta = basic(5)
  /// The cyan of the person's theme.
  package static let cyan = basic(6)
}

/// The number of colours that may be used.
package enum ColorDepth: Int, Sendable, Comparable {
  case none, sixteen, palette

  package static func < (a: ColorDepth, b: ColorDepth) -> Bool { a.rawValue < b.rawValue }
}

/// The look of a text: a colour and attributes.
package struct Style: Equatable, Sendable {
  /// The attributes that can be combined freely.
  package struct Attributes: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Heavier letters.
    package static let bold = Attributes(rawValue: 1)
    /// Fainter letters.
    package static let dim = Attributes(rawValue: 2)
    /// Slanted letters.
    package static let italic = Attributes(rawValue: 4)
    /// A line below.
    package static let underline = Attributes(rawValue: 8)
    /// Foreground and background exchanged.
    package static let inverse = Attributes(rawValue: 16)
    /// A line through.
    package static let strikethrough = Attributes(rawValue: 32)
  }

  /// The colour of the letters; nil for the terminal's own.
  package var foreground: Color?
  /// The attributes combined with the colour.
  package var attributes: Attributes

  /// A style of a colour and attributes.
  package init(_ foreground: Color? = nil, _ attributes: Attributes = []) {
    self.foreground = foreground
    self.attributes = attributes
  }

  /// Text as the terminal shows it by itself.
  package static let plain = Style()

  /// This style with another one laid over it.
  package func adding(_ other: Style) -> Style {
    Style(other.foreground ?? foreground, attributes.union(other.attributes))
  }

  /// This style as it reads on a light background.
  package var onLight: Style { Style(foreground?.onLight, attributes) }

  /// The SGR parameters (ECMA-48 8.3.117) that turn this style on, without `ESC [` and `m`.
  package func parameters(_ colors: ColorDepth) -> String {
    guard colors > .none else { return "" }
    var codes: [String] = []
    if attributes.contains(.bold) { codes.append("1") }
    if attributes.contains(.dim) { codes.append("2") }
    if attributes.contains(.italic) { codes.append("3") }
    if attributes.contains(.underline) { codes.append("4") }
    if attributes.contains(.inverse) { codes.append("7") }
    if attributes.contains(.strikethrough) { codes.append("9") }
    if let foreground {
      if colors == .palette, let index = foreground.palette {
        codes.append("38;5;\(index)")
      } else {
        let index = foreground.basic
        codes.append(index < 8 ? "\(30 + index)" : "\(82 + index)")
      }
    }
    return codes.joined(separator: ";")
  }
}

/// The roles that text plays in `zib`'s output; the only place where looks are chosen.
extension Style {
  /// The name of a note.
  package static let title = Style(nil, .bold)
  /// A file's path.
  package static let path = Style(.magenta)
  /// A line or column number, a count, a date.
  package static let position = Style(.green)
  /// The words that a query found.
  package static let match = Style(.red, .bold)
  /// The style of text that the eye should skip.
  package static let faint = Style(nil, .dim)
  /// A hashtag.
  package static let tag = Style(.cyan)
  /// A link to elsewhere.
  package static let link = Style(.blue, .underline)
  /// A heading inside a note.
  package static let heading = Style(.blue, .bold)
  /// Code, in a line or a block.
  package static let code = Style(.yellow)
  /// A key of front matter or configuration.
  package static let key = Style(.cyan)
  /// The style of additions and successes.
  package static let added = Style(.green)
  /// The style of removals.
  package static let removed = Style(.red)
  /// The style of the word `error` and of the failed operation.
  package static let error = Style(.red, .bold)
  /// The style of warnings, which stop nothing.
  package static let warning = Style(.yellow, .bold)
}
