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
      try BlockDecoder.counts(list, start..<end, skip, into: buffer.counts)
      try BlockDecoder.boosts(list, start..<end, skip, into: buffer.boosts)
      previous = buffer.documents[first + SegmentFormat.blockSize - 1]
      start = end
    }
    var offset = start
    for _ in (fullBlocks * SegmentFormat.blockSize)..<documents {
      let head = list.varint(at: &offset)
      previous &+= UInt32(truncatingIfNeeded: head >> 1)
      if head & 1 == 1 {
        buffer.append(document: previous, count: 1, boost: 0)
      } else {
        let count = UInt32(truncatingIfNeeded: list.varint(at: &offset))
        let boost = UInt32(truncatingIfNeeded: list.varint(at: &offset))
        buffer.append(document: previous, count: count, boost: boost)
      }
    }
  }
}

/// One block's line in a list's skip table.
struct SkipEntry {
  let lastDocument: UInt32
  /// Offset, from the packed part's start, after the block.
  let packedEnd: Int
  let impact: UInt8
  let documentWidth: Int
  let countWidth: Int
  let boostWidth: Int

  @inline(__always)
  init(_ list: ByteView, at offset: Int) {
    lastDocument = list.uint32(at: offset)
    packedEnd = Int(list.uint32(at: offset &+ 4))
    let summary = list.uint32(at: offset &+ 8)
    impact = UInt8(truncatingIfNeeded: summary)
    documentWidth = Int(summary &>> 8 & 63)
    countWidth = Int(summary &>> 16 & 63)
    boostWidth = Int(summary &>> 24 & 63)
  }

  var documentBytes: Int { documentWidth * SegmentFormat.blockSize / 8 }
  var countBytes: Int { countWidth * SegmentFormat.blockSize / 8 }
  var boostBytes: Int { boostWidth * SegmentFormat.blockSize / 8 }
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
      list, at: range.lowerBound, limit: range.upperBound, width: skip.documentWidth, into: buffer)
    let numbers = unsafe buffer.pointer + first
    var document = previous
    for index in 0..<SegmentFormat.blockSize {
      document &+= unsafe numbers[index]
      unsafe numbers[index] = document
    }
    guard document == skip.lastDocument else { throw .damaged("block") }
  }

  @inline(__always)
  static func counts(
    _ list: ByteView, _ range: Range<Int>, _ skip: SkipEntry, into buffer: NumberBuffer
  ) throws(IndexError) {
    let first = buffer.count
    try unpack(
      list, at: range.lowerBound &+ skip.documentBytes, limit: range.upperBound,
      width: skip.countWidth, into: buffer)
    let numbers = unsafe buffer.pointer + first
    for index in 0..<SegmentFormat.blockSize { unsafe numbers[index] &+= 1 }
  }

  @inline(__always)
  static func boosts(
    _ list: ByteView, _ range: Range<Int>, _ skip: SkipEntry, into buffer: NumberBuffer
  ) throws(IndexError) {
    try unpack(
      list, at: range.lowerBound &+ skip.documentBytes &+ skip.countBytes, limit: range.upperBound,
      width: skip.boostWidth, into: buffer)
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
    // Eight readable bytes follow every section, so a load at the last field stays inside the file.
    let mask: UInt64 = 1 &<< UInt64(width) &- 1
    var bit = offset &* 8
    for index in 0..<SegmentFormat.blockSize {
      let window = list.word64(bit &>> 3) &>> UInt64(bit & 7)
      unsafe output[index] = UInt32(truncatingIfNeeded: window & mask)
      bit &+= width
    }
  }
}
