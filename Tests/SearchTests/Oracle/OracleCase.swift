import Search

/// A history of documents and a question about the end of it; small enough to print.
struct OracleCase: CustomStringConvertible {
  /// One update of the index.
  struct Step {
    var puts: [String: OracleDocument] = [:]
    var removals: Set<String> = []
    /// True to write the index and open it again after the step.
    var isWritten = false
  }

  var steps: [Step]
  var query: QueryNode
  /// True to cut segments off as early as possible.
  var isCramped = false

  /// The documents in the end.
  var documents: [String: OracleDocument] {
    var documents: [String: OracleDocument] = [:]
    for step in steps {
      for key in step.removals { documents[key] = nil }
      documents.merge(step.puts) { $1 }
    }
    return documents
  }

  var description: String {
    var lines = ["query \(query)", "tree \(String(reflecting: query))"]
    if isCramped { lines.append("cramped") }
    for (number, step) in steps.enumerated() {
      lines.append("step \(number)\(step.isWritten ? ", written" : "")")
      for key in step.removals.sorted() { lines.append("  remove \(key)") }
      for (key, document) in step.puts.sorted(by: { $0.key < $1.key }) {
        lines.append("  put \(key) \(document)")
      }
    }
    return lines.joined(separator: "\n")
  }
}

// MARK: Making a failing case smaller

extension OracleCase {
  /// The smallest case on which `isFailing` still holds, by leaving things out one by one.
  func shrunk(_ isFailing: (OracleCase) -> Bool) -> OracleCase {
    var best = self
    var budget = 3000
    var hasShrunk = true
    while hasShrunk, budget > 0 {
      hasShrunk = false
      for candidate in best.smaller() {
        budget -= 1
        if isFailing(candidate) {
          best = candidate
          hasShrunk = true
          break
        }
        if budget == 0 { break }
      }
    }
    return best
  }

  /// Cases with one thing less, the greatest things first.
  private func smaller() -> [OracleCase] {
    var cases: [OracleCase] = []
    for index in steps.indices {
      var copy = self
      copy.steps.remove(at: index)
      cases.append(copy)
    }
    for index in steps.indices.dropLast() {
      var copy = self
      let next = copy.steps.remove(at: index + 1)
      for key in next.removals { copy.steps[index].puts[key] = nil }
      copy.steps[index].puts.merge(next.puts) { $1 }
      copy.steps[index].removals.formUnion(next.removals)
      cases.append(copy)
    }
    cases += query.smaller().map { node in
      var copy = self
      copy.query = node
      return copy
    }
    if isCramped {
      var copy = self
      copy.isCramped = false
      cases.append(copy)
    }
    for index in steps.indices { cases += withSmallerStep(index) }
    return cases
  }

  private func withSmallerStep(_ index: Int) -> [OracleCase] {
    var cases: [OracleCase] = []
    func add(_ change: (inout Step) -> Void) {
      var copy = self
      change(&copy.steps[index])
      cases.append(copy)
    }
    if steps[index].isWritten { add { $0.isWritten = false } }
    for key in steps[index].removals { add { $0.removals.remove(key) } }
    let keys = steps[index].puts.keys.sorted()
    // Great parts first, as most documents have nothing to do with it.
    var part = keys.count / 2
    while part > 1 {
      for start in stride(from: 0, to: keys.count, by: part) {
        add { for key in keys[start..<min(keys.count, start + part)] { $0.puts[key] = nil } }
      }
      part /= 4
    }
    for key in keys { add { $0.puts[key] = nil } }
    for (key, document) in steps[index].puts {
      for smaller in document.smaller() { add { $0.puts[key] = smaller } }
    }
    return cases
  }
}

extension OracleDocument {
  fileprivate func smaller() -> [OracleDocument] {
    var documents: [OracleDocument] = []
    func add(_ change: (inout OracleDocument) -> Void) {
      var copy = self
      change(&copy)
      documents.append(copy)
    }
    for index in runs.indices {
      // A sign that joins it would join another.
      if index + 1 < runs.count, runs[index + 1].joinsPrevious || runs[index].joinsPrevious {
        continue
      }
      add { $0.runs.remove(at: index) }
    }
    for index in keywords.indices { add { $0.keywords.remove(at: index) } }
    if !language.isEmpty { add { $0.language = "" } }
    if time != 0 { add { $0.time = 0 } }
    for index in runs.indices {
      if runs[index].startsBlock { add { $0.runs[index].startsBlock = false } }
      let isJoined = index + 1 < runs.count && runs[index + 1].joinsPrevious
      if runs[index].field != 0, !runs[index].joinsPrevious, !isJoined {
        add { $0.runs[index].field = 0 }
      }
      let words = runs[index].text.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count > 1 else { continue }
      add { $0.runs[index].text = words.prefix(words.count / 2).joined(separator: " ") }
      add { $0.runs[index].text = words.suffix(words.count / 2).joined(separator: " ") }
      for word in words.indices {
        var rest = words
        rest.remove(at: word)
        add { $0.runs[index].text = rest.joined(separator: " ") }
      }
    }
    return documents
  }
}

extension QueryNode {
  fileprivate func smaller() -> [QueryNode] {
    switch self {
    case .and(let parts):
      return parts + replaced(in: parts).map(QueryNode.all(of:))
    case .or(let parts):
      return parts + replaced(in: parts).map(QueryNode.any(of:))
    case .within(let kind, let part):
      return [part] + part.smaller().map { QueryNode.part(kind, $0) }
    case .not(let part): return [part] + part.smaller().map(QueryNode.negation(of:))
    case .near(let parts, let distance, let scope):
      return parts
        + parts.indices.filter { _ in parts.count > 2 }.map { index in
          var rest = parts
          rest.remove(at: index)
          return .near(rest, distance: distance, in: scope)
        }
    case .phrase(let text, let isPrefix, let scope):
      let words = text.split(separator: " ")
      guard words.count > 1 else { return [] }
      return [words.dropLast(), words.dropFirst()].map {
        .phrase($0.joined(separator: " "), lastIsPrefix: isPrefix, in: scope)
      }
    default: return []
    }
  }

  /// The parts without one, and with one made smaller.
  private func replaced(in parts: [QueryNode]) -> [[QueryNode]] {
    var lists: [[QueryNode]] = []
    for index in parts.indices {
      var rest = parts
      rest.remove(at: index)
      lists.append(rest)
      for smaller in parts[index].smaller() {
        var copy = parts
        copy[index] = smaller
        lists.append(copy)
      }
    }
    return lists
  }
}
