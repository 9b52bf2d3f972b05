/// A range of bytes of a note's source, half open.
///
/// Offsets are 32 bits wide, so a note may have up to four gibibytes.
package struct ByteRange: Hashable, Sendable {
  /// The offset of the first byte.
  package var start: UInt32
  /// The offset just past the last byte.
  package var end: UInt32

  /// A range from `start` up to, not including, `end`; `start` must not be past `end`.
  package init(_ start: Int, _ end: Int) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
  }

  /// A range from 32-bit offsets.
  package init(start: UInt32, end: UInt32) {
    self.start = start
    self.end = end
  }

  /// The number of bytes.
  package var count: Int { Int(end) - Int(start) }

  /// True if it contains no byte.
  package var isEmpty: Bool { start >= end }

  /// The same range in the standard library's terms, to index an array of bytes.
  package var indices: Range<Int> { Int(start)..<Int(end) }

  /// The range in a text that has so many bytes more before it.
  package func moved(by count: Int) -> ByteRange {
    ByteRange(Int(start) + count, Int(end) + count)
  }

  /// True if the byte at `offset` is in the range.
  package func contains(_ offset: Int) -> Bool { offset >= Int(start) && offset < Int(end) }

  /// True if all of `other` is in the range.
  package func contains(_ other: ByteRange) -> Bool { other.start >= start && other.end <= end }
}

extension ByteRange: CustomStringConvertible {
  package var description: String { "\(start)..<\(end)" }
}

/// Ranges in order that do not overlap.
extension [ByteRange] {
  /// The index of the first that ends after an offset.
  ///
  /// - Complexity: logarithmic.
  package func index(endingAfter offset: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if Int(self[middle].end) <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// True if one of them has the byte at an offset.
  package func covers(_ offset: Int) -> Bool {
    let index = index(endingAfter: offset)
    return index < count && self[index].contains(offset)
  }

  /// Their parts within a range.
  func within(_ range: ByteRange) -> [ByteRange] {
    self[index(endingAfter: Int(range.start))...].prefix { $0.start < range.end }.map {
      ByteRange(start: Swift.max($0.start, range.start), end: Swift.min($0.end, range.end))
    }
  }
}
