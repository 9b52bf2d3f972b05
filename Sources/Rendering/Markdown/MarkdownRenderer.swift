/// Shows a note's Markdown on a terminal: styled, wrapped, and readable without any colour.
///
/// With colours the markers are replaced by styles; without, they stay as typed, so that no meaning
/// depends on colour alone. Links are hyperlinks if the terminal draws them, and numbered footnotes
/// otherwise.
package struct MarkdownRenderer {
  /// A stretch of the source that is Zibaldone's own syntax, not Markdown's.
  package struct Mark: Equatable, Sendable {
    /// The kinds of mark.
    package enum Kind: Equatable, Sendable {
      /// A hashtag or a block's id, as typed.
      case hashtag(String)
      case blockID(String)
      /// A wikilink: its visible text, and the address of the note if it is known.
      case wikilink(shown: String, address: String?)
      case cloze(hint: String, answer: String)
      /// A cloze that is asked: the text in its place.
      case gap(String)
      /// A cloze beside one that is asked: its answer.
      case filled(String)
    }

    /// The bytes of the source that it takes.
    package let range: Range<Int>
    /// The kind of mark.
    package let kind: Kind

    /// A stretch of the source.
    package init(_ range: Range<Int>, _ kind: Kind) {
      self.range = range
      self.kind = kind
    }
  }

  let width: Int
  let colors: ColorDepth
  let hyperlinks: Bool
  let marks: [Mark]
  let lineStarts: Set<Int>
  let highlights: Highlights

  var lines: [StyledText] = []
  /// The blocks around the current one, outermost first.
  var containers: [Container] = []
  /// True if an empty line is due before the next block.
  var isSpaced = false
  var inline = InlineText()
  var table: MarkdownTable?
  var footnotes: [String] = []
  var footnoteNumbers: [String: Int] = [:]
  /// The first mark that has not been shown.
  var nextMark = 0
  /// The renderer's offset in the source, and the end of the last mark shown.
  var position = 0
  var coveredUpTo = 0
  /// The offset of the last mark shown.
  var markStart = 0

  /// Lines longer than this are hard to read, however wide the window.
  private static let readableWidth = 100
  /// Containers nested deeper are drawn at this depth, so that text keeps some room.
  private static let visibleDepth = 12

  /// - Parameters:
  ///   - width: the columns that a line may take.
  ///   - marks: in the order of their ranges.
  ///   - lineStarts: offsets of text that begins a line of its own inside a paragraph.
  ///   - highlights: stretches of the source to set off.
  package init(
    width: Int, colors: ColorDepth, hyperlinks: Bool = false, marks: [Mark] = [],
    lineStarts: Set<Int> = [], highlights: Highlights = Highlights()
  ) {
    self.width = max(min(width, Self.readableWidth), 20)
    self.colors = colors
    self.hyperlinks = hyperlinks
    self.marks = marks
    self.lineStarts = lineStarts
    self.highlights = highlights
  }

  /// The lines that a note takes on the screen.
  package mutating func render(_ steps: [MarkdownStep]) -> [StyledText] {
    for step in steps {
      switch step {
      case .enter(let block): enter(block)
      case .leave(let block): leave(block)
      case .open(let span): open(span)
      case .close(let span): close(span)
      case .text(let text, let kind, let range): take(text, kind, range)
      }
    }
    if !footnotes.isEmpty {
      lines.append(StyledText())
      for (index, address) in footnotes.enumerated() {
        lines.append(StyledText("[\(index + 1)] ", .faint) + StyledText(address, .link))
      }
    }
    return lines
  }

  /// The lines of front matter, set back from the note's own text.
  ///
  /// - Parameter start: the offset of the text in the note.
  package static func frontMatter(
    _ text: String, from start: Int = 0, highlights: Highlights = Highlights()
  ) -> [StyledText] {
    var offset = start
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      defer { offset += line.utf8.count + 1 }
      func piece(_ text: Substring, _ style: Style, at offset: Int) -> StyledText {
        highlights.marking(String(text), style, from: offset..<offset + text.utf8.count)
      }
      let isKey = line.first != " " && line.first != "-" && line.first != "#"
      guard isKey, let colon = line.firstIndex(of: ":") else {
        return piece(line, .faint, at: offset)
      }
      let key = line[..<colon]
      return piece(key, Style.key.adding(.faint), at: offset)
        + piece(line[colon...], .faint, at: offset + key.utf8.count)
    }
  }

  var showsMarkers: Bool { colors == .none }

  // MARK: Blocks

  /// A block with a prefix before each line of its content.
  struct Container {
    enum Kind { case quote, list, item }

    let kind: Kind
    /// The prefix of the first line, until that is written, and of the others.
    var first = StyledText()
    var rest = StyledText()
    var isFirstLine = true
    /// The number of a list's next item.
    var number: Int?
    /// True if there are no empty lines around the content of the items.
    var isTight = false
  }

  private mutating func enter(_ block: MarkdownStep.Block) {
    switch block {
    case .quote:
      space()
      let bar = StyledText("│ ", .faint)
      containers.append(Container(kind: .quote, first: bar, rest: bar))
    case .list(let start, let isTight):
      space()
      containers.append(Container(kind: .list, number: start, isTight: isTight))
    case .item(let task): enterItem(task: task)
    case .rule:
      space()
      emit(StyledText(String(repeating: "─", count: roomForText), .faint))
      isSpaced = true
    case .heading(let level):
      space()
      inline = InlineText(base: Self.style(ofHeading: level))
      if showsMarkers || level > 1 {
        inline.text.append(String(repeating: "#", count: level) + " ", .faint)
      }
    case .code, .html:
      space()
      inline = InlineText()
    case .paragraph:
      space()
      inline = InlineText()
    case .table:
      space()
      table = MarkdownTable()
    case .tableHead, .callout, .embed, .formula, .book, .details, .summary, .footnotes, .footnote:
      break
    case .row: table?.beginRow()
    case .cell(let alignment):
      table?.beginCell(alignment)
      inline = InlineText()
    }
  }

  private mutating func leave(_ block: MarkdownStep.Block) {
    switch block {
    case .quote:
      containers.removeLast()
      isSpaced = true
    case .list:
      containers.removeLast()
      isSpaced = !isTightAround
    case .item:
      flushParagraph()
      // An empty item still shows its bullet.
      if containers.last?.isFirstLine == true { emit(StyledText()) }
      containers.removeLast()
      isSpaced = containers.last?.isTight == false
    case .heading:
      flushParagraph()
      isSpaced = true
    case .code:
      flushVerbatim(style: .code, indent: showsMarkers ? 4 : 2)
    case .html:
      flushVerbatim(style: .faint, indent: 0)
    case .paragraph:
      flushParagraph()
      isSpaced = true
    case .table:
      if let table {
        for line in table.lines(width: roomForText) { emit(line) }
      }
      table = nil
      isSpaced = true
    case .cell:
      table?.endCell(inline.text)
      inline = InlineText()
    case .tableHead: table?.endHead()
    case .row, .rule, .callout, .embed, .formula, .book, .details, .summary, .footnotes, .footnote:
      break
    }
  }

  private mutating func enterItem(task: Character?) {
    space()
    let depth = containers.count { $0.kind == .list && $0.number == nil }
    var marker = StyledText()
    let index = containers.count - 1
    if index >= 0, let number = containers[index].number {
      marker.append("\(number). ", .position)
      containers[index].number = number + 1
    } else if task == nil {
      marker.append(["• ", "◦ ", "▪ "][max(depth - 1, 0) % 3], .position)
    }
    if let task {
      let isDone = task != " "
      marker.append("[\(isDone ? "x" : " ")] ", isDone ? .added : .position)
    }
    let indent = StyledText(String(repeating: " ", count: marker.displayWidth))
    containers.append(Container(kind: .item, first: marker, rest: indent, isTight: isTightAround))
  }

  /// True if the innermost list is tight.
  private var isTightAround: Bool { containers.last?.isTight == true }

  /// Ends the text before a block, and leaves an empty line if one is due.
  private mutating func space() {
    flushParagraph()
    if isSpaced, !lines.isEmpty { emit(StyledText(), isBlank: true) }
    isSpaced = false
  }

  /// The columns left of a line inside the containers.
  var roomForText: Int {
    max(width - containers.prefix(Self.visibleDepth).reduce(0) { $0 + $1.rest.displayWidth }, 10)
  }

  /// Writes a line after the prefixes of its containers.
  mutating func emit(_ line: StyledText, isBlank: Bool = false) {
    var whole = StyledText()
    for index in containers.indices.prefix(Self.visibleDepth) {
      if isBlank, containers[index].isFirstLine { break }
      whole.append(containers[index].isFirstLine ? containers[index].first : containers[index].rest)
      if !isBlank { containers[index].isFirstLine = false }
    }
    for index in containers.indices.dropFirst(Self.visibleDepth) where !isBlank {
      containers[index].isFirstLine = false
    }
    whole.append(line)
    lines.append(whole.trimmingTrailingSpaces())
  }

  /// Writes the text gathered so far, wrapped.
  private mutating func flushParagraph() {
    guard table == nil, !inline.text.isEmpty else { return }
    for line in inline.text.wrapped(toWidth: roomForText) { emit(line) }
    inline = InlineText()
  }

  /// Writes the text gathered so far line by line. Long lines stay whole, so that code can be
  /// copied out of the terminal.
  private mutating func flushVerbatim(style: Style, indent: Int) {
    let space = StyledText(String(repeating: " ", count: indent))
    for line in inline.text.verbatimLines(style) { emit(line.isEmpty ? line : space + line) }
    inline = InlineText()
    isSpaced = true
  }

  private static func style(ofHeading level: Int) -> Style {
    switch level {
    case 1: Style(nil, [.bold, .underline])
    case 2: .heading
    default: Style(Style.heading.foreground)
    }
  }
}

