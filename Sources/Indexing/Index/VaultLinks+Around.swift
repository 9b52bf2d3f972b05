import Files
import Notes
import Search

extension VaultLinks {
  /// The part of a vault's links that has to do with some names: every link whose last part is one of them, with the
  /// note that writes it, and every file that such a link could mean.
  ///
  /// Of other links of these notes nothing is known, but that they mean the same before and after a change of the files
  /// with these names.
  /// - Parameters:
  ///   - names: the last parts of targets, as `LinkResolver.lastName` gives them.
  ///   - notes: notes that are among the files in any case.
  /// - Complexity: linear in the files, at the cost of reading their names, and in the links that are found.
  /// - Throws: `IndexError.damaged`
  package init(
    _ index: VaultIndex, around names: Set<String>, with notes: [NotePath]
  ) throws(IndexError) {
    var found: [(target: String, isWiki: Bool, ids: [DocumentID])] = []
    for prefix in Set(names.flatMap(LinkKey.names(ofLast:))) {
      try index.notes.forEachPostingList(
        space: VaultSchema.Space.link.rawValue, prefix: prefix
      ) { key, ids in
        let (target, isWiki) = LinkKey.target(key)
        found.append((target, isWiki, ids))
      }
    }
    var paths: [NotePath] = []
    var numbers: [[UInt8]: Int] = [:]
    func number(_ path: NotePath) -> Int {
      if let known = numbers[path.bytes] { return known }
      numbers[path.bytes] = paths.count
      paths.append(path)
      return paths.count - 1
    }
    // `T.md` may mean `T.md.md`.
    let sieve = NameSieve(names.flatMap { [$0, $0 + ".md", $0 + ".markdown"] })
    index.table.forEachFile(passing: sieve) { _ = number($0) }
    for note in notes { _ = number(note) }
    var targets: [(target: String, isWiki: Bool, notes: [Int])] = []
    for (target, isWiki, ids) in found {
      var writers: [Int] = []
      for id in ids {
        guard let path = NotePath(bytes: try index.notes.key(of: id)) else {
          throw .damaged("path")
        }
        writers.append(number(path))
      }
      targets.append((target, isWiki, writers))
    }
    let lookup = LinkLookup(index: index.notes, table: index.table, dialect: index.dialect)
    var called: [(name: String, file: Int)] = []
    var seen: Set<String> = []
    for name in found.map(\.target) + names
    where seen.insert(LinkResolver.foldedAlias(name)).inserted {
      try lookup.forEachNote(called: name) {
        called.append((LinkResolver.foldedAlias(name), number($0)))
      }
    }
    self.init(
      paths: paths, numbers: numbers, names: Self.inOrder(called, paths), targets: targets,
      dialect: index.dialect)
  }
}
