import Files
import Notes
import Search

/// Conditions on the links of notes.
extension NotePredicates {
  func links(_ test: ValueTest, _ index: Index) throws(IndexError) -> [DocumentSet] {
    switch test {
    case .matches(let target), .equals(let target):
      return try documents(linkingTo: target, index)
    case .exists, .like, .compares, .between:
      let match = ValueMatch(test, today: today, zone: zone)
      return try index.documents(space: VaultSchema.Space.link.rawValue, prefix: []) {
        match.accepts(LinkKey.target($0).text)
      }
    }
  }

  /// Notes that link to the file that `target` means from the vault's root; if it means none, notes with
  /// links of the same name, and of the same folders where it has some, of either form.
  private func documents(linkingTo target: String, _ index: Index) throws(IndexError)
    -> [DocumentSet]
  {
    let lookup = LinkLookup(
      index: index, table: table, dialect: indexing.settings.options.links)
    let name = LinkLookup.inner(target)
    guard let path = try lookup.file(name) else {
      let wanted = Self.pathWithoutEnding(name)
      return try index.documents(
        space: VaultSchema.Space.link.rawValue, prefix: LinkKey.name(name)
      ) {
        let target = LinkKey.target($0).text
        return wanted.utf8.contains(UInt8(ascii: "/"))
          ? Self.pathWithoutEnding(target) == wanted : LinkResolver.lastName(target) == wanted
      }
    }
    var sets = index.emptySets()
    let names = note(at: path).map { [$0.title] + $0.aliases } ?? []
    for id in try lookup.documents(linkingTo: path, called: names).ids {
      sets[id.segment].insert(id.document)
    }
    return sets
  }

  /// A target folded, without `./` and the extension of notes.
  private static func pathWithoutEnding(_ target: String) -> String {
    var path = CaseFolding.fold(target)[...]
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    let folders = path.utf8.lastIndex(of: UInt8(ascii: "/")).map {
      path[...$0]
    }
    return String(folders ?? "") + LinkResolver.lastName(String(path))
  }

  /// Notes to which a note links.
  func linked(_ test: ValueTest, _ index: Index) throws(IndexError) -> [DocumentSet] {
    var sets = index.emptySets()
    switch test {
    case .matches(let target), .equals(let target):
      let lookup = LinkLookup(
        index: index, table: table, dialect: indexing.settings.options.links)
      guard let path = try lookup.file(LinkLookup.inner(target)), let note = note(at: path) else {
        break
      }
      for link in try lookup.links(of: note, at: path) {
        guard case .file(let file, _) = link.target, file != path,
          let id = try index.document(withKey: file.bytes)
        else { continue }
        sets[id.segment].insert(id.document)
      }
    case .exists: return try linkCounts.counts().documents { $0.backlinks > 0 }
    case .like, .compares, .between: break
    }
    return sets
  }

  func linkNumbers(
    _ test: ValueTest, _ number: (LinkCounts.Numbers) -> UInt32
  ) throws(IndexError) -> [DocumentSet] {
    if test == .exists { return try linkCounts.counts().documents { number($0) > 0 } }
    let match = ValueMatch(test, today: today, zone: zone)
    return try linkCounts.counts().documents { match.accepts(String(number($0))) }
  }

  /// A note of the vault; nil if the file is none or is gone since the look at the folder.
  private func note(at path: NotePath) -> Note? {
    guard path.isMarkdown, let contents = try? folder.read(path) else { return nil }
    return indexing.note(contents.bytes, at: path)
  }
}
