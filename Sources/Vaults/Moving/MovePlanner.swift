import Files
import Indexing
import Layout
import Merge
import Notes
import OperatingSystem

/// Plans a move: which links of which notes have to be rewritten.
struct MovePlanner {
  let vault: Vault
  let request: MoveRequest
  /// The files that move and that the index knows of, sorted.
  let indexed: [NotePath]
  /// The conflict copy of the file that moves, if there is one.
  private let copy: NotePath?
  private let index: VaultIndex

  init(_ vault: Vault, _ request: MoveRequest, _ index: VaultIndex) {
    self.vault = vault
    self.request = request
    self.index = index
    var indexed: [NotePath] = []
    var copy: NotePath?
    index.table.forEachNote { _, path in
      if request.place(path) != path { indexed.append(path) }
      if !request.isFolder, copy == nil, path.isOwnCopy(of: request.from) { copy = path }
    }
    self.copy = copy
    index.table.forEachAttachment { if request.place($0) != $0 { indexed.append($0) } }
    self.indexed = indexed.sorted()
  }

  /// The links that can change their meaning when a file gets another path: those that have its old name or the new
  /// one, and its own.
  ///
  /// - Parameter note: the file, if it is a note.
  /// - Throws: `IndexError.damaged`
  static func links(
    around request: MoveRequest, _ note: Note?, _ index: VaultIndex, with notes: [NotePath]
  ) throws -> VaultLinks {
    // The last component of a link is then not enough to find its candidates.
    if index.dialect.looksBeyondNames { return try VaultLinks(index) }
    var names: Set<String> = []
    for path in [request.from, request.to] { names.insert(LinkResolver.lastName(path.text)) }
    if let note {
      for link in note.links where !link.isExternal {
        names.insert(LinkResolver.lastName(note.target(of: link)))
      }
      // Of notes with one alias the one with the shortest path is meant.
      for name in RenamePlanner.names(note) { names.insert(LinkResolver.lastName(name)) }
    }
    return try VaultLinks(index, around: names, with: notes)
  }

  /// Plans the rewriting of links.
  ///
  /// - Parameters:
  ///   - files: those that move.
  ///   - ignored: notes that git ignores, whose links are told.
  ///   - read: the text of a note, as it is to be rewritten.
  /// - Precondition: ``check()`` has passed.
  /// - Throws: `MoveRefusal`, `WriteError`, `IndexError.damaged`, errors of `read`.
  func plan(
    _ files: [NotePath], ignored: [NotePath], read: @escaping (NotePath) throws -> [UInt8]
  ) throws -> MovePlan {
    if request.isFolder { return try plan(files, nil, VaultLinks(index), ignored, read) }
    let note =
      request.from.isMarkdown
      ? Note(parsing: try read(request.from), options: vault.noteOptions) : nil
    let around = try Self.links(around: request, note, index, with: indexed)
    let plan = try plan(files, note, around, ignored, read)
    // If a link is part of a heading, the links to that heading follow, wherever they are.
    if plan.rewrites.contains(where: \.mayChangeHeading) {
      return try self.plan(files, note, VaultLinks(index), ignored, read)
    }
    return plan
  }

