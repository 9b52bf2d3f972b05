import Layout

extension NoteReader {
  /// Ends a block quote, and adds it unless it is empty or a callout.
  mutating func leaveQuote() {
    guard let open = openQuotes.popLast(), let first = open.textStart else { return }
    let depth = openQuotes.count
    var textStart = first
    var end = max(open.end, first)
    var attribution: Attribution?
    let callout = Callout(bytes, at: first, limit: end)
    if let callout {
      guard callout.isQuote else { return }
      textStart = min(skipMarkers(endOfLine(from: first).next), end)
    }
    let range = outline(of: first, end, depth: depth)
    if let line = open.lastLine, Int(line.start) > textStart,
      let text = Attribution.text(bytes, line), !isDialogue(textStart, Int(line.start)),
      !isRuleOfGrammar(Int(text.start), Int(text.end))
    {
      var found = Attribution(bytes, text)
      if found.work == nil, let callout { found.takeWork(of: callout, bytes) }
      attribution = found
      end = Int(line.start)
    } else if let title = callout?.title {
      // `[!quote] — Seneca`
      attribution = Attribution(bytes, Attribution.text(bytes, title) ?? title)
    }
    end = trimmedEnd(textStart, end)
    if attribution == nil {
      noteUnreadSource(open, textStart, end)
      noteNestedSource(textStart, end)
    }
    var isInText = false
    if attribution == nil, let found = attributionInLine(textStart, end) {
      attribution = Attribution(bytes, found.text)
      end = found.end
      isInText = true
    }
    var locator = attribution?.locator
    if locator == nil, let found = Locator(bytes, endingAt: end, from: textStart) {
      locator = found.inner
      end = trimmedEnd(textStart, Int(found.range.start))
    }
    // `… (Admiral George Dewey, May 1, 1898)`, as Library Notes has it.
    if attribution == nil, let found = lastParenthesis(textStart, end) {
      let source = Attribution(bytes, found.inner)
      if source.author != nil || source.work != nil {
        attribution = source
        end = trimmedEnd(textStart, Int(found.outer.start))
        isInText = true
      }
    }
    guard end > textStart else { return }
    quotes.append(
      Quote(
        range: range, text: ByteRange(textStart, end), attribution: attribution?.range,
        author: attribution?.author, work: attribution?.work,
        locator: locator ?? attribution?.locator, isSourceInText: isInText,
        isTitled: callout?.title != nil, depth: depth))
  }

  /// Tells of a line that names who said it, and is part of the text: the only item of a list, or the last line after a
  /// tilde or after a dash behind the last sentence.
  private mutating func noteUnreadSource(_ open: OpenQuote, _ start: Int, _ end: Int) {
    if let item = open.itemSource {
      flaws.append((.unreadSource, item))
      return
    }
    guard let last = open.lastLine, end > start, attributionInLine(start, end) == nil else {
      return
    }
    let line = max(start, firstOfLastLine(start, end))
    if line > start {
      // It ends a list.
      if Int(last.start) > line { return }
      if bytes[line] == UInt8(ascii: "~"), line + 1 < end, bytes[line + 1].isBlank {
        if isName(skipMarkers(line + 1), end) { flaws.append((.unreadSource, line)) }
        return
      }
    }
    var dash = end - 1
    while dash > line {
      defer { dash -= 1 }
      guard bytes[dash] == UInt8(ascii: "-") || bytes[dash] == 0xE2, bytes[dash - 1].isBlank,
        endsSentence(dash - 1, from: start)
      else { continue }
      let isHyphen = bytes[dash] == UInt8(ascii: "-") && dash + 1 < end && bytes[dash + 1].isBlank
      guard
        let text = Attribution.text(bytes, ByteRange(dash, end), dashOf: isHyphen ? 1 : nil),
        isName(Int(text.start), end)
      else { continue }
      flaws.append((.unreadSource, dash))
      return
    }
  }

  /// Tells of a quote that is a source alone, and whose text is the quote around it: `> > — Jane Austen`.
  private mutating func noteNestedSource(_ start: Int, _ end: Int) {
    guard let outer = openQuotes.last?.textStart, outer < start,
      !bytes[start..<end].contains(where: \.isLineEnd),
      let text = Attribution.text(bytes, ByteRange(start, end)), isName(Int(text.start), end)
    else { return }
    flaws.append((.unreadSource, start))
  }

