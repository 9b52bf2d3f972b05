/// Answers queries over one index.
package struct Searcher: Sendable {
  package let index: Index
  private let client: any SearchClient
  private let norms: [Float]

  package init(_ index: Index, client: any SearchClient) {
    self.index = index
    self.client = client
    norms = Scoring.norms(averageLength: index.averageLength)
  }

  /// The `limit` best documents, best first.
  ///
  /// - Parameter allowed: where given, a set for each segment: only these may be found.
  /// - Throws: `IndexError.damaged` where the index must be rebuilt.
  package func best(
    _ limit: Int, of root: QueryNode, within allowed: [DocumentSet]? = nil
  ) throws(IndexError) -> [Hit] {
    let clause = try compile(root)
    let shape = QueryShape(clause)
    var top = TopHits(limit: limit)
    for (number, live) in index.segments.enumerated() {
      try search(live, number, clause, shape, within: allowed?[number], into: &top)
    }
    return top.sorted()
  }

  /// The documents of each segment that satisfy the query, the living ones only.
  package func documents(of root: QueryNode) throws(IndexError) -> [DocumentSet] {
    let clause = try compile(root)
    var sets: [DocumentSet] = []
    for (number, live) in index.segments.enumerated() {
      var set = try ClauseEvaluation(live: live, segmentIndex: number).documents(of: clause)
      if live.deletedCount > 0 { set.subtract(live.deleted) }
      sets.append(set)
    }
    return sets
  }

  func compile(_ root: QueryNode) throws(IndexError) -> Clause {
    let expansion = TermExpansion(index: index, norms: norms)
    return try QueryCompiler(index: index, client: client, expansion: expansion).compile(root)
  }

  private func search(
    _ live: LiveSegment, _ number: Int, _ clause: Clause, _ shape: QueryShape,
    within allowed: DocumentSet?, into top: inout TopHits
  ) throws(IndexError) {
    var allowed = allowed
    func narrow(_ set: DocumentSet) {
      if allowed == nil { allowed = set } else { allowed?.formIntersection(set) }
    }
    if live.deletedCount > 0 { narrow(live.deleted.inverted()) }
    let evaluation = ClauseEvaluation(live: live, segmentIndex: number)
    for filter in shape.filters { narrow(try evaluation.documents(of: filter)) }
    func scorer() throws(IndexError) -> SegmentScorer {
      try SegmentScorer(
        live, number, norms: norms, tieBreakColumn: index.schema.tieBreakColumn, allowed: allowed)
    }
    switch shape.kind {
    case .term(let term): try scorer().scoreTerm(term, into: &top)
    case .all(let terms, let phrases, let nears):
      try scorer().scoreAll(terms: terms, phrases: phrases, nears: nears, into: &top)
    case .any(let terms): try scorer().scoreAny(terms, into: &top)
    case .general:
      narrow(try evaluation.documents(of: clause))
      try scorer().scoreSet(clause, evaluation, into: &top)
    }
  }
}

/// Which of the loops serves a query.
struct QueryShape {
  enum Kind {
    case term(ScoredTerm)
    case all([ScoredTerm], [PhraseClause], [NearClause])
    case any([ScoredTerm])
    case general
  }

  let kind: Kind
  /// What must hold besides, and does not score.
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
      case .filter, .not, .all, .none: filters.append(part)
      case .or(let alternatives):
        let words = alternatives.compactMap { if case .term(let term) = $0 { term } else { nil } }
        if parts.count == 1, words.count == alternatives.count {
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
  /// Scores every allowed document by whatever terms and phrases of `clause` it has; what stands
  /// under a NOT, and filters, do not count.
  func scoreSet(
    _ clause: Clause, _ evaluation: ClauseEvaluation, into top: inout TopHits
  ) throws(IndexError) {
    guard let allowed else { return }
    var scores = [Float](repeating: 0, count: live.segment.documentCount)
    try add(clause, evaluation, allowed, to: &scores)
    try allowed.forEach { (document) throws(IndexError) in
      try offer(scores[document], document, to: &top)
    }
  }

  private func add(
    _ clause: Clause, _ evaluation: ClauseEvaluation, _ allowed: DocumentSet,
    to scores: inout [Float]
  ) throws(IndexError) {
    switch clause {
    case .all, .none, .filter, .not: return
    case .and(let parts), .or(let parts):
      for part in parts { try add(part, evaluation, allowed, to: &scores) }
    case .term(let term): try add(term, allowed, to: &scores)
    case .near(let near):
      // Where the parts are not near, the document has only been let in by another alternative.
      var allowed = allowed
      allowed.formIntersection(try evaluation.documents(of: clause))
      for term in near.terms { try add(term, allowed, to: &scores) }
    case .phrase(let phrase):
      try evaluation.forEachMatch(of: phrase) { matcher, count in
        let document = matcher.cursors[0].document
        if allowed.contains(document) {
          scores[document] += phraseScore(matcher, count, document, idf: phrase.idf)
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
