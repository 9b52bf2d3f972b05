import Files
import Indexing
import Layout
import Merge
import Notes
import OperatingSystem

/// A file or folder that gets another path.
package struct MoveRequest: Equatable, Sendable {
  package let from: NotePath
  package let to: NotePath
  /// True for a folder, which moves with all that is tracked in it.
  package let isFolder: Bool
  /// True where links whose text is the old name get the new one.
  package var changesText = false

  package init(from: NotePath, to: NotePath, isFolder: Bool) {
    self.from = from
    self.to = to
    self.isFolder = isFolder
  }

  /// The path that a file has after the move.
  package func place(_ path: NotePath) -> NotePath {
    if path == from { return to }
    guard isFolder, path.bytes.starts(with: from.bytes + [0x2F]) else { return path }
    return NotePath(bytes: to.bytes + path.bytes.dropFirst(from.bytes.count)) ?? path
  }
}

/// The reasons why something is not moved or renamed; nothing was changed in any of these cases.
package enum MoveRefusal: Error, Equatable, Sendable {
  /// There is nothing at the path, or nothing that git tracks.
  case nothingThere(NotePath)
  /// It has that path already.
  case sameName(NotePath)
  /// The folder would come into itself.
  case intoItself(NotePath)
  /// Hidden files and folders, among them the vault's own, are left to other programs.
  case hidden(NotePath)
  /// The name cannot be one on every system.
  case name(String, PortableName.Flaw)
  /// The name would be that of a conflict copy.
  case nameOfCopy(String)
  /// The new place is ignored or excluded, so that the note would be none.
  case leftOut(NotePath)
  /// The path is longer than those that the system opens.
  case tooLong(NotePath)
  /// The history has a file there, which is not in the folder.
  case taken(NotePath)
  /// The note has a conflict that waits for a person, or is one itself; the copy.
  case conflict(NotePath)
  /// Only the folder has the file, or an edit of it; the history does not.
  case heldBack(NotePath)
  /// The history has a newer version that cannot be written here.
  case waits(NotePath)
  /// A submodule, or a file that is not checked out here.
  case notHere(NotePath)
  /// A note that would have to be rewritten is not valid UTF-8.
  case notUTF8(NotePath)
  /// The folder of a file cannot be written to.
  case folderReadOnly(NotePath)
  /// A link cannot be written so that it means its file.
  case link(NotePath, LinkNotRewritten)
  /// A heading or block id of a note cannot get the name.
  case anchor(NotePath, String, AnchorRefusal)
  /// Headings of a note would change by the links in them, without an end.
  case headings(NotePath)
  /// A hashtag of a note cannot be written where it is.
  case hashtag(NotePath)
  /// The texts of links cannot be the new name, because of a sign in it.
  case text(String, Character)
  /// The system forbids every change of the file, as after `chattr +i`.
  case locked(NotePath)
  /// A note is in a git repository of its own, below the vault's.
  case otherRepository(NotePath)
  /// The new place is in a git repository of its own, below the vault's; the place and that repository's folder.
  case intoRepository(NotePath, NotePath)
  /// Git ignores the file, so that no history has it.
  case ignored(NotePath)
  /// An alias of a note cannot get the name.
  case alias(NotePath, String, AliasRefusal)
  /// A section cannot leave its note, or the text of a note not come into another.
  case part(NotePath, CompositionRefusal)
}

/// The changes that a move makes, before the first is made.
package struct MovePlan: Sendable {
  /// A note whose links are rewritten.
  package struct Rewrite: Sendable {
    /// The path it has now.
    package let path: NotePath
    /// The path it will have.
    package let newPath: NotePath
    package let old: [UInt8]
    package let new: [UInt8]
    /// The number of its links that are rewritten.
    package let links: Int
  }

  /// A link that means no file now, and will mean one that moves.
  package struct Awakened: Hashable, Sendable {
    package let note: NotePath
    package let target: String
  }

  /// A file whose links would have to follow and stay as they are.
  package struct Left: Hashable, Sendable {
    /// The reasons.
    package enum Reason: String, Hashable, Sendable {
      /// It is in a git repository of its own.
      case otherRepository = "repository"
      /// It is a template in a hidden folder.
      case template
      /// Only the folder has it, or an edit of it.
      case heldBack = "held-back"
    }

    package let path: NotePath
    package let reason: Reason

    package init(path: NotePath, reason: Reason) {
      self.path = path
      self.reason = reason
    }
  }

  package let request: MoveRequest
  /// The files that move, sorted.
  package let files: [NotePath]
  /// Sorted by path.
  package let rewrites: [Rewrite]
  /// Sorted by note.
  package let awakened: [Awakened]
  /// Sorted by path.
  package let left: [Left]
  /// True if the note's own title, in its front matter or first heading, is its old name and stays.
  package let keepsOldTitle: Bool

  /// The number of links that are rewritten.
  package var linkCount: Int { rewrites.reduce(0) { $0 + $1.links } }
}

