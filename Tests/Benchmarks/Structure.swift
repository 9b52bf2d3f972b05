import Notes

/// The structure of notes as their reader sees it, for the comparison with another CommonMark parser that
/// `commonmark.py` makes.
///
/// A line a note: fields are separated by U+001F. The first is the path, the second the offset of the text
/// after the front matter, and the others are in document order:
///
///     quote, list, item, table, /quote …   a container begins or ends
///     h1 … h6, p, html, rule               a block; `p` is a paragraph, a cell or the text of a tight item
///     code TEXT                            a code block, its text without white space
///     link TO, image TO, `TEXT             a link, an image, a code span
struct Structure {
  private let tape: MarkdownTape
  private let bytes: [UInt8]
  private var fields: [String] = []
  private var isLeafOpen = false
  /// The code that is being read; nil outside of code.
  private var code: String?

  /// Prints the structure of each note whose path is a line of `list`.
  static func run(list: String) {
    for path in list.split(separator: "\n") {
      guard let text = Queries.readBytes(String(path)) else { continue }
      var structure = Structure(text, from: Note(parsing: text).bodyStart)
      structure.read()
      print(([String(path)] + structure.fields).joined(separator: "\u{1F}"))
    }
  }

  private init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    tape = MarkdownTape(parsing: bytes, from: start)
    fields.append(String(start))
  }

  private mutating func read() {
    for event in tape.events {
      switch event.kind {
      case .enterQuote: add("quote")
      case .leaveQuote: add("/quote")
      case .enterList: add("list")
      case .leaveList: add("/list")
      case .enterItem: add("item")
      case .leaveItem: add("/item")
      case .enterTable: add("table")
      case .leaveTable: add("/table")
      case .rule: add("rule")
      case .enterHeading: add("h\(event.detail)", opensLeaf: true)
      case .enterHTML: add("html", opensLeaf: true)
      case .enterParagraph, .enterCell, .enterHeaderCell: add("p", opensLeaf: true)
      case .leaveHeading, .leaveHTML, .leaveParagraph, .leaveCell, .leaveHeaderCell:
        isLeafOpen = false
      case .enterCode, .enterCodeSpan:
        if event.kind == .enterCodeSpan { inText() }
        code = ""
      case .leaveCode: add("code " + endCode())
      case .leaveCodeSpan: fields.append("`" + endCode())
      case .codeText: code = code.map { $0 + text(bytes, event) }
      case .enterLink, .enterImage:
        inText()
        let destination = text(event.detail == 1 ? tape.decoded : bytes, event)
        fields.append((event.kind == .enterLink ? "link " : "image ") + destination)
      case .text, .htmlText, .entity, .enterEmphasis, .enterStrong, .enterStrikethrough: inText()
      default: break
      }
    }
  }

  private mutating func add(_ field: String, opensLeaf: Bool = false) {
    fields.append(field)
    isLeafOpen = opensLeaf
  }

  /// Text of a tight item has no paragraph of its own on the tape.
  private mutating func inText() {
    if !isLeafOpen { add("p", opensLeaf: true) }
  }

  private mutating func endCode() -> String {
    defer { code = nil }
    return String((code ?? "").unicodeScalars.filter { !$0.properties.isWhitespace && $0 != "\0" })
  }

  private func text(_ bytes: [UInt8], _ event: MarkdownEvent) -> String {
    String(decoding: bytes[Int(event.start)..<Int(event.end)], as: UTF8.self)
  }
}
