/// Builds the tree of a query from its tokens.
///
/// ```
/// query    := branch ((OR | "|") branch)*
/// branch   := (AND? unary)*
/// unary    := (NOT | "-")* nearness
/// nearness := operand (NEAR/n operand)*
/// operand  := "(" query ")" | key value | quoted | "=" quoted | regex | chunk
/// ```
/// An operator in a place where the grammar has none is a word. Recursion is as deep as parentheses
/// nest, which the lexer bounds.
struct QueryParser {
  /// The role of the words at a place: text of a field, or values of a key.
  enum Context {
    case text(FieldScope)
    case key(String, typed: String)
  }

  /// A name before parentheses, for what is within them.
  private struct Enclosure {
    let typed: String
    /// The kind of part, if it is one.
    let part: String?
    /// True if something is asked of its field or key itself.
    var isAsked = false
  }

  let scalars: [Unicode.Scalar]
  var vocabulary: QueryVocabulary
  /// The saved searches that were read for this query, those of saved searches counted with it.
  private var savedCount = 0
  /// The names of the saved searches that this text is a part of.
  private var enclosing: Set<String> = []
  var notes: QueryNotes
  private let tokens: [QueryToken]
  private var next = 0
  /// The name before the innermost parentheses around the place.
  private var enclosure: Enclosure?
  /// Signs without letters or digits, which are searched for only if there is nothing else.
  private var leftOut: [(text: String, range: Range<Int>)] = []

  init(_ text: String, vocabulary: QueryVocabulary) {
    var lexer = QueryLexer(text, vocabulary: vocabulary)
    lexer.run()
    scalars = lexer.scalars
    tokens = lexer.tokens
    notes = lexer.notes
    self.vocabulary = vocabulary
  }

  mutating func run() -> (root: QueryNode, notes: [QueryNote]) {
    var root = query(in: .text(.any))
    if root == nil, !leftOut.isEmpty {
      root = .all(of: leftOut.map { literal($0.text, in: .any) })
    } else {
      for (text, range) in leftOut {
        if text == ")" {
          notes.add(range, "no parenthesis is open here")
        } else if range.count > 1 {
          notes.add(range, "no letter or digit in it: left out")
        }
      }
    }
    return (root ?? .all, notes.located(in: scalars))
  }

  // MARK: Structure. Each returns nil if there is nothing to search for.

  private mutating func query(in context: Context) -> QueryNode? {
    var branches: [QueryNode] = []
    while true {
      if let node = branch(in: context) { branches.append(node) }
      guard case .or? = peek() else { break }
      next += 1
    }
    return branches.isEmpty ? nil : .any(of: branches)
  }

  private mutating func branch(in context: Context) -> QueryNode? {
    var parts: [QueryNode] = []
    let start = next
    while let kind = peek() {
      switch kind {
      case .close: return parts.isEmpty ? nil : .all(of: parts)
      case .or where next > start && startsOperand(next + 1):
        return parts.isEmpty ? nil : .all(of: parts)
      case .and where next > start && startsOperand(next + 1):
        next += 1
      case .or, .and, .near:
        if let node = misplaced(in: context) { parts.append(node) }
      default:
        if let node = unary(in: context) { parts.append(node) }
      }
    }
    return parts.isEmpty ? nil : .all(of: parts)
  }

  private mutating func unary(in context: Context) -> QueryNode? {
    var isNegated = false
    var isPrefixed = false
    loop: while let kind = peek() {
      switch kind {
      case .minus: break
      case .not where startsOperand(next + 1): break
      default: break loop
      }
      next += 1
      isPrefixed = true
      isNegated.toggle()
    }
    guard let kind = peek() else { return nil }
    if case .not = kind { return misplaced(in: context) }
    guard startsOperand(next) else { return nil }
    guard let node = nearness(in: context, isWanted: isPrefixed) else { return nil }
    return isNegated ? .negation(of: node) : node
  }

