import Notes
import Search

/// An index in memory of pieces of notes, one document a piece, so that a query means for them what it
/// means for notes.
struct PieceIndex {
  private let searcher: Searcher

  /// - Parameters:
  ///   - count: the number of the pieces; their keys are their numbers.
  ///   - client: evaluates the predicates of a query.
  ///   - add: puts the piece of a number into the index.
  init(
    count: Int, in search: VaultSearch, client: some SearchClient,
    adding add: @escaping @Sendable (_ number: Int, _ writer: DocumentWriter) -> Void
  ) throws(IndexError) {
    let schema = VaultSchema.schema(search.indexing.settings)
    let change = Index.Change(added: (0..<count).map { Self.key($0) }, removed: [])
    let index = try Index(schema: schema).updating(change, using: IndexBuilder(schema: schema)) {
      add($0, $1)
      return true
    }
    searcher = Searcher(index, client: client)
  }

  /// The numbers of the pieces that satisfy a query, in their order.
  func numbers(satisfying root: QueryNode) throws(IndexError) -> [Int] {
    var numbers: [Int] = []
    for (segment, set) in try searcher.documents(of: root).enumerated() {
      try set.forEach { (document) throws(IndexError) in
        let id = DocumentID(segment: segment, document: document)
        numbers.append(Self.number(try searcher.index.key(of: id)))
      }
    }
    return numbers.sorted()
  }

  /// The number of a piece as its key, so that keys are in its order.
  private static func key(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// The number of the piece with a key.
  static func number(_ key: [UInt8]) -> Int { key.reduce(0) { $0 << 8 | Int($1) } }
}
