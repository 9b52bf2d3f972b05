import Files
import Notes
import Search

extension VaultSearch {
  /// The facts of a note that are in the index.
  package struct Facts: Sendable, Equatable {
    /// The time of the file's last change, in UTC milliseconds.
    package let modified: Int64
    /// The creation time of the front matter, in UTC milliseconds.
    package let created: Int64?
    /// The journal day, or the front matter's `date`.
    package let day: CivilDate?
    /// The number of words.
    package let words: Int
  }

  /// The facts of a found note from the index; the note is not read.
  package func facts(of result: Result) throws(IndexError) -> Facts { try facts(of: result.id) }

  /// The facts of a document from the index; the note is not read.
  package func facts(of id: DocumentID) throws(IndexError) -> Facts {
    func value(_ column: VaultSchema.Column) throws(IndexError) -> Int64? {
      let value = try index.notes.value(column.rawValue, of: id)
      return value == VaultSchema.unknown ? nil : value
    }
    return Facts(
      modified: try value(.modified) ?? 0,
      created: try moment(.created, of: id)?.milliseconds(in: zone),
      day: try moment(.day, of: id)?.day(in: zone),
      words: Int(try value(.words) ?? 0))
  }

  /// The moment in a column; nil if the note gives none.
  func moment(_ column: VaultSchema.Column, of id: DocumentID) throws(IndexError) -> IndexedMoment?
  {
    IndexedMoment(indexed: try index.notes.value(column.rawValue, of: id))
  }

  /// The day of the journal whose note has a path; nil of other notes.
  package func day(of path: NotePath) -> CivilDate? { indexing.journal.day(of: path) }

  /// True if any note has a property of that name, in any case.
  package func hasProperty(_ name: String) throws(IndexError) -> Bool {
    let prefix = Array(PropertyKey.fold(name).utf8) + [0]
    var isThere = false
    try index.notes.forEachKeyword(
      space: VaultSchema.Space.propertyKey.rawValue, prefix: prefix
    ) { _, _ in isThere = true }
    return isThere
  }
}