  /// Tells of a list of one item that names who said the quote around it, or the one above it: `- Jane Austen`.
  mutating func noteItemSource() {
    guard container >= 0, containers[container].kind == .list,
      case let first = containers[container].firstBlock, first > 0, blocks.count == first + 1,
      blocks[first].kind == .paragraph
    else { return }
    let (before, block) = (blocks[first - 1], blocks[first])
    let marker = skipMarkers(lineStart(before: block.start))
    guard isMarker(marker), isName(block.start, block.end),
      endsSentence(before.end, from: bodyStart)
    else { return }
    if let quote = openQuotes.indices.last, before.container == containers[container].parent {
      openQuotes[quote].itemSource = openQuotes[quote].itemSource ?? marker
    } else if let quote = quotes.last, quote.attribution == nil, quote.depth == openQuotes.count,
      Int(quote.range.start) < before.start, before.end <= Int(quote.range.end),
      containers[before.container].kind == .quote
    {
      // After an empty line it could be a list of its own, but for a year: `- Vannevar Bush, 1945`.
      let isBelow = lineStart(before: marker) == endOfLine(from: Int(quote.range.end)).next
      let end = bytes[block.start..<block.end]
      let isDated = end.contains(UInt8(ascii: ",")) && end.suffix(4).allSatisfy(\.isASCIIDigit)
      if isBelow || isDated { flaws.append((.unreadSource, marker)) }
    }
  }

  /// The first byte of text on the last line of a range.
  private func firstOfLastLine(_ start: Int, _ end: Int) -> Int {
    bytes[start..<end].lastIndex(where: \.isLineEnd).map { skipMarkers($0 + 1) } ?? start
  }

  /// True if the item of a list begins at a place.
  private func isMarker(_ place: Int) -> Bool {
    place + 1 < bytes.count && "-*+".utf8.contains(bytes[place]) && bytes[place + 1].isBlank
  }

  /// True if a sentence ends before a place: with its sign, or a quotation mark.
  private func endsSentence(_ place: Int, from start: Int) -> Bool {
    var index = place
    while index > start, bytes[index - 1].isBlank { index -= 1 }
    let text = String(decoding: bytes[max(start, index - 4)..<index], as: Unicode.UTF8.self)
    return text.last.map { ".!?…)\"”’»*_。！？」』".contains($0) } ?? false
  }

  /// True of a few words of which each could be of a name or a title, without the end of a sentence.
  private func isName(_ start: Int, _ end: Int) -> Bool {
    guard start < end, end - start <= 120, !bytes[start..<end].contains(where: \.isLineEnd) else {
      return false
    }
    let text = String(decoding: bytes[start..<end], as: Unicode.UTF8.self)
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let first = text.first, !first.isLowercase, !first.isNumber, first != "[", first != "#",
      let last = text.last, !".!?…:;,—–-".contains(last), words.count <= 8
    else { return false }
    return words.count == 1 || QuoteParenthesis.isSource(text)
  }

  /// True if another line of a quote begins with a dash as well: people speak there.
  private func isDialogue(_ start: Int, _ end: Int) -> Bool {
    var line = start
    while case let first = skipMarkers(line), first < end {
      let (content, next) = endOfLine(from: line)
      if content > first, Attribution.text(bytes, ByteRange(first, content)) != nil { return true }
      guard next > line else { return false }
      line = next
    }
    return false
  }

  /// The attribution after a closing quotation mark and a dash in the last line of a quote that begins with a quotation
  /// mark: `"…" - Lao Tzu`.
  ///
  /// - Returns: the attribution, and the end of the text with its mark.
  private func attributionInLine(_ start: Int, _ end: Int) -> (text: ByteRange, end: Int)? {
    let pairs = [("\"", "\""), ("“", "”"), ("„", "“"), ("«", "»")]
    guard
      let pair = pairs.first(where: { bytes[start..<end].starts(with: $0.0.utf8) })
    else { return nil }
    let closer = Array(pair.1.utf8)
    let line = max(
      start, bytes[start..<end].lastIndex(where: \.isLineEnd).map { skipMarkers($0 + 1) } ?? start)
    var mark = end - closer.count
    while mark >= line, mark > start {
      defer { mark -= 1 }
      guard bytes[mark..<(mark + closer.count)].elementsEqual(closer) else { continue }
      let after = mark + closer.count
      var dash = after
      while dash < end, bytes[dash].isBlank { dash += 1 }
      var text = Attribution.text(bytes, ByteRange(dash, end))
      if text == nil, dash > after, dash + 2 < end, bytes[dash] == UInt8(ascii: "-"),
        bytes[dash + 1].isBlank
      {
        text = Attribution.text(bytes, ByteRange(dash, end), dashOf: 1)
      }
      // `"Go!" — he said` is no source.
      guard let text, text.count <= 200,
        String(decoding: bytes[text.indices], as: Unicode.UTF8.self).first?.isLowercase == false,
        !isRuleOfGrammar(Int(text.start), Int(text.end))
      else { continue }
      return (text, after)
    }
    return nil
  }

