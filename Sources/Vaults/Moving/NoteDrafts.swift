import Files
import Indexing
import Layout
import Notes
import OperatingSystem

/// Notes that are rewritten together, until each anchor of a link means the heading or block that it meant.
///
/// A heading may get another name by a link in it that is rewritten; links to it follow then.
struct NoteDrafts {
  private struct Draft {
    /// The note as it is.
    let old: Note
    /// The note with other targets and hashtags.
    var base: Note
    /// The new name of a heading or block id in ``base``.
    var renaming: ByteEdit?
    /// The note as it will be.
    var new: Note
    /// The number of links whose targets, or texts, were rewritten.
    var links = 0
    /// The number of links whose anchors were rewritten.
    var anchors = 0

    init(_ note: Note) {
      old = note
      base = note
      new = note
    }
  }

  private let vault: Vault
  private let links: VaultLinks
  private let before: LinkResolver
  private let after: LinkResolver
  private let read: (NotePath) throws -> [UInt8]
  private var drafts: [Int: Draft] = [:]
  /// The old and the new text of links to a heading that gets another name; nil where the texts of links stay.
  private var text: AnchorRewriter.NewText?
  /// The notes in another repository, whose links would have to follow and stay as they are.
  private(set) var left: Set<NotePath> = []
  /// The notes that can be written.
  private var checked: Set<Int> = []
  /// Takes the notes that cannot be rewritten, and why; nil where one of them ends all.
  var refuse: ((NotePath, any Error) -> Void)?

  /// - Parameters:
  ///   - before: finds what links mean now.
  ///   - after: finds what they will mean, once their targets are rewritten.
  ///   - read: the text of a note, as it is to be rewritten.
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

  /// A note that is read and perhaps not parsed.
  private struct UnreadNote: Sendable {
    let number: Int
    let name: String
    let bytes: [UInt8]
    let known: Note?

    func parsed(_ options: NoteOptions) -> Note {
      known ?? Note(parsing: bytes, named: name, options: options)
    }
  }

  /// The note as it is.
  func note(_ number: Int) throws -> Note { try unread(number).parsed(vault.noteOptions) }

  /// The note as it is; nil, and one of ``left``, if it is in another repository.
  mutating func ownNote(_ number: Int) throws -> Note? {
    try ownText(number)?.parsed(vault.noteOptions)
  }

  private mutating func ownText(_ number: Int) throws -> UnreadNote? {
    do {
      return try unread(number)
    } catch MoveRefusal.otherRepository(let path) {
      left.insert(path)
      return nil
    }
  }

  private func unread(_ number: Int) throws -> UnreadNote {
    let path = links.paths[number]
    let name = String(decoding: path.stem, as: UTF8.self)
    if let note = drafts[number]?.old {
      return UnreadNote(number: number, name: name, bytes: note.source, known: note)
    }
    return UnreadNote(number: number, name: name, bytes: try read(path), known: nil)
  }

