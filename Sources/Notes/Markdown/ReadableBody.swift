/// A note's body as somebody reads it to whom it is handed.
///
/// Comments of any kind and the definitions of footnotes are not in its text, and the text of formulas is what was
/// typed.
package struct ReadableBody: Sendable {
  /// The bytes that are left for the parser.
  package let tape: MarkdownTape
  /// Comments `%%…%%`, and those of HTML that md4c takes for text because they reach past their block; in order.
  package let comments: [ByteRange]
  /// The offset of a comment that nothing closes: all that follows is in ``comments``.
  package let openComment: Int?
  /// Formulas, in order.
  package let formulas: [MarkdownFormula]
  /// The definitions of footnotes, in order.
  package let footnotes: [FootnoteDefinition]

  /// Reads the body of a note.
  ///
  /// - Complexity: linear in the number of bytes.
  package init(of note: Note) {
    let bytes = note.source
    let tape = MarkdownTape(parsing: bytes, from: note.bodyStart)
    let kinds = TextPlaces(tape)
    var comments = tape.comments
    openComment = Self.openComment(in: bytes, from: note.bodyStart, kinds, comments)
    if let openComment { comments.append(ByteRange(openComment, bytes.count)) }
    comments = Self.merged(
      comments + Self.commentsPastBlocks(in: bytes, from: note.bodyStart, kinds))
    footnotes = FootnoteDefinition.all(
      at: tape.footnotes.filter { !comments.covers(Int($0.start)) && !kinds.isCode(Int($0.start)) },
      in: bytes, without: comments)
    formulas = MarkdownFormula.all(in: bytes, tape, kinds).filter {
      !comments.covers(Int($0.range.start))
    }
    self.comments = comments
    guard comments.count > tape.comments.count || !formulas.isEmpty || !footnotes.isEmpty else {
      self.tape = tape
      return
    }
    let hidden = Self.merged(comments + footnotes.flatMap(\.lines))
    let plain = Self.merged(formulas.map(\.content)).filter { !hidden.covers(Int($0.start)) }
    self.tape = MarkdownTape(parsing: bytes, from: note.bodyStart, hiding: hidden, plain: plain)
  }

  /// The offset of a `%%` that begins a line and that nothing closes: Obsidian hides all that follows it.
  private static func openComment(
    in bytes: [UInt8], from start: Int, _ kinds: TextPlaces, _ comments: [ByteRange]
  ) -> Int? {
    var index = start
    while let mark = bytes.first(UInt8(ascii: "%"), from: index, to: bytes.count - 1) {
      index = mark + 1
      guard bytes[index] == UInt8(ascii: "%") else { continue }
      index += 1
      if kinds.isText(mark), !comments.covers(mark),
        bytes.startOfLineText(at: mark, from: start) == mark
      {
        return mark
      }
    }
    return nil
  }

  /// Comments of HTML that begin inside a line and end in a block below, which CommonMark takes for text.
  private static func commentsPastBlocks(
    in bytes: [UInt8], from start: Int, _ kinds: TextPlaces
  ) -> [ByteRange] {
    var comments: [ByteRange] = []
    var index = start
    while let mark = bytes.first(UInt8(ascii: "<"), from: index, to: bytes.count - 3) {
      index = mark + 1
      guard bytes[mark...].starts(with: "<!--".utf8), kinds.isText(mark) else { continue }
      guard let end = commentEnd(in: bytes, from: mark + 4, kinds) else { break }
      comments.append(ByteRange(mark, end))
      index = end
    }
    return comments
  }

  private static func commentEnd(in bytes: [UInt8], from start: Int, _ kinds: TextPlaces) -> Int? {
    var index = start
    while let mark = bytes.first(UInt8(ascii: ">"), from: index, to: bytes.count) {
      index = mark + 1
      if mark - 2 >= start, bytes[mark - 1] == UInt8(ascii: "-"),
        bytes[mark - 2] == UInt8(ascii: "-"), !kinds.isCode(mark)
      {
        return index
      }
    }
    return nil
  }

  private static func merged(_ ranges: [ByteRange]) -> [ByteRange] {
    var merged: [ByteRange] = []
    for range in ranges.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      if let last = merged.last, range.start < last.end {
        merged[merged.count - 1].end = max(last.end, range.end)
      } else if !range.isEmpty {
        merged.append(range)
      }
    }
    return merged
  }
}

/// Which bytes of a note are text, and which are code or HTML.
struct TextPlaces {
  private var text: [ByteRange] = []
  private var code: [ByteRange] = []

  init(_ tape: MarkdownTape) {
    for event in tape.events where event.start < event.end {
      switch event.kind {
      case .text: text.append(ByteRange(start: event.start, end: event.end))
      case .codeText, .htmlText: code.append(ByteRange(start: event.start, end: event.end))
      default: break
      }
    }
  }

  func isText(_ offset: Int) -> Bool { text.covers(offset) }

  /// True in code and in HTML.
  func isCode(_ offset: Int) -> Bool { code.covers(offset) }
}

extension [UInt8] {
  /// The markers of quotes at the beginning of a line, and the offset past them and the blanks after them.
  ///
  /// - Parameters:
  ///   - start: the line begins there at the earliest.
  ///   - end: the markers end there at the latest.
  package func quoteMarkers(
    onLineOf offset: Int, from start: Int, to end: Int? = nil
  ) -> (depth: Int, end: Int) {
    let first = startOfLine(at: offset, from: start)
    var depth = 0
    var index = first
    let end = end ?? count
    while index < end, self[index].isBlank || self[index] == UInt8(ascii: ">") {
      if self[index] == UInt8(ascii: ">") { depth += 1 }
      index += 1
    }
    return (depth, depth == 0 ? first : index)
  }

  /// The first byte of a line.
  ///
  /// - Parameter start: the line begins there at the earliest.
  package func startOfLine(at offset: Int, from start: Int) -> Int {
    var line = offset
    while line > start, !self[line - 1].isLineEnd { line -= 1 }
    return line
  }

  /// The first byte of a line past blanks and the markers of quotes.
  ///
  /// - Parameter start: the line begins there at the earliest.
  func startOfLineText(at offset: Int, from start: Int) -> Int {
    var line = startOfLine(at: offset, from: start)
    while line < count, self[line].isBlank || self[line] == UInt8(ascii: ">") { line += 1 }
    return line
  }
}