  private mutating func nearness(in context: Context, isWanted: Bool) -> QueryNode? {
    var parts: [QueryNode] = []
    var distances: [Int] = []
    if let node = operand(in: context, isWanted: isWanted) { parts.append(node) }
    while case .near(let distance)? = peek(), isNearnessOperand(next + 1) {
      let range = tokens[next].range
      next += 1
      guard let node = operand(in: context, isWanted: false) else { continue }
      if let last = parts.last, canBeNear(last, node) {
        distances.append(distance)
      } else if !parts.isEmpty {
        notes.add(range, "only words and phrases of one field can be near: read as AND")
        distances.append(-1)
      }
      parts.append(node)
    }
    return parts.isEmpty ? nil : .all(of: runs(of: parts, distances))
  }

  /// Each stretch of equal distances as one `near`.
  private func runs(of parts: [QueryNode], _ distances: [Int]) -> [QueryNode] {
    var nodes: [QueryNode] = []
    var start = 0
    while start < parts.count {
      guard start < distances.count, distances[start] >= 0 else {
        // The last of a run has been taken with it.
        if start == 0 || distances[start - 1] < 0 { nodes.append(parts[start]) }
        start += 1
        continue
      }
      var end = start
      while end < distances.count, distances[end] == distances[start] { end += 1 }
      nodes.append(
        .near(Array(parts[start...end]), distance: distances[start], in: scope(parts[start])))
      start = end
    }
    return nodes
  }

  private mutating func operand(in context: Context, isWanted: Bool) -> QueryNode? {
    let token = tokens[next]
    next += 1
    switch token.kind {
    case .open: return group(in: context)
    case .key(let name, let operation): return keyed(name, operation, from: token)
    case .quoted(let chunk, let isPrefix):
      enclosure?.isAsked = true
      switch context {
      case .text(let scope):
        return phrase(chunk, isPrefix: isPrefix, in: scope)
      case .key(let key, let typed):
        return predicate(key, value(quoted: chunk), typed: typed, range: token.range)
      }
    case .exact(let chunk):
      enclosure?.isAsked = true
      switch context {
      case .text(let scope):
        return hasWords(chunk.text)
          ? .exact(chunk.text, in: scope) : phrase(chunk, isPrefix: false, in: scope)
      case .key(let key, let typed):
        return predicate(key, .equals(chunk.text), typed: typed, range: token.range)
      }
    case .regex(let pattern, let options):
      enclosure?.isAsked = true
      switch context {
      case .text(let scope):
        return regex(pattern, options, range: token.range, in: scope)
      case .key(let key, let typed):
        return predicate(key, .matches(typedText(token.range)), typed: typed, range: token.range)
      }
    case .chunk(let chunk):
      switch context {
      case .text(let scope):
        if chunk.syntax.first == "@", let node = saved(chunk, token.range) { return node }
        enclosure?.isAsked = true
        if !hasWords(chunk.text), !isStars(chunk) {
          if isWanted || scope != .any { return literal(chunk.text, in: scope) }
          leaveOut(chunk.text, token.range)
          return nil
        }
        return word(chunk, range: token.range, in: scope)
      case .key(let key, let typed):
        enclosure?.isAsked = true
        return predicate(key, value(chunk, of: key), typed: typed, range: token.range)
      }
    case .close, .minus, .and, .or, .not, .near: return nil
    }
  }

  /// The query that is saved under the name after an `@`; nil if there is none of that name.
  private mutating func saved(_ chunk: QueryChunk, _ range: Range<Int>) -> QueryNode? {
    let name = chunk.text(1..<chunk.scalars.count).lowercased()
    guard let text = vocabulary.saved[name] else {
      if enclosing.contains(name) {
        notes.add(range, "this saved search is a part of itself; searched as plain text there")
      } else if !name.isEmpty, !vocabulary.saved.isEmpty {
        let names = vocabulary.saved.keys.sorted().prefix(5).map { "@\($0)" }
        notes.add(
          range,
          "no saved search is called so, only \(names.joined(separator: ", ")); searched as plain text"
        )
      }
      return nil
    }
    savedCount += 1
    if savedCount > Query.maximumSaved {
      notes.add(range, "too many saved searches in one query; searched as plain text")
      return nil
    }
    var parser = QueryParser(text, vocabulary: vocabulary)
    // One that contains itself is text there.
    parser.vocabulary.saved[name] = nil
    parser.enclosing = enclosing.union([name])
    parser.savedCount = savedCount
    if enclosure?.part != nil { parser.enclosure = enclosure }
    let (root, remarks) = parser.run()
    savedCount = parser.savedCount
    let place = "in this saved search: "
    for remark in remarks {
      notes.add(range, remark.message.hasPrefix(place) ? remark.message : place + remark.message)
    }
    return root
  }

