/// The contents of a side of an Anki card: text with its markup, formulas and images, in order.
package struct AnkiText: Hashable, Sendable, ExpressibleByStringLiteral {
  /// A run of text, or a separator between two.
  package enum Piece: Hashable, Sendable {
    /// Plain text; its lines stay lines.
    case text(String)
    /// An image of the vault, by its path there.
    case image(String)
    /// Tags of HTML around adjacent text, which Anki takes unchanged.
    case markup(String)
    /// A formula in TeX, without the dollar signs around it.
    case formula(String, isBlock: Bool)
    /// A part of a formula that has gaps; its delimiters are ``markup(_:)``.
    case tex(String)
    /// The gap with this number among those that were asked for.
    case gap(Int)
  }

  package var pieces: [Piece]

  package init(_ pieces: [Piece]) { self.pieces = pieces }

  /// A text with images below it.
  ///
  /// - Parameter images: paths in the vault.
  package init(_ text: String, images: [String] = []) {
    pieces = text.isEmpty ? [] : [.text(text)]
    for image in images {
      pieces += pieces.isEmpty ? [.image(image)] : [.text("\n"), .image(image)]
    }
  }

  package init(stringLiteral text: String) { self.init(text) }

  /// The paths of its images.
  var images: [String] {
    pieces.compactMap { piece in
      if case .image(let path) = piece { path } else { nil }
    }
  }
}
