/// Any of several terms: MaxScore with block bounds.
///
/// Terms in ascending order of their bounds; those whose bounds together cannot reach the threshold
/// propose no documents and are only asked about the others' (Turtle and Flood, "Query evaluation:
/// strategies and optimizations", 1995).
extension SegmentScorer {
  /// One term and the most it can add.
  private struct Member {
    let cursor: CursorReference
    let idf: Float
    let bound: Float
  }

  func scoreAny(_ terms: [ScoredTerm], into top: inout TopHits) throws(IndexError) {
    var cursors: [PostingCursor] = []
    var members: [Member] = []
    for term in terms {
      guard let cursor = try term.cursor(live, segmentIndex) else { continue }
      cursors.append(cursor)
      members.append(
        Member(
          cursor: CursorReference(cursor), idf: term.idf,
          bound: Scoring.bound(impact: slack * cursor.impact, idf: term.idf)))
    }
    guard !members.isEmpty else { return }
    members.sort { $0.bound < $1.bound }
    // bounds[i]: the greatest sum of the scores of members 0...i.
    var bounds: [Float] = []
    for member in members { bounds.append((bounds.last ?? 0) + member.bound) }
    var firstEssential = 0
    while firstEssential < members.count {
      if bounds[firstEssential] < top.threshold {
        firstEssential += 1
        continue
      }
      var document = PostingCursor.end
      for index in firstEssential..<members.count {
        document = min(document, members[index].cursor.document)
      }
      guard document != PostingCursor.end else { break }
      try score(document, members, bounds, firstEssential, into: &top)
    }
    if cursors.contains(where: { $0.isDamaged }) { throw .damaged("postings") }
  }

  @inline(__always)
  private func score(
    _ document: Int, _ members: [Member], _ bounds: [Float], _ firstEssential: Int,
    into top: inout TopHits
  ) throws(IndexError) {
    var score: Float = 0
    for index in firstEssential..<members.count {
      let cursor = members[index].cursor
      guard cursor.document == document else { continue }
      score += Scoring.score(
        weighted: weighted(cursor.count, cursor.boost, document), idf: members[index].idf)
      cursor.next()
    }
    guard isAllowed(document) else { return }
    var index = firstEssential - 1
    while index >= 0 {
      guard (score + bounds[index]) * 1.00001 >= top.threshold else { return }
      let cursor = members[index].cursor
      cursor.advance(to: document)
      if cursor.document == document {
        score += Scoring.score(
          weighted: weighted(cursor.count, cursor.boost, document), idf: members[index].idf)
      }
      index -= 1
    }
    try offer(score, document, to: &top)
  }
}
