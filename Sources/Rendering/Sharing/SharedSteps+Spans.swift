import Notes

/// Renders spans, links and images of a note.
extension SharedSteps {
  var isInLink: Bool { linksShown > 0 }

  mutating func open(_ span: MarkdownStep.Span) {
    guard !isInsideMark else {
      spansInsideMarks += 1
      spans.append(OpenSpan(isInsideMark: true))
      return
    }
    switch span {
    case .link(let destination): openLink(destination)
    case .image(let source):
      openImage(source)
      spans[spans.count - 1].isImage = true
    default: begin(span, closing: span)
    }
  }

  mutating func begin(
    _ span: MarkdownStep.Span, closing: MarkdownStep.Span, name: String = ""
  ) {
    beginParagraph()
    endSoftBreak()
    steps.append(.open(span))
    let isLink = if case .link = span { true } else { false }
    if isLink { linksShown += 1 }
    // A picture is as good as words.
    if case .image = span { textCount += 1 }
    push(OpenSpan(closing: .close(closing), isLink: isLink, name: name))
  }

  private mutating func push(_ span: OpenSpan) {
    var span = span
    span.textsBefore = textCount
    span.stepsBefore = steps.count
    spans.append(span)
  }

  private mutating func openLink(_ destination: String) {
    switch SharedAddress(destination) {
    case .web(let address) where !isInLink:
      begin(.link(destination: address), closing: .link(destination: ""), name: address)
    case .local:
      let anchor = destination.utf8.firstIndex(of: UInt8(ascii: "#")).map {
        Spelling.destination(Array(destination.utf8[$0...].dropFirst())[...])
      }
      if !isInLink, let id = links.note(.destination(destination), anchor) {
        begin(.link(destination: "#" + id), closing: .link(destination: ""))
      } else {
        push(OpenSpan(name: Self.fileName(destination)))
      }
    case .web(let address): push(OpenSpan(name: address))
    case .foreign(let address), .program(let address): push(OpenSpan(address: address))
    case .picture: push(OpenSpan())
    }
  }

  private mutating func openImage(_ source: String) {
    switch SharedAddress(source) {
    case .picture(let address):
      begin(.image(source: address), closing: .image(source: ""))
    case .local:
      if let picture = links.picture(.destination(source)) {
        begin(.image(source: picture), closing: .image(source: ""))
      } else {
        push(OpenSpan(name: Self.fileName(source)))
      }
    case .web(let address) where !isInLink:
      // A picture that is fetched would not be in the text itself, and would tell who reads it.
      begin(.link(destination: address), closing: .link(destination: ""), name: address)
    case .web(let address): push(OpenSpan(name: address))
    case .foreign, .program: push(OpenSpan())
    }
  }

  mutating func close() {
    guard let span = spans.popLast() else { return }
    if span.isInsideMark {
      spansInsideMarks -= 1
      // Text that follows begins after the mark, as far as is known.
      if spansInsideMarks == 0 { position = max(position, coveredUpTo) }
      return
    }
    endWords()
    let size = span.isImage ? takeSize(from: span.stepsBefore) : nil
    let hasWords =
      textCount > span.textsBefore && !(span.isImage && steps.count == span.stepsBefore)
    if !hasWords { append(span.name + span.address, .normal) }
    if hasWords, !span.address.isEmpty, words(from: span.stepsBefore) != span.address {
      append(" (\(span.address))", .normal)
    }
    if let closing = span.closing { steps.append(closing) }
    if let size, case .close(.image)? = span.closing {
      let sized = MarkdownStep.Span.sized(width: size.width, height: size.height)
      steps.insert(.open(sized), at: span.stepsBefore - 1)
      steps.append(.close(sized))
    }
    if span.isLink { linksShown -= 1 }
  }

  /// Takes the size of a picture out of the end of its description, which is several texts where the bar
  /// has a backslash before it, as in tables.
  private mutating func takeSize(from start: Int) -> PictureSize? {
    var (description, place, first) = ("", nil as Range<Int>?, steps.count)
    while first > start, case .text(let text, .normal, let range) = steps[first - 1] {
      description = text + description
      place = range ?? place
      first -= 1
    }
    guard let read = PictureSize.read(description: description) else { return nil }
    steps.removeSubrange(first...)
    // After a span a space is between words.
    let space = first > start && description.first == " " ? " " : ""
    if !read.words.isEmpty { steps.append(.text(space + read.words, .normal, place)) }
    return read.size
  }

  private func words(from start: Int) -> String {
    steps[start...].reduce(into: "") { words, step in
      if case .text(let text, _, _) = step { words += text }
    }
  }

  private static func fileName(_ destination: String) -> String {
    let path = destination.prefix { $0 != "#" }
    let name = path.split(separator: "/").last.map(String.init) ?? destination
    return CharacterReference.decodedAll(in: name)
  }
}
