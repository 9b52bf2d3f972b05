/// A consistent view of an index: its segments, and which of their documents are alive.
///
/// A value; a reader keeps the one it opened for as long as it likes. `updating(…)` gives the next
/// one, whose new segments are in memory until `IndexStore.commit` writes them.
package struct Index: Sendable {
  package let schema: IndexSchema
  var segments: [LiveSegment]
  /// The average length that all impacts were computed with.
  var averageLength: Double
  /// Counts commits; 0 for an index that was never written.
  package internal(set) var generation: UInt64
  /// The client's bytes of the manifest, in memory or in its mapped file.
  private var clientBytes: ClientBytes

  private enum ClientBytes: Sendable {
    case memory([UInt8])
    case mapped(MappedFile, Range<Int>)
  }

  /// An index without documents.
  package init(schema: IndexSchema) {
    self.schema = schema
    segments = []
    averageLength = 0
    generation = 0
    clientBytes = .memory([])
  }

  init(schema: IndexSchema, manifest: Manifest, file: MappedFile, segments: [LiveSegment]) {
    self.schema = schema
    self.segments = segments
    averageLength = manifest.averageLength
    generation = manifest.generation
    clientBytes = .mapped(file, manifest.client)
  }

  /// The bytes that the client stored with the index.
  package var client: [UInt8] {
    get {
      switch clientBytes {
      case .memory(let bytes): bytes
      case .mapped(let file, let range): file.view.slice(range).bytes
      }
    }
    set { clientBytes = .memory(newValue) }
  }

  /// The client's bytes, in place if they are mapped, and the object that keeps them alive.
  package var clientStorage: (owner: AnyObject, bytes: UnsafeRawBufferPointer)? {
    guard case .mapped(let file, let range) = clientBytes else { return nil }
    return unsafe (
      file, UnsafeRawBufferPointer(start: file.view.slice(range).base, count: range.count)
    )
  }

  /// The number of documents that are not deleted.
  package var documentCount: Int { segments.reduce(0) { $0 + $1.liveCount } }

  /// The average length of the living documents, as exactly as the index keeps lengths: the same
  /// however the index came to be.
  func livingAverageLength() throws(IndexError) -> Double {
    var total = 0
    for live in segments {
      total += live.segment.totalLength
      guard live.deletedCount > 0 else { continue }
      let lengths = try live.segment.lengthBytes()
      live.deleted.forEach { total -= LengthByte.decode(lengths[$0]) }
    }
    return max(1, Double(total) / Double(max(1, documentCount)))
  }

  /// The number of segments.
  package var segmentCount: Int { segments.count }
  /// The size of the index on the disk, in bytes.
  package var byteCount: Int { segments.reduce(client.count) { $0 + $1.segment.file.count } }

  /// Verifies every byte.
  /// - Throws: `IndexError.damaged`
  package func verify() throws(IndexError) {
    for live in segments { try live.segment.verifyAll() }
  }
}

/// A document of an index: valid for that value of the index only.
package struct DocumentID: Hashable, Sendable, Comparable {
  package let segment: Int
  package let document: Int

  package init(segment: Int, document: Int) {
    self.segment = segment
    self.document = document
  }

  package static func < (left: DocumentID, right: DocumentID) -> Bool {
    (left.segment, left.document) < (right.segment, right.document)
  }
}

extension Index {
  /// The document with `key`.
  package func document(withKey key: [UInt8]) throws(IndexError) -> DocumentID? {
    for (index, live) in segments.enumerated() {
      if let document = try live.segment.document(withKey: key), !live.deleted.contains(document) {
        return DocumentID(segment: index, document: document)
      }
    }
    return nil
  }

  /// A document's key, as its client gave it.
  package func key(of id: DocumentID) throws(IndexError) -> [UInt8] {
    try segments[id.segment].segment.key(id.document)
  }

  /// A document's title, as its client gave it.
  package func title(of id: DocumentID) throws(IndexError) -> [UInt8] {
    try segments[id.segment].segment.title(id.document)
  }

  /// The number that a document carries in a column.
  package func value(_ column: Int, of id: DocumentID) throws(IndexError) -> Int64 {
    try segments[id.segment].segment.value(column, id.document)
  }

  /// The code of a document's language.
  package func language(of id: DocumentID) throws(IndexError) -> String {
    try segments[id.segment].segment.language(id.document)
  }

  /// Every living document with its key, segment by segment in order of keys.
  package func forEachDocument(
    _ body: (DocumentID, [UInt8]) -> Void
  ) throws(IndexError) {
    for (index, live) in segments.enumerated() {
      try live.segment.forEachKey { document, key in
        if !live.deleted.contains(document) {
          body(DocumentID(segment: index, document: document), key)
        }
      }
    }
  }

