extension Searcher {
  /// The greatest number of unknown words in a query that is corrected: more are no slip of the
  /// finger.
  private static let maximumCorrections = 8

  /// The query with each word that no document has replaced by the nearest word that one has.
  ///
  /// - Returns: nil if no word has a near one, or more than eight words are unknown.
  /// - Complexity: linear in the dictionary; for queries that found nothing.
  package func correction(of root: QueryNode) throws(IndexError) -> QueryNode? {
    var unknown = Set<QueryNode>()
    try collectUnknown(root, into: &unknown)
    guard !unknown.isEmpty, unknown.count <= Self.maximumCorrections else { return nil }
    let near = try nearest(to: unknown)
    return near.isEmpty ? nil : root.replacing(near)
  }

  private func collectUnknown(
    _ node: QueryNode, into unknown: inout Set<QueryNode>
  ) throws(IndexError) {
    guard unknown.count <= Self.maximumCorrections else { return }
    switch node {
    case .word:
      if case .term(let term) = try compile(node), term.documentCount == 0 { unknown.insert(node) }
    case .and(let parts), .or(let parts):
      for part in parts { try collectUnknown(part, into: &unknown) }
    default: return
    }
  }

  /// For each word that has any, the indexed word with the fewest edits to it; of several the most
  /// frequent.
  private func nearest(
    to words: Set<QueryNode>
  ) throws(IndexError) -> [QueryNode: QueryNode] {
    var misspelt: [Misspelt] = []
    for node in words {
      guard case .word(let word, let scope) = node, let one = Misspelt(word, scope) else {
        continue
      }
      misspelt.append(one)
    }
    for live in index.segments {
      try live.segment.forEachTerm(prefix: [KeySpace.words]) { (key, postings) throws(IndexError) in
        for number in misspelt.indices where misspelt[number].isNear(key[1...]) {
          let living =
            live.deletedCount == 0
            ? postings.documents : try live.documents(of: postings).count
          misspelt[number].add(key.dropFirst(), living)
        }
        return true
      }
    }
    var replacements: [QueryNode: QueryNode] = [:]
    for one in misspelt {
      if let whole = try contraction(one) {
        replacements[.word(one.word, in: one.scope)] = whole
      } else if let best = one.best {
        replacements[.word(one.word, in: one.scope)] = .word(best, in: one.scope)
      }
    }
    return replacements
  }

  /// `don't` for `dont`, if a document has it.
  private func contraction(_ misspelt: Misspelt) throws(IndexError) -> QueryNode? {
    for ending in ["t", "s", "m", "d", "re", "ve", "ll"] where misspelt.word.hasSuffix(ending) {
      let word = misspelt.word.dropLast(ending.count) + "'" + ending
      let node = QueryNode.word(String(word), in: misspelt.scope)
      if try documents(of: node).contains(where: { !$0.isEmpty }) { return node }
    }
    return nil
  }
}

/// A word that no document has, and those near to it.
private struct Misspelt {
  let word: String
  let scope: FieldScope
  private let one: EditDistance
  private let two: EditDistance?
  private var near: [[UInt8]: (edits: Int, documents: Int)] = [:]

  /// - Returns: nil of a short word, which is near to too many others, and of one of several parts.
  init?(_ word: String, _ scope: FieldScope) {
    let words = QueryWords(word).words
    guard words.count == 1, let folded = words.first?.text else { return nil }
    // Letters are counted and not bytes, of which two signs of Chinese have six.
    let letters = String(decoding: folded, as: UTF8.self).unicodeScalars.count
    guard letters >= 4, let one = EditDistance(folded, edits: 1) else { return nil }
    self.word = word
    self.scope = scope
    self.one = one
    two = letters < 6 ? nil : EditDistance(folded, edits: 2)
  }

  func isNear(_ term: ArraySlice<UInt8>) -> Bool { (two ?? one).matches(term) }

  mutating func add(_ term: ArraySlice<UInt8>, _ documents: Int) {
    guard documents > 0 else { return }
    let edits = one.matches(term) ? 1 : 2
    near[Array(term), default: (edits, 0)].documents += documents
  }

  var best: String? {
    let best = near.min { left, right in
      if left.value.edits != right.value.edits { return left.value.edits < right.value.edits }
      if left.value.documents != right.value.documents {
        return left.value.documents > right.value.documents
      }
      return left.key.lexicographicallyPrecedes(right.key)
    }
    return best.map { String(decoding: $0.key, as: UTF8.self) }
  }
}

extension QueryNode {
  /// The tree with some of its words replaced.
  fileprivate func replacing(_ words: [QueryNode: QueryNode]) -> QueryNode {
    switch self {
    case .word: words[self] ?? self
    case .and(let parts): .all(of: parts.map { $0.replacing(words) })
    case .or(let parts): .any(of: parts.map { $0.replacing(words) })
    default: self
    }
  }
}
