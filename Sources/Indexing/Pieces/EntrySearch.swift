import Files
import Notes
import Search

/// A search among entries of the journal, which are put into an index in memory.
///
/// It is the same index as that of the notes, with one document an entry, so that every query has
/// the same meaning for entries.
package struct EntrySearch {
  /// Ordered by their keys, which are numbers.
  private let entries: [DatedEntry]
  private let searcher: Searcher

  package init(_ entries: [DatedEntry], in search: VaultSearch) throws(IndexError) {
    self.entries = entries
    let settings = search.predicates.indexing.settings
    let indexing = search.indexing
    let schema = VaultSchema.schema(settings)
    let change = Index.Change(added: entries.indices.map { Self.key($0) }, removed: [])
    let index = try Index(schema: schema).updating(change, using: IndexBuilder(schema: schema)) {
      number, writer in
      let entry = entries[number]
      indexing.add(entry, language: entry.language ?? settings.language, to: writer)
      return true
    }
    searcher = Searcher(
      index,
      client: EntryPredicates(
        entries: entries, own: search.predicates, days: search.predicates,
        dayIndex: search.index.index))
  }

  /// Those that satisfy a query, in the order in which they were given.
  package func entries(satisfying root: QueryNode) throws(IndexError) -> [DatedEntry] {
    var numbers: [Int] = []
    for (segment, set) in try searcher.documents(of: root).enumerated() {
      try set.forEach { (document) throws(IndexError) in
        let id = DocumentID(segment: segment, document: document)
        numbers.append(Self.number(try searcher.index.key(of: id)))
      }
    }
    return numbers.sorted().map { entries[$0] }
  }

  /// The number of an entry, so that keys are in its order.
  static func key(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  static func number(_ key: [UInt8]) -> Int { key.reduce(0) { $0 << 8 | Int($1) } }
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
        paths.contains(entries[EntrySearch.number(key)].path.bytes)
      }
    }
  }

  func text(of id: DocumentID, in scope: FieldScope, _ index: Index) throws(IndexError) -> [UInt8]?
  {
    let entry = entries[EntrySearch.number(try index.key(of: id))]
    return switch scope {
    case .field("title"), .field("heading"): Array(entry.title.utf8)
    case .field("alias"): []
    default: Array(entry.source.utf8)
    }
  }

  func document(
    _ id: DocumentID, passing sieve: ByteSieve, _ index: Index
  ) throws(IndexError) -> DocumentText? {
    let entry = entries[EntrySearch.number(try index.key(of: id))]
    guard sieve.passes([Array(entry.source.utf8), Array(entry.title.utf8)]) else { return nil }
    return own.indexing.note(Array(entry.source.utf8), at: entry.path).documentText(
      names: [(entry.title, "title")], today: own.today, zone: own.zone)
  }

  func gaveUp(on id: DocumentID, matching pattern: String, _ index: Index) throws(IndexError) {
    let entry = entries[EntrySearch.number(try index.key(of: id))]
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
