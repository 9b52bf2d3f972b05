import Synchronization

/// A regular expression in one index: which documents match, found out for those that are asked for
/// and remembered, so that no text is read twice in a search.
final class RegexClause: Sendable {
  private let expression: RegularExpression
  private let scope: FieldScope
  private let index: Index
  private let client: any SearchClient
  /// Documents with the words that the expression must contain, for each segment.
  private let candidates: [DocumentSet]
  private let known: Mutex<[Known]>

  /// The documents of a segment that were tried, and those of them that match.
  private struct Known {
    var tried: DocumentSet
    var matching: DocumentSet
  }

  /// Documents that a thread takes at a time.
  private static let batch = 16

  init(
    _ expression: RegularExpression, in scope: FieldScope, _ index: Index,
    _ client: any SearchClient
  ) throws(IndexError) {
    self.expression = expression
    self.scope = scope
    self.index = index
    self.client = client
    var candidates = try RegexCandidates(expression.pattern).documents(in: index)
    for (number, live) in index.segments.enumerated() {
      candidates[number].subtract(live.deleted)
    }
    self.candidates = candidates
    known = Mutex(index.emptySets().map { Known(tried: $0, matching: $0) })
  }

  /// How the expression is typed.
  var label: String { QueryText.regex(expression.pattern, expression.options) }

  /// The documents of a segment that match, among those of `allowed`.
  func documents(
    inSegment segment: Int, within allowed: DocumentSet
  ) throws(IndexError) -> DocumentSet {
    var wanted = candidates[segment]
    wanted.formIntersection(allowed)
    var found = known.withLock { $0[segment] }
    var untried = wanted
    untried.subtract(found.tried)
    if !untried.isEmpty {
      let matching = try verify(untried, inSegment: segment)
      found = known.withLock { known in
        known[segment].tried.formUnion(untried)
        known[segment].matching.formUnion(matching)
        return known[segment]
      }
    }
    wanted.formIntersection(found.matching)
    return wanted
  }

  private func verify(
    _ documents: DocumentSet, inSegment segment: Int
  ) throws(IndexError) -> DocumentSet {
    var list: [Int] = []
    documents.forEach { list.append($0) }
    let all = list
    let result = Mutex(DocumentSet(capacity: documents.capacity))
    let failure = Mutex<IndexError?>(nil)
    let next = Atomic(0)
    let workers = all.count < 2 * Self.batch ? 1 : processorCount()
    concurrently(workers) { _ in
      let matcher = RegularExpression.Matcher(expression)
      var own = DocumentSet(capacity: documents.capacity)
      do throws(IndexError) {
        while true {
          let start = next.wrappingAdd(Self.batch, ordering: .relaxed).oldValue
          guard start < all.count else { break }
          for document in all[start..<min(all.count, start + Self.batch)]
          where try matches(DocumentID(segment: segment, document: document), matcher) {
            own.insert(document)
          }
        }
      } catch {
        failure.withLock { $0 = error }
      }
      result.withLock { $0.formUnion(own) }
    }
    if let error = failure.withLock({ $0 }) { throw error }
    return result.withLock { $0 }
  }

  private func matches(
    _ id: DocumentID, _ matcher: RegularExpression.Matcher
  ) throws(IndexError) -> Bool {
    guard let text = try client.text(of: id, in: scope, index) else { return false }
    switch matcher.firstMatch(in: text) {
    case .match: return true
    case .none: return false
    case .unfinished:
      try client.gaveUp(on: id, matching: label, index)
      return false
    }
  }
}

/// The expressions of a search, each once, whatever part of the search asks for it.
final class RegexClauses: Sendable {
  private let clauses = Mutex<[String: RegexClause]>([:])

  /// The clause of an expression in a scope, made where it is asked for first.
  func clause(
    _ label: String, make: () throws(IndexError) -> RegexClause
  ) throws(IndexError) -> RegexClause {
    if let clause = clauses.withLock({ $0[label] }) { return clause }
    let clause = try make()
    clauses.withLock { $0[label] = clause }
    return clause
  }
}
