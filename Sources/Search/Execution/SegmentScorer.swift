/// Scores one segment's documents for a query, and offers the best.
///
/// Three loops skip documents that cannot win (one term, terms that must all occur, terms of which
/// any may); every other shape is evaluated to a set first and scored term by term.
struct SegmentScorer {
  let live: LiveSegment
  let segmentIndex: Int
  let norms: [Float]
  /// The factor by which the segment's impacts are multiplied to be bounds for these norms.
  let slack: Float
  let tieBreakColumn: Int
  private let lengths: ByteView
  /// Documents that may be found; nil if all may.
  let allowed: DocumentSet?
  /// What the allowed documents gain beside the query's words; nil if none gains anything.
  private let lifting: PreferredDocuments?
  /// The most that one gains.
  let mostGain: Float

  init(
    _ live: LiveSegment, _ segmentIndex: Int, _ statistics: LengthStatistics, tieBreakColumn: Int,
    allowed: DocumentSet?, lifting: PreferredDocuments? = nil
  ) throws(IndexError) {
    self.lifting = lifting
    mostGain = lifting?.mostGain ?? 0
    self.live = live
    self.segmentIndex = segmentIndex
    norms = statistics.norms
    slack = statistics.slack
    self.tieBreakColumn = tieBreakColumn
    self.allowed = allowed
    lengths = try live.segment.lengthBytes()
  }

  @inline(__always)
  func isAllowed(_ document: Int) -> Bool {
    guard let allowed else { return true }
    return allowed.contains(document)
  }

  @inline(__always)
  func weighted(_ count: UInt32, _ boost: UInt32, _ document: Int) -> Float {
    Float(count) * norms[Int(lengths.unchecked(document))] + Float(boost)
  }

  @inline(__always)
  func offer(_ score: Float, _ document: Int, to top: inout TopHits) throws(IndexError) {
    guard score + mostGain >= top.threshold else { return }
    let score = lifting == nil ? score : try lifted(score, document)
    guard score >= top.threshold else { return }
    let tieBreak = try live.segment.value(tieBreakColumn, document)
    top.offer(
      TopHits.Entry(
        score: score, tieBreak: tieBreak,
        id: DocumentID(segment: segmentIndex, document: document)))
  }

  @inline(never)
  private func lifted(_ score: Float, _ document: Int) throws(IndexError) -> Float {
    let id = DocumentID(segment: segmentIndex, document: document)
    guard let gains = try lifting?.gains(of: id) else { return score }
    return score + gains.title + gains.heading
  }

