import Layout

/// A note whose text is made of parts of others, with the origin of each of its links, headings and block ids.
package struct NoteComposition: Sendable {
  /// A link, heading or block id of a note from which the text is.
  package struct Origin: Hashable, Sendable {
    /// The note, by its place among those that were composed.
    package let note: Int
    /// The place among those of its kind.
    package let number: Int
  }

  package internal(set) var text: [UInt8]
  /// In the order of the new note's links; nil for a link that is new.
  package internal(set) var links: [Origin?] = []
  /// In the order of the new note's headings; nil for one that is new.
  package internal(set) var headings: [Origin?] = []
  /// In the order of the new note's block ids.
  package internal(set) var blocks: [Origin?] = []
}

/// The reasons why a part of a note cannot come into another note by itself.
package enum CompositionRefusal: Error, Hashable, Sendable {
  /// The note has no such heading.
  case notFound
  /// The heading is in a quote or a list, or it is all of the note.
  case noSection
  /// Something begins in the part and ends after it, or the other way: a block of code, a comment, an element of HTML.
  case entangled
}

extension Note {
  /// The numbers of things in a note, by which it is told that parts of notes hold what these held.
  var factCounts: [Int] {
    [
      headings.count, links.count, hashtags.count, quotes.count, clozes.count, questions.count,
      tasks.count, blockIDs.count,
    ]
  }

  /// The line end that the note uses: its first.
  var lineEnd: [UInt8] {
    guard let first = source.firstIndex(where: \.isLineEnd) else { return [.lineFeed] }
    guard source[first] == .carriageReturn else { return [.lineFeed] }
    return first + 1 < source.count && source[first + 1] == .lineFeed
      ? [.carriageReturn, .lineFeed] : [.carriageReturn]
  }

  /// The part of a heading with all below it: from the beginning of its line to the next heading that begins a line
  /// and is of its level or a higher one.
  ///
  /// - Returns: nil if the heading does not begin its line.
  package func wholeSection(ofHeading number: Int) -> ByteRange? {
    let heading = headings[number]
    guard begins(heading) else { return nil }
    let next = headings[(number + 1)...].first { $0.level <= heading.level && begins($0) }
    return ByteRange(Int(heading.range.start), next.map { Int($0.range.start) } ?? source.count)
  }

  /// The end of the text in a range, without the blank lines at its end and without its last line end.
  func textEnd(in range: ByteRange) -> Int {
    var end = Int(range.end)
    while end > Int(range.start), source[end - 1].isASCIISpace { end -= 1 }
    return end
  }

  /// True if a comment or an element of HTML begins in a part and ends outside of it, or the other way.
  func crosses(_ part: ByteRange) -> Bool {
    if !comments.crossing(part).isEmpty { return true }
    guard source[part.indices].contains(UInt8(ascii: "<")) else { return false }
    var open: [String: Int] = [:]
    for event in MarkdownTape(parsing: source, from: bodyStart).events
    where event.kind == .htmlText && event.start >= part.start && event.end <= part.end {
      let text = source[Int(event.start)..<Int(event.end)]
      for place in text.indices where text[place] == UInt8(ascii: "<") {
        let isEnd = text[place...].dropFirst().first == UInt8(ascii: "/")
        let name = text[place...].dropFirst(isEnd ? 2 : 1).prefix { $0.isASCIILetter }
        let key = String(decoding: name, as: UTF8.self).lowercased()
        if Self.blocks.contains(key) { open[key, default: 0] += isEnd ? -1 : 1 }
      }
    }
    return open.values.contains { $0 != 0 }
  }

  /// The elements of HTML that hold blocks of Markdown.
  private static let blocks: Set<String> = [
    "details", "div", "section", "article", "aside", "figure", "center", "table", "blockquote",
  ]

  // MARK: References

  /// A definition that links or marks of footnotes name by its label.
  struct LabelDefinition {
    /// The label, folded, with `^` before that of a footnote.
    let key: String
    /// The label as written, without brackets and `^`.
    let label: ByteRange
    /// The lines, without the last line end.
    let range: ByteRange
  }

