/// A link from a note to somewhere, of any kind.
package struct Link: Hashable, Sendable {
  /// The forms of a link.
  package enum Kind: UInt8, Sendable {
    /// `[[target#anchor|text]]`, with `!` before it where it embeds.
    case wiki
    /// `[text](target#anchor "title")`, with `!` before it where it embeds.
    case markdown
    /// `[text][label]`, `[label][]`, `[label]`: the target is at the label's definition.
    case reference
    /// `<https://…>` or a bare `https://…`, `www.…` or e-mail address.
    case autolink
  }

  /// The form of the link.
  package let kind: Kind
  /// True if it shows its target in place (`![[…]]`, `![…](…)`).
  package let isEmbed: Bool
  /// True if its target is outside the vault: it has a scheme, begins with `//` or is an e-mail
  /// address. Never true of a wikilink.
  package let isExternal: Bool
  /// True if it is in the front matter.
  package let isInFrontMatter: Bool
  /// The whole link, from its first bracket (or `!`) to its last.
  package let range: ByteRange
  /// The target without the anchor, as written: escapes and percent-encoding are kept. For a
  /// reference link it is at the definition. Empty for a link into the note itself.
  package let target: ByteRange
  /// The range after the target's `#`: a path of headings `H1#H2`, or `^block`. Nil without `#`.
  package let anchor: ByteRange?
  /// The visible text: the text in brackets, or after `|`. Nil if there is none.
  package let text: ByteRange?
  /// True if ``target`` and ``anchor`` are ranges of the note's decoded texts, not of its source:
  /// the destination of a reference whose definition is written with escapes or over several lines.
  package var isDecoded = false
  /// The quotation mark around it in the front matter, or 0.
  var quoting: UInt8 = 0
}
