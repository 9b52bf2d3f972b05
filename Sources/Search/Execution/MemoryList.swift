/// A posting list made for one query: a union of others.
final class MemoryList {
  let postings: PostingBuffer
  let impacts: [UInt8]
  private var positionStarts: [Int]

  init(_ postings: PostingBuffer, lengths: ByteView, norms: [Float]) {
    self.postings = postings
    var impacts: [UInt8] = []
    let count = postings.documents.count
    for start in stride(from: 0, to: count, by: SegmentFormat.blockSize) {
      var largest: Float = 0
      for index in start..<min(count, start + SegmentFormat.blockSize) {
        let norm = norms[Int(lengths[Int(postings.documents[index])])]
        largest = max(
          largest, Float(postings.counts[index]) * norm + Float(postings.boosts[index]))
      }
      impacts.append(ImpactByte.encode(largest))
    }
    self.impacts = impacts
    positionStarts = []
    if postings.positions.count > 0 {
      positionStarts.reserveCapacity(count)
      var start = 0
      for index in 0..<count {
        positionStarts.append(start)
        start += Int(postings.counts[index])
      }
    }
  }

  func readPositions(_ index: Int, into output: NumberBuffer) {
    guard index < positionStarts.count else { return }
    for offset in 0..<Int(postings.counts[index]) {
      output.append(postings.positions[positionStarts[index] + offset])
    }
  }
}
