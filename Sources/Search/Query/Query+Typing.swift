/// A query while it is typed.
extension Query {
  /// A text without the operator at its end that still lacks its operand, `walden title:`, `a OR`, `links:>=`, or whose
  /// value is not understood yet, `is:bo`, or an expression that is not closed, `/bea`.
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

  /// A text with all that its last word may become: `bea*`, `title:wal*`, `author:*aust*`, `date:(2026-1 OR
  /// 2026-10..2026)`, and `"half ag*"` for a phrase that is not closed.
  ///
  /// A single letter begins too many words: of `e` those in all notes, at each of which the list would be made.
  /// - Returns: nil where the last word is finished or a single letter, or what has it is left out.
  /// - Complexity: linear in the length of `text`.
  package static func growing(_ text: String, vocabulary: QueryVocabulary) -> String? {
    var lexer = QueryLexer(text, vocabulary: vocabulary)
    lexer.run()
    guard let last = lexer.tokens.last, last.range.upperBound == lexer.scalars.count else {
      return nil
    }
    var former = lexer.tokens.dropLast()
    var key: String?
    if case .key(let name, let operation)? = former.last?.kind {
      guard operation == .matches else { return nil }
      key = name
      former.removeLast()
    }
    switch former.last?.kind {
    case .minus, .not: return nil
    default: break
    }
    let start = QueryChunk.string(lexer.scalars[..<last.range.lowerBound])
    let word = QueryChunk.string(lexer.scalars[last.range])
    switch last.kind {
    case .chunk where key == nil:
      return isGrowing(
        word.first == "#" ? word.dropFirst() : word[...], least: word.first == "#" ? 1 : 2)
        ? text + "*" : nil
    case .chunk:
      return vocabulary.growing(word, of: key ?? "").map { start + $0 }
    case .quoted(let chunk, isPrefix: false):
      guard let quote = lexer.scalars[last.range].first, !lexer.isClosed(last.range),
        chunk.text.last.map(isInWord) == true
      else { return nil }
      let closer = QuerySyntax.closers(of: quote)?.first.map { String(Character($0)) } ?? "\""
      guard let key, vocabulary.takesParts(of: key) else { return text + "*" + closer }
      return start + String(Character(quote)) + "*" + word.dropFirst() + "*" + closer
    default: return nil
    }
  }

  /// A text without the single letter or digit at its end, which begins too many words for each to be looked for.
  ///
  /// - Returns: nil where it does not end so, or where the letter is a condition's value or is ruled out.
  /// - Complexity: linear in the length of `text`.
  package static func withoutLastLetter(_ text: String, vocabulary: QueryVocabulary) -> String? {
    var lexer = QueryLexer(text, vocabulary: vocabulary)
    lexer.run()
    guard let last = lexer.tokens.last, last.range.upperBound == lexer.scalars.count,
      case .chunk(let chunk) = last.kind, chunk.text.count == 1, chunk.text.allSatisfy(isInWord)
    else { return nil }
    switch lexer.tokens.dropLast().last?.kind {
    case .key, .minus, .not, .near: return nil
    default: break
    }
    let rest = QueryChunk.string(lexer.scalars[..<last.range.lowerBound])
    return finished(rest, vocabulary: vocabulary)
  }

