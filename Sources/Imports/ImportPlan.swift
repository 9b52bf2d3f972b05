import Exchange
import Files
import History
import Merge
import Notes
import Sync
import Vaults

/// The changes that an import will make to a vault, planned before the first note is written.
///
/// An existing note gets its missing values, and the catalogue's changes since the last import
/// (``ImportRecord``). If both changed, the note's value stays unless the person decides otherwise,
/// and the plan reports the difference. The notes themselves show which items exist already.
package struct ImportPlan: Sendable {
  /// A note that is made, or gets something.
  package struct Change: Sendable {
    package let path: NotePath
    /// The note as it was read; nil for a new one.
    package let old: VaultFolder.Contents?
    package internal(set) var new: [UInt8]
    /// Quotes or entries that it gets.
    package internal(set) var items = 0
    /// True if nothing but links in it are rewritten, so that they mean no imported note.
    package internal(set) var isForLinks = false
    /// Notes that get what this one loses, and are written before it.
    var needs: Set<NotePath> = []

    /// The change as lines, for people.
    package var difference: LineDifference { LineDifference(from: old?.bytes ?? [], to: new) }
  }

  /// A file beside the notes that comes with them.
  package struct File: Sendable {
    package let path: NotePath
    /// In bytes.
    package let size: Int
    /// Read only when it is written: there may be many, and large ones.
    let contents: @Sendable () throws -> [UInt8]
  }

  /// A value of a note that differs from the imported one; the note's value stays.
  package struct Difference: Hashable, Sendable {
    package let path: NotePath
    /// The property, or `quote`, `note`, `Review`, `Private notes`.
    package let key: String
    /// The note's value.
    package let here: String
    /// The other program's value.
    package let there: String
    /// True if the note has what an import brought, and the file, which may be older, has another value.
    package var isOnlyThere = false
  }

  /// The person's word on a difference.
  package enum Decision: Sendable {
    /// The imported value takes the place of the note's.
    case take
    /// The note's stays, and is not asked about again.
    case keep
    /// The note's stays, and the difference is reported.
    case open
  }

  /// Values of a book that the next import compares with.
  struct Remembered: Sendable {
    /// The note that has to be as the import leaves it; nil where a book has none.
    let path: NotePath?
    let source: String
    /// A line as ``ImportRecord`` defines it.
    let line: String
    /// Other notes that have to be as the import leaves them.
    var needs: [NotePath] = []

    /// True if all of the notes were written.
    func holds(without refused: Set<NotePath>) -> Bool {
      refused.isDisjoint(with: needs) && path.map { !refused.contains($0) } ?? true
    }
  }

  /// Something that was not imported although it should have been.
  package struct Refusal: Sendable {
    package let item: String
    package let path: NotePath?
    package let reason: any Error

    /// True if another program wrote the file since the plan was made.
    package var isOvertaken: Bool {
      switch reason as? WriteError {
      case .exists, .changedMeanwhile: true
      default: false
      }
    }
  }

  /// In the order of the file that is imported.
  package internal(set) var changes: [Change] = []
  /// Books, quotes or entries that the vault had in full.
  package internal(set) var known = 0
  /// Books, passages and notes on these that came before and that the person took out.
  package internal(set) var leftOut = 0
  package internal(set) var differences: [Difference] = []
  package internal(set) var refusals: [Refusal] = []
  /// The values that the next import of a catalogue compares with.
  var remembered: [Remembered] = []
  /// True if there is nothing to write.
  package var isEmpty: Bool { changes.isEmpty && files.isEmpty && remembered.isEmpty }
  /// Files that the vault does not have; they are written before the notes that show them.
  package internal(set) var files: [File] = []
  /// The links that imported notes would take from others; `changes` has the notes that are rewritten.
  package internal(set) var links = KeptLinks()
  /// Remarks that depend on the vault.
  package internal(set) var remarks: [Remark] = []
  /// Earlier contents of the files with their times, the oldest first; the last of each is the one
  /// in `changes`.
  package internal(set) var past: [Moment] = []
  /// The device that the commits of the past name, if none is known.
  package internal(set) var device = ""
  /// Texts that another program had kept beside its notes, as conflict copies.
  package internal(set) var copies = 0
  /// Reviews that come with it.
  package internal(set) var reviews = 0

  /// The contents of some files from one moment on.
  package struct Moment: Sendable {
    /// UTC milliseconds.
    package internal(set) var time: Int64
    /// The first line of its commit message, or nil for one that names the notes.
    package var subject: String?
    /// The device that wrote it, if it has a name.
    package var device: String?
    /// The contents by path; nil removes a file.
    package var files: [NotePath: [UInt8]?]

    /// Those of one time as one, as long as no file changes twice.
    static func joined(_ moments: [Moment]) -> [Moment] {
      var joined: [Moment] = []
      for moment in moments {
        let last = joined.indices.last
        if let last, joined[last].time == moment.time, joined[last].subject == moment.subject,
          joined[last].device == moment.device,
          moment.files.keys.allSatisfy({ joined[last].files[$0] == nil })
        {
          joined[last].files.merge(moment.files) { $1 }
        } else {
          joined.append(moment)
        }
      }
      return joined
    }
  }

  /// The result of carrying out a plan.
  package struct Outcome: Sendable {
    /// Written, in order.
    package internal(set) var done: [Change] = []
    package internal(set) var files: [NotePath] = []
    /// Could not be written, and why; the others were.
    package internal(set) var refusals: [Refusal] = []
    /// The number of commits that the past has become; nil if the vault has no history.
    package internal(set) var commits: Int?
    /// True if `undo` takes the import back: something was committed before it.
    package internal(set) var canBeUndone = false
    /// The import's commit; nil if the vault has no history.
    package internal(set) var snapshot: (report: SnapshotReport, scope: TreePath)?

    /// That of a plan with nothing to write.
    package init() {}
  }
}

/// The reason why something was not imported.
package enum ImportError: Error, Equatable, Sendable {
  /// The note is not valid UTF-8, and such a note is never rewritten.
  case notUTF8
  /// An open construct in the note, such as a fence at its end, would swallow the added text.
  case noteIsOpen
  /// Folder to import into leads out of the vault, or is hidden.
  case badFolder(String)
  /// A file or a link is in the place of a needed folder.
  case noFolder(String)
}
