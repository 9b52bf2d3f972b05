import Files
import Indexing
import Notes
import Search

/// The names of a vault's notes, for completion and for symbols: made once for each state of the folder.
struct NoteNames {
  struct Entry {
    let path: NotePath
    let title: String
    /// UTC milliseconds.
    let modified: Int64
    /// The title, the file's name and the aliases, folded, each with a zero after it.
    let folded: [UInt8]
  }

  /// The notes on the disk, those that are open among them.
  let saved: [Entry]
  /// The open notes, with the names that their texts give them.
  private(set) var open: [Entry] = []
  private var openPaths: Set<NotePath> = []

  /// - Throws: `IndexError.damaged`
  init(_ search: VaultSearch) throws {
    saved = try search.namedNotes().map(Self.entry)
  }

  static func entry(_ note: NoteWithNames) -> Entry {
    var folded: [UInt8] = []
    let stem = String(decoding: note.path.stem, as: UTF8.self)
    for name in [note.title] + (stem == note.title ? [] : [stem]) + note.aliases {
      folded += Array(CaseFolding.fold(name).utf8)
      folded.append(0)
    }
    return Entry(path: note.path, title: note.title, modified: note.modified, folded: folded)
  }

  /// The names with those of open notes in place of their files'.
  func replacing(_ open: [NoteWithNames]) -> NoteNames {
    var names = self
    names.open = open.map(Self.entry)
    names.openPaths = Set(open.map(\.path))
    return names
  }

  /// The number of entries, open ones twice.
  var count: Int { saved.count + open.count }

  /// An entry by its number; nil for one of a file whose note is open.
  func entry(_ number: Int) -> Entry? {
    if number >= saved.count { return open[number - saved.count] }
    let entry = saved[number]
    return openPaths.contains(entry.path) ? nil : entry
  }
}
