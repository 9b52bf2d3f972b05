/// Collects one document's words and values, on one thread, for a segment being built.
package final class DocumentWriter {
  /// Bytes of a keyword that count; longer ones are cut. A path that the system opens has at most 4,096.
  package static let maximumKeyword = 4_300

  let table: TermTable
  private(set) var records: [(document: UInt32, record: DocumentRecord)] = []
  /// The numbers of the documents begun so far, from the first to the last; nil before the first.
  private(set) var numbers: ClosedRange<UInt32>?
  private let schema: IndexSchema
  /// The state that changes with every word, in one value, because each access of a class's
  /// property is checked.
  private var feed: WordFeed
  private let keyword = ScratchBytes(capacity: DocumentWriter.maximumKeyword + 16)
  private var record = DocumentRecord(key: [], title: [], columns: [], language: "", length: 0)

  init(schema: IndexSchema) {
    self.schema = schema
    table = TermTable()
    feed = WordFeed(table: table, schema: schema)
  }

  /// The document's title: stored for the client, not indexed.
  package var title: [UInt8] {
    get { record.title }
    set { record.title = newValue }
  }

  /// The document's numbers, one for each of the schema's columns; `Int64.min` if there is none.
  package var columns: [Int64] {
    get { record.columns }
    set { record.columns = newValue }
  }

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
  package func add(
    _ text: ByteView, from lower: Int, to upper: Int, field: Int, joinsPrevious: Bool = false,
    startsBlock: Bool = false
  ) {
    feed.add(
      text, from: lower, to: upper, field: field, joinsPrevious: joinsPrevious,
      startsBlock: startsBlock)
  }

  /// Parts what was added from what follows, so that words on both sides are not near one another.
  package func startPart() { feed.startPart() }

  /// Adds words of the source that a reader does not see, for regular expressions only.
  package func add(hidden text: ByteView, from lower: Int, to upper: Int) {
    // Most text between runs is markup without a single letter.
    var first = lower
    while first < upper, !Tokenizer.mayBelongToWord(text[first]) { first += 1 }
    if first < upper { feed.add(hidden: text, from: first, to: upper) }
  }

  /// Adds a whole value in one of the client's key spaces (0 to 47), found exactly or by prefix.
  package func add(keyword value: ByteView, space: Int) {
    let count = min(value.count, Self.maximumKeyword)
    let view = keyword.view
    view[0] = KeySpace.keywords(space)
    for index in 0..<count { view[1 + index] = value[index] }
    table.add(key: view.view(0..<(1 + count)), document: feed.words.document, position: 0, field: 0)
  }

  func begin(_ document: UInt32, key: [UInt8]) {
    record = DocumentRecord(
      key: key, title: [], columns: Array(repeating: 0, count: schema.columnCount), language: "",
      length: 0)
    numbers = (numbers?.lowerBound ?? document)...document
    feed.begin(document)
  }

  func end() {
    finish()
    record.length = feed.words.count
    records.append((feed.words.document, record))
  }

  /// Forgets the document being written; its postings so far name a document that has no record.
  func abandon() { finish() }

  private func finish() {
    feed.finish()
    table.recordWaiting()
  }
}

/// Turns a document's text into occurrences in a table.
private struct WordFeed {
  /// Positions left free between two blocks, so that a phrase does not reach across.
  static let blockGap: UInt32 = 1
  /// Positions left free between two parts of a document. More would take more room in the index, where a place is kept
  /// by how far it is from the one before.
  static let partGap: UInt32 = 100

  var words: WordSink
  private var tokenizer = Tokenizer()
  private var hidden: HiddenSink
  private var hiddenTokenizer = Tokenizer()
  /// The key space of each field's own words, or 0 if it has none.
  private var fieldSpaces = InlineArray<8, UInt8>(repeating: 0)

  init(table: TermTable, schema: IndexSchema) {
    words = WordSink(table: table)
    hidden = HiddenSink(table: table)
    for (index, field) in schema.fields.enumerated() where field.isSearchable {
      fieldSpaces[index] = KeySpace.field(index)
    }
  }

  mutating func begin(_ document: UInt32) {
    words.document = document
    words.position = 0
    words.count = 0
    hidden.document = document
  }

  mutating func add(
    _ text: ByteView, from lower: Int, to upper: Int, field: Int, joinsPrevious: Bool,
    startsBlock: Bool
  ) {
    if !joinsPrevious { tokenizer.finish(sink: &words) }
    if startsBlock { words.position &+= Self.blockGap }
    words.field = UInt32(field)
    words.fieldSpace = fieldSpaces[field]
    tokenizer.feed(text, from: lower, to: upper, sink: &words)
  }

  mutating func startPart() {
    tokenizer.finish(sink: &words)
    words.position &+= Self.partGap
  }

  mutating func add(hidden text: ByteView, from lower: Int, to upper: Int) {
    hiddenTokenizer.feed(text, from: lower, to: upper, sink: &hidden)
    hiddenTokenizer.finish(sink: &hidden)
  }

  mutating func finish() { tokenizer.finish(sink: &words) }
}

/// Words that count.
private struct WordSink: Tokenizer.Sink {
  let table: TermTable
  var document: UInt32 = 0
  var position: UInt32 = 0
  var field: UInt32 = 0
  var fieldSpace: UInt8 = 0
  var count = 0

  init(table: TermTable) { self.table = table }

  @inline(__always)
  mutating func word(_ word: MutableByteView, length: Int, start: Int, end: Int) {
    if length >= Tokenizer.maximumLength { table.markTruncated(document) }
    word[0] = KeySpace.words
    let key = word.view(0..<(length &+ 1))
    table.add(key: key, document: document, position: position, field: field)
    if fieldSpace != 0 {
      word[0] = fieldSpace
      table.add(key: key, document: document, position: position, field: field)
    }
    position &+= 1
    count &+= 1
  }

  @inline(__always)
  mutating func word(
    _ word: Tokenizer.ShortWord, buffer: MutableByteView, start: Int, end: Int
  ) {
    table.add(word, space: KeySpace.words, document: document, position: position, field: field)
    if fieldSpace != 0 {
      table.add(word, space: fieldSpace, document: document, position: position, field: field)
    }
    position &+= 1
    count &+= 1
  }
}

/// Words that only regular expressions look at.
private struct HiddenSink: Tokenizer.Sink {
  let table: TermTable
  var document: UInt32 = 0

  init(table: TermTable) { self.table = table }

  mutating func word(_ word: MutableByteView, length: Int, start: Int, end: Int) {
    if length >= Tokenizer.maximumLength { table.markTruncated(document) }
    word[0] = KeySpace.hidden
    table.add(key: word.view(0..<(length + 1)), document: document, position: 0, field: 0)
  }

  @inline(__always)
  mutating func word(
    _ word: Tokenizer.ShortWord, buffer: MutableByteView, start: Int, end: Int
  ) {
    table.add(word, space: KeySpace.hidden, document: document, position: 0, field: 0)
  }
}

extension TermTable {
  /// Records that a word was cut, so that a regular expression's word may be in the missing part.
  @inline(never)
  fileprivate func markTruncated(_ document: UInt32) {
    // Eight readable bytes follow the key.
    let key: [UInt8] = [KeySpace.truncated, 0, 0, 0, 0, 0, 0, 0, 0]
    key.withByteView {
      add(key: $0.slice(0..<1), document: document, position: 0, field: 0)
    }
  }
}
