/// The parts of a document's score: the share of each term and phrase of the query.
package struct ScoreExplanation: Sendable, Equatable {
  /// One term or phrase.
  package struct Part: Sendable, Equatable {
    /// The word as typed, or the phrase.
    package let label: String
    /// Documents with it, in the whole index.
    package let documents: Int
    /// The inverse document frequency.
    package let idf: Float
    /// Occurrences in this document; 0 if it is not there.
    package let count: Int
    /// The boost of the occurrences by their fields.
    package let boost: Int
    /// Occurrences over the document's length, with the boost.
    package let weighted: Float
    package let score: Float
  }

  package let parts: [Part]
  /// Words in the document, as exactly as the index keeps it.
  package let length: Int
  /// Words in the average document.
  package let averageLength: Double

  /// The document's score.
  package var score: Float { parts.reduce(0) { $0 + $1.score } }
}

extension Searcher {
  /// The share of each part of the query in the score of `id`.
  package func explanation(
    of id: DocumentID, for root: QueryNode, preferring preference: Preference? = nil
  ) throws(IndexError) -> ScoreExplanation {
    let live = index.segments[id.segment]
    let statistics = try statistics()
    let scorer = try SegmentScorer(
      live, id.segment, statistics, tieBreakColumn: index.schema.tieBreakColumn, allowed: nil)
    var parts: [ScoreExplanation.Part] = []
    let compiler = compiler(statistics)
    let clause = try compiler.compile(root)
    try explain(clause, id, scorer, into: &parts)
    if let preference {
      if let row = try compiler.row(preference) {
        try explain(.phrase(row), id, scorer, into: &parts)
      }
      parts += try gains(of: id, try PreferredDocuments(preference, idf: clause.idf, compiler))
    }
    let length = LengthByte.decode(try live.segment.lengthBytes()[id.document])
    return ScoreExplanation(parts: parts, length: length, averageLength: statistics.averageLength)
  }

  /// The scores that a title or heading with the words adds; empty if neither has them.
  private func gains(
    of id: DocumentID, _ preferred: PreferredDocuments
  ) throws(IndexError) -> [ScoreExplanation.Part] {
    func part(_ node: QueryNode, _ documents: Int, _ score: Float) -> ScoreExplanation.Part? {
      guard score > 0 else { return nil }
      return ScoreExplanation.Part(
        label: node.description, documents: documents, idf: preferred.idf, count: 1, boost: 0,
        weighted: score / preferred.idf, score: score)
    }
    let (gains, counts) = (try preferred.gains(of: id), preferred.counts)
    return [
      part(preferred.inTitle, counts.titled, gains.title),
      preferred.inHeading.flatMap { part($0, counts.headed, gains.heading) },
    ].compactMap { $0 }
  }

  private func explain(
    _ clause: Clause, _ id: DocumentID, _ scorer: SegmentScorer,
    into parts: inout [ScoreExplanation.Part]
  ) throws(IndexError) {
    switch clause {
    case .all, .none, .filter, .text, .not: return
    case .and(let inner), .or(let inner):
      for clause in inner { try explain(clause, id, scorer, into: &parts) }
    case .term(let term): parts.append(try part(term, id, scorer))
    case .near(let near):
      for term in near.terms { parts.append(try part(term, id, scorer)) }
    case .phrase(let phrase): parts.append(try part(phrase, id, scorer))
    }
  }

  private func part(
    _ term: ScoredTerm, _ id: DocumentID, _ scorer: SegmentScorer
  ) throws(IndexError) -> ScoreExplanation.Part {
    var (count, boost): (UInt32, UInt32) = (0, 0)
    if let cursor = try term.cursor(scorer.live, id.segment) {
      cursor.advance(to: id.document)
      if cursor.document == id.document { (count, boost) = (cursor.count, cursor.boost) }
    }
    let weighted = count == 0 ? 0 : scorer.weighted(count, boost, id.document)
    return ScoreExplanation.Part(
      label: term.label, documents: term.documentCount, idf: term.idf, count: Int(count),
      boost: Int(boost), weighted: weighted,
      score: Scoring.score(weighted: weighted, idf: term.idf))
  }

  private func part(
    _ phrase: PhraseClause, _ id: DocumentID, _ scorer: SegmentScorer
  ) throws(IndexError) -> ScoreExplanation.Part {
    var cursors: [PostingCursor] = []
    for part in phrase.parts {
      guard let cursor = try part.term.cursor(scorer.live, id.segment) else { continue }
      cursor.advance(to: id.document)
      if cursor.document == id.document { cursors.append(cursor) }
    }
    var (count, boost, weighted, score): (Int, Int, Float, Float) = (0, 0, 0, 0)
    if cursors.count == phrase.parts.count {
      let matcher = PhraseMatcher(cursors: cursors, offsets: phrase.parts.map { $0.offset })
      count = matcher.match()
      if count > 0 {
        boost = Int(cursors.reduce(UInt32.max) { min($0, $1.boost) })
        weighted = scorer.weighted(UInt32(count), UInt32(boost), id.document)
        score = scorer.phraseScore(MatcherReference(matcher), count, id.document, idf: phrase.idf)
      }
    }
    return ScoreExplanation.Part(
      label: "\"" + phrase.parts.map { $0.term.label }.joined(separator: " ") + "\"",
      documents: phrase.parts.map { $0.term.documentCount }.min() ?? 0, idf: phrase.idf,
      count: count, boost: boost, weighted: weighted, score: score)
  }
}
