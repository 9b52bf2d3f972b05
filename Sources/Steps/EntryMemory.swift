import Indexing
import Notes

/// The entries of one day as earlier imports of a journal gave them, by which a change of the file is told from one
/// that a person made in the note.
///
/// It knows of each minute the digests of the entries that the journal has there now, and of those that it had once.
package struct EntryMemory {
  private let record: ImportRecord
  private let day: String
  private var settled: [String: [String]] = [:]
  /// The digests of the entries that the journal has.
  private var present: [String: Set<String>] = [:]

  package init(_ record: ImportRecord, of day: CivilDate) {
    self.record = record
    self.day = day.description
  }

  /// Tells of an entry that the journal has; called for all before the others are used.
  package mutating func see(_ entry: NewJournalEntry) throws {
    present[Self.minute(entry), default: []].insert(try Self.digest(entry))
  }

  /// True if the last import had the entry.
  package func wasLast(_ entry: NewJournalEntry) throws -> Bool {
    try now(Self.minute(entry)).contains(Self.digest(entry))
  }

  /// True if any import had the entry.
  package func everCame(_ entry: NewJournalEntry) throws -> Bool {
    try record.everything(in: Self.minute(entry), for: day).contains(Self.digest(entry))
  }

  /// True if no import had an entry of its minute.
  package func isFirst(_ entry: NewJournalEntry) -> Bool {
    record.values(of: Self.minute(entry), for: day) == nil
  }

  /// True if the last import had an entry of the same minute that the journal no longer has.
  package func hasLost(at entry: NewJournalEntry) -> Bool {
    let minute = Self.minute(entry)
    let before = record.values(of: minute, for: day) ?? []
    return before.contains { !present[minute, default: []].contains($0) }
  }

  /// True if the last import had the entry, which the journal no longer has at its minute.
  package func hasLeft(_ entry: NewJournalEntry) throws -> Bool {
    try wasLast(entry) && present[Self.minute(entry)]?.contains(Self.digest(entry)) != true
  }

  /// True if the last import had entries at a minute at which the journal has some.
  package var isContinued: Bool {
    present.keys.contains { record.values(of: $0, for: day)?.isEmpty == false }
  }

  /// The digests of entries that the last import had at a minute, and that the journal no longer has there.
  package func lost(at minute: String) -> [String] {
    now(minute).filter { present[minute]?.contains($0) != true }
  }

  /// Remembers that the journal no longer has an entry.
  package mutating func forget(_ entry: NewJournalEntry) throws {
    forget(try Self.digest(entry), at: Self.minute(entry))
  }

  /// Remembers that the journal no longer has the entry of a digest at a minute.
  package mutating func forget(_ digest: String, at minute: String) {
    settled[minute] = now(minute).filter { $0 != digest }
  }

  /// Remembers an entry of the journal, in the place of the one that it had there before.
  package mutating func settle(_ entry: NewJournalEntry, replacing old: NewJournalEntry? = nil)
    throws
  {
    let (minute, digest) = (Self.minute(entry), try Self.digest(entry))
    var digests = now(minute)
    if let old = try old.map(Self.digest) { digests.removeAll { $0 == old } }
    if !digests.contains(digest) { digests.append(digest) }
    settled[minute] = digests
  }

  /// The line for the record; nil if nothing is new.
  package var line: String? {
    record.line(for: day, settled.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }

  private func now(_ minute: String) -> [String] {
    settled[minute] ?? record.values(of: minute, for: day) ?? []
  }

  /// The entries of a note at the minute that a key of the record means, as they are written.
  static func entries(of key: String, in note: Note) -> [String] {
    note.journalEntries.filter { minute($0.time) == key }
      .map { JournalText.trimmed(note.source[$0.range.indices]) }
  }

  /// The minute of an entry, `08:15`.
  package static func minute(_ entry: NewJournalEntry) -> String { minute(entry.time) }

  /// The minute of a time, `08:15`.
  package static func minute(_ time: ClockTime) -> String {
    ClockTime(secondOfDay: time.secondOfDay / 60 * 60).description
  }

  /// The digest of an entry's mood, title and text.
  package static func digest(_ entry: NewJournalEntry) throws -> String {
    try ImportRecord.digest((entry.mood ?? "") + "\n" + entry.words)
  }
}
