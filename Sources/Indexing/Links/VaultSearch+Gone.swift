import Files
import Notes
import Search
import Settings

extension Vault {
  /// True if a link may call a note by a title or alias; Obsidian makes a new note of such a link.
  var followsTitles: Bool { location.tool != .obsidian }
}

extension VaultSearch {
  /// A link of a note that leads to no file.
  package struct LinkToGone: Hashable, Sendable {
    /// The note that it is in.
    package let note: NotePath
    /// The target as the link writes it.
    package let target: String

    /// A link of a note, or a card of a canvas.
    package init(note: NotePath, target: String) {
      self.note = note
      self.target = target
    }
  }

  /// The links that lead to no file and have the name of one that is gone, by note; in a vault of Obsidian those too that
  /// only a title or alias answers, which Obsidian does not follow.
  ///
  /// - Complexity: linear in the files and in the links of these names.
  /// - Throws: `IndexError`
  package func links(toGone gone: [NotePath]) throws(IndexError) -> [LinkToGone] {
    var links: [(target: String, isWiki: Bool, ids: [DocumentID])] = []
    for name in Set(gone.map { LinkKey.name($0.text) }) {
      try index.notes.forEachPostingList(
        space: VaultSchema.Space.link.rawValue, prefix: name
      ) { key, ids in
        let (target, isWiki) = LinkKey.target(key)
        links.append((target, isWiki, ids))
      }
    }
    if links.isEmpty { return [] }
    let names = Set(gone.map { LinkResolver.lastName($0.text) })
    let resolver = try linkLookup.resolver(for: Set(links.map(\.target)))
    var found: Set<LinkToGone> = []
    let followsTitles = vault.followsTitles
    for link in links where names.contains(LinkResolver.lastName(link.target)) {
      for id in link.ids {
        guard let note = NotePath(bytes: try index.notes.key(of: id)) else { continue }
        switch resolver.resolve(link.target, from: note.text, byAlias: link.isWiki) {
        case .unresolved: break
        case .file(_, .alias) where !followsTitles: break
        case .file, .sameNote, .external: continue
        }
        found.insert(LinkToGone(note: note, target: link.target))
      }
    }
    return found.sorted { ($0.note, $0.target) < ($1.note, $1.target) }
  }
}
