import Files
import Notes
import Search

/// Resolves single links: of the vault's files, only those are looked at that the targets could mean.
struct LinkLookup {
  let index: Index
  let table: FolderTable
  let dialect: LinkDialect

  /// A resolver that gives for `targets`, from any note, the answers of one for all files of the vault.
  ///
  /// - Complexity: linear in the files, at the cost of reading their names.
  func resolver(for targets: some Collection<String>) throws(IndexError) -> LinkResolver {
    var paths: [String] = []
    let names = Set(targets.map(LinkResolver.lastName))
    // `T.md` may mean `T.md.md`.
    let sieve = NameSieve(names.flatMap { [$0, $0 + ".md", $0 + ".markdown"] })
    if dialect.takesParts {
      table.forEachNote { _, path in paths.append(path.text) }
      table.forEachAttachment { paths.append($0.text) }
    } else {
      table.forEachFile(passing: sieve) { paths.append($0.text) }
    }
    var aliases: [(alias: String, path: String)] = []
    var seen: Set<String> = []
    for target in targets where seen.insert(LinkResolver.foldedAlias(target)).inserted {
      try forEachNote(called: target) { aliases.append((target, $0.text)) }
    }
    var numbers = Dictionary(
      paths.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    for (_, path) in aliases where numbers[path] == nil {
      numbers[path] = paths.count
      paths.append(path)
    }
    var resolver = LinkResolver(paths: paths, dialect)
    for (alias, path) in aliases {
      if let number = numbers[path] { resolver.add(alias: alias, for: number) }
    }
    return resolver
  }

  /// A resolver that gives for the links of some notes all that is found out about them.
  func resolver(
    forFindingsIn notes: some Sequence<(path: NotePath, note: Note)>
  ) throws(IndexError) -> LinkResolver {
    var targets: Set<String> = []
    var wiki: [(target: String, from: NotePath)] = []
    for (path, note) in notes {
      for link in note.links where !link.isExternal {
        let target = note.target(of: link)
        targets.insert(target)
        // The file of its name in another folder, if there is one.
        if let name = target.split(separator: "/").last { targets.insert(String(name)) }
        if link.kind == .wiki { wiki.append((target, path)) }
      }
    }
    let resolver = try resolver(for: targets)
    var more = targets
    for (target, path) in wiki {
      // Other notes of the name of one that is meant by its title.
      if case .file(let file, .alias) = resolver.resolve(target, from: path.text) {
        more.insert(LinkResolver.lastName(resolver.paths[file]))
      }
    }
    return more.count == targets.count ? resolver : try self.resolver(for: more)
  }

  /// The notes that have an alias or title; a copy that a merge has kept has those of its note, which alone is
  /// meant.
  func forEachNote(
    called alias: String, _ body: (NotePath) throws(IndexError) -> Void
  ) throws(IndexError) {
    let folded = LinkResolver.foldedAlias(alias)
    try index.forEachPostingList(
      space: VaultSchema.Space.alias.rawValue, prefix: AliasKey.name(alias)
    ) { (key, ids) throws(IndexError) in
      guard AliasKey.alias(key) == folded else { return }
      for id in ids {
        if let path = NotePath(bytes: try index.key(of: id)), !path.isConflictCopy {
          try body(path)
        }
      }
    }
  }

  /// The documents with a link that means a file, and a resolver that knows all targets by which it may be meant.
  ///
  /// - Parameter names: the titles and aliases of the file, if it is a note.
  func documents(
    linkingTo path: NotePath, called names: [String]
  ) throws(IndexError) -> (ids: Set<DocumentID>, resolver: LinkResolver) {
    let wanted = path.text
    let stem = LinkResolver.lastName(wanted)
    var prefixes: Set<[UInt8]> = []
    for name in [wanted, stem] + names { prefixes.insert(LinkKey.name(name)) }
    if let page = path.pageName(dialect) { prefixes.insert(LinkKey.name(page)) }
    // Any target may be a part of the name.
    if dialect.takesParts { prefixes = [[]] }
    var links: [(target: String, isWiki: Bool, ids: [DocumentID])] = []
    for prefix in prefixes {
      try index.forEachPostingList(
        space: VaultSchema.Space.link.rawValue, prefix: prefix
      ) { key, ids in
        let (target, isWiki) = LinkKey.target(key)
        links.append((target, isWiki, ids))
      }
    }
    let resolver = try resolver(for: Set(links.map(\.target)))
    var found: Set<DocumentID> = []
    for link in links {
      for id in link.ids where !found.contains(id) {
        let from = String(decoding: try index.key(of: id), as: UTF8.self)
        if case .file(let number, _) = resolver.resolve(
          link.target, from: from, byAlias: link.isWiki),
          resolver.paths[number].utf8.elementsEqual(wanted.utf8)
        {
          found.insert(id)
        }
      }
    }
    return (found, resolver)
  }
}

extension NotePath {
  /// The name of the page in a note, where that is not the name of its file.
  func pageName(_ dialect: LinkDialect) -> String? {
    isMarkdown ? dialect.pages?.name(ofFile: String(decoding: stem, as: UTF8.self)) : nil
  }
}

extension LinkLookup {
  /// A link's target without its brackets.
  static func inner(_ target: String) -> String {
    target.hasPrefix("[[") && target.hasSuffix("]]")
      ? String(target.dropFirst(2).dropLast(2)) : target
  }

  /// The file that a target means from the vault's root.
  func file(_ target: String) throws(IndexError) -> NotePath? {
    let resolver = try resolver(for: [target])
    guard case .file(let number, _) = resolver.resolve(target, from: "") else { return nil }
    return NotePath(resolver.paths[number])
  }

  /// A link of a note, and the file or address that it means.
  struct Resolved {
    let link: Link
    let target: PlacedLink.Target
    /// The other notes that have the alias or title by which it is resolved.
    var others: [NotePath] = []
  }

  /// The links of a note, in order.
  func links(of note: Note, at path: NotePath) throws(IndexError) -> [Resolved] {
    let targets = Set(note.links.filter { !$0.isExternal }.map { note.target(of: $0) })
    let resolver = try resolver(for: targets)
    return note.links.map { link in
      switch resolver.resolve(link, in: note, at: path.text) {
      case .sameNote: return Resolved(link: link, target: .sameNote)
      case .external: return Resolved(link: link, target: .external)
      case .unresolved: return Resolved(link: link, target: .missing)
      case .file(let number, let rule):
        guard let file = NotePath(resolver.paths[number]) else {
          return Resolved(link: link, target: .missing)
        }
        let others =
          rule == .alias
          ? resolver.files(called: note.target(of: link), from: path.text).dropFirst() : []
        return Resolved(
          link: link, target: .file(file, rule),
          others: others.compactMap { NotePath(resolver.paths[$0]) })
      }
    }
  }
}
