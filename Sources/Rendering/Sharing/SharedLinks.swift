import Notes

/// The targets of a note's links, images and embedded notes within the shared text.
package struct SharedLinks {
  /// The forms of a reference in a note.
  package enum Reference: Equatable, Sendable {
    /// The target of a wikilink, without its anchor.
    case name(String)
    /// The text between the parentheses of Markdown, as written.
    case destination(String)

    /// True if it names an anchor alone.
    package var isOfSameNote: Bool {
      switch self {
      case .name(let name): name.isEmpty
      case .destination(let written): written.hasPrefix("#")
      }
    }
  }

  /// Another note, or a part of one, that is shown in place of its name.
  package struct Embedded {
    package let note: Note
    package let links: SharedLinks

    /// A note or a part of one, and where its own links lead.
    package init(_ note: Note, links: SharedLinks = .none) {
      self.note = note
      self.links = links
    }
  }

  /// The id of a note that is shared too, or of its heading that the anchor names; nil for any other place in the vault.
  package let note: (Reference, _ anchor: String?) -> String?
  /// A picture of the vault as a `data:` address; nil if it is shown by its name.
  package let picture: (Reference) -> String?
  /// The note, or the part at an anchor, that is shown in place; nil if its name is, as where only words have a place and
  /// it is no single block.
  package let embedded: (_ target: String, _ anchor: String?, _ isInline: Bool) -> Embedded?
  /// Called with a comment that nothing ends.
  package let tellUnclosed: (UnclosedComment) -> Void
  /// The options for reading the notes of the vault.
  package let options: NoteOptions
  /// The marks that typewriter's quotation marks become; nil if they stay.
  package let typography: Typography?

  /// Links without targets: only their words are kept.
  package static var none: SharedLinks { SharedLinks() }

  /// Links that lead where these say.
  package init(
    note: @escaping (Reference, _ anchor: String?) -> String? = { _, _ in nil },
    picture: @escaping (Reference) -> String? = { _ in nil },
    embedded: @escaping (_ target: String, _ anchor: String?, _ isInline: Bool) -> Embedded? = {
      _, _, _ in nil
    },
    tellUnclosed: @escaping (UnclosedComment) -> Void = { _ in },
    options: NoteOptions = NoteOptions(),
    typography: Typography? = nil
  ) {
    self.note = note
    self.picture = picture
    self.embedded = embedded
    self.tellUnclosed = tellUnclosed
    self.options = options
    self.typography = typography
  }
}
