import Files
import Layout
import Notes
import Search

/// The faults in the links of a vault, as far as the index tells; the places are in the notes.
struct LinkSurvey {
  let resolver: LinkResolver
  /// The notes with a link that may be worth a finding.
  private(set) var suspects: Set<DocumentID> = []
  /// The file of each document among the resolver's.
  private(set) var files: [DocumentID: Int] = [:]

  /// A survey of no notes, for the findings of one.
  ///
  /// - Parameter resolver: knows all files that the targets of the note could mean.
  init(_ resolver: LinkResolver) { self.resolver = resolver }

  /// - Throws: `IndexError.damaged`
  init(_ vault: VaultNotes) throws(IndexError) {
    let index = vault.index
    let (resolver, files) = try LinkGraph.resolver(vault)
    self.resolver = resolver
    self.files = files
    var suspects: Set<DocumentID> = []
    try index.forEachPostingList(space: VaultSchema.Space.link.rawValue) { key, ids in
      let (target, isWiki) = LinkKey.target(key)
      var isShared: Bool?
      for id in ids {
        guard let file = files[id] else { continue }
        switch resolver.resolve(target, from: resolver.paths[file], byAlias: isWiki) {
        case .sameNote, .external: continue
        case .unresolved: suspects.insert(id)
        case .file(let number, let rule):
          if rule == .shortest {
            isShared = isShared ?? (Self.candidates(target, resolver).count > 1)
          }
          if rule == .alias || rule == .part || rule == .shortest && isShared == true
            || resolver.isInOtherForm(target, number)
          {
            suspects.insert(id)
          }
        }
      }
    }
    let anchored = try index.documents(
      withKeyword: NoteIndexing.anchored, space: VaultSchema.Space.flag.rawValue)
    self.suspects = suspects.union(anchored)
  }

  /// The findings on links of a note that lead to a file.
  func findings(in note: Note, at path: NotePath) -> [CheckFinding] {
    var findings: [CheckFinding] = []
    var lines: LineIndex?
    for link in note.links where !link.isExternal {
      let target = note.target(of: link)
      guard case .file(let file, let rule) = resolver.resolve(link, in: note, at: path.text),
        let flaw = flaw(link, note, target, file, rule, path)
      else { continue }
      let known = lines ?? note.lines
      lines = known
      findings.append(
        CheckFinding(
          .link(note.text(link.range), flaw), at: path.bytes,
          known.position(at: Int(link.range.start))))
    }
    return findings
  }

  private func flaw(
    _ link: Link, _ note: Note, _ target: String, _ file: Int, _ rule: LinkResolver.Rule,
    _ path: NotePath
  ) -> CheckFinding.LinkFlaw? {
    guard let place = NotePath(resolver.paths[file]) else { return nil }
    switch rule {
    case .alias:
      let files = resolver.files(called: target, from: path.text)
      if files.count > 1 { return .ambiguous(paths(files)) }
      // A link cannot have the text that it shows now.
      if !resolver.dialect.hasText { return nil }
      return .byAlias(place, link: written(link, note, as: name(file)))
    case .part:
      let files = resolver.files(withPart: target, anywhere: link.kind == .wiki)
      return files.count > 1 ? .ambiguous(paths(files)) : nil
    case .page: return nil
    case .shortest:
      let files = Self.candidates(target, resolver)
      if files.count > 1 { return .ambiguous(paths(files)) }
    case .path, .folder: break
    }
    return resolver.isInOtherForm(target, file) ? .otherForm(place) : nil
  }

  /// A wikilink with another name, and the words that it shows.
  private func written(_ link: Link, _ note: Note, as name: String) -> String {
    let anchor = note.anchor(of: link).map { "#" + $0 } ?? ""
    let text = link.text.map { note.text($0) } ?? ""
    return resolver.dialect.wikilink(
      name + anchor, text: link.isEmbed ? nil : text.isEmpty ? note.text(link.target) : text,
      isEmbed: link.isEmbed)
  }

  /// The name of a note, with its folders where another has the name too.
  private func name(_ file: Int) -> String {
    let path = resolver.paths[file]
    let ending = NotePath(path).map { $0.name.count - $0.stem.count } ?? 0
    let whole = String(decoding: path.utf8.dropLast(ending), as: UTF8.self)
    let stem = whole.utf8.lastIndex(of: UInt8(ascii: "/")).map {
      String(whole[whole.utf8.index(after: $0)...])
    }
    guard let stem, Self.candidates(stem, resolver).count == 1 else { return whole }
    return stem
  }

  private func paths(_ files: [Int]) -> [NotePath] {
    files.compactMap { NotePath(resolver.paths[$0]) }
  }

  /// The files that a short name could mean; a file without an extension is not taken for a note.
  private static func candidates(_ target: String, _ resolver: LinkResolver) -> [Int] {
    let files = resolver.candidates(for: target)
    guard let first = files.first, NotePath(resolver.paths[first])?.isMarkdown == true else {
      return files
    }
    return files.filter { NotePath(resolver.paths[$0])?.isMarkdown == true }
  }

  // MARK: Missing files

  /// Names that say nothing of what is in a file, so that another file of the name is another thing.
  private static let generic: Set<String> = [
    "readme", "index", "_index", "home", "license", "licence", "changelog", "contributing", "todo",
    "untitled", "new note", "notes", "note", "image", "img", "cover", "logo", "banner", "main",
  ]

  /// The only file of the vault that has the name of a target, in another folder.
  func elsewhere(_ target: String, from path: NotePath) -> NotePath? {
    let last = target.utf8.lastIndex(of: UInt8(ascii: "/")).map {
      String(target[target.utf8.index(after: $0)...])
    }
    guard let name = last, !name.isEmpty, name != ".", name != ".." else { return nil }
    let stem = LinkResolver.lastName(name).prefix { $0 != "." }
    if Self.generic.contains(String(stem)) { return nil }
    let files = Self.candidates(name, resolver)
    guard files.count == 1, let found = NotePath(resolver.paths[files[0]]), found != path else {
      return nil
    }
    // `1.png` is another picture in each folder.
    let isNamed = stem.utf8.count > 3 && stem.contains(where: \.isLetter)
    return found.isMarkdown || isNamed ? found : nil
  }
}
