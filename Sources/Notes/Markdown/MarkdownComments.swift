import Layout

/// Comments that the Markdown parser does not know: Obsidian's, `%%`, anything, `%%`, on one line or many, and those of
/// HTML that go on past their block.
///
/// A reader does not see them, and they contain no link, hashtag or task. `%%` in code is code, and
/// one without another after it, or after a backslash, is text. In a formula, in a tag and in a comment of HTML it
/// begins no comment.
enum MarkdownComments {
  /// The comments in a range, in order and apart from each other, marks included.
  ///
  /// - Parameter events: the parser's events for the range.
  /// - Complexity: linear in the range's length and the number of events.
  static func all(
    in bytes: [UInt8], _ range: ByteRange, _ events: ArraySlice<MarkdownEvent>
  ) -> [ByteRange] {
    let past = pastHTML(in: bytes, range, events).comments
    let found = ranges(in: bytes, range, events, past)
    if past.isEmpty { return found }
    var comments: [ByteRange] = []
    for comment in (found + past).sorted(by: { $0.start < $1.start })
    where comment.start >= comments.last?.end ?? 0 {
      comments.append(comment)
    }
    return comments
  }

  /// Comments of HTML that begin in a block of HTML and end below it: a line that begins with a comment ends the
  /// block, and a second one on it may go on. `open` is the beginning of one that nothing ends.
  static func pastHTML(
    in bytes: [UInt8], _ range: ByteRange, _ events: ArraySlice<MarkdownEvent>
  ) -> (comments: [ByteRange], open: Int?) {
    var comments: [ByteRange] = []
    var isInBlock = false
    var open: Int?
    for (place, event) in zip(events.indices, events) {
      switch event.kind {
      case .enterHTML: (isInBlock, open) = (true, nil)
      case .htmlText where isInBlock:
        open = openComment(in: bytes, Int(event.start)..<Int(event.end), since: open)
      case .leaveHTML:
        isInBlock = false
        guard let mark = open, mark >= comments.last?.end ?? 0 else { continue }
        guard let end = Self.end(in: bytes, range, events[place...]) else {
          return (comments, mark)
        }
        comments.append(ByteRange(mark, end))
      default: break
      }
    }
    return (comments, nil)
  }

  /// The beginning of the comment that is open at the end of a text, where one may be open at its beginning.
  private static func openComment(
    in bytes: [UInt8], _ text: Range<Int>, since open: Int?
  ) -> Int? {
    var open = open
    var index = text.lowerBound
    while index < text.upperBound {
      defer { index += 1 }
      guard bytes[index] == (open == nil ? UInt8(ascii: "<") : UInt8(ascii: "-")) else { continue }
      let rest = bytes[index..<text.upperBound]
      if open == nil {
        // `<!--` in a script or a style begins no comment.
        if rest.starts(with: "<script".utf8) || rest.starts(with: "<style".utf8) { return nil }
        if rest.starts(with: "<!--".utf8) {
          open = index
          index += 3
        }
      } else if rest.starts(with: "-->".utf8) {
        open = nil
        index += 2
      }
    }
    return open
  }

  /// The end of a comment that is open where some events begin: after the first `-->` outside code.
  private static func end(
    in bytes: [UInt8], _ range: ByteRange, _ events: ArraySlice<MarkdownEvent>
  ) -> Int? {
    for event in events where event.kind == .text || event.kind == .htmlText {
      let text = bytes[Int(event.start)..<min(Int(event.end), Int(range.end))]
      var index = text.startIndex
      while let sign = text[index...].firstIndex(of: UInt8(ascii: ">")) {
        index = sign + 1
        if sign - 2 >= text.startIndex, text[sign - 1] == UInt8(ascii: "-"),
          text[sign - 2] == UInt8(ascii: "-")
        {
          return index
        }
      }
    }
    return nil
  }

  private static func ranges(
    in bytes: [UInt8], _ range: ByteRange, _ events: ArraySlice<MarkdownEvent>, _ past: [ByteRange]
  ) -> [ByteRange] {
    let marks = marks(in: bytes, range, events)
    guard marks.count > 1 else { return [] }
    let kinds = TextPlaces(events)
    let html = ReadableBody.merged(tags(in: bytes, events).map(\.range) + past)
    var pastBlocks = PastBlocks(in: bytes, range, kinds)
    var pastBlock: ByteRange?
    var formulas = MarkdownFormula.Search(in: bytes, events, kinds)
    var formula: ByteRange?
    var comments: [ByteRange] = []
    var open: Int?
    for mark in marks {
      if let start = open {
        comments.append(ByteRange(start, mark + 2))
        formulas.skip(to: mark + 2)
        pastBlocks.skip(to: mark + 2)
        open = nil
        continue
      }
      while let next = formulas.next(before: mark) {
        if next.hidesMarks(in: bytes) { formula = next.range }
      }
      while let next = pastBlocks.next(before: mark) { pastBlock = next }
      if formula?.contains(mark) == true || pastBlock?.contains(mark) == true { continue }
      let place = html.index(endingAfter: mark)
      // One that begins in a comment is none.
      let isInHTML =
        place < html.count && html[place].contains(mark)
        && html[place].start >= comments.last?.end ?? 0
      if !isInHTML { open = mark }
    }
    return comments
  }

