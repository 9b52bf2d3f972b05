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

/// A block of the dictionary, read from its start: the head of each term, then its payload.
private struct TermBlock {
  private let view: ByteView
  private var offset = 0
  private var postingsBase: Int
  private var positionsBase: Int
  private let dictionaryOffset: Int

  /// The head of a term: how many bytes of its key are the last key's, and those that follow.
  struct Head {
    let shared: Int
    let rest: ByteView
  }

  /// - Parameters:
  ///   - count: the number of blocks.
  init(_ number: Int, of count: Int, in segment: Segment) throws(IndexError) {
    let isLast = number + 1 == count
    let entry = try segment.bytes(
      .termBlocks, (12 * number)..<(12 * number + (isLast ? 12 : 16)))
    let start = Int(entry.uint32(at: 0))
    postingsBase = Int(entry.uint32(at: 4))
    positionsBase = Int(entry.uint32(at: 8))
    let end = isLast ? segment.count(of: .dictionary) : Int(entry.uint32(at: 12))
    guard start <= end else { throw .damaged("dictionary") }
    view = try segment.bytes(.dictionary, start..<end)
    dictionaryOffset = start
  }

  var isAtEnd: Bool { offset >= view.count }

  mutating func head() throws(IndexError) -> Head {
    let shared = view.varint(at: &offset)
    let count = view.varint(at: &offset)
    guard shared >= 0, count >= 0, count <= view.count - offset else {
      throw .damaged("dictionary")
    }
    defer { offset += count }
    return Head(shared: shared, rest: view.slice(offset..<(offset + count)))
  }

  /// - Parameter hasPositions: as the term's key space has it.
  mutating func payload(hasPositions: Bool) -> TermPostings {
    let tag = view.varint(at: &offset)
    var postings = TermPostings(documents: tag >> 1)
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
        positionsOffset: dictionaryOffset + offset)
      if hasPositions {
        for _ in 0..<count { _ = view.varint(at: &offset) }
      }
    } else {
      let length = view.varint(at: &offset)
      postings.list = postingsBase..<(postingsBase + max(0, length))
      postingsBase += length
      if hasPositions {
        let length = view.varint(at: &offset)
        postings.positions = positionsBase..<(positionsBase + max(0, length))
        positionsBase += length
      }
    }
    return postings
  }
}

/// Walks the sorted terms of a segment.
///
/// A class, so that its key buffer is reused from term to term.
final class TermIterator {
  private let segment: Segment
  private let blockCount: Int
  private var block = -1
  /// The terms of that block; nil before the first.
  private var terms: TermBlock?
  /// The current term's key, with its key space; valid after `next()` or `seek(_:)` gave true.
  private(set) var key: [UInt8] = []
  private(set) var postings = TermPostings(documents: 0)

  init(_ segment: Segment) throws(IndexError) {
    self.segment = segment
    blockCount = segment.termBlockCount
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
    while terms?.isAtEnd ?? true {
      guard block + 1 < blockCount else { return false }
      try load(block: block + 1)
    }
    guard let head = try terms?.head(), head.shared <= key.count else {
      throw .damaged("dictionary")
    }
    key.removeLast(key.count - head.shared)
    for index in 0..<head.rest.count { key.append(head.rest[index]) }
    guard let space = key.first else { throw .damaged("dictionary") }
    postings =
      terms?.payload(hasPositions: KeySpace.hasPositions(space)) ?? TermPostings(documents: 0)
    return true
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
    terms = try TermBlock(block, of: blockCount, in: segment)
    key.removeAll(keepingCapacity: true)
  }

  private static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int32 {
    left.withByteView { left in right.withByteView { left.compare($0) } }
  }
}

extension Segment {
  fileprivate var termBlockCount: Int { count(of: .termPrefixes) / 8 }

  /// The postings of exactly `key`.
  func find(_ key: [UInt8]) throws(IndexError) -> TermPostings? {
    try key.withByteView { (key) throws(IndexError) in try find(key) }
  }

  /// Compares each byte of `key` once in a block, and makes no other key.
  private func find(_ key: ByteView) throws(IndexError) -> TermPostings? {
    let count = termBlockCount
    let number = try lastTermBlock(notAfter: key, count)
    guard count > 0, number >= 0 else { return nil }
    var block = try TermBlock(number, of: count, in: self)
    // The bytes that the last term, which is before `key`, has in common with it.
    var common = 0
    var space: UInt8 = 0
    while !block.isAtEnd {
      let head = try block.head()
      if head.shared == 0 {
        guard head.rest.count > 0 else { throw .damaged("dictionary") }
        space = head.rest[0]
      }
      let postings = block.payload(hasPositions: KeySpace.hasPositions(space))
      // A term that has more of the last one's bytes is before `key` as that is; one with fewer is after it.
      if head.shared > common { continue }
      if head.shared < common { return nil }
      var index = 0
      while index < head.rest.count, common < key.count, head.rest[index] == key[common] {
        index += 1
        common += 1
      }
      if index == head.rest.count {
        if common == key.count { return postings }
      } else if common == key.count || head.rest[index] > key[common] {
        return nil
      }
    }
    return nil
  }

  /// The last block whose first term is not after `key`; -1 where all are.
  private func lastTermBlock(notAfter key: ByteView, _ count: Int) throws(IndexError) -> Int {
    let prefix = TermTable.prefix(key)
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      let candidate = try bytes(.termPrefixes, (8 * middle)..<(8 * middle + 8)).uint64(at: 0)
      var isAfter = candidate > prefix
      if candidate == prefix {
        var block = try TermBlock(middle, of: count, in: self)
        isAfter = try block.head().rest.compare(key) > 0
      }
      if isAfter { high = middle } else { low = middle + 1 }
    }
    return low - 1
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
