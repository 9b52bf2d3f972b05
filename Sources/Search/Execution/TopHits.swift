/// A document that a query found.
package struct Hit: Sendable, Equatable {
  package let id: DocumentID
  package let score: Float
}

/// Keeps the best of what is offered: by score, then by the tie-break column, larger first, then by
/// document.
struct TopHits {
  /// A hit and what decides between equal scores.
  struct Entry {
    let score: Float
    let tieBreak: Int64
    let id: DocumentID

    /// Whether this one comes before `other` in the results.
    @inline(__always)
    func isBetter(than other: Entry) -> Bool {
      if score != other.score { return score > other.score }
      if tieBreak != other.tieBreak { return tieBreak > other.tieBreak }
      return id < other.id
    }
  }

  private var heap: [Entry] = []
  private let limit: Int
  /// What a document must at least score to come in; equal scores still may.
  private(set) var threshold: Float = -1

  init(limit: Int) {
    self.limit = limit
    heap.reserveCapacity(min(limit, 1 << 16) + 1)
  }

  mutating func offer(_ entry: Entry) {
    if heap.count < limit {
      heap.append(entry)
      siftUp(heap.count - 1)
      if heap.count == limit { threshold = heap[0].score }
    } else if limit > 0, entry.isBetter(than: heap[0]) {
      heap[0] = entry
      siftDown()
      threshold = heap[0].score
    }
  }

  /// The hits, best first.
  func sorted() -> [Hit] {
    heap.sorted { $0.isBetter(than: $1) }.map { Hit(id: $0.id, score: $0.score) }
  }

  private mutating func siftUp(_ start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard heap[parent].isBetter(than: heap[index]) else { return }
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
      let worse = right < heap.count && heap[left].isBetter(than: heap[right]) ? right : left
      guard heap[index].isBetter(than: heap[worse]) else { return }
      heap.swapAt(index, worse)
      index = worse
    }
  }
}
