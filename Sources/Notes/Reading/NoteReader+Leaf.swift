import Layout

extension NoteReader {
  /// Reads a block of text.
  mutating func readLeaf(_ new: Leaf) {
    leaf = new
    leaf.firstRun = runs.count
    leaf.firstReference = references.count
    isBlockPending = true
    isGapPending = false
    openLinks.removeAll(keepingCapacity: true)
    clozeEnd = nil
    switch leaf.kind {
    case .code: readCode()
    case .html: readHTML()
    case .paragraph, .heading, .cell, .rule: readInlines()
    }
    isBlockPending = true
  }

  private mutating func readCode() {
    leaf.start = cursor
    for index in leaf.events {
      let event = tape.events[index]
      guard event.kind == .codeText else { continue }
      if runs.count == leaf.firstRun { leaf.start = min(Int(event.start), bytes.count) }
      append(Int(event.start), Int(event.end), role: .code)
      isGapPending = true
      cursor = Int(event.end)
    }
    finishLeaf(lastLine: nil)
  }

  private mutating func readInlines() {
    measure()
    align(at: leaf.events.lowerBound)
    leaf.start = cursor
    leaf.lineStart = cursor
    if leaf.kind == .paragraph { beginParagraph() }
    for index in leaf.events { readInline(at: index) }
    if leaf.kind == .paragraph { finishParagraph() }
    if leaf.kind == .heading { finishHeading() }
    if leaf.kind == .cell { row.cells.append(ByteRange(leaf.start, leaf.limit)) }
    finishLeaf(lastLine: leaf.kind == .paragraph ? ByteRange(leaf.lineStart, cursor) : nil)
  }

  private mutating func readInline(at index: Int) {
    let event = tape.events[index]
    switch event.kind {
    case .text:
      readText(Int(event.start), Int(event.end))
      cursor = Int(event.end)
    case .codeText:
      emit(Int(event.start), Int(event.end), role: leaf.kind == .heading ? .heading : .code)
      cursor = Int(event.end)
    case .htmlText:
      if !HTMLTag.isInline(bytes, ByteRange(start: event.start, end: event.end)) {
        isGapPending = true
      }
      cursor = Int(event.end)
    case .entity:
      if Int(event.start) >= skipUntil {
        references.append(
          TextReference(
            range: ByteRange(start: event.start, end: event.end), role: role,
            startsBlock: isBlockPending && references.count == leaf.firstReference))
      }
      isGapPending = true
      cursor = Int(event.end)
    case .null:
      isGapPending = true
      cursor += 1
    case .softBreak, .hardBreak: readBreak(before: index + 1)
    case .codeIndent:
      // A line end in a code span, which a reader sees as a space.
      while cursor < bytes.count, !bytes[cursor].isLineEnd { cursor += 1 }
      codeBreaks.append(UInt32(truncatingIfNeeded: cursor))
      nextLine(before: index + 1)
    case .enterEmphasis, .leaveEmphasis: cursor += 1
    case .enterStrong, .leaveStrong: cursor += 2
    case .enterStrikethrough, .leaveStrikethrough:
      while cursor < leaf.limit, bytes[cursor] == UInt8(ascii: "~") { cursor += 1 }
    case .enterCodeSpan, .leaveCodeSpan:
      while cursor < leaf.limit, bytes[cursor].isASCIISpace { cursor += 1 }
      while cursor < leaf.limit, bytes[cursor] == UInt8(ascii: "`") { cursor += 1 }
    case .enterLink: enterLink(event, isImage: false, next: index + 1)
    case .enterImage: enterLink(event, isImage: true, next: index + 1)
    case .leaveLink, .leaveImage: leaveLink(next: index + 1)
    default: break
    }
  }

  /// The end of the line, in a table of the cell.
  private func contentEnd(from start: Int) -> Int {
    let span = bytes.span
    var end = start
    while end < span.count, !span[end].isLineEnd {
      if leaf.kind == .cell, span[end] == UInt8(ascii: "|"),
        end == start
          || span[end - 1] != .backslash
      {
        break
      }
      end += 1
    }
    return end
  }

  /// Finds how far the block reaches, and the code in it.
  private mutating func measure() {
    var end = cursor
    var isCode = false
    for index in leaf.events {
      let event = tape.events[index]
      switch event.kind {
      case .enterCodeSpan: isCode = true
      case .leaveCodeSpan: isCode = false
      case .text, .entity, .htmlText: end = max(end, Int(event.end))
      case .codeText:
        end = max(end, Int(event.end))
        if isCode { leaf.code.append(ByteRange(start: event.start, end: event.end)) }
      case .enterLink, .enterImage:
        // A link may end the block without any text after its brackets.
        if event.detail == 0, Int(event.start) >= end, isInlineDestination(Int(event.start)) {
          end = Int(event.end)
        }
      default: break
      }
    }
    leaf.limit = contentEnd(from: end)
  }

