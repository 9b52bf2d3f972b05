/// The terms of several segments as one sorted source, under new document numbers.
struct MergedTerms: TermSource {
  private let segments: [Segment]
  private let numbers: [[UInt32]]

  /// The keys from `lower` on, up to `upper`.
  struct Share: Sendable {
    let lower: [UInt8]
    let upper: [UInt8]
  }

  init(_ segments: [Segment], numbers: [[UInt32]]) {
    self.segments = segments
    self.numbers = numbers
  }

  /// Bytes that a thread reads of the segments before it gives back the memory of their mappings.
  private static let readAtOnce = 16 << 20

  /// Stems come last, and are computed again from the words.
  private static let end: [UInt8] = [KeySpace.stemBit]

  func shares(_ count: Int) throws(IndexError) -> [Share] {
    var bounds: [[UInt8]] = [[0]]
    // The keys of the largest stand for those of all.
    if let largest = segments.max(by: { $0.file.count < $1.file.count }) {
      bounds += try TermIterator(largest).keys(parting: count, before: Self.end)
    }
    bounds.append(Self.end)
    return zip(bounds, bounds.dropFirst()).map { Share(lower: $0, upper: $1) }
  }

  func forEachTerm(
    in share: Share, into buffer: PostingBuffer,
    _ body: (ByteView) throws(IndexError) -> Void
  ) throws(IndexError) {
    var readers: [TermReader] = []
    for (index, segment) in segments.enumerated() {
      let reader = try TermReader(segment, numbers: numbers[index], from: share.lower)
      if !reader.isAtEnd { readers.append(reader) }
    }
    let merge = TermMerge()
    while true {
      var least: TermReader?
      for reader in readers {
        guard let current = least else {
          least = reader
          continue
        }
        if reader.compareKey(current) < 0 { least = reader }
      }
      guard let least, !least.isAtOrAfter(share.upper) else { return }
      try merge.begin(readers.filter { $0 === least || $0.compareKey(least) == 0 }, buffer)
      if buffer.documents.count > 0 { try least.withKey(body) }
      try merge.moveOn()
      readers.removeAll { $0.isAtEnd }
      if merge.readBytes > Self.readAtOnce {
        merge.readBytes = 0
        for segment in segments { segment.file.release() }
      }
    }
  }
}

/// Merges the postings of one term from several segments, positions a stretch at a time.
private final class TermMerge: PositionFeed {
  private var readers: [TermReader] = []
  /// For each document in the buffer, the reader that it comes from.
  private let origins = NumberBuffer()
  /// Bytes of the segments that were read, near enough.
  var readBytes = 0

  /// Puts the term at which `readers` stand into the buffer, without its positions.
  func begin(_ readers: [TermReader], _ buffer: PostingBuffer) throws(IndexError) {
    self.readers = readers
    buffer.removeAll()
    origins.removeAll()
    for reader in readers {
      try reader.load()
      readBytes += reader.byteCount
    }
    while true {
      var least = -1
      var bound = UInt32.max
      for (index, reader) in readers.enumerated() where reader.number != .max {
        if least < 0 || reader.number < readers[least].number {
          if least >= 0 { bound = readers[least].number }
          least = index
        } else if reader.number < bound {
          bound = reader.number
        }
      }
      guard least >= 0 else { break }
      // Documents that follow one another often come from one segment.
      let reader = readers[least]
      repeat {
        reader.take(into: buffer)
        origins.append(UInt32(least))
      } while reader.number < bound
    }
    buffer.feed = readers.first?.hasPositions == true ? self : nil
  }

  /// Moves all readers to their next term.
  func moveOn() throws(IndexError) { for reader in readers { try reader.moveOn() } }

  func append(positionsOf range: Range<Int>, to positions: NumberBuffer) throws(IndexError) {
    for index in range { try readers[Int(origins[index])].appendPositions(to: positions) }
  }
}

