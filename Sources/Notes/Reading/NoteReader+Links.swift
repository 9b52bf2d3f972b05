import Layout

extension NoteReader {
  /// Begins a Markdown link, image or autolink.
  mutating func enterLink(_ event: MarkdownEvent, isImage: Bool, next: Int) {
    if isImage { isGapPending = true }
    let mark = isImage ? UInt8(ascii: "!") : UInt8(ascii: "[")
    let hint = nextPlace(from: next)
    if cursor >= skipUntil, cursor < leaf.limit, bytes[cursor] != mark,
      isImage || bytes[cursor] != UInt8(ascii: "<")
    {
      var index = cursor
      while index < hint, bytes[index] != mark { index += 1 }
      if index < hint { cursor = index }
    }
    var link = OpenLink(
      form: .brackets, isImage: isImage, start: cursor, textStart: cursor, event: event)
    if cursor < skipUntil || cursor >= leaf.limit {
      link.form = .covered
    } else if !isImage, bytes[cursor] == UInt8(ascii: "<") {
      link.form = .angles
      cursor += 1
    } else {
      let bracket = isImage ? cursor + 1 : cursor
      if let wikilink = wikilink(at: bracket) {
        addWikilink(wikilink, role: role)
        link.form = .covered
      } else if !isImage, cursor > 0, let cloze = cloze(at: cursor - 1) {
        addCovered(cloze)
        link.form = .covered
      }
      cursor = bracket + 1
    }
    link.textStart = cursor
    switch link.form {
    case .covered: link.role = openLinks.last?.role
    case .angles: link.role = .address
    case .brackets: link.role = isImage ? .imageText : .linkText
    }
    openLinks.append(link)
  }

  /// Ends a Markdown link, image or autolink.
  mutating func leaveLink(next: Int) {
    guard let link = openLinks.popLast() else { return }
    if link.isImage { isGapPending = true }
    if link.form == .angles {
      if cursor < leaf.limit, bytes[cursor] == UInt8(ascii: ">") { cursor += 1 }
      let target = ByteRange(link.textStart, max(link.textStart, cursor - 1))
      links.append(
        Link(
          kind: .autolink, isEmbed: false, isExternal: true, isInFrontMatter: false,
          range: ByteRange(link.start, cursor), target: target, anchor: nil, text: nil))
      return
    }
    let hint = nextPlace(from: next)
    var bracket = cursor
    while bracket < hint, bracket < leaf.limit, bytes[bracket] != UInt8(ascii: "]") { bracket += 1 }
    guard bracket < leaf.limit, bytes[bracket] == UInt8(ascii: "]") else { return }
    let tail = LinkTail(in: bytes, after: bracket + 1, limit: leaf.limit)
    cursor = tail.end
    guard link.form == .brackets else { return }
    add(link, textEnd: bracket, tail)
  }

  private mutating func add(_ link: OpenLink, textEnd: Int, _ tail: LinkTail) {
    let target: ByteRange
    var isDecoded = false
    if let destination = tail.destination {
      target = destination
    } else {
      target = ByteRange(start: link.event.start, end: link.event.end)
      isDecoded = link.event.detail != 0
    }
    if let page = pageLink(link, textEnd: textEnd, tail) {
      links.append(page)
      return
    }
    let whole = isDecoded ? tape.decoded : bytes
    let isExternal = Self.isExternal(whole, target)
    var anchor: ByteRange?
    var path = target
    if !isExternal, let hash = whole[target.indices].firstIndex(of: UInt8(ascii: "#")) {
      path = ByteRange(Int(target.start), hash)
      anchor = ByteRange(hash + 1, Int(target.end))
    }
    links.append(
      Link(
        kind: tail.destination == nil ? .reference : .markdown, isEmbed: link.isImage,
        isExternal: isExternal, isInFrontMatter: false, range: ByteRange(link.start, tail.end),
        target: path, anchor: anchor,
        text: ByteRange(min(link.textStart, textEnd), textEnd), isDecoded: isDecoded))
  }

