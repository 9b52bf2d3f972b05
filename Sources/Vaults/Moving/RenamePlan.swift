import Files
import Indexing
import Layout
import Merge
import Notes

/// A name within notes that gives way to another.
package enum RenameRequest: Equatable, Sendable {
  /// A heading, or `^` and a block id, of a note, as a link would name it; and the heading's new text or
  /// the new id without `^`.
  case anchor(NotePath, String, to: String)
  /// An alias of a note, and its new name.
  case alias(NotePath, String, to: String)
  /// A hashtag with all below it, in all notes.
  case hashtag(Hashtag, to: Hashtag)
}

/// The changes that a new name makes, before the first is made.
package struct RenamePlan: Sendable {
  package let request: RenameRequest
  /// The notes that change, sorted by path.
  package let rewrites: [MovePlan.Rewrite]
  /// Links that mean no note now and will mean the one that gets this title; sorted by note.
  package var awakened: [MovePlan.Awakened] = []
  /// The new title of the note, if the heading gives it.
  package var title: String?
  /// The number of notes that have the new hashtag, or one below it, already.
  package var merged = 0

  /// The notes in another repository, whose links would have to follow and stay as they are; sorted.
  package var left: [NotePath] = []

  /// The number of links that are rewritten.
  package var linkCount: Int { rewrites.linkCount }
}

/// Plans a new name within notes.
struct RenamePlanner {
  let vault: Vault
  private let index: VaultIndex
  private let links: VaultLinks
  private let changesText: Bool
  private let read: (NotePath) throws -> [UInt8]

  /// - Parameters:
  ///   - changesText: true where links whose text is the old name get the new one.
  ///   - read: the text of a note, as it is to be rewritten.
  /// - Throws: `IndexError.damaged`
  init(
    _ vault: Vault, _ index: VaultIndex, changesText: Bool = false,
    read: @escaping (NotePath) throws -> [UInt8]
  ) throws {
    self.vault = vault
    self.changesText = changesText
    self.index = index
    self.read = read
    links = try VaultLinks(index)
  }

  /// - Throws: `MoveRefusal`, `WriteError`, `HashtagRenameError`, errors of `read`.
  func plan(_ request: RenameRequest) throws -> RenamePlan {
    switch request {
    case .anchor(let path, let anchor, let name): try plan(request, path, anchor, name)
    case .alias(let path, let alias, let name): try planAlias(request, path, alias, name)
    case .hashtag(let old, let new): try plan(request, old, new)
    }
  }

  /// The note in which a name is, and its number.
  private func note(_ path: NotePath) throws -> (file: Int, note: Note) {
    guard let file = links.number(of: path), path.isMarkdown else {
      throw MoveRefusal.nothingThere(path)
    }
    try vault.checkWritable(path)
    let note = Note(
      parsing: try read(path), named: String(decoding: path.stem, as: UTF8.self),
      options: vault.noteOptions)
    guard WellFormedUTF8.holds(note.source) else { throw MoveRefusal.notUTF8(path) }
    return (file, note)
  }

  /// The texts of links to a file that follow its new name; nil if none are to.
  ///
  /// - Throws: `MoveRefusal.text`
  private func text(_ file: Int, _ old: String, _ new: String) throws -> LinkRewriter.NewText? {
    if !changesText { return nil }
    let text = LinkRewriter.NewText(file: file, old: [old], new: new)
    if let sign = text.sign { throw MoveRefusal.text(new, sign) }
    return text
  }

  private func planAlias(
    _ request: RenameRequest, _ path: NotePath, _ alias: String, _ name: String
  ) throws -> RenamePlan {
    let (file, note) = try note(path)
    if path.isConflictCopy { throw MoveRefusal.conflict(path) }
    func renamed(_ note: Note) throws -> AliasRenaming {
      do throws(AliasRefusal) {
        return try AliasRenaming(of: alias, to: name, in: note, options: vault.noteOptions)
      } catch {
        throw MoveRefusal.alias(path, alias, error)
      }
    }
    let renaming = try renamed(note)
    var rewriter = LinkRewriter(
      from: links.resolver(), to: links.resolver(calling: file, Self.names(renaming.renamed)),
      style: vault.linkStyle, text: try text(file, renaming.old, name))
    rewriter.alias = LinkRewriter.NewAlias(file: file, old: renaming.old, new: name)
    var drafts = NoteDrafts(
      vault, links, from: rewriter.before, to: rewriter.after, read: read)
    let awakened = try drafts.rewriteTargets(rewriter) { $0 == file }
    try drafts.change(file, note) { try renamed($0).renamed.source }
    try drafts.settle()
    return RenamePlan(
      request: request, rewrites: try drafts.rewrites(), awakened: awakened,
      left: drafts.left.sorted())
  }

