/// Writes posting lists into the sections `postings` and `positions`, and dictionary payloads.
final class PostingsEncoder {
  let postings: SpilledBytes
  let positions: SpilledBytes
  /// The payload of the last term whose posting is in the dictionary.
  private(set) var inline = ByteWriter()
  /// The list that is being encoded.
  private var list = ByteWriter()
  private let packed = BitWriter()
  private let positionBits = BitWriter()
  private let tail = BitWriter()
  private var exceptions = ByteWriter()
  private let deltas = NumberBuffer(capacity: SegmentFormat.blockSize)
  private let lengths: [UInt8]
  private let norms: [Float]

  /// The place of a term's list.
  struct Location {
    var documents: Int
    /// Offsets and lengths are bytes in this encoder's own sections.
    var offset: Int
    var length: Int
    var positionsLength: Int
    /// True for a term whose posting is in the dictionary: `inline` is its whole payload.
    var isInline: Bool
  }

  init(lengths: [UInt8], averageLength: Double, spill: SpillPlace) {
    self.lengths = lengths
    norms = Scoring.norms(averageLength: averageLength)
    postings = SpilledBytes(spill)
    positions = SpilledBytes(spill)
  }

  /// Encodes the postings in `buffer`: at least one document, ascending.
  func encode(_ buffer: PostingBuffer, hasPositions: Bool) throws(IndexError) -> Location {
    let count = buffer.documents.count
    if count == 1, !hasPositions || Int(buffer.counts[0]) <= SegmentFormat.inlineOccurrences {
      try encodeInline(buffer, hasPositions: hasPositions)
      return Location(
        documents: 1, offset: postings.count, length: 0, positionsLength: 0, isInline: true)
    }
    let offset = postings.count
    let positionsOffset = positions.count
    list.removeAll()
    let fullBlocks = count / SegmentFormat.blockSize
    let skipSize = SegmentFormat.skipSize(hasPositions: hasPositions)
    for _ in 0..<4 { list.append(0 as UInt8) }
    for _ in 0..<(fullBlocks * skipSize) { list.append(0 as UInt8) }
    packed.removeAll()
    positionBits.removeAll()
    var listImpact: Float = 0
    var previous: UInt32 = 0
    var position = 0
    var index = 0
    for block in 0..<fullBlocks {
      let skip = 4 + block * skipSize
      let end = index + SegmentFormat.blockSize
      let impact = self.impact(buffer, index..<end)
      listImpact = max(listImpact, impact)
      let widths = pack(buffer, index..<end, previous: previous)
      previous = buffer.documents[end - 1]
      list.patch(previous, at: skip)
      list.patch(UInt32(packed.byteCount), at: skip + 4)
      let summary =
        UInt32(ImpactByte.encode(impact)) | UInt32(widths.documents) << 8
        | UInt32(widths.counts) << 16 | UInt32(widths.boosts) << 24
      list.patch(summary, at: skip + 8)
      if hasPositions {
        for part in 0..<4 {
          list.patch(UInt32(positionBits.bitCount), at: skip + 12 + 4 * part)
          let quarter = index + part * SegmentFormat.blockSize / 4
          try encodePositions(buffer, quarter..<(quarter + 32), position: &position)
        }
      }
      index = end
    }
    list.append(contentsOf: packed.view)
    let tailImpact = index < count ? impact(buffer, index..<count) : 0
    listImpact = max(listImpact, tailImpact)
    appendTail(buffer, index..<count, previous: previous)
    if hasPositions {
      try encodePositions(buffer, index..<count, position: &position)
      positionBits.align()
      positions.append(positionBits.view)
    }
    let head =
      UInt32(ImpactByte.encode(listImpact)) | UInt32(ImpactByte.encode(tailImpact)) << 8
      | (hasPositions ? 1 << 16 : 0)
    list.patch(head, at: 0)
    list.bytes.withByteView { postings.append($0) }
    return Location(
      documents: count, offset: offset, length: postings.count - offset,
      positionsLength: positions.count - positionsOffset, isInline: false)
  }

  private func encodeInline(_ buffer: PostingBuffer, hasPositions: Bool) throws(IndexError) {
    inline.removeAll()
    inline.append(varint: 3)
    inline.append(varint: Int(buffer.documents[0]))
    let boost = Int(buffer.boosts[0])
    inline.append(varint: Int(buffer.counts[0]) << 1 | (boost > 0 ? 1 : 0))
    if boost > 0 { inline.append(varint: boost) }
    guard hasPositions else { return }
    if let feed = buffer.feed {
      buffer.positions.removeAll()
      try feed.append(positionsOf: 0..<1, to: buffer.positions)
    }
    var previous: UInt32 = 0
    for index in 0..<Int(buffer.counts[0]) {
      inline.append(varint: Int(buffer.positions[index] - previous))
      previous = buffer.positions[index]
    }
  }

