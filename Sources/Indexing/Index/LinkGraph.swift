import Files
import Notes
import Search

/// The links between notes, resolved from the targets in the index.
struct LinkGraph {
  private let resolver: LinkResolver
  /// The notes among the resolver's files, by their paths' bytes.
  private let fileNumbers: [[UInt8]: Int]
  /// A link: the note it is in, and the file it means; nil if it means none.
  private let links: [(from: DocumentID, to: Int?)]
  private let documents: [DocumentID: Int]

  /// - Throws: `IndexError.damaged`
  init(_ index: Index, _ table: FolderTable) throws(IndexError) {
    var paths: [String] = []
    var fileNumbers: [[UInt8]: Int] = [:]
    table.forEachNote { _, path in
      fileNumbers[path.bytes] = paths.count
      paths.append(path.text)
    }
    table.forEachAttachment { paths.append($0.text) }
    var resolver = LinkResolver(paths: paths)
    var documents: [DocumentID: Int] = [:]
    try index.forEachDocument { id, key in documents[id] = fileNumbers[key] }
    try Self.addAliases(index, documents, to: &resolver)
    self.resolver = resolver
    self.fileNumbers = fileNumbers
    self.documents = documents
    links = try Self.links(index, resolver, documents)
  }

  private static func addAliases(
    _ index: Index, _ documents: [DocumentID: Int], to resolver: inout LinkResolver
  ) throws(IndexError) {
    // A copy has the note's title and aliases; these lead to the note alone.
    let documents = documents.filter { _, file in
      NotePath(resolver.paths[file]).map { !$0.isConflictCopy } ?? true
    }
    let space = VaultSchema.Space.otherTitle.rawValue
    var titles: [[UInt8]] = []
    try index.forEachKeyword(space: space) { key, _ in titles.append(key) }
    for title in titles {
      let name = String(decoding: title, as: UTF8.self)
      for id in try index.documents(withKeyword: title, space: space) {
        if let file = documents[id] { resolver.add(alias: name, for: file) }
      }
    }
    for (id, file) in documents {
      let title = String(decoding: try index.title(of: id), as: UTF8.self)
      // Most titles are the file's name, by which it is found already.
      if !resolver.paths[file].hasSuffix(title + ".md") { resolver.add(alias: title, for: file) }
    }
  }

  private static func links(
    _ index: Index, _ resolver: LinkResolver, _ documents: [DocumentID: Int]
  ) throws(IndexError) -> [(from: DocumentID, to: Int?)] {
    let space = VaultSchema.Space.link.rawValue
    var targets: [[UInt8]] = []
    try index.forEachKeyword(space: space) { key, _ in targets.append(key) }
    var links: [(from: DocumentID, to: Int?)] = []
    for key in targets {
      let target = LinkKey.target(key).text
      for id in try index.documents(withKeyword: key, space: space) {
        guard let file = documents[id] else { continue }
        switch resolver.resolve(target, from: resolver.paths[file]) {
        case .file(let number, _): links.append((id, number))
        case .unresolved: links.append((id, nil))
        case .sameNote, .external: break
        }
      }
    }
    return links
  }

  /// The number of links from notes that `isCounted` accepts, and of those without a target file; a
  /// note's links to one target count once.
  func counts(
    _ isCounted: (DocumentID) -> Bool
  ) -> (links: Int, broken: Int) {
    var counts = (links: 0, broken: 0)
    for link in links where isCounted(link.from) {
      counts.links += 1
      if link.to == nil { counts.broken += 1 }
    }
    return counts
  }

  /// Notes to which no other note links.
  func orphans(in index: Index) throws(IndexError) -> [DocumentSet] {
    var linked = Set<Int>()
    for link in links {
      if let target = link.to, documents[link.from] != target { linked.insert(target) }
    }
    var sets = index.emptySets()
    for (id, file) in documents where !linked.contains(file) {
      sets[id.segment].insert(id.document)
    }
    return sets
  }

  /// Notes with a link that means no file.
  func broken(in index: Index) throws(IndexError) -> [DocumentSet] {
    var sets = index.emptySets()
    for link in links where link.to == nil { sets[link.from.segment].insert(link.from.document) }
    return sets
  }

  /// The file that `target` means from the vault's root.
  func note(_ target: String) -> NotePath? {
    guard case .file(let number, _) = resolver.resolve(Self.inner(target), from: "") else {
      return nil
    }
    return NotePath(resolver.paths[number])
  }

  /// A link's target without its brackets.
  private static func inner(_ target: String) -> String {
    target.hasPrefix("[[") && target.hasSuffix("]]")
      ? String(target.dropFirst(2).dropLast(2)) : target
  }

  /// Notes that link to the target of `target` from the vault's root; if it has none, notes with
  /// links of the same text.
  func documents(linkingTo target: String, in index: Index) throws(IndexError) -> [DocumentSet] {
    let name = Self.inner(target)
    var sets = index.emptySets()
    guard case .file(let wanted, _) = resolver.resolve(name, from: "") else {
      let folded = CaseFolding.fold(name)
      return try index.documents(space: VaultSchema.Space.link.rawValue, prefix: []) {
        CaseFolding.fold(LinkKey.target($0).text) == folded
      }
    }
    for link in links where link.to == wanted {
      sets[link.from.segment].insert(link.from.document)
    }
    return sets
  }
}
