/// Remarks gathered while a query is read.
struct QueryNotes {
  /// The greatest number of notes; more would not help.
  private static let limit = 20

  /// Places in scalars, with their remarks.
  private var notes: [(range: Range<Int>, message: String)] = []

  mutating func add(_ range: Range<Int>, _ message: String) {
    if notes.count < Self.limit { notes.append((range, message)) }
  }

  mutating func add(_ other: QueryNotes) {
    for note in other.notes { add(note.range, note.message) }
  }

  /// The remarks in the order of the text, with their places in UTF-8 offsets.
  func located(in scalars: [Unicode.Scalar]) -> [QueryNote] {
    let ordered = notes.sorted {
      ($0.range.lowerBound, $0.message) < ($1.range.lowerBound, $1.message)
    }
    var scalar = 0
    var utf8 = 0
    return ordered.map { note in
      for passed in scalars[scalar..<note.range.lowerBound] { utf8 += UTF8.width(passed) }
      scalar = note.range.lowerBound
      let length = scalars[note.range].reduce(0) { $0 + UTF8.width($1) }
      return QueryNote(range: utf8..<utf8 + length, message: note.message)
    }
  }
}