extension StyledText {
  /// This text without the spaces at its end, as they would show under an underline or in a copy.
  fileprivate func trimmingTrailingSpaces() -> StyledText {
    guard runs.last?.text.hasSuffix(" ") == true else { return self }
    var kept = runs
    while let last = kept.last {
      let trimmed = String(last.text.reversed().drop { $0 == " " }.reversed())
      kept.removeLast()
      if !trimmed.isEmpty {
        kept.append(Run(trimmed, last.style, link: last.link))
        break
      }
    }
    return StyledText(runs: kept)
  }
}

extension StyledText {
  /// The lines of this text over a style, with tabs as spaces to columns of four.
  fileprivate func verbatimLines(_ style: Style) -> [StyledText] {
    var lines = [StyledText()]
    var column = 0
    for run in runs {
      for (index, part) in run.text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 {
          lines.append(StyledText())
          column = 0
        }
        lines[lines.count - 1].append(
          String(part).expandingTabs(column: &column), style.adding(run.style))
      }
    }
    if runs.last?.text.hasSuffix("\n") == true { lines.removeLast() }
    return lines
  }
}

extension String {
  /// This text with its tabs as spaces, to columns of four.
  fileprivate func expandingTabs(column: inout Int) -> String {
    guard contains("\t") else {
      column += count
      return self
    }
    var result = ""
    for character in self {
      let spaces = character == "\t" ? 4 - column % 4 : 0
      if spaces > 0 {
        result += String(repeating: " ", count: spaces)
      } else {
        result.append(character)
      }
      column += max(spaces, 1)
    }
    return result
  }
}
