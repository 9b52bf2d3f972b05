/// Walks one posting list, document by document, reading only the blocks it must.
///
/// Numbers that do not fit the segment end the walk and leave `isDamaged` set: the caller then
/// throws, and the index is rebuilt.
final class PostingCursor {
  static let end = Int(UInt32.max)

  /// The current document; `end` after the last.
  private(set) var document = PostingCursor.end
  /// The number of documents in the list.
  let documentCount: Int
  private(set) var isDamaged = false

  private let segment: Segment
  private let list: ByteView
  private let skipSize: Int
  private let fullBlocks: Int
  private let packedStart: Int
  private let documentLimit: UInt32
  private let positions: PositionSource
  private var block = -1
  private var blockEnd = 0
  private var index = 0
  private var countsLoaded = false
  private let buffer: PostingBuffer
  private let documents: NumberBuffer
  private let counts: NumberBuffer
  private let boosts: NumberBuffer
  private let memory: MemoryList?

  /// The source of positions.
  enum PositionSource {
    case none
    case list(ByteView, lengths: ByteView)
    case dictionary(ByteView)
    case memory
  }

  /// Walks a list of the segment, beginning at its first document.
  init(_ segment: Segment, _ postings: TermPostings) throws(IndexError) {
    self.segment = segment
    buffer = PostingBuffer(capacity: SegmentFormat.blockSize)
    (documents, counts, boosts) = (buffer.documents, buffer.counts, buffer.boosts)
    documentCount = postings.documents
    documentLimit = UInt32(segment.documentCount)
    memory = nil
    if let inline = postings.inline {
      list = segment.file.view.slice(0..<0)
      (skipSize, fullBlocks, packedStart) = (0, 0, 0)
      // A position takes five bytes at most.
      let end = min(
        segment.count(of: .dictionary), inline.positionsOffset + 5 * Int(min(inline.count, 1 << 20))
      )
      let range = min(inline.positionsOffset, end)..<end
      positions = .dictionary(try segment.bytes(.dictionary, range))
      documents.append(inline.document)
      counts.append(inline.count)
      boosts.append(inline.boost)
      block = 0
      blockEnd = 1
      countsLoaded = true
      tailImpactByte = .max
      listImpactByte = tailImpactByte
    } else {
      list = try segment.bytes(.postings, postings.list)
      guard list.count >= 4 else { throw .damaged("list") }
      let hasPositions = list[2] & 1 != 0
      skipSize = SegmentFormat.skipSize(hasPositions: hasPositions)
      fullBlocks = postings.documents / SegmentFormat.blockSize
      packedStart = 4 + fullBlocks * skipSize
      guard packedStart <= list.count else { throw .damaged("list") }
      listImpactByte = list[0]
      tailImpactByte = list[1]
      positions =
        hasPositions && !postings.positions.isEmpty
        ? .list(
          try segment.bytes(.positions, postings.positions), lengths: try segment.lengthBytes())
        : .none
      load(block: 0)
    }
    settle()
  }

  /// Walks a list made for the query.
  init(_ segment: Segment, _ memory: MemoryList) {
    self.segment = segment
    self.memory = memory
    buffer = PostingBuffer(capacity: SegmentFormat.blockSize)
    (documents, counts, boosts) = (buffer.documents, buffer.counts, buffer.boosts)
    documentCount = memory.postings.documents.count
    documentLimit = UInt32(segment.documentCount)
    list = segment.file.view.slice(0..<0)
    (skipSize, packedStart) = (0, 0)
    fullBlocks = documentCount / SegmentFormat.blockSize
    positions = .memory
    listImpactByte = memory.impacts.max() ?? 0
    tailImpactByte = memory.impacts.last ?? 0
    load(block: 0)
    settle()
  }

  private let listImpactByte: UInt8
  private let tailImpactByte: UInt8

  /// The most that any document of the list weighs.
  var impact: Float { ImpactByte.decode(listImpactByte) }

  /// Occurrences in the current document.
  var count: UInt32 {
    if !countsLoaded { loadCounts() }
    return counts[index]
  }

  /// The boost of the current document's occurrences by their fields.
  var boost: UInt32 {
    if !countsLoaded { loadCounts() }
    return boosts[index]
  }

  /// Moves to the next document.
  @inline(__always)
  func next() {
    index &+= 1
    if index < blockEnd {
      document = Int(documents[index])
    } else {
      load(block: block &+ 1)
      settle()
    }
  }

  /// Moves to the first document at or after `target`; never back.
  @inline(__always)
  func advance(to target: Int) {
    if document >= target { return }
    if Int(documents[blockEnd &- 1]) < target {
      let wanted = find(target)
      // The last block's own last document is not known before it is read.
      if wanted == block { return finish(damaged: false) }
      load(block: wanted)
      if blockEnd == 0 { return settle() }
    }
    // Within the block: gallop, then step.
    var low = index
    var step = 1
    while low &+ step < blockEnd, Int(documents[low &+ step]) < target {
      low &+= step
      step &<<= 1
    }
    while low < blockEnd, Int(documents[low]) < target { low &+= 1 }
    index = low
    settle()
  }

