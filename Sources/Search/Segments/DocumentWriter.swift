/// Takes one document's words and values, on one thread, for a segment being built.
package final class DocumentWriter {
  /// Positions left free between two blocks, so that a phrase does not reach across.
  static let blockGap: UInt32 = 1

  let table = TermTable()
  private(set) var records: [(document: UInt32, record: DocumentRecord)] = []
  private let schema: IndexSchema
  private var tokenizer = Tokenizer()
  private var hiddenTokenizer = Tokenizer()
  private var sink: WordSink
  private let keyword = ScratchBytes(capacity: DocumentWriter.maximumKeyword + 16)
  private var record = DocumentRecord(key: [], title: [], columns: [], language: "", length: 0)

  /// Bytes of a keyword that count; longer ones are cut.
  package static let maximumKeyword = 480

  init(schema: IndexSchema) {
    self.schema = schema
    sink = WordSink(table: table)
  }

  /// What the client shows for the document: kept, not indexed.
  package var title: [UInt8] {
    get { record.title }
    set { record.title = newValue }
  }

  /// The document's numbers, one for each of the schema's columns.
  package var columns: [Int64] {
    get { record.columns }
    set { record.columns = newValue }
  }

  /// Words of the document so far, those held back not counted.
  package var wordCount: Int { sink.words }

  /// The language whose stems the document's words have: a code or name; others mean none.
  package func setLanguage(_ language: String) {
    record.language = language.isEmpty ? "" : Stemmer.canonicalName(language)
  }

  /// Adds words of `field`.
  ///
  /// - Parameters:
  ///   - text: the whole text; offsets are into it.
  ///   - joinsPrevious: the run continues the previous run's last word.
  ///   - startsBlock: no phrase reaches from the previous run into this one.
  @inline(__always)
  package func add(
    _ text: ByteView, from lower: Int, to upper: Int, field: Int, joinsPrevious: Bool = false,
    startsBlock: Bool = false
  ) {
    if !joinsPrevious { tokenizer.finish(sink: &sink) }
    if startsBlock { sink.position &+= Self.blockGap }
    if sink.field != UInt32(field) { select(field) }
    tokenizer.feed(text, from: lower, to: upper, sink: &sink)
  }

  /// Adds words of the source that a reader does not see, for regular expressions only.
  package func add(hidden text: ByteView, from lower: Int, to upper: Int) {
    tokenizer.finish(sink: &sink)
    var hidden = HiddenSink(table: table, document: sink.document)
    hiddenTokenizer.feed(text, from: lower, to: upper, sink: &hidden)
    hiddenTokenizer.finish(sink: &hidden)
  }

  private func select(_ field: Int) {
    sink.field = UInt32(field)
    sink.fieldSpace = schema.fields[field].isSearchable ? KeySpace.field(field) : 0
  }

  /// Adds a whole value in one of the client's key spaces (0 to 47), found exactly or by prefix.
  package func add(keyword value: ByteView, space: Int) {
    let count = min(value.count, Self.maximumKeyword)
    let view = keyword.view
    view[0] = KeySpace.keywords(space)
    for index in 0..<count { view[1 + index] = value[index] }
    table.add(key: view.view(0..<(1 + count)), document: sink.document, position: 0, field: 0)
  }

  func begin(_ document: UInt32, key: [UInt8]) {
    record = DocumentRecord(
      key: key, title: [], columns: Array(repeating: 0, count: schema.columnCount), language: "",
      length: 0)
    sink.document = document
    sink.position = 0
    sink.words = 0
    sink.field = 0
    select(0)
  }

  func end() {
    tokenizer.finish(sink: &sink)
    record.length = sink.words
    records.append((sink.document, record))
  }

  /// Forgets the document being written; its postings so far name a document that has no record.
  func abandon() {
    tokenizer.finish(sink: &sink)
  }

  private struct WordSink: Tokenizer.Sink {
    let table: TermTable
    var document: UInt32 = 0
    var position: UInt32 = 0
    var field: UInt32 = 0
    var fieldSpace: UInt8 = 0
    var words = 0

    @inline(__always)
    mutating func word(_ word: MutableByteView, length: Int, start: Int, end: Int) {
      if length >= Tokenizer.maximumLength { DocumentWriter.markTruncated(table, document) }
      word[0] = KeySpace.words
      let key = word.view(0..<(length &+ 1))
      table.add(key: key, document: document, position: position, field: field)
      if fieldSpace != 0 {
        word[0] = fieldSpace
        table.add(key: key, document: document, position: position, field: field)
      }
      position &+= 1
      words &+= 1
    }
  }

  private struct HiddenSink: Tokenizer.Sink {
    let table: TermTable
    let document: UInt32

    mutating func word(_ word: MutableByteView, length: Int, start: Int, end: Int) {
      if length >= Tokenizer.maximumLength { DocumentWriter.markTruncated(table, document) }
      word[0] = KeySpace.hidden
      table.add(
        key: word.view(0..<(length + 1)), document: document, position: 0, field: 0)
    }
  }

  /// Records that a word was cut, so that a regular expression's word may be in what is missing.
  @inline(never)
  private static func markTruncated(_ table: TermTable, _ document: UInt32) {
    let key: [UInt8] = [KeySpace.truncated, 0, 0, 0, 0, 0, 0, 0, 0]
    key.withByteView {
      table.add(key: $0.slice(0..<1), document: document, position: 0, field: 0)
    }
  }
}
