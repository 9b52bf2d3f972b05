extension Searcher {
  /// The query with each word that no document has replaced by the nearest word that one has.
  ///
  /// - Returns: nil where no word has a near one.
  /// - Complexity: linear in the dictionary, for each such word; for queries that found nothing.
  package func correction(of root: QueryNode) throws(IndexError) -> QueryNode? {
    let corrected = try corrected(root)
    return corrected == root ? nil : corrected
  }

  private func corrected(_ node: QueryNode) throws(IndexError) -> QueryNode {
    switch node {
    case .word(let word, let scope):
      guard try documents(of: node).allSatisfy({ $0.isEmpty }), let near = try nearest(to: word)
      else { return node }
      return .word(near, in: scope)
    case .and(let parts):
      return .all(of: try parts.map { (part) throws(IndexError) in try corrected(part) })
    case .or(let parts):
      return .any(of: try parts.map { (part) throws(IndexError) in try corrected(part) })
    default: return node
    }
  }

  /// The indexed word with the fewest edits to `word`; of several the most frequent.
  private func nearest(to word: String) throws(IndexError) -> String? {
    let words = QueryWords(word).words
    // A short word is near to too many others, and one of several parts is none.
    guard words.count == 1, let folded = words.first?.text, folded.count >= 4 else { return nil }
    for edits in 1...(folded.count < 6 ? 1 : 2) {
      guard let distance = EditDistance(folded, edits: edits) else { return nil }
      var counts: [[UInt8]: Int] = [:]
      for live in index.segments {
        try live.segment.forEachTerm(prefix: [KeySpace.words]) { key, postings in
          if distance.matches(key[1...]) {
            counts[Array(key.dropFirst()), default: 0] += postings.documents
          }
          return true
        }
      }
      let best = counts.max { left, right in
        left.value == right.value
          ? right.key.lexicographicallyPrecedes(left.key) : left.value < right.value
      }
      if let best { return String(decoding: best.key, as: UTF8.self) }
    }
    return nil
  }
}
