/// Turns a query's tree into clauses over one index.
struct QueryCompiler {
  let index: Index
  let client: any SearchClient
  let expansion: TermExpansion
  let expressions: RegexClauses

  /// - Throws: `IndexError`
  func compile(_ node: QueryNode) throws(IndexError) -> Clause {
    switch node {
    case .all: return .all
    case .none: return .none
    case .word(let text, let scope): return try word(text, scope)
    case .prefix(let text, let scope): return try phrase(text, lastIsPrefix: true, scope)
    case .fuzzy(let text, let edits, let scope): return try fuzzy(text, edits, scope)
    case .phrase(let text, let lastIsPrefix, let scope):
      return try phrase(text, lastIsPrefix: lastIsPrefix, scope)
    case .near(let parts, let distance, let scope): return try near(parts, distance, scope)
    case .regex(let pattern, let options, let scope):
      return try regex(pattern, options, scope)
    case .predicate(let predicate): return .filter(try filter(predicate))
    case .and(let parts): return .and(try parts.compileAll(self))
    case .or(let parts): return .or(try parts.compileAll(self))
    case .not(let part): return .not(try compile(part))
    }
  }

  private func space(_ scope: FieldScope) -> UInt8 {
    guard case .field(let name) = scope, let field = index.schema.field(named: name),
      index.schema.fields[field].isSearchable
    else { return KeySpace.words }
    return KeySpace.field(field)
  }

  /// A word by its stem; text that the tokenizer splits as a phrase; text without words as nothing
  /// that could narrow the search.
  private func word(_ text: String, _ scope: FieldScope) throws(IndexError) -> Clause {
    let words = QueryWords(text).words
    if words.count == 1, !words[0].isSingleOfPairs {
      return .term(try expansion.stemmed(words[0].text, space: space(scope), label: text))
    }
    return try phrase(text, lastIsPrefix: false, scope)
  }

  private func phrase(
    _ text: String, lastIsPrefix: Bool, _ scope: FieldScope
  ) throws(IndexError) -> Clause {
    guard let clause = try phraseClause(text, lastIsPrefix: lastIsPrefix, scope) else {
      return .all
    }
    if clause.parts.count == 1 { return .term(clause.parts[0].term) }
    return .phrase(clause)
  }

  /// The words of `text` in a row, exactly as they are; nil where there are not several.
  func phrase(_ text: String, weight: Float) throws(IndexError) -> PhraseClause? {
    guard let clause = try phraseClause(text, lastIsPrefix: false, .any), clause.parts.count > 1
    else { return nil }
    return PhraseClause(clause.parts, weight: weight)
  }

  /// - Parameter isNear: the places are asked for even where there is one word only.
  /// - Returns: nil where the text has no words.
  private func phraseClause(
    _ text: String, lastIsPrefix: Bool, _ scope: FieldScope, isNear: Bool = false
  ) throws(IndexError) -> PhraseClause? {
    let words = QueryWords(text).words
    guard let first = words.first else { return nil }
    let space = space(scope)
    var parts: [PhraseClause.Part] = []
    for (index, word) in words.enumerated() {
      let label = String(decoding: word.text, as: UTF8.self)
      let isPrefix = word.isSingleOfPairs || lastIsPrefix && index == words.count - 1
      let term =
        isPrefix
        ? try expansion.prefixed(
          word.text, space: space, label: label + "*",
          withPositions: isNear || words.count > 1)
        : try expansion.exact([space] + word.text, label: label)
      parts.append(PhraseClause.Part(term: term, offset: word.position - first.position))
    }
    return PhraseClause(parts)
  }

  private func fuzzy(
    _ text: String, _ edits: Int, _ scope: FieldScope
  ) throws(IndexError) -> Clause {
    let words = QueryWords(text).words
    guard words.count == 1, let distance = EditDistance(words[0].text, edits: edits) else {
      return try word(text, scope)
    }
    return .term(
      try expansion.matching(space: space(scope), label: text + "~") { distance.matches($0) })
  }

  private func near(
    _ nodes: [QueryNode], _ distance: Int, _ scope: FieldScope
  ) throws(IndexError) -> Clause {
    var parts: [PhraseClause] = []
    for node in nodes {
      let part: PhraseClause?
      switch node {
      case .word(let text, _):
        part = try phraseClause(text, lastIsPrefix: false, scope, isNear: true)
      case .phrase(let text, let isPrefix, _):
        part = try phraseClause(text, lastIsPrefix: isPrefix, scope, isNear: true)
      case .prefix(let text, _):
        part = try phraseClause(text, lastIsPrefix: true, scope, isNear: true)
      case .fuzzy(let text, let edits, _):
        part = try nearFuzzy(text, edits, scope)
      default: part = nil
      }
      if let part { parts.append(part) }
    }
    guard parts.count > 1 else {
      guard let part = parts.first else { return .all }
      return part.parts.count == 1 ? .term(part.parts[0].term) : .phrase(part)
    }
    return .near(NearClause(parts: parts, distance: distance))
  }

  private func nearFuzzy(
    _ text: String, _ edits: Int, _ scope: FieldScope
  ) throws(IndexError) -> PhraseClause? {
    let words = QueryWords(text).words
    guard words.count == 1, let distance = EditDistance(words[0].text, edits: edits) else {
      return try phraseClause(text, lastIsPrefix: false, scope, isNear: true)
    }
    let term = try expansion.matching(
      space: space(scope), label: text + "~", withPositions: true
    ) { distance.matches($0) }
    return PhraseClause([PhraseClause.Part(term: term, offset: 0)])
  }

  private func filter(_ predicate: Predicate) throws(IndexError) -> [DocumentSet] {
    try client.documents(matching: predicate, in: index)
  }

  private func regex(
    _ pattern: String, _ options: RegexOptions, _ scope: FieldScope
  ) throws(IndexError) -> Clause {
    guard let expression = RegularExpression(pattern, options: options) else { return .none }
    return .regex(
      try expressions.clause("\(scope) \(options.rawValue) \(pattern)") { () throws(IndexError) in
        try RegexClause(expression, in: scope, index, client)
      })
  }
}

extension Array where Element == QueryNode {
  fileprivate func compileAll(_ compiler: QueryCompiler) throws(IndexError) -> [Clause] {
    var clauses: [Clause] = []
    for node in self { clauses.append(try compiler.compile(node)) }
    return clauses
  }
}

extension Index {
  /// No documents, for each segment.
  package func emptySets() -> [DocumentSet] {
    segments.map { DocumentSet(capacity: $0.segment.documentCount) }
  }
}
