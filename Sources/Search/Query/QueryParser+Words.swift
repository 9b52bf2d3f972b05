/// Turns single words and values into nodes.
extension QueryParser {
  // MARK: Text

  mutating func word(_ chunk: QueryChunk, range: Range<Int>, in scope: FieldScope) -> QueryNode {
    // `alias:*`: the field may contain anything.
    if isStars(chunk) { return scope == .any ? .all : .regex("\\S", options: [], in: scope) }
    let syntax = chunk.syntax
    if scope == .any, syntax[0] == "#", let node = hashtag(chunk, range: range) { return node }
    if let tilde = tilde(of: syntax), hasWords(chunk.text(0..<tilde)) {
      let digits = chunk.text(tilde + 1..<syntax.count)
      let edits = digits.isEmpty ? 1 : Int(digits) ?? .max
      if edits == 0 { return .word(chunk.text(0..<tilde), in: scope) }
      if edits > Query.maximumEdits {
        notes.add(range, "at most \(Query.maximumEdits) edits are allowed")
      }
      return .fuzzy(chunk.text(0..<tilde), edits: min(edits, Query.maximumEdits), in: scope)
    }
    if scope == .any, syntax[0] == "!", chunk.scalars.count > 1,
      QuerySyntax.isWordlike(chunk.scalars[1])
    {
      notes.add(
        range, "searched as a word; `-\(chunk.text(1..<syntax.count))` leaves out what has it")
    }
    if syntax[0] == "=", isExactWord(chunk) {
      if syntax.contains("*") {
        notes.add(
          range,
          "a star stands for itself in an exact word; `\(chunk.text(1..<syntax.count))` without `=` finds the words that begin so"
        )
      }
      return .exact(chunk.text(1..<syntax.count), in: scope)
    }
    let last = syntax.count - 1
    if syntax.firstIndex(of: "*") == last { return .prefix(chunk.text(0..<last), in: scope) }
    guard let pieces = pieces(chunk) else { return .word(chunk.text, in: scope) }
    if pieces.count == 2, pieces[1].isEmpty { return .prefix(pieces[0], in: scope) }
    if let sign = pieces.joined().first(where: { "_.+#".contains($0) }) {
      notes.add(range, "a star in a word leaves `\(sign)` out: any sign may stand there, or none")
    }
    return .wildcard(pieces, in: scope)
  }

  /// `=Word`, and not `==`, `=>` and other signs of programs.
  private func isExactWord(_ chunk: QueryChunk) -> Bool {
    guard chunk.scalars.count > 1 else { return false }
    return QuerySyntax.isWordlike(chunk.scalars[1])
      || chunk.scalars[1] == "."
        && hasWords(chunk.text)
  }

  /// The pieces between the stars that match letters; nil if none does.
  ///
  /// A star does if a letter or digit is beside it, and `**` is emphasis.
  private func pieces(_ chunk: QueryChunk) -> [String]? {
    let (scalars, syntax) = (chunk.scalars, chunk.syntax)
    func isStar(_ index: Int) -> Bool { syntax.indices.contains(index) && syntax[index] == "*" }
    func isLetter(_ index: Int) -> Bool {
      scalars.indices.contains(index) && QuerySyntax.isWordlike(scalars[index])
    }
    var pieces: [String] = []
    var start = 0
    for index in syntax.indices where isStar(index) {
      if isStar(index - 1) || isStar(index + 1) { return nil }
      guard isLetter(index - 1) || isLetter(index + 1) else { continue }
      pieces.append(chunk.text(start..<index))
      start = index + 1
    }
    pieces.append(chunk.text(start..<scalars.count))
    return pieces.count > 1 ? pieces : nil
  }

  mutating func phrase(_ chunk: QueryChunk, isPrefix: Bool, in scope: FieldScope) -> QueryNode? {
    guard hasWords(chunk.text) else {
      return chunk.scalars.allSatisfy(QuerySyntax.isSpace) ? nil : literal(chunk.text, in: scope)
    }
    let last = chunk.syntax.count - 1
    if isPrefix, !chunk.syntax.contains("*") {
      return .phrase(chunk.text, lastIsPrefix: true, in: scope)
    }
    if chunk.syntax.firstIndex(of: "*") == last, !QuerySyntax.isSpace(chunk.scalars[last - 1]) {
      return .phrase(chunk.text(0..<last), lastIsPrefix: true, in: scope)
    }
    var chunk = chunk
    if isPrefix { chunk.append("*") }
    guard let pieces = pieces(chunk) else {
      return .phrase(chunk.text, lastIsPrefix: false, in: scope)
    }
    return pieces.count == 2 && pieces[1].isEmpty
      ? .phrase(pieces[0], lastIsPrefix: true, in: scope) : .wildcard(pieces, in: scope)
  }

  mutating func regex(
    _ pattern: String, _ options: RegexOptions, range: Range<Int>, in scope: FieldScope
  ) -> QueryNode {
    guard let fault = vocabulary.regexFault(pattern) else {
      return .regex(pattern, options: options, in: scope)
    }
    notes.add(range, "\(fault); searched as plain text")
    return textNode(typedText(range), in: scope)
  }

  /// `text` as words if it has any, otherwise literally.
  func textNode(_ text: String, in scope: FieldScope) -> QueryNode {
    if !hasWords(text) { return literal(text, in: scope) }
    if text.unicodeScalars.contains(where: QuerySyntax.isSpace) {
      return .phrase(text, lastIsPrefix: false, in: scope)
    }
    return .word(text, in: scope)
  }

  /// Signs that are no words of the index: searched in the text itself.
  func literal(_ text: String, in scope: FieldScope) -> QueryNode {
    .regex(Self.pattern(text), options: [], in: scope)
  }

