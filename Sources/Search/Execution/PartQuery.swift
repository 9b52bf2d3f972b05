/// A condition on one part of a document: `block:(a b)`.
///
/// Not thread-safe, because its stemmer is not: one a thread.
struct PartQuery {
  /// The kind of part; nil for the whole document.
  private let kind: String?
  private var matcher: TextMatcher
  private var root = Node.all
  private var predicates: [Predicate] = []
  private var inner: [PartQuery] = []
  /// The expressions that reached a bound in the parts that were looked at, which a query and those in it share.
  private let unfinished: Unfinished

  /// Expressions of which it is not known if they match.
  final class Unfinished {
    var labels: Set<String> = []
  }

  private indirect enum Node {
    case all
    case none
    /// The matches of that number.
    case match(Int)
    case near([Int], distance: Int)
    case predicate(Int)
    case within(Int)
    case and([Node])
    case or([Node])
    case not(Node)
  }

  /// - Parameters:
  ///   - language: that of the document.
  ///   - budget: the time of regular expressions.
  ///   - unfinished: gets the expressions that reach a bound.
  init(
    _ kind: String?, _ node: QueryNode, language: String, _ budget: MatchBudget,
    unfinished: Unfinished = Unfinished()
  ) {
    self.kind = kind
    self.unfinished = unfinished
    matcher = TextMatcher(language: language, budget)
    root = add(node, language)
  }

  /// Numbers of matches are below this.
  var matchCount: Int {
    matcher.parts.count + predicates.count + inner.reduce(0) { $0 + $1.matchCount }
  }

  private mutating func add(_ node: QueryNode, _ language: String) -> Node {
    switch node {
    case .all: return .all
    case .none: return .none
    case .word, .prefix, .fuzzy, .phrase, .wildcard, .exact, .regex:
      return matcher.add(node).map { .match($0) } ?? .all
    case .near(let nodes, let distance, _):
      // As `NEAR` in a whole document: in the typed forms.
      let numbers = nodes.compactMap { node in
        if case .word(let text, let scope) = node {
          return matcher.add(.phrase(text, lastIsPrefix: false, in: scope))
        }
        return matcher.add(node)
      }
      return numbers.isEmpty ? .all : .near(numbers, distance: distance)
    case .predicate(let predicate):
      predicates.append(predicate)
      return .predicate(predicates.count - 1)
    case .within(let kind, let node):
      inner.append(
        PartQuery(kind, node, language: language, matcher.budget, unfinished: unfinished))
      return .within(inner.count - 1)
    case .and(let nodes): return .and(nodes.map { add($0, language) })
    case .or(let nodes): return .or(nodes.map { add($0, language) })
    case .not(let node): return .not(add(node, language))
    }
  }

  /// The matches in all parts of the kind in which the query holds, or nil if there is no such
  /// part.
  ///
  /// - Parameters:
  ///   - outer: if given, only parts within this one, and of others the range inside it.
  ///   - holds: true for a condition that the whole document satisfies.
  ///   - isOneEnough: true to stop at the first part in which the query holds.
  func matches(
    in document: DocumentText, within outer: DocumentPart?, isOneEnough: Bool = false,
    holds: @escaping (Predicate) -> Bool
  ) -> [TextMatcher.Match]? {
    let whole = DocumentPart(range: 0..<document.textCount, runs: document.runs.indices)
    var found: [TextMatcher.Match]?
    for part in kind.map(document.parts) ?? [whole] {
      var part = part
      if let outer {
        guard part.meets(outer) else { continue }
        part = DocumentPart(
          range: part.range.clamped(to: outer.range), runs: part.runs.clamped(to: outer.runs))
      }
      var evaluation = Evaluation(query: self, document: document, part: part, holds: holds)
      if evaluation.satisfies(root) {
        found = (found ?? []) + evaluation.matches
        if isOneEnough { break }
      }
    }
    return found
  }

  /// The query in one part.
  private struct Evaluation {
    let query: PartQuery
    let document: DocumentText
    let part: DocumentPart
    let holds: (Predicate) -> Bool
    private(set) var matches: [TextMatcher.Match]
    private var counts: [Int]

    init(
      query: PartQuery, document: DocumentText, part: DocumentPart,
      holds: @escaping (Predicate) -> Bool
    ) {
      self.query = query
      self.document = document
      self.part = part
      self.holds = holds
      matches = query.matcher.matches(
        in: document.bytes, runs: document.runs[part.runs], within: part.range)
      counts = Array(repeating: 0, count: query.matcher.parts.count)
      for match in matches { counts[match.part] += 1 }
    }

    mutating func satisfies(_ node: Node) -> Bool {
      switch node {
      case .all: return true
      case .none: return false
      case .match(let number):
        if counts[number] > 0 { return true }
        let first = query.matcher.firstMatch(
          ofExpression: number, in: document.bytes, runs: document.runs[part.runs],
          within: part.range)
        switch first?.outcome {
        case .match: return true
        case .none?, nil: return false
        case .unfinished, .overdue:
          if let first { query.unfinished.labels.insert(first.label) }
          return false
        }
      case .near(let numbers, let distance): return areNear(numbers, distance)
      case .predicate(let number):
        guard let places = document.places(query.predicates[number]) else {
          return holds(query.predicates[number])
        }
        let own = places.filter { part.range.contains($0.lowerBound) }
        for range in own {
          matches.append(
            TextMatcher.Match(
              range: range, part: query.matcher.parts.count + number, isRaw: true))
        }
        return !own.isEmpty
      case .within(let number):
        let inner = query.inner[number]
        guard let found = inner.matches(in: document, within: part, holds: holds) else {
          return false
        }
        let first = query.inner[..<number].reduce(
          query.matcher.parts.count + query.predicates.count
        ) { $0 + $1.matchCount }
        for match in found {
          matches.append(
            TextMatcher.Match(range: match.range, part: first + match.part, isRaw: match.isRaw))
        }
        return true
      case .and(let nodes):
        for node in nodes where !satisfies(node) { return false }
        return true
      case .or(let nodes):
        // All of them, for the places of each.
        var isSatisfied = false
        for node in nodes where satisfies(node) { isSatisfied = true }
        return isSatisfied
      case .not(let node):
        let before = matches
        defer { matches = before }
        return !satisfies(node)
      }
    }

    /// True if each has a place near one of the last that is itself so chained, as `NearMatcher` has it.
    private func areNear(_ numbers: [Int], _ distance: Int) -> Bool {
      func places(_ number: Int) -> [Range<Int>] {
        matches.filter { $0.part == number }.map { $0.words }
      }
      var reached = places(numbers[0])
      for number in numbers.dropFirst() {
        reached = places(number).filter { place in
          reached.contains { other in
            let gap = max(place.lowerBound - other.upperBound, other.lowerBound - place.upperBound)
            return gap >= 0 && gap <= distance
          }
        }
      }
      return !reached.isEmpty
    }
  }
}
