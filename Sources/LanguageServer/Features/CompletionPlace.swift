import Files
import Layout
import Notes

/// The thing that is being written at a place of a text, as far as it can be completed.
struct CompletionPlace: Equatable {
  enum Kind: Equatable {
    /// The target of a wikilink; of an embed if its brackets have a `!` before them.
    case note(isEmbed: Bool)
    /// The heading or `^block` of a wikilink, behind its target.
    case anchor(target: String)
    /// The destination of a link of Markdown.
    case destination
    /// The heading of a destination, behind its path.
    case destinationAnchor(path: String)
    /// A hashtag behind its `#`.
    case hashtag
    /// A key of the front matter.
    case key
    /// A value of a key of the front matter.
    case value(key: String)
    /// The mood of a journal entry.
    case mood
    /// The beginning of a line, where a question can begin; or a `?[`.
    case snippet
  }

  let kind: Kind
  /// The bytes that are typed already.
  let typed: Range<Int>
  /// The bytes that give way where all of the name is replaced.
  let whole: Range<Int>
  /// True if the brackets of the link are closed behind it.
  var isClosed = false

  /// Reads the line up to the cursor; nil where nothing can be completed.
  ///
  /// - Parameter note: the text read as a note.
  init?(at offset: Int, in buffer: TextBuffer, _ note: Note, isJournal: Bool) {
    let line = buffer.range(ofLine: buffer.line(at: offset))
    let cursor = min(max(offset, line.lowerBound), line.upperBound)
    let reading = LineReading(bytes: buffer.bytes, line: line, cursor: cursor)
    if Self.isInFrontMatter(cursor, buffer) {
      self = reading.wikilink() ?? reading.property(in: buffer)
      return
    }
    if Self.isCode(cursor, in: note) { return nil }
    guard
      let found = reading.wikilink() ?? reading.destination()
        ?? (isJournal ? reading.mood() : nil) ?? reading.hashtag() ?? reading.snippet()
    else { return nil }
    self = found
  }

  fileprivate init(
    _ kind: Kind, typed: Range<Int>, whole: Range<Int>? = nil, isClosed: Bool = false
  ) {
    self.kind = kind
    self.typed = typed
    self.whole = whole ?? typed
    self.isClosed = isClosed
  }

  /// True between the first line `---` and the line that closes it, or without one as far as keys go.
  private static func isInFrontMatter(_ offset: Int, _ buffer: TextBuffer) -> Bool {
    guard buffer.text(ofLine: 0).hasPrefix("---") else { return false }
    let last = buffer.line(at: offset)
    if last == 0 { return false }
    for line in 1..<max(1, last) {
      let text = buffer.text(ofLine: line)
      if text == "---" || text == "..." { return false }
      // A block that is not closed yet ends at the first empty line.
      if text.isEmpty, !isClosed(buffer) { return false }
    }
    return buffer.text(ofLine: last) != "---"
  }

  private static func isClosed(_ buffer: TextBuffer) -> Bool {
    (1..<max(2, min(buffer.starts.count, 500))).contains {
      let text = buffer.text(ofLine: $0)
      return text == "---" || text == "..."
    }
  }

  private static func isCode(_ offset: Int, in note: Note) -> Bool {
    let runs = note.runs(within: max(0, offset - 1)..<(offset + 1))
    return runs.contains { $0.role == .code && $0.start < offset && offset <= $0.end }
  }
}

/// The line of a cursor.
private struct LineReading {
  let bytes: [UInt8]
  let line: Range<Int>
  let cursor: Int

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func last(_ mark: String, before end: Int) -> Int? {
    let mark = Array(mark.utf8)
    var index = end - mark.count
    while index >= line.lowerBound {
      if bytes[index..<(index + mark.count)].elementsEqual(mark) { return index }
      index -= 1
    }
    return nil
  }

  // MARK: Links

  func wikilink() -> CompletionPlace? {
    guard let open = last("[[", before: cursor) else { return nil }
    let start = open + 2
    let inner = bytes[start..<cursor]
    if inner.contains(UInt8(ascii: "|")) || last("]]", before: cursor).map({ $0 >= start }) == true
    {
      return nil
    }
    let isEmbed = open > line.lowerBound && bytes[open - 1] == UInt8(ascii: "!")
    // The replaced part goes on to the end of the link, unless another begins before.
    var end = cursor
    var isClosed = false
    var scan = cursor
    while scan < line.upperBound {
      if bytes[scan...].starts(with: "]]".utf8) {
        isClosed = true
        break
      }
      if bytes[scan...].starts(with: "[[".utf8) { break }
      if bytes[scan] == UInt8(ascii: "|") || bytes[scan] == UInt8(ascii: "#") {
        isClosed = bytes[scan..<line.upperBound].contains(UInt8(ascii: "]"))
        break
      }
      scan += 1
    }
    if isClosed { end = scan }
    if let hash = inner.firstIndex(of: UInt8(ascii: "#")) {
      return CompletionPlace(
        .anchor(target: text(start..<hash)), typed: (hash + 1)..<cursor, whole: (hash + 1)..<end,
        isClosed: isClosed)
    }
    return CompletionPlace(
      .note(isEmbed: isEmbed), typed: start..<cursor, whole: start..<end, isClosed: isClosed)
  }

