import Files
import Layout
import Notes

/// A file or folder that gets another path.
package struct MoveRequest: Equatable, Sendable {
  package let from: NotePath
  package let to: NotePath
  /// True for a folder, which moves with all that is tracked in it.
  package let isFolder: Bool
  /// True where links whose text is the old name get the new one.
  package var changesText = false

  package init(from: NotePath, to: NotePath, isFolder: Bool) {
    self.from = from
    self.to = to
    self.isFolder = isFolder
  }

  /// The path that a file has after the move.
  package func place(_ path: NotePath) -> NotePath {
    if path == from { return to }
    guard isFolder, path.bytes.starts(with: from.bytes + [0x2F]) else { return path }
    return NotePath(bytes: to.bytes + path.bytes.dropFirst(from.bytes.count)) ?? path
  }
}

/// The reasons why something is not moved or renamed; nothing was changed in any of these cases.
package enum MoveRefusal: Error, Equatable, Sendable {
  /// There is nothing at the path, or nothing that git tracks.
  case nothingThere(NotePath)
  /// It has that path already.
  case sameName(NotePath)
  /// The folder would come into itself.
  case intoItself(NotePath)
  /// Hidden files and folders, among them the vault's own, are left to other programs.
  case hidden(NotePath)
  /// The name cannot be one on every system.
  case name(String, PortableName.Flaw)
  /// The name would be that of a conflict copy.
  case nameOfCopy(String)
  /// The new place is ignored or excluded, so that the note would be none.
  case leftOut(NotePath)
  /// The path is longer than those that the system opens.
  case tooLong(NotePath)
  /// The history has a file there, which is not in the folder.
  case taken(NotePath)
  /// The note has a conflict that waits for a person, or is one itself; the copy.
  case conflict(NotePath)
  /// Only the folder has the file, or an edit of it; the history does not.
  case heldBack(NotePath)
  /// The history has a newer version that cannot be written here.
  case waits(NotePath)
  /// A submodule, or a file that is not checked out here.
  case notHere(NotePath)
  /// A note that would have to be rewritten is not valid UTF-8.
  case notUTF8(NotePath)
  /// The folder of a file cannot be written to.
  case folderReadOnly(NotePath)
  /// A link cannot be written so that it means its file.
  case link(NotePath, LinkNotRewritten)
  /// A heading or block id of a note cannot get the name.
  case anchor(NotePath, String, AnchorRefusal)
  /// Headings of a note would change by the links in them, without an end.
  case headings(NotePath)
  /// A hashtag of a note cannot be written where it is.
  case hashtag(NotePath)
  /// A hashtag of a note is a link to a file as well, which would lead elsewhere or nowhere: the note, the page
  /// that the link names, and the file.
  case linkInHashtag(NotePath, String, NotePath)
  /// The texts of links cannot be the new name, because of a sign in it.
  case text(String, Character)
  /// The system forbids every change of the file, as after `chattr +i`.
  case locked(NotePath)
  /// A note is in a git repository of its own, below the vault's.
  case otherRepository(NotePath)
  /// The new place is in a git repository of its own, below the vault's; the place and that repository's folder.
  case intoRepository(NotePath, NotePath)
  /// Git ignores the file, so that no history has it.
  case ignored(NotePath)
  /// An alias of a note cannot get the name.
  case alias(NotePath, String, AliasRefusal)
  /// A section cannot leave its note, or the text of a note not come into another.
  case part(NotePath, CompositionRefusal)
}

/// The changes that a move makes, before the first is made.
package struct MovePlan: Sendable {
  /// A note whose links are rewritten.
  package struct Rewrite: Sendable {
    /// The path it has now.
    package let path: NotePath
    /// The path it will have.
    package let newPath: NotePath
    package let old: [UInt8]
    package let new: [UInt8]
    /// The number of its links that are rewritten.
    package let links: Int
  }

  /// A link that means no file now, and will mean one that moves.
  package struct Awakened: Hashable, Sendable {
    package let note: NotePath
    package let target: String
  }

  /// A file whose links would have to follow and stay as they are.
  package struct Left: Hashable, Sendable {
    /// The reasons.
    package enum Reason: String, Hashable, Sendable {
      /// It is in a git repository of its own.
      case otherRepository = "repository"
      /// It is a template in a hidden folder.
      case template
      /// Only the folder has it, or an edit of it.
      case heldBack = "held-back"
      /// Git ignores it.
      case ignored
      /// It is a base of Obsidian.
      case base
      /// It is a file of Obsidian's settings.
      case settings
      /// It names what moves in a comment, or in a Markdown link of its front matter.
      case silent
      /// It cannot be read, so that nobody knows whether it names what moves.
      case unreadable
    }

    package let path: NotePath
    package let reason: Reason

    package init(path: NotePath, reason: Reason) {
      self.path = path
      self.reason = reason
    }
  }

  package let request: MoveRequest
  /// The files that move, sorted.
  package let files: [NotePath]
  /// Sorted by path.
  package let rewrites: [Rewrite]
  /// Sorted by note.
  package let awakened: [Awakened]
  /// Sorted by path.
  package let left: [Left]
  /// True if the note's own title, in its front matter or first heading, is its old name and stays.
  package let keepsOldTitle: Bool
  /// The symbolic links that stay where they are, lead to what moves, and follow; sorted.
  package internal(set) var symbolicLinks: [NotePath] = []

  /// The number of links that are rewritten.
  package var linkCount: Int { rewrites.linkCount }
}

extension [MovePlan.Rewrite] {
  /// The number of links that are rewritten.
  var linkCount: Int { reduce(0) { $0 + $1.links } }
}

extension MovePlan.Rewrite {
  /// True if a line changes that may be a heading: by the marks before it, or the line below it.
  var mayChangeHeading: Bool {
    func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
      text.split(omittingEmptySubsequences: false) { $0 == 0x0A }
    }
    let (before, after) = (lines(old), lines(new))
    guard before.count == after.count else { return true }
    let marks = Set(" \t>-*+0123456789.)".utf8)
    for index in before.indices where before[index] != after[index] {
      if before[index].drop(while: { marks.contains($0) }).first == UInt8(ascii: "#") {
        return true
      }
      guard index + 1 < before.count else { continue }
      let below = before[index + 1].filter { !" \t\r>".utf8.contains($0) }
      if let mark = below.first, "=-".utf8.contains(mark), below.allSatisfy({ $0 == mark }) {
        return true
      }
    }
    return false
  }
}