/// Reads the terms of a segment in order, each with its postings under new document numbers.
private final class TermReader {
  private let segment: Segment
  private let numbers: [UInt32]
  private let iterator: TermIterator
  private let postings = PostingBuffer()
  private(set) var isAtEnd: Bool
  private(set) var hasPositions = false
  /// The document of the term that comes next.
  private var next = 0
  /// Its new number; `UInt32.max` at the end.
  private(set) var number: UInt32 = .max
  /// The document whose positions come next, and their place.
  private var nextPositions = 0
  private var bit = 0
  private var positions: ByteView
  private let lengths: ByteView

  init(_ segment: Segment, numbers: [UInt32], from lower: [UInt8]) throws(IndexError) {
    self.segment = segment
    self.numbers = numbers
    iterator = try TermIterator(segment)
    isAtEnd = try !iterator.seek(lower)
    positions = segment.file.view.slice(0..<0)
    lengths = try segment.lengthBytes()
  }

  func withKey(_ body: (ByteView) throws(IndexError) -> Void) throws(IndexError) {
    try iterator.key.withByteView { (view) throws(IndexError) in try body(view) }
  }

  func compareKey(_ other: TermReader) -> Int32 {
    iterator.key.withByteView { key in other.iterator.key.withByteView { key.compare($0) } }
  }

  func isAtOrAfter(_ bound: [UInt8]) -> Bool {
    iterator.key.withByteView { key in bound.withByteView { key.compare($0) >= 0 } }
  }

  func moveOn() throws(IndexError) {
    isAtEnd = try !iterator.next()
  }

  /// Bytes of the current term.
  var byteCount: Int { iterator.postings.list.count + iterator.postings.positions.count + 64 }

  /// Decodes the postings of the current term, but for positions.
  func load() throws(IndexError) {
    let term = iterator.postings
    hasPositions = KeySpace.hasPositions(iterator.key[0])
    postings.removeAll()
    if let inline = term.inline {
      postings.append(document: inline.document, count: inline.count, boost: inline.boost)
    } else {
      try PostingsDecoder.decode(
        try segment.bytes(.postings, term.list), documents: term.documents, into: postings)
    }
    if hasPositions {
      if let inline = term.inline {
        let end = segment.count(of: .dictionary)
        positions = try segment.bytes(
          .dictionary, min(inline.positionsOffset, end)..<min(end, inline.positionsOffset + 128))
      } else {
        positions = try segment.bytes(.positions, term.positions)
      }
      bit = 0
      nextPositions = 0
    }
    next = 0
    settle()
  }

  /// Passes over deleted documents.
  private func settle() {
    while next < postings.documents.count {
      let document = Int(postings.documents[next])
      if document < numbers.count, numbers[document] != .max {
        number = numbers[document]
        return
      }
      next += 1
    }
    number = .max
  }

  func take(into output: PostingBuffer) {
    output.append(document: number, count: postings.counts[next], boost: postings.boosts[next])
    next += 1
    settle()
  }

  /// Appends the positions of the next document that is not deleted.
  func appendPositions(to output: NumberBuffer) throws(IndexError) {
    if iterator.postings.inline != nil {
      var position: UInt32 = 0
      for _ in 0..<postings.counts[0] {
        position &+= UInt32(truncatingIfNeeded: positions.varint(at: &bit))
        output.append(position)
      }
      return
    }
    while nextPositions < postings.documents.count {
      let document = Int(postings.documents[nextPositions])
      guard document < lengths.count, bit >> 3 <= positions.count else {
        throw .damaged("positions")
      }
      let count = Int(postings.counts[nextPositions])
      let parameter = RiceCode.parameter(
        length: LengthByte.decode(lengths[document]), count: count)
      let isLiving = document < numbers.count && numbers[document] != .max
      let isRead = RiceCode.readSums(
        positions, bit: &bit, parameter: parameter, count: count, into: isLiving ? output : nil)
      guard isRead else { throw .damaged("positions") }
      nextPositions += 1
      if isLiving { return }
    }
    throw .damaged("positions")
  }
}
