import Layout

/// The definition of links by reference, `[label]: address "title"`.
private struct ReferenceDefinition {
  /// From its bracket to the end of its title.
  let range: ByteRange
  /// The label as it compares.
  let key: String
  /// The address and the title, as written.
  let tail: ByteRange
}

extension Note {
  /// The note with the address of each link by reference in its place, `[text](address "title")`, and without their
  /// definitions, so that any part of it can be read by itself or beside other notes.
  ///
  /// A link whose definition is in a comment stays as it is.
  ///
  /// - Parameter options: those with which the note was read.
  /// - Complexity: linear in the number of bytes, and in those of the definitions for each link; a note without signs of
  ///   definitions is not read again.
  package func withReferencesInPlace(_ options: NoteOptions) -> Note {
    guard hasSignsOfDefinitions else { return self }
    let definitions = referenceDefinitions
    if definitions.isEmpty { return self }
    let ranges = definitions.map(\.range)
    let places = Dictionary(definitions.indices.map { (definitions[$0].key, $0) }) { first, _ in
      first
    }
    var edits = ranges.map { ByteEdit($0, []) }
    // Short definitions that are used often could make a text of any size.
    var allowance = 1 << 20 + 16 * source.count
    for link in links where link.kind == .reference && !link.isInFrontMatter {
      guard let text = link.text else { continue }
      let start = Int(link.target.start)
      let index = ranges.index(endingAfter: start)
      let isKnown = !link.isDecoded && index < ranges.count && ranges[index].contains(start)
      guard
        let place = isKnown
          ? index : places[Self.labelKey(source[referenceLabel(of: link).indices])]
      else { continue }
      let tail = inLine(definitions[place].tail)
      allowance -= tail.count
      if allowance < 0 { return self }
      edits.append(
        ByteEdit(ByteRange(start: text.end, end: link.range.end), Array("](".utf8) + tail + [0x29]))
    }
    let changed = edits.applied(to: source)
    return bodyStart == 0
      ? Note(piece: changed, named: name, language: languageOfWhole, options: options)
      : Note(parsing: changed, named: name, options: options)
  }

  /// True if it has links by reference or signs of footnotes.
  package var hasReferences: Bool {
    if links.contains(where: { $0.kind == .reference }) { return true }
    var index = bodyStart
    while let sign = source.first(UInt8(ascii: "^"), from: index, to: source.count) {
      if sign > bodyStart, source[sign - 1] == UInt8(ascii: "[") { return true }
      index = sign + 1
    }
    return false
  }

  private var hasSignsOfDefinitions: Bool {
    var index = bodyStart
    while let colon = source.first(UInt8(ascii: ":"), from: index, to: source.count) {
      if colon > bodyStart, source[colon - 1] == UInt8(ascii: "]") { return true }
      index = colon + 1
    }
    return false
  }

  /// The definitions, in order, but for those in comments.
  private var referenceDefinitions: [ReferenceDefinition] {
    let comments = comments
    let kinds = TextPlaces(MarkdownTape(parsing: source, from: bodyStart))
    func isShown(_ offset: Int) -> Bool { kinds.isText(offset) || kinds.isCode(offset) }
    var found: [ReferenceDefinition] = []
    var index = bodyStart
    while let colon = source.first(UInt8(ascii: ":"), from: index, to: source.count) {
      index = colon + 1
      guard colon > bodyStart, source[colon - 1] == UInt8(ascii: "]"), !isShown(colon),
        !comments.covers(colon), let open = openingBracket(before: colon - 1), !isShown(open),
        source[open + 1] != UInt8(ascii: "^")
      else { continue }
      let start = afterBlanks(from: colon + 1)
      guard let end = destinationEnd(from: start), !isShown(start) else { continue }
      let last = ReadableBody.titleEnd(in: source, from: end, isShown) ?? end
      index = last
      found.append(
        ReferenceDefinition(
          range: ByteRange(open, last), key: Self.labelKey(source[(open + 1)..<(colon - 1)]),
          tail: ByteRange(start, last)))
    }
    return found
  }

  /// The bracket that opens a label and begins its line, past the signs of quotes and lists.
  private func openingBracket(before close: Int) -> Int? {
    let line = source.startOfLine(at: close, from: bodyStart)
    var open = line
    while open < close, source[open] != UInt8(ascii: "[") {
      let isMarker =
        source[open].isBlank || ">-*+.)".utf8.contains(source[open])
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(source[open])
      if !isMarker { return nil }
      open += 1
    }
    return open + 1 < close ? open : nil
  }

