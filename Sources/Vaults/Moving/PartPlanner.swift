import Files
import Indexing
import Layout
import Notes

/// A section of a note that is to be a note of its own.
package struct SplitRequest: Equatable, Sendable {
  package let path: NotePath
  /// The heading, as a link would name it.
  package let heading: String
  /// The new note.
  package let to: NotePath
  /// True to show the new note in place of the section, and not only to link to it.
  package let isEmbedded: Bool
  /// The front matter of the new note; empty for none.
  package var frontMatter = ""

  package init(path: NotePath, heading: String, to: NotePath, isEmbedded: Bool = false) {
    self.path = path
    self.heading = heading
    self.to = to
    self.isEmbedded = isEmbedded
  }
}

/// A note that is to come into another one.
package struct JoinRequest: Equatable, Sendable {
  package let path: NotePath
  package let into: NotePath
  /// The heading at the end of whose section the text comes, as a link would name it; nil for the note's end.
  package let heading: String?

  package init(path: NotePath, into: NotePath, heading: String? = nil) {
    self.path = path
    self.into = into
    self.heading = heading
  }
}

/// Plans that parts of notes come into other notes.
struct PartPlanner {
  private let vault: Vault
  private let links: VaultLinks
  private let read: (NotePath) throws -> [UInt8]

  /// - Parameter read: the text of a note, as it is to be rewritten.
  /// - Throws: `IndexError.damaged`
  init(_ vault: Vault, _ index: VaultIndex, read: @escaping (NotePath) throws -> [UInt8]) throws {
    self.vault = vault
    self.read = read
    links = try VaultLinks(index)
  }

  private func note(_ path: NotePath) throws -> (number: Int, note: Note) {
    guard let number = links.number(of: path), path.isMarkdown else {
      throw MoveRefusal.nothingThere(path)
    }
    try vault.checkWritable(path)
    if path.isConflictCopy { throw MoveRefusal.conflict(path) }
    if let copy = links.paths.first(where: { $0.isOwnCopy(of: path) }) {
      throw MoveRefusal.conflict(copy)
    }
    let note = Note(
      parsing: try read(path), named: String(decoding: path.stem, as: UTF8.self),
      options: vault.noteOptions)
    guard WellFormedUTF8.holds(note.source) else { throw MoveRefusal.notUTF8(path) }
    return (number, note)
  }

  private func heading(_ name: String, of note: Note, at path: NotePath) throws -> Int {
    guard case .heading(let number)? = note.place(named: name) else {
      throw MoveRefusal.anchor(path, name, .notFound)
    }
    return number
  }

  /// - Throws: `MoveRefusal`, `WriteError`, errors of `read`.
  func plan(_ request: SplitRequest) throws -> PartPlan {
    let (old, note) = try note(request.path)
    let to = request.to
    if to.components.contains(where: { $0.first == 0x2E }) { throw MoveRefusal.hidden(to) }
    if to.isConflictCopy { throw MoveRefusal.nameOfCopy(String(decoding: to.name, as: UTF8.self)) }
    if vault.folder.isThroughLink(to) { throw WriteError.throughLink(to) }
    try vault.checkNewPath(to)
    let heading = try heading(request.heading, of: note, at: request.path)
    let split: NoteSplit
    do throws(CompositionRefusal) {
      split = try NoteSplit(note, at: heading, options: vault.noteOptions)
    } catch {
      throw MoveRefusal.part(request.path, error)
    }
    let new = links.paths.count
    let stem = String(decoding: to.stem, as: UTF8.self)
    let before = links.resolver()
    let after = links.resolver(
      without: nil, adding: to, calling: [new: split.title == stem ? [] : [split.title]])
    let form = MentionWriter.form(links, before)
    let linker = MentionLinker(to: new, after, form: form, style: vault.linkStyle)
    guard let link = linker.link(from: old, split.title, isEmbed: request.isEmbedded) else {
      throw MoveRefusal.name(stem, .character("#"))
    }
    let rest = split.rest(linkedBy: link)
    var parts = PartMoves(vault, links, from: before, to: after, read: read)
    parts.set(old, note, to: rest, of: [(old, note)])
    parts.set(new, nil, to: split.section, of: [(old, note)])
    var moves = LinkMover.Moves()
    moves.old[old] = AnchorTable(note)
    moves.add(rest, in: old, of: [old])
    moves.add(split.section, in: new, of: [old])
    moves.whole = LinkMover.Place(new, .heading(0))
    if let range = note.wholeSection(ofHeading: heading) {
      for name in note.namesInHTML(in: range) {
        moves.ids[old, default: [:]][String(decoding: name, as: UTF8.self)] = new
      }
    }
    try parts.settle(moves)
    var plan = PartPlan(from: request.path, to: to, title: split.title, isNew: true)
    plan.rewrites = try parts.rewrites(adding: to).map { rewrite in
      guard rewrite.path == to else { return rewrite }
      return MovePlan.Rewrite(
        path: to, newPath: to, old: rewrite.old, new: Array(request.frontMatter.utf8) + rewrite.new,
        links: rewrite.links)
    }
    plan.awakened = parts.awakened(leadingTo: [new])
    return plan
  }

