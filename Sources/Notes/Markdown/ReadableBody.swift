import Layout

/// A note's body for a reader to whom it is handed.
///
/// Its text has no comments of any kind and no definitions of footnotes, and formulas are kept as
/// typed.
package struct ReadableBody: Sendable {
  /// The bytes that are left for the parser.
  package let tape: MarkdownTape
  /// Comments `%%…%%`, and those of HTML that md4c takes for text because they reach past their block or nothing ends
  /// them; in order.
  package let comments: [ByteRange]
  /// The offset of an unclosed comment, `%%` or `<!--`: all text after it is in ``comments``.
  package let openComment: Int?
  /// Definitions of links without a target, `[//]: # (…)`, which serve as comments, in order; no
  /// reader sees them.
  package let remarks: [ByteRange]
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
    let all = MarkdownFormula.all(in: bytes, tape, kinds)
    let hiding = all.filter {
      $0.hidesMarks(in: bytes) && !tape.comments.covers(Int($0.range.start))
    }
    var search = MarkdownComments.PastBlocks(
      in: bytes, ByteRange(note.bodyStart, bytes.count), kinds)
    var comments = Self.merged(tape.comments + search.all())
    let open = [
      Self.openComment(
        in: bytes, from: note.bodyStart, kinds, Self.merged(comments + hiding.map(\.range))),
      MarkdownComments.pastHTML(
        in: bytes, ByteRange(note.bodyStart, bytes.count), tape.events[...]
      ).open,
    ]
    openComment = open.compactMap(\.self).min()
    if let openComment {
      comments = Self.merged(comments + [ByteRange(openComment, bytes.count)])
    }
    remarks = Self.remarks(in: bytes, from: note.bodyStart, kinds)
    footnotes = FootnoteDefinition.all(
      at: tape.footnotes.filter { !comments.covers(Int($0.start)) && !kinds.isCode(Int($0.start)) },
      in: bytes, without: Self.all(comments, tape, in: bytes))
    formulas = all.filter { !comments.covers(Int($0.range.start)) }
    self.comments = comments
    guard comments.count > tape.comments.count || !formulas.isEmpty || !footnotes.isEmpty else {
      self.tape = tape
      return
    }
    let hidden = Self.merged(comments + footnotes.flatMap(\.lines))
    let plain = Self.merged(formulas.map(\.content)).filter { !hidden.covers(Int($0.start)) }
    self.tape = MarkdownTape(parsing: bytes, from: note.bodyStart, hiding: hidden, plain: plain)
  }

  private static func remarks(
    in bytes: [UInt8], from start: Int, _ kinds: TextPlaces
  ) -> [ByteRange] {
    func isShown(_ offset: Int) -> Bool { kinds.isText(offset) || kinds.isCode(offset) }
    var remarks: [ByteRange] = []
    var index = start
    while let colon = bytes.first(UInt8(ascii: ":"), from: index, to: bytes.count) {
      index = colon + 1
      guard colon > start, bytes[colon - 1] == UInt8(ascii: "]"), !isShown(colon) else { continue }
      var open = colon - 1
      while open > start, !bytes[open].isLineEnd, bytes[open] != UInt8(ascii: "[") { open -= 1 }
      guard bytes[open] == UInt8(ascii: "["), !isShown(open) else { continue }
      while index < bytes.count, bytes[index].isBlank { index += 1 }
      if bytes[index...].starts(with: "<>".utf8) {
        index += 2
      } else if bytes[index...].first == UInt8(ascii: "#") {
        index += 1
      } else {
        continue
      }
      guard index == bytes.count || bytes[index].isASCIISpace else { continue }
      let end = index
      index = titleEnd(in: bytes, from: index, isShown) ?? index
      remarks.append(ByteRange(open, max(end, index)))
    }
    return remarks
  }

  /// The end of the title of a definition, which may begin on the next line.
  static func titleEnd(
    in bytes: [UInt8], from start: Int, _ isShown: (Int) -> Bool
  ) -> Int? {
    var index = start
    var lineEnds = 0
    while index < bytes.count, bytes[index].isASCIISpace || bytes[index] == UInt8(ascii: ">") {
      if bytes[index] == .lineFeed { lineEnds += 1 }
      index += 1
    }
    guard index < bytes.count, lineEnds < 2, !isShown(index) else { return nil }
    let closing: UInt8
    switch bytes[index] {
    case UInt8(ascii: "("): closing = UInt8(ascii: ")")
    case UInt8(ascii: "\""), UInt8(ascii: "'"): closing = bytes[index]
    default: return nil
    }
    index += 1
    while index < bytes.count, bytes[index] != closing, !isShown(index) {
      index += bytes[index] == .backslash ? 2 : 1
    }
    return index < bytes.count && bytes[index] == closing ? index + 1 : nil
  }

  static func merged(_ ranges: [ByteRange]) -> [ByteRange] {
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

extension ReadableBody {
  /// The comments of every kind, in order, with the space before each that is followed by another or ends its line.
  ///
  /// - Parameter note: of which this is the body.
  package func allComments(in note: Note) -> [ByteRange] {
    Self.all(comments, tape, in: note.source)
  }

  private static func all(
    _ comments: [ByteRange], _ tape: MarkdownTape, in bytes: [UInt8]
  ) -> [ByteRange] {
    let tags = MarkdownComments.tags(in: bytes, tape.events[...])
    return merged(comments + tags.filter(\.isComment).map(\.range)).map {
      let range = bytes.withSpace($0.indices)
      return ByteRange(range.lowerBound, range.upperBound)
    }
  }

  /// The part of a line before an unclosed comment that begins in it; nil if none does.
  package func shownPart(of line: ByteRange) -> ByteRange? {
    openComment.flatMap { line.contains($0) ? ByteRange(start: line.start, end: UInt32($0)) : nil }
  }

  /// A part of the note as a piece to be read by itself.
  ///
  /// A comment that begins before the part or ends after it is left out, because by itself it would
  /// be text.
  package func piece(_ range: ByteRange, of note: Note) -> [UInt8] {
    let hidden = comments.crossing(range)
    guard let openComment, openComment < range.end else {
      return note.bytes(in: range, without: hidden)
    }
    // The mark hides what comes after it, and is reported. That is left out already: by itself it may have a mark
    // that ends the comment.
    let mark = Array((note.source[openComment] == UInt8(ascii: "%") ? "%%" : "<!--").utf8)
    if openComment < range.start { return mark }
    let shown = ByteRange(start: range.start, end: UInt32(openComment))
    return note.bytes(in: shown, without: hidden) + mark
  }
}

extension Note {
  /// The comments that a reader does not see, in order, but for those of HTML that CommonMark knows.
  ///
  /// - Complexity: linear in the number of bytes; a text without the signs of comments is not parsed.
  package var comments: [ByteRange] { commentedBody?.comments ?? [] }

  /// The body for a reader, unless the note has no signs of comments.
  ///
  /// - Complexity: as that of ``comments``.
  package var commentedBody: ReadableBody? { mayHaveComments ? ReadableBody(of: self) : nil }

  /// A comment without an end, as a finding.
  ///
  /// - Complexity: as that of ``comments``.
  package var openComment: Diagnostic? {
    commentedBody?.unclosed(in: self).map {
      Diagnostic(
        kind: .openComment, offset: $0.offset, position: lines.position(at: $0.offset))
    }
  }

  /// ``title`` for a reader: a comment that begins in its heading and that nothing ends is left out.
  ///
  /// - Complexity: as that of ``comments``.
  package var readableTitle: String {
    title(in: titleHeading.map { commentedBody?.shownPart(of: $0.text) ?? $0.text })
  }

  private var mayHaveComments: Bool {
    var index = bodyStart
    while index + 1 < source.count {
      let isSign =
        source[index] == UInt8(ascii: "%")
        ? source[index + 1] == UInt8(ascii: "%") : source[index...].starts(with: "<!--".utf8)
      if isSign { return true }
      index += 1
    }
    return false
  }

  /// The bytes of a range without those of others, which are in order.
  package func bytes(in range: ByteRange, without hidden: [ByteRange]) -> [UInt8] {
    var bytes: [UInt8] = []
    var start = range.start
    for part in hidden where part.start < range.end && part.end > start {
      if part.start > start { bytes += source[Int(start)..<Int(part.start)] }
      start = part.end
    }
    if start < range.end { bytes += source[Int(start)..<Int(range.end)] }
    return bytes
  }
}

extension [ByteRange] {
  /// Those that begin before a range or end after it, and have a part of it.
  package func crossing(_ range: ByteRange) -> [ByteRange] {
    filter { $0.start < range.end && range.start < $0.end && !range.contains($0) }
  }
}

/// The bytes of a note that are text, and those that are code or HTML.
struct TextPlaces {
  private var text: [ByteRange] = []
  private var code: [ByteRange] = []

  init(_ tape: MarkdownTape) { self.init(tape.events[...]) }

  init(_ events: ArraySlice<MarkdownEvent>) {
    for event in events where event.start < event.end {
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
  /// A range with the space before it, where one, the line's end, or the end of a label or of emphasis follows it.
  package func withSpace(_ range: Range<Int>) -> Range<Int> {
    guard range.lowerBound > 0, self[range.lowerBound - 1] == .space else { return range }
    let isEnd =
      range.upperBound >= count || self[range.upperBound] == .space
      || self[range.upperBound].isLineEnd || isClosing(range.upperBound)
    return isEnd ? (range.lowerBound - 1)..<range.upperBound : range
  }

  /// True for a bracket that closes, and for marks of emphasis before a blank or a sign that ends words.
  private func isClosing(_ offset: Int) -> Bool {
    let rest = self[offset...].drop { "*_~=".utf8.contains($0) }
    guard let next = rest.first else { return true }
    if next == UInt8(ascii: "]") { return true }
    return rest.startIndex > offset && (next.isASCIISpace || ".,;:!?)}".utf8.contains(next))
  }

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

  /// True if a backslash before a sign makes it text.
  ///
  /// - Parameter start: of the text.
  func isEscaped(_ offset: Int, from start: Int) -> Bool {
    var first = offset
    while first > start, self[first - 1] == .backslash { first -= 1 }
    return (offset - first) % 2 == 1
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