/// Plans a move: which links of which notes have to be rewritten.
struct MovePlanner {
  let vault: Vault
  let request: MoveRequest
  private let links: VaultLinks
  private let rewriter: LinkRewriter

  /// - Parameter links: those that have to do with the move, if they are known.
  /// - Throws: `MoveRefusal.text`; `IndexError.damaged`
  init(
    _ vault: Vault, _ request: MoveRequest, _ index: VaultIndex, _ links: VaultLinks? = nil
  ) throws {
    self.vault = vault
    self.request = request
    let links = try links ?? VaultLinks(index)
    self.links = links
    var text: LinkRewriter.NewText?
    if request.changesText, let file = links.number(of: request.from) {
      let names = [request.from, request.to].map { String(decoding: $0.stem, as: UTF8.self) }
      if names[0] != names[1] {
        let new = LinkRewriter.NewText(file: file, old: [names[0]], new: names[1])
        if let sign = new.sign { throw MoveRefusal.text(names[1], sign) }
        text = new
      }
    }
    rewriter = LinkRewriter(
      from: links.resolver(), to: links.resolver(request.place), style: vault.linkStyle, text: text)
  }

  /// The files that move and that the index knows of.
  var indexed: [NotePath] {
    links.paths.filter { request.place($0) != $0 }.sorted()
  }

  /// Plans the rewriting of links.
  ///
  /// - Parameters:
  ///   - files: those that move.
  ///   - read: the text of a note, as it is to be rewritten.
  /// - Precondition: ``check()`` has passed.
  /// - Throws: `MoveRefusal`, `WriteError`, errors of `read`.
  func plan(
    _ files: [NotePath], read: @escaping (NotePath) throws -> [UInt8]
  ) throws -> MovePlan {
    var drafts = NoteDrafts(vault, links, from: rewriter.before, to: rewriter.after, read: read)
    let awakened = try drafts.rewriteTargets(rewriter) { file in
      request.place(links.paths[file]) != links.paths[file]
    }
    try drafts.settle()
    let canvases = try canvases(read)
    let rewrites = try drafts.rewrites(request.place) + canvases.rewrites
    let left =
      drafts.left.map { MovePlan.Left(path: $0, reason: .otherRepository) } + canvases.left
      + staleTemplates().map { MovePlan.Left(path: $0, reason: .template) }
    return MovePlan(
      request: request, files: files.sorted(), rewrites: rewrites.sorted { $0.path < $1.path },
      awakened: awakened.map { .init(note: request.place($0.note), target: $0.target) },
      left: left.sorted { $0.path < $1.path }, keepsOldTitle: try keepsOldTitle(read))
  }

  /// The canvases that show what moves, and those of them that cannot follow.
  private func canvases(
    _ read: (NotePath) throws -> [UInt8]
  ) throws -> (rewrites: [MovePlan.Rewrite], left: [MovePlan.Left]) {
    var rewrites: [MovePlan.Rewrite] = []
    var left: [MovePlan.Left] = []
    for path in links.paths where CanvasPaths.isCanvas(path) {
      // One that cannot be read shows nothing that a person sees.
      guard let bytes = try? vault.folder.read(path).bytes,
        CanvasPaths(bytes).rewritten(request.place).links > 0
      else { continue }
      do {
        let old = try read(path)
        let (new, count) = CanvasPaths(old).rewritten(request.place)
        if count == 0 { throw WriteError.changedMeanwhile(path) }
        try vault.checkWritable(path)
        rewrites.append(
          MovePlan.Rewrite(
            path: path, newPath: request.place(path), old: old, new: new, links: count))
      } catch MoveRefusal.heldBack {
        left.append(MovePlan.Left(path: path, reason: .heldBack))
      } catch MoveRefusal.otherRepository {
        left.append(MovePlan.Left(path: path, reason: .otherRepository))
      }
    }
    return (rewrites, left)
  }

