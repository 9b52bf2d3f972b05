import Files
import Search

extension VaultIndex {
  /// Calls `body` for each target of links that no program follows, in comments and of Markdown in the front matter, and
  /// each note that has it.
  ///
  /// - Complexity: linear in these links.
  /// - Throws: `IndexError.damaged`
  package func forEachSilentLink(
    _ body: (_ target: String, _ isWiki: Bool, _ note: NotePath) -> Void
  ) throws(IndexError) {
    var links: [(key: [UInt8], ids: [DocumentID])] = []
    try notes.forEachPostingList(space: VaultSchema.Space.silentLink.rawValue) { key, ids in
      links.append((key, ids))
    }
    for (key, ids) in links {
      let (target, isWiki) = LinkKey.target(key)
      for id in ids {
        if let note = NotePath(bytes: try notes.key(of: id)) { body(target, isWiki, note) }
      }
    }
  }
}