  /// The least impact byte whose bound reaches `threshold`.
  func impactNeeded(idf: Float, threshold: Float) -> UInt8 {
    guard threshold > 0 else { return 0 }
    var low = 0
    var high = 255
    while low < high {
      let middle = (low + high) / 2
      if Scoring.bound(impact: slack * ImpactByte.decode(UInt8(middle)), idf: idf) < threshold {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return UInt8(low)
  }

  // MARK: One term

  func scoreTerm(_ term: ScoredTerm, into top: inout TopHits) throws(IndexError) {
    guard let cursor = try term.cursor(live, segmentIndex) else { return }
    let idf = term.idf
    var threshold = top.threshold
    var needed = impactNeeded(idf: idf, threshold: threshold)
    while cursor.document != PostingCursor.end {
      if cursor.blockReaches(needed) {
        let block = cursor.currentBlock()
        for index in block.range {
          let document = Int(block.documents[index])
          let score = Scoring.score(
            weighted: weighted(block.counts[index], block.boosts[index], document), idf: idf)
          if score >= top.threshold, isAllowed(document) {
            try offer(score, document, to: &top)
          }
        }
        if top.threshold != threshold {
          threshold = top.threshold
          needed = impactNeeded(idf: idf, threshold: threshold)
        }
      }
      cursor.nextBlock(impactAtLeast: needed)
    }
    if cursor.isDamaged { throw .damaged("postings") }
  }

  // MARK: All of several

  /// Scores documents that hold every term, every phrase and every near group.
  ///
  /// - Parameter row: a phrase that need not be there, and lifts the documents that have it.
  func scoreAll(
    terms: [ScoredTerm], phrases: [PhraseClause], nears: [NearClause], row: PhraseClause?,
    into top: inout TopHits
  ) throws(IndexError) {
    var cursors: [PostingCursor] = []
    var matchers: [PhraseMatcher] = []
    var wanted = Conjunction()
    for term in terms {
      guard let cursor = try term.cursor(live, segmentIndex) else { return }
      cursors.append(cursor)
      wanted.lists.append(List(cursor, idf: term.idf))
    }
    func matcher(_ phrase: PhraseClause) throws(IndexError) -> PhraseMatcher? {
      var own: [PostingCursor] = []
      for part in phrase.parts {
        guard let cursor = try part.term.cursor(live, segmentIndex) else { return nil }
        own.append(cursor)
      }
      cursors += own
      let matcher = PhraseMatcher(cursors: own, offsets: phrase.parts.map { $0.offset })
      matchers.append(matcher)
      return matcher
    }
    for phrase in phrases {
      guard let matcher = try matcher(phrase) else { return }
      wanted.lists += matcher.cursors.map { List($0, idf: 0) }
      wanted.phrases.append(ScoredPhrase(matcher, idf: phrase.idf))
    }
    for near in nears {
      var parts: [PhraseMatcher] = []
      for part in near.parts {
        guard let matcher = try matcher(part) else { return }
        wanted.lists += zip(matcher.cursors, part.parts).map { List($0, idf: $1.term.idf) }
        parts.append(matcher)
      }
      wanted.nears.append(NearMatcher(parts, distance: near.distance))
    }
    if let row, let matcher = try matcher(row) {
      wanted.row = ScoredPhrase(matcher, idf: row.idf)
    }
    wanted.lists.sort { $0.documentCount < $1.documentCount }
    try withExtendedLifetime(matchers) { () throws(IndexError) in
      if let allowed, allowed.count < wanted.lists[0].documentCount {
        try forEach(of: allowed, in: wanted, into: &top)
      } else {
        try intersect(wanted, into: &top)
      }
    }
    if cursors.contains(where: { $0.isDamaged }) { throw .damaged("postings") }
  }

  /// A list that must hold the document; its idf is 0 where a phrase scores in its place.
  private struct List {
    let cursor: CursorReference
    let idf: Float
    let documentCount: Int

    init(_ cursor: PostingCursor, idf: Float) {
      self.cursor = CursorReference(cursor)
      self.idf = idf
      documentCount = cursor.documentCount
    }
  }

  private struct ScoredPhrase {
    let matcher: MatcherReference
    let idf: Float

    init(_ matcher: PhraseMatcher, idf: Float) {
      self.matcher = MatcherReference(matcher)
      self.idf = idf
    }
  }

  /// What a document must hold, and the row that lifts it.
  private struct Conjunction {
    /// The rarest first.
    var lists: [List] = []
    /// Of cursors that are in ``lists``.
    var phrases: [ScoredPhrase] = []
    var nears: [NearMatcher] = []
    var row: ScoredPhrase?
  }

  /// Asks the lists for each of the allowed documents, where these are fewer than the documents of any list.
  private func forEach(
    of documents: DocumentSet, in wanted: Conjunction, into top: inout TopHits
  ) throws(IndexError) {
    try documents.forEach { (document) throws(IndexError) in
      for list in wanted.lists {
        list.cursor.advance(to: document)
        if list.cursor.document != document { return }
      }
      try score(document, wanted, into: &top)
    }
  }

  private func intersect(
    _ wanted: Conjunction, into top: inout TopHits
  ) throws(IndexError) {
    let lead = wanted.lists[0].cursor
    var checkedThrough = -1
    while lead.document != PostingCursor.end {
      var document = lead.document
      if document > checkedThrough, top.threshold > 0 {
        let (bound, last) = boundOfAll(wanted, at: document)
        if bound + mostGain < top.threshold {
          lead.advance(to: last + 1)
          continue
        }
        checkedThrough = last
      }
      for index in 1..<wanted.lists.count {
        let cursor = wanted.lists[index].cursor
        cursor.advance(to: document)
        if cursor.document != document {
          document = cursor.document
          break
        }
      }
      guard document == lead.document else {
        lead.advance(to: document)
        continue
      }
      if isAllowed(document) { try score(document, wanted, into: &top) }
      lead.next()
    }
  }

  /// The most that documents from `document` through `last` can score, by the lists' blocks.
  private func boundOfAll(
    _ wanted: Conjunction, at document: Int
  ) -> (bound: Float, last: Int) {
    var bound: Float = 0
    var last = PostingCursor.end - 1
    for list in wanted.lists where list.idf > 0 {
      let block = list.cursor.bound(at: document)
      bound += Scoring.bound(impact: slack * ImpactByte.decode(block.impact), idf: list.idf)
      last = min(last, block.lastDocument)
    }
    for phrase in wanted.phrases { bound += self.bound(of: phrase, at: document, through: &last) }
    if let row = wanted.row { bound += self.bound(of: row, at: document, through: &last) }
    return (bound, last)
  }

  @inline(__always)
  private func bound(
    of phrase: ScoredPhrase, at document: Int, through last: inout Int
  ) -> Float {
    var least = Float.infinity
    for index in 0..<phrase.matcher.count {
      let block = phrase.matcher[index].bound(at: document)
      least = min(least, slack * ImpactByte.decode(block.impact))
      last = min(last, block.lastDocument)
    }
    return Scoring.bound(impact: least, idf: phrase.idf)
  }

  private func score(
    _ document: Int, _ wanted: Conjunction, into top: inout TopHits
  ) throws(IndexError) {
    var score: Float = 0
    for index in wanted.lists.indices {
      let list = wanted.lists[index]
      if list.idf <= 0 { continue }
      score += Scoring.score(
        weighted: weighted(list.cursor.count, list.cursor.boost, document), idf: list.idf)
    }
    var rowBound: Float = 0
    if let row = wanted.row {
      var last = document
      rowBound = bound(of: row, at: document, through: &last)
    }
    if !wanted.phrases.isEmpty || !wanted.nears.isEmpty {
      // Positions are only read where the phrases could still lift the document in.
      var most = score + rowBound + mostGain
      for phrase in wanted.phrases {
        most += Scoring.bound(impact: leastWeight(phrase.matcher, document), idf: phrase.idf)
      }
      guard most >= top.threshold else { return }
      for phrase in wanted.phrases {
        let count = phrase.matcher.match()
        guard count > 0 else { return }
        score += phraseScore(phrase.matcher, count, document, idf: phrase.idf)
      }
      for near in wanted.nears { guard near.match() else { return } }
    }
    if let row = wanted.row, score + rowBound + mostGain >= top.threshold {
      score += self.score(ofRow: row, document, needed: top.threshold - score - mostGain)
    }
    try offer(score, document, to: &top)
  }

  /// The score that a row adds where the document has it.
  ///
  /// - Parameter needed: what it has to add so that the document is offered; less may be given as 0.
  private func score(ofRow row: ScoredPhrase, _ document: Int, needed: Float) -> Float {
    for index in 0..<row.matcher.count {
      let cursor = row.matcher[index]
      cursor.advance(to: document)
      if cursor.document != document { return 0 }
    }
    let most = Scoring.bound(impact: leastWeight(row.matcher, document), idf: row.idf)
    guard most >= needed else { return 0 }
    let count = row.matcher.match()
    return count > 0 ? phraseScore(row.matcher, count, document, idf: row.idf) : 0
  }

  private func leastWeight(_ matcher: MatcherReference, _ document: Int) -> Float {
    var least = Float.infinity
    for index in 0..<matcher.count {
      let cursor = matcher[index]
      least = min(least, weighted(cursor.count, cursor.boost, document))
    }
    return least
  }

  /// A phrase weighs as a word that occurs as often, with the least of its words' boosts.
  func phraseScore(
    _ matcher: MatcherReference, _ count: Int, _ document: Int, idf: Float
  ) -> Float {
    var boost = UInt32.max
    for index in 0..<matcher.count { boost = min(boost, matcher[index].boost) }
    return Scoring.score(weighted: weighted(UInt32(count), boost, document), idf: idf)
  }
}
