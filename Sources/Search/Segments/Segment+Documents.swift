/// The facts of a segment's documents.
extension Segment {
  /// The key of document `index`.
  func key(_ index: Int) throws(IndexError) -> [UInt8] {
    let view = try keyBlock(index / SegmentFormat.keysPerBlock)
    var offset = 0
    var key: [UInt8] = []
    for _ in 0...(index % SegmentFormat.keysPerBlock) {
      try Self.readKey(view, at: &offset, over: &key)
    }
    return key
  }

  /// All keys, in order.
  func forEachKey(_ body: (Int, [UInt8]) -> Void) throws(IndexError) {
    for block in 0..<keyBlockCount {
      try forEachKey(inBlock: block) { index, key in
        body(index, key)
        return true
      }
    }
  }

  /// The document with `key`, by binary search: a segment's documents are in order of their keys.
  func document(withKey key: [UInt8]) throws(IndexError) -> Int? {
    var low = 0
    var high = keyBlockCount
    while low < high {
      let middle = (low + high) / 2
      var isAfter = false
      try forEachKey(inBlock: middle) { _, first in
        isAfter = Self.precedes(key, first)
        return false
      }
      if isAfter { high = middle } else { low = middle + 1 }
    }
    guard low > 0 else { return nil }
    var found: Int?
    try forEachKey(inBlock: low - 1) { index, candidate in
      if candidate == key { found = index }
      return found == nil
    }
    return found
  }

  private var keyBlockCount: Int {
    (documentCount + SegmentFormat.keysPerBlock - 1) / SegmentFormat.keysPerBlock
  }

  private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.withByteView { left in right.withByteView { left.compare($0) < 0 } }
  }

  /// The keys of a block of sixteen documents, until `body` gives false.
  func forEachKey(
    inBlock block: Int, _ body: (Int, [UInt8]) -> Bool
  ) throws(IndexError) {
    let view = try keyBlock(block)
    var offset = 0
    var key: [UInt8] = []
    let first = block * SegmentFormat.keysPerBlock
    for index in first..<min(documentCount, first + SegmentFormat.keysPerBlock) {
      try Self.readKey(view, at: &offset, over: &key)
      guard body(index, key) else { return }
    }
  }

  private func keyBlock(_ block: Int) throws(IndexError) -> ByteView {
    let isLast = block + 1 == keyBlockCount
    let starts = try bytes(.keyBlocks, (4 * block)..<(4 * block + (isLast ? 4 : 8)))
    let start = Int(starts.uint32(at: 0))
    let end = isLast ? count(of: .keys) : Int(starts.uint32(at: 4))
    guard start <= end else { throw .damaged("keys") }
    return try bytes(.keys, start..<end)
  }

  /// Reads the next key of a block in place of the one before it.
  private static func readKey(
    _ view: ByteView, at offset: inout Int, over key: inout [UInt8]
  ) throws(IndexError) {
    let shared = view.varint(at: &offset)
    let rest = view.varint(at: &offset)
    guard shared >= 0, shared <= key.count, rest >= 0, rest <= view.count - offset else {
      throw .damaged("keys")
    }
    key.removeLast(key.count - shared)
    for index in offset..<(offset + rest) { key.append(view.unchecked(index)) }
    offset += rest
  }

  /// The title that the client stored.
  func title(_ index: Int) throws(IndexError) -> [UInt8] {
    let block = index / SegmentFormat.titlesPerBlock
    let isLast = 4 * block + 4 == count(of: .titleBlocks)
    let starts = try bytes(.titleBlocks, (4 * block)..<(4 * block + (isLast ? 4 : 8)))
    let (start, end) = (
      Int(starts.uint32(at: 0)), isLast ? count(of: .titles) : Int(starts.uint32(at: 4))
    )
    guard start <= end else { throw .damaged("titles") }
    let view = try bytes(.titles, start..<end)
    var offset = 0
    for _ in 0..<(index % SegmentFormat.titlesPerBlock) {
      guard offset < view.count else { throw .damaged("titles") }
      let length = view.varint(at: &offset)
      guard length >= 0, length <= view.count - offset else { throw .damaged("titles") }
      offset += length
    }
    guard offset < view.count else { throw .damaged("titles") }
    let length = view.varint(at: &offset)
    guard length >= 0, length <= view.count - offset else { throw .damaged("titles") }
    return view.slice(offset..<(offset + length)).bytes
  }

  /// Reads the titles of a segment in the order of its documents.
  struct TitleCursor {
    private let segment: Segment
    private var document = 0
    private var offset = 0

    init(_ segment: Segment) { self.segment = segment }

    /// - Parameter index: a document after the last one that was asked for.
    mutating func title(_ index: Int) throws(IndexError) -> [UInt8] {
      let total = segment.count(of: .titles)
      while true {
        guard offset < total else { throw .damaged("titles") }
        let head = try segment.bytes(.titles, offset..<min(total, offset + 10))
        var headEnd = 0
        let length = head.varint(at: &headEnd)
        let start = offset + headEnd
        guard length >= 0, start + length <= total else { throw .damaged("titles") }
        offset = start + length
        document += 1
        if document > index { return try segment.bytes(.titles, start..<offset).bytes }
      }
    }
  }

  /// The value of `column` for document `index`; `Int64.min` for none.
  func value(_ column: Int, _ index: Int) throws(IndexError) -> Int64 {
    let layout = columnLayout[column]
    guard layout.width > 0 else { return layout.hasMissing ? .min : layout.minimum }
    guard index >= 0, index < documentCount else { throw .damaged("document") }
    let bit = index * layout.width
    let byte = layout.offset + bit >> 3
    try verifyFile(byte..<(byte + 9))
    let shift = UInt64(bit & 7)
    var raw = file.view.uint64(at: byte) >> shift
    if shift + UInt64(layout.width) > 64 { raw |= UInt64(file.view[byte + 8]) << (64 - shift) }
    if layout.width < 64 { raw &= (1 << UInt64(layout.width)) - 1 }
    if layout.hasMissing {
      guard raw > 0 else { return .min }
      raw &-= 1
    }
    return layout.minimum &+ Int64(bitPattern: raw)
  }

  /// The length byte of every document.
  func lengthBytes() throws(IndexError) -> ByteView { try bytes(.lengths) }

  /// The name of document `index`'s language; empty for none.
  func language(_ index: Int) throws(IndexError) -> String {
    let code = Int(try bytes(.languages, index..<(index + 1))[0])
    return code < languages.count ? languages[code] : ""
  }
}
