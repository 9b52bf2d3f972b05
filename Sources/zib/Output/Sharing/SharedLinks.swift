/// Where the links and images of a note lead within what is shared.
package struct SharedLinks {
  /// What a note names.
  package enum Reference: Equatable, Sendable {
    /// The target of a wikilink, without its anchor.
    case name(String)
    /// What stands between the parentheses of Markdown, as written.
    case destination(String)
  }

  /// The id of a note that is shared too; nil for any other place in the vault.
  package let note: (Reference) -> String?
  /// A picture of the vault as a `data:` address; nil where it is shown by its name.
  package let picture: (Reference) -> String?

  /// Links that lead nowhere: their words are left.
  package static var none: SharedLinks { SharedLinks() }

  /// Links that lead where these say.
  package init(
    note: @escaping (Reference) -> String? = { _ in nil },
    picture: @escaping (Reference) -> String? = { _ in nil }
  ) {
    self.note = note
    self.picture = picture
  }
}
