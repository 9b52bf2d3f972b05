import Layout

/// The text of a footnote: `[^label]: text`, its lines, and the blocks below that are indented by four columns.
package struct FootnoteDefinition: Hashable, Sendable {
  /// The label in lower case; labels compare without case.
  package let label: String
  /// The label as written.
  package let labelRange: ByteRange
  /// From its bracket to the end of its last line.
  package var range: ByteRange {
    ByteRange(start: labelRange.start - 2, end: lines.last?.end ?? labelRange.end)
  }
  /// Its lines, without the markers of quotes and the indentation before the first.
  package let lines: [ByteRange]
  /// The text as a note of its own.
  package let text: [UInt8]

  /// The definitions that begin at these ranges, `[` to colon each.
  ///
  /// - Parameter comments: ranges that are left out of their texts.
  /// - Complexity: linear in the number of bytes.
  static func all(
    at starts: [ByteRange], in bytes: [UInt8], without comments: [ByteRange]
  ) -> [FootnoteDefinition] {
    var end = 0
    return starts.compactMap { start in
      guard Int(start.start) >= end else { return nil }
      var reader = Reader(bytes: bytes, comments: comments, isStart: { starts.starts(at: $0) })
      reader.read(start)
      end = reader.end
      let label = ByteRange(start: start.start + 2, end: start.end - 2)
      return FootnoteDefinition(
        label: String(decoding: bytes[label.indices], as: Unicode.UTF8.self).lowercased(),
        labelRange: label, lines: reader.lines, text: reader.text)
    }
  }

  /// Goes over the lines of one definition.
  private struct Reader {
    let bytes: [UInt8]
    let comments: [ByteRange]
    let isStart: (Int) -> Bool
    var lines: [ByteRange] = []
    var text: [UInt8] = []
    var end = 0

    mutating func read(_ start: ByteRange) {
      var lineStart = Int(start.start)
      while lineStart > 0, !bytes[lineStart - 1].isLineEnd { lineStart -= 1 }
      let own = prefix(at: lineStart)
      var line = Int(start.end)
      while line < bytes.count, bytes[line].isBlank { line += 1 }
      var next = take(Int(start.start), content: line)
      // Blank lines before a block that is indented belong to the definition; the others do not.
      var blanks = 0
      while next < bytes.count {
        let prefix = prefix(at: next)
        guard prefix.quotes == own.quotes || prefix.isBlank else { return }
        if prefix.isBlank {
          blanks += 1
          next = lineEnd(from: next).next
          continue
        }
        let isInside = prefix.columns >= own.columns + 4
        guard isInside || (blanks == 0 && !beginsBlock(at: prefix.end)) else { return }
        text += [UInt8](repeating: .lineFeed, count: blanks)
        blanks = 0
        let extra = isInside ? prefix.columns - own.columns - 4 : 0
        text += [UInt8](repeating: .space, count: extra)
        next = take(prefix.end, content: prefix.end)
      }
    }

    /// Takes the rest of a line; the beginning of the next.
    private mutating func take(_ start: Int, content: Int) -> Int {
      let line = lineEnd(from: start)
      lines.append(ByteRange(start, line.end))
      for place in min(content, line.end)..<line.end where !comments.covers(place) {
        text.append(bytes[place])
      }
      text.append(.lineFeed)
      end = line.end
      return line.next
    }

    private func lineEnd(from start: Int) -> (end: Int, next: Int) {
      var end = start
      while end < bytes.count, !bytes[end].isLineEnd { end += 1 }
      var next = min(end + 1, bytes.count)
      if next < bytes.count, bytes[end] == .carriageReturn, bytes[next] == .lineFeed { next += 1 }
      return (end, next)
    }

    private func prefix(at start: Int) -> (end: Int, columns: Int, quotes: Int, isBlank: Bool) {
      var (index, columns, quotes) = (start, 0, 0)
      while index < bytes.count {
        switch bytes[index] {
        case .space: columns += 1
        case .tab: columns += 4
        case UInt8(ascii: ">"):
          guard columns < 4 else { return (index, columns, quotes, false) }
          quotes += 1
          columns = 0
          // The blank after the marker is its own.
          if index + 1 < bytes.count, bytes[index + 1] == .space { index += 1 }
        default: return (index, columns, quotes, bytes[index].isLineEnd)
        }
        index += 1
      }
      return (index, columns, quotes, true)
    }

    /// True if a line cannot go on with the paragraph above it.
    private func beginsBlock(at index: Int) -> Bool {
      if isStart(index) { return true }
      let rest = bytes[index...].prefix(4)
      let isEnd = { (place: Int) in place >= bytes.count || bytes[place].isASCIISpace }
      switch rest.first {
      case UInt8(ascii: "#"):
        let marks = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
        return marks <= 6 && isEnd(index + marks)
      case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
        return isEnd(index + 1) || rest.prefix(3).allSatisfy { $0 == rest.first }
      case UInt8(ascii: "`"): return rest.starts(with: "```".utf8)
      case UInt8(ascii: "~"): return rest.starts(with: "~~~".utf8)
      case UInt8(ascii: "$"): return rest.starts(with: "$$".utf8)
      case UInt8(ascii: "|"), UInt8(ascii: ">"): return true
      case UInt8(ascii: "1"): return rest.dropFirst().first == UInt8(ascii: ".") && isEnd(index + 2)
      default: return false
      }
    }
  }
}

extension [ByteRange] {
  /// True if one of them begins at an offset.
  fileprivate func starts(at offset: Int) -> Bool {
    let index = index(endingAfter: offset)
    return index < count && self[index].start == UInt32(truncatingIfNeeded: offset)
  }
}
