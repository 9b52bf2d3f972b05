import Indexing
import Notes

/// An entry of a journal as the last import had it, found by the journal's own id for it.
struct KnownEntry {
  private static let (placeKey, modifiedKey) = ("at", "modified")

  private let record: ImportRecord
  private let id: String

  /// - Parameter id: empty for a journal whose entries have none.
  init(_ id: String, in record: ImportRecord) {
    self.id = id
    self.record = record
  }

  /// The day, `2026-11-21`, the minute, `08:15`, and the digest; nil for an entry that did not come before.
  private var place: (day: String, minute: String, digest: String)? {
    guard let values = record.values(of: Self.placeKey, for: id), values.count == 3 else {
      return nil
    }
    return (values[0], values[1], values[2])
  }

  /// True if the entry was changed in the journal since this version of it.
  func isNewer(than modified: String?) -> Bool {
    guard let last = record.values(of: Self.modifiedKey, for: id)?.first, let modified else {
      return false
    }
    return modified < last
  }

  /// True if an entry of a note stands in its place, of the day and minute.
  func isAtPlace(_ entry: NewJournalEntry, on day: CivilDate) -> Bool {
    place.map { $0.day == day.description && $0.minute == EntryMemory.minute(entry) } ?? false
  }

  /// True if an entry of a note is as the last import left it.
  func isAsItCame(_ entry: NewJournalEntry, on day: CivilDate) throws -> Bool {
    try isAtPlace(entry, on: day) && place?.digest == EntryMemory.digest(entry)
  }

  /// A line for the record on the entry as it is now; nil where nothing is new, or the journal does not say when it was
  /// changed.
  func line(for entry: NewJournalEntry, on day: CivilDate, modified: String?) throws -> String? {
    guard let modified else { return nil }
    let place = [day.description, EntryMemory.minute(entry), try EntryMemory.digest(entry)]
    return record.line(for: id, [(Self.modifiedKey, [modified]), (Self.placeKey, place)])
  }
}
