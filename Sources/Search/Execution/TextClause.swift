import OperatingSystem
import Synchronization

/// A condition that only a document's text can tell: which documents satisfy it, found out for those that are
/// asked for and remembered, so that no text is read twice in a search.
final class TextClause: Sendable {
  /// Tells if a document satisfies the condition; for one thread.
  typealias Test = (DocumentID) throws(IndexError) -> Bool

  private let makeTest: @Sendable () -> Test
  /// The documents of each segment that may satisfy it.
  private let candidates: [DocumentSet]
  private let known: Mutex<[Known]>

  /// The documents of a segment that were tried, and those of them that satisfy it.
  private struct Known {
    var tried: DocumentSet
    var matching: DocumentSet
  }

  /// Documents that a thread takes at a time.
  private static let batch = 16

  private init(
    _ candidates: [DocumentSet], in index: Index, makeTest: @escaping @Sendable () -> Test
  ) {
    var candidates = candidates
    for (number, live) in index.segments.enumerated() {
      candidates[number].subtract(live.deleted)
    }
    self.candidates = candidates
    self.makeTest = makeTest
    known = Mutex(index.emptySets().map { Known(tried: $0, matching: $0) })
  }

  /// A regular expression, in documents with the words that it must contain.
  convenience init(
    _ expression: RegularExpression, in scope: FieldScope, _ budget: MatchBudget, _ index: Index,
    _ client: any SearchClient
  ) throws(IndexError) {
    let label = QueryText.regex(expression.pattern, expression.options)
    self.init(try RegexCandidates(expression.pattern).documents(in: index), in: index) {
      let matcher = RegularExpression.Matcher(expression, budget)
      return { (id) throws(IndexError) in
        // The rest of the texts need not be read.
        if budget.isSpent {
          try client.gaveUp(on: id, matching: label, .time, index)
          return false
        }
        guard let text = try client.text(of: id, in: scope, index) else { return false }
        switch matcher.firstMatch(in: text) {
        case .match: return true
        case .none: return false
        case .unfinished, .overdue:
          let bound: MatchBound = budget.isSpent ? .time : .steps
          try client.gaveUp(on: id, matching: label, bound, index)
          return false
        }
      }
    }
  }

  /// A query that has to hold in one part of a document.
  ///
  /// - Parameters:
  ///   - kind: the kind of part; nil for the whole document.
  ///   - conditions: the documents of each segment that satisfy a condition of the query.
  convenience init(
    _ kind: String?, _ node: QueryNode, conditions: [Predicate: [DocumentSet]],
    _ budget: MatchBudget, _ index: Index, _ client: any SearchClient
  ) {
    let all = index.segments.map { DocumentSet.all(capacity: $0.segment.documentCount) }
    let sieve = ByteSieve(node)
    let expression = node.firstExpression
    let negates = node.negates
    self.init(all, in: index) {
      var queries: [String: PartQuery] = [:]
      let unfinished = PartQuery.Unfinished()
      return { (id) throws(IndexError) in
        if let expression, budget.isSpent {
          try client.gaveUp(on: id, matching: expression, .time, index)
          return false
        }
        guard let document = try client.document(id, passing: sieve, index) else {
          return false
        }
        let language = try index.language(of: id)
        let query =
          queries[language]
          ?? PartQuery(kind, node, language: language, budget, unfinished: unfinished)
        queries[language] = query
        unfinished.labels = []
        let found = query.matches(in: document, within: nil, isOneEnough: true) { predicate in
          conditions[predicate]?[id.segment].contains(id.document) == true
        }
        // If one part matches, it does not matter what is not known of another.
        if found == nil || negates {
          let bound: MatchBound = budget.isSpent ? .time : .steps
          for label in unfinished.labels {
            try client.gaveUp(on: id, matching: label, bound, index)
          }
        }
        return found != nil
      }
    }
  }

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
      let matches = makeTest()
      var own = DocumentSet(capacity: documents.capacity)
      do throws(IndexError) {
        while true {
          let start = next.wrappingAdd(Self.batch, ordering: .relaxed).oldValue
          guard start < all.count else { break }
          for document in all[start..<min(all.count, start + Self.batch)]
          where try matches(DocumentID(segment: segment, document: document)) {
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
}

extension QueryNode {
  /// True if a part of the query must not hold.
  fileprivate var negates: Bool {
    switch self {
    case .not: true
    case .and(let parts), .or(let parts), .near(let parts, _, _):
      parts.contains { $0.negates }
    case .within(_, let part): part.negates
    default: false
    }
  }

  /// The first regular expression, between slashes; nil if there is none.
  fileprivate var firstExpression: String? {
    switch self {
    case .regex(let pattern, let options, _): QueryText.regex(pattern, options)
    case .and(let parts), .or(let parts), .near(let parts, _, _):
      parts.lazy.compactMap(\.firstExpression).first
    case .not(let part), .within(_, let part): part.firstExpression
    default: nil
    }
  }
}

/// The clauses of a search that read texts, each once, whichever parts of the search use it.
final class TextClauses: Sendable {
  private let clauses = Mutex<[String: TextClause]>([:])

  /// The clause of that label, made where it is asked for first.
  func clause(
    _ label: String, make: () throws(IndexError) -> TextClause
  ) throws(IndexError) -> TextClause {
    if let clause = clauses.withLock({ $0[label] }) { return clause }
    let clause = try make()
    clauses.withLock { $0[label] = clause }
    return clause
  }
}
