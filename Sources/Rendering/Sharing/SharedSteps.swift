import Notes

/// The steps through a note without syntax that only some programs understand, or that a reader
/// should not see.
///
/// Clozes are filled in; block ids and comments are removed; embedded notes are in place; footnotes
/// follow the text; links lead to the web, into the shared text, or are words; images are pictures
/// in the text itself, or words. Whatever the bytes, every opened span is closed.
package struct SharedSteps {
  let body: SharedBody
  let links: SharedLinks
  let footnotes: SharedFootnotes
  let scope: SharedFootnotes.Scope

  var steps: [MarkdownStep] = []
  var spans: [OpenSpan] = []
  /// The numbers of them that are visible links, and that are inside a mark.
  var linksShown = 0
  var spansInsideMarks = 0
  var textCount = 0
  /// The first mark that has not been shown, and up to where one has been shown in the text's place.
  private var nextMark = 0
  var coveredUpTo = 0
  var position = 0
  var isAtSoftBreak = false
  /// The last character of the block.
  var lastScalar: Unicode.Scalar?
  /// The offset in the source of the text that is being read.
  private var textStart: Int?
  /// The block whose text is being read; nil in an item of a tight list.
  var block: MarkdownStep.Block?
  /// True in the head of a table, whose cells hold words alone.
  var isInHead = false
  /// True if a paragraph has to begin before more text: something else has come in its place.
  var isParagraphDue = false
  private var isInHTML = false
  private var isInComment = false
  /// True if the block ends with the space before a comment.
  private var isAfterComment = false
  /// True if the text being read is shown already, up to the end of its block.
  private var isReplaced = false

  struct OpenSpan {
    /// The step that closes it; nil if it is not shown.
    var closing: MarkdownStep?
    var isLink = false
    var isInsideMark = false
    var isImage = false
    /// The text after the words of a broken link, unless they contain it already.
    var address = ""
    /// The text used if there are no words.
    var name = ""
    /// The numbers of texts and steps before it.
    var textsBefore = 0
    var stepsBefore = 0
  }

  /// The steps of a note's body, its footnotes last.
  ///
  /// - Complexity: linear in the number of bytes of the note and its embedded notes.
  package static func steps(of note: Note, links: SharedLinks = .none) -> [MarkdownStep] {
    let footnotes = SharedFootnotes()
    let steps = steps(of: note, links: links, footnotes)
    return steps + footnotes.steps()
  }

  /// The steps of a note whose footnotes are in a shared list.
  static func steps(
    of note: Note, links: SharedLinks, _ footnotes: SharedFootnotes
  ) -> [MarkdownStep] {
    let body = SharedBody(of: note, typography: links.typography)
    if let open = body.body.unclosed(in: note) { links.tellUnclosed(open) }
    let scope = footnotes.scope(body.body.footnotes, links)
    return steps(of: body, links, footnotes, scope)
  }

  /// The steps of a footnote's text, whose references are those of the note around it.
  static func steps(
    ofFootnote note: Note, isInline: Bool, _ footnotes: SharedFootnotes,
    _ scope: SharedFootnotes.Scope, _ links: SharedLinks
  ) -> [MarkdownStep] {
    let body = SharedBody(
      of: note, labels: scope.labels, hasInlineFootnotes: !isInline, typography: links.typography)
    return steps(of: body, links, footnotes, scope)
  }

  private static func steps(
    of body: SharedBody, _ links: SharedLinks, _ footnotes: SharedFootnotes,
    _ scope: SharedFootnotes.Scope
  ) -> [MarkdownStep] {
    var cleaner = SharedSteps(body, links, footnotes, scope)
    for (index, step) in body.steps.enumerated() { cleaner.take(step, index) }
    return cleaner.steps
  }

  private init(
    _ body: SharedBody, _ links: SharedLinks, _ footnotes: SharedFootnotes,
    _ scope: SharedFootnotes.Scope
  ) {
    self.body = body
    self.links = links
    self.footnotes = footnotes
    self.scope = scope
  }

  private mutating func take(_ step: MarkdownStep, _ index: Int) {
    switch step {
    case .enter(let block):
      startBlock()
      enter(block, index)
    case .leave(let block):
      startBlock()
      leave(block)
    case _ where isReplaced: break
    case .open(let span): open(span)
    case .close: close()
    case .text(let text, let kind, let range):
      if kind == .html, !isInHTML, let tag = body.pairs.tags[index] {
        take(tag)
      } else {
        take(text, kind, range)
      }
    }
  }

  private mutating func enter(_ block: MarkdownStep.Block, _ index: Int) {
    if block == .html, let shown = body.pairs.blocks[index] {
      isReplaced = true
      for step in shown {
        if case .text(let text, let kind, _) = step, kind == .normal {
          append(text, .normal)
        } else {
          if case .open = step { endSoftBreak() }
          steps.append(step)
        }
      }
      return
    }
    if block == .html { isInHTML = true }
    if block == .tableHead { isInHead = true }
    switch block {
    case .paragraph, .heading, .cell, .code, .html: self.block = block
    default: self.block = nil
    }
    steps.append(.enter(block))
  }

  private mutating func leave(_ block: MarkdownStep.Block) {
    isInHTML = false
    if block == .tableHead { isInHead = false }
    self.block = nil
    if block == .html, isReplaced {
      isReplaced = false
      return
    }
    if block == .paragraph, isParagraphDue {
      isParagraphDue = false
      return
    }
    steps.append(.leave(block))
  }

  private mutating func startBlock() {
    isAtSoftBreak = false
    isInComment = false
    isAfterComment = false
    lastScalar = nil
  }

  // MARK: Text

  private mutating func take(
    _ text: String, _ kind: MarkdownStep.TextKind, _ range: Range<Int>?
  ) {
    switch kind {
    case .softBreak: if !isInsideMark { isAtSoftBreak = true }
    case .hardBreak: if !isInsideMark { breakLine() }
    case .code, .html:
      // Text inside a mark was shown with it.
      if let range, range.lowerBound < coveredUpTo { return }
      if kind == .html || isInHTML { takeHTML(text) } else { append(text, .code) }
    case .normal:
      guard let range else { return append(text, .normal) }
      takeMarked(text, range)
    }
  }

  var isInsideMark: Bool { position < coveredUpTo }

  /// True in emphasis and other spans; a `*` in a link, as in `[[Note#Heading:#*]]`, opens none.
  var isInSpan: Bool { spans.contains { !$0.isInsideMark } }

  private mutating func takeMarked(_ text: String, _ range: Range<Int>) {
    position = range.lowerBound
    textStart = range.lowerBound
    defer {
      position = range.upperBound
      textStart = nil
    }
    var from = max(range.lowerBound, min(coveredUpTo, range.upperBound))
    // If the text differs from the source (an entity), it is taken as a whole.
    guard text.utf8.count == range.count else {
      if from < range.upperBound { append(text, .normal) }
      return
    }
    let utf8 = text.utf8
    func piece(_ start: Int, _ end: Int) -> String {
      let first = utf8.index(utf8.startIndex, offsetBy: start - range.lowerBound)
      let last = utf8.index(utf8.startIndex, offsetBy: end - range.lowerBound)
      return String(Substring(utf8[first..<last]))
    }
    while nextMark < body.marks.count, body.marks[nextMark].range.lowerBound < range.upperBound {
      let mark = body.marks[nextMark]
      nextMark += 1
      guard mark.range.lowerBound >= from else { continue }
      append(piece(from, mark.range.lowerBound), .normal)
      show(mark.kind)
      coveredUpTo = mark.range.upperBound
      from = min(mark.range.upperBound, range.upperBound)
    }
    if from < range.upperBound { append(piece(from, range.upperBound), .normal) }
  }

  /// Shows HTML as it was typed, but for its comments.
  private mutating func takeHTML(_ text: String) {
    var rest = text[...]
    var shown = ""
    while !rest.isEmpty {
      if isInComment {
        guard let end = rest.range(ofASCII: "-->") else { break }
        rest = rest[end.upperBound...]
        isInComment = false
        isAfterComment = lastScalar == " "
      } else if let start = rest.range(ofASCII: "<!--") {
        shown += rest[..<start.lowerBound]
        rest = rest[start.upperBound...]
        isInComment = true
      } else {
        shown += rest
        break
      }
    }
    append(shown, .html)
  }

  mutating func append(_ text: String, _ kind: MarkdownStep.TextKind) {
    // Of the spaces around a comment one is left.
    let isAfterSpace = isAfterComment || (lastScalar == " " && kind == .normal)
    let text = isAfterSpace && text.hasPrefix(" ") ? String(text.dropFirst()) : text
    guard !text.isEmpty else { return }
    isAfterComment = false
    beginParagraph()
    endSoftBreak()
    let clean = text.withoutControlCharacters
    textCount += 1
    lastScalar = clean.unicodeScalars.last
    steps.append(.text(clean, kind, nil))
  }

  /// Takes out the space between words and a comment at the end of a span.
  mutating func endWords() {
    guard
      isAfterComment
        || (lastScalar == " "
          && [position, max(0, position - 1)].contains { body.body.comments.covers($0) }),
      case .text(let text, .normal, let range)? = steps.last, text.last == " "
    else { return }
    isAfterComment = false
    steps[steps.count - 1] = .text(String(text.dropLast()), .normal, range)
    lastScalar = text.unicodeScalars.dropLast().last
  }

  mutating func breakLine() {
    isAtSoftBreak = false
    if !isParagraphDue { steps.append(.text("\n", .hardBreak, nil)) }
  }

  /// Ends the line of the source before the next text: without a space between signs of scripts
  /// without spaces, by a line end where a line must begin.
  mutating func endSoftBreak() {
    guard isAtSoftBreak else { return }
    isAtSoftBreak = false
    if let textStart, body.lineStarts.contains(textStart) {
      steps.append(.text("\n", .hardBreak, nil))
      return
    }
    guard let lastScalar else { return }
    let isJoined = textStart.map { lastScalar.isSpaceless && isSpaceless(at: $0) } ?? false
    if !isJoined { steps.append(.text("\n", .softBreak, nil)) }
  }

  private func isSpaceless(at offset: Int) -> Bool {
    let first = String(decoding: body.note.source[offset...].prefix(4), as: UTF8.self)
    return first.unicodeScalars.first?.isSpaceless == true
  }
}

extension Unicode.Scalar {
  /// True for scripts without spaces: Chinese and Japanese.
  fileprivate var isSpaceless: Bool {
    switch value {
    case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF01...0xFF60, 0x20000...0x3FFFF: true
    default: false
    }
  }
}

extension String {
  /// This text with a replacement character for each that controls a terminal or that HTML forbids;
  /// line feeds and tabs stay.
  var withoutControlCharacters: String {
    guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return self }
    var result = ""
    result.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x0A, 0x09: result.unicodeScalars.append(scalar)
      // Line ends of other times, which some programs still put into a line.
      case 0x0B, 0x0C, 0x0D, 0x85: result += " "
      case 0..<0x20, 0x7F..<0xA0: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
