import Files
import Search

/// Some numbers about a document.
protocol NumberRow: Sendable {
  /// The number of its numbers.
  static var width: Int { get }

  /// A row of numbers that `next` gives one after the other.
  init(next: () -> UInt32)

  /// The numbers in their order.
  var numbers: [UInt32] { get }
}

extension StateCache {
  /// The rows of all documents by segment, or nil if the file is missing, damaged or of another state.
  ///
  /// ```
  /// payload := row* of each document, by segment
  /// row := u32*
  /// ```
  func rows<Row: NumberRow>(_ index: Index, _ table: FolderTable) -> [[Row]]? {
    let sizes = index.emptySets().map(\.capacity)
    guard let payload = payload(index, table),
      payload.count == 4 * Row.width * sizes.reduce(0, +)
    else { return nil }
    return unsafe payload.withUnsafeBytes { raw in
      var offset = 0
      func next() -> UInt32 {
        defer { offset += 4 }
        return UInt32(
          littleEndian: unsafe raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      }
      return sizes.map { size in (0..<size).map { _ in Row(next: next) } }
    }
  }

  /// Keeps the rows of all documents.
  func keep(_ rows: [[some NumberRow]], _ index: Index, _ table: FolderTable) {
    var writer = PayloadWriter()
    for row in rows.joined() {
      for number in row.numbers { writer.add(number) }
    }
    keep(writer.bytes, index, table)
  }
}
