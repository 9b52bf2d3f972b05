/// Answers queries over one index.
package struct Searcher: Sendable {
  package let index: Index
  private let client: any SearchClient
  private let texts = TextClauses()
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
    let clause = try compile(root)
    var hits = try best(limit, of: clause, within: allowed)
    guard let preference else { return hits }
    // A preference only adds to a score: the best of all documents are among the best without it, the
    // best with the row, and all with the words in a title or heading.
    let row = try compile(root, withRow: preference)
    if let row { hits += try best(limit, of: row, within: allowed) }
    let preferred = try PreferredDocuments(preference, idf: clause.idf, self)
    var sets = preferred.documents
    for number in sets.indices {
      if let allowed { sets[number].formIntersection(allowed[number]) }
    }
    for clause in [clause, row].compactMap({ $0 }) where sets.contains(where: { !$0.isEmpty }) {
      for hit in try best(.max, of: clause, within: sets) {
        let gains = try preferred.gains(of: hit.id)
        hits.append(Hit(id: hit.id, score: hit.score + gains.title + gains.heading))
      }
    }
    return try merged(hits, limit)
  }

  /// Each document once, with its highest score.
  private func merged(_ hits: [Hit], _ limit: Int) throws(IndexError) -> [Hit] {
    var scores: [DocumentID: Float] = [:]
    for hit in hits { scores[hit.id] = max(hit.score, scores[hit.id] ?? 0) }
    var top = TopHits(limit: limit, in: index)
    for (id, score) in scores {
      let tieBreak = try index.value(index.schema.tieBreakColumn, of: id)
      top.offer(TopHits.Entry(score: score, tieBreak: tieBreak, id: id))
    }
    return try top.sorted()
  }

  private func best(
    _ limit: Int, of clause: Clause, within allowed: [DocumentSet]?
  ) throws(IndexError) -> [Hit] {
    let shape = QueryShape(clause)
    let statistics = try LengthStatistics(index)
    var top = TopHits(limit: limit, in: index)
    for number in index.segments.indices {
      try search(number, clause, shape, statistics, within: allowed?[number], into: &top)
    }
    return try top.sorted()
  }

  /// The documents of each segment that satisfy the query, the living ones only.
  package func documents(of root: QueryNode) throws(IndexError) -> [DocumentSet] {
    let clause = try compile(root)
    var sets: [DocumentSet] = []
    for (number, live) in index.segments.enumerated() {
      let living = live.deletedCount > 0 ? live.deleted.inverted() : nil
      var set = try ClauseEvaluation(live: live, segmentIndex: number)
        .documents(of: clause, within: living)
      if let living { set.formIntersection(living) }
      sets.append(set)
    }
    return sets
  }

  func compile(_ root: QueryNode) throws(IndexError) -> Clause {
    try compiler().compile(root)
  }

  /// The query with its words in a row besides; nil where they are not several.
  func compile(
    _ root: QueryNode, withRow preference: Preference
  ) throws(IndexError) -> Clause? {
    let compiler = try compiler()
    let words = preference.words.joined(separator: " ")
    let row = try compiler.phrase(words, weight: PreferredDocuments.rowWeight)
    guard let row else { return nil }
    return .all(of: [try compiler.compile(root), .phrase(row)])
  }

  private func compiler() throws(IndexError) -> QueryCompiler {
    let expansion = TermExpansion(index: index, norms: try LengthStatistics(index).norms)
    return QueryCompiler(
      index: index, client: client, expansion: expansion, texts: texts, budget: makeBudget())
  }

  private func search(
    _ number: Int, _ clause: Clause, _ shape: QueryShape, _ statistics: LengthStatistics,
    within allowed: DocumentSet?, into top: inout TopHits
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
        live, number, statistics, tieBreakColumn: index.schema.tieBreakColumn, allowed: allowed)
    }
    switch shape.kind {
    case .term(let term): try scorer().scoreTerm(term, into: &top)
    case .all(let terms, let phrases, let nears):
      try scorer().scoreAll(terms: terms, phrases: phrases, nears: nears, into: &top)
    case .any(let terms): try scorer().scoreAny(terms, into: &top)
    case .general:
      narrow(try evaluation.documents(of: clause, within: allowed))
      try scorer().scoreSet(clause, evaluation, into: &top)
    }
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