  /// Past blanks, and past one line end with the signs of quotes after it.
  private func afterBlanks(from start: Int) -> Int {
    var index = start
    while index < source.count, source[index].isBlank { index += 1 }
    guard index < source.count, source[index].isLineEnd else { return index }
    if source[index] == .carriageReturn { index += 1 }
    if index < source.count, source[index] == .lineFeed { index += 1 }
    return source.startOfLineText(at: index, from: bodyStart)
  }

  private func destinationEnd(from start: Int) -> Int? {
    guard start < source.count, !source[start].isASCIISpace else { return nil }
    var index = start
    guard source[start] == UInt8(ascii: "<") else {
      while index < source.count, !source[index].isASCIISpace { index += 1 }
      return index
    }
    while index < source.count, source[index] != UInt8(ascii: ">") {
      if source[index].isLineEnd { return nil }
      index += source[index] == .backslash ? 2 : 1
    }
    return index < source.count ? index + 1 : nil
  }

  /// An address with its title on one line, in which a bar ends no cell of a table.
  private func inLine(_ tail: ByteRange) -> [UInt8] {
    var bytes: [UInt8] = []
    var index = Int(tail.start)
    while index < Int(tail.end) {
      if source[index].isLineEnd {
        bytes.append(.space)
        index = afterBlanks(from: index)
        continue
      }
      if source[index] == UInt8(ascii: "|"), bytes.last != .backslash { bytes.append(.backslash) }
      bytes.append(source[index])
      index += 1
    }
    return bytes
  }
}

extension ReadableBody {
  /// A piece of the note with the definitions of the footnotes to which it refers, which are mostly at the note's end.
  ///
  /// - Parameters:
  ///   - range: of the piece, whose own definitions are not added.
  ///   - note: of which this is the body.
  package func withFootnotes(_ piece: [UInt8], _ range: ByteRange, of note: Note) -> [UInt8] {
    let definitions = definitions(for: piece, range, of: note)
    if definitions.isEmpty { return piece }
    // By itself the piece may end in code, which would take in the definitions.
    let fence = Note(piece: piece).closingFence
    return piece + Array((fence.map { "\n" + $0 } ?? "").utf8) + definitions
  }

  /// The definitions of the footnotes to which a piece of the note refers, each after an empty line.
  ///
  /// - Parameters:
  ///   - range: of the piece, whose own definitions are left out.
  ///   - note: of which this is the body.
  package func definitions(
    for piece: [UInt8], _ range: ByteRange, of note: Note
  ) -> [UInt8] {
    guard !footnotes.isEmpty else { return [] }
    var added: Set<String> = []
    var wanted = Self.labels(in: piece)
    var definitions: [UInt8] = []
    var next = 0
    while next < wanted.count {
      let label = wanted[next]
      next += 1
      guard added.insert(label).inserted,
        let found = footnotes.first(where: { $0.label == label }),
        !range.contains(found.range)
      else { continue }
      definitions += [0x0A, 0x0A] + Self.markdown(of: found, in: note)
      wanted += Self.labels(in: found.text)
    }
    return definitions
  }

  /// Labels that look as if they were referred to.
  private static func labels(in text: [UInt8]) -> [String] {
    var labels: [String] = []
    var index = 0
    while let start = text[index...].firstIndex(of: UInt8(ascii: "^")) {
      index = start + 1
      guard start > 0, text[start - 1] == UInt8(ascii: "[") else { continue }
      let label = text[index...].prefix { $0 != UInt8(ascii: "]") && $0 > 0x20 }
      guard label.endIndex < text.count, text[label.endIndex] == UInt8(ascii: "]") else { continue }
      labels.append(String(decoding: label, as: UTF8.self).lowercased())
    }
    return labels
  }

  private static func markdown(of definition: FootnoteDefinition, in note: Note) -> [UInt8] {
    let text = definition.text.prefix((definition.text.lastIndex { $0 > 0x20 } ?? -1) + 1)
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    let indent = Array("\n    ".utf8)
    return Array("[^\(note.text(definition.labelRange))]: ".utf8) + lines.joined(separator: indent)
  }
}
