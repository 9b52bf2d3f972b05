import Files
import Notes
import Search

/// A search among quotes, which are put into an index in memory: words have to be in the quote or
/// its source; conditions on notes alone (hashtags, properties, dates) apply to its note.
package struct QuoteSearch {
  private let quotations: [Quotation]
  private let pieces: PieceIndex

  package init(
    _ quotations: [Quotation], in search: VaultSearch, languages: [NotePath: String]
  ) throws(IndexError) {
    self.quotations = quotations
    let indexing = search.indexing
    pieces = try PieceIndex(
      count: quotations.count, in: search,
      client: QuotePredicates(
        quotations: quotations, notes: search.predicates, noteIndex: search.index.index)
    ) { number, writer in
      let quotation = quotations[number]
      let language = languages[quotation.path] ?? indexing.settings.language
      indexing.add(quotation, language: language, to: writer)
    }
  }

  /// Those that satisfy a query, in the order in which they were given.
  package func quotations(satisfying root: QueryNode) throws(IndexError) -> [Quotation] {
    try pieces.numbers(satisfying: root).map { quotations[$0] }
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
      paths.contains(quotations[PieceIndex.number(key)].path.bytes)
    }
  }

  func text(of id: DocumentID, in scope: FieldScope, _ index: Index) throws(IndexError) -> [UInt8]?
  {
    let quotation = quotations[PieceIndex.number(try index.key(of: id))]
    return switch scope {
    case .field("title"): Array(quotation.noteTitle.utf8)
    case .field("heading"), .field("alias"): []
    default: Array((quotation.text + "\n" + quotation.source.description).utf8)
    }
  }

  func document(
    _ id: DocumentID, passing sieve: ByteSieve, _ index: Index
  ) throws(IndexError) -> DocumentText? {
    let quotation = quotations[PieceIndex.number(try index.key(of: id))]
    let options = notes.indexing.settings.options
    return Note(piece: Array(quotation.markdown.utf8), options: options).documentText(
      names: [(quotation.noteTitle, "title"), (quotation.source.description, "property")],
      isQuote: true, today: notes.today, zone: notes.zone)
  }

  func gaveUp(on id: DocumentID, matching pattern: String, _ index: Index) throws(IndexError) {
    let quotation = quotations[PieceIndex.number(try index.key(of: id))]
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