  /// The templates in a hidden folder with links to what moves; those elsewhere are notes as others.
  private func staleTemplates() -> [NotePath] {
    vault.hiddenTemplates.filter { path in
      guard let bytes = try? vault.folder.read(path).bytes else { return false }
      let note = Note(parsing: bytes, options: vault.noteOptions)
      return note.links.contains { link in
        func file(_ resolver: LinkResolver) -> Int? {
          // The note that it becomes may be in any folder.
          let meaning =
            link.isExternal
            ? .external
            : resolver.resolve(note.target(of: link), from: "", byAlias: link.kind == .wiki)
          if case .file(let number, _) = meaning { return number }
          return nil
        }
        guard let old = file(rewriter.before), request.place(links.paths[old]) != links.paths[old]
        else { return false }
        return file(rewriter.after) != old
      }
    }
  }

  /// True if the note's title is written in it and is the old name of its file.
  private func keepsOldTitle(_ read: (NotePath) throws -> [UInt8]) throws -> Bool {
    let from = request.from
    guard !request.isFolder, from.isMarkdown, !from.stem.elementsEqual(request.to.stem) else {
      return false
    }
    let note = Note(parsing: try read(from), options: vault.noteOptions)
    return note.title.utf8.elementsEqual(from.stem)
  }

  // MARK: Checks

  /// Refuses names that cannot be, and places that are taken in the folder.
  func check() throws {
    let (from, to) = (request.from, request.to)
    if from == to { throw MoveRefusal.sameName(to) }
    if request.isFolder, to.bytes.starts(with: from.bytes + [0x2F]) {
      throw MoveRefusal.intoItself(from)
    }
    for path in [from, to] where path.components.contains(where: { $0.first == 0x2E }) {
      throw MoveRefusal.hidden(path)
    }
    if vault.folder.isThroughLink(from) { throw WriteError.throughLink(from) }
    if vault.folder.isThroughLink(to) { throw WriteError.throughLink(to) }
    try checkName()
    try checkCopies()
  }

  private func checkName() throws {
    for path in indexed + [request.from] {
      let place = request.place(path)
      if vault.root.appending(place).bytes.count >= Int(PATH_MAX) {
        throw MoveRefusal.tooLong(place)
      }
    }
    try vault.checkNewPath(request.to, from: request.from)
  }

  private func checkCopies() throws {
    let (from, to) = (request.from, request.to)
    if request.isFolder { return }
    if from.isConflictCopy { throw MoveRefusal.conflict(from) }
    if to.isConflictCopy { throw MoveRefusal.nameOfCopy(String(decoding: to.name, as: UTF8.self)) }
    if let copy = links.paths.first(where: { $0.isOwnCopy(of: from) }) {
      throw MoveRefusal.conflict(copy)
    }
  }
}

extension Vault {
  /// Refuses names that cannot be, and places that are taken in the folder.
  ///
  /// - Parameter source: the file or folder that gets the path, if it has another one.
  func checkNewPath(_ to: NotePath, from source: NotePath? = nil) throws {
    var path: NotePath?
    for component in to.components {
      let next = path.map { $0.appending(component) } ?? NotePath(bytes: Array(component))
      guard let next else { throw MoveRefusal.hidden(to) }
      path = next
      if let status = FileStatus.at(root.appending(next), following: false) {
        if next != to {
          guard status.kind == .folder else { throw WriteError.exists(next) }
          continue
        }
        // A name in other capitals is the file itself if case does not count.
        let own = source.flatMap { FileStatus.at(root.appending($0), following: false) }
        guard let source, own?.inode == status.inode, own?.device == status.device,
          PortableKey(next.bytes) == PortableKey(source.bytes)
        else { throw WriteError.exists(next) }
      }
      if let flaw = PortableName.flaw(of: component) {
        throw MoveRefusal.name(String(decoding: component, as: UTF8.self), flaw)
      }
      if let other = siblingDifferingInCase(next), other != source {
        throw NewNoteError.existsAs(other)
      }
    }
  }

  /// The ways in which links are written here: Obsidian's where it is used.
  package var linkStyle: LinkRewriter.Style {
    let isObsidian = FileStatus.at(root.appending(".obsidian"))?.kind == .folder
    return LinkRewriter.Style(keepsRelative: !isObsidian, prefersRoot: isObsidian)
  }

  /// Refuses a note that a person has protected from writing, or whose folder cannot be written to.
  func checkWritable(_ path: NotePath) throws {
    if folder.isThroughLink(path) { throw WriteError.throughLink(path) }
    guard let status = FileStatus.at(root.appending(path), following: false) else {
      // An editor has it, and will save it.
      if unsaved[path] != nil { return }
      throw WriteError.changedMeanwhile(path)
    }
    if folder.isReadOnly(path, status) { throw WriteError.readOnly(path) }
    if folder.isLocked(path) { throw MoveRefusal.locked(path) }
    if !folder.canWrite(besides: path) { throw MoveRefusal.folderReadOnly(path) }
  }
}
