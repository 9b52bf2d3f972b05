import Files
import Notes
import Search

/// The files of a vault, and which note writes which link target, as the index has it.
package struct VaultLinks: Sendable {
  /// The files: notes, then all others.
  package let paths: [NotePath]
  /// The files by their paths' bytes.
  let numbers: [[UInt8]: Int]
  /// Titles and aliases with their notes, those of the shortest path first.
  let names: [(name: String, file: Int)]
  /// The targets that notes write, each with the notes.
  let targets: [(target: String, isWiki: Bool, notes: [Int])]

  /// True if no note has one of these links.
  package var isEmpty: Bool { targets.isEmpty }

  /// The ways of links in the vault.
  package let dialect: LinkDialect

  /// True if these are the links around some names, and not all of the vault.
  package let isPart: Bool

  /// - Throws: `IndexError.damaged`
  package init(_ index: VaultIndex) throws(IndexError) {
    var paths: [NotePath] = []
    var numbers: [[UInt8]: Int] = [:]
    func add(_ path: NotePath) {
      numbers[path.bytes] = paths.count
      paths.append(path)
    }
    index.table.forEachNote { _, path in add(path) }
    index.table.forEachAttachment { add($0) }
    var documents: [DocumentID: Int] = [:]
    try index.notes.forEachDocument { id, key in documents[id] = numbers[key] }
    names = try Self.names(index.notes, documents, paths)
    targets = try Self.targets(index.notes, documents)
    isPart = false
    dialect = index.dialect
    self.paths = paths
    self.numbers = numbers
  }

  /// A part of the links of a vault.
  init(
    paths: [NotePath], numbers: [[UInt8]: Int], names: [(name: String, file: Int)],
    targets: [(target: String, isWiki: Bool, notes: [Int])], dialect: LinkDialect
  ) {
    self.dialect = dialect
    self.paths = paths
    self.numbers = numbers
    self.names = names
    self.targets = targets
    isPart = true
  }

  /// The number of a file, or nil if there is none.
  package func number(of path: NotePath) -> Int? { numbers[path.bytes] }

  /// A resolver over the files, as if they had the paths that `place` gives them.
  package func resolver(_ place: (NotePath) -> NotePath = { $0 }) -> LinkResolver {
    var resolver = LinkResolver(paths: paths.map { place($0).text }, dialect)
    for (name, file) in names { resolver.add(alias: name, for: file) }
    return resolver
  }

  /// A resolver over the files that knows no titles and aliases.
  package func resolverOfPaths() -> LinkResolver {
    LinkResolver(paths: paths.map(\.text), dialect)
  }

  /// A resolver over the files, as if a note had other titles and aliases.
  package func resolver(calling file: Int, _ others: [String]) -> LinkResolver {
    var resolver = LinkResolver(paths: paths.map(\.text), dialect)
    for (name, number) in names where number != file { resolver.add(alias: name, for: number) }
    for name in others { resolver.add(alias: name, for: file) }
    return resolver
  }

  /// A resolver over the files that are left when some are gone; its paths have other numbers.
  package func resolver(without gone: Set<NotePath>) -> LinkResolver {
    var numbers: [Int: Int] = [:]
    var left: [String] = []
    for (number, path) in paths.enumerated() where !gone.contains(path) {
      numbers[number] = left.count
      left.append(path.text)
    }
    var resolver = LinkResolver(paths: left, dialect)
    for (name, file) in names {
      if let number = numbers[file] { resolver.add(alias: name, for: number) }
    }
    return resolver
  }

  /// A resolver over the files and others that are not in the index yet.
  ///
  /// - Parameter more: the others, each with its titles and aliases.
  package func resolver(with more: [(path: NotePath, names: [String])]) -> LinkResolver {
    var files = paths.map(\.text)
    var called: [(name: String, file: Int)] = names
    var known = Set(paths)
    for (path, names) in more where known.insert(path).inserted {
      for name in names { called.append((name, files.count)) }
      files.append(path.text)
    }
    var resolver = LinkResolver(paths: files, dialect)
    for (name, file) in called { resolver.add(alias: name, for: file) }
    return resolver
  }

  /// A resolver over the files, as if some had other titles and aliases, one were gone and another one there.
  ///
  /// - Parameters:
  ///   - gone: a file that no link means any more.
  ///   - new: a file after all others.
  ///   - others: the titles and aliases of notes that have others, by number.
  package func resolver(
    without gone: Int?, adding new: NotePath?, calling others: [Int: [String]]
  ) -> LinkResolver {
    var texts = paths.map(\.text)
    // No target has a NUL.
    if let gone { texts[gone] = "\0" }
    if let new { texts.append(new.text) }
    var resolver = LinkResolver(paths: texts, dialect)
    for (name, number) in names where number != gone && others[number] == nil {
      resolver.add(alias: name, for: number)
    }
    for (number, names) in others {
      for name in names { resolver.add(alias: name, for: number) }
    }
    return resolver
  }

  /// A resolver over the files as they were, by the same numbers.
  ///
  /// - Parameters:
  ///   - place: the path that a file had; nil for one that was not there.
  ///   - gone: files that are there no more; their numbers follow those of the others.
  ///   - others: the titles and aliases of notes that had others, by number.
  package func resolver(
    before place: (NotePath) -> NotePath?, with gone: [NotePath], calling others: [Int: [String]]
  ) -> LinkResolver {
    let places = paths.map(place)
    // No target has a NUL.
    var resolver = LinkResolver(
      paths: places.map { $0?.text ?? "\0" } + gone.map(\.text), dialect)
    for (name, number) in names where places[number] != nil && others[number] == nil {
      resolver.add(alias: name, for: number)
    }
    for (number, names) in others where places[number] != nil {
      for name in names { resolver.add(alias: name, for: number) }
    }
    return resolver
  }

  /// Calls `body` for each target of each note; a note's links to one target count once.
  package func forEachLink(
    _ body: (_ target: String, _ isWiki: Bool, _ note: Int) throws -> Void
  ) rethrows {
    for (target, isWiki, notes) in targets {
      for note in notes { try body(target, isWiki, note) }
    }
  }

  private static func names(
    _ index: Index, _ documents: [DocumentID: Int], _ paths: [NotePath]
  ) throws(IndexError) -> [(name: String, file: Int)] {
    var names: [(name: String, file: Int)] = []
    try index.forEachPostingList(space: VaultSchema.Space.alias.rawValue) { key, ids in
      for id in ids {
        if let file = documents[id] { names.append((AliasKey.alias(key), file)) }
      }
    }
    return inOrder(names, paths)
  }

  /// Titles and aliases in the order in which they count.
  static func inOrder(
    _ names: [(name: String, file: Int)], _ paths: [NotePath]
  ) -> [(name: String, file: Int)] {
    // A copy has the note's title and aliases; these lead to the note alone.
    let names = names.filter { !paths[$0.file].isConflictCopy }
    let lengths = paths.map(\.text.utf16.count)
    return names.sorted {
      (lengths[$0.file], paths[$0.file].text, $0.name)
        < (lengths[$1.file], paths[$1.file].text, $1.name)
    }
  }

  private static func targets(
    _ index: Index, _ documents: [DocumentID: Int]
  ) throws(IndexError) -> [(target: String, isWiki: Bool, notes: [Int])] {
    let space = VaultSchema.Space.link.rawValue
    var keys: [[UInt8]] = []
    try index.forEachKeyword(space: space) { key, _ in keys.append(key) }
    var targets: [(target: String, isWiki: Bool, notes: [Int])] = []
    targets.reserveCapacity(keys.count)
    for key in keys {
      let (target, isWiki) = LinkKey.target(key)
      let notes = try index.documents(withKeyword: key, space: space).compactMap { documents[$0] }
      targets.append((target, isWiki, notes))
    }
    return targets
  }
}
