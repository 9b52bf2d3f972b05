import Files
import Notes
import Search

/// A search among quotes, which are put into an index in memory: words have to be in the quote or
/// its source; conditions on notes alone (hashtags, properties, dates) apply to its note.
package struct QuoteSearch {
  private let quotations: [Quotation]
  private let searcher: Searcher

  package init(
    _ quotations: [Quotation], in search: VaultSearch, languages: [NotePath: String]
  ) throws(IndexError) {
    self.quotations = quotations
    let settings = search.predicates.indexing.settings
    let indexing = search.indexing
    let schema = VaultSchema.schema(settings)
    let change = Index.Change(added: quotations.indices.map { EntrySearch.key($0) }, removed: [])
    let index = try Index(schema: schema).updating(change, using: IndexBuilder(schema: schema)) {
      number, writer in
      let quotation = quotations[number]
      indexing.add(quotation, language: languages[quotation.path] ?? settings.language, to: writer)
      return true
    }
    searcher = Searcher(
      index,
      client: QuotePredicates(
        quotations: quotations, notes: search.predicates, noteIndex: search.index.index))
  }

  /// Those that satisfy a query, in the order in which they were given.
  package func quotations(satisfying root: QueryNode) throws(IndexError) -> [Quotation] {
    var numbers: [Int] = []
    for (segment, set) in try searcher.documents(of: root).enumerated() {
      try set.forEach { (document) throws(IndexError) in
        let id = DocumentID(segment: segment, document: document)
        numbers.append(EntrySearch.number(try searcher.index.key(of: id)))
      }
    }
    return numbers.sorted().map { quotations[$0] }
  }
}

/// Evaluates the predicates of a query for quotes, as for their notes.
private struct QuotePredicates: SearchClient {
  let quotations: [Quotation]
  let notes: NotePredicates
  let noteIndex: Index

  func documents(matching predicate: Predicate, in index: Index) throws(IndexError)
    -> [DocumentSet]
  {
    let paths = try notes.paths(matching: predicate, in: noteIndex)
    return try index.documents { _, key in
      paths.contains(quotations[EntrySearch.number(key)].path.bytes)
    }
  }

  func text(of id: DocumentID, in scope: FieldScope, _ index: Index) throws(IndexError) -> [UInt8]?
  {
    let quotation = quotations[EntrySearch.number(try index.key(of: id))]
    return switch scope {
    case .field("title"): Array(quotation.noteTitle.utf8)
    case .field("heading"), .field("alias"): []
    default: Array((quotation.text + "\n" + quotation.source.description).utf8)
    }
  }

  func document(
    _ id: DocumentID, passing sieve: ByteSieve, _ index: Index
  ) throws(IndexError) -> DocumentText? {
    let quotation = quotations[EntrySearch.number(try index.key(of: id))]
    let options = notes.indexing.settings.options
    return Note(piece: Array(quotation.markdown.utf8), options: options).documentText(
      names: [(quotation.noteTitle, "title"), (quotation.source.description, "property")],
      isQuote: true, today: notes.today, zone: notes.zone)
  }

  func gaveUp(on id: DocumentID, matching pattern: String, _ index: Index) throws(IndexError) {
    let quotation = quotations[EntrySearch.number(try index.key(of: id))]
    notes.unfinished.add(pattern, on: quotation.path)
  }
}

extension NoteIndexing {
  /// Puts a quote into an index of quotes.
  fileprivate func add(_ quotation: Quotation, language: String, to writer: DocumentWriter) {
    let note = Note(piece: Array(quotation.markdown.utf8), options: settings.options)
    writer.title = Array(quotation.noteTitle.utf8)
    writer.setLanguage(language)
    add(Array(quotation.noteTitle.utf8), .title, to: writer)
    add(Array(quotation.source.description.utf8), .property, to: writer)
    addText(note, to: writer)
    writer.setColumns { column in
      switch column {
      case .modified, .created, .day: nil
      case .words: Int64(note.wordCount)
      }
    }
  }
}
