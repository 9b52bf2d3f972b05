/// A stretch of a note that is text for a reader: no markup, no addresses, no tags.
///
/// The runs of a note are in document order and do not overlap; together they give the note's
/// words. A run may contain line ends and their indentation.
package struct TextRun: Hashable, Sendable {
  /// The kinds of text.
  package enum Role: UInt8, Sendable {
    /// Running text.
    case body
    /// The text of a heading, links in it included.
    case heading
    /// Code, in a block or in a line.
    case code
    /// The visible text of a link: its text, its alias, or a wikilink's target without an alias.
    case linkText
    /// The description of an image.
    case imageText
    /// An address shown as it is: a bare URL, or the target of an embed.
    case address
  }

  /// The offset of the first byte.
  package var start: UInt32
  /// The offset just past the last byte.
  package var end: UInt32
  /// The kind of text.
  package var role: Role
  /// The level of the heading, 1 to 6; 0 outside headings.
  package var level: UInt8
  /// True if a block (a paragraph, heading, list item, table cell, …) begins here: then the word
  /// before is not adjacent to the first word of this run.
  package var startsBlock: Bool
  /// True if only inline markup separates this run from the one before, so that a word may continue
  /// from one into the other (`**bo**ld`).
  package var joinsPrevious: Bool

  /// The bytes it spans.
  package var range: ByteRange { ByteRange(start: start, end: end) }
}
