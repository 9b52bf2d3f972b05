import Layout

/// Rewrites links of notes of which a part has come into another note, so that each means the same heading, block or
/// file as before.
///
/// A link keeps its own style, as with ``LinkRewriter`` and ``AnchorRewriter``, and is left as it is where it means
/// the same in any case.
package struct LinkMover: Sendable {
  /// A file of the vault, or a heading or block of it.
  package struct Place: Hashable, Sendable {
    /// The file, by its index.
    package let file: Int
    /// The heading or block; nil for all of the file.
    package let part: AnchorTable.Place?

    package init(_ file: Int, _ part: AnchorTable.Place? = nil) {
      self.file = file
      self.part = part
    }
  }

  /// A link as it was before its text came to where it is.
  package struct Former: Sendable {
    fileprivate let note: Note
    fileprivate let link: Link
    /// The note that it was in.
    fileprivate let file: Int

    package init(_ link: Link, in note: Note, at file: Int) {
      self.note = note
      self.link = link
      self.file = file
    }
  }

  /// The parts of notes that have come into other notes, or have other names.
  package struct Moves: Sendable {
    /// The headings and blocks of notes as they were, by file.
    package var old: [Int: AnchorTable] = [:]
    /// The headings and blocks of notes as they will be, by file.
    package var new: [Int: AnchorTable] = [:]
    /// Each part of an old note, and the note itself where it is gone, with its new place; others stay.
    package var places: [Place: Place] = [:]
    /// A heading that is all of its new note, so that links to it name the note alone.
    package var whole: Place?
    /// The ids of HTML that have come into another note, by the file that had them, each with that note.
    package var ids: [Int: [String: Int]] = [:]

    package init() {}
  }

  private let rewriter: LinkRewriter
  private let moves: Moves

  /// - Parameters:
  ///   - before: the files as they are.
  ///   - after: the same files as they will be, those that are gone under a path that no link can have, and the new
  ///     ones after them.
  package init(
    from before: LinkResolver, to after: LinkResolver, style: LinkRewriter.Style, _ moves: Moves
  ) {
    rewriter = LinkRewriter(from: before, to: after, style: style)
    self.moves = moves
  }

  /// A note with its links rewritten, and the number of those that were.
  ///
  /// The written text is read again, and each link compared with what it is to mean.
  /// - Parameters:
  ///   - file: the note, by its index after the move.
  ///   - formers: its links as they were, in their order; nil for one that is new.
  /// - Throws: ``LinkNotRewritten``
  package func rewritten(
    _ note: Note, in file: Int, _ formers: [Former?], options: NoteOptions
  ) throws(LinkNotRewritten) -> (note: Note, links: Int) {
    var failure: LinkNotRewritten?
    for bar in LinkRewriter.Bar.allCases {
      let (edits, count) = try edits(of: note, in: file, formers, bar)
      if edits.isEmpty { return (note, 0) }
      let text = edits.applied(to: note.source)
      let new = Note(parsing: text, named: note.name, options: options)
      failure = nil
      for (number, link) in note.links.enumerated() {
        guard let former = formers[number] else { continue }
        guard new.links.count == note.links.count,
          isSame(new.links[number], new, former, in: file)
        else {
          failure = LinkNotRewritten(link, in: note, .noName)
          break
        }
      }
      if failure == nil { return (new, count) }
    }
    throw failure!  // set in each round
  }

  /// True if a link of a note may stay as it is, as far as its target alone tells.
  ///
  /// - Parameter file: a note of which no part moves.
  package func keeps(_ target: String, isWiki: Bool, in file: Int) -> Bool {
    if let found = rewriter.file(target, isWiki: isWiki, in: file), moves.old[found] != nil {
      return false
    }
    return rewriter.keeps(target, isWiki: isWiki, in: file)
  }

  // MARK: The meaning

  /// The file that a link means.
  private func file(_ former: Former) -> Int? {
    if former.link.isExternal { return nil }
    let target = former.note.target(of: former.link)
    if target.isEmpty { return former.file }
    return rewriter.file(target, isWiki: former.link.kind == .wiki, in: former.file)
  }

  /// The thing that a link is to mean: the file, and the headings and blocks that its anchor names, if those are known.
  private struct Goal {
    let file: Int
    /// The parts of the old note and of the new one; nil where the anchor stays as it is.
    var parts: (old: [AnchorTable.Place?], new: [AnchorTable.Place?])?
    /// True where the link names the file alone from now on.
    var dropsAnchor = false
    /// The heading that the link names from now on, where it named the note.
    var heading: AnchorTable.Place?
    /// True for a range whose ends are in two notes from now on.
    var isParted = false
  }

  private func goal(of former: Former, from found: Int, in file: Int) -> Goal {
    let anchor = former.note.anchor(of: former.link) ?? ""
    guard !anchor.isEmpty else {
      guard let place = moves.places[Place(found)] else { return Goal(file: found) }
      let isPageAlone = former.link.kind == .wiki && !rewriter.after.dialect.hasHeadings
      return Goal(file: place.file, heading: isPageAlone ? nil : place.part)
    }
    guard let table = moves.old[found],
      let meaning = AnchorRewriter.meaning(
        of: anchor, table, isWiki: former.link.kind == .wiki)
    else {
      if let file = moves.ids[found]?[anchor] { return Goal(file: file) }
      return Goal(file: moves.places[Place(found)]?.file ?? found)
    }
    let places = meaning.map { part in
      part.map { moves.places[Place(found, $0)] ?? Place(found, $0) }
    }
    let goal = places.compactMap { $0?.file }.first ?? found
    var result = Goal(file: goal, parts: (meaning, places.map { $0?.part }))
    result.isParted = places.contains { $0.map { $0.file != goal } ?? false }
    result.dropsAnchor =
      meaning.count == 1 && goal != file && moves.whole != nil && places[0] == moves.whole
      && goal != found
    return result
  }

  // MARK: The edits

  private func edits(
    of note: Note, in file: Int, _ formers: [Former?], _ bar: LinkRewriter.Bar
  ) throws(LinkNotRewritten) -> (edits: [ByteEdit], links: Int) {
    var edits: [ByteEdit] = []
    var places: Set<UInt32> = []
    var count = 0
    for (number, link) in note.links.enumerated() {
      guard number < formers.count, let former = formers[number], let found = self.file(former)
      else { continue }
      let goal = goal(of: former, from: found, in: file)
      if goal.isParted { throw LinkNotRewritten(link, in: note, .parted) }
      var isChanged = false
      let target = former.note.target(of: former.link)
      let need = need(of: former, target, from: found, goal, in: file)
      if let need = need ?? nil,
        let edit = rewriter.textEdit(keepingWordsOf: link, need, in: note, bar)
      {
        edits.append(edit)
      }
      for (range, written) in try ranges(of: link, in: note) {
        if let need {
          isChanged = true
          guard places.insert(range.start).inserted else { continue }
          edits.append(
            ByteEdit(range, try self.target(for: target, need, link, note, range, in: file)))
        }
        if let edit = try anchorEdit(link, note, former, found, goal, range, written) {
          isChanged = true
          if places.insert(edit.range.start ^ 0x8000_0000).inserted { edits.append(edit) }
        }
      }
      if isChanged { count += 1 }
    }
    return (edits, count)
  }

  /// The demands on the target of a link; nil if it may stay, and an empty one if the target is to be empty.
  private func need(
    of former: Former, _ target: String, from found: Int, _ goal: Goal, in file: Int
  ) -> LinkRewriter.Need?? {
    let isWiki = former.link.kind == .wiki
    if target.isEmpty {
      if goal.file == file { return nil }
      let need = LinkRewriter.Need(
        file: found, goal: goal.file, rule: .shortest,
        isRelative: !isWiki && rewriter.style.keepsRelative, isWiki: isWiki)
      return .some(need)
    }
    let namesPart = goal.heading != nil || goal.parts != nil && !goal.dropsAnchor
    if goal.file == file, goal.file != found, namesPart { return .some(nil) }
    guard
      let need = rewriter.need(
        of: target, isWiki: isWiki, from: former.file, in: file, leadingTo: goal.file)
    else { return nil }
    return .some(need)
  }

  private func target(
    for target: String, _ need: LinkRewriter.Need?, _ link: Link, _ note: Note, _ range: ByteRange,
    in file: Int
  ) throws(LinkNotRewritten) -> [UInt8] {
    guard let need else { return [] }
    let spelling = LinkSpelling(link, in: note, at: range)
    // A link into its own note that has to name it: a name, as links to notes mostly are.
    let wanted = target.isEmpty ? "a" : target
    let forms = rewriter.candidates(for: wanted, need, in: file)
    let isMarkdown = link.kind != .wiki && target.isEmpty
    for form in isMarkdown ? forms.filter(LinkPath.hasNoteExtension) : forms
    where rewriter.means(form, need, in: file) {
      if let written = spelling.written(form) { return written }
    }
    throw LinkNotRewritten(link, in: note, .noName, path: rewriter.name(of: need.goal))
  }

  /// The places where a link's target and anchor are written.
  private func ranges(
    of link: Link, in note: Note
  ) throws(LinkNotRewritten) -> [(target: ByteRange, anchor: ByteRange?)] {
    guard link.isDecoded else { return [(link.target, link.anchor)] }
    let anchor = note.anchor(of: link)
    let found = note.definitions(meaning: note.target(of: link)).filter {
      $0.anchor.map { Spelling.destination(note.source[$0.indices]) } == anchor
    }
    if found.isEmpty { throw LinkNotRewritten(link, in: note, .definition) }
    return found
  }

  private func anchorEdit(
    _ link: Link, _ note: Note, _ former: Former, _ found: Int, _ goal: Goal, _ target: ByteRange,
    _ anchor: ByteRange?
  ) throws(LinkNotRewritten) -> ByteEdit? {
    if goal.dropsAnchor, let anchor {
      return ByteEdit(ByteRange(start: target.end, end: anchor.end), [])
    }
    let old = former.note.anchor(of: former.link) ?? ""
    let meaning: [AnchorTable.Place?]
    if let heading = goal.heading {
      meaning = [heading]
    } else if let parts = goal.parts?.new {
      meaning = parts
    } else {
      return nil
    }
    guard let new = moves.new[goal.file] else { return nil }
    let isWiki = link.kind == .wiki
    if !old.isEmpty, AnchorRewriter.meaning(of: old, new, isWiki: isWiki) == meaning { return nil }
    var places: [AnchorTable.Place: AnchorTable.Place] = [:]
    for (from, to) in moves.places where from.file == found && to.file == goal.file {
      if let part = from.part, let place = to.part { places[part] = place }
    }
    let change = AnchorRewriter.Change(
      from: moves.old[found] ?? new, to: new, at: places)
    let spelling = LinkSpelling(link, in: note, at: target, anchor: anchor)
    let written = try change.written(
      old, meaning, by: link, in: note, spelling, rewriter.after.dialect)
    if let anchor { return ByteEdit(anchor, written) }
    return ByteEdit(ByteRange(start: target.end, end: target.end), [UInt8(ascii: "#")] + written)
  }

  // MARK: The check

  private func isSame(_ link: Link, _ note: Note, _ former: Former, in file: Int) -> Bool {
    let old = former.link
    guard link.kind == old.kind, link.isEmbed == old.isEmbed, link.isExternal == old.isExternal
    else { return false }
    let words = old.text.flatMap { $0.isEmpty ? nil : former.note.text($0) }
    let holdsLink = old.text.map { range in former.note.links.contains { range.contains($0.range) }
    }
    let mayHaveText = link.kind != .wiki || rewriter.after.dialect.hasText
    if let words, mayHaveText, holdsLink != true, link.text.map({ note.text($0) }) != words,
      !words.contains(where: \.isNewline)
    {
      return false
    }
    let target = note.target(of: link)
    guard let found = self.file(former) else { return target == former.note.target(of: old) }
    let goal = goal(of: former, from: found, in: file)
    let meant: Int?
    switch rewriter.after.resolve(link, in: note, at: rewriter.after.paths[file]) {
    case .sameNote: meant = file
    case .file(let number, _): meant = number
    case .external, .unresolved: meant = nil
    }
    guard meant == goal.file else { return false }
    let anchor = note.anchor(of: link) ?? ""
    if goal.dropsAnchor { return anchor.isEmpty }
    guard let parts = goal.heading.map({ [$0] }) ?? goal.parts?.new else {
      return anchor == former.note.anchor(of: old) ?? ""
    }
    guard let table = moves.new[goal.file] else {
      return anchor == former.note.anchor(of: old) ?? ""
    }
    return AnchorRewriter.meaning(of: anchor, table, isWiki: link.kind == .wiki) == parts
  }
}