  /// `title="On Writing"`: a whole line of the field, but for capitals.
  func whole(_ text: String, in scope: FieldScope) -> QueryNode {
    .regex("^\(Self.pattern(text))$", options: .ignoresCase, in: scope)
  }

  /// A pattern that matches exactly `text`.
  private static func pattern(_ text: String) -> String {
    var pattern = String.UnicodeScalarView()
    let isSpace = QuerySyntax.isSpace
    let trimmed = text.unicodeScalars.drop(while: isSpace).reversed().drop(while: isSpace)
      .reversed()
    for scalar in trimmed {
      let isPlain = !scalar.isASCII || scalar.value <= 32 || scalar == "_"
      if !isPlain, !QuerySyntax.isLetterOrDigit(scalar) { pattern.append("\\") }
      pattern.append(scalar)
    }
    return String(pattern)
  }

  /// `#books/2021`, also with the punctuation of a sentence after it.
  private mutating func hashtag(_ chunk: QueryChunk, range: Range<Int>) -> QueryNode? {
    var end = chunk.syntax.count
    let isPrefix = chunk.syntax[end - 1] == "*"
    if isPrefix { end -= 1 }
    while end > 1, "/.,;:!?".unicodeScalars.contains(chunk.syntax[end - 1]) { end -= 1 }
    let name = chunk.scalars[1..<max(end, 1)]
    guard name.allSatisfy(QuerySyntax.isTagScalar),
      name.contains(where: { QuerySyntax.isWordlike($0) && !QuerySyntax.isDigit($0) })
    else { return nil }
    let text = QueryChunk.string(name)
    let test: ValueTest = isPrefix ? .like([text, ""]) : .matches(text)
    return predicate(vocabulary.hashtagKey, test, typed: nil, range: range)
  }

  /// The index of the `~` of `word~` or `word~2`.
  private func tilde(of syntax: [Unicode.Scalar]) -> Int? {
    var index = syntax.count - 1
    while index > 0, QuerySyntax.isDigit(syntax[index]) { index -= 1 }
    return index > 0 && syntax[index] == "~" ? index : nil
  }

  func isStars(_ chunk: QueryChunk) -> Bool { chunk.syntax.allSatisfy { $0 == "*" } }

  func hasWords(_ text: String) -> Bool {
    text.unicodeScalars.contains(where: QuerySyntax.isWordlike)
  }

  // MARK: Values

  /// The condition, or its text if the vocabulary does not know it.
  ///
  /// - Parameters:
  ///   - typed: the key as typed elsewhere, before a parenthesis.
  ///   - following: the plain words after the value.
  mutating func predicate(
    _ key: String, _ test: ValueTest, typed: String?, range: Range<Int>, following: String = ""
  ) -> QueryNode {
    let predicate = Predicate(key, test)
    guard let fault = vocabulary.fault(predicate) else {
      if let remark = vocabulary.remark(predicate, following) { notes.add(range, remark) }
      return .predicate(predicate)
    }
    notes.add(range, "\(fault); searched as plain text")
    let text = typedText(range)
    return textNode(typed.map { "\($0):\(text)" } ?? text, in: .any)
  }

  func value(quoted chunk: QueryChunk) -> ValueTest {
    like(chunk, in: 0..<chunk.scalars.count) ?? .matches(chunk.text)
  }

  func value(_ chunk: QueryChunk, of key: String) -> ValueTest {
    let syntax = chunk.syntax
    if isStars(chunk) { return .exists }
    for sign in [">=", "<=", ">", "<", "="] where syntax.starts(with: sign.unicodeScalars) {
      let rest = chunk.text(sign.utf8.count..<syntax.count)
      guard hasWords(rest) else { break }
      return Relation(rawValue: sign).map { .compares($0, rest) } ?? .equals(rest)
    }
    if let range = range(chunk) { return range }
    let start = key == vocabulary.hashtagKey ? syntax.firstIndex { $0 != "#" } ?? 0 : 0
    return like(chunk, in: start..<syntax.count) ?? .matches(chunk.text(start..<syntax.count))
  }

  /// `2026-01..2026-03`, `..5`, `last-week..`; but not `../folder` or `and so on...`.
  private func range(_ chunk: QueryChunk) -> ValueTest? {
    let syntax = chunk.syntax
    guard let dot = syntax.indices.first(where: { isDots(syntax, at: $0) }) else { return nil }
    let signs: [Unicode.Scalar] = ["/", "\\", "*"]
    guard !syntax.contains(where: signs.contains),
      !(dot + 2..<syntax.count).contains(where: { isDots(syntax, at: $0 - 1) })
    else { return nil }
    let from = dot > 0 ? chunk.text(0..<dot) : nil
    let through = dot + 2 < syntax.count ? chunk.text(dot + 2..<syntax.count) : nil
    return from == nil && through == nil ? nil : .between(from, through)
  }

  private func isDots(_ syntax: [Unicode.Scalar], at index: Int) -> Bool {
    index + 1 < syntax.count && syntax[index] == "." && syntax[index + 1] == "."
  }

  func like(_ chunk: QueryChunk, in range: Range<Int>) -> ValueTest? {
    var pieces: [String] = []
    var start = range.lowerBound
    for index in range where chunk.syntax[index] == "*" {
      // Several stars in a row are one.
      if pieces.isEmpty || index > start { pieces.append(chunk.text(start..<index)) }
      start = index + 1
    }
    pieces.append(chunk.text(start..<range.upperBound))
    return pieces.count > 1 && pieces.contains { !$0.isEmpty } ? .like(pieces) : nil
  }
}
