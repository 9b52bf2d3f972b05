import Files
import Notes
import Search

/// A row of the cache about the links of a note.
///
/// ```
/// row := names: u32, text*, files: u32, u32*, rest
/// ```
/// A text is its length: u32 and its bytes.
struct LinkRow: Sendable {
  /// The titles and aliases by which links may mean the note.
  var names: [String] = []
  /// Files to which its links lead, by number.
  var files: [Int] = []
  /// All else that its user keeps.
  var rest: ArraySlice<UInt8> = []

  /// A row of a note of which nothing but its names is known.
  init(names: [String]) { self.names = names }

  init(_ bytes: ArraySlice<UInt8>) {
    var reader = PayloadReader(bytes)
    names = Self.names(&reader)
    let count = reader.count()
    files.reserveCapacity(count)
    for _ in 0..<count { files.append(Int(reader.number())) }
    rest = reader.rest
  }

  private static func names(_ reader: inout PayloadReader) -> [String] {
    (0..<reader.count()).map { _ in reader.text() }
  }

  /// The names in a row of bytes.
  static func names(in bytes: ArraySlice<UInt8>) -> [String] {
    var reader = PayloadReader(bytes)
    return names(&reader)
  }

  var bytes: ArraySlice<UInt8> {
    var writer = PayloadWriter()
    writer.add(UInt32(names.count))
    for name in names { writer.add(name.utf8) }
    writer.add(UInt32(files.count))
    for file in files { writer.add(UInt32(file)) }
    writer.add(raw: rest)
    return writer.bytes[...]
  }

  /// The names by which links may mean a note; a copy that a merge has kept has none of its own.
  static func names(of note: Note, at path: NotePath) -> [String] {
    if path.isConflictCopy { return [] }
    let title = Array(note.title.utf8)
    var names = note.aliases + (title.elementsEqual(path.stem) ? [] : [note.title])
    if let page = note.pageName, page != note.title { names.append(page) }
    return names.map(LinkResolver.foldedAlias)
  }
}

/// The rows of the cache about the links of notes, as far as they still hold.
///
/// The meaning of a link hangs on the text that it is in, and on the names of files, titles and aliases that it may mean.
/// So a row no longer holds where its note changed, and where a name came or went that is the last part of one of its
/// note's targets; the index knows those notes.
struct LinkRows {
  private let kept: NoteRows
  /// The files; nil where no row is stale and all have their old numbers.
  private(set) var files: VaultFiles?
  /// The stale notes that could be read, by number.
  private(set) var notes: [Int: Note] = [:]
  /// The numbers of the notes whose rows do not hold.
  private(set) var stale: Set<Int>
  /// The numbers of the notes whose own text changed, or that are new.
  let changed: [Int]
  /// The last parts, as of targets, of the names that came or went.
  private(set) var otherNames: Set<String> = []

  /// If more changed, all rows are made again.
  private static let most = 1000

  /// The rows of a file of the cache, or nil if all rows are to be made.
  ///
  /// - Throws: `IndexError.damaged`
  init?(_ cache: StateCache, _ vault: VaultNotes) throws(IndexError) {
    guard let kept = NoteRows(cache, vault.table) else { return nil }
    self.kept = kept
    changed = kept.changed
    stale = Set(changed)
    let count = changed.count + kept.gone.count + kept.otherFiles.count
    if count > Self.most || count > vault.table.noteCount / 4 + 8 { return nil }
    if changed.isEmpty, kept.renumbered == nil { return }
    let files = vault.files
    self.files = files
    notes = vault.notes(changed, of: files)
    var names: Set<String> = []
    for number in changed {
      let before = Set(LinkRow.names(in: kept.rows[number]))
      let now = notes[number].map { Set(LinkRow.names(of: $0, at: files.paths[number])) }
      names.formUnion(before.symmetricDifference(now ?? []))
    }
    for row in kept.gone { names.formUnion(LinkRow.names(in: row)) }
    for path in kept.otherFiles {
      // `T.md` may mean `T.md.md`.
      names.formUnion([path.text, LinkResolver.lastName(path.text)])
    }
    // Which links have a part of a name the index does not tell.
    if vault.dialect.takesParts, !kept.gone.isEmpty || !kept.otherFiles.isEmpty { return nil }
    if !names.isEmpty {
      otherNames = Set(names.map(LinkResolver.lastName))
      try addNotes(linkingTo: names, vault, files)
    }
    if let renumbered = kept.renumbered {
      for number in kept.rows.indices where !stale.contains(number) {
        let files = LinkRow(kept.rows[number]).files
        // The names have said so already, unless two of them fold to one in one place and not in another.
        if files.contains(where: { $0 >= renumbered.count || renumbered[$0] < 0 }) {
          stale.insert(number)
        }
      }
    }
    readStale(vault)
  }

  /// Adds the notes with a link that may mean one of some names.
  private mutating func addNotes(
    linkingTo names: Set<String>, _ vault: VaultNotes, _ files: VaultFiles
  ) throws(IndexError) {
    // A target such as `a/..` may mean any file.
    let prefixes = Set((Array(names) + ["", ".", ".."]).map(LinkKey.name))
    var found: Set<DocumentID> = []
    for prefix in prefixes {
      try vault.index.forEachPostingList(
        space: VaultSchema.Space.link.rawValue, prefix: prefix
      ) { _, ids in found.formUnion(ids) }
    }
    for id in found {
      if let number = files.number(try vault.index.key(of: id)) { stale.insert(number) }
    }
  }

  /// Adds notes whose rows do not hold for a reason that only their user knows.
  mutating func add(stale more: Set<Int>, _ vault: VaultNotes) {
    if more.isEmpty { return }
    stale.formUnion(more)
    files = files ?? vault.files
    readStale(vault)
  }

  private mutating func readStale(_ vault: VaultNotes) {
    guard let files else { return }
    let missing = stale.subtracting(changed).subtracting(notes.keys)
    notes.merge(vault.notes(missing.sorted(), of: files)) { $1 }
  }

  /// The rows as they were kept, with the present numbers of files; those of stale notes do not hold.
  var rows: [ArraySlice<UInt8>] {
    guard let renumbered = kept.renumbered else { return kept.rows }
    return kept.rows.enumerated().map { number, bytes in
      if stale.contains(number) || bytes.isEmpty { return [] }
      var row = LinkRow(bytes)
      row.files = row.files.map { renumbered[$0] }
      return row.bytes
    }
  }

  /// True if the cache has these very rows.
  func isKept(for table: FolderTable) -> Bool { stale.isEmpty && kept.isKept(for: table) }
}
