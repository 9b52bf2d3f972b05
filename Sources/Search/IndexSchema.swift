/// The named text fields of an index, their weights, and its columns: the client's choice, fixed
/// for the life of an index (another schema makes it be rebuilt).
package struct IndexSchema: Sendable, Equatable {
  /// One text field.
  package struct Field: Sendable, Equatable {
    /// The name that a query uses before its colon.
    package let name: String
    /// The weight of an occurrence in the score, in occurrences in the body; at least 1.
    package let weight: Int
    /// True if the field has posting lists of its own, so that `name:word` can be asked.
    package let isSearchable: Bool

    package init(name: String, weight: Int, isSearchable: Bool) {
      self.name = name
      self.weight = max(1, weight)
      self.isSearchable = isSearchable
    }
  }

  /// At most eight; the first is the body.
  package let fields: [Field]
  /// The number of 64-bit columns of each document.
  package let columnCount: Int
  /// The column that breaks ties between equal scores, larger first.
  package let tieBreakColumn: Int
  /// The version of the client's documents; it changes with their contents.
  package let revision: UInt32

  package init(fields: [Field], columnCount: Int, tieBreakColumn: Int, revision: UInt32) {
    precondition(!fields.isEmpty && fields.count <= 8 && tieBreakColumn < columnCount)
    self.fields = fields
    self.columnCount = columnCount
    self.tieBreakColumn = tieBreakColumn
    self.revision = revision
  }

  /// Names the schema and this build's formats; stored in every file of the index.
  var fingerprint: UInt64 {
    var text = "\(SegmentFormat.version) \(revision) \(columnCount) \(tieBreakColumn)"
    for field in fields { text += " \(field.name)=\(field.weight)/\(field.isSearchable)" }
    return Array(text.utf8).withByteView { Checksum.of($0) }
  }

  /// The number of the field with a name, nil if there is none.
  package func field(named name: String) -> Int? { fields.firstIndex { $0.name == name } }
}

/// The kinds of term: the first byte of every dictionary key.
enum KeySpace {
  /// Words of any field, as they were written but folded; with positions.
  static let words: UInt8 = 0x01
  /// Words of one field; with positions.
  static func field(_ field: Int) -> UInt8 { 0x10 + UInt8(field) }
  /// Whole values that the client gives: tags, flags, properties, links.
  static func keywords(_ space: Int) -> UInt8 { 0x40 + UInt8(space) }
  /// Word stems: this bit on top of the words' own key space; a language byte follows.
  static let stemBit: UInt8 = 0x80

  /// Words of the source that a reader does not see (addresses, markup): only regular expressions
  /// look there.
  static let hidden: UInt8 = 0x7E
  /// One key, of documents with a word that was cut.
  static let truncated: UInt8 = 0x7F

  static func hasPositions(_ space: UInt8) -> Bool { space < 0x40 }
  static func isWord(_ space: UInt8) -> Bool { space < 0x40 }
}
