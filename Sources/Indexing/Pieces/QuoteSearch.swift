import Files
import Notes
import Search

extension VaultSearch {
  /// The quotes that satisfy a query, in the order in which they are given.
  ///
  /// Words have to be in the quote or its source; conditions on notes alone (hashtags, properties, dates) are asked
  /// of its note.
  /// - Parameter languages: those that notes declare.
  package func quotations(
    _ quotations: [Quotation], satisfying root: QueryNode, languages: [NotePath: String]
  ) throws(IndexError) -> [Quotation] {
    try pieces(quotations, satisfying: root, languages: languages)
  }
}

extension Quotation: SearchedPiece {
  func add(to writer: DocumentWriter, _ indexing: NoteIndexing) {
    let note = Note(piece: Array(markdown.utf8), options: indexing.settings.options)
    writer.title = Array(noteTitle.utf8)
    indexing.add(Array(noteTitle.utf8), .title, to: writer)
    indexing.add(Array(source.description.utf8), .property, to: writer)
    indexing.addText(note, to: writer)
    writer.setColumns { column in
      switch column {
      case .modified, .created, .day: nil
      case .words: Int64(note.wordCount)
      }
    }
  }

  func text(in scope: FieldScope) -> [UInt8] {
    switch scope {
    case .field("title"): Array(noteTitle.utf8)
    case .field("heading"), .field("alias"): []
    default: Array((text + "\n" + source.description).utf8)
    }
  }

  func document(passing sieve: ByteSieve, _ notes: NotePredicates) -> DocumentText? {
    Note(piece: Array(markdown.utf8), options: notes.indexing.settings.options).documentText(
      names: [(noteTitle, "title"), (source.description, "property")], isQuote: true,
      today: notes.today, zone: notes.zone)
  }

  static func condition(
    _ predicate: Predicate, _ notes: NotePredicates, _ noteIndex: Index
  ) -> PieceCondition<Quotation>? { nil }
}
