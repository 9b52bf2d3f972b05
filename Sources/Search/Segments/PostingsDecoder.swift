/// Reads whole posting lists, for merging segments and for unions.
enum PostingsDecoder {
  /// Appends the documents, counts and boosts of a list of `documents` documents.
  static func decode(
    _ list: ByteView, documents: Int, into buffer: PostingBuffer
  ) throws(IndexError) {
    guard list.count >= 4 else { throw .damaged("list") }
    let skipSize = SegmentFormat.skipSize(hasPositions: list[2] & 1 != 0)
    let fullBlocks = documents / SegmentFormat.blockSize
    let packedStart = 4 + fullBlocks * skipSize
    var previous: UInt32 = 0
    var start = packedStart
    for block in 0..<fullBlocks {
      let skip = SkipEntry(list, at: 4 + block * skipSize)
      let end = packedStart + skip.packedEnd
      guard start <= end, end <= list.count else { throw .damaged("list") }
      let first = buffer.documents.count
      try BlockDecoder.documents(
        list, start..<end, skip, previous: previous, into: buffer.documents)
      try BlockDecoder.occurrences(
        list, start..<end, skip, counts: buffer.counts, boosts: buffer.boosts)
      previous = buffer.documents[first + SegmentFormat.blockSize - 1]
      start = end
    }
    try TailCode.decode(
      list, at: start, count: documents - fullBlocks * SegmentFormat.blockSize,
      previous: previous, into: buffer)
  }
}

/// The documents of a list after its last full block.
enum TailCode {
  static let boosts: UInt8 = 1 << 5
  static let ones: UInt8 = 1 << 6
  static let boostParameter = 3

  /// Appends `count` documents.
  static func decode(
    _ list: ByteView, at start: Int, count: Int, previous: UInt32, into buffer: PostingBuffer
  ) throws(IndexError) {
    guard count > 0 else { return }
    guard start + 2 <= list.count else { throw .damaged("tail") }
    let head = list[start]
    let deltaParameter = Int(head & 31)
    let countParameter = Int(list[start + 1] & 31)
    let hasBoosts = head & boosts != 0
    let isPlain = head & ones != 0
    var bit = (start + 2) * 8
    let end = list.count * 8
    var document = previous
    for _ in 0..<count {
      guard bit < end else { throw .damaged("tail") }
      document &+= RiceCode.read(list, bit: &bit, parameter: deltaParameter)
      var occurrences: UInt32 = 1
      var boost: UInt32 = 0
      if !isPlain {
        guard bit < end else { throw .damaged("tail") }
        occurrences &+= RiceCode.read(list, bit: &bit, parameter: countParameter)
      }
      if hasBoosts {
        let isBoosted = bit < end && list[bit >> 3] >> UInt8(bit & 7) & 1 == 1
        bit += 1
        guard !isBoosted || bit < end else { throw .damaged("tail") }
        if isBoosted { boost = 1 &+ RiceCode.read(list, bit: &bit, parameter: boostParameter) }
      }
      buffer.append(document: document, count: occurrences, boost: boost)
    }
  }
}

/// One block's line in a list's skip table.
struct SkipEntry {
  /// Set in a width byte where some numbers have more bits.
  static let exceptionBit: UInt8 = 0x80

  let lastDocument: UInt32
  /// Offset, from the packed part's start, after the block.
  let packedEnd: Int
  let impact: UInt8
  let documents: Width
  let counts: Width
  let boosts: Width

  /// The packing of the numbers of one part.
  struct Width {
    let bits: Int
    let hasExceptions: Bool

    @inline(__always)
    init(_ byte: UInt32) {
      bits = Int(byte & 63)
      hasExceptions = byte & 0x80 != 0
    }

    /// Bytes of 128 numbers.
    @inline(__always)
    var bytes: Int { bits &* SegmentFormat.blockSize / 8 }
  }

  @inline(__always)
  init(_ list: ByteView, at offset: Int) {
    lastDocument = list.uint32(at: offset)
    packedEnd = Int(list.uint32(at: offset &+ 4))
    let summary = list.uint32(at: offset &+ 8)
    impact = UInt8(truncatingIfNeeded: summary)
    documents = Width(summary &>> 8 & 0xFF)
    counts = Width(summary &>> 16 & 0xFF)
    boosts = Width(summary &>> 24 & 0xFF)
  }

