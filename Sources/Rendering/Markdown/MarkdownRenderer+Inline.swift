/// The text of a paragraph, heading or cell while it is gathered.
struct InlineText {
  var text = StyledText()
  /// The look of the block, and of each span that is open on top of it.
  var styles: [Style]
  var links: [OpenLink] = []
  /// True if a line of the source has ended since the last text.
  var isAtSoftBreak = false

  init(base: Style = .plain) { styles = [base] }

  var style: Style { styles.last ?? .plain }

  /// A link whose text is being read.
  struct OpenLink {
    let destination: String
    /// True if it is a cloze that Markdown takes for a link.
    var isCloze = false
    var shown = ""
  }
}

extension MarkdownRenderer {
  mutating func open(_ span: MarkdownStep.Span) {
    switch span {
    case .emphasis: push(Style(nil, .italic), marker: "*")
    case .strong: push(Style(nil, .bold), marker: "**")
    case .strikethrough: push(Style(nil, [.strikethrough, .dim]), marker: "~~")
    case .code: push(.code, marker: "`")
    case .link(let destination):
      let isCloze = isInsideMark && position == markStart + 1
      inline.links.append(.init(destination: destination, isCloze: isCloze))
      push(.link, marker: "")
    case .image(let source):
      if !isInsideMark {
        endSoftBreak()
        inline.text.append("image: ", inline.style.adding(.faint))
      }
      inline.links.append(.init(destination: source))
      push(.link, marker: "")
    case .element, .formula, .footnote, .sized: break
    }
  }

  mutating func close(_ span: MarkdownStep.Span) {
    switch span {
    case .emphasis: pop(marker: "*")
    case .strong: pop(marker: "**")
    case .strikethrough: pop(marker: "~~")
    case .code: pop(marker: "`")
    case .link, .image:
      pop(marker: "")
      closeLink()
    case .element, .formula, .footnote, .sized: break
    }
  }

  /// Text inside a span or block, with Zibaldone's own syntax rendered.
  mutating func take(_ text: String, _ kind: MarkdownStep.TextKind, _ range: Range<Int>?) {
    switch kind {
    case .softBreak:
      if !isInsideMark { inline.isAtSoftBreak = true }
    case .hardBreak: if !isInsideMark { inline.text.append("\n", inline.style) }
    case .code, .html:
      if let range {
        position = range.upperBound
        // Text inside a mark was shown with it, or is the answer that it asks for.
        if range.lowerBound < coveredUpTo { return }
      } else if isInsideMark {
        return
      }
      endSoftBreak()
      append(text, style: kind == .html ? inline.style.adding(.faint) : inline.style, from: range)
    case .normal:
      if range == nil, isInsideMark { return }
      endSoftBreak(before: range?.lowerBound)
      guard let range else { return append(text) }
      takeMarked(text, range)
    }
  }

  // MARK: Links

  private mutating func closeLink() {
    guard let link = inline.links.popLast() else { return }
    if link.isCloze { position = max(position, coveredUpTo) }
    guard !isInsideMark, !link.isCloze else { return }
    if link.shown.isEmpty {
      inline.text.append(
        link.destination, .link, link: hyperlinks ? link.destination : nil)
    } else if !hyperlinks, Self.needsAddress(link) {
      inline.text.append("[\(footnote(link.destination))]", .faint)
    }
  }

  /// True if the address adds something to the text of the link.
  private static func needsAddress(_ link: InlineText.OpenLink) -> Bool {
    !link.destination.isEmpty && link.destination != link.shown
      && link.destination != "mailto:" + link.shown && link.destination != "http://" + link.shown
  }

  private mutating func footnote(_ address: String) -> Int {
    if let number = footnoteNumbers[address] { return number }
    footnotes.append(address)
    footnoteNumbers[address] = footnotes.count
    return footnotes.count
  }

  // MARK: Own syntax

  /// True if the text being read was already shown as part of a mark.
  private var isInsideMark: Bool { position < coveredUpTo }

