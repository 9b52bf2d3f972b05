import Search

/// An index and the oracle over the same documents, to be asked the same questions.
final class OracleTrial {
  private let index: Index
  private let searcher: Searcher
  private let oracle: OracleIndex
  private let documents: [String: OracleDocument]
  /// An index built at once from the same documents.
  private lazy var builtAtOnce = Result {
    try OracleTrial(OracleCase(steps: [OracleCase.Step(puts: documents)], query: .all))
  }

  init(_ whole: OracleCase) throws {
    documents = whole.documents
    index = try OracleEngine.index(after: whole.steps, isCramped: whole.isCramped)
    searcher = Searcher(index, client: OracleEngine(documents: documents))
    oracle = OracleIndex(documents)
  }

  /// How the documents found are not the right ones, or not in order; nil where they are.
  func setFailure(_ query: QueryNode) -> String? {
    do {
      guard index.documentCount == oracle.entries.count else {
        return "\(index.documentCount) documents instead of \(oracle.entries.count)"
      }
      let expected = oracle.keys(of: query)
      let sets = try searcher.documents(of: query)
      var found = Set<String>()
      try index.forEachDocument { id, key in
        if sets[id.segment].contains(id.document) {
          found.insert(String(decoding: key, as: UTF8.self))
        }
      }
      if sets.reduce(0, { $0 + $1.count }) != found.count { return "finds what is deleted" }
      if found != expected { return "finds \(found.sorted()) instead of \(expected.sorted())" }
      return try orderFailure(query, expected)
    } catch {
      return "fails: \(error)"
    }
  }

  private func orderFailure(_ query: QueryNode, _ expected: Set<String>) throws -> String? {
    let all = try searcher.best(.max, of: query)
    let names = try all.map { try name($0.id) }
    if names.count != expected.count || Set(names) != expected {
      return "ranks \(names.sorted()) instead of \(expected.sorted())"
    }
    if zip(all, all.dropFirst()).contains(where: { $0.score < $1.score }) {
      return "is not in order of scores"
    }
    for limit in [1, 3, 20] {
      let best = try searcher.best(limit, of: query)
      let isEqual = zip(best, all).allSatisfy { isClose(Double($0.score), Double($1.score)) }
      if best.count != min(limit, all.count) || !isEqual {
        let scores = all.prefix(limit).map(\.score)
        return "the best \(limit) score \(best.map(\.score)) instead of \(scores)"
      }
    }
    return nil
  }

  /// How the hits are not those of an index built at once from the same documents, in the same order
  /// and with the same scores.
  func orderFailure(_ query: QueryNode) -> String? {
    do {
      let new = try builtAtOnce.get()
      for limit in [3, Int.max] {
        for preference in [nil, Self.preference] {
          let own = try searcher.best(limit, of: query, preferring: preference)
          let others = try new.searcher.best(limit, of: query, preferring: preference)
          let lines = try own.map { "\(try name($0.id)) \($0.score)" }
          let otherLines = try others.map { "\(try new.name($0.id)) \($0.score)" }
          if lines != otherLines { return "ranks \(lines) instead of \(otherLines)" }
        }
      }
      return nil
    } catch {
      return "fails: \(error)"
    }
  }

  /// How a hit's score is not what the formula says.
  func scoreFailure(_ query: QueryNode) -> String? {
    do {
      for hit in try searcher.best(.max, of: query) {
        let key = try name(hit.id)
        guard let entry = oracle.entries.first(where: { $0.key == key }) else {
          return "finds \(key), which there is not"
        }
        let expected = oracle.score(of: query, entry)
        if !isClose(Double(hit.score), expected) {
          return "\(key) scores \(hit.score) instead of \(expected)"
        }
      }
      return nil
    } catch {
      return "fails: \(error)"
    }
  }

  /// A preference of words that the generator has.
  private static let preference = Preference(["walk", "house"], titles: "title", headings: "alias")

  /// How a hit's score, with what lifts it, is not what the formula says, or the best are not the first
  /// of all.
  ///
  /// - Parameter query: the words of the preference.
  func preferenceFailure(_ query: QueryNode) -> String? {
    do {
      let all = try searcher.best(.max, of: query, preferring: Self.preference)
      for limit in [1, 4] {
        let best = try searcher.best(limit, of: query, preferring: Self.preference)
        if best != Array(all.prefix(limit)) { return "the best \(limit) are not the first" }
      }
      for hit in all {
        let key = try name(hit.id)
        guard let entry = oracle.entries.first(where: { $0.key == key }) else {
          return "finds \(key), which there is not"
        }
        let expected =
          oracle.score(of: query, entry) + oracle.gain(of: Self.preference, entry)
        if !isClose(Double(hit.score), expected) {
          return "\(key) scores \(hit.score) instead of \(expected)"
        }
      }
      return nil
    } catch {
      return "fails: \(error)"
    }
  }

  private func name(_ id: DocumentID) throws(IndexError) -> String {
    String(decoding: try index.key(of: id), as: UTF8.self)
  }

  private func isClose(_ first: Double, _ second: Double) -> Bool {
    // Each of some ten parts is rounded to a multiple of 2^-13.
    abs(first - second) <= 1e-4 * max(abs(first), abs(second)) + 10 * 0x1p-13
  }
}
