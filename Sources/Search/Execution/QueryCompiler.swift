/// Turns a query's tree into clauses over one index.
struct QueryCompiler {
  let index: Index
  let client: any SearchClient
  let expansion: TermExpansion
  let texts: TextClauses
  /// The time of the query's regular expressions.
  let budget: MatchBudget

  /// - Parameter isRelaxed: true for a clause of all documents that may have a matching part; no
  ///   text is read for it.
  /// - Throws: `IndexError`
  func compile(_ node: QueryNode, isRelaxed: Bool = false) throws(IndexError) -> Clause {
    let clause = try candidates(node, isRelaxed)
    guard !isRelaxed else { return clause }
    if case .within(let kind, let inner) = node { return try verified(clause, kind, inner) }
    return node.isAboutText ? try verified(clause, nil, node) : clause
  }

  /// `clause`, where the text has a part of that kind with `node`.
  private func verified(
    _ clause: Clause, _ kind: String?, _ node: QueryNode
  ) throws(IndexError) -> Clause {
    let text = try texts.clause("\(kind ?? ""): \(node)") { () throws(IndexError) in
      var conditions: [Predicate: [DocumentSet]] = [:]
      for predicate in node.predicates { conditions[predicate] = try filter(predicate) }
      return TextClause(kind, node, conditions: conditions, budget, index, client)
    }
    return .all(of: [clause, .text(text)])
  }

  private func candidates(_ node: QueryNode, _ isRelaxed: Bool) throws(IndexError) -> Clause {
    switch node {
    case .all: return .all
    case .none: return .none
    case .word(let text, let scope): return try word(text, scope)
    case .prefix(let text, let scope):
      return try phrase(QueryWords(text, lastIsPrefix: true), scope)
    case .fuzzy(let text, let edits, let scope): return try fuzzy(text, edits, scope)
    case .phrase(let text, let lastIsPrefix, let scope):
      return try phrase(QueryWords(text, lastIsPrefix: lastIsPrefix), scope)
    case .wildcard(let pieces, let scope): return try phrase(QueryWords(pieces: pieces), scope)
    case .exact(let text, let scope): return try phrase(QueryWords(text), scope)
    case .near(let parts, let distance, let scope): return try near(parts, distance, scope)
    case .regex(let pattern, _, _) where isRelaxed:
      return .filter(try RegexCandidates(pattern).documents(in: index))
    case .regex(let pattern, let options, let scope):
      return try regex(pattern, options, scope)
    case .predicate(let predicate): return .filter(try filter(predicate))
    case .within(let kind, let inner):
      let clause = try compile(inner, isRelaxed: true)
      let documents = try client.documents(withPart: kind, in: index)
      return .all(of: documents.map { [clause, .filter($0)] } ?? [clause])
    case .and(let parts): return .all(of: try compile(parts, isRelaxed))
    case .or(let parts): return .or(try compile(parts, isRelaxed))
    // A part may lack what its document has.
    case .not(let part): return isRelaxed ? .all : .not(try compile(part))
    }
  }

  private func compile(
    _ nodes: [QueryNode], _ isRelaxed: Bool
  ) throws(IndexError) -> [Clause] {
    var clauses: [Clause] = []
    for node in nodes { clauses.append(try compile(node, isRelaxed: isRelaxed)) }
    return clauses
  }

  private func space(_ scope: FieldScope) -> UInt8 {
    guard case .field(let name) = scope, let field = index.schema.field(named: name),
      index.schema.fields[field].isSearchable
    else { return KeySpace.words }
    return KeySpace.field(field)
  }

  /// A word by its stem; text that the tokenizer splits as a phrase; text without words does not
  /// narrow the search.
  private func word(_ text: String, _ scope: FieldScope) throws(IndexError) -> Clause {
    let words = QueryWords(text)
    if words.words.count == 1, words.words[0].form == .whole, !words.areAboutText {
      return .term(try expansion.stemmed(words.words[0].text, space: space(scope), label: text))
    }
    return try phrase(words, scope)
  }

  private func phrase(_ words: QueryWords, _ scope: FieldScope) throws(IndexError) -> Clause {
    guard let clause = try phraseClause(words, scope) else { return .all }
    if clause.parts.count == 1 { return .term(clause.parts[0].term) }
    return .phrase(clause)
  }

  /// The words of a preference in a row, exactly as they are; nil if there are not several.
  func row(_ preference: Preference) throws(IndexError) -> PhraseClause? {
    if preference.words.count == 1, QueryWords(preference.words[0]).words.count < 2 { return nil }
    let words = QueryWords(preference.words.joined(separator: " "))
    guard let clause = try phraseClause(words, .any), clause.parts.count > 1 else { return nil }
    return PhraseClause(clause.parts, weight: PreferredDocuments.rowWeight)
  }

  /// - Parameter isNear: true to ask for the places even of one word only.
  /// - Returns: nil if there are no words.
  private func phraseClause(
    _ words: QueryWords, _ scope: FieldScope, isNear: Bool = false
  ) throws(IndexError) -> PhraseClause? {
    let words = words.words
    guard let first = words.first else { return nil }
    let space = space(scope)
    var parts: [PhraseClause.Part] = []
    for word in words {
      let label = String(decoding: word.text, as: UTF8.self)
      let withPositions = isNear || words.count > 1
      let term =
        switch word.form {
        case .whole: try expansion.exact([space] + word.text, label: label)
        case .beginning:
          try expansion.prefixed(
            word.text, space: space, label: label + "*", withPositions: withPositions)
        case .like(let pattern):
          try expansion.like(pattern, space: space, label: label, withPositions: withPositions)
        }
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
        part = try phraseClause(QueryWords(text), scope, isNear: true)
      case .phrase(let text, let isPrefix, _):
        part = try phraseClause(QueryWords(text, lastIsPrefix: isPrefix), scope, isNear: true)
      case .prefix(let text, _):
        part = try phraseClause(QueryWords(text, lastIsPrefix: true), scope, isNear: true)
      case .wildcard(let pieces, _):
        part = try phraseClause(QueryWords(pieces: pieces), scope, isNear: true)
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
      return try phraseClause(QueryWords(text), scope, isNear: true)
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
    return .text(
      try texts.clause("\(scope) \(options.rawValue) \(pattern)") { () throws(IndexError) in
        try TextClause(expression, in: scope, budget, index, client)
      })
  }
}

extension QueryNode {
  /// True if the index does not tell all that a word, phrase or `NEAR` asks for.
  fileprivate var isAboutText: Bool {
    switch self {
    case .word(let text, _), .phrase(let text, _, _): QueryWords(text).areAboutText
    case .prefix(let text, _): QueryWords(text, lastIsPrefix: true).areAboutText
    case .exact: true
    case .near(let parts, _, _): parts.contains { $0.isAboutText }
    default: false
    }
  }

  /// Every condition, wherever it is.
  fileprivate var predicates: [Predicate] {
    switch self {
    case .predicate(let predicate): [predicate]
    case .and(let parts), .or(let parts), .near(let parts, _, _): parts.flatMap { $0.predicates }
    case .not(let part), .within(_, let part): part.predicates
    default: []
    }
  }
}

extension Index {
  /// An empty set for each segment.
  package func emptySets() -> [DocumentSet] {
    segments.map { DocumentSet(capacity: $0.segment.documentCount) }
  }
}
