/// Answers queries over one index.
package struct Searcher: Sendable {
  package let index: Index
  private let client: any SearchClient
  private let texts = TextClauses()
  private let lengths = KnownLengths()
  private let sums = OccurrenceSums()
  private let makeBudget: @Sendable () -> MatchBudget

  /// - Parameter makeBudget: makes the time of the regular expressions of a query.
  package init(
    _ index: Index, client: any SearchClient,
    makeBudget: @escaping @Sendable () -> MatchBudget = { MatchBudget() }
  ) {
    self.index = index
    self.client = client
    self.makeBudget = makeBudget
  }

  /// The `limit` best documents, best first.
  ///
  /// - Parameters:
  ///   - allowed: where given, a set for each segment: only these may be found.
  ///   - preference: what lifts documents beyond the query's words.
  /// - Throws: `IndexError.damaged` where the index must be rebuilt.
  package func best(
    _ limit: Int, of root: QueryNode, within allowed: [DocumentSet]? = nil,
    preferring preference: Preference? = nil
  ) throws(IndexError) -> [Hit] {
    try ranking(of: root, preferring: preference).best(limit, within: allowed)
  }

  /// The query, to be asked more than once for its best documents.
  ///
  /// - Parameter preference: what lifts documents beyond the query's words.
  package func ranking(
    of root: QueryNode, preferring preference: Preference? = nil
  ) throws(IndexError) -> Ranking {
    try Ranking(self, root, preference)
  }

  /// The documents of each segment that satisfy the query, the living ones only.
  package func documents(of root: QueryNode) throws(IndexError) -> [DocumentSet] {
    try index.documents(of: compile(root))
  }

  func compile(_ root: QueryNode) throws(IndexError) -> Clause {
    try compiler(statistics()).compile(root)
  }

  /// The lengths of the index's documents, computed once.
  func statistics() throws(IndexError) -> LengthStatistics { try lengths.statistics(of: index) }

  func compiler(_ statistics: LengthStatistics) -> QueryCompiler {
    QueryCompiler(
      index: index, client: client,
      expansion: TermExpansion(index: index, norms: statistics.norms, sums: sums), texts: texts,
      budget: makeBudget())
  }
}

/// The loop that serves a query.
struct QueryShape {
  enum Kind {
    case term(ScoredTerm)
    case all([ScoredTerm], [PhraseClause], [NearClause])
    case any([ScoredTerm])
    case general
  }

  /// The most terms of which each document asks which is next; more are added up term by term.
  private static let maximumAny = 64

  let kind: Kind
  /// Conditions that must hold and do not score.
  let filters: [Clause]

  init(_ clause: Clause) {
    var terms: [ScoredTerm] = []
    var phrases: [PhraseClause] = []
    var nears: [NearClause] = []
    var filters: [Clause] = []
    let parts: [Clause]
    if case .and(let inner) = clause { parts = inner } else { parts = [clause] }
    for part in parts {
      switch part {
      case .term(let term): terms.append(term)
      case .phrase(let phrase): phrases.append(phrase)
      case .near(let near): nears.append(near)
      case .filter, .text, .not, .all, .none: filters.append(part)
      case .or(let alternatives):
        let words = alternatives.compactMap { if case .term(let term) = $0 { term } else { nil } }
        if parts.count == 1, words.count == alternatives.count, words.count <= Self.maximumAny {
          (kind, self.filters) = (.any(words), [])
          return
        }
        (kind, self.filters) = (.general, [])
        return
      case .and:
        (kind, self.filters) = (.general, [])
        return
      }
    }
    if terms.isEmpty, phrases.isEmpty, nears.isEmpty {
      (kind, self.filters) = (.general, [])
    } else if terms.count == 1, phrases.isEmpty, nears.isEmpty {
      (kind, self.filters) = (.term(terms[0]), filters)
    } else {
      (kind, self.filters) = (.all(terms, phrases, nears), filters)
    }
  }
}

extension SegmentScorer {
  /// Scores every allowed document by its terms and phrases of `clause`; those under a NOT, and
  /// filters, do not count.
  ///
  /// - Parameter row: what lifts the documents that have it.
  func scoreSet(
    _ clause: Clause, _ row: PhraseClause?, _ evaluation: ClauseEvaluation, into top: inout TopHits
  ) throws(IndexError) {
    guard let allowed else { return }
    var scores = [Float](repeating: 0, count: live.segment.documentCount)
    try add(clause, evaluation, allowed, to: &scores)
    if let row { try add(.phrase(row), evaluation, allowed, to: &scores) }
    try allowed.forEach { (document) throws(IndexError) in
      try offer(scores[document], document, to: &top)
    }
  }

  private func add(
    _ clause: Clause, _ evaluation: ClauseEvaluation, _ allowed: DocumentSet,
    to scores: inout [Float]
  ) throws(IndexError) {
    switch clause {
    case .all, .none, .filter, .text, .not: return
    case .and(let parts), .or(let parts):
      for part in parts { try add(part, evaluation, allowed, to: &scores) }
    case .term(let term): try add(term, allowed, to: &scores)
    case .near(let near):
      // If the parts are not near, another alternative has admitted the document.
      var allowed = allowed
      allowed.formIntersection(try evaluation.documents(of: clause))
      for term in near.terms { try add(term, allowed, to: &scores) }
    case .phrase(let phrase):
      try evaluation.forEachMatch(of: phrase) { matcher, count in
        let document = matcher.cursors[0].document
        if allowed.contains(document) {
          scores[document] += phraseScore(
            MatcherReference(matcher), count, document, idf: phrase.idf)
        }
      }
    }
  }

  private func add(
    _ term: ScoredTerm, _ allowed: DocumentSet, to scores: inout [Float]
  ) throws(IndexError) {
    guard let cursor = try term.cursor(live, segmentIndex) else { return }
    while cursor.document != PostingCursor.end {
      let document = cursor.document
      if allowed.contains(document) {
        scores[document] += Scoring.score(
          weighted: weighted(cursor.count, cursor.boost, document), idf: term.idf)
      }
      cursor.next()
    }
    if cursor.isDamaged { throw .damaged("postings") }
  }
}
