import Files
import Notes
import Search

/// A part of a note that is found by itself: an entry of the journal, a quote, a task.
protocol SearchedPiece: Sendable {
  /// Its note.
  var path: NotePath { get }

  /// Puts it into an index of pieces, all but its language.
  func add(to writer: DocumentWriter, _ indexing: NoteIndexing)

  /// Its text in a scope, for regular expressions.
  func text(in scope: FieldScope) -> [UInt8]

  /// Its text with what is known of it; nil if the sieve says that it cannot satisfy the query.
  func document(passing sieve: ByteSieve, _ notes: NotePredicates) -> DocumentText?

  /// A predicate as a condition on pieces; nil if it is asked of their notes.
  static func condition(
    _ predicate: Predicate, _ notes: NotePredicates, _ noteIndex: Index
  ) throws(IndexError) -> PieceCondition<Self>?
}

/// A condition on pieces themselves.
enum PieceCondition<Piece> {
  /// The predicate is answered by the index of the pieces, as for notes by theirs.
  case indexed(Predicate)
  case test((Piece) throws(IndexError) -> Bool)
}

extension VaultSearch {
  /// The pieces that satisfy a query, in the order in which they are given.
  ///
  /// They are put into an index in memory, one document a piece, so that a query means for them what it means for
  /// notes.
  /// - Parameter languages: those that notes declare; the vault's for the others.
  func pieces<Piece: SearchedPiece>(
    _ pieces: [Piece], satisfying root: QueryNode, languages: [NotePath: String]
  ) throws(IndexError) -> [Piece] {
    let indexing = indexing
    let schema = VaultSchema.schema(indexing.settings)
    let change = Index.Change(added: pieces.indices.map { PieceKey($0).bytes }, removed: [])
    let pieceIndex = try Index(schema: schema).updating(
      change, using: IndexBuilder(schema: schema)
    ) { number, writer in
      writer.setLanguage(languages[pieces[number].path] ?? indexing.settings.language)
      pieces[number].add(to: writer, indexing)
      return true
    }
    let searcher = Searcher(
      pieceIndex,
      client: PiecePredicates(pieces: pieces, notes: predicates, noteIndex: index.notes))
    var numbers: [Int] = []
    for (segment, set) in try searcher.documents(of: root).enumerated() {
      try set.forEach { (document) throws(IndexError) in
        let id = DocumentID(segment: segment, document: document)
        numbers.append(PieceKey(try pieceIndex.key(of: id)).number)
      }
    }
    return numbers.sorted().map { pieces[$0] }
  }
}

/// The number of a piece as a key of the index, so that keys are in its order.
private struct PieceKey {
  let number: Int

  init(_ number: Int) { self.number = number }

  init(_ bytes: [UInt8]) { number = bytes.reduce(0) { $0 << 8 | Int($1) } }

  var bytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
}

/// Evaluates the predicates of a query for pieces.
private struct PiecePredicates<Piece: SearchedPiece>: SearchClient {
  let pieces: [Piece]
  /// For the facts of pieces that are indexed as a note's are, and for those that only their notes have.
  let notes: NotePredicates
  let noteIndex: Index

  func documents(matching predicate: Predicate, in index: Index) throws(IndexError) -> [DocumentSet]
  {
    switch try Piece.condition(predicate, notes, noteIndex) {
    case .indexed(let predicate):
      return try notes.documents(matching: predicate, in: index)
    case .test(let isWanted):
      var marks: [Bool] = []
      marks.reserveCapacity(pieces.count)
      for piece in pieces { marks.append(try isWanted(piece)) }
      return try index.documents { _, key in marks[PieceKey(key).number] }
    case nil:
      let paths = try notes.paths(matching: predicate, in: noteIndex)
      return try index.documents { _, key in
        paths.contains(pieces[PieceKey(key).number].path.bytes)
      }
    }
  }

  func text(of id: DocumentID, in scope: FieldScope, _ index: Index) throws(IndexError) -> [UInt8]?
  {
    try piece(id, index).text(in: scope)
  }

  func document(
    _ id: DocumentID, passing sieve: ByteSieve, _ index: Index
  ) throws(IndexError) -> DocumentText? {
    try piece(id, index).document(passing: sieve, notes)
  }

  func gaveUp(
    on id: DocumentID, matching pattern: String, _ bound: MatchBound, _ index: Index
  ) throws(IndexError) {
    notes.unfinished.add(pattern, on: try piece(id, index).path, bound)
  }

  private func piece(_ id: DocumentID, _ index: Index) throws(IndexError) -> Piece {
    pieces[PieceKey(try index.key(of: id)).number]
  }
}

extension Predicate {
  /// True if it is `is:todo`, which pieces answer themselves.
  var asksForTodo: Bool {
    guard ConditionKey(rawValue: key) == .is else { return false }
    return switch test {
    case .matches(let flag), .equals(let flag): CaseFolding.fold(flag) == NoteFlag.isTodo.name
    default: false
    }
  }
}