  private mutating func takeMarked(_ text: String, _ range: Range<Int>) {
    position = range.lowerBound
    defer { position = range.upperBound }
    var from = max(range.lowerBound, min(coveredUpTo, range.upperBound))
    // If the text differs from the source (an entity), it is taken as a whole.
    guard text.utf8.count == range.count else {
      if from < range.upperBound { append(text, from: range) }
      return
    }
    func appendPiece(_ start: Int, _ end: Int) {
      let utf8 = text.utf8
      let first = utf8.index(utf8.startIndex, offsetBy: start - range.lowerBound)
      let last = utf8.index(utf8.startIndex, offsetBy: end - range.lowerBound)
      append(String(Substring(utf8[first..<last])), from: start..<max(start, end))
    }
    while nextMark < marks.count, marks[nextMark].range.lowerBound < range.upperBound {
      let mark = marks[nextMark]
      nextMark += 1
      guard mark.range.lowerBound >= from else { continue }
      appendPiece(from, mark.range.lowerBound)
      show(mark)
      markStart = mark.range.lowerBound
      coveredUpTo = mark.range.upperBound
      from = min(mark.range.upperBound, range.upperBound)
    }
    if from < range.upperBound { appendPiece(from, range.upperBound) }
  }

  private mutating func show(_ mark: Mark) {
    switch mark.kind {
    case .hashtag(let text):
      append(text, style: inline.style.adding(.tag), from: mark.range)
    case .blockID(let text): append(text, style: inline.style.adding(.faint), from: mark.range)
    case .wikilink(let shown, let address):
      append(
        showsMarkers ? "[[\(shown)]]" : shown, style: inline.style.adding(.link), link: address,
        from: mark.range)
    case .cloze(let hint, let answer):
      if showsMarkers {
        append("?[\(hint)](\(answer))", from: mark.range)
      } else {
        append(answer, style: inline.style.adding(Style(.yellow, .underline)), from: mark.range)
      }
    case .gap(let hint): append("[\(hint)]", style: inline.style.adding(Style(.yellow, .bold)))
    case .filled(let answer): append(answer)
    }
  }

  // MARK: Text

  /// Puts a space for a line end of the source, or a line end where a line begins that must.
  private mutating func endSoftBreak(before start: Int? = nil) {
    guard inline.isAtSoftBreak else { return }
    inline.isAtSoftBreak = false
    let beginsLine = start.map(lineStarts.contains) == true || isAfterCalloutHead
    inline.text.append(beginsLine ? "\n" : " ", inline.style)
  }

  /// True after the first line of a callout: `> [!note] A title`.
  private var isAfterCalloutHead: Bool {
    guard let last = containers.last, last.kind == .quote, last.isFirstLine,
      inline.text.runs.first?.text.hasPrefix("[!") == true
    else { return false }
    return !inline.text.runs.contains { $0.text.utf8.contains(0x0A) }
  }

  private mutating func push(_ style: Style, marker: String) {
    endSoftBreak()
    if showsMarkers, !isInsideMark { inline.text.append(marker, inline.style) }
    inline.styles.append(inline.style.adding(style))
  }

  private mutating func pop(marker: String) {
    endSoftBreak()
    if inline.styles.count > 1 { inline.styles.removeLast() }
    if showsMarkers, !isInsideMark { inline.text.append(marker, inline.style) }
  }

  /// - Parameter source: the bytes that the text came from, if it came from the note.
  private mutating func append(
    _ text: String, style: Style? = nil, link: String? = nil, from source: Range<Int>? = nil
  ) {
    let open = inline.links.indices.last
    if let open { inline.links[open].shown += text }
    let address = link ?? open.map { inline.links[$0].destination }
    let shownLink = hyperlinks ? address : nil
    guard let source else {
      return inline.text.append(text, style ?? inline.style, link: shownLink)
    }
    inline.text.append(
      highlights.marking(text, style ?? inline.style, from: source, link: shownLink))
  }
}
