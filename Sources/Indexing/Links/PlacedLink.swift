import Files
import Notes

/// A link at its place in a note, and what it leads to.
package struct PlacedLink: Sendable, Equatable {
  /// The thing that a link leads to.
  package enum Target: Sendable, Equatable {
    /// A place in the note itself.
    case sameNote
    /// A file, and the rule by which it is meant.
    case file(NotePath, LinkResolver.Rule)
    /// An address outside the vault.
    case external
    /// No file.
    case missing
  }

  /// The first byte's line and column, from 1.
  package let position: TextPosition
  /// The link as it is written.
  package let text: String
  package let target: Target
  /// The heading `H1#H2` or `^block` that it names; nil if it names none.
  package let anchor: String?
  /// True if the file is there and the heading or block is not.
  package var lacksAnchor: Bool
  /// The other notes of the alias or title by which it is resolved.
  package let others: [NotePath]

  /// True if it leads to no file, or to no heading or block of it.
  package var isBroken: Bool { target == .missing || lacksAnchor }
}

/// A link that leads nowhere.
package struct BrokenLink: Sendable, Equatable {
  /// The note that it is in.
  package let path: NotePath
  package let link: PlacedLink
}

/// The places of a note that links may name: headings, blocks, and what HTML names.
struct LinkPlaces {
  private let note: Note
  private let headings: Set<String>
  private let gitHub: Set<String>
  private let names: Set<[UInt8]>

  init(_ note: Note) {
    self.note = note
    headings = Set(
      note.headings.flatMap {
        [Anchor.obsidian(note.plainText(in: $0.text)), Anchor.obsidian(note.text($0.text))]
      })
    gitHub = Set(note.gitHubAnchors)
    names = note.namesInHTML
  }

  /// True if an anchor of a link leads to one of them.
  func has(_ anchor: String) -> Bool {
    let isPath = anchor.contains("#") || anchor.hasPrefix("^")
    if !isPath, headings.contains(Anchor.obsidian(anchor)) { return true }
    if gitHub.contains(anchor) || gitHub.contains(anchor.lowercased()) { return true }
    if names.contains(Array(anchor.utf8)) { return true }
    guard isPath || AnchorRange(anchor) != nil else { return false }
    return note.section(anchored: anchor) != nil
  }
}

extension Note {
  /// True if an anchor of a link leads to a place here: a heading, a block, or what HTML names so.
  package func hasPlace(anchored anchor: String) -> Bool { LinkPlaces(self).has(anchor) }
}
