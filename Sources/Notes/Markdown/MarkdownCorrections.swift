import Layout

/// The places where md4c 0.4.8 deviates from CommonMark 0.30 and GFM, found in its events.
///
/// - A fence that is indented by four columns or more after a line of a paragraph continues the
///   paragraph (CommonMark, example 113); md4c opens a code block that no fence closes. A letter
///   before the fence keeps it text.
/// - A heading, fence or comment right under a table ends it (GFM, section 4.10); md4c takes it for
///   a row. A line end before it separates them.
/// - A table may interrupt a paragraph (as GitHub reads it); md4c takes it for text. A line end
///   before its head separates them. In lists and quotes, where a line end would separate more, it
///   stays text.
///
/// Seen on the 44,916 notes of seven public collections, which are otherwise read alike but for the lines that
/// `Tests/Benchmarks/commonmark.py` prints.
struct MarkdownCorrections {
  private let bytes: [UInt8]
  private(set) var insertions: [MarkdownInput.Insertion] = []

  private var depth = 0
  /// The paragraph that is being read or was the last block: where its first and last texts begin and end.
  private var paragraph: (first: Int, last: Int)?
  /// True from a paragraph's end until another block begins.
  private var hasEnded = false
  private var isInTable = false
  private var isRowNew = false
  private var isAfterBreak = false

  /// Finds the bytes to insert.
  ///
  /// - Complexity: linear in the number of events and in the lengths of the examined lines.
  init(_ events: ArraySlice<MarkdownEvent>, in bytes: [UInt8]) {
    self.bytes = bytes
    for event in events { read(event) }
  }

  private mutating func read(_ event: MarkdownEvent) {
    switch event.kind {
    case .text, .htmlText, .entity, .codeText:
      if isInTable {
        if isRowNew { partFromTable(lineOf: Int(event.start)) }
        isRowNew = false
        return
      }
      if hasEnded { (paragraph, hasEnded) = (nil, false) }
      if isAfterBreak, depth == 0, event.kind == .text { partTable(at: Int(event.start)) }
      isAfterBreak = false
      paragraph = (paragraph?.first ?? Int(event.start), Int(event.end))
    case .softBreak, .hardBreak: isAfterBreak = true
    case .enterCode:
      if event.detail != 0 { joinFence() }
      // Lines in a block of code belong to no paragraph.
      (paragraph, hasEnded) = (nil, true)
    case .enterTable: (isInTable, isAfterBreak) = (true, false)
    case .leaveTable: (isInTable, paragraph) = (false, nil)
    case .enterRow: isRowNew = true
    case .enterParagraph: (paragraph, hasEnded, isAfterBreak) = (nil, false, false)
    case .leaveParagraph: hasEnded = true
    case .enterQuote, .enterList, .enterItem:
      depth += 1
      (paragraph, isAfterBreak) = (nil, false)
    case .leaveQuote, .leaveList, .leaveItem:
      depth -= 1
      paragraph = nil
    case .enterHeading, .leaveHeading, .enterHTML, .leaveHTML, .leaveCode, .rule:
      (paragraph, isAfterBreak) = (nil, false)
    default: break
    }
  }

  /// Makes a fence text if it is directly under a paragraph, four columns or more to its right.
  private mutating func joinFence() {
    guard let paragraph else { return }
    let last = lineEnd(from: paragraph.last)
    let start = last.next
    guard start > last.end, start < bytes.count else { return }
    let fence = content(at: start)
    guard fence.index + 2 < bytes.count,
      bytes[fence.index] == UInt8(ascii: "`") || bytes[fence.index] == UInt8(ascii: "~"),
      bytes[fence.index + 1] == bytes[fence.index], bytes[fence.index + 2] == bytes[fence.index]
    else { return }
    var first = paragraph.first
    // Spans that open before the text.
    while first > 0, "*_~`[!<\\".utf8.contains(bytes[first - 1]) { first -= 1 }
    if fence.column - column(of: first) >= 4 {
      insertions.append(.init(offset: fence.index, byte: UInt8(ascii: "x")))
    }
  }

  /// Parts a table from a heading, fence or comment that md4c takes for its row.
  private mutating func partFromTable(lineOf place: Int) {
    let start = lineStart(of: place)
    var index = start
    while index < place, index - start < 4, bytes[index] == .space { index += 1 }
    guard index - start < 4, beginsBlock(at: index) else { return }
    insertions.append(.init(offset: start, byte: .lineFeed))
  }

  private func beginsBlock(at index: Int) -> Bool {
    let rest = bytes[index...].prefix(8)
    switch rest.first {
    case UInt8(ascii: "#"):
      let marks = rest.prefix { $0 == UInt8(ascii: "#") }
      return marks.count <= 6 && (rest.dropFirst(marks.count).first?.isASCIISpace ?? true)
    case UInt8(ascii: "`"): return rest.starts(with: "```".utf8)
    case UInt8(ascii: "~"): return rest.starts(with: "~~~".utf8)
    case UInt8(ascii: "<"): return rest.starts(with: "<!--".utf8)
    default: return false
    }
  }

  /// Separates a table with its delimiter row at `place` from the lines of a paragraph above it.
  private mutating func partTable(at place: Int) {
    let first = bytes[place]
    guard first == UInt8(ascii: "|") || first == UInt8(ascii: "-") || first == UInt8(ascii: ":"),
      let paragraph
    else { return }
    let start = lineStart(of: place)
    let head = lineStart(of: max(0, start - 1))
    guard head > lineStart(of: paragraph.first),
      let cells = TableRows.delimiterCells(bytes[start..<lineEnd(from: place).end]),
      TableRows.cells(bytes[head..<lineEnd(from: head).end])?.count == cells
    else { return }
    insertions.append(.init(offset: head, byte: .lineFeed))
  }

  // MARK: Lines

  private func lineStart(of place: Int) -> Int {
    var start = place
    // Past the line end that is looked back from.
    if start > 0, start < bytes.count, bytes[start].isLineEnd, bytes[start - 1] == .carriageReturn {
      start -= 1
    }
    while start > 0, !bytes[start - 1].isLineEnd { start -= 1 }
    return start
  }

  private func lineEnd(from place: Int) -> (end: Int, next: Int) {
    var end = place
    while end < bytes.count, !bytes[end].isLineEnd { end += 1 }
    var next = end
    if next < bytes.count {
      let isPair = bytes[next] == .carriageReturn && next + 1 < bytes.count
      next += isPair && bytes[next + 1] == .lineFeed ? 2 : 1
    }
    return (end, next)
  }

  /// The first byte of a line past blanks and the markers of quotes, and its column.
  private func content(at start: Int) -> (index: Int, column: Int) {
    var index = start
    while index < bytes.count, bytes[index].isBlank || bytes[index] == UInt8(ascii: ">") {
      index += 1
    }
    return (index, column(of: index))
  }

  private func column(of place: Int) -> Int {
    bytes[lineStart(of: place)..<place].reduce(0) { $1 == .tab ? ($0 / 4 + 1) * 4 : $0 + 1 }
  }
}
