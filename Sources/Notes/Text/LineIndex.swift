import Layout

/// A place in a text as people and editors count it, both from one.
package struct TextPosition: Hashable, Sendable, Comparable {
  /// The line, from 1.
  package var line: Int
  /// The column, from 1, in Unicode scalars (a byte that is not valid UTF-8 counts as one).
  package var column: Int

  /// A position at a line and a column, both from one.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// The starts of a text's lines: turns byte offsets into lines and columns and back.
///
/// A line ends at LF, CR LF or a lone CR, as in CommonMark.
package struct LineIndex: Sendable {
  /// The offset of the first byte of each line; never empty.
  package let starts: [UInt32]
  private let bytes: [UInt8]

  /// Finds the lines of `bytes`.
  ///
  /// - Complexity: linear in the number of bytes; lookups are logarithmic in the number of lines.
  package init(_ bytes: [UInt8]) {
    var starts: [UInt32] = [0]
    let span = bytes.span
    var index = 0
    while index < span.count {
      let byte = span[index]
      index += 1
      if byte == .lineFeed || byte == .carriageReturn {
        if byte == .carriageReturn, index < span.count, span[index] == .lineFeed { index += 1 }
        starts.append(UInt32(truncatingIfNeeded: index))
      }
    }
    self.starts = starts
    self.bytes = bytes
  }

  /// The line, from 1, that holds the byte at `offset`.
  package func line(at offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// The line and column of the byte at `offset`; an offset past the end is taken as the end.
  package func position(at offset: Int) -> TextPosition {
    let offset = min(max(offset, 0), bytes.count)
    let line = line(at: offset)
    var column = 1
    var index = Int(starts[line - 1])
    while index < offset {
      index += LenientUTF8.length(in: bytes, at: index)
      if index <= offset { column += 1 }
    }
    return TextPosition(line: line, column: column)
  }

  /// Finds positions one after the other, each from the one before where that is in the same line, so that many places
  /// of a long line are found by one walk along it.
  package struct Walk {
    private let lines: LineIndex
    private var line = 1
    private var column = 1
    /// The beginning of the character at that column.
    private var index = 0

    package init(_ lines: LineIndex) { self.lines = lines }

    /// The line and column of the byte at `offset`; as ``LineIndex/position(at:)``.
    package mutating func position(at offset: Int) -> TextPosition {
      let offset = min(max(offset, 0), lines.bytes.count)
      let line = lines.line(at: offset)
      if line != self.line || offset < index {
        (self.line, column, index) = (line, 1, Int(lines.starts[line - 1]))
      }
      while index < offset {
        let next = index + LenientUTF8.length(in: lines.bytes, at: index)
        if next > offset { break }
        (column, index) = (column + 1, next)
      }
      return TextPosition(line: line, column: column)
    }
  }

  /// The byte offset of a position; a column past its line's end is taken as the line's end.
  package func offset(of position: TextPosition) -> Int {
    guard position.line >= 1 else { return 0 }
    guard position.line <= starts.count else { return bytes.count }
    var index = Int(starts[position.line - 1])
    let end = range(ofLine: position.line).indices.upperBound
    var column = 1
    while column < position.column, index < end {
      index += LenientUTF8.length(in: bytes, at: index)
      column += 1
    }
    return min(index, end)
  }

  /// The bytes of a line (from 1) without its line end.
  package func range(ofLine line: Int) -> ByteRange {
    guard line >= 1, line <= starts.count else { return ByteRange(bytes.count, bytes.count) }
    let start = Int(starts[line - 1])
    var end = line < starts.count ? Int(starts[line]) : bytes.count
    if line < starts.count {
      if end > start, bytes[end - 1] == .lineFeed { end -= 1 }
      if end > start, bytes[end - 1] == .carriageReturn { end -= 1 }
    }
    return ByteRange(start, end)
  }
}
