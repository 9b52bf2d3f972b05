import Files
import Notes
import Search

/// A search among entries of the journal, which are put into an index in memory.
///
/// It is the same index as that of the notes, with one document an entry, so that every query has
/// the same meaning for entries.
package struct EntrySearch {
  private let entries: [DatedEntry]
  private let pieces: PieceIndex

  package init(_ entries: [DatedEntry], in search: VaultSearch) throws(IndexError) {
    self.entries = entries
    let indexing = search.indexing
    pieces = try PieceIndex(
      count: entries.count, in: search,
      client: EntryPredicates(
        entries: entries, own: search.predicates, days: search.predicates,
        dayIndex: search.index.index)
    ) { number, writer in
      let entry = entries[number]
      indexing.add(entry, language: entry.language ?? indexing.settings.language, to: writer)
    }
  }

  /// Those that satisfy a query, in the order in which they were given.
  package func entries(satisfying root: QueryNode) throws(IndexError) -> [DatedEntry] {
    try pieces.numbers(satisfying: root).map { entries[$0] }
  }
}

/// Evaluates the predicates of a query for entries.
private struct EntryPredicates: SearchClient {
  let entries: [DatedEntry]
  /// For the entry's own facts.
  let own: NotePredicates
  /// For facts that only its day's note has.
  let days: NotePredicates
  let dayIndex: Index

  func documents(matching predicate: Predicate, in index: Index) throws(IndexError) -> [DocumentSet]
  {
    switch (ConditionKey(rawValue: predicate.key), predicate.test) {
    case (.tag, _), (.mood, _), (.words, _), (.date, _), (.lang, _), (.has, _):
      return try own.documents(matching: predicate, in: index)
    case (.is, .matches(let flag)) where CaseFolding.fold(flag) == NoteFlag.isTodo.name:
      return try own.documents(matching: predicate, in: index)
    case (.link, .matches(let target)), (.link, .equals(let target)):
      // The entry's note resolves the link; here the name of its target suffices.
      let like = ValueTest.like([
        "", (target.split(separator: "/").last.map(String.init) ?? target),
      ])
      return try own.documents(matching: Predicate("link", like), in: index)
    default:
      let paths = try days.paths(matching: predicate, in: dayIndex)
      return try index.documents { _, key in
        paths.contains(entries[PieceIndex.number(key)].path.bytes)
      }
    }
  }

  func text(of id: DocumentID, in scope: FieldScope, _ index: Index) throws(IndexError) -> [UInt8]?
  {
    let entry = entries[PieceIndex.number(try index.key(of: id))]
    return switch scope {
    case .field("title"), .field("heading"): Array(entry.title.utf8)
    case .field("alias"): []
    default: Array(entry.source.utf8)
    }
  }

  func document(
    _ id: DocumentID, passing sieve: ByteSieve, _ index: Index
  ) throws(IndexError) -> DocumentText? {
    let entry = entries[PieceIndex.number(try index.key(of: id))]
    guard sieve.passes([Array(entry.source.utf8), Array(entry.title.utf8)]) else { return nil }
    return own.indexing.note(Array(entry.source.utf8), at: entry.path).documentText(
      names: [(entry.title, "title")], today: own.today, zone: own.zone)
  }

  func gaveUp(on id: DocumentID, matching pattern: String, _ index: Index) throws(IndexError) {
    let entry = entries[PieceIndex.number(try index.key(of: id))]
    own.unfinished.add(pattern, on: entry.path)
  }
}

extension NoteIndexing {
  /// Puts an entry into an index of entries.
  fileprivate func add(_ entry: DatedEntry, language: String, to writer: DocumentWriter) {
    let note = note(Array(entry.source.utf8), at: entry.path)
    writer.title = Array(entry.title.utf8)
    writer.setLanguage(language)
    add(Array(entry.title.utf8), .title, to: writer)
    addText(note, to: writer)
    addHashtags(note, to: writer)
    addMoods(note, to: writer)
    addLinks(note, to: writer)
    addFlags(note, entry.path, to: writer)
    writer.setColumns { column in
      switch column {
      case .modified, .created: nil
      case .day: IndexedMoment(entry.day).indexed
      case .words: Int64(entry.words)
      }
    }
  }
}
