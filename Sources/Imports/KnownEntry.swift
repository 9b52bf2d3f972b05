import Indexing
import Notes
import Steps

/// An entry of a journal as the last import had it, found by the journal's own id for it.
struct KnownEntry {
  private static let (placeKey, modifiedKey, keptKey) = ("at", "modified", "kept")

  private let record: ImportRecord
  private let id: String

  /// - Parameter id: empty for a journal whose entries have none.
  init(_ id: String, in record: ImportRecord) {
    self.id = id
    self.record = record
  }

  /// The place of an entry at the last import.
  struct Place: Hashable {
    /// `2026-11-21`.
    let day: String
    /// `08:15`.
    let minute: String
    let digest: String

    fileprivate var values: [String] { [day, minute, digest] }
  }

  /// Nil for an entry that did not come before.
  var place: Place? {
    guard let values = record.values(of: Self.placeKey, for: id), values.count == 3 else {
      return nil
    }
    return Place(day: values[0], minute: values[1], digest: values[2])
  }

  /// True if the person decided before that the note's entry stays where it is.
  func isKept(against entry: NewJournalEntry, on day: CivilDate) throws -> Bool {
    try record.values(of: Self.keptKey, for: id) == Self.place(of: entry, on: day).values
  }

  /// A line for the record on an entry of another day, against which the person keeps that of the note.
  func line(keptAgainst entry: NewJournalEntry, on day: CivilDate) throws -> String? {
    record.line(for: id, [(Self.keptKey, try Self.place(of: entry, on: day).values)])
  }

  private static func place(of entry: NewJournalEntry, on day: CivilDate) throws -> Place {
    Place(
      day: day.description, minute: EntryMemory.minute(entry),
      digest: try EntryMemory.digest(entry))
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
    let place = try Self.place(of: entry, on: day)
    return record.line(for: id, [(Self.modifiedKey, [modified]), (Self.placeKey, place.values)])
  }
}
