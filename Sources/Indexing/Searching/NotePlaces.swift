import Layout
import Notes
import Search

/// The places in a note that match a query's words and conditions, with lines and excerpts to show
/// them.
package struct NotePlaces: Sendable {
  /// The note.
  private let note: Note
  /// By their place in the note.
  package let matches: [TextMatcher.Match]

  /// The places of the query's words; of a query without any, those of its conditions.
  init(
    _ note: Note, _ text: DocumentText, _ matcher: TextMatcher, _ conditions: ConditionPlaces,
    limit: Int
  ) {
    self.note = note
    var words = matcher.isEmpty ? [] : matcher.matches(in: text, limit: limit)
    // `/^$/` marks nothing, but has places.
    if words.isEmpty, !matcher.isEmpty { words = matcher.emptyMatches(in: text, limit: limit) }
    matches = words.isEmpty ? Array(conditions.matches(in: note).prefix(limit)) : words
  }

  /// The places of ranges of a note, by their order; each is a part of its own.
  init(_ note: Note, _ ranges: [(part: Int, range: ByteRange)]) {
    self.note = note
    matches = ranges.map {
      TextMatcher.Match(range: $0.range.indices, part: $0.part, isRaw: true)
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// A part of a note's line around matches, as a reader sees it.
  ///
  /// A match in markup (a regular expression's, a link's target, a property) has its line as it is.
  package struct Excerpt: Sendable, Equatable {
    /// The first match's place, both from 1, the column in Unicode scalars.
    package let position: TextPosition
    /// The text, without line ends; starts and ends at words where it is cut.
    package let text: String
    /// The matches, in UTF-8 offsets of `text`.
    package let highlights: [Range<Int>]
    /// The line on which the match ends, from 1.
    package let lastLine: Int
    /// True if the line is cut before the text, or after it.
    package let isCutBefore: Bool
    package let isCutAfter: Bool
  }

  /// The excerpt with the most different words of the query, as early as can be; nil without matches.
  ///
  /// - Parameter width: its approximate greatest length, in characters.
  /// - Complexity: linear in the note and its matches.
  package func best(width: Int) -> Excerpt? {
    var lines = LineCounter()
    return bestIndex(width: width).map { excerpt(at: $0, width: width, &lines) }
  }

  /// The first match of the best excerpt; nil without matches.
  package func bestMatch(width: Int) -> TextMatcher.Match? {
    bestIndex(width: width).map { matches[$0] }
  }

  private func bestIndex(width: Int) -> Int? {
    guard !matches.isEmpty else { return nil }
    let lineStarts = lineStarts()
    var best = (index: 0, value: -1)
    var counts: [Int: Int] = [:]
    var end = 0
    for (start, match) in matches.enumerated() {
      let offset = match.range.lowerBound
      while end < matches.count, end <= start || lineStarts[end] == lineStarts[start],
        end <= start || matches[end].range.upperBound - offset <= width
      {
        counts[matches[end].part, default: 0] += 1
        end += 1
      }
      // A sentence is more informative than a heading, and a heading more than a property.
      let isHeading = note.source[lineStarts[start]] == UInt8(ascii: "#")
      let value = counts.count * 3 + (offset < note.bodyStart ? 0 : isHeading ? 1 : 2)
      if value > best.value { best = (start, value) }
      if counts[match.part] == 1 {
        counts[match.part] = nil
      } else {
        counts[match.part, default: 1] -= 1
      }
    }
    return best.index
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
    // A match longer than the excerpt is shown by its beginning.
    let end = lineEnd(after: min(first.upperBound, first.lowerBound + 4 * width))
    let isRaw = matches[index].isRaw
    let lower = lineStart + max(0, first.lowerBound - lineStart - 4 * width)
    let upper = min(end, max(first.upperBound, first.lowerBound) + 4 * width)
    let text = ShownText(note, lower..<upper, isRaw: isRaw)
    let window = text.window(around: first, width: width)
    var highlights: [Range<Int>] = []
    var start = index
    while start > 0, matches[start - 1].range.lowerBound >= lower { start -= 1 }
    for match in matches[start...] {
      if match.range.lowerBound >= upper { break }
      let range = text.shown(match.range).clamped(to: window)
      if range.isEmpty { continue }
      let moved = range.lowerBound - window.lowerBound..<range.upperBound - window.lowerBound
      if let last = highlights.last, last.upperBound >= moved.lowerBound,
        last.overlaps(moved)
      {
        highlights[highlights.count - 1] = last.lowerBound..<max(last.upperBound, moved.upperBound)
      } else {
        highlights.append(moved)
      }
    }
    let column = note.source[lineStart..<first.lowerBound].reduce(1) {
      $1 & 0xC0 == 0x80 ? $0 : $0 + 1
    }
    let (shown, mapped) = Self.decode(text.bytes[window], highlights)
    let line = lines.line(at: lineStart, in: note.source)
    var ends = LineCounter(line: line, offset: lineStart)
    return Excerpt(
      position: TextPosition(line: line, column: column), text: shown, highlights: mapped,
      lastLine: ends.line(
        at: self.lineStart(before: max(first.lowerBound, first.upperBound - 1)), in: note.source),
      isCutBefore: window.lowerBound > 0 || lower > lineStart,
      isCutAfter: window.upperBound < text.bytes.count || upper < end)
  }

  // MARK: Lines

  /// A line of the note as it is, without its end.
  package struct Line: Sendable, Equatable {
    /// From 1.
    package let number: Int
    package let text: String
  }

  /// The lines around excerpts in order, at most `count` before and after each.
  ///
  /// A line is given once, and a line that is shown with an excerpt not at all.
  package func lines(
    around excerpts: [Excerpt], _ count: Int
  ) -> [(before: [Line], after: [Line])] {
    let index = LineIndex(note.source)
    let hasLast = !index.range(ofLine: index.starts.count).isEmpty
    let end = index.starts.count + (hasLast ? 1 : 0)
    func lines(_ from: Int, _ to: Int) -> [Line] {
      (from..<max(from, to)).clamped(to: 1..<max(1, end)).map { number in
        let bytes = note.source[index.range(ofLine: number).indices]
        return Line(number: number, text: String(decoding: bytes, as: UTF8.self))
      }
    }
    var shown = 1
    return excerpts.indices.map { number in
      let (first, last) = (excerpts[number].position.line, excerpts[number].lastLine)
      let next = number + 1 < excerpts.count ? excerpts[number + 1].position.line : end
      // A very large count must not overflow.
      let reach = min(count, end)
      let before = lines(max(shown, first - reach), first)
      let after = lines(max(shown, last + 1), min(next, last + 1 + reach))
      shown = max(last + 1, after.last.map { $0.number + 1 } ?? 0)
      return (before, after)
    }
  }

  /// The beginning of the line of each match.
  private func lineStarts() -> [Int] {
    var starts: [Int] = []
    var (lineStart, scanned) = (0, 0)
    for match in matches {
      while scanned < match.range.lowerBound {
        if note.source[scanned].isLineEnd { lineStart = scanned + 1 }
        scanned += 1
      }
      starts.append(lineStart)
    }
    return starts
  }

  private func lineStart(before offset: Int) -> Int {
    var start = offset
    while start > 0, !note.source[start - 1].isLineEnd { start -= 1 }
    return start
  }

  private func lineEnd(after offset: Int) -> Int {
    var end = offset
    while end < note.source.count, !note.source[end].isLineEnd { end += 1 }
    return end
  }

  /// Counts lines up to places in ascending order, each line once.
  private struct LineCounter {
    private var line: Int
    private var offset: Int

    init(line: Int = 1, offset: Int = 0) {
      self.line = line
      self.offset = offset
    }

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

  /// Decodes the text with invalid UTF-8 replaced, and moves the ranges along.
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
