import Files
import Notes
import Search

/// The links between all notes, resolved from the targets in the index.
struct LinkGraph {
  let resolver: LinkResolver
  /// The file of each document among the resolver's.
  private let files: [DocumentID: Int]
  /// A link: the note it is in, and the file it means; nil if it means none. A note's links to one file are one.
  private var links: [(from: DocumentID, to: Int?)] = []

  /// - Throws: `IndexError.damaged`
  init(_ index: Index, _ table: FolderTable) throws(IndexError) {
    (resolver, files) = try Self.resolver(index, table)
    try addLinks(index)
  }

  /// The resolver of the links between all notes, and the file of each document among the resolver's.
  ///
  /// - Throws: `IndexError.damaged`
  static func resolver(
    _ index: Index, _ table: FolderTable
  ) throws(IndexError) -> (resolver: LinkResolver, files: [DocumentID: Int]) {
    var paths: [String] = []
    var fileNumbers: [[UInt8]: Int] = [:]
    table.forEachNote { _, path in
      fileNumbers[path.bytes] = paths.count
      paths.append(path.text)
    }
    table.forEachAttachment { paths.append($0.text) }
    var resolver = LinkResolver(paths: paths)
    var files: [DocumentID: Int] = [:]
    try index.forEachDocument { id, key in files[id] = fileNumbers[key] }
    try index.forEachPostingList(space: VaultSchema.Space.alias.rawValue) { key, ids in
      for id in ids {
        // A copy has the note's title and aliases; these lead to the note alone.
        guard let file = files[id], NotePath(paths[file])?.isConflictCopy == false else { continue }
        resolver.add(alias: AliasKey.alias(key), for: file)
      }
    }
    return (resolver, files)
  }

  private mutating func addLinks(_ index: Index) throws(IndexError) {
    var resolved: Set<Link> = []
    var links: [(from: DocumentID, to: Int?)] = []
    try Self.forEachTarget(index, resolver, files) { id, file, _, _, meaning in
      switch meaning {
      case .file(let number, _):
        if number != file, resolved.insert(Link(from: id, to: number)).inserted {
          links.append((id, number))
        }
      case .unresolved: links.append((id, nil))
      case .sameNote, .external: break
      }
    }
    self.links = links
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

  private struct Link: Hashable {
    let from: DocumentID
    let to: Int
  }

  /// The numbers of links of each document, by segment and document.
  func counts(in index: Index) -> [[LinkCounts.Numbers]] {
    var counts = index.emptySets().map {
      [LinkCounts.Numbers](repeating: LinkCounts.Numbers(), count: $0.capacity)
    }
    var documents = [DocumentID?](repeating: nil, count: resolver.paths.count)
    for (id, file) in files { documents[file] = id }
    for link in links {
      let from = link.from
      guard let file = link.to else {
        counts[from.segment][from.document].broken += 1
        continue
      }
      counts[from.segment][from.document].links += 1
      if let to = documents[file] { counts[to.segment][to.document].backlinks += 1 }
    }
    return counts
  }
}
