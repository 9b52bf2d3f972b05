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

  /// How many bytes it spans.
  package var count: Int { Int(end) - Int(start) }

  /// Whether it spans no byte.
  package var isEmpty: Bool { start >= end }

  /// The same range in the standard library's terms, to index an array of bytes.
  package var indices: Range<Int> { Int(start)..<Int(end) }

  /// Whether the byte at `offset` lies within.
  package func contains(_ offset: Int) -> Bool { offset >= Int(start) && offset < Int(end) }

  /// Whether all of `other` lies within.
  package func contains(_ other: ByteRange) -> Bool { other.start >= start && other.end <= end }
}

extension ByteRange: CustomStringConvertible {
  package var description: String { "\(start)..<\(end)" }
}
