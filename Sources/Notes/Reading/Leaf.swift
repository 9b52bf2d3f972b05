/// A block that holds text, while it is read.
struct Leaf {
  enum Kind {
    case paragraph, heading, cell, code, html
    /// A thematic break, which holds no text.
    case rule
  }

  var kind = Kind.paragraph
  var level: UInt8 = 0
  /// Its part of the tape.
  var events = 0..<0
  /// The start of its content, inline markup included.
  var start = 0
  /// A bound of its content, for scans of the bytes.
  var limit = 0
  /// The start of the current line's content.
  var lineStart = 0
  /// The code spans in it, in order.
  var code: [ByteRange] = []
  /// Its parentheses that match, once a cloze has asked for them.
  var parentheses: [ByteRange]?
  /// The first run that it added.
  var firstRun = 0
  /// The first character reference in it.
  var firstReference = 0

  /// True if a range touches code.
  func hasCode(in start: Int, _ end: Int) -> Bool {
    var low = 0
    var high = code.count
    while low < high {
      let middle = (low + high) / 2
      if Int(code[middle].end) <= start { low = middle + 1 } else { high = middle }
    }
    return low < code.count && Int(code[low].start) < end
  }

  /// True if a code span reaches past the end of a wikilink, or has its closing brackets in it; one
  /// that is whole in the link is a part of it.
  func hasCode(over end: Int) -> Bool {
    hasCode(in: end - 2, end)
  }
}

/// A quote that has not ended yet.
struct OpenQuote {
  var textStart: Int?
  var end = 0
  /// The last line of its last block, if that is a paragraph.
  var lastLine: ByteRange?
  /// The only item of a list that looks like its source.
  var itemSource: Int?
}

/// A link or image whose end has not come yet.
struct OpenLink {
  enum Form { case brackets, angles, covered }

  var form: Form
  var isImage: Bool
  /// The role of the text within; nil if it is no link.
  var role: TextRun.Role?
  /// The offset of `[`, `![` or `<`.
  var start: Int
  var textStart: Int
  /// The destination as the parser gave it.
  var event: MarkdownEvent
}