  /// A parenthesis of several words at the end of a quote, on one line, that names its source.
  private func lastParenthesis(
    _ start: Int, _ end: Int
  ) -> (outer: ByteRange, inner: ByteRange)? {
    guard end - 2 > start, bytes[end - 1] == UInt8(ascii: ")") else { return nil }
    var depth = 0
    var index = end - 1
    while index > start {
      switch bytes[index] {
      case UInt8(ascii: ")"): depth += 1
      case UInt8(ascii: "("): depth -= 1
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return nil
      default: break
      }
      if depth == 0 { break }
      index -= 1
    }
    // Text must precede it, and neither a link's address nor a gap's answer is a source.
    guard depth == 0, index > start, bytes[index - 1].isASCIISpace else { return nil }
    let inner = ByteRange(index + 1, end - 1)
    let words = bytes[inner.indices].split { $0.isASCIISpace }
    guard words.count >= 2, let first = words[0].first, !(first >= 0x61 && first <= 0x7A),
      first != UInt8(ascii: "#"),
      QuoteParenthesis.isSource(String(decoding: bytes[inner.indices], as: Unicode.UTF8.self)),
      !isRuleOfGrammar(start, end)
    else { return nil }
    return (ByteRange(index, end), inner)
  }

  /// True if the line that ends a range is a rule of a grammar: `list = item ("," item)`.
  ///
  /// `E = mc² (Albert Einstein, 1905)` is none: a rule has alternatives, or marks in quotation marks.
  private func isRuleOfGrammar(_ start: Int, _ end: Int) -> Bool {
    let line = bytes[start..<end].lastIndex(where: \.isLineEnd).map { skipMarkers($0 + 1) } ?? start
    guard line < end else { return false }
    let words = bytes[line..<end].split(whereSeparator: \.isBlank)
    func isWord(_ word: ArraySlice<UInt8>, _ text: String) -> Bool { word.elementsEqual(text.utf8) }
    if words.first.map({ isWord($0, "|") }) == true { return true }
    guard words.count > 2,
      ["=", ":=", "::=", ":", "->", "→"].contains(where: { isWord(words[1], $0) })
    else { return false }
    return words.contains { word in
      if isWord(word, "|") { return true }
      let inner = word.drop { "([{".utf8.contains($0) }
      guard let mark = inner.first, "\"'`".utf8.contains(mark),
        let close = inner.dropFirst().firstIndex(of: mark), close > inner.startIndex + 1
      else { return false }
      return inner[(inner.startIndex + 1)..<close].allSatisfy { !$0.isASCIIWord && $0 < 0x80 }
    }
  }

  /// Without white space and quote markers at the end.
  private func trimmedEnd(_ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start {
      if bytes[end - 1].isASCIISpace {
        end -= 1
        continue
      }
      // A line of only markers.
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

  /// The quote with its markers: from its own `>` on the line of its first text to the end of its
  /// last line, and over the marked lines right before and after (a fence, an empty line).
  private func outline(of first: Int, _ end: Int, depth: Int) -> ByteRange {
    let firstLine = lineStart(before: first)
    var start = first
    var index = firstLine
    var found = 0
    while index < first {
      if bytes[index] == UInt8(ascii: ">") {
        start = index
        if found == depth { break }
        found += 1
      }
      index += 1
    }
    var last = max(end, endOfLine(from: end).content)
    guard depth == 0, start < first else { return ByteRange(start, last) }
    let column = start - firstLine
    while true {
      var line = lineStart(before: start)
      guard line > bodyStart else { break }
      line -=
        bytes[line - 1] == .lineFeed && line - 1 > bodyStart
          && bytes[line - 2] == .carriageReturn ? 2 : 1
      let previous = lineStart(before: line)
      guard isMarked(previous, column) else { break }
      start = previous + column
    }
    while case let line = endOfLine(from: last), isMarked(line.next, column), line.next > last {
      last = max(line.next + column + 1, endOfLine(from: line.next).content)
    }
    return ByteRange(start, last)
  }

  private func lineStart(before offset: Int) -> Int {
    var start = offset
    while start > bodyStart, !bytes[start - 1].isLineEnd { start -= 1 }
    return start
  }

  /// True if a line has a quote marker at a column, after blanks.
  private func isMarked(_ line: Int, _ column: Int) -> Bool {
    line + column < bytes.count && bytes[line + column] == UInt8(ascii: ">")
      && bytes[line..<(line + column)].allSatisfy(\.isBlank)
  }
}
