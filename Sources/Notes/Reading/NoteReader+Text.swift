import Layout

extension NoteReader {
  /// True for the bytes that may begin syntax beyond CommonMark.
  private static let triggers: [Bool] = {
    var triggers = [Bool](repeating: false, count: 256)
    for byte in "#[:@.".utf8 { triggers[Int(byte)] = true }
    return triggers
  }()

  /// Reads a text: adds its runs, and the facts in it.
  mutating func readText(_ start: Int, _ end: Int) {
    var index = max(start, skipUntil)
    var pending = index
    let role = role
    let isLink = openLinks.last?.role != nil
    while true {
      index = nextTrigger(index, end)
      guard index < end else { break }
      switch bytes[index] {
      case UInt8(ascii: "["):
        if let link = wikilink(at: index) {
          let first = Int(link.range.start)
          emit(pending, first, role: role)
          addWikilink(link, role: role)
          pending = skipUntil
          index = skipUntil
        } else if let cloze = cloze(at: index - 1) {
          emit(pending, index - 1, role: role)
          addCloze(cloze)
          pending = skipUntil
          index = skipUntil
        } else if let mark = footnoteMark(at: index) {
          emit(pending, index, role: role)
          skipUntil = mark
          pending = mark
          index = mark
        } else {
          index += 1
        }
      case UInt8(ascii: "#") where !isLink:
        index = readHashtag(at: index)
      case UInt8(ascii: ":") where !isLink:
        if options.colonHashtags, let names = HashtagScanner.colonNames(bytes, at: index, leaf) {
          for name in names {
            hashtags.append(
              HashtagOccurrence(
                range: ByteRange(start: name.start - 1, end: name.end + 1), name: name,
                isInFrontMatter: false))
          }
          index = names.last.map { Int($0.end) + 1 } ?? index + 1
        } else {
          index = readAddress(at: index, &pending, role: role)
        }
      case UInt8(ascii: "@") where !isLink, UInt8(ascii: ".") where !isLink:
        index = readAddress(at: index, &pending, role: role)
      default: index += 1
      }
    }
    emit(pending, end, role: role)
  }

  private func nextTrigger(_ start: Int, _ end: Int) -> Int {
    let span = bytes.span
    let triggers = Self.triggers.span
    var index = start
    while index < end, !triggers[Int(span[index])] { index += 1 }
    return index
  }

  private mutating func readHashtag(at index: Int) -> Int {
    guard HashtagScanner.mayBegin(bytes, at: index, lineStart: leaf.lineStart),
      let found = HashtagScanner.scan(bytes, at: index, limit: leaf.limit, options)
    else { return index + 1 }
    hashtags.append(found)
    // In Logseq a hashtag in brackets is a link to the page of that name as well.
    if !options.links.hasText, found.name.start == found.range.start + 3,
      let link = wikilink(at: index + 1)
    {
      links.append(link.link(isInFrontMatter: false))
    }
    return Int(found.range.end)
  }

  private mutating func readAddress(at index: Int, _ pending: inout Int, role: TextRun.Role) -> Int
  {
    guard
      let address = BareAddress(
        in: bytes, at: index, from: max(pending, leaf.lineStart), limit: leaf.limit,
        isInTable: leaf.kind == .cell)
    else { return index + 1 }
    emit(pending, Int(address.range.start), role: role)
    skipUntil = Int(address.range.end)
    appendCovered(address.range, role: leaf.kind == .heading ? .heading : .address)
    links.append(
      Link(
        kind: .autolink, isEmbed: false, isExternal: true, isInFrontMatter: false,
        range: address.range, target: address.range, anchor: nil, text: nil))
    pending = skipUntil
    return skipUntil
  }