  /// The signs `%%` outside code.
  private static func marks(
    in bytes: [UInt8], _ range: ByteRange, _ events: ArraySlice<MarkdownEvent>
  ) -> [Int] {
    let end = Int(range.end)
    var marks: [Int] = []
    var index = Int(range.start)
    while let mark = bytes.first(UInt8(ascii: "%"), from: index, to: end - 1) {
      index = mark + 1
      if bytes[index] == UInt8(ascii: "%"), !bytes.isEscaped(mark, from: Int(range.start)) {
        marks.append(mark)
        index += 1
      }
    }
    guard marks.count > 1 else { return [] }
    let code = events.filter { $0.kind == .codeText && $0.start < $0.end }
    var next = 0
    marks.removeAll { mark in
      while next < code.count, Int(code[next].end) <= mark { next += 1 }
      return next < code.count && Int(code[next].start) <= mark
    }
    return marks
  }

  /// The tags and comments of HTML, in order. The text between tags is none of them.
  static func tags(
    in bytes: [UInt8], _ events: ArraySlice<MarkdownEvent>
  ) -> [(range: ByteRange, isComment: Bool)] {
    var tags: [(range: ByteRange, isComment: Bool)] = []
    var open: Int?
    var isComment = false
    var quote: UInt8?
    for event in events {
      if event.isBlock, event.kind != .codeBreak { (open, quote) = (nil, nil) }
      guard event.kind == .htmlText else { continue }
      for index in Int(event.start)..<Int(event.end) {
        let byte = bytes[index]
        guard let start = open else {
          guard byte == UInt8(ascii: "<"), index + 1 < Int(event.end) else { continue }
          isComment = bytes[index...].starts(with: "<!--".utf8)
          let next = bytes[index + 1]
          if isComment || next == UInt8(ascii: "/") || next.isASCIILetter { open = index }
          continue
        }
        if isComment {
          guard byte == UInt8(ascii: ">"), index >= start + 6,
            bytes[index - 1] == UInt8(ascii: "-"),
            bytes[index - 2] == UInt8(ascii: "-")
          else { continue }
        } else {
          if byte == quote { quote = nil; continue }
          if quote != nil { continue }
          if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
          if byte != UInt8(ascii: ">") { continue }
        }
        tags.append((ByteRange(start, index + 1), isComment))
        open = nil
      }
    }
    return tags
  }

  /// A search for comments of HTML that begin inside a line and end in a block below, which CommonMark takes for text,
  /// from one to the next.
  struct PastBlocks {
    private let bytes: [UInt8]
    private let start: Int
    private let end: Int
    private let kinds: TextPlaces
    private var index: Int

    /// - Parameter kinds: the places of text in the range.
    init(in bytes: [UInt8], _ range: ByteRange, _ kinds: TextPlaces) {
      (self.bytes, self.kinds, start) = (bytes, kinds, Int(range.start))
      (index, end) = (Int(range.start), Int(range.end))
    }

    /// Leaves out what begins before an offset.
    mutating func skip(to offset: Int) { index = max(index, offset) }

    /// The next comment; nil if there is none, or none that begins before a limit.
    mutating func next(before limit: Int = .max) -> ByteRange? {
      while let mark = bytes.first(UInt8(ascii: "<"), from: index, to: end - 3), mark < limit {
        index = mark + 1
        guard bytes[mark...].starts(with: "<!--".utf8), kinds.isText(mark),
          !bytes.isEscaped(mark, from: start)
        else { continue }
        // Where nothing ends this one, nothing ends those after it.
        guard let last = endOfComment(from: mark + 4) else {
          index = end
          return nil
        }
        index = last
        return ByteRange(mark, last)
      }
      return nil
    }

    /// The comments that are left.
    mutating func all() -> [ByteRange] {
      var all: [ByteRange] = []
      while let comment = next() { all.append(comment) }
      return all
    }

    private func endOfComment(from start: Int) -> Int? {
      var place = start
      while let sign = bytes.first(UInt8(ascii: ">"), from: place, to: end) {
        place = sign + 1
        if sign - 2 >= start, bytes[sign - 1] == UInt8(ascii: "-"),
          bytes[sign - 2] == UInt8(ascii: "-"), !kinds.isCode(sign)
        {
          return place
        }
      }
      return nil
    }
  }
}