  private func settle() {
    while true {
      if index < blockEnd {
        let value = documents[index]
        if value >= documentLimit { return finish(damaged: true) }
        document = Int(value)
        return
      }
      guard block < lastBlock else { return finish(damaged: false) }
      load(block: block + 1)
    }
  }

  private func finish(damaged: Bool) {
    if damaged { isDamaged = true }
    document = Self.end
    block = lastBlock + 1
    blockEnd = 0
    index = 0
    documents.removeAll()
    documents.append(.max)
    blockEnd = 1
  }

  // MARK: Blocks

  private var lastBlock: Int {
    documentCount % SegmentFormat.blockSize == 0 ? fullBlocks - 1 : fullBlocks
  }

  private func skip(_ block: Int) -> SkipEntry { SkipEntry(list, at: 4 &+ block &* skipSize) }

  private func lastDocument(ofBlock block: Int) -> Int {
    if let memory {
      let last = min(documentCount, (block + 1) * SegmentFormat.blockSize) - 1
      return Int(memory.postings.documents[last])
    }
    return block < fullBlocks ? Int(list.uint32(at: 4 &+ block &* skipSize)) : Self.end
  }

  /// The first block from the current one on whose last document is at or after `target`.
  private func find(_ target: Int) -> Int {
    var low = max(0, block)
    var step = 1
    let last = lastBlock
    while low + step <= last, lastDocument(ofBlock: low + step) < target {
      low += step
      step *= 2
    }
    var high = min(last + 1, low + step)
    while low < high {
      let middle = (low + high) / 2
      if lastDocument(ofBlock: middle) < target { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The bound of the block that would hold `target`, and that block's last document.
  ///
  /// Nothing is decoded, so whole blocks can be passed over.
  func bound(at target: Int) -> (impact: UInt8, lastDocument: Int) {
    if fullBlocks == 0 && memory == nil { return (tailImpactByte, Self.end) }
    let wanted = lastDocument(ofBlock: max(0, block)) >= target ? max(0, block) : find(target)
    guard wanted <= lastBlock else { return (0, Self.end) }
    return (blockImpact(wanted), lastDocument(ofBlock: wanted))
  }

  private func blockImpact(_ block: Int) -> UInt8 {
    if let memory { return memory.impacts[block] }
    return block < fullBlocks ? list[4 &+ block &* skipSize &+ 8] : tailImpactByte
  }

  private func load(block wanted: Int) {
    block = wanted
    index = 0
    countsLoaded = false
    documents.removeAll()
    counts.removeAll()
    boosts.removeAll()
    if let memory {
      loadMemory(memory, wanted)
    } else if wanted < fullBlocks {
      do throws(IndexError) {
        try BlockDecoder.documents(
          list, packedRange(wanted), skip(wanted),
          previous: wanted == 0 ? 0 : UInt32(lastDocument(ofBlock: wanted - 1)), into: documents)
      } catch {
        isDamaged = true
        documents.removeAll()
      }
    } else if wanted == fullBlocks, wanted <= lastBlock {
      loadTail()
    }
    blockEnd = documents.count
    if let limit = firstBeyondLimit() {
      isDamaged = true
      blockEnd = limit
    }
    // An unreadable block must not stop the walk before `settle` sees its mark.
    if isDamaged, blockEnd == 0 { block = lastBlock }
  }

  /// The first document of the block that the segment does not have.
  private func firstBeyondLimit() -> Int? {
    let numbers = unsafe documents.pointer
    var largest: UInt32 = 0
    for index in 0..<documents.count { largest = unsafe max(largest, numbers[index]) }
    guard largest >= documentLimit else { return nil }
    return (0..<documents.count).first { documents[$0] >= documentLimit }
  }

  private func loadMemory(_ memory: MemoryList, _ wanted: Int) {
    let lower = wanted * SegmentFormat.blockSize
    let upper = min(documentCount, lower + SegmentFormat.blockSize)
    guard lower < upper else { return }
    for position in lower..<upper {
      documents.append(memory.postings.documents[position])
      counts.append(memory.postings.counts[position])
      boosts.append(memory.postings.boosts[position])
    }
    countsLoaded = true
  }

  private func packedRange(_ block: Int) -> Range<Int> {
    let start = packedStart + (block == 0 ? 0 : skip(block - 1).packedEnd)
    let end = packedStart + skip(block).packedEnd
    return start..<max(start, end)
  }

  private func loadTail() {
    let start = packedStart + (fullBlocks == 0 ? 0 : skip(fullBlocks - 1).packedEnd)
    let previous = fullBlocks == 0 ? 0 : UInt32(lastDocument(ofBlock: fullBlocks - 1))
    do throws(IndexError) {
      try TailCode.decode(
        list, at: start, count: documentCount - fullBlocks * SegmentFormat.blockSize,
        previous: previous, into: buffer)
    } catch {
      isDamaged = true
    }
    countsLoaded = true
  }

  private func loadCounts() {
    countsLoaded = true
    guard block < fullBlocks else { return }
    do throws(IndexError) {
      try BlockDecoder.occurrences(
        list, packedRange(block), skip(block), counts: counts, boosts: boosts)
    } catch {
      isDamaged = true
      counts.resize(to: SegmentFormat.blockSize)
      boosts.resize(to: SegmentFormat.blockSize)
    }
  }

  // MARK: Positions

  /// The bit after the last document whose positions were read, so that documents near one another
  /// do not start from the block's quarter again.
  private var resume: (block: Int, index: Int, bit: Int) = (-1, 0, 0)

  /// Appends the positions of the current document, ascending.
  func readPositions(into output: NumberBuffer) {
    switch positions {
    case .none: break
    case .memory:
      guard let memory else { return }
      memory.readPositions(block * SegmentFormat.blockSize + index, into: output)
    case .dictionary(let view):
      var offset = 0
      var position: UInt32 = 0
      for _ in 0..<counts[0] {
        guard offset < view.count else { break }
        position &+= UInt32(truncatingIfNeeded: view.varint(at: &offset))
        output.append(position)
      }
    case .list(let view, let lengths):
      readPositions(view, lengths, into: output)
    }
  }

  private func readPositions(_ view: ByteView, _ lengths: ByteView, into output: NumberBuffer) {
    if !countsLoaded { loadCounts() }
    var bit: Int
    var start: Int
    if resume.block == block, resume.index <= index,
      block >= fullBlocks || resume.index >= index / 32 * 32
    {
      (start, bit) = (resume.index, resume.bit)
    } else if block < fullBlocks {
      start = index / 32 * 32
      bit = Int(list.uint32(at: 4 + block * skipSize + 12 + start / 32 * 4))
    } else {
      start = 0
      bit = 0
      if fullBlocks > 0 { (start, bit) = tailStart(view, lengths) }
    }
    precondition(index < documents.count && index < counts.count)
    // The numbers themselves, because to hold their buffers would take as long as to read a short list.
    let (documents, counts) = unsafe (documents.pointer, counts.pointer)
    let last = documentLimit - 1
    func read(_ place: Int, into output: NumberBuffer?) -> Bool {
      let count = unsafe Int(counts[place])
      let length = LengthByte.decode(lengths.unchecked(Int(min(unsafe documents[place], last))))
      return RiceCode.readSums(
        view, bit: &bit, parameter: RiceCode.parameter(length: length, count: count), count: count,
        into: output)
    }
    var isRead = true
    for passed in start..<index { isRead = read(passed, into: nil) && isRead }
    isRead = read(index, into: output) && isRead
    guard isRead else {
      isDamaged = true
      return
    }
    resume = (block, index + 1, bit)
  }

  /// The place at which the tail's positions begin: after those of the last full block, which must
  /// be passed.
  private func tailStart(_ view: ByteView, _ lengths: ByteView) -> (Int, Int) {
    let last = fullBlocks - 1
    let passed = PostingBuffer(capacity: SegmentFormat.blockSize)
    do throws(IndexError) {
      try BlockDecoder.documents(
        list, packedRange(last), skip(last),
        previous: last == 0 ? 0 : UInt32(lastDocument(ofBlock: last - 1)), into: passed.documents)
      try BlockDecoder.occurrences(
        list, packedRange(last), skip(last), counts: passed.counts, boosts: passed.boosts)
    } catch {
      isDamaged = true
      return (0, 0)
    }
    var bit = Int(list.uint32(at: 4 + last * skipSize + 12 + 12))
    for index in 96..<SegmentFormat.blockSize {
      let count = Int(passed.counts[index])
      let length = LengthByte.decode(lengths[Int(min(passed.documents[index], documentLimit - 1))])
      let parameter = RiceCode.parameter(length: length, count: count)
      let isRead = RiceCode.readSums(
        view, bit: &bit, parameter: parameter, count: count, into: nil)
      guard isRead else {
        isDamaged = true
        return (0, 0)
      }
    }
    return (0, bit)
  }

  // MARK: Whole blocks

  /// The rest of the current block, for loops over all of it.
  struct Block {
    let documents: NumberBuffer
    let counts: NumberBuffer
    let boosts: NumberBuffer
    let range: Range<Int>
  }

  /// The current block from the current document on. Its documents are all within the segment.
  func currentBlock() -> Block {
    if !countsLoaded { loadCounts() }
    return Block(documents: documents, counts: counts, boosts: boosts, range: index..<blockEnd)
  }

  /// Moves to the next block whose bound is at least `impact`.
  func nextBlock(impactAtLeast impact: UInt8) {
    var wanted = block + 1
    let last = lastBlock
    while wanted <= last, blockImpact(wanted) < impact { wanted += 1 }
    load(block: wanted)
    if wanted > last { finish(damaged: false) } else { settle() }
  }

  /// True if the current block's bound is at least `impact`.
  func blockReaches(_ impact: UInt8) -> Bool { blockImpact(min(block, lastBlock)) >= impact }
}