  /// The definitions of links and footnotes that begin their line.
  var labelDefinitions: [LabelDefinition] {
    var found: [LabelDefinition] = []
    for footnote in ReadableBody(of: self).footnotes {
      found.append(
        LabelDefinition(
          key: "^" + footnote.label, label: footnote.labelRange, range: footnote.range))
    }
    let texts = runs.map(\.range)
    var line = bodyStart
    while line < source.count {
      var end = line
      while end < source.count, !source[end].isLineEnd { end += 1 }
      defer { line = end + 1 }
      var start = line
      while start < end, source[start] == .space, start < line + 3 { start += 1 }
      guard start + 1 < end, source[start] == UInt8(ascii: "["),
        source[start + 1] != UInt8(ascii: "^"),
        let close = source[start..<end].firstIndex(of: UInt8(ascii: "]")), close + 1 < end,
        source[close + 1] == UInt8(ascii: ":"), !texts.covers(start + 1)
      else { continue }
      let label = ByteRange(start + 1, close)
      found.append(
        LabelDefinition(
          key: Self.labelKey(source[label.indices]), label: label, range: ByteRange(line, end)))
    }
    return found
  }

  /// A label as it compares: without case, with one space for white space.
  static func labelKey(_ label: ArraySlice<UInt8>) -> String {
    LinkResolver.foldedAlias(String(decoding: label, as: UTF8.self))
  }

  /// The marks of footnotes in the text that are no definitions: the label of each.
  var footnoteMarks: [ByteRange] {
    guard source.contains(UInt8(ascii: "^")) else { return [] }
    let tape = MarkdownTape(parsing: source, from: bodyStart)
    let places = TextPlaces(tape)
    let definitions = Set(tape.footnotes.map(\.start))
    var marks: [ByteRange] = []
    var index = bodyStart
    while let sign = source.first(UInt8(ascii: "^"), from: index, to: source.count) {
      index = sign + 1
      guard sign > bodyStart, places.isText(sign),
        !definitions.contains(UInt32(sign - 1)),
        let label = Footnotes.label(in: source, at: sign - 1, limit: source.count)
      else { continue }
      marks.append(label)
    }
    return marks
  }

  /// The place of the label in a link by reference; nil in one that has it as its text alone.
  func referenceLabel(of link: Link) -> ByteRange {
    let text = link.text ?? link.range
    let open = Int(text.end) + 1
    let end = Int(link.range.end)
    guard open < end, source[open] == UInt8(ascii: "["), end - 1 > open + 1 else { return text }
    return ByteRange(open + 1, end - 1)
  }

  /// The keys of the definitions that a part of the note uses, and those that the footnotes among them use in turn.
  ///
  /// - Parameter own: the keys of the definitions that the part has itself.
  func labelsUsed(
    from definitions: [LabelDefinition], besides own: Set<String>, in isPart: (ByteRange) -> Bool
  ) -> Set<String> {
    var uses = footnoteMarks.map { (range: $0, key: "^" + text($0).lowercased()) }
    for link in links where link.kind == .reference {
      uses.append((link.range, Self.labelKey(source[referenceLabel(of: link).indices])))
    }
    uses.sort { $0.range.start < $1.range.start }
    var keys = Set(uses.filter { isPart($0.range) }.map(\.key))
    var inFootnotes: [String: [String]] = [:]
    var next = 0
    for footnote in definitions.filter({ $0.key.hasPrefix("^") })
      .sorted(by: { $0.range.start < $1.range.start }) where inFootnotes[footnote.key] == nil
    {
      while next < uses.count, uses[next].range.start < footnote.range.start { next += 1 }
      let first = next
      while next < uses.count, uses[next].range.start < footnote.range.end { next += 1 }
      inFootnotes[footnote.key] = uses[first..<next].map(\.key)
    }
    var waiting = keys.subtracting(own)
    while let key = waiting.popFirst() {
      for key in inFootnotes[key] ?? [] where keys.insert(key).inserted && !own.contains(key) {
        waiting.insert(key)
      }
    }
    return keys
  }
}