  /// - Throws: `MoveRefusal`, `WriteError`, `FrontMatterEditError`, errors of `read`.
  func plan(_ request: JoinRequest) throws -> PartPlan {
    if request.path == request.into { throw MoveRefusal.intoItself(request.path) }
    let (gone, other) = try note(request.path)
    let (file, note) = try note(request.into)
    let heading = try request.heading.map { try self.heading($0, of: note, at: request.into) }
    let before = links.resolver()
    let isSame = note.hasText(of: other) && linksMeanTheSame(note, file, other, gone, before)
    let join: NoteJoin
    do {
      join =
        isSame
        ? try NoteJoin(note, withSame: other, options: vault.noteOptions)
        : try NoteJoin(note, with: other, below: heading, options: vault.noteOptions)
    } catch let error as CompositionRefusal {
      throw MoveRefusal.part(request.into, error)
    }
    let whole = Note(
      parsing: join.whole.text, named: note.name, options: vault.noteOptions)
    let after = links.resolver(
      without: gone, adding: nil, calling: [file: RenamePlanner.names(whole)])
    var parts = PartMoves(vault, links, from: before, to: after, read: read)
    let sources = [(file, note), (gone, other)]
    parts.set(file, note, to: join.whole, of: sources)
    var moves = LinkMover.Moves()
    moves.old = [file: AnchorTable(note), gone: AnchorTable(other)]
    moves.add(join.whole, in: file, of: [file, gone])
    moves.places[.init(gone)] = LinkMover.Place(file, join.heading.map { .heading($0) })
    if isSame {
      let parts: [AnchorTable.Place] =
        other.headings.indices.map { .heading($0) } + other.blockIDs.indices.map { .block($0) }
      for part in parts { moves.places[.init(gone, part)] = LinkMover.Place(file, part) }
    }
    try parts.settle(moves, without: gone)
    var plan = PartPlan(from: request.path, to: request.into, title: join.title, isNew: false)
    plan.rewrites = try parts.rewrites()
    plan.left = join.left
    plan.isSame = isSame
    return plan
  }

  /// True if the links in the texts of two notes mean the same files.
  private func linksMeanTheSame(
    _ note: Note, _ file: Int, _ other: Note, _ otherFile: Int, _ resolver: LinkResolver
  ) -> Bool {
    func meanings(_ note: Note, _ file: Int) -> [Int?] {
      note.links.filter { !$0.isInFrontMatter }.map { link in
        switch resolver.resolve(link, in: note, at: resolver.paths[file]) {
        case .file(let number, _): number
        // A link into its own note goes along with it.
        case .sameNote, .external: -1
        case .unresolved: nil
        }
      }
    }
    return meanings(note, file) == meanings(other, otherFile)
  }
}
