import Files
import Notes
import Search

/// The links between all notes, resolved; what each note links to is kept in the cache.
///
/// ```
/// rest of a row of "link-targets" := missing: u32
/// ```
/// The files of the row are those that the note links to, each once and the note itself left out.
struct LinkGraph {
  /// The files that each note links to, by their numbers.
  private var targets: [[Int]]
  /// The number of targets of each note that are no file.
  private var missing: [UInt32]

  /// - Throws: `IndexError.damaged`
  init(_ vault: VaultNotes) throws(IndexError) {
    let count = vault.table.noteCount
    targets = [[Int]](repeating: [], count: count)
    missing = [UInt32](repeating: 0, count: count)
    let cache = vault.cache("link-targets", revision: LinkCounts.revision)
    if let rows = try LinkRows(cache, vault) {
      try update(rows, vault, cache)
    } else {
      try find(vault, cache)
    }
  }

  /// Resolves the links of all notes, as the index has them.
  private mutating func find(_ vault: VaultNotes, _ cache: StateCache) throws(IndexError) {
    let (resolver, files) = try Self.resolver(vault)
    let names = try Self.names(vault.index, files, resolver.paths, count: targets.count)
    var resolved: Set<Link> = []
    var (targets, missing) = (targets, missing)
    try Self.forEachTarget(vault.index, resolver, files) { _, file, _, _, meaning in
      guard file < targets.count else { return }
      switch meaning {
      case .file(let number, _):
        if number != file, resolved.insert(Link(from: file, to: number)).inserted {
          targets[file].append(number)
        }
      case .unresolved: missing[file] += 1
      case .sameNote, .external: break
      }
    }
    (self.targets, self.missing) = (targets, missing)
    var rows = [ArraySlice<UInt8>?](repeating: nil, count: targets.count)
    for file in files.values where file < rows.count {
      rows[file] = row(file, names: names[file])
    }
    NoteRows.keep(rows, in: cache, vault.index, vault.table)
  }

  /// Takes over the rows that hold, and resolves the links of the other notes.
  private mutating func update(
    _ rows: LinkRows, _ vault: VaultNotes, _ cache: StateCache
  ) throws(IndexError) {
    var kept = rows.rows.map { Optional($0) }
    for (number, bytes) in rows.rows.enumerated() where !rows.stale.contains(number) {
      let row = LinkRow(bytes)
      targets[number] = row.files
      var rest = PayloadReader(row.rest)
      missing[number] = rest.number()
    }
    if let files = rows.files, !rows.stale.isEmpty {
      let links = rows.notes.mapValues(Self.targets)
      let resolver = try vault.linkLookup.resolver(
        for: Set(links.values.joined().map(\.text)))
      for number in rows.stale {
        guard let note = rows.notes[number], let links = links[number] else {
          kept[number] = nil
          continue
        }
        let path = files.paths[number]
        var resolved: Set<Int> = []
        for link in links {
          switch resolver.resolve(link.text, from: path.text, byAlias: link.isWiki) {
          case .file(let file, _):
            guard let target = files.number(Array(resolver.paths[file].utf8)) else { continue }
            if target != number { resolved.insert(target) }
          case .unresolved: missing[number] += 1
          case .sameNote, .external: break
          }
        }
        targets[number] = resolved.sorted()
        kept[number] = row(number, names: LinkRow.names(of: note, at: path))
      }
    }
    if !rows.isKept(for: vault.table) {
      NoteRows.keep(kept, in: cache, vault.index, vault.table)
    }
  }

  private func row(_ number: Int, names: [String]) -> ArraySlice<UInt8> {
    var row = LinkRow(names: names)
    row.files = targets[number]
    var rest = PayloadWriter()
    rest.add(missing[number])
    row.rest = rest.bytes[...]
    return row.bytes
  }

  private struct Link: Hashable {
    let from: Int
    let to: Int
  }

  private struct Target: Hashable {
    let text: String
    let isWiki: Bool
  }