  private mutating func group(in context: Context) -> QueryNode? {
    let node = query(in: context)
    if case .close? = peek() { next += 1 }
    return node
  }

  private mutating func keyed(
    _ typed: String, _ operation: KeyOperator, from token: QueryToken
  ) -> QueryNode? {
    let name = typed.lowercased()
    let field = vocabulary.textFields[name]
    let key = field ?? vocabulary.keys[name] ?? name
    guard isNearnessOperand(next) else {
      // Only a parenthesis left out for its depth parts a key from its value.
      return textNode(typedText(token.range), in: .any)
    }
    let value = tokens[next]
    if operation == .matches {
      let outer = enclosure
      enclosure = Enclosure(typed: typed, part: vocabulary.parts[name])
      defer { enclosure = outer }
      tellNesting(of: field ?? vocabulary.parts[name], in: outer, from: token)
      let node: QueryNode?
      if let part = vocabulary.parts[name] {
        tellCondition(value, of: typed)
        node = operand(in: .text(.any), isWanted: true).map { .part(part, $0) }
      } else if let field {
        node = operand(in: .text(.field(field)), isWanted: true)
      } else if case .open = value.kind {
        node = operand(in: .key(key, typed: typed), isWanted: false)
      } else {
        return condition(operation, value, of: key, typed, from: token)
      }
      let range = token.range.lowerBound..<tokens[next - 1].range.upperBound
      if node == nil {
        notes.add(range, "asks for nothing; left out")
      } else if let own = enclosure, own.part == nil, !own.isAsked {
        notes.add(
          range, "asks nothing of `\(typed):` itself: what is in its parentheses is asked by itself"
        )
      }
      return node
    }
    tellNesting(of: field ?? vocabulary.parts[name], in: enclosure, from: token)
    // `code:=Word`, as `code:(=Word)`; `title=Word` without a colon is the whole title.
    if operation == .equals, isColon(scalars[token.range]), let chunk = value.chunk,
      hasWords(chunk.text)
    {
      if let part = vocabulary.parts[name] {
        next += 1
        return .part(part, .exact(chunk.text, in: .any))
      }
      if let field {
        next += 1
        return .exact(chunk.text, in: .field(field))
      }
    }
    return condition(operation, value, of: key, typed, from: token)
  }

  /// Tells of a condition behind a kind of part, `task:is:todo`, which is text without parentheses.
  private mutating func tellCondition(_ value: QueryToken, of part: String) {
    guard case .chunk(let chunk) = value.kind,
      let colon = chunk.syntax.firstIndex(of: ":"), colon > 0
    else {
      return
    }
    let name = chunk.text(0..<colon).lowercased()
    guard vocabulary.keys[name] != nil || vocabulary.textFields[name] != nil else { return }
    notes.add(
      value.range, "searched as plain text; `\(part):(\(chunk.text))` asks for a part with that")
  }

  /// Tells of a field, or a kind of part, of which no part around it has one.
  private mutating func tellNesting(
    of inner: String?, in outer: Enclosure?, from token: QueryToken
  ) {
    guard let kind = outer?.part, let inner, let fault = vocabulary.nestingFault(kind, inner) else {
      return
    }
    notes.add(token.range, fault)
  }

