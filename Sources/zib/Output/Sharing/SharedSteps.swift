import Notes

/// The steps through a note without anything that only Zibaldone understands, or that a reader should
/// not meet.
///
/// Clozes are filled in; block ids and comments are gone; links lead to the web, into what is
/// shared, or are words; images are pictures that the text itself holds, or words. Whatever the
/// bytes, what is opened is closed.
package struct SharedSteps {
  private let marks: [SharedMarks.Mark]
  private let lineStarts: Set<Int>
  private let note: Note
  private let links: SharedLinks

  private var steps: [MarkdownStep] = []
  private var spans: [OpenSpan] = []
  /// How many of them are links that are shown, and how many stand inside a mark.
  private var linksShown = 0
  private var spansInsideMarks = 0
  private var textCount = 0
  /// The first mark that has not been shown, and up to where one has been shown in the text's place.
  private var nextMark = 0
  private var coveredUpTo = 0
  private var position = 0
  private var isAtSoftBreak = false
  /// The last character of the block.
  private var lastScalar: Unicode.Scalar?
  /// Where the text that is being read stands in the source.
  private var textStart: Int?
  private var isInHTML = false
  private var isInComment = false
  /// Whether the last thing of the block is the space before a comment.
  private var isAfterComment = false

  private struct OpenSpan {
    /// What closes it; nothing where it is not shown.
    var closing: MarkdownStep?
    var isLink = false
    var isInsideMark = false
    /// What follows the words of a link that is none, unless they say it already.
    var address = ""
    /// What stands there if there are no words.
    var name = ""
    /// How many texts and steps there were before it.
    var textsBefore = 0
    var stepsBefore = 0
  }

  /// The steps of a note's body.
  ///
  /// - Complexity: linear in the number of bytes.
  package static func steps(of note: Note, links: SharedLinks = .none) -> [MarkdownStep] {
    let all = MarkdownStep.steps(of: note.source, from: note.bodyStart)
    var cleaner = SharedSteps(note, SharedMarks(of: note, all), links)
    for step in all { cleaner.take(step) }
    return cleaner.steps
  }

  private init(_ note: Note, _ marks: SharedMarks, _ links: SharedLinks) {
    self.note = note
    self.links = links
    self.marks = marks.marks
    lineStarts = marks.lineStarts
  }

  private mutating func take(_ step: MarkdownStep) {
    switch step {
    case .enter(let block):
      startBlock()
      if block == .html { isInHTML = true }
      steps.append(step)
    case .leave:
      startBlock()
      isInHTML = false
      steps.append(step)
    case .open(let span): open(span)
    case .close: close()
    case .text(let text, let kind, let range): take(text, kind, range)
    }
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
      // What stands inside a mark was shown with it.
      if let range, range.lowerBound < coveredUpTo { return }
      if kind == .html || isInHTML { takeHTML(text) } else { append(text, .code) }
    case .normal:
      guard let range else { return append(text, .normal) }
      takeMarked(text, range)
    }
  }

  private var isInsideMark: Bool { position < coveredUpTo }

  private mutating func takeMarked(_ text: String, _ range: Range<Int>) {
    position = range.lowerBound
    textStart = range.lowerBound
    defer {
      position = range.upperBound
      textStart = nil
    }
    var from = max(range.lowerBound, min(coveredUpTo, range.upperBound))
    // Where the text is not the source byte for byte (an entity), it is taken as a whole.
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
    while nextMark < marks.count, marks[nextMark].range.lowerBound < range.upperBound {
      let mark = marks[nextMark]
      nextMark += 1
      guard mark.range.lowerBound >= from else { continue }
      append(piece(from, mark.range.lowerBound), .normal)
      show(mark.kind)
      coveredUpTo = mark.range.upperBound
      from = min(mark.range.upperBound, range.upperBound)
    }
    if from < range.upperBound { append(piece(from, range.upperBound), .normal) }
  }

  private mutating func show(_ kind: SharedMarks.Mark.Kind) {
    switch kind {
    case .words(let words): append(words, .normal)
    case .address(let text):
      let isMail = text.contains("@") && !text.contains("://")
      let whole = text.contains("://") ? text : isMail ? "mailto:" + text : "https://" + text
      guard case .web(let address) = SharedAddress(whole), !isInLink else {
        return append(text, .normal)
      }
      appendLink(to: address, text)
    case .link(let link, let words):
      let name = SharedLinks.Reference.name(note.target(of: link))
      if link.isEmbed, let picture = links.picture(name) {
        endSoftBreak()
        steps.append(.open(.image(source: picture)))
        append(words, .normal)
        steps.append(.close(.image(source: "")))
      } else if !isInLink, let id = links.note(name) {
        appendLink(to: "#" + id, words)
      } else {
        append(words, .normal)
      }
    }
  }

  private mutating func appendLink(to address: String, _ words: String) {
    endSoftBreak()
    steps.append(.open(.link(destination: address)))
    append(words, .normal)
    steps.append(.close(.link(destination: "")))
  }

  /// Shows HTML but for its comments; `<br>` is a line end.
  private mutating func takeHTML(_ text: String) {
    if !isInHTML, ["<br>", "<br/>", "<br />"].contains(text.lowercased()) { return breakLine() }
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

  private mutating func append(_ text: String, _ kind: MarkdownStep.TextKind) {
    // Of the spaces around a comment one is left.
    let text = isAfterComment && text.hasPrefix(" ") ? String(text.dropFirst()) : text
    guard !text.isEmpty else { return }
    isAfterComment = false
    endSoftBreak()
    let clean = text.withoutControlCharacters
    textCount += 1
    lastScalar = clean.unicodeScalars.last
    steps.append(.text(clean, kind, nil))
  }

  private mutating func breakLine() {
    isAtSoftBreak = false
    steps.append(.text("\n", .hardBreak, nil))
  }

  /// Ends the line of the source before what follows: by nothing between signs that are written
  /// without spaces, by a line end where a line begins that must.
  private mutating func endSoftBreak() {
    guard isAtSoftBreak else { return }
    isAtSoftBreak = false
    if let textStart, lineStarts.contains(textStart) {
      steps.append(.text("\n", .hardBreak, nil))
      return
    }
    guard let lastScalar else { return }
    let isJoined = textStart.map { lastScalar.isSpaceless && isSpaceless(at: $0) } ?? false
    if !isJoined { steps.append(.text("\n", .softBreak, nil)) }
  }

  private func isSpaceless(at offset: Int) -> Bool {
    let first = String(decoding: note.source[offset...].prefix(4), as: UTF8.self)
    return first.unicodeScalars.first?.isSpaceless == true
  }

  // MARK: Spans

  private var isInLink: Bool { linksShown > 0 }

  private mutating func open(_ span: MarkdownStep.Span) {
    guard !isInsideMark else {
      spansInsideMarks += 1
      spans.append(OpenSpan(isInsideMark: true))
      return
    }
    switch span {
    case .link(let destination): openLink(destination)
    case .image(let source): openImage(source)
    default: begin(span, closing: span)
    }
  }

  private mutating func begin(
    _ span: MarkdownStep.Span, closing: MarkdownStep.Span, name: String = ""
  ) {
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
      if !isInLink, let id = links.note(.destination(destination)) {
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
      // What is fetched would not be in the text itself, and would tell who reads it.
      begin(.link(destination: address), closing: .link(destination: ""), name: address)
    case .web(let address): push(OpenSpan(name: address))
    case .foreign, .program: push(OpenSpan())
    }
  }

  private mutating func close() {
    guard let span = spans.popLast() else { return }
    if span.isInsideMark {
      spansInsideMarks -= 1
      // What follows stands behind the mark, as far as can be told.
      if spansInsideMarks == 0 { position = max(position, coveredUpTo) }
      return
    }
    let hasWords = textCount > span.textsBefore
    if !hasWords { append(span.name + span.address, .normal) }
    if hasWords, !span.address.isEmpty, words(from: span.stepsBefore) != span.address {
      append(" (\(span.address))", .normal)
    }
    if let closing = span.closing { steps.append(closing) }
    if span.isLink { linksShown -= 1 }
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

extension Unicode.Scalar {
  /// Whether it is of a script that is written without spaces: Chinese and Japanese.
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

extension Substring {
  /// Where some ASCII text stands first.
  func range(ofASCII text: StaticString) -> Range<Index>? {
    let wanted = Array(text.description.utf8)
    var index = utf8.startIndex
    while let start = utf8[index...].firstIndex(of: wanted[0]) {
      if utf8[start...].starts(with: wanted) {
        return start..<utf8.index(start, offsetBy: wanted.count)
      }
      index = utf8.index(after: start)
    }
    return nil
  }
}