  private func plan(
    _ files: [NotePath], _ note: Note?, _ links: VaultLinks, _ ignored: [NotePath],
    _ read: @escaping (NotePath) throws -> [UInt8]
  ) throws -> MovePlan {
    let rewriter = LinkRewriter(
      from: links.resolver(), to: links.resolver(request.place), style: vault.linkStyle,
      text: try text(links))
    var drafts = NoteDrafts(vault, links, from: rewriter.before, to: rewriter.after, read: read)
    let awakened = try drafts.rewriteTargets(rewriter) { file in
      request.place(links.paths[file]) != links.paths[file]
    }
    if let note { try renamePage(&drafts, note, links) }
    if vault.location.tool == .foam { try followDefinitions(&drafts, links, rewriter) }
    try drafts.settle()
    let canvases = try canvases(read)
    let rewrites = try drafts.rewrites(request.place) + canvases.rewrites
    var stays = drafts.left.map { MovePlan.Left(path: $0, reason: .otherRepository) }
    stays += canvases.left + obsidianNames(rewriter)
    stays += vault.hiddenTemplates.compactMap { path in
      // The note that a template becomes may be in any folder.
      left(path, .template) { hasStaleLink($0, from: "", rewriter) }
    }
    stays += try silentLinks(rewriter)
    stays += ignored.compactMap { path in
      left(path, .ignored) { hasStaleLink($0, from: path.text, rewriter) }
    }
    return MovePlan(
      request: request, files: files.sorted(), rewrites: rewrites.sorted { $0.path < $1.path },
      awakened: awakened.map { .init(note: request.place($0.note), target: $0.target) },
      left: stays.sorted { $0.path < $1.path }, keepsOldTitle: keepsOldTitle(note))
  }

  /// Gives the page of a note its new name where its first lines name it: Logseq calls it by that, and not by its file.
  private func renamePage(
    _ drafts: inout NoteDrafts, _ note: Note, _ links: VaultLinks
  ) throws {
    guard let pages = vault.noteOptions.links.pages, pages.encoding != nil,
      let number = links.number(of: request.from)
    else { return }
    let names = [request.from, request.to].map { path in
      let stem = String(decoding: path.stem, as: UTF8.self)
      return pages.name(ofFile: stem) ?? stem
    }
    guard names[0] != names[1], let title = note.pageTitle,
      note.text(title).lowercased() == names[0].lowercased()
    else { return }
    drafts.change(number, note) { base in
      guard let title = base.pageTitle else { return base.source }
      return [ByteEdit(title, names[1])].applied(to: base.source)
    }
  }

  /// Lets the definitions follow that Foam writes for the wikilinks of a note.
  private func followDefinitions(
    _ drafts: inout NoteDrafts, _ links: VaultLinks, _ rewriter: LinkRewriter
  ) throws {
    var notes: Set<Int> = []
    func moves(_ number: Int) -> Bool { request.place(links.paths[number]) != links.paths[number] }
    links.forEachLink { target, isWiki, number in
      if !isWiki || notes.contains(number) { return }
      if moves(number) || rewriter.file(target, isWiki: true, in: number).map(moves) == true {
        notes.insert(number)
      }
    }
    for number in notes.sorted() {
      // One that cannot be read is told where a link in it has to follow.
      guard let note = try? drafts.ownNote(number), FoamDefinitions.areIn(note) else { continue }
      let path = links.paths[number]
      var count = 0
      drafts.change(number, note, links: { count }) { base in
        let definitions = FoamDefinitions(base, from: note)
        let result = definitions.following(from: path.text, to: request.place(path).text) { text in
          NotePath(text).map { request.place($0).text } ?? text
        }
        count = result.count
        return result.text
      }
    }
  }

  /// The texts of links that become the new name; nil if none are to.
  ///
  /// - Throws: `MoveRefusal.text`
  private func text(_ links: VaultLinks) throws -> LinkRewriter.NewText? {
    guard request.changesText, let file = links.number(of: request.from) else { return nil }
    let names = [request.from, request.to].map { String(decoding: $0.stem, as: UTF8.self) }
    if names[0] == names[1] { return nil }
    let text = LinkRewriter.NewText(file: file, old: [names[0]], new: names[1])
    if let sign = text.sign { throw MoveRefusal.text(names[1], sign) }
    return text
  }

