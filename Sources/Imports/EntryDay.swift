import Files
import Indexing
import Notes
import Settings
import Steps
import Vaults

/// A day of a journal while an import is planned: its note, and what becomes of the entries there.
struct EntryDay {
  let date: CivilDate
  let path: NotePath
  let editor: JournalEditor
  /// The note as it was read; nil for a new one.
  let old: VaultFolder.Contents?
  /// The program whose entries come.
  let source: String
  var standing: StandingEntries
  var memory: EntryMemory
  /// Entries that get another text, by their places in the note.
  var changed: [Int: NewJournalEntry] = [:]
  /// Entries that an import left, and which have another time in the file.
  var retimed: [Int] = []
  /// Entries that go to another day, with the path of that.
  var leaving: [Int: NotePath] = [:]
  var new: [NewJournalEntry] = []
  /// Entries that the day does not have; they may be on another.
  var unknown: [OpenEntry] = []
  /// Lines of the record on entries that the journal has an id for, with the days that have to be written.
  var lines: [(line: String, needs: [NotePath])] = []
  /// The note that the import makes.
  var written: [UInt8]?

  init(
    _ date: CivilDate, at path: NotePath, _ editor: JournalEditor, _ old: VaultFolder.Contents?,
    _ memory: EntryMemory, from source: String
  ) {
    self.date = date
    self.path = path
    self.editor = editor
    self.old = old
    self.memory = memory
    self.source = source
    standing = StandingEntries(editor)
  }

  /// True if the note gets, changes or loses something.
  var isChanged: Bool { !new.isEmpty || !changed.isEmpty || !leaving.isEmpty }

  /// The note as the import leaves it.
  func note(in vault: Vault) throws -> [UInt8] {
    try Vault.naming(old == nil ? nil : date) {
      var day = changed.isEmpty ? editor : try vault.journalEditor(editor.replacing(changed))
      for index in (retimed + leaving.keys).sorted().reversed() {
        day = try vault.journalEditor(day.removing(index))
      }
      return new.isEmpty ? day.note.source : try day.adding(new)
    }
  }

  /// The values that the next import compares with.
  var remembered: [ImportPlan.Remembered] {
    var remembered = lines.map { line in
      ImportPlan.Remembered(path: path, source: source, line: line.line, needs: line.needs)
    }
    if let line = memory.line {
      remembered.append(
        .init(path: path, source: source, line: line, needs: Array(leaving.values)))
    }
    return remembered
  }
}

/// An entry of a file, looked for among those of its day.
struct OpenEntry {
  /// The name of the entry for people.
  let item: String
  let text: EntryText
  let known: KnownEntry
  /// The time of its last change, where the journal says it.
  let modified: String?
  /// True if an import brought a later version of it.
  let isOlder: Bool
}

/// An entry that was on another day at the last import.
struct EntryArrival {
  let entry: OpenEntry
  /// The day of the file.
  let date: CivilDate
  /// True if that day has it already.
  let isThere: Bool
}
