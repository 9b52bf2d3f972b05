/// A set of a segment's documents, a bit each.
package struct DocumentSet: Sendable, Equatable {
  private(set) var words: [UInt64]
  /// The number of documents in the segment.
  package let capacity: Int

  package init(capacity: Int) {
    self.capacity = capacity
    words = Array(repeating: 0, count: (capacity + 63) / 64)
  }

  /// All documents of the segment.
  package static func all(capacity: Int) -> DocumentSet {
    var set = DocumentSet(capacity: capacity)
    for index in set.words.indices { set.words[index] = .max }
    set.trim()
    return set
  }

  init(words: [UInt64], capacity: Int) {
    self.words = words
    self.capacity = capacity
    trim()
  }

  private mutating func trim() {
    if capacity % 64 != 0, !words.isEmpty {
      words[words.count - 1] &= 1 << UInt64(capacity % 64) - 1
    }
  }

  /// True if a document is in the set.
  @inline(__always)
  package func contains(_ document: Int) -> Bool {
    words[document &>> 6] &>> UInt64(document & 63) & 1 != 0
  }

  /// Puts a document into the set.
  @inline(__always)
  package mutating func insert(_ document: Int) {
    words[document &>> 6] |= 1 &<< UInt64(document & 63)
  }

  /// The number of documents in the set.
  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// True if the set is empty.
  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// Puts in all documents of another set.
  package mutating func formUnion(_ other: DocumentSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// Keeps the documents that another set has too.
  package mutating func formIntersection(_ other: DocumentSet) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  /// Takes out all documents of another set.
  package mutating func subtract(_ other: DocumentSet) {
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  /// The documents that are not in the set.
  package func inverted() -> DocumentSet {
    DocumentSet(words: words.map { ~$0 }, capacity: capacity)
  }

  /// The documents, ascending.
  package func forEach<Failure: Error>(_ body: (Int) throws(Failure) -> Void) throws(Failure) {
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        try body(index &* 64 &+ rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
    }
  }
}

/// A segment, and which of its documents are gone.
struct LiveSegment: Sendable {
  let segment: Segment
  var deleted: DocumentSet
  var deletedCount: Int

  init(_ segment: Segment, deleted: DocumentSet? = nil) {
    self.segment = segment
    self.deleted = deleted ?? DocumentSet(capacity: segment.documentCount)
    deletedCount = self.deleted.count
  }

  var liveCount: Int { segment.documentCount - deletedCount }

  mutating func delete(_ document: Int) {
    guard !deleted.contains(document) else { return }
    deleted.insert(document)
    deletedCount += 1
  }
}

extension [DocumentSet] {
  /// Adds the documents of other sets, segment by segment.
  package mutating func formUnion(_ others: [DocumentSet]) {
    for segment in indices { self[segment].formUnion(others[segment]) }
  }
}
