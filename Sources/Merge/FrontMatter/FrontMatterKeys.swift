import Layout

/// The front matter at the beginning of a text, cut into its top-level keys.
struct FrontMatterKeys {
  /// A key with all its lines.
  struct Key {
    let name: [UInt8]
    /// The comments and blank lines above it.
    let comments: Range<Int>
    /// From the line of the key to the end of its value.
    let value: Range<Int>

    var lines: Range<Int> { comments.lowerBound..<value.upperBound }
  }

  /// With both fences.
  let lines: Range<Int>
  let keys: [Key]
  /// Comments and blank lines after the last key.
  let tail: Range<Int>
  /// False if there is anything but keys, each once: then the lines are all there is to go by.
  let isPlain: Bool

  var opener: Range<Int> { lines.prefix(1) }
  var closer: Range<Int> { lines.suffix(1) }

  /// Reads the keys; nil if the text does not begin with front matter.
  init?(_ text: Range<Int>, in pool: LinePool) {
    guard let first = text.first, let end = Self.end(of: text, in: pool) else { return nil }
    lines = text.lowerBound..<(end + 1)
    var keys: [Key] = []
    var isPlain = Self.trimmed(pool.content(first)).elementsEqual("---".utf8)
    var comments = (first + 1)..<(first + 1)
    for line in (first + 1)..<end {
      switch Self.kind(pool.content(line)) {
      case .comment: comments = comments.lowerBound..<(line + 1)
      case .key(let name):
        if keys.contains(where: { $0.name == name }) { isPlain = false }
        keys.append(Key(name: name, comments: comments, value: line..<(line + 1)))
        comments = (line + 1)..<(line + 1)
      case .continuation:
        guard let last = keys.popLast() else {
          isPlain = false
          continue
        }
        // Blank lines and comments in the middle of a value belong to it.
        keys.append(
          Key(
            name: last.name, comments: last.comments, value: last.value.lowerBound..<(line + 1)))
        comments = (line + 1)..<(line + 1)
      case .other: isPlain = false
      }
    }
    self.keys = keys
    tail = comments.lowerBound..<end
    self.isPlain = isPlain
  }

  func key(_ name: [UInt8]) -> Key? { keys.first { $0.name == name } }

  /// The line that closes front matter, if the text opens any.
  private static func end(of text: Range<Int>, in pool: LinePool) -> Int? {
    guard let first = text.first, isOpener(pool.content(first)) else { return nil }
    return text.dropFirst().first { isCloser(pool.content($0)) }
  }

  /// True if a line opens front matter as the first line of a text.
  static func isOpener(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first == UInt8(ascii: "-") else { return false }
    let opener = trimmed(line)
    return ["---", "---yaml", "---json"].contains { opener.elementsEqual($0.utf8) }
  }

  /// True if a line closes front matter.
  static func isCloser(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first == UInt8(ascii: "-") || line.first == UInt8(ascii: ".") else { return false }
    let fence = trimmed(line)
    return fence.elementsEqual("---".utf8) || fence.elementsEqual("...".utf8)
  }

  private enum Kind {
    case comment, continuation, other
    case key([UInt8])
  }

  /// The role of a line at the top level of a mapping in block style.
  private static func kind(_ line: ArraySlice<UInt8>) -> Kind {
    let content = trimmed(line)
    guard let first = content.first(where: { !$0.isBlank }) else { return .comment }
    if first == UInt8(ascii: "#") { return .comment }
    guard let head = line.first, !head.isBlank else { return .continuation }
    if head == UInt8(ascii: "-") {
      let isItem = content.count == 1 || content[content.startIndex + 1].isBlank
      return isItem ? .continuation : .other
    }
    if "[]{},?&*!|>%@`".utf8.contains(head) { return .other }
    var index = content.startIndex
    if head == UInt8(ascii: "\"") || head == UInt8(ascii: "'") {
      guard let close = content.dropFirst().firstIndex(of: head) else { return .other }
      index = close
    }
    while let colon = content[index...].firstIndex(of: UInt8(ascii: ":")) {
      let isEnd = colon + 1 == content.endIndex || content[colon + 1].isBlank
      if isEnd { return .key(Array(trimmed(content[..<colon]))) }
      index = colon + 1
    }
    return .other
  }

  /// A line without the blanks at its end.
  static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    while let last = line.last, last.isBlank || last == .carriageReturn { line.removeLast() }
    return line
  }
}
