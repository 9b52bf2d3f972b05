/// A link from a note to somewhere, of any kind.
package struct Link: Hashable, Sendable {
  /// How a link is written.
  package enum Kind: UInt8, Sendable {
    /// `[[target#anchor|text]]`, with `!` before it where it embeds.
    case wiki
    /// `[text](target#anchor "title")`, with `!` before it where it embeds.
    case markdown
    /// `[text][label]`, `[label][]`, `[label]`: the target stands at the label's definition.
    case reference
    /// `<https://…>` or a bare `https://…`, `www.…` or e-mail address.
    case autolink
  }

  /// How it is written.
  package let kind: Kind
  /// Whether it shows its target in place (`![[…]]`, `![…](…)`).
  package let isEmbed: Bool
  /// Whether its target lies outside the vault: it has a scheme, begins with `//` or is an e-mail
  /// address. Never true of a wikilink.
  package let isExternal: Bool
  /// Whether it stands in the front matter.
  package let isInFrontMatter: Bool
  /// The whole link, from its first bracket (or `!`) to its last.
  package let range: ByteRange
  /// Where it leads, without the anchor, as written: escapes and percent-encoding are kept.
  /// For a reference link it lies at the definition. Empty for a link into the note itself.
  package let target: ByteRange
  /// What follows the target's `#`: a path of headings `H1#H2`, or `^block`. Absent without `#`.
  package let anchor: ByteRange?
  /// What it shows: the text in brackets, or what follows `|`. Absent where there is none.
  package let text: ByteRange?
  /// Whether ``target`` and ``anchor`` lie in the note's decoded texts, not in its source: the
  /// destination of a reference whose definition is written with escapes or over several lines.
  package var isDecoded = false
  /// The quotation mark around it in the front matter, or 0.
  var quoting: UInt8 = 0
}
