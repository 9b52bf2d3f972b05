/// The place of a term's postings.
struct TermPostings: Sendable {
  /// The number of documents with the term, including deleted ones.
  var documents: Int
  /// The list's bytes in `postings`; empty for a term that lives in the dictionary.
  var list: Range<Int> = 0..<0
  /// The list's bytes in `positions`.
  var positions: Range<Int> = 0..<0
  /// For a term that lives in the dictionary.
  var inline: Inline?

  /// A term with one document.
  struct Inline: Sendable {
    var document: UInt32
    var count: UInt32
    var boost: UInt32
    /// Offset in `dictionary` of its positions.
    var positionsOffset: Int
  }
}

/// Walks the sorted terms of a segment.
///
/// A class, so that its key buffer is reused from term to term.
final class TermIterator {
  private let segment: Segment
  private let blockCount: Int
  private var block = -1
  private var view: ByteView
  private var offset = 0
  private var postingsBase = 0
  private var positionsBase = 0
  private var blockDictionaryOffset = 0
  /// The current term's key, with its key space; valid after `next()` or `seek(_:)` gave true.
  private(set) var key: [UInt8] = []
  private(set) var postings = TermPostings(documents: 0)

  init(_ segment: Segment) throws(IndexError) {
    self.segment = segment
    blockCount = segment.count(of: .termPrefixes) / 8
    view = segment.file.view.slice(0..<0)
  }

  /// Moves to the first term at or after `target`; false if there is none.
  func seek(_ target: [UInt8]) throws(IndexError) -> Bool {
    let prefix = target.withByteView { TermTable.prefix($0) }
    // The last block whose first term's prefix is below the target's may hold it; blocks with an
    // equal prefix are told apart by their whole first term.
    var low = 0
    var high = blockCount
    while low < high {
      let middle = (low + high) / 2
      let candidate = try segment.bytes(.termPrefixes, (8 * middle)..<(8 * middle + 8)).uint64(
        at: 0)
      let isAfter: Bool
      if candidate != prefix {
        isAfter = candidate > prefix
      } else {
        try load(block: middle)
        _ = try next()
        isAfter = Self.compare(key, target) > 0
      }
      if isAfter { high = middle } else { low = middle + 1 }
    }
    guard blockCount > 0 else { return false }
    try load(block: max(0, low - 1))
    while try next() {
      if Self.compare(key, target) >= 0 { return true }
    }
    return false
  }

  /// Moves to the next term; false at the end.
  func next() throws(IndexError) -> Bool {
    while offset >= view.count {
      guard block + 1 < blockCount else { return false }
      try load(block: block + 1)
    }
    let shared = view.varint(at: &offset)
    let rest = view.varint(at: &offset)
    guard shared <= key.count, rest >= 0, offset + rest <= view.count else {
      throw .damaged("dictionary")
    }
    key.removeLast(key.count - shared)
    for index in offset..<(offset + rest) { key.append(view[index]) }
    offset += rest
    readPayload()
    return true
  }

  private func readPayload() {
    let tag = view.varint(at: &offset)
    postings = TermPostings(documents: tag >> 1)
    if tag == 0 {
      postings.documents = view.varint(at: &offset)
      let start = view.varint(at: &offset)
      postings.list = start..<(start + max(0, view.varint(at: &offset)))
    } else if tag == 3 {
      let document = UInt32(truncatingIfNeeded: view.varint(at: &offset))
      let head = view.varint(at: &offset)
      let boost = head & 1 == 1 ? UInt32(truncatingIfNeeded: view.varint(at: &offset)) : 0
      let count = head >> 1
      postings.inline = TermPostings.Inline(
        document: document, count: UInt32(truncatingIfNeeded: count), boost: boost,
        positionsOffset: blockDictionaryOffset + offset)
      if KeySpace.hasPositions(key[0]) {
        for _ in 0..<count { _ = view.varint(at: &offset) }
      }
    } else {
      let length = view.varint(at: &offset)
      postings.list = postingsBase..<(postingsBase + max(0, length))
      postingsBase += length
      if KeySpace.hasPositions(key[0]) {
        let length = view.varint(at: &offset)
        postings.positions = positionsBase..<(positionsBase + max(0, length))
        positionsBase += length
      }
    }
  }

  /// The first keys of at most `count - 1` blocks that cut the terms before `end` into parts with about as
  /// many bytes of postings and positions.
  func keys(parting count: Int, before end: [UInt8]) throws(IndexError) -> [[UInt8]] {
    let last = try seek(end) ? block : blockCount - 1
    guard count > 1, last > 1 else { return [] }
    let total = try bytes(before: last)
    var keys: [[UInt8]] = []
    for part in 1..<count {
      var (low, high) = (1, last)
      while low < high {
        let middle = (low + high) / 2
        if try bytes(before: middle) * count < total * part {
          low = middle + 1
        } else {
          high = middle
        }
      }
      try load(block: low)
      guard try next(), Self.compare(key, end) < 0 else { break }
      if keys.last.map({ Self.compare($0, key) < 0 }) ?? true { keys.append(key) }
    }
    return keys
  }

  /// Bytes of postings and positions before a block.
  private func bytes(before block: Int) throws(IndexError) -> Int {
    let entry = try segment.bytes(.termBlocks, (12 * block)..<(12 * block + 12))
    return Int(entry.uint32(at: 4)) + Int(entry.uint32(at: 8))
  }

  private func load(block: Int) throws(IndexError) {
    self.block = block
    let entry = try segment.bytes(.termBlocks, (12 * block)..<(12 * block + 12))
    let start = Int(entry.uint32(at: 0))
    postingsBase = Int(entry.uint32(at: 4))
    positionsBase = Int(entry.uint32(at: 8))
    let end =
      block + 1 < blockCount
      ? Int(try segment.bytes(.termBlocks, (12 * block + 12)..<(12 * block + 16)).uint32(at: 0))
      : segment.count(of: .dictionary)
    guard start <= end else { throw .damaged("dictionary") }
    view = try segment.bytes(.dictionary, start..<end)
    blockDictionaryOffset = start
    offset = 0
    key.removeAll(keepingCapacity: true)
  }

  private static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int32 {
    left.withByteView { left in right.withByteView { left.compare($0) } }
  }
}

extension Segment {
  /// The postings of exactly `key`.
  func find(_ key: [UInt8]) throws(IndexError) -> TermPostings? {
    let iterator = try TermIterator(self)
    guard try iterator.seek(key), iterator.key == key else { return nil }
    return iterator.postings
  }

  /// Every term that begins with `prefix`, in order, until `body` gives false.
  func forEachTerm(
    prefix: [UInt8], _ body: ([UInt8], TermPostings) throws(IndexError) -> Bool
  ) throws(IndexError) {
    let iterator = try TermIterator(self)
    guard try iterator.seek(prefix) else { return }
    repeat {
      guard iterator.key.starts(with: prefix) else { return }
      guard try body(iterator.key, iterator.postings) else { return }
    } while try iterator.next()
  }
}
