/// A query while it is typed.
extension Query {
  /// A text without the operator at its end that still lacks its operand, `walden title:`, `a OR`, `links:>=`, or whose
  /// value is not understood yet, `is:bo`.
  ///
  /// - Returns: the text itself where nothing is lacking.
  /// - Complexity: linear in the length of `text`.
  package static func finished(_ text: String, vocabulary: QueryVocabulary) -> String {
    var lexer = QueryLexer(text, vocabulary: vocabulary)
    lexer.run()
    var kept = lexer.tokens[...]
    while let last = kept.last, lexer.isUnfinished(last, after: kept.dropLast().last) {
      kept.removeLast()
    }
    guard kept.count < lexer.tokens.count else { return text }
    return QueryChunk.string(lexer.scalars[..<(kept.last?.range.upperBound ?? 0)])
  }

  /// True if a text is words alone, without operators, conditions, quotation marks or stars, so that it may be meant as
  /// a title.
  ///
  /// - Complexity: linear in the length of `text`.
  package static func isPlainWords(_ text: String, vocabulary: QueryVocabulary) -> Bool {
    var lexer = QueryLexer(text, vocabulary: vocabulary)
    lexer.run()
    let areChunks = lexer.tokens.allSatisfy { if case .chunk = $0.kind { true } else { false } }
    guard areChunks, finished(text, vocabulary: vocabulary) == text else { return false }
    switch Query(text, vocabulary: vocabulary).root {
    case .word: return true
    case .and(let parts):
      return parts.allSatisfy { if case .word = $0 { true } else { false } }
    default: return false
    }
  }
}

extension QueryLexer {
  /// True for a token that means nothing without one that is to come.
  fileprivate func isUnfinished(_ token: QueryToken, after former: QueryToken?) -> Bool {
    switch token.kind {
    case .and, .or, .not, .near, .minus, .open, .key: return true
    case .chunk(let chunk):
      let text = chunk.text
      guard case .key(let name, let operation)? = former?.kind else {
        return text == "NEAR/" || isKeyWithoutValue(text)
      }
      if text.allSatisfy({ "<>=!".contains($0) }) { return true }
      // The value of a key that takes some values alone may be the beginning of one: `is:bo`, `modified:20`.
      guard operation == .matches, let key = vocabulary.keys[name.lowercased()] else {
        return false
      }
      return vocabulary.fault(Predicate(key, .matches(text))) != nil
    case .close, .quoted, .exact, .regex: return false
    }
  }

  /// True for `title:`, `rating>=`, `status=`.
  private func isKeyWithoutValue(_ text: String) -> Bool {
    let name = text.prefix { !":<>=!".contains($0) }
    let sign = text.dropFirst(name.count)
    guard let first = name.unicodeScalars.first, QuerySyntax.isKeyStart(first),
      name.unicodeScalars.allSatisfy(QuerySyntax.isKeyScalar)
    else { return false }
    if sign == ":" { return vocabulary.isKey(name.lowercased()) }
    return ["=", "!", "!=", "<", "<=", ">", ">=", ":<", ":>", ":=", ":!"].contains(sign)
  }
}

extension QueryVocabulary {
  /// True for a name that is a key whatever follows it.
  fileprivate func isKey(_ name: String) -> Bool {
    keys[name] != nil || textFields[name] != nil || parts[name] != nil
  }
}