  /// The end of the footnote's mark with its `[` at `index`, with the colon of a definition; nil if
  /// nothing defines such a footnote, which is told where it can hardly be anything else: `[^a-z]` is a set of signs.
  private mutating func footnoteMark(at index: Int) -> Int? {
    guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "^"), !isEscaped(at: index),
      let label = Footnotes.label(in: bytes, at: index, limit: leaf.limit)
    else { return nil }
    if footnoteLabels == nil { footnoteLabels = Set(tape.footnotes.map(footnoteLabel)) }
    guard footnoteLabels?.contains(text(label).lowercased()) == true else {
      if isFootnoteLabel(label), !tape.footnotes.isEmpty || isLikeFootnote(label) {
        flaws.append((.undefinedFootnote(text(label)), index))
      }
      return nil
    }
    let isDefinition =
      index == leaf.lineStart && Int(label.end) + 1 < leaf.limit
      && bytes[Int(label.end) + 1] == UInt8(ascii: ":")
    return Int(label.end) + (isDefinition ? 2 : 1)
  }

  /// True of a number or of words with hyphens between them, but not of a range of signs such as `a-z`.
  private func isFootnoteLabel(_ label: ByteRange) -> Bool {
    let parts = bytes[label.indices].split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return (parts.count == 1 || parts.allSatisfy { $0.count > 1 })
      && parts.joined().allSatisfy { $0.isASCIIWord || $0 >= 0x80 }
  }

  /// True if a mark is that of a footnote where a note defines none: a number, or a word behind text. A set of signs in
  /// a regular expression has a space before it, another sign of one, or one that says how often.
  private func isLikeFootnote(_ label: ByteRange) -> Bool {
    if bytes[label.indices].allSatisfy(\.isASCIIDigit) { return true }
    let before = Int(label.start) - 3
    let after = Int(label.end) + 1
    guard before >= leaf.lineStart,
      bytes[before].isASCIIWord || bytes[before] >= 0x80
        || ".,;:!?)\"'*_`]".utf8.contains(bytes[before])
    else { return false }
    return after >= leaf.limit || bytes[after].isASCIISpace || bytes[after] >= 0x80
      || ".,;:!)\"'_[".utf8.contains(bytes[after])
  }

  private func footnoteLabel(_ definition: ByteRange) -> String {
    text(ByteRange(start: definition.start + 2, end: definition.end - 2)).lowercased()
  }

  private func text(_ range: ByteRange) -> String {
    String(decoding: bytes[range.indices], as: Unicode.UTF8.self)
  }

  // MARK: Wikilinks

  /// The wikilink whose brackets begin at `index`, if there is one outside code.
  func wikilink(at index: Int) -> Wikilink? {
    guard index + 1 < leaf.limit, bytes[index + 1] == UInt8(ascii: "["),
      !isEscaped(at: index),
      let link = Wikilink(
        in: bytes, at: index, limit: leaf.limit, isInTable: leaf.kind == .cell, options),
      !leaf.hasCode(over: Int(link.range.end))
    else { return nil }
    return link
  }

  /// True if an odd number of backslashes comes before a byte.
  private func isEscaped(at index: Int) -> Bool {
    var start = index
    while start > bodyStart, bytes[start - 1] == .backslash { start -= 1 }
    return (index - start) % 2 == 1
  }

  /// Adds a wikilink and the text that it shows.
  mutating func addWikilink(_ link: Wikilink, role: TextRun.Role) {
    links.append(link.link(isInFrontMatter: false))
    skipUntil = Int(link.range.end)
    let isHeading = leaf.kind == .heading
    if link.isEmbed {
      isGapPending = true
      appendCovered(link.target, role: isHeading ? .heading : .address)
      isGapPending = true
    } else if let text = link.text {
      appendCovered(text, role: isHeading ? .heading : .linkText)
    } else {
      appendCovered(link.target, role: isHeading ? .heading : .linkText)
      if let anchor = link.anchor {
        isGapPending = true
        appendCovered(anchor, role: isHeading ? .heading : .linkText)
      }
    }
  }

  /// Adds a run inside something that is skipped on the tape.
  private mutating func appendCovered(_ range: ByteRange, role: TextRun.Role) {
    append(Int(range.start), Int(range.end), role: role)
  }

  // MARK: Clozes

  /// The cloze with its `?` at `index`, if there is one outside code.
  mutating func cloze(at index: Int) -> ClozeScanner? {
    // Inside the answer of another cloze there is none; after it there may be.
    guard index >= leaf.start, index >= skipUntil, index > clozeEnd ?? -1,
      bytes[index] == UInt8(ascii: "?"), index == leaf.start || bytes[index - 1] != .backslash
    else { return nil }
    if leaf.parentheses == nil { leaf.parentheses = ClozeScanner.parentheses(bytes, leaf) }
    return ClozeScanner(bytes, at: index, leaf)
  }

  /// Adds a cloze; its answer is read as text, its hint is not.
  mutating func addCloze(_ cloze: ClozeScanner) {
    clozes.append(
      Cloze(
        range: cloze.range, hint: cloze.hint, answer: cloze.answer,
        block: ByteRange(leaf.start, leaf.limit)))
    skipUntil = Int(cloze.answer.start)
    clozeEnd = Int(cloze.answer.end)
  }
}