  /// Every value of a key space that begins with `prefix`, in the order of bytes, with how many living documents
  /// hold it.
  package func forEachKeyword(
    space: Int, prefix: [UInt8] = [], _ body: ([UInt8], Int) throws(IndexError) -> Void
  ) throws(IndexError) {
    let start = [KeySpace.keywords(space)] + prefix
    var found: [(value: [UInt8], count: Int)] = []
    for live in segments {
      try live.segment.forEachTerm(prefix: start) { (key, postings) throws(IndexError) in
        let count =
          live.deletedCount == 0
          ? postings.documents : try live.documents(of: postings).count
        if count > 0 { found.append((Array(key.dropFirst()), count)) }
        return true
      }
    }
    // The values of each segment are in order already.
    if segments.count > 1 { found.sort { $0.value.lexicographicallyPrecedes($1.value) } }
    var next = 0
    while next < found.count {
      let value = found[next].value
      var count = found[next].count
      next += 1
      while next < found.count, found[next].value == value {
        count += found[next].count
        next += 1
      }
      try body(value, count)
    }
  }

  /// Every value of a key space that begins with `prefix`, with each living document that holds it; a value of
  /// several segments comes several times.
  package func forEachPostingList(
    space: Int, prefix: [UInt8] = [],
    _ body: ([UInt8], [DocumentID]) throws(IndexError) -> Void
  ) throws(IndexError) {
    let start = [KeySpace.keywords(space)] + prefix
    for (number, live) in segments.enumerated() {
      try live.segment.forEachTerm(prefix: start) { (key, postings) throws(IndexError) in
        var ids: [DocumentID] = []
        if let inline = postings.inline {
          let document = Int(inline.document)
          guard document < live.segment.documentCount else { throw .damaged("document") }
          if !live.deleted.contains(document) {
            ids.append(DocumentID(segment: number, document: document))
          }
        } else {
          try live.documents(of: postings).forEach {
            ids.append(DocumentID(segment: number, document: $0))
          }
        }
        if !ids.isEmpty { try body(Array(key.dropFirst()), ids) }
        return true
      }
    }
  }

  /// The living documents with exactly this value of a key space.
  package func documents(withKeyword value: [UInt8], space: Int) throws(IndexError) -> [DocumentID]
  {
    var result: [DocumentID] = []
    for (index, live) in segments.enumerated() {
      guard let postings = try live.segment.find([KeySpace.keywords(space)] + value) else {
        continue
      }
      try live.documents(of: postings).forEach {
        result.append(DocumentID(segment: index, document: $0))
      }
    }
    return result
  }
}

extension LiveSegment {
  /// The living documents of a term.
  func documents(of postings: TermPostings) throws(IndexError) -> DocumentSet {
    var set = DocumentSet(capacity: segment.documentCount)
    if let inline = postings.inline {
      guard Int(inline.document) < segment.documentCount else { throw .damaged("document") }
      set.insert(Int(inline.document))
    } else {
      let buffer = PostingBuffer()
      try PostingsDecoder.decode(
        try segment.bytes(.postings, postings.list), documents: postings.documents, into: buffer)
      for index in 0..<buffer.documents.count {
        let document = Int(buffer.documents[index])
        guard document < segment.documentCount else { throw .damaged("document") }
        set.insert(document)
      }
    }
    if deletedCount > 0 { set.subtract(deleted) }
    return set
  }
}

extension Index {
  /// The documents with any value of a key space that begins with `prefix` and that `matches` takes;
  /// deleted documents may be among them.
  package func documents(
    space: Int, prefix: [UInt8], where matches: ([UInt8]) -> Bool
  ) throws(IndexError) -> [DocumentSet] {
    var sets = emptySets()
    let start = [KeySpace.keywords(space)] + prefix
    for (number, live) in segments.enumerated() {
      try live.segment.forEachTerm(prefix: start) { (key, postings) throws(IndexError) in
        if matches(Array(key.dropFirst())) {
          sets[number].formUnion(try live.documents(of: postings))
        }
        return true
      }
    }
    return sets
  }

  /// The documents whose number in `column` is within `range`; deleted ones may be among them.
  package func documents(
    column: Int, in range: ClosedRange<Int64>
  ) throws(IndexError) -> [DocumentSet] {
    try documents(column: column) { range.contains($0) }
  }

  /// The documents whose number in `column` is taken; deleted ones may be among them.
  package func documents(
    column: Int, where matches: (Int64) -> Bool
  ) throws(IndexError) -> [DocumentSet] {
    var sets = emptySets()
    for (number, live) in segments.enumerated() {
      for document in 0..<live.segment.documentCount
      where matches(try live.segment.value(column, document)) {
        sets[number].insert(document)
      }
    }
    return sets
  }

  /// The documents that `matches` takes, by their keys.
  package func documents(where matches: (DocumentID, [UInt8]) -> Bool) throws(IndexError)
    -> [DocumentSet]
  {
    var sets = emptySets()
    try forEachDocument { id, key in
      if matches(id, key) { sets[id.segment].insert(id.document) }
    }
    return sets
  }

  /// The documents in `language`; nil for one without a stemmer, which the index does not tell apart.
  package func documents(language: String) throws(IndexError) -> [DocumentSet]? {
    let name = Stemmer.canonicalName(language)
    if name.isEmpty { return nil }
    var sets = emptySets()
    for (number, live) in segments.enumerated() {
      for document in 0..<live.segment.documentCount
      where try live.segment.language(document) == name {
        sets[number].insert(document)
      }
    }
    return sets
  }
}

/// The words of a text as the index folds them, for comparing values by their words.
package func foldedWords(_ text: String) -> [[UInt8]] { QueryWords(text).words.map { $0.text } }
