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
    /// The title, the file's name and the aliases, folded and without accents, each with a zero after it.
    let folded: [UInt8]
    /// The number of bytes of ``folded`` that are the title and the file's name.
    let ownBytes: Int

    /// The title and the file's name as in ``folded``.
    var ownNames: ArraySlice<UInt8> { folded[..<ownBytes] }

    /// The aliases as in ``folded``.
    var aliases: ArraySlice<UInt8> { folded[ownBytes...] }
  }

  /// Entries in the order of their paths, with their names in a row, so that they are looked through fast.
  struct Table {
    fileprivate(set) var entries: [Entry] = []
    /// The names of all entries, one after the other.
    fileprivate(set) var names: [UInt8] = []
    /// The offset in ``names`` at which the names of each entry begin, and the end.
    fileprivate(set) var starts: [Int] = [0]
    /// UTC milliseconds of each entry.
    fileprivate(set) var modified: [Int64] = []
    /// The paths of all entries, without extension, folded as the names are, each with a zero after it.
    fileprivate(set) var paths: [UInt8] = []
    /// The offset in ``paths`` at which each path begins, and the end.
    fileprivate(set) var pathStarts: [Int] = [0]

    fileprivate init(_ notes: [NoteWithNames]) {
      entries = notes.map(NoteNames.entry).sorted { $0.path < $1.path }
      names.reserveCapacity(entries.reduce(0) { $0 + $1.folded.count })
      for entry in entries {
        names += entry.folded
        starts.append(names.count)
        modified.append(entry.modified)
        paths += NoteNames.foldedPath(entry.path).utf8
        paths.append(0)
        pathStarts.append(paths.count)
      }
    }

    /// The number of the entry of a path.
    func number(of path: NotePath) -> Int? {
      var (low, high) = (0, entries.count)
      while low < high {
        let middle = (low + high) / 2
        if entries[middle].path < path { low = middle + 1 } else { high = middle }
      }
      return low < entries.count && entries[low].path == path ? low : nil
    }
  }

  /// The notes on the disk, those that are open among them.
  let saved: Table
  /// The open notes, with the names that their texts give them.
  private(set) var open: Table
  /// The numbers of the saved entries of notes that are open.
  private(set) var replaced: Set<Int> = []

  /// - Throws: `IndexError.damaged`
  init(_ search: VaultSearch) throws {
    saved = Table(try search.namedNotes())
    open = Table([])
  }

  /// A path without the extension, folded as names are.
  static func foldedPath(_ path: NotePath) -> String {
    let bytes = path.bytes.dropLast(path.name.count - path.stem.count)
    return CaseFolding.foldWithoutAccents(String(decoding: bytes, as: UTF8.self))
  }

  private static func entry(_ note: NoteWithNames) -> Entry {
    var folded: [UInt8] = []
    func add(_ name: String) {
      folded += Array(CaseFolding.foldWithoutAccents(name).utf8)
      folded.append(0)
    }
    let stem = String(decoding: note.path.stem, as: UTF8.self)
    add(note.title)
    if stem != note.title { add(stem) }
    let ownBytes = folded.count
    for alias in note.aliases { add(alias) }
    return Entry(
      path: note.path, title: note.title, modified: note.modified, folded: folded,
      ownBytes: ownBytes)
  }

  /// The names with those of open notes in place of their files'.
  func replacing(_ open: [NoteWithNames]) -> NoteNames {
    var names = self
    names.open = Table(open)
    names.replaced = Set(open.compactMap { saved.number(of: $0.path) })
    return names
  }
}
