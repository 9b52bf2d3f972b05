/// Reads the positions of a whole list, for merging segments.
enum PositionsDecoder {
  /// Appends the positions that go with the documents already in `buffer`, from `first` on.
  static func decode(
    _ segment: Segment, _ postings: TermPostings, into buffer: PostingBuffer, from first: Int
  ) throws(IndexError) {
    if let inline = postings.inline {
      let end = segment.count(of: .dictionary)
      let view = try segment.bytes(.dictionary, min(inline.positionsOffset, end)..<end)
      var offset = 0
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
      let isRead = RiceCode.readSums(
        view, bit: &bit, parameter: parameter, count: count, into: buffer.positions)
      guard isRead else { throw .damaged("positions") }
    }
  }
}
