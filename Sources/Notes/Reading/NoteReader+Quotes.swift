extension NoteReader {
  /// Ends a block quote, and adds it unless it is empty or a callout.
  mutating func leaveQuote() {
    guard let open = openQuotes.popLast(), let first = open.textStart else { return }
    let depth = openQuotes.count
    var textStart = first
    var end = max(open.end, first)
    var attribution: Attribution?
    if let callout = Callout(bytes, at: first, limit: end) {
      guard callout.isQuote else { return }
      attribution = callout.title.map { Attribution(bytes, $0) }
      textStart = min(skipMarkers(endOfLine(from: first).next), end)
    }
    let range = outline(of: first, end, depth: depth)
    if attribution == nil, let line = open.lastLine, Int(line.start) > textStart,
      let text = Attribution.text(bytes, line)
    {
      attribution = Attribution(bytes, text)
      end = Int(line.start)
    }
    end = trimmedEnd(textStart, end)
    var locator = attribution?.locator
    if locator == nil, let found = Locator(bytes, endingAt: end, from: textStart) {
      locator = found.inner
      end = trimmedEnd(textStart, Int(found.range.start))
    }
    guard end > textStart else { return }
    quotes.append(
      Quote(
        range: range, text: ByteRange(textStart, end), attribution: attribution?.range,
        author: attribution?.author, work: attribution?.work, locator: locator, depth: depth))
  }

  /// Without white space and quote markers at the end.
  private func trimmedEnd(_ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start {
      if bytes[end - 1].isASCIISpace {
        end -= 1
        continue
      }
      // A line of nothing but markers.
      var lineStart = end
      while lineStart > start,
        bytes[lineStart - 1] == UInt8(ascii: ">")
          || bytes[lineStart - 1].isBlank
      {
        lineStart -= 1
      }
      guard lineStart < end, lineStart > start, bytes[lineStart - 1].isLineEnd else { break }
      end = lineStart
    }
    return end
  }

  private func skipMarkers(_ start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index].isBlank || bytes[index] == UInt8(ascii: ">") {
      index += 1
    }
    return index
  }

  /// The quote with its markers: from its own `>` on the first line, and on to lines right before
  /// and after that are only marked (a fence).
  private func outline(of first: Int, _ end: Int, depth: Int) -> ByteRange {
    var lineStart = first
    while lineStart > bodyStart, !bytes[lineStart - 1].isLineEnd { lineStart -= 1 }
    var start = first
    var index = lineStart
    var found = 0
    while index < first {
      if bytes[index] == UInt8(ascii: ">") {
        start = index
        if found == depth { break }
        found += 1
      }
      index += 1
    }
    return ByteRange(start, max(end, endOfLine(from: end).content))
  }
}
