import Files
import Indexing
import Layout
import Notes

/// The changes that are made where a part of a note comes into another note, before the first is made.
package struct PartPlan: Sendable {
  /// The note from which the text is.
  package let from: NotePath
  /// The note into which it comes.
  package let to: NotePath
  /// The heading below which the text stands there; of the same texts, the title of ``from``.
  package let title: String
  /// True if ``to`` is a new note; else ``from`` is no more.
  package let isNew: Bool
  /// The notes that change, sorted by path; of a new one the old text is empty.
  package internal(set) var rewrites: [MovePlan.Rewrite] = []
  /// Links that mean no note now and will mean one of the two; sorted by note.
  package internal(set) var awakened: [MovePlan.Awakened] = []
  /// Keys of front matter that both notes have otherwise.
  package internal(set) var left: [String] = []
  /// True if ``to`` has the text of ``from`` already, so that it stands there once.
  package internal(set) var isSame = false

  /// The number of links that are rewritten.
  package var linkCount: Int { rewrites.linkCount }
}

/// Notes that get texts made of parts of others, and all others whose links are to follow.
struct PartMoves {
  private struct Draft {
    /// The note as it is; nil for a new one.
    let old: Note?
    /// The note with its new text, and its links as they were written.
    let base: Note
    let formers: [LinkMover.Former?]
    /// The note as it will be.
    var new: Note
    var links = 0
  }

  private let vault: Vault
  private let links: VaultLinks
  private let before: LinkResolver
  private let after: LinkResolver
  private let read: (NotePath) throws -> [UInt8]
  private var drafts: [Int: Draft] = [:]

  init(
    _ vault: Vault, _ links: VaultLinks, from before: LinkResolver, to after: LinkResolver,
    read: @escaping (NotePath) throws -> [UInt8]
  ) {
    self.vault = vault
    self.links = links
    self.before = before
    self.after = after
    self.read = read
  }

  private func name(_ number: Int) -> String {
    let path = NotePath(after.paths[number]) ?? links.paths[number]
    return String(decoding: path.stem, as: UTF8.self)
  }

  /// Gives a note a text that is made of parts.
  ///
  /// - Parameters:
  ///   - old: the note as it is; nil for a new one.
  ///   - sources: the notes that the parts are from, with their numbers.
  mutating func set(
    _ number: Int, _ old: Note?, to composition: NoteComposition,
    of sources: [(file: Int, note: Note)]
  ) {
    let base = Note(
      parsing: composition.text, named: name(number), options: vault.noteOptions)
    let formers = composition.links.map { origin in
      origin.map { origin in
        let source = sources[origin.note]
        return LinkMover.Former(
          source.note.links[origin.number], in: source.note, at: source.file)
      }
    }
    drafts[number] = Draft(old: old, base: base, formers: formers, new: base)
  }

  /// Rewrites the links of all notes, until each means what it meant.
  ///
  /// - Throws: `MoveRefusal`, errors of `read`.
  mutating func settle(_ moves: LinkMover.Moves, without gone: Int? = nil) throws {
    let composed = Set(drafts.keys)
    var moves = moves
    for _ in 0..<8 {
      var new: [Int: AnchorTable] = [:]
      for (number, draft) in drafts {
        let table = AnchorTable(draft.new)
        if composed.contains(number) {
          new[number] = table
        } else if let old = draft.old.map(AnchorTable.init), old != table {
          moves.old[number] = old
          new[number] = table
        }
      }
      if new == moves.new { return }
      moves.new = new
      let mover = LinkMover(from: before, to: after, style: vault.linkStyle, moves)
      var touched = Set(drafts.keys)
      links.forEachLink { target, isWiki, note in
        if note != gone, !touched.contains(note), !mover.keeps(target, isWiki: isWiki, in: note) {
          touched.insert(note)
        }
      }
      for number in touched.sorted() { try rewrite(number, mover) }
    }
    throw MoveRefusal.headings(links.paths[composed.min() ?? 0])
  }

  private mutating func rewrite(_ number: Int, _ mover: LinkMover) throws {
    var draft: Draft
    if let known = drafts[number] {
      draft = known
    } else {
      let path = links.paths[number]
      let note = Note(
        parsing: try read(path), named: name(number), options: vault.noteOptions)
      draft = Draft(
        old: note, base: note,
        formers: note.links.map { LinkMover.Former($0, in: note, at: number) }, new: note)
    }
    do throws(LinkNotRewritten) {
      (draft.new, draft.links) = try mover.rewritten(
        draft.base, in: number, draft.formers, options: vault.noteOptions)
    } catch {
      let path = number < links.paths.count ? links.paths[number] : links.paths[0]
      throw WellFormedUTF8.holds(draft.base.source)
        ? MoveRefusal.link(path, error) : MoveRefusal.notUTF8(path)
    }
    if drafts[number] != nil || draft.links > 0 { drafts[number] = draft }
  }

  /// The notes that change, by path.
  ///
  /// - Parameter new: the path of the new note.
  /// - Throws: `MoveRefusal`, `WriteError`.
  func rewrites(adding new: NotePath? = nil) throws -> [MovePlan.Rewrite] {
    var rewrites: [MovePlan.Rewrite] = []
    for (number, draft) in drafts where draft.old?.source != draft.new.source {
      guard number < links.paths.count else {
        if let new {
          rewrites.append(
            MovePlan.Rewrite(
              path: new, newPath: new, old: [], new: draft.new.source, links: draft.links))
        }
        continue
      }
      let path = links.paths[number]
      try vault.checkWritable(path)
      guard WellFormedUTF8.holds(draft.old?.source ?? []) else { throw MoveRefusal.notUTF8(path) }
      rewrites.append(
        MovePlan.Rewrite(
          path: path, newPath: path, old: draft.old?.source ?? [], new: draft.new.source,
          links: draft.links))
    }
    return rewrites.sorted { $0.path < $1.path }
  }

  /// The links that mean no file now and will mean one of some; sorted by note.
  func awakened(leadingTo files: Set<Int>) -> [MovePlan.Awakened] {
    let rewriter = LinkRewriter(from: before, to: after, style: vault.linkStyle)
    var awakened: Set<MovePlan.Awakened> = []
    links.forEachLink { target, isWiki, note in
      if let file = rewriter.fileToCome(target, isWiki: isWiki, in: note), files.contains(file) {
        awakened.insert(.init(note: links.paths[note], target: target))
      }
    }
    return awakened.sorted { ($0.note, $0.target) < ($1.note, $1.target) }
  }
}

extension LinkMover.Moves {
  /// Adds the places that headings and block ids of some notes have in a composed one.
  mutating func add(_ composition: NoteComposition, in file: Int, of sources: [Int]) {
    for (number, origin) in composition.headings.enumerated() {
      guard let origin else { continue }
      places[.init(sources[origin.note], .heading(origin.number))] =
        LinkMover.Place(file, .heading(number))
    }
    for (number, origin) in composition.blocks.enumerated() {
      guard let origin else { continue }
      places[.init(sources[origin.note], .block(origin.number))] =
        LinkMover.Place(file, .block(number))
    }
  }
}
