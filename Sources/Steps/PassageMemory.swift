import Exchange
import Notes

/// The passages and notes of a book that earlier imports brought, by which those that a person deleted stay deleted.
package struct PassageMemory {
  private static let (highlights, notes, leftOut) = ("highlights", "notes", "left out")

  private let record: ImportRecord
  private let id: String
  private var came: [String: [String]] = [:]
  private var gone: Set<String>
  private let told: Set<String>

  /// - Parameter id: the book's name in the other program.
  package init(_ record: ImportRecord, of id: String) {
    self.record = record
    self.id = id
    told = Set(record.values(of: Self.leftOut, for: id) ?? [])
    gone = told
  }

  /// True if an import brought the text before.
  package func knows(_ text: String, isNote: Bool) throws -> Bool {
    let digest = try Self.digest(text)
    return record.everything(in: isNote ? Self.notes : Self.highlights, for: id).contains(digest)
  }

  /// Remembers a passage, if it has a text, and its notes as here.
  package mutating func keep(_ quote: ClippedBook.Quote) throws {
    if !quote.text.isEmpty { try keep(quote.text, in: Self.highlights) }
    try keep(notesOf: quote)
  }

  /// Remembers the notes on a passage as here.
  package mutating func keep(notesOf quote: ClippedBook.Quote) throws {
    for note in quote.notes where try !gone.contains(Self.digest(note)) {
      try keep(note, in: Self.notes)
    }
  }

  private mutating func keep(_ text: String, in key: String) throws {
    let digest = try Self.digest(text)
    gone.remove(digest)
    if record.everything(in: key, for: id).contains(digest) || came[key]?.contains(digest) == true {
      return
    }
    came[key, default: []].append(digest)
  }

  /// Remembers a text as left out.
  ///
  /// - Returns: true if that has not been told yet.
  package mutating func leaveOut(_ text: String) throws -> Bool {
    let digest = try Self.digest(text)
    gone.insert(digest)
    return !told.contains(digest)
  }

  /// Takes back that a text was left out.
  package mutating func bringBack(_ text: String) throws { gone.remove(try Self.digest(text)) }

  /// The values for the record.
  package var values: [(key: String, values: [String])] {
    var values = [Self.highlights, Self.notes].compactMap { key in
      came[key].map { (key: key, values: $0) }
    }
    if gone != told { values.append((Self.leftOut, gone.sorted())) }
    return values
  }

  /// The digests of a note's texts that a key of the record may have; nil if it has no passages.
  static func texts(of key: String, in note: Note) throws -> Set<String>? {
    guard [highlights, notes, leftOut].contains(key) else { return nil }
    return Set(try note.quotes.map { try digest(note.plainText(in: $0.text)) })
  }

  private static func digest(_ text: String) throws -> String {
    try ImportRecord.digest(ImportText.key(text))
  }
}