  /// Rewrites the links that would no longer mean what they mean; gives those that mean no file now and will,
  /// sorted by note.
  ///
  /// - Parameter isTold: true for a file of which such links are given.
  /// - Throws: `MoveRefusal`, `WriteError.changedMeanwhile`, errors of `read`.
  mutating func rewriteTargets(
    _ rewriter: LinkRewriter, telling isTold: (Int) -> Bool
  ) throws -> [MovePlan.Awakened] {
    var needy: Set<Int> = []
    var named: Set<Int> = []
    var awakened: Set<MovePlan.Awakened> = []
    links.forEachLink { target, isWiki, note in
      if !rewriter.keeps(target, isWiki: isWiki, in: note) { needy.insert(note) }
      if let text = rewriter.text, rewriter.file(target, isWiki: isWiki, in: note) == text.file {
        named.insert(note)
      }
      if let file = rewriter.fileToCome(target, isWiki: isWiki, in: note), isTold(file) {
        awakened.insert(.init(note: links.paths[note], target: target))
      }
    }
    let (paths, refuse) = (links.paths, refuse)
    func unlessRefused(_ number: Int, _ body: () throws -> Void) throws {
      do { try body() } catch {
        guard let refuse else { throw error }
        refuse(paths[number], error)
      }
    }
    var texts: [UnreadNote] = []
    for number in needy.union(named).sorted(by: { links.paths[$0] < links.paths[$1] }) {
      try unlessRefused(number) {
        guard let text = try ownText(number) else { return }
        texts.append(text)
      }
    }
    texts = try writable(texts, unlessRefused)
    let options = vault.noteOptions
    let results = texts.mapConcurrently(threads: processorCount()) {
      text -> (old: Note, new: Note, count: Int, failure: LinkNotRewritten?) in
      let note = text.parsed(options)
      do throws(LinkNotRewritten) {
        let (new, count) = try rewriter.rewritten(note, in: text.number, options: options)
        return (note, new, count, nil)
      } catch {
        return (note, note, 0, error)
      }
    }
    for (text, result) in zip(texts, results) {
      try unlessRefused(text.number) {
        let path = links.paths[text.number]
        if let failure = result.failure { throw refusal(failure, result.old, at: path) }
        if result.count > 0 {
          set(text.number, result.old, to: result.new, links: result.count)
        } else if needy.contains(text.number) {
          // The index knows of a link that the text does not have: it was edited a moment ago.
          throw WriteError.changedMeanwhile(path)
        }
      }
    }
    return awakened.sorted { ($0.note, $0.target) < ($1.note, $1.target) }
  }

  /// Those of some notes that can be written; each is looked at once, by several threads.
  private mutating func writable(
    _ texts: [UnreadNote], _ unlessRefused: (Int, () throws -> Void) throws -> Void
  ) throws -> [UnreadNote] {
    let (vault, paths, checked) = (vault, links.paths, checked)
    let failures = texts.mapConcurrently(threads: processorCount()) { text -> (any Error)? in
      if checked.contains(text.number) { return nil }
      do { try vault.checkWritable(paths[text.number]) } catch { return error }
      return nil
    }
    var writable: [UnreadNote] = []
    for (text, failure) in zip(texts, failures) {
      try unlessRefused(text.number) {
        if let failure { throw failure }
        self.checked.insert(text.number)
        writable.append(text)
      }
    }
    return writable
  }

  /// Gives a note another text.
  ///
  /// - Returns: the note with that text.
  @discardableResult
  mutating func set(_ number: Int, _ note: Note, to text: [UInt8], links count: Int = 0) -> Note {
    let new = Note(parsing: text, named: note.name, options: vault.noteOptions)
    set(number, note, to: new, links: count)
    return new
  }

  private mutating func set(_ number: Int, _ note: Note, to new: Note, links count: Int) {
    var draft = drafts[number] ?? Draft(note)
    draft.base = new
    draft.new = new
    draft.links = count
    drafts[number] = draft
  }

  /// Changes the text of a note, whose targets may be rewritten already.
  ///
  /// - Parameter links: the number of links that the change rewrites, asked after it.
  mutating func change(
    _ number: Int, _ note: Note, links count: () -> Int = { 0 }, _ body: (Note) throws -> [UInt8]
  ) rethrows {
    let draft = drafts[number] ?? Draft(note)
    let text = try body(draft.base)
    set(number, note, to: text, links: draft.links + count())
  }

  /// Gives a heading or block of a note another name.
  ///
  /// - Parameter changesText: true where links whose text is the heading's get its new one.
  /// - Throws: `AnchorRefusal`
  mutating func rename(
    _ place: AnchorTable.Place, to name: String, in number: Int, _ note: Note,
    changesText: Bool = false
  ) throws(AnchorRefusal) {
    if changesText, case .heading(let heading) = place {
      let range = note.headings[heading].text
      text = AnchorRewriter.NewText(
        file: number, place: place, old: [note.text(range), note.plainText(in: range)], new: name)
    }
    var draft = drafts[number] ?? Draft(note)
    let renaming = try AnchorRenaming(
      of: place, to: name, in: draft.base, options: vault.noteOptions)
    draft.renaming = renaming.edit
    draft.new = renaming.renamed
    drafts[number] = draft
  }

  // MARK: Anchors

  /// A link in a heading changes that heading, and with it the links to it. Links that lead in a circle of headings would
  /// go on without an end; no real note was found that took more than a few rounds.
  private static let mostRounds = 8

