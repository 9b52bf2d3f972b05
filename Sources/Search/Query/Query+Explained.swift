extension Query {
  /// The query as it was read, in words, one part a line, with nested parts indented.
  package func explained() -> String {
    var lines: [String] = []
    root.explain(depth: 0, to: &lines)
    return lines.joined(separator: "\n")
  }
}

extension QueryNode {
  fileprivate func explain(depth: Int, to lines: inout [String]) {
    func line(_ text: String) { lines.append(String(repeating: "  ", count: depth) + text) }
    func list(_ title: String, _ parts: [QueryNode]) {
      line(title)
      for part in parts { part.explain(depth: depth + 1, to: &lines) }
    }
    switch self {
    case .and(let parts): list("all of", parts)
    case .or(let parts): list("any of", parts)
    case .near(let parts, let distance, _):
      let words = distance == 1 ? "1 word" : "\(distance) words"
      list("near one another, at most \(words) between", parts)
    case .within(let part, let node):
      line("in the " + Self.only(part))
      node.explain(depth: depth + 1, to: &lines)
    case .not(.within(let part, let node)):
      line("not in the " + Self.only(part))
      node.explain(depth: depth + 1, to: &lines)
    case .not(.and(let parts)): list("not all of", parts)
    case .not(.or(let parts)): list("none of", parts)
    case .not(.near(let parts, let distance, let scope)):
      line("not")
      QueryNode.near(parts, distance: distance, in: scope).explain(depth: depth + 1, to: &lines)
    case .not(let part): line("not " + part.phrase)
    default: line(phrase)
    }
  }

  /// A part after the article: a document has one body, and may have several of the others.
  private static func only(_ part: String) -> String { part == "body" ? part : "same " + part }

  /// A leaf in words.
  private var phrase: String {
    switch self {
    case .all: "everything"
    case .none: "nothing"
    case .word(let word, let scope): "the word “\(word)”" + scope.suffix
    case .prefix(let word, let scope): "words beginning with “\(word)”" + scope.suffix
    case .fuzzy(let word, let edits, let scope):
      "words at most \(edits == 1 ? "1 edit" : "\(edits) edits") from “\(word)”" + scope.suffix
    case .phrase(let text, let lastIsPrefix, let scope):
      "the phrase “\(text)\(lastIsPrefix ? "…" : "")”" + scope.suffix
    case .wildcard(let pieces, let scope):
      (pieces.contains { $0.unicodeScalars.contains(where: QuerySyntax.isSpace) }
        ? "the phrase" : "words like") + " “\(pieces.joined(separator: "*"))”" + scope.suffix
    case .exact(let words, let scope): "exactly “\(words)”" + scope.suffix
    case .regex(let pattern, let options, let scope):
      "text that matches \(QueryText.regex(pattern, options))" + scope.suffix
    case .predicate(let predicate): predicate.phrase
    case .and, .or, .not, .near, .within: description
    }
  }
}

extension Predicate {
  fileprivate var phrase: String {
    switch test {
    case .exists: "\(key) is there"
    case .matches(let value): "\(key): \(value)"
    case .like(let pieces): "\(key) like \(pieces.joined(separator: "*"))"
    case .equals(let value): "\(key) exactly “\(value)”"
    case .compares(let relation, let value): "\(key) \(relation.rawValue) \(value)"
    case .between(let from?, let through?): "\(key) from \(from) through \(through)"
    case .between(let from?, nil): "\(key) from \(from) on"
    case .between(nil, let through?): "\(key) up to and including \(through)"
    case .between(nil, nil): "\(key) is there"
    }
  }
}

extension FieldScope {
  fileprivate var suffix: String {
    switch self {
    case .any: ""
    case .field(let name): " in the \(name)"
    }
  }
}
