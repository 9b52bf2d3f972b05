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

  init(
    _ live: LiveSegment, _ segmentIndex: Int, _ statistics: LengthStatistics, tieBreakColumn: Int,
    allowed: DocumentSet?
  ) throws(IndexError) {
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
    guard score >= top.threshold else { return }
    let tieBreak = try live.segment.value(tieBreakColumn, document)
    top.offer(
      TopHits.Entry(
        score: score, tieBreak: tieBreak,
        id: DocumentID(segment: segmentIndex, document: document)))
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
  func scoreAll(
    terms: [ScoredTerm], phrases: [PhraseClause], nears: [NearClause], into top: inout TopHits
  ) throws(IndexError) {
    var cursors: [PostingCursor] = []
    var members: [ConjunctionMember] = []
    var matchers: [(matcher: PhraseMatcher, idf: Float)] = []
    var nearMatchers: [NearMatcher] = []
    for term in terms {
      guard let cursor = try term.cursor(live, segmentIndex) else { return }
      cursors.append(cursor)
      members.append(
        ConjunctionMember(
          cursor: CursorReference(cursor), idf: term.idf, documentCount: cursor.documentCount))
    }
    func matcher(
      _ phrase: PhraseClause, idf: (ScoredTerm) -> Float
    ) throws(IndexError) -> PhraseMatcher? {
      var ownCursors: [PostingCursor] = []
      for part in phrase.parts {
        guard let cursor = try part.term.cursor(live, segmentIndex) else { return nil }
        ownCursors.append(cursor)
        members.append(
          ConjunctionMember(
            cursor: CursorReference(cursor), idf: idf(part.term),
            documentCount: cursor.documentCount))
      }
      cursors += ownCursors
      return PhraseMatcher(cursors: ownCursors, offsets: phrase.parts.map { $0.offset })
    }
    for phrase in phrases {
      guard let matcher = try matcher(phrase, idf: { _ in 0 }) else { return }
      matchers.append((matcher, phrase.idf))
    }
    for near in nears {
      var parts: [PhraseMatcher] = []
      for part in near.parts {
        guard let matcher = try matcher(part, idf: { $0.idf }) else { return }
        parts.append(matcher)
      }
      nearMatchers.append(NearMatcher(parts, distance: near.distance))
    }
    members.sort { $0.documentCount < $1.documentCount }
    try intersect(members, matchers, nearMatchers, into: &top)
    if cursors.contains(where: { $0.isDamaged }) { throw .damaged("postings") }
  }

  /// A list that must hold the document; its idf is 0 where a phrase scores in its place.
  private struct ConjunctionMember {
    let cursor: CursorReference
    let idf: Float
    let documentCount: Int
  }

  private func intersect(
    _ members: [ConjunctionMember], _ phrases: [(matcher: PhraseMatcher, idf: Float)],
    _ nears: [NearMatcher], into top: inout TopHits
  ) throws(IndexError) {
    let lead = members[0].cursor
    var checkedThrough = -1
    while lead.document != PostingCursor.end {
      var document = lead.document
      if document > checkedThrough, top.threshold > 0 {
        let (bound, last) = boundOfAll(members, phrases, at: document)
        if bound < top.threshold {
          lead.advance(to: last + 1)
          continue
        }
        checkedThrough = last
      }
      for member in members.dropFirst() {
        member.cursor.advance(to: document)
        if member.cursor.document != document {
          document = member.cursor.document
          break
        }
      }
      guard document == lead.document else {
        lead.advance(to: document)
        continue
      }
      if isAllowed(document) { try score(document, members, phrases, nears, into: &top) }
      lead.next()
    }
  }

  /// The most that documents from `document` through `last` can score, by the lists' blocks.
  private func boundOfAll(
    _ members: [ConjunctionMember], _ phrases: [(matcher: PhraseMatcher, idf: Float)],
    at document: Int
  ) -> (bound: Float, last: Int) {
    var bound: Float = 0
    var last = PostingCursor.end - 1
    for member in members where member.idf > 0 {
      let block = member.cursor.bound(at: document)
      bound += Scoring.bound(impact: slack * ImpactByte.decode(block.impact), idf: member.idf)
      last = min(last, block.lastDocument)
    }
    for phrase in phrases {
      var least = Float.infinity
      for cursor in phrase.matcher.references {
        let block = cursor.bound(at: document)
        least = min(least, slack * ImpactByte.decode(block.impact))
        last = min(last, block.lastDocument)
      }
      bound += Scoring.bound(impact: least, idf: phrase.idf)
    }
    return (bound, last)
  }

  private func score(
    _ document: Int, _ members: [ConjunctionMember],
    _ phrases: [(matcher: PhraseMatcher, idf: Float)], _ nears: [NearMatcher],
    into top: inout TopHits
  ) throws(IndexError) {
    var score: Float = 0
    for member in members where member.idf > 0 {
      score += Scoring.score(
        weighted: weighted(member.cursor.count, member.cursor.boost, document), idf: member.idf)
    }
    if phrases.isEmpty, nears.isEmpty {
      try offer(score, document, to: &top)
      return
    }
    // Positions are only read where the phrases could still lift the document in.
    var most = score
    for phrase in phrases {
      most += Scoring.bound(impact: leastWeight(phrase.matcher, document), idf: phrase.idf)
    }
    guard most >= top.threshold else { return }
    for phrase in phrases {
      let count = phrase.matcher.match()
      guard count > 0 else { return }
      score += phraseScore(phrase.matcher, count, document, idf: phrase.idf)
    }
    for near in nears { guard near.match() else { return } }
    try offer(score, document, to: &top)
  }

  private func leastWeight(_ matcher: PhraseMatcher, _ document: Int) -> Float {
    var least = Float.infinity
    for cursor in matcher.references {
      least = min(least, weighted(cursor.count, cursor.boost, document))
    }
    return least
  }

  /// A phrase weighs as a word that occurs as often, with the least of its words' boosts.
  func phraseScore(
    _ matcher: PhraseMatcher, _ count: Int, _ document: Int, idf: Float
  ) -> Float {
    let boost = matcher.cursors.reduce(UInt32.max) { min($0, $1.boost) }
    return Scoring.score(weighted: weighted(UInt32(count), boost, document), idf: idf)
  }
}