  fileprivate static func isInWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  /// True for a plain word, also one of parts such as `Moby-D`, `l'infin` and `2026-11-2`.
  fileprivate static func isGrowing(_ word: Substring, least: Int) -> Bool {
    guard word.count >= least, word.first.map(isInWord) == true, word.last.map(isInWord) == true
    else { return false }
    return word.allSatisfy { isInWord($0) || "-.'’_/".contains($0) }
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
        if text == "-" { return true }
        if text == "#", case .minus? = former?.kind { return true }
        return text == "NEAR/" || isKeyWithoutValue(text) || isExpressionBegun(chunk, token)
          || vocabulary.isSavedNameBegun(text)
      }
      if vocabulary.textFields[name.lowercased()] != nil, isExpressionBegun(chunk, token) {
        return true
      }
      if text.allSatisfy({ "<>=!".contains($0) }) { return true }
      if isDayBegun(chunk, operation) { return true }
      // The value of a key that takes some values alone may be the beginning of one: `is:bo`, `modified:<20`.
      return vocabulary.keys[name.lowercased()] != nil && isFaulty(former, token)
    case .close, .quoted, .exact, .regex: return false
    }
  }

  /// True for `/bea` at the very end: the slash that closes it is to come.
  private func isExpressionBegun(_ chunk: QueryChunk, _ token: QueryToken) -> Bool {
    chunk.syntax.first == "/" && chunk.syntax.count(where: { $0 == "/" }) == 1
      && token.range.upperBound == scalars.count
  }

  /// True for a condition whose value is none of its key.
  private func isFaulty(_ key: QueryToken?, _ value: QueryToken) -> Bool {
    guard let key else { return false }
    var faultless = vocabulary
    faultless.fault = { _ in nil }
    let text = QueryChunk.string(scalars[key.range.lowerBound..<value.range.upperBound])
    switch Query(text, vocabulary: faultless).root {
    case .predicate(let predicate), .not(.predicate(let predicate)):
      return vocabulary.fault(predicate) != nil
    default: return false
    }
  }

  /// True for the beginning of a day or month that is compared or ends a range: `<2026-1`, `2026-01..2026-11-2`. What it
  /// may become is not known, and of most of that more is found.
  private func isDayBegun(_ chunk: QueryChunk, _ operation: KeyOperator) -> Bool {
    let text = chunk.text
    guard operation == .matches else { return QueryVocabulary.growingDays(text) != nil }
    let parts = text.split(separator: "..", omittingEmptySubsequences: false)
    return parts.count == 2 && QueryVocabulary.growingDays(String(parts[1])) != nil
  }

  /// True for a quotation with its closing mark.
  fileprivate func isClosed(_ range: Range<Int>) -> Bool {
    guard let last = scalars[range].last, range.count > 1 else { return false }
    return QuerySyntax.closers(of: scalars[range.lowerBound])?.contains(last) == true
  }

  /// True for `title:`, `rating>=`, `status=`.
  private func isKeyWithoutValue(_ text: String) -> Bool {
    let name = text.prefix { !":<>=!".contains($0) }
    let sign = text.dropFirst(name.count)
    guard let first = name.unicodeScalars.first, QuerySyntax.isKeyStart(first),
      name.unicodeScalars.allSatisfy(QuerySyntax.isKeyScalar)
    else { return false }
    if sign == ":" {
      let name = name.lowercased()
      return vocabulary.isKey(name) || vocabulary.fault(Predicate(name, .exists)) == nil
    }
    return ["=", "!", "!=", "<", "<=", ">", ">=", ":<", ":>", ":=", ":!"].contains(sign)
  }
}

extension QueryVocabulary {
  /// True for a name that is a key whatever follows it.
  fileprivate func isKey(_ name: String) -> Bool {
    keys[name] != nil || textFields[name] != nil || parts[name] != nil
  }

  /// True for the beginning of a saved search's name after its `@`.
  fileprivate func isSavedNameBegun(_ text: String) -> Bool {
    guard text.first == "@" else { return false }
    let name = text.dropFirst().lowercased()
    return saved[name] == nil && saved.keys.contains { $0.hasPrefix(name) }
  }

  /// True for a key whose values are matched by any part of them, and not for text and hashtags.
  fileprivate func takesParts(of name: String) -> Bool {
    let name = name.lowercased()
    if textFields[name] != nil || parts[name] != nil { return false }
    let key = keys[name] ?? name
    return key != hashtagKey && fault(Predicate(key, .like(["", "a", ""]))) == nil
  }

  /// All that the value of a key may become.
  fileprivate func growing(_ value: String, of name: String) -> String? {
    let key = keys[name.lowercased()] ?? name.lowercased()
    let word = value.first == "#" && key == hashtagKey ? value.dropFirst() : value[...]
    guard Query.isGrowing(word, least: 1) else { return nil }
    let days = Self.growingDays(value)
    if takesParts(of: name) {
      return days != nil || word.contains(where: \.isLetter) ? "*\(value)*" : nil
    }
    let isText = textFields[name.lowercased()] != nil || parts[name.lowercased()] != nil
    if isText || fault(Predicate(key, .like([value, ""]))) == nil { return value + "*" }
    return days
  }

  /// The days of which the beginning is typed, as `2026-1` and `2026-11-2`.
  fileprivate static func growingDays(_ value: String) -> String? {
    let parts = value.split(separator: "-", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.last?.count == 1,
      zip(parts.dropLast(), [4, 2]).allSatisfy({ $0.count == $1 }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let digit = parts.last.flatMap({ Int($0) })
    else { return nil }
    let last = parts.count == 2 ? 12 : 31
    guard digit * 10 <= last else { return nil }
    let start = value.dropLast()
    let from = start + (digit == 0 ? "01" : "\(digit)0")
    // The last ones go up to the end of the year or month, which has days of its own number.
    let through = digit * 10 + 9 < last ? start + "\(digit)9" : start.dropLast()
    return "(\(value) OR \(from)..\(through))"
  }
}
