/// Rewrites the anchors of links, so that they mean the same headings and blocks after some of these
/// have other names.
///
/// A link is rewritten if its anchor would mean another heading or block than before, or none; or if it
/// is the old name, letter by letter. It keeps its own style: the heading's text, a path of headings, or
/// GitHub's form of it.
package struct AnchorRewriter: Sendable {
  /// A note's headings and block ids before and after some got other names.
  package struct Change: Equatable, Sendable {
    let old: AnchorTable
    let new: AnchorTable
    /// The places of the new note at which those of the old one are; nil where each kept its number.
    private(set) var places: [AnchorTable.Place: AnchorTable.Place]?

    /// - Returns: nil if the note has others now, and not only others' names.
    package init?(from old: AnchorTable, to new: AnchorTable) {
      guard old.levels == new.levels, old.ids.count == new.ids.count else { return nil }
      self.old = old
      self.new = new
    }

    /// Headings and block ids that come into another note, or under other numbers.
    init(
      from old: AnchorTable, to new: AnchorTable, at places: [AnchorTable.Place: AnchorTable.Place]
    ) {
      self.old = old
      self.new = new
      self.places = places
    }

    /// The number of a heading in the new note; nil if it is in another.
    fileprivate func number(ofHeading number: Int) -> Int? {
      guard let places else { return number }
      if case .heading(let new)? = places[.heading(number)] { return new }
      return nil
    }
  }

  /// The text of links to a heading, where it is the heading's old one.
  package struct NewText: Sendable {
    /// The note, by the number of its file.
    package let file: Int
    package let place: AnchorTable.Place
    /// The texts that give way.
    package let old: Set<String>
    package let new: String

    package init(file: Int, place: AnchorTable.Place, old: Set<String>, new: String) {
      self.file = file
      self.place = place
      self.old = old
      self.new = new
    }
  }

  private let changes: [Int: Change]
  private let text: NewText?

  /// - Parameter changes: by the number of each note's file.
  package init(_ changes: [Int: Change], text: NewText? = nil) {
    self.changes = changes
    self.text = text
  }

  /// A note with the anchors of its links rewritten, and the number of links that were.
  ///
  /// The written text is read again, and each link compared with the old one.
  /// - Parameters:
  ///   - renaming: the new name of a heading or block id of the note itself.
  ///   - file: the number of the file that a link of the note leads to.
  /// - Throws: `LinkNotRewritten`
  package func rewritten(
    _ note: Note, renaming: ByteEdit? = nil, options: NoteOptions, file: (Link) -> Int?
  ) throws(LinkNotRewritten) -> (note: Note, links: Int) {
    var edits = renaming.map { [$0] } ?? []
    var places: Set<UInt32> = []
    var meanings: [Int: (change: Change, places: [AnchorTable.Place?])] = [:]
    var worded: Set<Int> = []
    var count = 0
    for (number, link) in note.links.enumerated() where !link.isExternal {
      // A link in the old name goes with it.
      if renaming?.range.contains(link.range) == true { continue }
      guard let anchor = note.anchor(of: link), !anchor.isEmpty, let file = file(link),
        let change = changes[file],
        let meaning = Self.meaning(of: anchor, change.old, isWiki: link.kind == .wiki)
      else { continue }
      meanings[number] = (change, meaning)
      let words = textEdit(link, meaning, in: note, of: file)
      if let words {
        worded.insert(number)
        edits.append(words)
      }
      let isKept =
        Self.meaning(of: anchor, change.new, isWiki: link.kind == .wiki) == meaning
        && !change.isOldName(anchor)
      if isKept, words == nil { continue }
      count += 1
      if isKept { continue }
      for (target, range) in try Self.places(of: link, anchor, in: note)
      where places.insert(range.start).inserted {
        let spelling = LinkSpelling(link, in: note, at: target, anchor: range)
        edits.append(
          ByteEdit(
            range,
            try change.written(
              anchor, meaning, by: link, in: note, spelling, options.links)))
      }
    }
    if edits.isEmpty { return (note, 0) }
    let text = edits.applied(to: note.source)
    let result = Note(parsing: text, named: note.name, options: options)
    let shift = edits.filter { $0.range.start < renaming?.range.start ?? 0 }
      .reduce(0) { $0 + $1.replacement.count - $1.range.count }
    let renamed = renaming.map {
      ByteRange(Int($0.range.start), Int($0.range.start) + $0.replacement.count).moved(by: shift)
    }
    let links = result.links.filter { renamed?.contains($0.range) != true }
    let former = note.links.enumerated().filter { renaming?.range.contains($1.range) != true }
    for (index, (number, link)) in former.enumerated() {
      guard links.count == former.count,
        Self.isSame(
          links[index], result, link, note, meanings[number], isWorded: worded.contains(number))
      else { throw LinkNotRewritten(link, in: note, .noName) }
    }
    return (result, count)
  }

  /// The change of a link's text from the old name of its heading to the new one.
  private func textEdit(
    _ link: Link, _ meaning: [AnchorTable.Place?], in note: Note, of file: Int
  ) -> ByteEdit? {
    guard let text, text.file == file, meaning == [text.place], !link.isEmbed,
      let range = link.text, text.old.contains(note.text(range))
    else { return nil }
    return ByteEdit(range, text.new)
  }

  /// The places where a link's anchor is written, each with that of its target.
  private static func places(
    of link: Link, _ anchor: String, in note: Note
  ) throws(LinkNotRewritten) -> [(target: ByteRange, anchor: ByteRange)] {
    guard link.isDecoded else { return link.anchor.map { [(link.target, $0)] } ?? [] }
    var found: [(target: ByteRange, anchor: ByteRange)] = []
    for (target, range) in note.definitions(meaning: note.target(of: link)) {
      guard let range, Spelling.destination(note.source[range.indices]) == anchor else { continue }
      found.append((target, range))
    }
    if found.isEmpty { throw LinkNotRewritten(link, in: note, .definition) }
    return found
  }

  /// The headings and blocks that an anchor names: one, or those of a range of Dendron's, which only wikilinks have.
  static func meaning(
    of anchor: String, _ table: AnchorTable, isWiki: Bool
  ) -> [AnchorTable.Place?]? {
    let place = table.place(anchor)
    guard isWiki, let range = AnchorRange(anchor) else { return place.map { [$0] } }
    let places = [range.start, range.end ?? ""].map(table.place)
    // Obsidian drops the colon, and reads a path to the heading at which the range ends.
    if let place, places.contains(nil) || places.last != place { return [place] }
    return places.contains { $0 != nil } ? places : nil
  }

  private static func isSame(
    _ link: Link, _ new: Note, _ before: Link, _ old: Note,
    _ meaning: (change: Change, places: [AnchorTable.Place?])?, isWorded: Bool
  ) -> Bool {
    guard link.kind == before.kind, link.isEmbed == before.isEmbed,
      link.isExternal == before.isExternal, new.target(of: link) == old.target(of: before)
    else { return false }
    // A picture in the text of a link is a link of its own.
    let holdsLink = before.text.map { text in old.links.contains { text.contains($0.range) } }
    if !isWorded, holdsLink != true,
      link.text.map({ new.text($0) }) != before.text.map({ old.text($0) })
    {
      return false
    }
    let anchor = new.anchor(of: link)
    guard let meaning, let anchor else { return anchor == old.anchor(of: before) }
    return Self.meaning(of: anchor, meaning.change.new, isWiki: link.kind == .wiki)
      == meaning.places
  }
}