  /// The largest weighted frequency in the block.
  private func impact(_ buffer: PostingBuffer, _ range: Range<Int>) -> Float {
    var largest: Float = 0
    for index in range {
      let norm = norms[Int(lengths[Int(buffer.documents[index])])]
      let value = Float(buffer.counts[index]) * norm + Float(buffer.boosts[index])
      if value > largest { largest = value }
    }
    return largest
  }

  /// The width bytes of a block's three parts.
  private typealias Widths = (documents: UInt8, counts: UInt8, boosts: UInt8)

  private func pack(
    _ buffer: PostingBuffer, _ range: Range<Int>, previous: UInt32
  ) -> Widths {
    deltas.removeAll()
    var last = previous
    for index in range {
      deltas.append(buffer.documents[index] &- last)
      last = buffer.documents[index]
    }
    exceptions.removeAll()
    let documents = pack(deltas, 0, less: 0)
    let counts = pack(buffer.counts, range.lowerBound, less: 1)
    let boosts = pack(buffer.boosts, range.lowerBound, less: 0)
    for byte in exceptions.bytes { packed.append(UInt32(byte), width: 8) }
    packed.align()
    return (documents, counts, boosts)
  }

  /// Packs the low bits of 128 numbers, and the higher bits as exceptions (Zukowski et al.,
  /// "Super-scalar RAM-CPU cache compression", 2006).
  private func pack(_ numbers: NumberBuffer, _ first: Int, less subtrahend: UInt32) -> UInt8 {
    var byWidth = InlineArray<33, Int>(repeating: 0)
    let range = first..<(first + SegmentFormat.blockSize)
    for index in range {
      byWidth[32 - (numbers[index] &- subtrahend).leadingZeroBitCount] += 1
    }
    var width = 0
    var least = Int.max
    var above = SegmentFormat.blockSize
    for candidate in 0...32 {
      above -= byWidth[candidate]
      let cost = SegmentFormat.blockSize / 8 * candidate + (above > 0 ? 1 + 2 * above : 0)
      if cost < least { (width, least) = (candidate, cost) }
      if above == 0 { break }
    }
    let mask: UInt32 = width == 32 ? .max : 1 << UInt32(width) - 1
    var count = 0
    for index in range {
      let value = numbers[index] &- subtrahend
      packed.append(value & mask, width: width)
      if value > mask { count += 1 }
    }
    packed.align()
    guard count > 0 else { return UInt8(width) }
    exceptions.append(UInt8(count))
    for index in range {
      let value = numbers[index] &- subtrahend
      if value > mask {
        exceptions.append(UInt8(index - first))
        exceptions.append(varint: Int(value >> UInt32(width)))
      }
    }
    return UInt8(width) | SkipEntry.exceptionBit
  }

  private func encodePositions(
    _ buffer: PostingBuffer, _ range: Range<Int>, position: inout Int
  ) throws(IndexError) {
    if let feed = buffer.feed {
      buffer.positions.removeAll()
      position = 0
      try feed.append(positionsOf: range, to: buffer.positions)
    }
    for index in range {
      let count = Int(buffer.counts[index])
      let length = LengthByte.decode(lengths[Int(buffer.documents[index])])
      let parameter = RiceCode.parameter(length: length, count: count)
      var previous: UInt32 = 0
      for _ in 0..<count {
        let value = buffer.positions[position]
        RiceCode.append(value &- previous, parameter: parameter, to: positionBits)
        previous = value
        position += 1
      }
    }
  }

  private func appendTail(_ buffer: PostingBuffer, _ range: Range<Int>, previous: UInt32) {
    guard !range.isEmpty else { return }
    let span = Int(buffer.documents[range.upperBound - 1] &- previous)
    var extra = 0
    var hasBoosts = false
    for index in range {
      extra += Int(buffer.counts[index]) - 1
      if buffer.boosts[index] > 0 { hasBoosts = true }
    }
    let deltaParameter = RiceCode.parameter(mean: span / range.count)
    let countParameter = RiceCode.parameter(mean: extra / range.count)
    list.append(
      UInt8(deltaParameter) | (hasBoosts ? TailCode.boosts : 0) | (extra == 0 ? TailCode.ones : 0))
    list.append(UInt8(countParameter))
    tail.removeAll()
    var last = previous
    for index in range {
      RiceCode.append(buffer.documents[index] &- last, parameter: deltaParameter, to: tail)
      last = buffer.documents[index]
      if extra > 0 {
        RiceCode.append(buffer.counts[index] - 1, parameter: countParameter, to: tail)
      }
      if hasBoosts {
        tail.append(buffer.boosts[index] > 0 ? 1 : 0, width: 1)
        if buffer.boosts[index] > 0 {
          RiceCode.append(buffer.boosts[index] - 1, parameter: TailCode.boostParameter, to: tail)
        }
      }
    }
    tail.align()
    list.append(contentsOf: tail.view)
  }
}
