import Files
import Notes
import Search

/// A note with the names by which people know it.
package struct NoteWithNames: Sendable, Equatable {
  package let path: NotePath
  package let title: String
  /// Aliases; those that come from the index are folded.
  package let aliases: [String]
  /// The time of the file's last change, in UTC milliseconds.
  package let modified: Int64

  package init(path: NotePath, title: String, aliases: [String], modified: Int64) {
    self.path = path
    self.title = title
    self.aliases = aliases
    self.modified = modified
  }
}

extension VaultSearch {
  /// All notes with their names, in no order; none of them is read.
  ///
  /// - Throws: `IndexError.damaged`
  package func namedNotes() throws(IndexError) -> [NoteWithNames] {
    var paths: [DocumentID: NotePath] = [:]
    try index.notes.forEachDocument { id, key in paths[id] = NotePath(bytes: key) }
    var aliases: [DocumentID: [String]] = [:]
    try index.notes.forEachPostingList(space: VaultSchema.Space.alias.rawValue) { key, ids in
      for id in ids { aliases[id, default: []].append(AliasKey.alias(key)) }
    }
    var notes: [NoteWithNames] = []
    notes.reserveCapacity(paths.count)
    for (id, path) in paths {
      notes.append(
        NoteWithNames(
          path: path, title: String(decoding: try index.notes.title(of: id), as: UTF8.self),
          aliases: aliases[id] ?? [],
          modified: try index.notes.value(VaultSchema.Column.modified.rawValue, of: id)))
    }
    return notes
  }
}
