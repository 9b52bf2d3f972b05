import Files
import Notes
import Search

extension VaultSearch {
  /// The entries of the journal that satisfy a query, in the order in which they are given.
  ///
  /// Each is searched like a note of its own; conditions on what only a note has are asked of its day's note.
  package func entries(
    _ entries: [DatedEntry], satisfying root: QueryNode
  ) throws(IndexError) -> [DatedEntry] {
    let languages = entries.compactMap { entry in entry.language.map { (entry.path, $0) } }
    return try pieces(
      entries, satisfying: root, languages: Dictionary(languages) { first, _ in first })
  }
}

extension DatedEntry: SearchedPiece {
  func add(to writer: DocumentWriter, _ indexing: NoteIndexing) {
    let note = indexing.note(Array(source.utf8), at: path)
    writer.title = Array(title.utf8)
    indexing.add(Array(title.utf8), .title, to: writer)
    indexing.addText(note, to: writer)
    indexing.addHashtags(note, to: writer)
    indexing.addMoods(note, to: writer)
    indexing.addLinks(note, to: writer)
    indexing.addFlags(note, path, to: writer)
    writer.setColumns { column in
      switch column {
      case .modified, .created: nil
      case .day: IndexedMoment(day).indexed
      case .words: Int64(words)
      }
    }
  }

  func text(in scope: FieldScope) -> [UInt8] {
    switch scope {
    case .field("title"), .field("heading"): Array(title.utf8)
    case .field("alias"): []
    default: Array(source.utf8)
    }
  }

  func document(passing sieve: ByteSieve, _ notes: NotePredicates) -> DocumentText? {
    guard sieve.passes([Array(source.utf8), Array(title.utf8)]) else { return nil }
    return notes.indexing.note(Array(source.utf8), at: path).documentText(
      names: [(title, "title")], today: notes.today, zone: notes.zone)
  }

  static func condition(
    _ predicate: Predicate, _ notes: NotePredicates, _ noteIndex: Index
  ) throws(IndexError) -> PieceCondition<DatedEntry>? {
    switch (ConditionKey(rawValue: predicate.key), predicate.test) {
    case (.tag, _), (.mood, _), (.words, _), (.date, _), (.lang, _), (.has, _):
      return .indexed(predicate)
    case (.is, _) where predicate.asksForTodo: return .indexed(predicate)
    case (.link, .matches(let target)), (.link, .equals(let target)):
      let days = try notes.paths(matching: predicate, in: noteIndex)
      let lookup = LinkLookup(
        index: noteIndex, table: notes.table, dialect: notes.indexing.settings.options.links)
      let name = LinkLookup.inner(target)
      let file = try lookup.file(name)
      let folded = CaseFolding.fold(name)
      return .test { (entry) throws(IndexError) in
        // Only an entry of a day that has such a link is parsed.
        guard days.contains(entry.path.bytes) else { return false }
        let note = notes.indexing.note(Array(entry.source.utf8), at: entry.path)
        guard let file else {
          return note.links.contains {
            !$0.isExternal && CaseFolding.fold(note.target(of: $0)) == folded
          }
        }
        return try lookup.links(of: note, at: entry.path).contains {
          if case .file(file, _) = $0.target { true } else { false }
        }
      }
    default: return nil
    }
  }
}
