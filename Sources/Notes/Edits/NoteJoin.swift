import Layout

/// A note with the text of another one in it, below a heading.
package struct NoteJoin: Sendable {
  /// The whole; of its origins note 0 is the one that takes the text, and note 1 the other.
  package let whole: NoteComposition
  /// The place of the other note's heading among those of the whole; nil where the two have the same text.
  package let heading: Int?
  /// The title of the other note, which is the text of the heading.
  package let title: String
  /// Keys of the other note's front matter that the whole has otherwise; they stand in a block of code.
  package let left: [String]

  /// Joins a note to another one.
  ///
  /// - Parameters:
  ///   - other: the note that comes into the first.
  ///   - heading: the heading of the first note at the end of whose section the text comes; nil for the note's end.
  /// - Throws: `CompositionRefusal`, `FrontMatterEditError`
  package init(_ note: Note, with other: Note, below heading: Int?, options: NoteOptions) throws {
    try self.init(note, with: other, below: heading, isSame: false, options: options)
  }

  /// Joins a note to another one that has its text already, which does not change but for the front matter.
  ///
  /// - Precondition: `note.hasText(of: other)`
  /// - Throws: `CompositionRefusal`, `FrontMatterEditError`
  package init(_ note: Note, withSame other: Note, options: NoteOptions) throws {
    try self.init(note, with: other, below: nil, isSame: true, options: options)
  }

  private init(
    _ note: Note, with other: Note, below heading: Int?, isSame: Bool, options: NoteOptions
  ) throws {
    var place = note.source.count
    var level = 2
    if let heading {
      guard let section = note.wholeSection(ofHeading: heading) else {
        throw CompositionRefusal.noSection
      }
      place = Int(section.end)
      level = min(6, note.headings[heading].level + 1)
    }
    place = max(note.bodyStart, note.textEnd(in: ByteRange(note.bodyStart, place)))
    title = other.title
    let lineEnd = note.lineEnd

    // The front matter, then the text.
    var merger = try FrontMatterUnion(note, other, title: title)
    try merger.merge()
    if isSame {
      self.heading = nil
      (whole, left) = try Self.same(note, other, merger, options)
      return
    }
    left = merger.left.map(\.key)
    var piece = JoinedText(other, into: note, level: level, lineEnd)
    piece.make(title: title, besides: merger.left.flatMap { $0.lines })

    let head = Array(merger.head)
    let before = note.source[note.bodyStart..<place]
    let isEmpty = before.allSatisfy(\.isASCIISpace)
    var text = head + before
    if !isEmpty {
      text += lineEnd + lineEnd
    } else if !before.isEmpty, before.last?.isLineEnd != true {
      text += lineEnd
    }
    text += piece.text
    var rest = note.source[place...]
    if rest.isEmpty { rest = lineEnd[...] }
    text += rest

    func origins(_ note: Int, _ numbers: some Sequence<Int>) -> [NoteComposition.Origin?] {
      numbers.map { NoteComposition.Origin(note: note, number: $0) }
    }
    func split<Part>(
      _ parts: [Part], _ others: [Part], new: Int = 0, _ range: (Part) -> ByteRange,
      _ isHead: (Part) -> Bool = { _ in false }
    ) -> [NoteComposition.Origin?] {
      let first = parts.indices.filter { !isHead(parts[$0]) && Int(range(parts[$0]).start) < place }
      let last = parts.indices.filter { !isHead(parts[$0]) && Int(range(parts[$0]).start) >= place }
      let own = others.indices.filter { !isHead(others[$0]) }
      return origins(0, first) + [NoteComposition.Origin?](repeating: nil, count: new)
        + origins(1, own) + origins(0, last)
    }
    var whole = NoteComposition(text: text)
    let new = piece.hasNewHeading ? 1 : 0
    whole.links = merger.links + split(note.links, other.links, \.range, \.isInFrontMatter)
    whole.headings = split(note.headings, other.headings, new: new, \.range)
    whole.blocks = split(note.blockIDs, other.blockIDs, \.range)
    self.whole = whole
    self.heading = note.headings.count { Int($0.range.start) < place }
    try Self.check(whole, note, other, new, merger.links.count, options)
  }

  /// A note with the front matter of another one of the same text.
  private static func same(
    _ note: Note, _ other: Note, _ merger: FrontMatterUnion, _ options: NoteOptions
  ) throws -> (whole: NoteComposition, left: [String]) {
    let left = merger.left.filter { left in
      guard let value = note.frontMatter?[left.key]?.value else { return true }
      return value != other.frontMatter?[left.key]?.value
    }
    var text = Array(merger.head) + note.source[note.bodyStart...]
    if !left.isEmpty {
      while text.last?.isASCIISpace == true { text.removeLast() }
      text += JoinedText.block(left.flatMap(\.lines), note.lineEnd) + note.lineEnd
    }
    func origins(_ numbers: some Sequence<Int>) -> [NoteComposition.Origin?] {
      numbers.map { NoteComposition.Origin(note: 0, number: $0) }
    }
    var whole = NoteComposition(text: text)
    whole.links =
      merger.links + origins(note.links.indices.filter { !note.links[$0].isInFrontMatter })
    whole.headings = origins(note.headings.indices)
    whole.blocks = origins(note.blockIDs.indices)
    let joined = Note(parsing: text, named: note.name, options: options)
    var (sums, found) = (note.factCounts, joined.factCounts)
    sums[1] = whole.links.count
    (sums[2], found[2]) = (0, 0)
    if found != sums { throw CompositionRefusal.entangled }
    return (whole, left.map(\.key))
  }

  private static func check(
    _ whole: NoteComposition, _ note: Note, _ other: Note, _ newHeadings: Int, _ headLinks: Int,
    _ options: NoteOptions
  ) throws {
    let joined = Note(parsing: whole.text, named: note.name, options: options)
    var sums = zip(note.factCounts, other.factCounts).map { $0 + $1 }
    sums[0] += newHeadings
    sums[1] =
      headLinks + note.links.count { !$0.isInFrontMatter }
      + other.links.count { !$0.isInFrontMatter }
    var found = joined.factCounts
    // Hashtags of front matter that both have are one.
    let heads = [note, other, joined].map { note in
      note.hashtags.count { Int($0.range.start) < note.bodyStart }
    }
    sums[2] -= heads[0] + heads[1]
    found[2] -= heads[2]
    if found != sums { throw CompositionRefusal.entangled }
  }
}