  /// The targets of a note's links, each once, as the index has them.
  private static func targets(of note: Note) -> Set<Target> {
    var targets: Set<Target> = []
    for link in note.links where !link.isExternal && !link.target.isEmpty {
      let key = LinkKey.make(note.target(of: link), isWiki: link.kind == .wiki)
      let (text, isWiki) = LinkKey.target(Array(key.prefix(DocumentWriter.maximumKeyword)))
      targets.insert(Target(text: text, isWiki: isWiki))
    }
    return targets
  }

  // MARK: What follows

  /// The numbers of links of each document, by segment and document.
  func counts(_ vault: VaultNotes) throws(IndexError) -> [[LinkCounts.Numbers]] {
    var backlinks = [UInt32](repeating: 0, count: targets.count)
    for files in targets { for file in files where file < backlinks.count { backlinks[file] += 1 } }
    var counts = vault.index.emptySets().map {
      [LinkCounts.Numbers](repeating: LinkCounts.Numbers(), count: $0.capacity)
    }
    let files = vault.files
    try vault.index.forEachDocument { id, key in
      guard let file = files.number(key), file < targets.count else { return }
      counts[id.segment][id.document].links = UInt32(targets[file].count)
      counts[id.segment][id.document].broken = missing[file]
      counts[id.segment][id.document].backlinks = backlinks[file]
    }
    return counts
  }

  /// The files to which a note links, by their numbers.
  var linked: Set<Int> { Set(targets.joined()) }

  // MARK: All links at once

  /// The resolver of the links between all notes, and the file of each document among the resolver's.
  ///
  /// - Throws: `IndexError.damaged`
  static func resolver(
    _ vault: VaultNotes
  ) throws(IndexError) -> (resolver: LinkResolver, files: [DocumentID: Int]) {
    let (index, all) = (vault.index, vault.files)
    var resolver = LinkResolver(paths: all.paths.map(\.text), vault.dialect)
    var files: [DocumentID: Int] = [:]
    try index.forEachDocument { id, key in
      if let file = all.number(key), file < all.noteCount { files[id] = file }
    }
    try forEachName(index, files) { name, file in
      // A copy has the note's title and aliases; these lead to the note alone.
      if !all.paths[file].isConflictCopy { resolver.add(alias: name, for: file) }
    }
    return (resolver, files)
  }

  /// The titles and aliases of each of the first files.
  static func names(
    _ index: Index, _ files: [DocumentID: Int], _ paths: [String], count: Int
  ) throws(IndexError) -> [[String]] {
    var names = [[String]](repeating: [], count: count)
    try forEachName(index, files) { name, file in
      if NotePath(paths[file])?.isConflictCopy == false { names[file].append(name) }
    }
    return names
  }

  /// Calls the closure with each title and alias, and the file that has it.
  private static func forEachName(
    _ index: Index, _ files: [DocumentID: Int], _ body: (_ name: String, _ file: Int) -> Void
  ) throws(IndexError) {
    try index.forEachPostingList(space: VaultSchema.Space.alias.rawValue) { key, ids in
      let name = AliasKey.alias(key)
      for id in ids { if let file = files[id] { body(name, file) } }
    }
  }

  /// Calls the closure with each target of each note, its key, and what it means.
  ///
  /// - Throws: `IndexError.damaged`
  static func forEachTarget(
    _ index: Index, _ resolver: LinkResolver, _ files: [DocumentID: Int],
    _ body: (
      _ id: DocumentID, _ file: Int, _ target: String, _ key: [UInt8],
      _ meaning: LinkResolver.Resolution
    ) -> Void
  ) throws(IndexError) {
    try index.forEachPostingList(space: VaultSchema.Space.link.rawValue) { key, ids in
      let (target, isWiki) = LinkKey.target(key)
      for id in ids {
        guard let file = files[id] else { continue }
        body(
          id, file, target, key,
          resolver.resolve(target, from: resolver.paths[file], byAlias: isWiki))
      }
    }
  }
}