  /// True if a destination is in a link's own parentheses, not at a definition.
  private func isInlineDestination(_ start: Int) -> Bool {
    var index = start
    while index > cursor,
      bytes[index - 1].isASCIISpace || bytes[index - 1] == UInt8(ascii: "<")
        || bytes[index - 1] == UInt8(ascii: ">")
    {
      index -= 1
    }
    return index > cursor + 1 && bytes[index - 1] == UInt8(ascii: "(")
      && bytes[index - 2] == UInt8(ascii: "]")
  }

  /// Puts the cursor at the beginning of a line's content.
  ///
  /// The line's markers have no place on the tape, but its first text has one, and the spans that
  /// open before it are directly before it.
  mutating func align(at first: Int) {
    var index = first
    while index < leaf.events.upperBound {
      let event = tape.events[index]
      switch event.kind {
      case .enterEmphasis, .enterStrong, .enterStrikethrough, .enterCodeSpan, .enterLink,
        .enterImage:
        index += 1
        continue
      case .text, .codeText, .htmlText, .entity:
        cursor = start(of: first..<index, before: Int(event.start))
        return
      case .leaveLink, .leaveImage:
        // Empty brackets: `](` is between them and the destination.
        let link = tape.events[index - 1]
        let inner = Int(link.start)
        if link.detail == 0, inner > cursor + 2 {
          var bracket = inner - 1
          while bracket > cursor, bytes[bracket] != UInt8(ascii: "]") { bracket -= 1 }
          cursor = start(of: first..<index, before: bracket)
          return
        }
      default: break
      }
      break
    }
    skipLinePrefix()
  }

  /// The start of a row of opening spans that ends just before `end`.
  private func start(of openers: Range<Int>, before end: Int) -> Int {
    var start = end
    func back(_ count: Int) { start = max(bodyStart, start - count) }
    for index in openers.reversed() {
      switch tape.events[index].kind {
      case .enterEmphasis, .enterLink: back(1)
      case .enterStrong, .enterImage: back(2)
      case .enterStrikethrough:
        while start > bodyStart, bytes[start - 1] == UInt8(ascii: "~") { start -= 1 }
      default:
        if start > bodyStart, bytes[start - 1].isASCIISpace { start -= 1 }
        while start > bodyStart, bytes[start - 1] == UInt8(ascii: "`") { start -= 1 }
      }
    }
    return start
  }

  private mutating func skipLinePrefix() {
    while cursor < bytes.count, bytes[cursor].isASCIISpace || bytes[cursor] == UInt8(ascii: ">") {
      cursor += 1
    }
  }

  private mutating func readBreak(before next: Int) {
    let end = nextLine(before: next)
    if leaf.kind == .paragraph { noteMark(after: end) }
  }

  /// Goes on to the next line of the block.
  ///
  /// - Returns: the end of the content of the line before.
  @discardableResult
  private mutating func nextLine(before next: Int) -> Int {
    let end = endOfLine(from: cursor)
    cursor = end.next
    isGapPending = true
    align(at: next)
    leaf.lineStart = cursor
    return end.content
  }

  /// The end of the line that `start` is on: without blanks and a hard break's backslash, and past
  /// its line end.
  func endOfLine(from start: Int) -> (content: Int, next: Int) {
    let span = bytes.span
    var next = start
    while next < span.count, !span[next].isLineEnd { next += 1 }
    var end = next
    while end > start, span[end - 1].isBlank || span[end - 1] == .backslash { end -= 1 }
    if next < span.count {
      next +=
        span[next] == .carriageReturn && next + 1 < span.count
          && span[next + 1] == .lineFeed ? 2 : 1
    }
    return (end, next)
  }

  private mutating func finishLeaf(lastLine: ByteRange?) {
    if runs.count > leaf.firstRun, references.count > leaf.firstReference {
      references[leaf.firstReference].isBeforeRuns = references[leaf.firstReference].startsBlock
    }
    let range = ByteRange(leaf.start, max(leaf.start, cursor))
    noteBlock(range)
    if outermostStart == nil { outermostStart = leaf.start }
    if depth == 0 { lastBlock = range }
    for index in openQuotes.indices {
      if openQuotes[index].textStart == nil { openQuotes[index].textStart = leaf.start }
      openQuotes[index].end = Int(range.end)
      openQuotes[index].lastLine = index == openQuotes.count - 1 ? lastLine : nil
    }
    if let task = pendingTask, leaf.kind == .paragraph {
      tasks.append(TaskItem(isDone: task.isDone, mark: task.mark, text: range))
      pendingTask = nil
    } else if isAtItem, leaf.kind == .paragraph, !range.isEmpty {
      readBox(of: range)
    }
  }
}
