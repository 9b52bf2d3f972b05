import Notes

/// Steps in the place of marks and tags: links, pictures, embedded notes, footnotes, formulas.
extension SharedSteps {
  mutating func show(_ kind: SharedMarks.Mark.Kind) {
    switch kind {
    case .words(let words): append(words, .normal)
    case .gap(let answer, let words): showGap(answer, words)
    case .address(let text):
      let isMail = text.contains("@") && !text.contains("://")
      let whole = text.contains("://") ? text : isMail ? "mailto:" + text : "https://" + text
      guard case .web(let address) = SharedAddress(whole), !isInLink else {
        return append(text, .normal)
      }
      appendLink(to: address, text)
    case .link(let link, let words):
      if link.isEmbed {
        showEmbed(link, words)
      } else if !isInLink,
        let id = links.note(.name(body.note.target(of: link)), body.note.anchor(of: link))
      {
        appendLink(to: "#" + id, words)
      } else {
        append(words, .normal)
      }
    case .callout(let head): showCallout(head)
    case .formula(let text, let isDisplayed): showFormula(text, isDisplayed: isDisplayed)
    case .footnote(let label):
      if let found = footnotes.refer(to: label, in: scope, isLinked: !isInLink) {
        showFootnote(found.number, found.reference)
      } else {
        append("[^\(label)]", .normal)
      }
    case .inlineFootnote(let text):
      showFootnote(footnotes.refer(toText: text, in: scope, isLinked: !isInLink), 1)
    case .highlight(let isOpening):
      if isOpening { begin(.element("mark"), closing: .element("mark")) } else { close() }
    }
  }

  private mutating func appendLink(to address: String, _ words: String) {
    wrap(.link(destination: address), closing: .link(destination: ""), words)
  }

  private mutating func wrap(
    _ span: MarkdownStep.Span, closing: MarkdownStep.Span, _ words: String
  ) {
    beginParagraph()
    endSoftBreak()
    steps.append(.open(span))
    append(words, .normal)
    steps.append(.close(closing))
  }

  /// Takes a tag inside a line that has its partner.
  mutating func take(_ tag: HarmlessHTML.Piece) {
    guard !isInsideMark else { return }
    switch tag {
    case .lineBreak: breakLine()
    case .open("a", let address?): open(.link(destination: address))
    case .open(let name, let title):
      begin(.element(name, title: title), closing: .element(name))
    case .close: close()
    case .text: break
    }
  }

  /// The answer of a cloze with its own markup, where that is a line.
  private mutating func showGap(_ answer: String, _ words: String) {
    guard !isInLink, !spans.contains(where: \.isImage) else { return append(words, .normal) }
    let note = Note(piece: Array(answer.utf8), options: links.options)
    guard note.clozes.isEmpty,
      let line = Self.line(SharedSteps.steps(of: note, links: links, footnotes))
    else { return append(words, .normal) }
    beginParagraph()
    endSoftBreak()
    steps += line
    textCount += 1
    lastScalar = nil
  }

  private mutating func showCallout(_ head: CalloutHead) {
    guard let kind = head.kind else { return }
    // The mark is found where a quote and its paragraph have just begun.
    if let quote = steps.indices.last(where: { steps[$0] == .enter(.quote) }) {
      steps[quote] = .enter(.callout(kind))
    }
    wrap(.strong, closing: .strong, head.words)
    if head.hasTitle { append(" ", .normal) }
  }

  private mutating func showFootnote(_ number: Int, _ reference: Int) {
    guard !isInLink else { return append("[\(number)]", .normal) }
    wrap(
      .footnote(number: number, reference: reference),
      closing: .footnote(number: number, reference: reference), "\(number)")
  }

  private mutating func showFormula(_ text: String, isDisplayed: Bool) {
    guard isDisplayed, !isInSpan, block == .paragraph || block == nil else {
      return wrap(.formula, closing: .formula, text)
    }
    insert([.enter(.formula), .text(text.withoutControlCharacters, .code, nil), .leave(.formula)])
  }

