import Layout

extension Note {
  /// The Markdown inside a quote, as a piece of its own: whole lines without the markers of the
  /// quote, its attribution and its locator.
  ///
  /// - Parameter hidden: comments that reach past the quote, which are left out.
  /// - Complexity: linear in the length of the quote.
  package func markdown(of quote: Quote, hiding hidden: [ByteRange] = []) -> [UInt8] {
    let column = Int(quote.range.start) - lineStart(of: Int(quote.range.start))
    var lines: [[UInt8]] = []
    var start = Int(quote.range.start)
    while start < Int(quote.range.end) {
      var end = start
      while end < Int(quote.range.end), !source[end].isLineEnd { end += 1 }
      let line = ByteRange(start, end)
      if isHead(line, of: quote) {
        lines = []
      } else if let attribution = quote.attribution, line.contains(Int(attribution.start)) {
        if quote.text.end > line.start, quote.text.start < line.end {
          let said = ByteRange(start: line.start, end: quote.text.end)
          lines.append(
            unmarked(said, column: start == Int(quote.range.start) ? column : 0, hidden))
        } else {
          dropHardBreak(in: &lines)
        }
      } else {
        append(
          line, of: quote, column: start == Int(quote.range.start) ? column : 0, hidden, to: &lines)
      }
      start = end + 1
      if end + 1 < source.count, source[end] == .carriageReturn, source[end + 1] == .lineFeed {
        start += 1
      }
    }
    func isBlank(_ line: [UInt8]) -> Bool { line.allSatisfy(\.isBlank) }
    while lines.last.map(isBlank) == true { lines.removeLast() }
    return Array(lines.drop(while: isBlank).joined(separator: [.lineFeed]))
  }

  private func lineStart(of offset: Int) -> Int {
    var start = offset
    while start > bodyStart, !source[start - 1].isLineEnd { start -= 1 }
    return start
  }

  /// True for the line `> [!quote]`, which is no part of the quoted text.
  private func isHead(_ line: ByteRange, of quote: Quote) -> Bool {
    guard line.end <= quote.text.start else { return false }
    var index = Int(line.start)
    while index < Int(line.end), source[index].isBlank || source[index] == UInt8(ascii: ">") {
      index += 1
    }
    return Callout(source, at: index, limit: Int(line.end))?.isQuote == true
  }

  /// Appends the rest of a line without a locator after the text.
  private func append(
    _ line: ByteRange, of quote: Quote, column: Int, _ hidden: [ByteRange],
    to lines: inout [[UInt8]]
  ) {
    guard let locator = quote.locator, quote.attribution?.contains(locator) != true,
      case let cut = ByteRange(start: quote.text.end, end: locator.end + 1),
      line.start < cut.end, cut.start < line.end
    else { return lines.append(unmarked(line, column: column, hidden)) }
    guard cut.start > line.start else { return }
    lines.append(unmarked(ByteRange(start: line.start, end: cut.start), column: column, hidden))
  }

  /// A line break that was asked for before the attribution would be a backslash without it.
  private func dropHardBreak(in lines: inout [[UInt8]]) {
    guard let last = lines.last else { return }
    let backslashes = last.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    if backslashes % 2 == 1 { lines[lines.count - 1].removeLast() }
  }

  /// A line without the marker of the quote; one without a marker continues the paragraph before.
  ///
  /// - Parameter column: the column at which the line begins.
  private func unmarked(
    _ line: ByteRange, column: Int, _ hidden: [ByteRange]
  ) -> [UInt8] {
    var index = Int(line.start)
    var column = column
    while index < Int(line.end), source[index].isBlank {
      column += source[index] == .tab ? 4 - column % 4 : 1
      index += 1
    }
    guard index < Int(line.end), source[index] == UInt8(ascii: ">") else {
      return bytes(in: line, without: hidden)
    }
    index += 1
    column += 1
    // One column of the blanks after the marker belongs to the marker; a tab is as wide as it was
    // there.
    let first = column + 1
    while index < Int(line.end), source[index].isBlank {
      column += source[index] == .tab ? 4 - column % 4 : 1
      index += 1
    }
    let indent = [UInt8](repeating: .space, count: max(0, column - first))
    return indent + bytes(in: ByteRange(index, Int(line.end)), without: hidden)
  }
}
