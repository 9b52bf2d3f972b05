/// The facts of one document in a new segment, besides its words.
struct DocumentRecord: Sendable {
  var key: [UInt8]
  var title: [UInt8]
  var columns: [Int64]
  var language: String
  /// Words in all fields.
  var length: Int
}

/// The source of a new segment's documents, in the order of their keys: records, or older segments.
protocol DocumentSource {
  var count: Int { get }
  func forEachKey(_ body: ([UInt8]) -> Void) throws(IndexError)
  func forEachTitle(_ body: ([UInt8]) -> Void) throws(IndexError)
  /// Words in all fields, as exactly as they are known.
  func length(_ document: Int) throws(IndexError) -> Int
  func language(_ document: Int) throws(IndexError) -> String
  /// `Int64.min` for none.
  func value(_ column: Int, _ document: Int) throws(IndexError) -> Int64
}

/// Documents that were just read.
struct RecordedDocuments: DocumentSource {
  let records: [DocumentRecord]

  var count: Int { records.count }

  func forEachKey(_ body: ([UInt8]) -> Void) { for record in records { body(record.key) } }

  func forEachTitle(_ body: ([UInt8]) -> Void) { for record in records { body(record.title) } }

  func length(_ document: Int) -> Int { records[document].length }

  func language(_ document: Int) -> String { records[document].language }

  func value(_ column: Int, _ document: Int) -> Int64 { records[document].columns[column] }
}

extension DocumentSource {
  /// The sums of the length bytes of all documents.
  func totalLength() throws(IndexError) -> Int {
    var total = 0
    for document in 0..<count { total += LengthByte.kept(of: try length(document)) }
    return total
  }
}