  func destination() -> CompletionPlace? {
    guard let open = last("](", before: cursor) else { return nil }
    let start = open + 2
    let inner = bytes[start..<cursor]
    if inner.contains(where: { $0 == UInt8(ascii: ")") || $0.isBlank }) { return nil }
    var end = cursor
    while end < line.upperBound, bytes[end] != UInt8(ascii: ")"), !bytes[end].isBlank { end += 1 }
    let isClosed = end < line.upperBound && bytes[end] == UInt8(ascii: ")")
    if !isClosed { end = cursor }
    if let hash = inner.firstIndex(of: UInt8(ascii: "#")) {
      return CompletionPlace(
        .destinationAnchor(path: text(start..<hash)), typed: (hash + 1)..<cursor,
        whole: (hash + 1)..<end, isClosed: isClosed)
    }
    return CompletionPlace(
      .destination, typed: start..<cursor, whole: start..<end, isClosed: isClosed)
  }

  // MARK: Words

  func hashtag() -> CompletionPlace? {
    var start = cursor
    while start > line.lowerBound, Self.isOfHashtag(bytes[start - 1]) { start -= 1 }
    guard start > line.lowerBound, bytes[start - 1] == UInt8(ascii: "#") else { return nil }
    let hash = start - 1
    if hash > line.lowerBound {
      let before = bytes[hash - 1]
      guard before.isBlank || "([{'\"".utf8.contains(before) || before >= 0x80 else { return nil }
    }
    var end = cursor
    while end < line.upperBound, Self.isOfHashtag(bytes[end]) { end += 1 }
    return CompletionPlace(.hashtag, typed: start..<cursor, whole: start..<end)
  }

  private static func isOfHashtag(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte.isASCIIWord || "_-/".utf8.contains(byte)
  }

  /// `## 08:15 ` and what is typed of a mood's name, which may begin with a colon as in `:happy`.
  func mood() -> CompletionPlace? {
    let head = bytes[line.lowerBound..<cursor]
    let marks = head.prefix { $0 == UInt8(ascii: "#") }.count
    guard marks == 2, head.dropFirst(2).first == .space else { return nil }
    let rest = head.dropFirst(3)
    let time = rest.prefix { $0.isASCIIDigit || $0 == UInt8(ascii: ":") }
    guard time.count >= 4, time.contains(UInt8(ascii: ":")), time.endIndex < head.endIndex,
      head[time.endIndex] == .space
    else { return nil }
    let start = time.endIndex + 1
    let name = bytes[start..<cursor].drop { $0 == UInt8(ascii: ":") }
    guard cursor - start - name.count <= 1, name.allSatisfy(\.isASCIILetter) else { return nil }
    return CompletionPlace(.mood, typed: start..<cursor)
  }

  func snippet() -> CompletionPlace? {
    if cursor - line.lowerBound >= 2, bytes[(cursor - 2)..<cursor].elementsEqual("?[".utf8) {
      return CompletionPlace(.snippet, typed: (cursor - 2)..<cursor)
    }
    let head = bytes[line.lowerBound..<cursor]
    guard head.elementsEqual("Q".utf8) || head.elementsEqual("Q:".utf8), cursor == line.upperBound
    else { return nil }
    return CompletionPlace(.snippet, typed: line.lowerBound..<cursor)
  }

  // MARK: Front matter

  func property(in buffer: TextBuffer) -> CompletionPlace {
    var start = line.lowerBound
    while start < cursor, bytes[start].isBlank { start += 1 }
    let isIndented = start > line.lowerBound
    if start < cursor, bytes[start] == UInt8(ascii: "-"),
      start + 1 == cursor || bytes[start + 1].isBlank
    {
      return value(of: Self.key(above: buffer.line(at: cursor), in: buffer), from: start + 1)
    }
    let typed = bytes[start..<cursor]
    if let colon = typed.firstIndex(of: UInt8(ascii: ":")) {
      return value(of: text(start..<colon), from: colon + 1)
    }
    if isIndented {
      return value(of: Self.key(above: buffer.line(at: cursor), in: buffer), from: start)
    }
    var end = cursor
    while end < line.upperBound, bytes[end] != UInt8(ascii: ":"), !bytes[end].isBlank { end += 1 }
    return CompletionPlace(
      .key, typed: start..<cursor, whole: start..<end,
      isClosed: end < line.upperBound && bytes[end] == UInt8(ascii: ":"))
  }

  /// The part of a list `[a, b` or of a plain value that is being typed.
  private func value(of key: String, from colon: Int) -> CompletionPlace {
    var start = min(colon, cursor)
    let marks = Array(",[".utf8)
    if bytes[start..<cursor].contains(UInt8(ascii: "[")) || FrontMatter.hashtagKeys.contains(key) {
      if let mark = bytes[start..<cursor].lastIndex(where: { marks.contains($0) }) {
        start = mark + 1
      }
    }
    while start < cursor, bytes[start].isBlank || bytes[start] == UInt8(ascii: "#") { start += 1 }
    var end = cursor
    while end < line.upperBound, !",]".utf8.contains(bytes[end]) { end += 1 }
    while end > cursor, bytes[end - 1].isBlank { end -= 1 }
    return CompletionPlace(.value(key: key), typed: start..<cursor, whole: start..<end)
  }

  /// The key whose list or text a line belongs to.
  private static func key(above line: Int, in buffer: TextBuffer) -> String {
    for number in stride(from: line - 1, to: 0, by: -1) {
      let text = buffer.text(ofLine: number)
      guard let first = text.utf8.first, !first.isBlank, first != UInt8(ascii: "-") else {
        continue
      }
      return text.prefix { $0 != ":" }.description
    }
    return ""
  }
}
