/// Merges several segments into one, without the deleted documents.
struct SegmentMerge {
  let documents: MergedDocuments
  private let parts: [LiveSegment]
  /// For each segment, its documents' new numbers; `UInt32.max` for the deleted.
  private let numbers: [[UInt32]]

  init(_ parts: [LiveSegment]) throws(IndexError) {
    self.parts = parts
    var cursors: [MergedDocuments.KeyCursor] = []
    for part in parts { cursors.append(MergedDocuments.KeyCursor(part.segment)) }
    for (index, part) in parts.enumerated() {
      try cursors[index].move(to: part.nextLiving(from: 0))
    }
    var numbers = parts.map { Array(repeating: UInt32.max, count: $0.segment.documentCount) }
    var order: [MergedDocuments.Place] = []
    order.reserveCapacity(parts.reduce(0) { $0 + $1.liveCount })
    while true {
      var least: Int?
      for index in cursors.indices where !cursors[index].isAtEnd {
        if let current = least, !cursors[index].precedes(cursors[current]) { continue }
        least = index
      }
      guard let least else { break }
      let document = cursors[least].document
      numbers[least][document] = UInt32(order.count)
      order.append(MergedDocuments.Place(part: UInt32(least), document: UInt32(document)))
      try cursors[least].move(to: parts[least].nextLiving(from: document + 1))
    }
    self.numbers = numbers
    documents = MergedDocuments(parts.map { $0.segment }, order: order)
  }

  func terms() -> MergedTerms { MergedTerms(parts.map { $0.segment }, numbers: numbers) }
}

extension LiveSegment {
  /// The first document at `start` or after it that is not deleted, or the number of all.
  fileprivate func nextLiving(from start: Int) -> Int {
    var document = start
    while document < segment.documentCount, deleted.contains(document) { document += 1 }
    return document
  }
}

/// The documents of several segments in the order of their keys.
struct MergedDocuments: DocumentSource {
  private let segments: [Segment]
  private let order: [Place]

  /// A document of one of the segments.
  struct Place {
    let part: UInt32
    let document: UInt32
  }

  init(_ segments: [Segment], order: [Place]) {
    self.segments = segments
    self.order = order
  }

  var count: Int { order.count }

  func forEachKey(_ body: ([UInt8]) -> Void) throws(IndexError) {
    var cursors = segments.map { KeyCursor($0) }
    for place in order {
      try cursors[Int(place.part)].move(to: Int(place.document))
      body(cursors[Int(place.part)].key)
    }
  }

  func forEachTitle(_ body: ([UInt8]) -> Void) throws(IndexError) {
    var cursors = segments.map { Segment.TitleCursor($0) }
    for place in order { body(try cursors[Int(place.part)].title(Int(place.document))) }
  }

  /// The length byte is all that is kept of the length, and all that is used of it.
  func length(_ document: Int) throws(IndexError) -> Int {
    let place = order[document]
    let index = Int(place.document)
    return LengthByte.decode(
      try segments[Int(place.part)].bytes(.lengths, index..<(index + 1))[0])
  }

  func language(_ document: Int) throws(IndexError) -> String {
    try segments[Int(order[document].part)].language(Int(order[document].document))
  }

  func value(_ column: Int, _ document: Int) throws(IndexError) -> Int64 {
    try segments[Int(order[document].part)].value(column, Int(order[document].document))
  }

  /// Reads the keys of a segment in their order.
  struct KeyCursor {
    private let segment: Segment
    /// The block that was read, and its keys.
    private var block = -1
    private var keys: [[UInt8]] = []
    private(set) var document = 0

    init(_ segment: Segment) { self.segment = segment }

    var isAtEnd: Bool { document >= segment.documentCount }

    var key: [UInt8] { keys[document % SegmentFormat.keysPerBlock] }

    mutating func move(to document: Int) throws(IndexError) {
      self.document = document
      guard !isAtEnd, document / SegmentFormat.keysPerBlock != block else { return }
      block = document / SegmentFormat.keysPerBlock
      keys.removeAll(keepingCapacity: true)
      var found: [[UInt8]] = []
      try segment.forEachKey(inBlock: block) { _, key in
        found.append(key)
        return true
      }
      keys = found
      guard document % SegmentFormat.keysPerBlock < keys.count else { throw .damaged("keys") }
    }

    func precedes(_ other: KeyCursor) -> Bool {
      key.withByteView { key in other.key.withByteView { key.compare($0) < 0 } }
    }
  }
}
