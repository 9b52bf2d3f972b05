import Layout

/// A section of a note that becomes a note of its own.
package struct NoteSplit: Sendable {
  /// The section as a note: its heading is of the first level, and those below it follow.
  package let section: NoteComposition
  /// The note without the section, and where the link to that is to be.
  package let rest: NoteComposition
  /// The heading of the section, as text.
  package let title: String
  private let linkPlace: Int
  private let linkNumber: Int
  private let needsBreak: Bool
  private let lineEnd: [UInt8]

  /// Cuts a section out of a note.
  ///
  /// Definitions of links and footnotes that both need are in both.
  /// - Parameter heading: its place among the note's headings.
  /// - Throws: `CompositionRefusal`
  package init(
    _ note: Note, at heading: Int, options: NoteOptions
  ) throws(CompositionRefusal) {
    guard let range = note.wholeSection(ofHeading: heading) else { throw .noSection }
    let start = Int(range.start)
    let isAll = note.source[note.bodyStart..<start].allSatisfy(\.isASCIISpace)
    if isAll, Int(range.end) == note.source.count { throw .noSection }
    let end = note.textEnd(in: range)
    let part = ByteRange(start, end)
    lineEnd = note.lineEnd
    title = note.plainText(in: note.headings[heading].text)
    linkPlace = start
    needsBreak = Self.needsBreak(note, before: start)

    func isInside(_ range: ByteRange) -> Bool { part.contains(range) }
    let numbers = note.headings.indices.filter { isInside(note.headings[$0].range) }
    let levels = note.edits(
      ofLevels: (numbers.first ?? 0)..<((numbers.last ?? -1) + 1),
      by: 1 - note.headings[heading].level)
    let cut = levels.map { ByteEdit($0.range.moved(by: -start), $0.replacement) }
    var section = NoteComposition(text: cut.applied(to: Array(note.source[start..<end])))
    section.text += lineEnd
    var rest = NoteComposition(text: Array(note.source[..<start] + note.source[end...]))

    func origins<Part>(_ parts: [Part], _ range: (Part) -> ByteRange, inside: Bool)
      -> [NoteComposition.Origin?]
    {
      parts.indices.filter { isInside(range(parts[$0])) == inside }.map {
        NoteComposition.Origin(note: 0, number: $0)
      }
    }
    section.links = origins(note.links, \.range, inside: true)
    rest.links = origins(note.links, \.range, inside: false)
    linkNumber = note.links.count { !isInside($0.range) && Int($0.range.start) < start }
    section.headings = origins(note.headings, \.range, inside: true)
    rest.headings = origins(note.headings, \.range, inside: false)
    section.blocks = origins(note.blockIDs, \.range, inside: true)
    rest.blocks = origins(note.blockIDs, \.range, inside: false)

    let copies = Self.copies(note, part, lineEnd)
    section.text += copies.section.text
    section.links += copies.section.links
    rest.text += copies.rest.text
    rest.links += copies.rest.links
    self.section = section
    self.rest = rest
    try check(note, options, isExact: !copies.haveFootnotes)
    if note.crosses(part) { throw .entangled }
  }

  /// The rest with a link to the section in its place.
  package func rest(linkedBy link: [UInt8]) -> NoteComposition {
    var rest = rest
    let before = needsBreak ? lineEnd : []
    rest.text.replaceSubrange(linkPlace..<linkPlace, with: before + link)
    rest.links.insert(nil, at: linkNumber)
    return rest
  }

  /// True if a paragraph that begins at an offset would go on with the line above it.
  private static func needsBreak(_ note: Note, before start: Int) -> Bool {
    var end = start
    if end > note.bodyStart, note.source[end - 1] == .lineFeed { end -= 1 }
    if end > note.bodyStart, note.source[end - 1] == .carriageReturn { end -= 1 }
    var line = end
    while line > note.bodyStart, !note.source[line - 1].isLineEnd { line -= 1 }
    return line < end && !note.source[line..<end].allSatisfy(\.isBlank)
  }

  /// The definitions that the part and the rest need and only the other has, as text at their ends.
  private static func copies(
    _ note: Note, _ part: ByteRange, _ lineEnd: [UInt8]
  ) -> (section: NoteComposition, rest: NoteComposition, haveFootnotes: Bool) {
    let definitions = note.labelDefinitions
    var result = (
      section: NoteComposition(text: []), rest: NoteComposition(text: []), haveFootnotes: false
    )
    if definitions.isEmpty { return result }
    for isSection in [true, false] {
      var own = Set(
        definitions.filter { part.contains($0.range) == isSection }.map(\.key))
      let used = note.labelsUsed(from: definitions, besides: own) {
        part.contains($0) == isSection
      }
      var copy = NoteComposition(text: [])
      var isAfterFootnote = false
      for definition in definitions
      where used.contains(definition.key) && own.insert(definition.key).inserted {
        let isFootnote = definition.key.hasPrefix("^")
        // The definition of a link cannot follow a line of text.
        if copy.text.isEmpty || isFootnote != isAfterFootnote { copy.text += lineEnd }
        isAfterFootnote = isFootnote
        if isFootnote { result.haveFootnotes = true }
        copy.text += note.source[definition.range.indices] + lineEnd
        copy.links += note.links.indices.filter { definition.range.contains(note.links[$0].range) }
          .map { NoteComposition.Origin(note: 0, number: $0) }
      }
      if isSection {
        result.section = copy
      } else {
        if !copy.text.isEmpty, note.source.last?.isLineEnd != true {
          copy.text = lineEnd + copy.text
        }
        result.rest = copy
      }
    }
    return result
  }

  /// Compares what the two texts hold with what the note held.
  private func check(
    _ note: Note, _ options: NoteOptions, isExact: Bool
  ) throws(CompositionRefusal) {
    let parts = [section, rest(linkedBy: Array("[[a]]".utf8))].map {
      Note(parsing: $0.text, named: note.name, options: options)
    }
    guard parts[0].frontMatter == nil, parts[0].links.count == section.links.count,
      parts[1].links.count == rest.links.count + 1,
      parts[0].headings.count == section.headings.count,
      parts[1].headings.count == rest.headings.count,
      parts[0].blockIDs.count >= section.blocks.count, parts[1].blockIDs.count >= rest.blocks.count
    else { throw .entangled }
    guard isExact else { return }
    var sums = zip(parts[0].factCounts, parts[1].factCounts).map { $0 + $1 }
    sums[1] -= 1
    if sums != note.factCounts { throw .entangled }
  }
}
