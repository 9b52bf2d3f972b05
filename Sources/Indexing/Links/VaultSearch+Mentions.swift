import Files
import Notes
import Search
import Settings

/// A note with places where another note is named and not linked.
package struct NoteMentions: Sendable {
  package let path: NotePath
  package let note: Note
  /// In order; they do not overlap.
  package let ranges: [ByteRange]

  /// - Parameter ranges: in order; they do not overlap.
  package init(path: NotePath, note: Note, ranges: [ByteRange]) {
    self.path = path
    self.note = note
    self.ranges = ranges
  }

  /// The places with the lines that they are on.
  package var places: NotePlaces {
    NotePlaces(note, ranges.enumerated().map { ($0, $1) })
  }
}

extension VaultSearch {
  /// The places in other notes where a note's title, file name or an alias stands and is no link, by path.
  ///
  /// Conflict copies and templates are left out.
  /// - Parameter limit: the greatest number of places; nil for all.
  /// - Returns: the notes, and how many more have the words of a name and were not read.
  /// - Throws: `WriteError` if the note cannot be read, `IndexError`.
  package func mentions(
    of path: NotePath, limit: Int? = nil
  ) throws -> (notes: [NoteMentions], unread: Int) {
    let names = try names(of: path)
    let scanner = MentionScanner(names, besides: try longerNames(than: names))
    var candidates: [NotePath] = []
    for (number, set) in try searcher.documents(of: Self.query(names)).enumerated() {
      try set.forEach { (document) throws(IndexError) in
        let key = try index.notes.key(of: DocumentID(segment: number, document: document))
        if let other = NotePath(bytes: key), other != path, !other.isConflictCopy,
          !indexing.settings.templates.contains(other)
        {
          candidates.append(other)
        }
      }
    }
    candidates.sort()
    var found: [NoteMentions] = []
    var rest = limit ?? .max
    for (number, other) in candidates.enumerated() {
      if rest == 0 { return (found, candidates.count - number) }
      guard let note = try? self.note(at: other) else { continue }
      let ranges = scanner.mentions(in: note)
      if ranges.isEmpty { continue }
      found.append(NoteMentions(path: other, note: note, ranges: Array(ranges.prefix(rest))))
      if ranges.count > rest { return (found, candidates.count - number) }
      rest -= ranges.count
    }
    return (found, 0)
  }

  /// The names of a note under which others speak of it: its title, its file's name and its aliases.
  ///
  /// - Throws: `WriteError` if the note cannot be read.
  package func names(of path: NotePath) throws(WriteError) -> [String] {
    let note = try note(at: path)
    var seen: Set<String> = []
    let names = [
      note.pageName ?? note.title, note.title, String(decoding: path.stem, as: UTF8.self),
    ]
    return (names + note.aliases).filter {
      let folded = LinkResolver.foldedAlias($0)
      return !folded.isEmpty && seen.insert(folded).inserted
    }
  }

  /// The titles, file names and aliases of all notes that have one of some names in them.
  private func longerNames(than names: [String]) throws(IndexError) -> [String] {
    let parts = names.map { LinkResolver.foldedAlias($0) }
    var longer: Set<String> = []
    func add(_ name: String) {
      if !parts.contains(name), parts.contains(where: { name.contains($0) }) { longer.insert(name) }
    }
    index.table.forEachNote { _, path in
      add(LinkResolver.foldedAlias(String(decoding: path.stem, as: UTF8.self)))
    }
    try index.notes.forEachPostingList(space: VaultSchema.Space.alias.rawValue) { key, _ in
      add(AliasKey.alias(key))
    }
    return longer.sorted()
  }

  /// The notes that may have one of some names.
  private static func query(_ names: [String]) -> QueryNode {
    let phrases = names.map { name -> QueryNode in
      // Signs are compared later, in the text.
      let words = String(name.map { $0.isLetter || $0.isNumber ? $0 : " " })
      let hasWords = words.contains { $0 != " " }
      return .phrase(hasWords ? words : name, lastIsPrefix: false, in: .any)
    }
    return QueryNode.any(of: phrases)
  }
}
