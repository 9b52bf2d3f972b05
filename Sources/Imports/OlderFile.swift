import Exchange
import Notes
import Settings
import Steps

/// The newest dates of a file and of what was imported before it, where the file is the older one.
package struct OlderFile: Equatable, Sendable {
  /// The newest date of the file, `2026-10-02`.
  package let newest: String
  /// The newest date of what was imported before.
  package let last: String
  /// True if the dates are those of entries, so that the file may also be a part of a newer one.
  package var mayBePart = false

  /// - Returns: nil unless the file is older than what was imported before. A date that says less than the other is
  ///   not older.
  init?(newest: String?, last: String?) {
    guard let newest, let last, newest < last, !last.hasPrefix(newest) else { return nil }
    self.newest = newest
    self.last = last
  }
}

extension Vault {
  /// Tells whether a file is older than what was imported before from the same program.
  ///
  /// The newest date of a catalogue is that of the last book that was added, begun or finished; that of a journal is
  /// the time of its last change. Where a journal does not say when its entries were changed, it is the time of its last
  /// entry, if most of its entries came before: else it may be another journal.
  /// - Parameter zone: the zone of this device.
  /// - Returns: nil for a file that is not older, or of a program that gives no such dates.
  /// - Throws: `WriteError` if a file of the record cannot be read; `ImportError.badFolder`.
  package func olderFile(_ imported: Imported, in zone: Zone = .utc) throws -> OlderFile? {
    switch imported.content {
    case .books(let books):
      guard let source = books.first?.source else { return nil }
      let dates = books.flatMap { book in
        [book.added?.description].compactMap { $0 }
          + book.readings.flatMap { [$0.started, $0.finished] }.compactMap {
            $0.flatMap { PartialDate(written: $0)?.description }
          }
      }
      let record = try ImportRecord(of: source, in: self)
      guard let older = OlderFile(newest: dates.max(), last: record.newestDate) else { return nil }
      let later = record.dated(after: older.newest)
      if later.count == 1, let book = books.first(where: { $0.id == later[0] }),
        Self.hasOtherDate(book, record)
      {
        return nil
      }
      return older
    case .journal(let journal):
      guard let source = journal.entries.first?.source else { return nil }
      let newest = journal.entries.compactMap(\.modified).max()
      if newest == nil {
        var run = try EntryRun(self, ImportOptions(zone: zone, now: 0), files: [])
        var older = try run.older(journal.entries)
        older?.mayBePart = true
        return older
      }
      return OlderFile(newest: newest, last: try ImportRecord(of: source, in: self).newestDate)
    default: return nil
    }
  }

  /// True if a book has as many readings as at the last import: a date of it was put right.
  private static func hasOtherDate(_ book: ImportedBook, _ record: ImportRecord) -> Bool {
    !book.readings.isEmpty
      && record.values(of: "readings", for: book.id)?.count == book.readings.count
      && record.values(of: "read-count", for: book.id) == book.timesRead.map { [String($0)] }
  }
}