extension AnchorRewriter.Change {
  /// True if an anchor is a former name as that was written, and not the new one.
  fileprivate func isOldName(_ anchor: String) -> Bool {
    switch old.place(anchor) {
    case .heading(let index):
      let last = anchor.split(separator: "#").last.map(String.init)
      return old.words[index] != new.words[index] && last == old.words[index]
    case .block(let index):
      return old.ids[index] != new.ids[index] && anchor.dropFirst() != new.ids[index]
    case nil: return false
    }
  }

  /// An anchor with the new names, as a link writes it.
  ///
  /// - Parameters:
  ///   - meaning: the places in the new note.
  ///   - dialect: of the links of the vault.
  func written(
    _ anchor: String, _ meaning: [AnchorTable.Place?], by link: Link, in note: Note,
    _ spelling: LinkSpelling, _ dialect: LinkDialect
  ) throws(LinkNotRewritten) -> [UInt8] {
    func part(
      _ part: String, _ place: AnchorTable.Place?
    ) throws(LinkNotRewritten) -> [UInt8] {
      guard let place else { return Array(part.utf8) }
      return try written(part, place, by: link, in: note, spelling, dialect)
    }
    if meaning.count == 1 { return try part(anchor, meaning[0]) }
    // A range of Dendron's, `start,1:#end`, which only its wikilinks have.
    guard let range = AnchorRange(anchor), link.kind == .wiki else {
      throw LinkNotRewritten(link, in: note, .noName)
    }
    var bytes = try part(range.start, meaning[0])
    if range.skippedLines > 0 { bytes += ",\(range.skippedLines)".utf8 }
    if let end = range.end { bytes += try Array(":#".utf8) + part(end, meaning[1]) }
    return bytes
  }

  private func written(
    _ anchor: String, _ place: AnchorTable.Place, by link: Link, in note: Note,
    _ spelling: LinkSpelling, _ dialect: LinkDialect
  ) throws(LinkNotRewritten) -> [UInt8] {
    var reason = LinkNotRewritten.Reason.noName
    let isWiki = link.kind == .wiki
    let takesSlugs = !isWiki || dialect.isTextFirst
    for path in candidates(for: anchor, place, takesSlugs: takesSlugs) where !path.contains("") {
      let parts = path.compactMap { spelling.written($0) }
      guard parts.count == path.count else { continue }
      if AnchorRewriter.meaning(of: path.joined(separator: "#"), new, isWiki: isWiki) == [place] {
        return Array(parts.joined(separator: [UInt8(ascii: "#")]))
      }
      reason = .ambiguous
    }
    throw LinkNotRewritten(link, in: note, reason)
  }

  /// The forms in which a link may name its heading or block from now on, each a path.
  ///
  /// - Parameter takesSlugs: false for a wikilink that only Obsidian's form can be in.
  private func candidates(
    for anchor: String, _ place: AnchorTable.Place, takesSlugs: Bool
  ) -> [[String]] {
    switch place {
    case .block(let index): return [["^" + new.ids[index]]]
    case .heading(let index):
      let slug = [new.gitHub[index]]
      // A link that named the whole note names a heading from now on.
      let former = anchor.isEmpty ? [] : old.path(anchor)
      guard let former else { return [slug, [new.words[index]]] }
      let parts = anchor.split(separator: "#").map(String.init)
      var paths = [
        zip(parts, former).compactMap { part, heading -> String? in
          guard let now = number(ofHeading: heading) else { return nil }
          return old.words[heading] == new.words[now] ? part : new.words[now]
        }
      ].filter { !$0.isEmpty }
      // Below as many of the headings above it as it takes.
      let above = new.ancestors(of: index)
      for count in 0...above.count {
        paths.append((above.prefix(count).reversed() + [index]).map { new.words[$0] })
      }
      if !takesSlugs { return paths }
      let isSlug = parts.count == 1 && old.gitHub[former[0]] == anchor
      return isSlug || anchor.isEmpty ? [slug] + paths : paths + [slug]
    }
  }
}