extension Note {
  /// True if a note has the text of another one already, and nothing of its title would be lost.
  package func hasText(of other: Note) -> Bool {
    func text(_ note: Note) -> ArraySlice<UInt8> {
      let start = note.source[note.bodyStart...].firstIndex { !$0.isLineEnd } ?? note.source.count
      return note.source[start..<note.textEnd(in: ByteRange(start, note.source.count))]
    }
    return text(self).elementsEqual(text(other))
      && (title == other.title || other.frontMatter?["title"] == nil)
  }
}

/// The text of a note as it comes into another one.
private struct JoinedText {
  private let other: Note
  private let note: Note
  private let level: Int
  private let lineEnd: [UInt8]
  private(set) var text: [UInt8] = []
  /// True if the heading with the title is made; else the note began with it.
  private(set) var hasNewHeading = true

  init(_ other: Note, into note: Note, level: Int, _ lineEnd: [UInt8]) {
    self.other = other
    self.note = note
    self.level = level
    self.lineEnd = lineEnd
  }

  /// - Parameter properties: lines that follow the heading as a block of code.
  mutating func make(title: String, besides properties: [[UInt8]]) {
    let titleHeading = other.titleHeading.flatMap {
      other.begins($0) && other.plainText(in: $0.text) == title ? $0 : nil
    }
    hasNewHeading = titleHeading == nil
    let top = other.headings.dropFirst(hasNewHeading ? 0 : 1).map(\.level).min() ?? level + 1
    // Below the heading with the title, and never higher than before.
    let shift = hasNewHeading ? max(0, level + 1 - top) : level - 1
    var edits = other.edits(ofLevels: 0..<other.headings.count, by: shift)
    edits += labelEdits() + blockEdits()
    var start = other.bodyStart
    if let titleHeading {
      let after = Int(titleHeading.range.end)
      if !properties.isEmpty {
        edits.append(ByteEdit(ByteRange(after, after), Self.block(properties, other.lineEnd)))
      }
    }
    if start == 0, other.source.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    while start < other.source.count, other.source[start].isLineEnd { start += 1 }
    let end = max(start, other.textEnd(in: ByteRange(start, other.source.count)))
    let cut = edits.filter { Int($0.range.start) >= start && Int($0.range.end) <= end }.map {
      ByteEdit($0.range.moved(by: -start), $0.replacement)
    }
    var body = cut.applied(to: Array(other.source[start..<end]))
    if other.lineEnd != lineEnd { body = Self.withLineEnds(lineEnd, body) }
    if hasNewHeading {
      let line = title.map { $0.isNewline ? " " : String($0) }.joined()
      text = [UInt8](repeating: UInt8(ascii: "#"), count: level) + Array(" \(line)".utf8)
      if !properties.isEmpty { text += Self.block(properties, lineEnd) }
      if !body.isEmpty { text += lineEnd + lineEnd }
    }
    text += body
  }