  /// The offset of the exceptions from the block's start.
  @inline(__always)
  var packedBytes: Int { documents.bytes &+ counts.bytes &+ boosts.bytes }
}

/// Unpacks the three parts of a block of 128.
enum BlockDecoder {
  @inline(__always)
  static func documents(
    _ list: ByteView, _ range: Range<Int>, _ skip: SkipEntry, previous: UInt32,
    into buffer: NumberBuffer
  ) throws(IndexError) {
    let first = buffer.count
    try unpack(
      list, at: range.lowerBound, limit: range.upperBound, width: skip.documents.bits, into: buffer)
    if skip.documents.hasExceptions {
      _ = try patch(
        list, at: range.lowerBound + skip.packedBytes, limit: range.upperBound,
        width: skip.documents.bits, buffer, first)
    }
    let numbers = unsafe buffer.pointer + first
    var document = previous
    for index in 0..<SegmentFormat.blockSize {
      document &+= unsafe numbers[index]
      unsafe numbers[index] = document
    }
    guard document == skip.lastDocument else { throw .damaged("block") }
  }

  /// The counts and boosts of the block.
  @inline(__always)
  static func occurrences(
    _ list: ByteView, _ range: Range<Int>, _ skip: SkipEntry, counts: NumberBuffer,
    boosts: NumberBuffer
  ) throws(IndexError) {
    let first = counts.count
    let firstBoost = boosts.count
    let start = range.lowerBound &+ skip.documents.bytes
    try unpack(list, at: start, limit: range.upperBound, width: skip.counts.bits, into: counts)
    try unpack(
      list, at: start &+ skip.counts.bytes, limit: range.upperBound, width: skip.boosts.bits,
      into: boosts)
    if skip.counts.hasExceptions || skip.boosts.hasExceptions {
      var offset = range.lowerBound + skip.packedBytes
      if skip.documents.hasExceptions {
        offset = try patch(
          list, at: offset, limit: range.upperBound, width: skip.documents.bits, nil, 0)
      }
      if skip.counts.hasExceptions {
        offset = try patch(
          list, at: offset, limit: range.upperBound, width: skip.counts.bits, counts, first)
      }
      if skip.boosts.hasExceptions {
        _ = try patch(
          list, at: offset, limit: range.upperBound, width: skip.boosts.bits, boosts, firstBoost)
      }
    }
    let numbers = unsafe counts.pointer + first
    for index in 0..<SegmentFormat.blockSize { unsafe numbers[index] &+= 1 }
  }

  /// Adds the high bits of exceptions; gives the offset after them.
  private static func patch(
    _ list: ByteView, at offset: Int, limit: Int, width: Int, _ buffer: NumberBuffer?, _ first: Int
  ) throws(IndexError) -> Int {
    guard limit <= list.count, offset < limit else { throw .damaged("block") }
    var offset = offset
    let count = Int(list[offset])
    offset += 1
    for _ in 0..<count {
      guard offset + 1 < limit else { throw .damaged("block") }
      let index = Int(list[offset] & 127)
      offset += 1
      let high = list.varint(at: &offset)
      if let buffer {
        buffer[first + index] |= UInt32(truncatingIfNeeded: high) << UInt32(width)
      }
    }
    return offset
  }

  /// Appends 128 numbers of `width` bits.
  private static func unpack(
    _ list: ByteView, at offset: Int, limit: Int, width: Int, into buffer: NumberBuffer
  ) throws(IndexError) {
    let first = buffer.count
    buffer.resize(to: first + SegmentFormat.blockSize)
    let output = unsafe buffer.pointer + first
    guard width > 0 else {
      unsafe output.update(repeating: 0, count: SegmentFormat.blockSize)
      return
    }
    guard width <= 32, offset + width * SegmentFormat.blockSize / 8 <= limit, limit <= list.count
    else { throw .damaged("block") }
    // Slack follows every section, so a load at the last field stays inside the file.
    let mask: UInt64 = 1 &<< UInt64(width) &- 1
    var bit = offset &* 8
    for index in 0..<SegmentFormat.blockSize {
      let window = list.word64(bit &>> 3) &>> UInt64(bit & 7)
      unsafe output[index] = UInt32(truncatingIfNeeded: window & mask)
      bit &+= width
    }
  }
}
