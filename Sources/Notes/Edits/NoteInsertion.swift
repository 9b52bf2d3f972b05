import Layout

/// Text to be put into a note.
package struct NoteInsertion: Sendable, Hashable {
  /// The end of the note, or of the part below a heading, at which the text goes.
  package enum Place: Sendable { case beginning, end }
  /// The forms that the text takes.
  package enum Form: Sendable {
    case asIs
    /// An item of a list.
    case item
    /// An item with a box that is not checked.
    case task
  }

  /// Markdown, with any line ends; blank lines around it are left out.
  package var text: String
  package var place: Place
  /// The heading below which the text goes, as a link names it; made at the end of the note if it is missing. `## To
  /// read` says of which level it is made.
  package var heading: String?
  package var form: Form

  package init(_ text: String, at place: Place, under heading: String? = nil, as form: Form = .asIs)
  {
    self.text = text
    self.place = place
    self.heading = heading
    self.form = form
  }
}

/// The reason why text was not put into a note.
package enum NoteInsertionError: Error, Equatable, Sendable {
  /// The note is not valid UTF-8, and such a note is never rewritten.
  case notUTF8
  /// The text opens something that it does not close: a fence, a comment.
  case textIsOpen
  /// Code or a comment that nothing ends would swallow the text.
  case noteIsOpen
  /// The text would be read as the note's properties.
  case isFrontMatter
  /// The heading to be made has no text.
  case noHeading
  /// A merge of git waits for a person in the note, between its marks.
  case isMerging
}