  private func plan(
    _ request: RenameRequest, _ path: NotePath, _ anchor: String, _ name: String
  ) throws -> RenamePlan {
    let (file, note) = try note(path)
    let options = vault.noteOptions
    if changesText, let sign = LinkRewriter.NewText.sign(of: name) {
      throw MoveRefusal.text(name, sign)
    }
    func renamed<Result>(_ body: () throws(AnchorRefusal) -> Result) throws -> Result {
      do throws(AnchorRefusal) {
        return try body()
      } catch {
        throw MoveRefusal.anchor(path, anchor, error)
      }
    }
    let renaming = try renamed { () throws(AnchorRefusal) in
      try AnchorRenaming(of: anchor, to: name, in: note, options: options)
    }
    let title = renaming.renamed.title
    let isRetitled = title != note.title && !path.isConflictCopy
    let before = links.resolver()
    let after = isRetitled ? links.resolver(calling: file, Self.names(renaming.renamed)) : before
    var drafts = NoteDrafts(vault, links, from: before, to: after, read: read)
    var awakened: [MovePlan.Awakened] = []
    if isRetitled {
      // Links may name the note by the title that goes, or will by the one that comes.
      let rewriter = LinkRewriter(
        from: before, to: after, style: vault.linkStyle, text: try text(file, note.title, title))
      awakened = try drafts.rewriteTargets(rewriter) { $0 == file }
    }
    try renamed { () throws(AnchorRefusal) in
      try drafts.rename(renaming.place, to: name, in: file, note, changesText: changesText)
    }
    try drafts.settle()
    return RenamePlan(
      request: request, rewrites: try drafts.rewrites(), awakened: awakened,
      title: isRetitled ? title : nil, left: drafts.left.sorted())
  }

  /// The names by which links mean a note beside its path.
  static func names(_ note: Note) -> [String] {
    note.aliases + (note.title == note.name ? [] : [note.title])
  }

  private func plan(
    _ request: RenameRequest, _ old: Hashtag, _ new: Hashtag
  ) throws -> RenamePlan {
    guard let editor = HashtagEditor(renaming: old, to: new, options: vault.noteOptions) else {
      throw HashtagRenameError.notAHashtag(new.name)
    }
    let resolver = links.resolver()
    var drafts = NoteDrafts(vault, links, from: resolver, to: resolver, read: read)
    for path in try index.notes(tagged: old) {
      guard let number = links.number(of: path) else { continue }
      guard let note = try drafts.ownNote(number) else { continue }
      let text = editor.edits(for: note).applied(to: note.source)
      if text == note.source { continue }
      let result = drafts.set(number, note, to: text)
      guard Set(result.allHashtags) == Set(note.allHashtags.map(editor.renamed)) else {
        throw WellFormedUTF8.holds(note.source)
          ? MoveRefusal.hashtag(path) : MoveRefusal.notUTF8(path)
      }
      try links.checkHashtags(of: note, as: result, at: path, resolver)
    }
    try drafts.settle()
    return RenamePlan(
      request: request, rewrites: try drafts.rewrites(),
      merged: new.isWithin(old) ? 0 : try index.notes(tagged: new, besides: old).count,
      left: drafts.left.sorted())
  }
}

extension VaultLinks {
  /// Refuses new hashtags of a note that are also links, such as Logseq's `#[[two words]]`, if the link would change its
  /// target.
  func checkHashtags(
    of note: Note, as new: Note, at path: NotePath, _ resolver: LinkResolver
  ) throws {
    let (links, others) = (note.linksInHashtags, new.linksInHashtags)
    guard links.count == others.count else { return }
    for case (let link?, let next) in zip(links, others) {
      guard next.map({ new.target(of: $0) }) != note.target(of: link),
        case .file(let file, _) = resolver.resolve(link, in: note, at: path.text)
      else { continue }
      if let next, case .file(file, _) = resolver.resolve(next, in: new, at: path.text) {
        continue
      }
      throw MoveRefusal.linkInHashtag(path, note.target(of: link), paths[file])
    }
  }
}

extension Note {
  /// The hashtags of the note, those of its front matter among them.
  var allHashtags: [Hashtag] { hashtags.map { hashtag(of: $0) } }

  /// The link that each hashtag of the text is as well.
  fileprivate var linksInHashtags: [Link?] {
    let links = Dictionary(
      links.map { ($0.range.end, $0) }, uniquingKeysWith: { first, _ in first })
    return hashtags.filter { !$0.isInFrontMatter }.map { links[$0.range.end] }
  }
}
