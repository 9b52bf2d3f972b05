extension Index {
  /// The documents of each segment that satisfy a clause, the living ones only.
  func documents(of clause: Clause) throws(IndexError) -> [DocumentSet] {
    var sets: [DocumentSet] = []
    for (number, live) in segments.enumerated() {
      let living = live.deletedCount > 0 ? live.deleted.inverted() : nil
      var set = try ClauseEvaluation(live: live, segmentIndex: number)
        .documents(of: clause, within: living)
      if let living { set.formIntersection(living) }
      sets.append(set)
    }
    return sets
  }
}

/// Clauses as sets of documents: for counting, for filters, and for every shape that has no loop of
/// its own.
struct ClauseEvaluation {
  let live: LiveSegment
  let segmentIndex: Int

  /// The documents of `clause`; deleted ones may be among them.
  ///
  /// - Parameter allowed: if given, only these matter. No other texts are read; clauses that need
  ///   no text may give more.
  func documents(
    of clause: Clause, within allowed: DocumentSet? = nil
  ) throws(IndexError) -> DocumentSet {
    let count = live.segment.documentCount
    switch clause {
    case .all: return .all(capacity: count)
    case .none: return DocumentSet(capacity: count)
    case .term(let term): return try documents(of: term)
    case .filter(let sets): return sets[segmentIndex]
    case .text(let text):
      return try text.documents(
        inSegment: segmentIndex, within: allowed ?? .all(capacity: count))
    case .not(let part): return try documents(of: part, within: allowed).inverted()
    case .or(let parts):
      var set = DocumentSet(capacity: count)
      for part in parts where !part.readsTexts { set.formUnion(try documents(of: part)) }
      for part in parts where part.readsTexts {
        // A document that another alternative has let in need not be read.
        var rest = allowed ?? .all(capacity: count)
        rest.subtract(set)
        set.formUnion(try documents(of: part, within: rest))
      }
      return set
    case .and(let parts):
      var set = allowed ?? .all(capacity: count)
      // Texts are read last, of the documents that all else has left.
      for readsTexts in [false, true] {
        for part in parts where part.readsTexts == readsTexts {
          set.formIntersection(try documents(of: part, within: set))
          if set.isEmpty { return set }
        }
      }
      return set
    case .phrase(let phrase):
      var set = DocumentSet(capacity: count)
      try forEachMatch(of: phrase) { matcher, _ in set.insert(matcher.cursors[0].document) }
      return set
    case .near(let near): return try documents(of: near)
    }
  }

  private func documents(of term: ScoredTerm) throws(IndexError) -> DocumentSet {
    var set = DocumentSet(capacity: live.segment.documentCount)
    guard let cursor = try term.cursor(live, segmentIndex) else { return set }
    while cursor.document != PostingCursor.end {
      set.insert(cursor.document)
      cursor.next()
    }
    if cursor.isDamaged { throw .damaged("postings") }
    return set
  }

  /// Calls `body` for every document with the phrase, cursors standing on it, with its count there.
  func forEachMatch(
    of phrase: PhraseClause, _ body: (PhraseMatcher, Int) -> Void
  ) throws(IndexError) {
    guard let matcher = try matcher(phrase) else { return }
    try forEachCommon(matcher.cursors) {
      let count = matcher.match()
      if count > 0 { body(matcher, count) }
    }
  }

  private func matcher(_ phrase: PhraseClause) throws(IndexError) -> PhraseMatcher? {
    var cursors: [PostingCursor] = []
    for part in phrase.parts {
      guard let cursor = try part.term.cursor(live, segmentIndex) else { return nil }
      cursors.append(cursor)
    }
    return PhraseMatcher(cursors: cursors, offsets: phrase.parts.map { $0.offset })
  }

  private func documents(of near: NearClause) throws(IndexError) -> DocumentSet {
    var set = DocumentSet(capacity: live.segment.documentCount)
    var matchers: [PhraseMatcher] = []
    for part in near.parts {
      guard let matcher = try matcher(part) else { return set }
      matchers.append(matcher)
    }
    let cursors = matchers.flatMap { $0.cursors }
    let near = NearMatcher(matchers, distance: near.distance)
    try forEachCommon(cursors) { if near.match() { set.insert(cursors[0].document) } }
    return set
  }

  /// Calls `body` for every document that all cursors have.
  private func forEachCommon(_ cursors: [PostingCursor], _ body: () -> Void) throws(IndexError) {
    let ordered = cursors.sorted { $0.documentCount < $1.documentCount }
    let lead = ordered[0]
    while lead.document != PostingCursor.end {
      var document = lead.document
      for cursor in ordered.dropFirst() {
        cursor.advance(to: document)
        if cursor.document != document {
          document = cursor.document
          break
        }
      }
      if document == lead.document {
        body()
        lead.next()
      } else {
        lead.advance(to: document)
      }
    }
    if cursors.contains(where: { $0.isDamaged }) { throw .damaged("postings") }
  }
}
