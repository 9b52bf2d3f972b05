/// What a side of an Anki card says: plain text and images, in order.
package struct AnkiText: Hashable, Sendable, ExpressibleByStringLiteral {
  /// A run of text, or an image.
  package enum Piece: Hashable, Sendable {
    /// Plain text; its lines stay lines.
    case text(String)
    /// An image of the vault, by its path there.
    case image(String)
  }

  package var pieces: [Piece]

  package init(_ pieces: [Piece]) { self.pieces = pieces }

  /// A text with images below it.
  ///
  /// - Parameter images: paths in the vault.
  package init(_ text: String, images: [String] = []) {
    pieces = (text.isEmpty ? [] : [.text(text)]) + images.map { .image($0) }
  }

  package init(stringLiteral text: String) { self.init(text) }

  /// The paths of its images.
  var images: [String] {
    pieces.compactMap { piece in
      if case .image(let path) = piece { path } else { nil }
    }
  }
}
