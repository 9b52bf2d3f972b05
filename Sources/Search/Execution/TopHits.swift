/// A document that a query found.
package struct Hit: Sendable, Equatable {
  package let id: DocumentID
  package let score: Float
}

/// Keeps the best hits: by score, then by the tie-break column, larger first, then by the
/// documents' keys.
struct TopHits {
  /// A hit and the values that decide between equal scores.
  struct Entry {
    let score: Float
    let tieBreak: Int64
    let id: DocumentID
  }

  private var heap: [Entry] = []
  private let limit: Int
  private let index: Index
  /// The reason why two keys could not be compared.
  private(set) var failure: IndexError?
  /// The least score of a document that is still kept; equal scores may be.
  private(set) var threshold: Float = -1

  init(limit: Int, in index: Index) {
    self.limit = limit
    self.index = index
    heap.reserveCapacity(min(limit, 1 << 16) + 1)
  }

  mutating func offer(_ entry: Entry) {
    if heap.count < limit {
      heap.append(entry)
      siftUp(heap.count - 1)
      if heap.count == limit { threshold = heap[0].score }
    } else if limit > 0, isBetter(entry, than: heap[0]) {
      heap[0] = entry
      siftDown()
      threshold = heap[0].score
    }
  }

  /// The hits, best first.
  mutating func sorted() throws(IndexError) -> [Hit] {
    let entries = heap
    let hits = entries.sorted { isBetter($0, than: $1) }.map { Hit(id: $0.id, score: $0.score) }
    if let failure { throw failure }
    return hits
  }

  /// True if an entry comes before another in the results.
  @inline(__always)
  private mutating func isBetter(_ entry: Entry, than other: Entry) -> Bool {
    if entry.score != other.score { return entry.score > other.score }
    if entry.tieBreak != other.tieBreak { return entry.tieBreak > other.tieBreak }
    // A segment has its documents in the order of their keys.
    if entry.id.segment == other.id.segment { return entry.id.document < other.id.document }
    return keyPrecedes(entry.id, other.id)
  }

  @inline(never)
  private mutating func keyPrecedes(_ id: DocumentID, _ other: DocumentID) -> Bool {
    do throws(IndexError) {
      return try index.key(of: id).lexicographicallyPrecedes(try index.key(of: other))
    } catch {
      failure = error
      return id < other
    }
  }

  private mutating func siftUp(_ start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard isBetter(heap[parent], than: heap[index]) else { return }
      heap.swapAt(parent, index)
      index = parent
    }
  }

  private mutating func siftDown() {
    var index = 0
    while true {
      let left = 2 * index + 1
      guard left < heap.count else { return }
      let right = left + 1
      let worse = right < heap.count && isBetter(heap[left], than: heap[right]) ? right : left
      guard isBetter(heap[index], than: heap[worse]) else { return }
      heap.swapAt(index, worse)
      index = worse
    }
  }
}
