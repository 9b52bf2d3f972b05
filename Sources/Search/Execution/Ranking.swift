/// A query that is compiled, to be asked for its best documents.
///
/// A preference only adds to a score. The documents that it lifts by their titles and headings are scored first; they
/// are few, and what they score lets the walk through all others skip most.
package struct Ranking {
  private let index: Index
  private let clause: Clause
  private let shape: QueryShape
  private let statistics: LengthStatistics
  /// The words in a row, which lift a document; nil where they are not several.
  private let row: PhraseClause?
  private let preferred: PreferredDocuments?

  init(
    _ searcher: Searcher, _ root: QueryNode, _ preference: Preference?
  ) throws(IndexError) {
    index = searcher.index
    statistics = try searcher.statistics()
    let compiler = searcher.compiler(statistics)
    let clause = try compiler.compile(root)
    self.clause = clause
    shape = QueryShape(clause)
    row = try preference.flatMap { (preference) throws(IndexError) in try compiler.row(preference) }
    preferred = try preference.map { (preference) throws(IndexError) in
      try PreferredDocuments(preference, idf: clause.idf, compiler)
    }
  }

  /// The living documents of each segment that have all words in their titles, in any order and by their stems.
  ///
  /// It is nil where nothing is preferred, or where texts have to be read to know it.
  package var titled: [DocumentSet]? {
    guard let preferred, !preferred.readsTexts else { return nil }
    return preferred.titled
  }

  /// The `limit` best documents, best first.
  ///
  /// - Parameter allowed: where given, a set for each segment: only these may be found.
  /// - Throws: `IndexError.damaged` where the index must be rebuilt.
  package func best(
    _ limit: Int, within allowed: [DocumentSet]? = nil
  ) throws(IndexError) -> [Hit] {
    var top = TopHits(limit: limit, in: index)
    let lifted = preferred?.documents ?? []
    for (number, documents) in lifted.enumerated() where !documents.isEmpty {
      var set = documents
      if let allowed { set.formIntersection(allowed[number]) }
      try search(number, within: set, isLifted: true, into: &top)
    }
    for number in index.segments.indices {
      var rest = allowed?[number]
      if lifted.indices.contains(number), !lifted[number].isEmpty {
        if rest == nil { rest = lifted[number].inverted() } else { rest?.subtract(lifted[number]) }
      }
      try search(number, within: rest, isLifted: false, into: &top)
    }
    return try top.sorted()
  }

  /// - Parameter isLifted: true where all of the allowed documents are ``preferred``.
  private func search(
    _ number: Int, within allowed: DocumentSet?, isLifted: Bool, into top: inout TopHits
  ) throws(IndexError) {
    let live = index.segments[number]
    var allowed = allowed
    func narrow(_ set: DocumentSet) {
      if allowed == nil { allowed = set } else { allowed?.formIntersection(set) }
    }
    if live.deletedCount > 0 { narrow(live.deleted.inverted()) }
    let evaluation = ClauseEvaluation(live: live, segmentIndex: number)
    for filter in shape.filters where !filter.readsTexts {
      narrow(try evaluation.documents(of: filter))
    }
    // Texts are read only of the documents that all other conditions have left; the count of hits
    // reads them from memory.
    if shape.filters.contains(where: { $0.readsTexts }) {
      narrow(try evaluation.documents(of: clause, within: allowed))
    }
    func scorer() throws(IndexError) -> SegmentScorer {
      try SegmentScorer(
        live, number, statistics, tieBreakColumn: index.schema.tieBreakColumn, allowed: allowed,
        lifting: isLifted ? preferred : nil)
    }
    switch shape.kind {
    case .term(let term) where row == nil && !isLifted: try scorer().scoreTerm(term, into: &top)
    case .term(let term):
      try scorer().scoreAll(terms: [term], phrases: [], nears: [], row: row, into: &top)
    case .all(let terms, let phrases, let nears):
      try scorer().scoreAll(terms: terms, phrases: phrases, nears: nears, row: row, into: &top)
    case .any(let terms) where row == nil && !isLifted: try scorer().scoreAny(terms, into: &top)
    case .any, .general:
      narrow(try evaluation.documents(of: clause, within: allowed))
      try scorer().scoreSet(clause, row, evaluation, into: &top)
    }
  }
}
