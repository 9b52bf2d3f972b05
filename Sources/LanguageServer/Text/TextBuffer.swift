import Layout

/// A text that is edited, with the starts of its lines.
///
/// A line ends at LF, CR LF or a lone CR. A position past the end of its line is the line's end, one past the last line
/// the end of the text, and one inside a character the beginning of it.
package struct TextBuffer: Sendable {
  package private(set) var bytes: [UInt8]
  /// The offset of the first byte of each line; never empty.
  package private(set) var starts: [Int]
  /// True if all of it is known to be UTF-8, so that characters can be counted by their first bytes.
  private var isWellFormed: Bool
  /// The characters by blocks, where a line is long and the text is UTF-8.
  private var counts: UnitCounts?

  /// A line of more bytes is long.
  private static let long = 4096

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isWellFormed = WellFormedUTF8.holds(bytes)
    starts = [0] + Self.starts(in: bytes, from: 0, to: bytes.count)
    countLongLines()
  }

  private mutating func countLongLines() {
    let hasLong =
      bytes.count - (starts.last ?? 0) > Self.long
      || zip(starts, starts.dropFirst()).contains { $1 - $0 > Self.long }
    counts = isWellFormed && hasLong ? UnitCounts(bytes) : nil
  }

  /// The starts of lines after the line ends within a range, one at its end among them.
  private static func starts(in bytes: [UInt8], from start: Int, to end: Int) -> [Int] {
    var found: [Int] = []
    let span = bytes.span
    var index = start
    while index < end {
      let byte = span[index]
      index += 1
      if byte == .lineFeed || byte == .carriageReturn {
        if byte == .carriageReturn, index < span.count, span[index] == .lineFeed { index += 1 }
        found.append(index)
      }
    }
    return found
  }

  // MARK: Changing

  /// Replaces a range of bytes.
  ///
  /// - Complexity: of the lines only those around the range are looked at; the others' starts are moved. A text with a
  ///   line of more than 4096 bytes is counted anew.
  package mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
    let range = range.clamped(to: 0..<bytes.count)
    let shift = text.count - range.count
    // A CR before the range, or an LF behind it, may become another line end with what stands beside it now.
    let first = line(at: max(0, range.lowerBound - 1))
    let next = starts.partitioningIndex { $0 > range.upperBound + 1 }
    let end = next < starts.count ? starts[next] + shift : bytes.count + shift
    bytes.replaceSubrange(range, with: text)
    if isWellFormed {
      isWellFormed = WellFormedUTF8.firstFlaw(in: bytes.span.extracting(starts[first]..<end)) == nil
    }
    var found = Self.starts(in: bytes, from: starts[first], to: end)
    // The line at the end is known.
    if next < starts.count, found.last == end { found.removeLast() }
    let rest = starts[next...].map { $0 + shift }
    starts.replaceSubrange((first + 1)..., with: found + rest)
    countLongLines()
  }

  // MARK: Positions

  /// The line, from 0, that holds the byte at an offset.
  package func line(at offset: Int) -> Int { max(0, starts.partitioningIndex { $0 > offset } - 1) }

  /// The bytes of a line, from 0, without its end.
  package func range(ofLine line: Int) -> Range<Int> {
    guard line >= 0, line < starts.count else { return bytes.count..<bytes.count }
    let start = starts[line]
    guard line + 1 < starts.count else { return start..<bytes.count }
    var end = starts[line + 1]
    if end > start, bytes[end - 1] == .lineFeed { end -= 1 }
    if end > start, bytes[end - 1] == .carriageReturn { end -= 1 }
    return start..<end
  }

  /// The offset of a position.
  package func offset(of position: Position, _ encoding: PositionEncoding) -> Int {
    guard position.line < starts.count else { return bytes.count }
    let range = range(ofLine: position.line)
    var index = range.lowerBound
    var units = 0
    while isWellFormed, index + Self.block < range.upperBound {
      let end = beginning(ofCharacterAt: index + Self.block)
      let more = self.units(of: index..<end, encoding)
      if units + more > position.character { break }
      index = end
      units += more
    }
    while index < range.upperBound, units < position.character {
      let length = length(at: index, end: range.upperBound)
      units += encoding.units(ofBytes: length)
      if units > position.character { break }
      index += length
    }
    return index
  }

  /// The position of an offset; of one inside a character that of its beginning.
  package func position(at offset: Int, _ encoding: PositionEncoding) -> Position {
    let offset = min(max(0, offset), bytes.count)
    let line = line(at: offset)
    let range = range(ofLine: line)
    var index = range.lowerBound
    var units = 0
    let end = min(offset, range.upperBound)
    if isWellFormed {
      let end = end < bytes.count ? beginning(ofCharacterAt: end) : end
      return Position(line: line, character: self.units(of: range.lowerBound..<end, encoding))
    }
    while index < end {
      let length = length(at: index, end: range.upperBound)
      if index + length > offset { break }
      units += encoding.units(ofBytes: length)
      index += length
    }
    return Position(line: line, character: units)
  }

  /// The bytes of a line that are counted together.
  private static let block = 256

  /// The offset at which the character begins that has the byte at an offset, in a text that is UTF-8.
  private func beginning(ofCharacterAt offset: Int) -> Int {
    var start = offset
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }

  /// The units of whole characters, in a text that is UTF-8.
  private func units(of range: Range<Int>, _ encoding: PositionEncoding) -> Int {
    if encoding == .utf8 { return range.count }
    if let counts, range.count > Self.long {
      return counts.units(of: range, in: bytes, encoding)
    }
    let found = UnitCounts.counts(in: bytes, range)
    return encoding == .utf16 ? found.characters + found.pairs : found.characters
  }

  /// The length of the character at an offset; of a byte that begins none it is 1.
  private func length(at index: Int, end: Int) -> Int {
    let byte = bytes[index]
    if byte < 0x80 { return 1 }
    return min(WellFormedUTF8.length(in: bytes.span, at: index) ?? 1, end - index)
  }

  /// The line without its end, as text.
  package func text(ofLine line: Int) -> String {
    String(decoding: bytes[range(ofLine: line)], as: UTF8.self)
  }
}

extension [Int] {
  /// The first index whose element satisfies a condition that all after it satisfy too.
  fileprivate func partitioningIndex(_ isPast: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isPast(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