  /// `key:value`, `key>=value`, whose value is the next token.
  private mutating func condition(
    _ operation: KeyOperator, _ value: QueryToken, of key: String, _ typed: String,
    from token: QueryToken
  ) -> QueryNode? {
    let field = vocabulary.textFields[typed.lowercased()]
    next += 1
    let test: ValueTest
    switch (value.kind, operation) {
    case (.chunk(let chunk), .matches): test = self.value(chunk, of: key)
    case (.chunk(let chunk), .compares(let relation)): test = .compares(relation, chunk.text)
    case (.chunk(let chunk), _):
      test = like(chunk, in: 0..<chunk.scalars.count) ?? .equals(chunk.text)
    case (.quoted(let chunk, _), .matches): test = self.value(quoted: chunk)
    case (.quoted(let chunk, _), .compares(let relation)): test = .compares(relation, chunk.text)
    case (.quoted(let chunk, _), _): test = .equals(chunk.text)
    default: test = .matches(typedText(value.range))
    }
    if let field, case .equals(let text) = test, hasWords(text) {
      let node =
        vocabulary.parts[typed.lowercased()].map { .part($0, whole(text, in: .any)) }
        ?? whole(text, in: .field(field))
      return operation == .differs ? .negation(of: node) : node
    }
    let range = token.range.lowerBound..<value.range.upperBound
    let node = predicate(
      key, test, typed: nil, range: range, following: wordsAfter(value, operation))
    return operation == .differs ? .negation(of: node) : node
  }

  /// An operator without operands, as a word.
  private mutating func misplaced(in context: Context) -> QueryNode? {
    let range = tokens[next].range
    let text = typedText(range)
    next += 1
    notes.add(range, "nothing to join here; searched as plain text")
    enclosure?.isAsked = true
    switch context {
    case .text(let scope): return textNode(text.lowercased(), in: scope)
    case .key(let key, let typed):
      return predicate(key, .matches(text.lowercased()), typed: typed, range: range)
    }
  }

  /// The plain words after a value that is a plain word itself, with the spaces between: a name without quotation marks
  /// goes on in them.
  private func wordsAfter(_ value: QueryToken, _ operation: KeyOperator) -> String {
    guard case .chunk = value.kind, operation == .matches else { return "" }
    var end = value.range.upperBound
    for token in tokens[next...].prefix(8) {
      guard case .chunk = token.kind else { break }
      end = token.range.upperBound
    }
    return typedText(value.range.upperBound..<end)
  }

  // MARK: Small tools

  /// True for `key:=` and not for `key=`.
  private func isColon(_ key: ArraySlice<Unicode.Scalar>) -> Bool {
    key.dropLast().last.map(QuerySyntax.plain) == ":"
  }

  private func peek() -> QueryToken.Kind? { next < tokens.count ? tokens[next].kind : nil }

  private func startsOperand(_ index: Int) -> Bool {
    index < tokens.count && tokens[index].startsOperand
  }

  private func isNearnessOperand(_ index: Int) -> Bool {
    guard startsOperand(index) else { return false }
    return switch tokens[index].kind {
    case .minus, .not: false
    default: true
    }
  }

  private func canBeNear(_ first: QueryNode, _ second: QueryNode) -> Bool {
    guard first.isNearable, second.isNearable else { return false }
    return scope(first) == scope(second)
  }

  private func scope(_ node: QueryNode) -> FieldScope {
    switch node {
    case .word(_, let scope), .prefix(_, let scope), .fuzzy(_, _, let scope),
      .phrase(_, _, let scope), .wildcard(_, let scope), .exact(_, let scope),
      .near(_, _, let scope), .regex(_, _, let scope):
      scope
    default: .any
    }
  }

  private mutating func leaveOut(_ text: String, _ range: Range<Int>) {
    // More than a line of them is no query.
    if leftOut.count < 100 { leftOut.append((text, range)) }
  }

  func typedText(_ range: Range<Int>) -> String { QueryChunk.string(scalars[range]) }
}

extension QueryNode {
  /// True if this may be a part of `near`.
  var isNearable: Bool {
    switch self {
    case .word, .prefix, .fuzzy, .phrase, .wildcard: true
    default: false
    }
  }
}