/// Puts text into a note, at its beginning or end or below a heading of it.
///
/// The end below a heading is before the next heading of any level, so that the text belongs to the heading that was
/// named. The beginning of a note is below its front matter and its title. Text that is an item joins the list beside
/// it; everything else gets blank lines around it. Only the text and lines beside it are inserted: line ends, byte
/// order mark and a missing line end at the end of the file stay. What is in code is neither a heading nor a list.
package struct NoteInserter: Sendable {
  /// The note as it was read.
  package let note: Note
  private let options: NoteOptions
  private let lineEnd: [UInt8]
  private var source: [UInt8] { note.source }

  /// - Throws: `.notUTF8`.
  package init(
    _ source: [UInt8], options: NoteOptions = NoteOptions()
  ) throws(NoteInsertionError) {
    guard WellFormedUTF8.holds(source) else { throw .notUTF8 }
    note = Note(parsing: source, options: options)
    self.options = options
    lineEnd = NoteLines.lineEnd(of: source)
  }

  /// A note with a text put in.
  package struct Change: Sendable, Equatable {
    package let bytes: [UInt8]
    /// The text's first line, counted from 1.
    package let line: Int
    /// True if the heading was missing and was made.
    package let hasNewHeading: Bool
  }

  /// The note with the text put in.
  ///
  /// - Throws: `NoteInsertionError`.
  package func inserting(_ insertion: NoteInsertion) throws(NoteInsertionError) -> Change {
    guard let heading = insertion.heading else { return try inserting(insertion, in: body, []) }
    let (level, name) = Self.heading(heading)
    if name.isEmpty { throw .noHeading }
    if let number = AnchorTable(note).heading(name).flatMap(sectionNumber) {
      return try inserting(insertion, in: region(below: number), [])
    }
    var end = insertion
    end.place = .end
    let line = String(repeating: "#", count: level ?? usualLevel) + " " + name
    return try inserting(end, in: body, [line, ""])
  }

  // MARK: Places

  /// A part of a note that text is put into.
  private struct Region {
    /// Past its heading, or the front matter.
    let start: Int
    let end: Int
    /// True if a heading is right before it.
    let hasHeading: Bool
  }

  /// The headings that begin a line of their own, and not one of a quote or a list.
  private var sections: [Heading] {
    note.headings.filter { heading in
      let start = NoteLines.lineStart(of: Int(heading.range.start), in: source)
      let line = source[start...]
      let indent = line.prefix { $0 == .space }.count
      guard indent < 4, let first = line.dropFirst(indent).first else { return false }
      if first == UInt8(ascii: "#") { return true }
      // One that is underlined begins with its text.
      return start + indent == Int(heading.text.start)
    }
  }

  private func sectionNumber(_ heading: Int) -> Int? {
    sections.firstIndex(of: note.headings[heading])
  }

  private var body: Region {
    if let title = note.titleHeading {
      return Region(start: pastLine(of: title), end: source.count, hasHeading: true)
    }
    return Region(
      start: max(note.bodyStart, NoteLines.textStart(source)), end: source.count, hasHeading: false)
  }

  private func region(below number: Int) -> Region {
    let sections = sections
    let end =
      number + 1 < sections.count
      ? NoteLines.lineStart(of: Int(sections[number + 1].range.start), in: source) : source.count
    return Region(start: pastLine(of: sections[number]), end: end, hasHeading: true)
  }

  /// Past the last line of a heading, with its end.
  private func pastLine(of heading: Heading) -> Int {
    let end = Int(heading.range.end)
    if end > 0, source[end - 1].isLineEnd { return end }
    return NoteLines.nextLine(end, in: source)
  }

  /// The level of the note's sections: that of its highest headings below the title.
  private var usualLevel: Int {
    sections.filter { $0 != note.titleHeading }.map(\.level).min() ?? 2
  }

  /// The level and the text of a heading that may be written with its marks.
  private static func heading(_ written: String) -> (level: Int?, name: String) {
    let marks = written.prefix { $0 == "#" }.count
    let rest = written.dropFirst(marks)
    let name = rest.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    guard (1...6).contains(marks), rest.first?.isWhitespace == true else {
      return (nil, written.split { $0.isWhitespace || $0.isNewline }.joined(separator: " "))
    }
    return (marks, name)
  }

  // MARK: Text

  /// Puts the text into a region, and reads the note again.
  ///
  /// - Parameter lead: lines before the text that are no part of it.
  private func inserting(
    _ insertion: NoteInsertion, in region: Region, _ lead: [String]
  ) throws(NoteInsertionError) -> Change {
    let first = firstContent(of: region)
    let last = NoteLines.contentEnd(of: region.start..<region.end, in: source)
    let isEmpty = last <= region.start
    let isAtEnd = insertion.place == .end && !isEmpty
    var offset = isAtEnd ? last : isEmpty ? emptyPlace(of: region) : first
    let neighbour =
      lead.isEmpty && !isEmpty
      ? (isAtEnd
        ? ListLine(lastIn: source[region.start..<last]) : ListLine(firstIn: source[first..<last]))
      : nil
    let lines = ListLine.lines(
      insertion.text, as: insertion.form, beside: neighbour, isBefore: !isAtEnd)
    let joins =
      neighbour.map { !$0.isLoose } == true && lines.first.map { ListLine($0[...]) != nil } == true
    if isAtEnd, !joins, source[last..<region.end].allSatisfy(\.isASCIISpace),
      region.end == source.count,
      source[last...].contains(where: \.isLineEnd)
    {
      // One blank line at the end of the file is the one before the text.
      offset = NoteLines.nextLine(last, in: source)
    }
    if Self.isOpen(source[..<offset]) { throw .noteIsOpen }
    var before: [UInt8] = []
    let textStart = NoteLines.textStart(source)
    if offset > textStart {
      if !source[offset - 1].isLineEnd { before += lineEnd }
      let isAfterProperties =
        offset == note.bodyStart && note.bodyStart > textStart && !region.hasHeading
      let isAfterHeading = offset == region.start && region.hasHeading
      let needsBlank =
        isAfterHeading ? headingsHaveRoom : isAtEnd ? !joins : false
      if needsBlank, !isAfterProperties, !NoteLines.isBlankLine(endingAt: offset, in: source) {
        before += lineEnd
      }
    }
    var text = (lead + lines).flatMap { Array($0.utf8) + lineEnd }
    let rest = source[offset...]
    if rest.isEmpty {
      let isOpenEnded = offset > textStart && !source[offset - 1].isLineEnd
      if isOpenEnded { text.removeLast(lineEnd.count) }
    } else if !(joins && !isAtEnd), !rest.allSatisfy(\.isASCIISpace),
      !rest.prefix(NoteLines.nextLine(offset, in: source) - offset).allSatisfy(\.isASCIISpace)
    {
      text += lineEnd
    }
    let leadCount = lead.reduce(0) { $0 + $1.utf8.count + lineEnd.count }
    return try checked(
      before + text, at: offset, before.count + leadCount, hasHeading: !lead.isEmpty)
  }

  /// The first line of a region that is not blank.
  private func firstContent(of region: Region) -> Int {
    guard let first = source[region.start..<region.end].firstIndex(where: { !$0.isASCIISpace })
    else { return region.end }
    return NoteLines.lineStart(of: first, in: source)
  }

  /// The place of the first text of an empty region: after one blank line, if there is one.
  private func emptyPlace(of region: Region) -> Int {
    let next = NoteLines.nextLine(region.start, in: source)
    return next <= region.end && source[region.start..<next].allSatisfy(\.isASCIISpace)
      ? next : region.start
  }

  /// True if the headings of the note have a blank line below them, as most people write them.
  private var headingsHaveRoom: Bool {
    let filled = sections.filter { pastLine(of: $0) < source.count }
    let tight = filled.count { !NoteLines.isBlank(at: pastLine(of: $0), in: source) }
    return tight * 2 <= filled.count
  }

  /// True if a heading after some text would not be one: code or a comment is open there.
  private static func isOpen(_ text: ArraySlice<UInt8>) -> Bool {
    let probe = Array(text) + Array("\n\n".utf8)
    // The marks at the end would close a comment that is open.
    let note = Note(parsing: probe + Array("# x\n\n-->\n\n%%\n".utf8))
    return !note.headings.contains { Int($0.range.start) == probe.count }
  }

  /// The note after the insertion, if all that it had means what it meant.
  private func checked(
    _ inserted: [UInt8], at offset: Int, _ lead: Int, hasHeading: Bool
  ) throws(NoteInsertionError) -> Change {
    if Self.isOpen(inserted[min(lead, inserted.count)...]) { throw .textIsOpen }
    let after = Note(parsing: source[..<offset] + inserted + source[offset...], options: options)
    if after.frontMatter != nil, note.frontMatter == nil { throw .isFrontMatter }
    func places(_ headings: [Heading]) -> [[Int]] {
      headings.map { [Int($0.range.start), $0.level] }
    }
    let expected = places(note.headings).map {
      [$0[0] < offset ? $0[0] : $0[0] + inserted.count, $0[1]]
    }
    // A line end that the front matter lacked becomes part of it.
    let isKept =
      note.frontMatter == nil || after.bodyStart == note.bodyStart
      || offset == note.bodyStart && after.bodyStart <= offset + lead
    let range = offset..<(offset + inserted.count)
    guard places(after.headings).filter({ !range.contains($0[0]) }) == expected,
      isKept
    else { throw .noteIsOpen }
    return Change(
      bytes: after.source, line: after.lines.line(at: offset + lead), hasNewHeading: hasHeading)
  }
}