  /// The canvases that show what moves, and those of them that cannot follow.
  private func canvases(
    _ read: (NotePath) throws -> [UInt8]
  ) throws -> (rewrites: [MovePlan.Rewrite], left: [MovePlan.Left]) {
    var rewrites: [MovePlan.Rewrite] = []
    var left: [MovePlan.Left] = []
    var paths: [NotePath] = []
    index.table.forEachAttachment { if CanvasPaths.isCanvas($0) { paths.append($0) } }
    for path in paths {
      switch names(path, { CanvasPaths($0).rewritten(request.place).links > 0 }) {
      case nil:
        left.append(MovePlan.Left(path: request.place(path), reason: .unreadable))
        continue
      case false?: continue
      case true?: break
      }
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

  /// The bases and settings of Obsidian that name what moves.
  private func obsidianNames(_ rewriter: LinkRewriter) -> [MovePlan.Left] {
    let names = ObsidianNames(request, rewriter)
    var bases: [NotePath] = []
    index.table.forEachAttachment { if ObsidianNames.isBase($0) { bases.append($0) } }
    return bases.compactMap { base in
      left(base, .base, at: request.place(base)) { names.areInBase($0, at: base) }
    } + ObsidianNames.settings.compactMap { left($0, .settings, where: names.areInSettings) }
  }

  /// A file that stays as it is, because its bytes name what moves or cannot be read; nil for any other.
  ///
  /// - Parameters:
  ///   - reason: the one for a file whose bytes name what moves.
  ///   - place: the path by which it is told.
  private func left(
    _ path: NotePath, _ reason: MovePlan.Left.Reason, at place: NotePath? = nil,
    where isNaming: ([UInt8]) -> Bool
  ) -> MovePlan.Left? {
    switch names(path, isNaming) {
    case nil: MovePlan.Left(path: place ?? path, reason: .unreadable)
    case true?: MovePlan.Left(path: place ?? path, reason: reason)
    case false?: nil
    }
  }

  /// True if the bytes of a file name what moves; nil where it cannot be read. A file that is not there, or that is
  /// outside of the vault, names nothing.
  private func names(_ path: NotePath, _ isNaming: ([UInt8]) -> Bool) -> Bool? {
    do {
      return isNaming(try vault.folder.read(path).bytes)
    } catch .throughLink {
      return false
    } catch .system(let error) where error.isNotFound {
      return false
    } catch {
      return nil
    }
  }

  /// True if a note that the index does not know has links to what moves which will lead elsewhere, or nowhere.
  ///
  /// - Parameter place: the path from which its links lead.
  private func hasStaleLink(_ bytes: [UInt8], from place: String, _ rewriter: LinkRewriter) -> Bool
  {
    let note = Note(parsing: bytes, options: vault.noteOptions)
    return note.links.contains { link in
      func file(_ resolver: LinkResolver) -> Int? {
        guard !link.isExternal,
          case .file(let number, _) = resolver.resolve(
            note.target(of: link), from: place, byAlias: link.kind == .wiki)
        else { return nil }
        return number
      }
      guard let old = file(rewriter.before),
        // Not as strings, which are equal in two Unicode forms.
        !rewriter.before.paths[old].utf8.elementsEqual(rewriter.after.paths[old].utf8)
      else { return false }
      return file(rewriter.after) != old
    }
  }

  /// The notes with links in comments, or of Markdown in the front matter, to what moves.
  private func silentLinks(_ rewriter: LinkRewriter) throws -> [MovePlan.Left] {
    var notes: Set<NotePath> = []
    try index.forEachSilentLink { target, isWiki, note in
      guard
        case .file(let old, _) = rewriter.before.resolve(
          target, from: note.text, byAlias: isWiki),
        !rewriter.before.paths[old].utf8.elementsEqual(rewriter.after.paths[old].utf8)
      else { return }
      if case .file(old, _) = rewriter.after.resolve(
        target, from: request.place(note).text, byAlias: isWiki)
      {
        return
      }
      notes.insert(note)
    }
    return notes.map { MovePlan.Left(path: request.place($0), reason: .silent) }
  }

  /// True if the note's title is written in it and is the old name of its file.
  private func keepsOldTitle(_ note: Note?) -> Bool {
    guard let note, !request.from.stem.elementsEqual(request.to.stem) else { return false }
    return note.title.utf8.elementsEqual(request.from.stem)
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
    for path in [from, to] where vault.folder.isInLinkedFolder(path) {
      throw WriteError.throughLink(path)
    }
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
    if let copy { throw MoveRefusal.conflict(copy) }
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