  // MARK: Blocks inside the text

  /// Puts blocks in place of the text that is being read, whose paragraph continues after them.
  private mutating func insert(_ blocks: [MarkdownStep]) {
    isAtSoftBreak = false
    if block == .paragraph, !isParagraphDue {
      if steps.last == .enter(.paragraph) {
        steps.removeLast()
      } else {
        steps.append(.leave(.paragraph))
      }
      isParagraphDue = true
    }
    steps += blocks
    lastScalar = nil
    textCount += 1
  }

  mutating func beginParagraph() {
    guard isParagraphDue else { return }
    isParagraphDue = false
    isAtSoftBreak = false
    steps.append(.enter(.paragraph))
  }

  // MARK: Embedded files

  private mutating func showEmbed(_ link: Link, _ words: String) {
    let target = body.note.target(of: link)
    let shown = PictureSize.read(words, name: target)
    if let picture = links.picture(.name(target)) {
      let image = MarkdownStep.Span.image(source: picture)
      beginParagraph()
      endSoftBreak()
      if let size = shown.size {
        steps.append(.open(.sized(width: size.width, height: size.height)))
      }
      wrap(image, closing: .image(source: ""), shown.words)
      if let size = shown.size {
        steps.append(.close(.sized(width: size.width, height: size.height)))
      }
      return
    }
    // In a heading or a span blocks have no place; a single one is shown there by its words.
    let isInline = if case .heading? = block { true } else { isInSpan }
    guard let found = links.embedded(target, body.note.anchor(of: link), isInline) else {
      return append(shown.words, .normal)
    }
    let inner = SharedSteps.steps(
      of: found.note, links: found.links, footnotes)
    guard let line = Self.line(inner) else {
      if isInline || isInHead { return append(Self.words(inner), .normal) }
      return insert([.enter(.embed)] + inner + [.leave(.embed)])
    }
    beginParagraph()
    endSoftBreak()
    steps += line
    textCount += 1
    lastScalar = nil
  }

  /// The words of blocks on one line.
  static func words(_ steps: [MarkdownStep]) -> String {
    SharedText.lines(of: steps).map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// The contents of the one paragraph that the steps are.
  static func line(_ steps: [MarkdownStep]) -> ArraySlice<MarkdownStep>? {
    guard steps.count > 2, steps.first == .enter(.paragraph), steps.last == .leave(.paragraph),
      !steps.dropFirst().dropLast().contains(where: {
        switch $0 {
        case .enter, .leave: true
        default: false
        }
      })
    else { return nil }
    return steps.dropFirst().dropLast()
  }
}

/// The size of a picture: the `200` or `200x100` of `![[pond.png|200]]`.
struct PictureSize: Equatable {
  let width: Int
  let height: Int?

  /// The words before the bar and the size in the description of an image: `![A pond|200](pond.png)`.
  static func read(description: String) -> (words: String, size: PictureSize)? {
    guard let bar = description.lastIndex(of: "|"),
      let size = size(description[description.index(after: bar)...])
    else { return nil }
    return (String(description[..<bar]).trimmingSpaces(), size)
  }

  /// The words beside the size, which are the name where there are none.
  static func read(_ words: String, name: String) -> (words: String, size: PictureSize?) {
    var parts = words.split(separator: "|", omittingEmptySubsequences: false)
    guard let size = parts.last.flatMap(size) else { return (words, nil) }
    parts.removeLast()
    let caption = parts.joined(separator: "|").trimmingSpaces()
    return (caption.isEmpty ? name : caption, size)
  }

  private static func size(_ text: Substring) -> PictureSize? {
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false)
    guard numbers.count <= 2, numbers.allSatisfy({ (1...4).contains($0.utf8.count) }),
      let width = numbers.first.flatMap({ Int($0) }), width > 0
    else { return nil }
    guard numbers.count == 2 else { return PictureSize(width: width, height: nil) }
    return Int(numbers[1]).map { PictureSize(width: width, height: $0) }
  }
}
