import Files
import Notes
import Search
import Settings

extension VaultSearch {
  var linkLookup: LinkLookup {
    LinkLookup(index: index.notes, table: index.table, dialect: vault.noteOptions.links)
  }

  /// A resolver that gives for some targets, from any note, the answers of one for all files of the vault.
  ///
  /// - Complexity: linear in the files, at the cost of reading their names.
  /// - Throws: `IndexError.damaged`
  package func resolver(for targets: Set<String>) throws(IndexError) -> LinkResolver {
    try linkLookup.resolver(for: targets)
  }

  /// The notes whose file may have a name, with folders before it or not; few others are among them.
  package func notes(perhapsCalled name: String) -> [NotePath] {
    files(perhapsCalled: name).filter(\.isMarkdown)
  }

  private func files(perhapsCalled name: String) -> [NotePath] {
    var files: [NotePath] = []
    let last = LinkResolver.lastName(name)
    index.table.forEachFile(passing: NameSieve([last, last + ".md", last + ".markdown"])) {
      files.append($0)
    }
    return files
  }

  /// The files other than notes that have a name, with folders before it where it has them, in any case.
  package func attachments(called name: String) -> [NotePath] {
    let folded = CaseFolding.fold(name)
    return files(perhapsCalled: name).filter { path in
      let text = CaseFolding.fold(path.text)
      return !path.isMarkdown && (text == folded || text.hasSuffix("/" + folded))
    }
  }

  /// All notes, by path.
  package var notes: [NotePath] {
    var notes: [NotePath] = []
    index.table.forEachNote { _, path in notes.append(path) }
    return notes
  }

  /// The links of a note, in order, with what each leads to.
  ///
  /// - Throws: `WriteError` if the note cannot be read, `IndexError`.
  package func links(of path: NotePath) throws -> [PlacedLink] {
    try links(of: try note(at: path), at: path).map { $0.placed }
  }

  /// The ranges of a note's links that lead nowhere; none where the index is damaged.
  func brokenLinks(of note: Note, at path: NotePath) -> [ByteRange] {
    ((try? links(of: note, at: path)) ?? []).filter { $0.placed.isBroken }.map { $0.link.range }
  }

  private func links(
    of note: Note, at path: NotePath
  ) throws(IndexError) -> [(link: Link, placed: PlacedLink)] {
    var walk = LineIndex.Walk(note.lines)
    var places: [NotePath: LinkPlaces] = [:]
    func lacks(_ anchor: String, _ file: NotePath) -> Bool {
      if places[file] == nil {
        guard let target = file == path ? note : try? self.note(at: file) else { return false }
        places[file] = LinkPlaces(target)
      }
      return places[file]?.has(anchor) == false
    }
    return try linkLookup.links(of: note, at: path).map { resolved in
      let link = resolved.link
      let anchor = note.anchor(of: link).flatMap { $0.isEmpty ? nil : $0 }
      var lacksAnchor = false
      if let anchor {
        switch resolved.target {
        case .sameNote: lacksAnchor = lacks(anchor, path)
        case .file(let file, _) where file.isMarkdown: lacksAnchor = lacks(anchor, file)
        case .file, .external, .missing: break
        }
      }
      let placed = PlacedLink(
        position: walk.position(at: Int(link.range.start)), text: note.text(link.range),
        target: resolved.target, anchor: anchor, lacksAnchor: lacksAnchor,
        others: resolved.others)
      return (link, placed)
    }
  }

  // MARK: Backlinks

  /// A note with links to another.
  package struct Backlinks {
    package let path: NotePath
    package let title: String
    /// The links to the note, with the lines that they are on.
    package let places: NotePlaces
  }

  /// The notes that link to a note or another file, by path; a note's links to itself are left out.
  ///
  /// - Parameter anchor: only links to this heading or block of the note count.
  /// - Throws: `WriteError` if the note cannot be read, `IndexError`.
  package func backlinks(to path: NotePath, anchor: String? = nil) throws -> [Backlinks] {
    let note = path.isMarkdown ? try note(at: path) : Note(parsing: [])
    lazy var table = AnchorTable(note)
    let wanted = anchor.flatMap { note.section(anchored: $0, by: table) }
    var sections: [String: ByteRange?] = [:]
    func section(_ anchor: String) -> ByteRange? {
      if let known = sections[anchor] { return known }
      let section = note.section(anchored: anchor, by: table)
      sections[anchor] = section
      return section
    }
    let (ids, resolver) = try linkLookup.documents(
      linkingTo: path, called: path.isMarkdown ? [note.title] + note.aliases : [])
    var backlinks: [Backlinks] = []
    for id in ids {
      guard let from = NotePath(bytes: try index.notes.key(of: id)), from != path,
        let other = try? self.note(at: from)
      else { continue }
      let links = other.links.filter { link in
        guard case .file(let number, _) = resolver.resolve(link, in: other, at: from.text),
          resolver.paths[number] == path.text
        else { return false }
        guard let wanted else { return true }
        return other.anchor(of: link).flatMap(section) == wanted
      }
      if links.isEmpty { continue }
      backlinks.append(
        Backlinks(
          path: from, title: other.title,
          places: NotePlaces(other, links.enumerated().map { ($0, $1.range) })))
    }
    return backlinks.sorted { $0.path < $1.path }
  }

