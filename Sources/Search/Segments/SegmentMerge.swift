/// Merges several segments into one, without the deleted documents.
struct SegmentMerge {
  /// The documents of the new segment, in order of their keys.
  private(set) var documents: [DocumentRecord] = []
  /// For each segment, its documents' new numbers; `UInt32.max` for the deleted.
  private var numbers: [[UInt32]] = []
  private let parts: [LiveSegment]

  init(_ parts: [LiveSegment], columnCount: Int) throws(IndexError) {
    self.parts = parts
    var order: [(key: [UInt8], part: Int, document: Int)] = []
    for (index, part) in parts.enumerated() {
      numbers.append(Array(repeating: .max, count: part.segment.documentCount))
      try part.segment.forEachKey { document, key in
        if !part.deleted.contains(document) { order.append((key, index, document)) }
      }
    }
    order.sort { left, right in
      left.key.withByteView { left in right.key.withByteView { left.compare($0) < 0 } }
    }
    for (number, entry) in order.enumerated() {
      numbers[entry.part][entry.document] = UInt32(number)
      let segment = parts[entry.part].segment
      var columns: [Int64] = []
      for column in 0..<columnCount {
        columns.append(try segment.value(column, entry.document))
      }
      // The length byte is all that is kept of the length, and all that is used of it.
      documents.append(
        DocumentRecord(
          key: entry.key, title: try segment.title(entry.document), columns: columns,
          language: try segment.language(entry.document),
          length: LengthByte.decode(try segment.lengthBytes()[entry.document])))
    }
  }

  func terms() throws(IndexError) -> MergedTerms {
    try MergedTerms(parts.map { $0.segment }, numbers: numbers)
  }
}

/// The terms of several segments as one sorted source, under new document numbers.
struct MergedTerms: TermSource {
  private let segments: [Segment]
  private let numbers: [[UInt32]]
  private var terms: [Term] = []

  private struct Term {
    let key: [UInt8]
    var sources: [(segment: Int, postings: TermPostings)]
  }

  init(_ segments: [Segment], numbers: [[UInt32]]) throws(IndexError) {
    self.segments = segments
    self.numbers = numbers
    var iterators: [TermIterator?] = []
    for segment in segments {
      let iterator = try TermIterator(segment)
      iterators.append(try iterator.seek([0]) ? iterator : nil)
    }
    while true {
      var least: [UInt8]?
      for case let iterator? in iterators {
        // Stems are computed again from the words.
        if iterator.key[0] & KeySpace.stemBit != 0 { continue }
        if let current = least {
          let isLess = current.withByteView { current in
            iterator.key.withByteView { $0.compare(current) < 0 }
          }
          if isLess { least = iterator.key }
        } else {
          least = iterator.key
        }
      }
      guard let key = least else { break }
      var term = Term(key: key, sources: [])
      for (index, iterator) in iterators.enumerated() {
        guard let iterator, iterator.key == key else { continue }
        term.sources.append((index, iterator.postings))
        if try !iterator.next() { iterators[index] = nil }
      }
      terms.append(term)
    }
  }

  var termCount: Int { terms.count }

  func key(_ term: Int) -> [UInt8] { terms[term].key }

  func weight(_ term: Int) -> Int {
    terms[term].sources.reduce(0) { $0 + $1.postings.documents * 2 }
  }

  func load(_ term: Int, into buffer: PostingBuffer) throws(IndexError) {
    let hasPositions = KeySpace.hasPositions(terms[term].key[0])
    var sources: [MergeSource] = []
    for (index, postings) in terms[term].sources {
      let source = PostingBuffer()
      if let inline = postings.inline {
        source.append(document: inline.document, count: inline.count, boost: inline.boost)
      } else {
        try PostingsDecoder.decode(
          try segments[index].bytes(.postings, postings.list), documents: postings.documents,
          into: source)
      }
      if hasPositions {
        try PositionsDecoder.decode(segments[index], postings, into: source, from: 0)
      }
      let next = MergeSource(buffer: source, numbers: numbers[index], hasPositions: hasPositions)
      if next.number != .max { sources.append(next) }
    }
    while var least = sources.indices.first {
      for index in sources.indices where sources[index].number < sources[least].number {
        least = index
      }
      sources[least].take(into: buffer)
      if sources[least].number == .max { sources.remove(at: least) }
    }
  }

  /// Reads one segment's postings of a term under the new numbers.
  private struct MergeSource {
    let buffer: PostingBuffer
    let numbers: [UInt32]
    let hasPositions: Bool
    private var index = 0
    private var position = 0
    /// The new number of the document that comes next; `UInt32.max` at the end.
    private(set) var number: UInt32 = .max

    init(buffer: PostingBuffer, numbers: [UInt32], hasPositions: Bool) {
      self.buffer = buffer
      self.numbers = numbers
      self.hasPositions = hasPositions
      settle()
    }

    /// Passes over deleted documents.
    private mutating func settle() {
      number = .max
      while index < buffer.documents.count {
        let document = Int(buffer.documents[index])
        if document < numbers.count, numbers[document] != .max {
          number = numbers[document]
          return
        }
        position += Int(buffer.counts[index])
        index += 1
      }
    }

    mutating func take(into output: PostingBuffer) {
      let count = buffer.counts[index]
      output.append(document: number, count: count, boost: buffer.boosts[index])
      if hasPositions {
        for offset in 0..<Int(count) {
          output.positions.append(buffer.positions[position + offset])
        }
      }
      position += Int(count)
      index += 1
      settle()
    }
  }
}
