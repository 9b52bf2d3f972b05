/// Reads the positions of a whole list, for merging segments.
enum PositionsDecoder {
  /// Appends the positions that go with the documents already in `buffer`, from `first` on.
  static func decode(
    _ segment: Segment, _ postings: TermPostings, into buffer: PostingBuffer, from first: Int
  ) throws(IndexError) {
    if let inline = postings.inline {
      let view = try segment.bytes(.dictionary)
      var offset = inline.positionsOffset
      var position: UInt32 = 0
      for _ in 0..<inline.count {
        position &+= UInt32(truncatingIfNeeded: view.varint(at: &offset))
        buffer.positions.append(position)
      }
      return
    }
    let lengths = try segment.lengthBytes()
    let view = try segment.bytes(.positions, postings.positions)
    var bit = 0
    for index in first..<buffer.documents.count {
      let document = Int(buffer.documents[index])
      guard document < lengths.count, bit >> 3 <= view.count else { throw .damaged("positions") }
      let count = Int(buffer.counts[index])
      let parameter = RiceCode.parameter(
        length: LengthByte.decode(lengths[document]), count: count)
      var position: UInt32 = 0
      for _ in 0..<count {
        guard bit >> 3 <= view.count else { throw .damaged("positions") }
        position &+= RiceCode.read(view, bit: &bit, parameter: parameter)
        buffer.positions.append(position)
      }
    }
  }
}
