import Notes

/// Blocks of Markdown on one line, as a cell of a table holds them: `<br>` is between them, bullets and numbers stay, and
/// code is a span on each of its lines.
struct SharedCell {
  private let source: [UInt8]
  /// The beginnings of the lines of code, of rows of tables, and of all that have text.
  private var code: Set<Int> = []
  private var rows: Set<Int> = []
  private var shown: Set<Int> = []
  private var pieces: [String] = []
  /// True if a line goes on with the last piece, after a line end that was asked for or not.
  private var isOpen = false
  private var isBroken = false

  static func text(of markdown: String) -> String {
    var cell = SharedCell(Array(markdown.utf8))
    cell.read()
    var escaped = ""
    // A bar would end the cell.
    for character in cell.pieces.joined(separator: "<br>") {
      if character == "|", escaped.last != "\\" { escaped += "\\" }
      escaped.append(character)
    }
    return SharedMarkdown.oneLine(escaped)
  }

  private init(_ source: [UInt8]) {
    self.source = source
    var isInCell = false
    var isInCode = false
    for step in MarkdownStep.steps(of: source) {
      switch step {
      case .enter(.cell): isInCell = true
      case .leave(.cell): isInCell = false
      case .enter(.code): isInCode = true
      case .leave(.code): isInCode = false
      case .text(_, _, let range?):
        let line = source.startOfLine(at: range.lowerBound, from: 0)
        shown.insert(line)
        if isInCode { code.insert(line) }
        if isInCell { rows.insert(line) }
      default: break
      }
    }
  }

  private mutating func read() {
    var start = 0
    for line in source.split(separator: 0x0A, omittingEmptySubsequences: false) {
      take(line, at: start)
      start += line.count + 1
    }
  }

  private mutating func take(_ line: ArraySlice<UInt8>, at start: Int) {
    if code.contains(start) {
      isOpen = false
      return pieces.append(Self.codeSpan(String(decoding: line, as: UTF8.self)))
    }
    let (marker, content) = Self.parts(of: line)
    // The fences of code, rules, and the lines below headings of tables and others have no text; a picture may have none.
    let isFence = content.starts(with: "```".utf8) || content.starts(with: "~~~".utf8)
    guard shown.contains(start) || content.contains(UInt8(ascii: "[")) && !isFence else {
      isOpen = false
      return
    }
    var words = String(decoding: content, as: UTF8.self)
    if rows.contains(start) {
      if words.hasPrefix("|") { words.removeFirst() }
      if words.hasSuffix("|"), !words.hasSuffix("\\|") { words.removeLast() }
    }
    let isBroken = words.hasSuffix("\\") || words.hasSuffix("  ")
    if words.hasSuffix("\\") { words.removeLast() }
    words = words.trimmingSpaces()
    if isOpen, marker == nil, let last = pieces.indices.last {
      pieces[last] += (self.isBroken ? "<br>" : " ") + words
    } else {
      pieces.append((marker ?? "") + words)
    }
    self.isBroken = isBroken
    isOpen = !rows.contains(start) && marker != ""
  }

  /// The sign of a list's item at the beginning of a line, empty for that of a heading, and the rest.
  private static func parts(of line: ArraySlice<UInt8>) -> (
    marker: String?, rest: ArraySlice<UInt8>
  ) {
    var marker: String?
    var rest = line
    while true {
      rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ">") }
      func isMarker(_ length: Int) -> Bool {
        let next = rest.dropFirst(length).first
        return next == nil || next == 0x20 || next == 0x09
      }
      let digits = rest.prefix { (0x30...0x39).contains($0) }.count
      let hashes = rest.prefix { $0 == UInt8(ascii: "#") }.count
      if let first = rest.first, "-*+".utf8.contains(first), isMarker(1) {
        (marker, rest) = ((marker ?? "") + "• ", rest.dropFirst())
      } else if (1...9).contains(digits), let sign = rest.dropFirst(digits).first,
        ".)".utf8.contains(sign), isMarker(digits + 1)
      {
        marker = (marker ?? "") + String(decoding: rest.prefix(digits + 1), as: UTF8.self) + " "
        rest = rest.dropFirst(digits + 1)
      } else if (1...6).contains(hashes), isMarker(hashes) {
        return (marker ?? "", rest.dropFirst(hashes))
      } else {
        return (marker, rest)
      }
    }
  }

  private static func codeSpan(_ line: String) -> String {
    let text = line.trimmingSpaces()
    if text.isEmpty { return "" }
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    return longest > 0 ? "\(fence) \(text) \(fence)" : fence + text + fence
  }
}
