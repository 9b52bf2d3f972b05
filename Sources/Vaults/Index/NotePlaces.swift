import Notes
import Search

/// Where in a note a query's words stand, with lines and excerpts to show them.
package struct NotePlaces: Sendable {
  /// The note.
  package let bytes: [UInt8]
  /// By their place in the note.
  package let matches: [TextMatcher.Match]

  init(_ bytes: [UInt8], _ matches: [TextMatcher.Match]) {
    self.bytes = bytes
    self.matches = matches
  }

  /// A part of a note's line around matches.
  package struct Excerpt: Sendable, Equatable {
    /// The first match's place, both from 1, the column in Unicode scalars.
    package let position: TextPosition
    /// The text, without line ends; starts and ends at words where it is cut.
    package let text: String
    /// The matches, in UTF-8 offsets of `text`.
    package let highlights: [Range<Int>]
    /// Whether something of the line is missing before or after.
    package let isCutBefore: Bool
    package let isCutAfter: Bool
  }

  /// The excerpt with the most different words of the query, as early as can be; nil without matches.
  ///
  /// - Parameter width: how many characters it may have, about.
  package func best(width: Int) -> Excerpt? {
    guard !matches.isEmpty else { return nil }
    var best = 0
    var bestValue = -1
    var (lineStart, scanned) = (0, 0)
    for start in matches.indices {
      let offset = matches[start].range.lowerBound
      while scanned < offset {
        if bytes[scanned] == 0x0A || bytes[scanned] == 0x0D { lineStart = scanned + 1 }
        scanned += 1
      }
      var parts = Set<Int>()
      var index = start
      while index < matches.count,
        matches[index].range.upperBound - offset <= width,
        !hasLineEnd(offset, matches[index].range.lowerBound)
      {
        parts.insert(matches[index].part)
        index += 1
      }
      // A sentence says more than a heading, and a heading more than a property.
      let place = isInFrontMatter(offset) ? 0 : bytes[lineStart] == UInt8(ascii: "#") ? 1 : 2
      let value = parts.count * 3 + place
      if value > bestValue { (best, bestValue) = (start, value) }
    }
    var lines = LineCounter()
    return excerpt(at: best, width: width, &lines)
  }

  /// One excerpt for each line with matches.
  package func byLine(width: Int) -> [Excerpt] {
    var excerpts: [Excerpt] = []
    var end = -1
    var lines = LineCounter()
    for index in matches.indices {
      let start = matches[index].range.lowerBound
      guard start > end else { continue }
      excerpts.append(excerpt(at: index, width: width, &lines))
      end = lineEnd(after: start)
    }
    return excerpts
  }

  /// The excerpt whose first match is the one at `index`.
  private func excerpt(at index: Int, width: Int, _ lines: inout LineCounter) -> Excerpt {
    let first = matches[index].range
    let lineStart = self.lineStart(before: first.lowerBound)
    let lineEnd = self.lineEnd(after: first.lowerBound)
    let (lower, upper) = window(first, lineStart, lineEnd, width: width)
    var highlights: [Range<Int>] = []
    for match in matches where match.range.lowerBound >= lower && match.range.upperBound <= upper {
      let range = match.range.lowerBound - lower..<match.range.upperBound - lower
      if let last = highlights.last, last.overlaps(range) {
        highlights[highlights.count - 1] =
          last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        highlights.append(range)
      }
    }
    let column = bytes[lineStart..<first.lowerBound].reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    let line = lines.line(at: lineStart, in: bytes)
    let (text, mapped) = Self.decode(bytes[lower..<upper], highlights)
    return Excerpt(
      position: TextPosition(line: line, column: column), text: text, highlights: mapped,
      isCutBefore: lower > contentStart(lineStart, first.lowerBound), isCutAfter: upper < lineEnd)
  }

  /// The part of the line to show: the match a third of the way in, cut at spaces.
  private func window(
    _ match: Range<Int>, _ lineStart: Int, _ lineEnd: Int, width: Int
  ) -> (Int, Int) {
    var lower = contentStart(lineStart, match.lowerBound)
    var upper = lineEnd
    if upper - lower > width {
      if match.upperBound - lower > width * 2 / 3 {
        lower = max(lower, match.lowerBound - width / 3)
        // To the start of a word, and never into the middle of a character.
        while lower < match.lowerBound, bytes[lower - 1] != 0x20 { lower += 1 }
      }
      upper = min(upper, max(match.upperBound, lower + width))
      let enough = max(match.upperBound, lower + width / 2)
      var cut = upper
      while cut > enough, cut < lineEnd, bytes[cut] != 0x20 { cut -= 1 }
      if cut > enough { upper = cut }
      while upper < lineEnd, bytes[upper] & 0xC0 == 0x80 { upper += 1 }
    }
    return (lower, max(upper, match.upperBound))
  }

  /// Past the line's indentation, but not past the match.
  private func contentStart(_ lineStart: Int, _ match: Int) -> Int {
    var start = lineStart
    while start < match, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    return start
  }

  private func lineStart(before offset: Int) -> Int {
    var start = offset
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return start
  }

  private func lineEnd(after offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return end
  }

  private func hasLineEnd(_ lower: Int, _ upper: Int) -> Bool {
    lower < upper && bytes[lower..<upper].contains { $0 == 0x0A || $0 == 0x0D }
  }

  private func isInFrontMatter(_ offset: Int) -> Bool {
    guard bytes.starts(with: Array("---".utf8)) else { return false }
    var index = 3
    while index < min(offset, 1 << 16) {
      if bytes[index] == 0x0A, bytes[(index + 1)...].starts(with: Array("---".utf8)) {
        return false
      }
      index += 1
    }
    return true
  }

  /// Counts lines up to places in ascending order, each line once.
  private struct LineCounter {
    private var line = 1
    private var offset = 0

    mutating func line(at lineStart: Int, in bytes: [UInt8]) -> Int {
      while offset < lineStart {
        let isLoneReturn =
          bytes[offset] == 0x0D && (offset + 1 >= bytes.count || bytes[offset + 1] != 0x0A)
        if bytes[offset] == 0x0A || isLoneReturn { line += 1 }
        offset += 1
      }
      return line
    }
  }

  /// The text, what is not UTF-8 replaced, with ranges moved along.
  private static func decode(
    _ bytes: ArraySlice<UInt8>, _ ranges: [Range<Int>]
  ) -> (String, [Range<Int>]) {
    var text = ""
    var mapped: [Range<Int>] = []
    var end = 0
    let base = bytes.startIndex
    for range in ranges {
      text += String(decoding: bytes[(base + end)..<(base + range.lowerBound)], as: UTF8.self)
      let start = text.utf8.count
      text += String(
        decoding: bytes[(base + range.lowerBound)..<(base + range.upperBound)], as: UTF8.self)
      mapped.append(start..<text.utf8.count)
      end = range.upperBound
    }
    text += String(decoding: bytes[(base + end)...], as: UTF8.self)
    return (text, mapped)
  }
}
