/// A heading of a note.
package struct Heading: Hashable, Sendable {
  /// The level, 1 to 6.
  package let level: Int
  /// The whole line (or lines), markers included.
  package let range: ByteRange
  /// The heading's text, inline markup included.
  package let text: ByteRange
}

/// A block that can be linked to: `^id` at the end of a paragraph or list item, or on its own.
package struct BlockID: Hashable, Sendable {
  /// The id and its `^`.
  package let range: ByteRange
  /// The id without its `^`: ASCII letters, digits and `-`.
  package let id: ByteRange
  /// The block that it names.
  package let block: ByteRange
}