  // MARK: Broken links

  /// Every link of the vault's notes that leads nowhere, by path and place.
  ///
  /// A link whose file is there and whose heading or block is not is one of them, and in a vault of Obsidian one by a
  /// title or alias, which Obsidian does not follow.
  package func brokenLinks() throws(IndexError) -> [BrokenLink] {
    let found = try LinkFindings(vaultNotes)
    if vault.followsTitles { return found.broken }
    let named = found.findings.compactMap { finding -> BrokenLink? in
      guard case .link(let text, .byAlias(let file, _)) = finding.kind,
        let path = NotePath(bytes: finding.path), let position = finding.position
      else { return nil }
      let link = PlacedLink(
        position: position, text: text, target: .file(file, .alias), anchor: nil,
        lacksAnchor: false, others: [])
      return BrokenLink(path: path, link: link)
    }
    return (found.broken + named).sorted {
      ($0.path, $0.link.position) < ($1.path, $1.link.position)
    }
  }

  // MARK: How a link is resolved

  /// How a link is resolved.
  package struct LinkExplanation {
    /// The target as it is looked up; empty for a link into the note itself.
    package let target: String
    package let anchor: String?
    /// True if it is an address outside the vault.
    package let isExternal: Bool
    /// True if a title or alias may be meant.
    package let isWikilink: Bool
    /// The files that it could mean with the rule for each, the one that it does mean first.
    package let candidates: [(path: NotePath, rule: LinkResolver.Rule)]
    /// True if the file is there and the heading or block is not.
    package let lacksAnchor: Bool
    /// The file whose name the whole text is, signs included that mean something in a wikilink; nil if there is none.
    package var namesake: NotePath?

    /// True if it leads to no file, or to no heading or block of it.
    package var isBroken: Bool {
      !isExternal && (lacksAnchor || candidates.isEmpty && !target.isEmpty)
    }
  }

  /// How a link in a note, or one that could be there, is resolved.
  ///
  /// - Parameters:
  ///   - text: a wikilink, a link of Markdown, or the target of a wikilink alone.
  ///   - path: nil for a note in the vault's own folder.
  package func explanation(
    ofLink text: String, in path: NotePath?
  ) throws(IndexError) -> LinkExplanation {
    func read(_ text: String) -> (Note, Link)? {
      let note = Note(piece: Array(text.utf8), named: "", options: indexing.settings.options)
      guard let link = note.links.first, link.range == ByteRange(0, text.utf8.count) else {
        return nil
      }
      return (note, link)
    }
    guard let (note, link) = read(text) ?? read("[[\(text)]]") else {
      return LinkExplanation(
        target: text, anchor: nil, isExternal: false, isWikilink: true, candidates: [],
        lacksAnchor: false)
    }
    let target = note.target(of: link)
    let resolver = try linkLookup.resolver(for: [target])
    let findings =
      link.isExternal
      ? []
      : resolver.findings(for: target, from: path?.text ?? "", byAlias: link.kind == .wiki)
    let candidates = findings.flatMap { finding in
      finding.files.compactMap { number in
        NotePath(resolver.paths[number]).map { (path: $0, rule: finding.rule) }
      }
    }
    let anchor = note.anchor(of: link).flatMap { $0.isEmpty ? nil : $0 }
    var lacksAnchor = false
    let file = target.isEmpty ? path : candidates.first?.path
    if let anchor, let file, file.isMarkdown, let there = try? self.note(at: file) {
      lacksAnchor = !there.hasPlace(anchored: anchor)
    }
    var explanation = LinkExplanation(
      target: target, anchor: anchor, isExternal: link.isExternal,
      isWikilink: link.kind == .wiki, candidates: candidates, lacksAnchor: lacksAnchor)
    explanation.namesake = try namesake(of: text, besides: target, from: path)
    return explanation
  }

  /// The file that has the text of a wikilink for its name, where the target is a part of the text.
  private func namesake(
    of text: String, besides target: String, from path: NotePath?
  ) throws(IndexError) -> NotePath? {
    let isWhole = text.hasPrefix("[[") && text.hasSuffix("]]")
    let name = isWhole ? String(text.dropFirst(2).dropLast(2)) : text
    if name.isEmpty || name == target { return nil }
    let resolver = try linkLookup.resolver(for: [name])
    guard
      case .file(let file, let rule) = resolver.resolve(name, from: path?.text ?? ""),
      rule != .alias, rule != .part
    else { return nil }
    return NotePath(resolver.paths[file])
  }
}
