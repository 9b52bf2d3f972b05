/// Reads the keys of many documents.
///
/// Keys are stored in blocks, each key as what differs from the one before it. The last block of each segment is kept,
/// so that documents in the order of an index cost one decoding of a block each.
package struct KeyReader: ~Copyable {
  private let index: Index
  private var blocks: [(number: Int, keys: [[UInt8]])]

  package init(_ index: Index) {
    self.index = index
    blocks = Array(repeating: (-1, []), count: index.segmentCount)
  }

  /// A document's key, as its client gave it.
  package mutating func key(of id: DocumentID) throws(IndexError) -> [UInt8] {
    let number = id.document / SegmentFormat.keysPerBlock
    if blocks[id.segment].number != number {
      var keys: [[UInt8]] = []
      keys.reserveCapacity(SegmentFormat.keysPerBlock)
      try index.segments[id.segment].segment.forEachKey(inBlock: number) { _, key in
        keys.append(key)
        return true
      }
      blocks[id.segment] = (number, keys)
    }
    let place = id.document % SegmentFormat.keysPerBlock
    guard place < blocks[id.segment].keys.count else { throw .damaged("document") }
    return blocks[id.segment].keys[place]
  }
}