  static func block(_ lines: [[UInt8]], _ lineEnd: [UInt8]) -> [UInt8] {
    lineEnd + lineEnd + Array("```yaml".utf8) + lineEnd
      + lines.flatMap { $0 + lineEnd } + Array("```".utf8)
  }

  private static func withLineEnds(_ lineEnd: [UInt8], _ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index].isLineEnd {
        if text[index] == .carriageReturn, index + 1 < text.count, text[index + 1] == .lineFeed {
          index += 1
        }
        result += lineEnd
      } else {
        result.append(text[index])
      }
      index += 1
    }
    return result
  }

  /// Block ids that the other note has too get a number.
  private func blockEdits() -> [ByteEdit] {
    var taken = Set(
      (note.blockIDs.map { note.text($0.id) } + other.blockIDs.map { other.text($0.id) })
        .map { $0.lowercased() })
    let own = Set(note.blockIDs.map { note.text($0.id).lowercased() })
    return other.blockIDs.compactMap { block in
      let id = other.text(block.id)
      guard own.contains(id.lowercased()) else { return nil }
      return ByteEdit(block.id, Self.free(id, &taken))
    }
  }

  /// A name with the first number that makes it another one than those which are taken.
  private static func free(_ name: String, _ taken: inout Set<String>) -> String {
    var number = 2
    while !taken.insert("\(name)-\(number)".lowercased()).inserted { number += 1 }
    return "\(name)-\(number)"
  }

  /// Labels of footnotes and links that mean something else in the other note get other names.
  private func labelEdits() -> [ByteEdit] {
    let own = other.labelDefinitions
    if own.isEmpty { return [] }
    let theirs = Dictionary(
      note.labelDefinitions.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    var taken = Set(theirs.keys).union(own.map(\.key))
    var names: [String: String] = [:]
    for definition in own {
      guard let other = theirs[definition.key], names[definition.key] == nil else { continue }
      let same = self.other.source[definition.range.indices].elementsEqual(
        note.source[other.range.indices])
      if same, !definition.key.hasPrefix("^") { continue }
      let label = self.other.text(definition.label)
      names[definition.key] = name(like: label, isNote: definition.key.hasPrefix("^"), &taken)
    }
    if names.isEmpty { return [] }
    var edits: [ByteEdit] = []
    for definition in own {
      if let name = names[definition.key] { edits.append(ByteEdit(definition.label, name)) }
    }
    for mark in other.footnoteMarks {
      if let name = names["^" + other.text(mark).lowercased()] {
        edits.append(ByteEdit(mark, name))
      }
    }
    for link in other.links where link.kind == .reference {
      let label = other.referenceLabel(of: link)
      guard let name = names[Note.labelKey(other.source[label.indices])] else { continue }
      if label == link.text {
        // `[label]` and `[label][]` keep their text.
        let end = Int(link.range.end)
        let isOpen = Int(label.end) + 1 < end
        edits.append(
          isOpen
            ? ByteEdit(ByteRange(end - 1, end - 1), name)
            : ByteEdit(ByteRange(end, end), "[\(name)]"))
      } else {
        edits.append(ByteEdit(label, name))
      }
    }
    return edits
  }

  private func name(like label: String, isNote: Bool, _ taken: inout Set<String>) -> String {
    let prefix = isNote ? "^" : ""
    if let number = Int(label), number < 1_000_000 {
      var next = number + 1
      while !taken.insert(prefix + String(next)).inserted { next += 1 }
      return String(next)
    }
    var number = 2
    while !taken.insert(prefix + "\(label)-\(number)".lowercased()).inserted { number += 1 }
    return "\(label)-\(number)"
  }
}