  /// Rewrites the anchors of all links to headings and blocks that have other names.
  ///
  /// - Throws: `MoveRefusal`, errors of `read`.
  mutating func settle() throws {
    var changes: [Int: AnchorRewriter.Change] = [:]
    for _ in 0..<Self.mostRounds {
      let next = try self.changes()
      if next == changes { return }
      changes = next
      let rewriter = AnchorRewriter(changes, text: text)
      for number in linking(to: Set(changes.keys)).sorted() {
        try rewriteAnchors(number, rewriter)
      }
    }
    let number = changes.keys.min() ?? 0
    throw MoveRefusal.headings(links.paths[number])
  }

  private func changes() throws -> [Int: AnchorRewriter.Change] {
    var changes: [Int: AnchorRewriter.Change] = [:]
    for (number, draft) in drafts {
      let names = [draft.old, draft.new].map { note in
        (note.headings.map(\.text) + note.blockIDs.map(\.id)).map { note.source[$0.indices] }
      }
      if names[0] == names[1] { continue }
      let (old, new) = (AnchorTable(draft.old), AnchorTable(draft.new))
      guard let change = AnchorRewriter.Change(from: old, to: new) else {
        throw MoveRefusal.headings(links.paths[number])
      }
      if old != new { changes[number] = change }
    }
    return changes
  }

  /// The notes with links to some files, and those that are rewritten already.
  private func linking(to files: Set<Int>) -> Set<Int> {
    var found = files.union(drafts.keys)
    links.forEachLink { target, isWiki, note in
      if found.contains(note) { return }
      let place = before.paths[note]
      if case .file(let file, _) = before.resolve(target, from: place, byAlias: isWiki),
        files.contains(file)
      {
        found.insert(note)
      }
    }
    return found
  }

  private mutating func rewriteAnchors(_ number: Int, _ rewriter: AnchorRewriter) throws {
    var known = drafts[number]
    if known == nil { known = try ownNote(number).map(Draft.init) }
    guard var draft = known else { return }
    let base = draft.base
    let place = after.paths[number]
    do throws(LinkNotRewritten) {
      (draft.new, draft.anchors) = try rewriter.rewritten(
        base, renaming: draft.renaming, options: vault.noteOptions
      ) { link in
        switch after.resolve(link, in: base, at: place) {
        case .sameNote: number
        case .file(let file, _): file
        case .external, .unresolved: nil
        }
      }
    } catch {
      throw refusal(error, base, at: links.paths[number])
    }
    // Most links name no heading, and their notes stay as they are.
    if drafts[number] != nil || draft.anchors > 0 { drafts[number] = draft }
  }

  private func refusal(_ error: LinkNotRewritten, _ note: Note, at path: NotePath) -> MoveRefusal {
    WellFormedUTF8.holds(note.source) ? .link(path, error) : .notUTF8(path)
  }

  // MARK: The result

  /// The notes that are drafted so far, sorted.
  var paths: [NotePath] { drafts.keys.map { links.paths[$0] }.sorted() }

  /// The notes that change, by path.
  ///
  /// - Parameters:
  ///   - place: the path that a file will have.
  ///   - isChecked: false where a note that cannot be written stops no other.
  /// - Throws: `MoveRefusal.notUTF8`, `.folderReadOnly`, `.locked`; `WriteError`.
  func rewrites(
    isChecked: Bool = true, _ place: (NotePath) -> NotePath = { $0 }
  ) throws -> [MovePlan.Rewrite] {
    var rewrites: [MovePlan.Rewrite] = []
    for (number, draft) in drafts where draft.old.source != draft.new.source {
      let path = links.paths[number]
      do {
        if isChecked, !checked.contains(number) { try vault.checkWritable(path) }
        guard WellFormedUTF8.holds(draft.old.source) else { throw MoveRefusal.notUTF8(path) }
      } catch {
        guard let refuse else { throw error }
        refuse(path, error)
        continue
      }
      rewrites.append(
        MovePlan.Rewrite(
          path: path, newPath: place(path), old: draft.old.source, new: draft.new.source,
          links: draft.links + draft.anchors))
    }
    return rewrites.sorted { $0.path < $1.path }
  }
}