  /// Logseq's `[text]([[page]])`: a wikilink with a text of its own, which no other form of it has there.
  private func pageLink(_ link: OpenLink, textEnd: Int, _ tail: LinkTail) -> Link? {
    guard !options.links.hasText, let destination = tail.destination, destination.count > 4,
      bytes[destination.indices].starts(with: "[[".utf8),
      let page = Wikilink(
        in: bytes, at: Int(destination.start), limit: Int(destination.end), isInTable: false,
        options), page.range == destination
    else { return nil }
    return Link(
      kind: .wiki, isEmbed: link.isImage, isExternal: false, isInFrontMatter: false,
      range: ByteRange(link.start, tail.end), target: page.target, anchor: page.anchor,
      text: ByteRange(min(link.textStart, textEnd), textEnd))
  }

  /// Leaves out what looks like a link or a mark of a footnote and is a part of a formula, and what looks like a hashtag
  /// in a `$$…$$`; in a line two signs may be prices.
  ///
  /// - Complexity: linear in the number of bytes; a text without dollar signs is not looked at.
  mutating func leaveOutMarksInFormulas() {
    let hasFootnotes = flaws.contains { $0.kind.isFootnote }
    guard !links.isEmpty || !hashtags.isEmpty || hasFootnotes,
      bytes[bodyStart...].contains(UInt8(ascii: "$"))
    else { return }
    let formulas = MarkdownFormula.all(in: bytes, tape, TextPlaces(tape)).filter {
      !tape.comments.covers(Int($0.range.start))
    }
    if formulas.isEmpty { return }
    func isPart(_ range: ByteRange, of parts: [ByteRange]) -> Bool {
      let next = parts.index(endingAfter: Int(range.start))
      return next < parts.count && parts[next].contains(range)
    }
    let contents = formulas.map(\.content)
    links.removeAll { !$0.isInFrontMatter && isPart($0.range, of: contents) }
    flaws.removeAll { flaw in
      flaw.kind.isFootnote && isPart(ByteRange(flaw.offset, flaw.offset + 1), of: contents)
    }
    let displayed = formulas.filter { $0.isDisplayed && $0.hidesMarks(in: bytes) }.map(\.content)
    hashtags.removeAll { !$0.isInFrontMatter && isPart($0.range, of: displayed) }
  }

  /// Adds a cloze that the Markdown parser took for a link: its answer has no text on the tape.
  private mutating func addCovered(_ cloze: ClozeScanner) {
    dropRunTail(from: Int(cloze.range.start))
    let role = role
    addCloze(cloze)
    clozeEnd = nil
    skipUntil = Int(cloze.range.end)
    append(Int(cloze.answer.start), Int(cloze.answer.end), role: role)
  }

  /// A bound for scans of the bytes: the beginning of the next text on the tape.
  ///
  /// It looks only so far, which keeps a row of links without any text linear.
  private func nextPlace(from index: Int) -> Int {
    let limit = min(leaf.limit, cursor + 4096)
    for event in tape.events[index..<min(leaf.events.upperBound, index + 16)] {
      switch event.kind {
      case .text, .codeText, .htmlText, .entity: return min(Int(event.start), limit)
      default: continue
      }
    }
    return limit
  }

  /// True if a destination leads out of the vault: it has a scheme of two letters or more, or
  /// begins with `//`.
  static func isExternal(_ bytes: [UInt8], _ range: ByteRange) -> Bool {
    var index = Int(range.start)
    let end = Int(range.end)
    if index + 1 < end, bytes[index] == UInt8(ascii: "/"), bytes[index + 1] == bytes[index] {
      return true
    }
    guard index < end, bytes[index].isASCIILetter else { return false }
    while index < end,
      bytes[index].isASCIIWord || bytes[index] == UInt8(ascii: "+")
        || bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: ".")
    {
      index += 1
    }
    return index < end && bytes[index] == UInt8(ascii: ":") && index - Int(range.start) > 1
  }
}

extension Diagnostic.Kind {
  fileprivate var isFootnote: Bool {
    if case .undefinedFootnote = self { true } else { false }
  }
}
