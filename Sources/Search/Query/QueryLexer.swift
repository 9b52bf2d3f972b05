/// Cuts a query's text into tokens. Takes linear time: every scan either ends at a token's end, or
/// its failure is remembered.
struct QueryLexer {
  let scalars: [Unicode.Scalar]
  let vocabulary: QueryVocabulary
  private(set) var tokens: [QueryToken] = []
  private(set) var notes: QueryNotes
  private var position = 0
  /// The positions of open parentheses, the innermost last; at most `Query.maximumDepth`.
  private var open: [Int] = []
  /// The number of open parentheses beyond that depth, which are left out.
  private var leftOut = 0
  private var hasNoMoreBrackets = false

  init(_ text: String, vocabulary: QueryVocabulary) {
    scalars = Array(text.unicodeScalars)
    self.vocabulary = vocabulary
    notes = QueryNotes()
  }

  mutating func run() {
    while skipSpaces() { readToken() }
    if let first = open.first {
      notes.add(first..<first + 1, "missing `)`; assumed at the end")
    }
  }

  private mutating func readToken() {
    let start = position
    switch plain(start) {
    case "(": readOpening()
    case ")" where isNested: readClosing()
    case "-" where isNegation(start):
      position += 1
      emit(.minus, from: start)
      // An operator's name has its everyday meaning after a minus sign.
      if !readSpecial() { readKeyOrChunk(operators: false) }
    default:
      if !readSpecial() { readKeyOrChunk(operators: true) }
    }
  }

  /// Reads a quotation, regular expression, parenthesis or bar, if one begins here.
  ///
  /// `="a phrase"` is a quotation too.
  private mutating func readSpecial() -> Bool {
    let start = position
    switch plain(start) {
    case "(":
      readOpening()
      return true
    case "|":
      let end = plain(start + 1) == "|" ? start + 2 : start + 1
      guard isBoundary(end) || plain(end) == "(" else { return false }
      position = end
      emit(.or, from: start)
      return true
    case "/": return readRegex()
    case "=" where at(start + 1).flatMap(QuerySyntax.closers(of:)) != nil:
      position += 1
      readQuoted(mayBeKey: false, isExact: true)
      return true
    default:
      guard at(start).flatMap(QuerySyntax.closers(of:)) != nil else { return false }
      readQuoted(mayBeKey: true)
      return true
    }
  }

  // MARK: Parentheses

  private var isNested: Bool { !open.isEmpty || leftOut > 0 }

  private mutating func readOpening() {
    let start = position
    position += 1
    if open.count < Query.maximumDepth {
      open.append(start)
      emit(.open, from: start)
    } else {
      if leftOut == 0 {
        let message = "parentheses nested more than \(Query.maximumDepth) deep are left out"
        notes.add(start..<position, message)
      }
      leftOut += 1
    }
  }

  private mutating func readClosing() {
    position += 1
    if leftOut > 0 {
      leftOut -= 1
    } else {
      open.removeLast()
      emit(.close, from: position - 1)
    }
  }

  private func isNegation(_ start: Int) -> Bool {
    at(start + 1).map(QuerySyntax.isNegatable) == true
  }

  // MARK: Words

  private mutating func readKeyOrChunk(operators: Bool) {
    let start = position
    if operators, let (kind, end) = operatorName(at: start) {
      position = end
      emit(kind, from: start)
    } else if let end = keyEnd(at: start), let (operation, value) = keyOperator(start..<end) {
      position = value
      readKeyed(name: string(start..<end), operation, from: start)
    } else {
      noteSlip(at: start, operators: operators)
      readChunk()
    }
  }

  /// Adds a note on a name without a value, `tag:`, and on a distance that is no number, `NEAR/x`.
  private mutating func noteSlip(at start: Int, operators: Bool) {
    if let end = keyEnd(at: start), plain(end) == ":", endsHere(end + 1),
      isDeclared(string(start..<end)) || vocabulary.parts[string(start..<end).lowercased()] != nil
    {
      notes.add(start..<end + 1, "nothing follows the colon; searched as plain text")
    }
    if operators, start + 5 < scalars.count, string(start..<start + 5) == "NEAR/" {
      var end = start + 5
      while !isBoundary(end) { end += 1 }
      notes.add(start..<end, "not a number of words, as in `NEAR/5`; searched as plain text")
    }
  }

  private mutating func readKeyed(name: String, _ operation: KeyOperator, from start: Int) {
    emit(.key(name, operation), from: start)
    let isText =
      vocabulary.textFields[name.lowercased()] != nil || vocabulary.parts[name.lowercased()] != nil
    if operation == .matches, plain(position) == "(" {
      readOpening()
    } else if at(position).flatMap(QuerySyntax.closers(of:)) != nil {
      readQuoted(mayBeKey: false)
    } else if readBrackets() || (isText && plain(position) == "/" && readRegex()) {
      return
    } else {
      readChunk()
    }
  }

  private mutating func readChunk() {
    let start = position
    var chunk = QueryChunk()
    var inner = 0
    if plain(start) == "\\", operatorName(at: start + 1) != nil { position += 1 }
    while let scalar = at(position), !QuerySyntax.isSpace(scalar) {
      switch QuerySyntax.plain(scalar) {
      case "\\":
        if let next = at(position + 1), QuerySyntax.isEscapable(next) {
          chunk.append(escaped: next)
          position += 2
          continue
        }
      case "(": inner += 1
      case ")":
        if inner > 0 {
          inner -= 1
        } else if isNested {
          return emit(.chunk(chunk), from: start)
        }
      default: break
      }
      chunk.append(scalar)
      position += 1
    }
    emit(.chunk(chunk), from: start)
  }

  /// `AND`, `OR`, `NOT`, `NEAR` and `NEAR/5` standing alone or before a parenthesis.
  private func operatorName(at start: Int) -> (kind: QueryToken.Kind, end: Int)? {
    var end = start
    while end < start + 5, let letter = at(end), ("A"..."Z").contains(letter) { end += 1 }
    guard (2...4).contains(end - start) else { return nil }
    let kind: QueryToken.Kind
    switch string(start..<end) {
    case "AND": kind = .and
    case "OR": kind = .or
    case "NOT": kind = .not
    case "NEAR":
      guard plain(end) == "/", let first = at(end + 1), QuerySyntax.isDigit(first) else {
        kind = .near(Query.defaultDistance)
        break
      }
      var distance = 0
      end += 1
      while let digit = at(end), QuerySyntax.isDigit(digit) {
        distance = min(distance * 10 + Int(digit.value - 48), Query.maximumDistance)
        end += 1
      }
      kind = .near(distance)
    default: return nil
    }
    return isBoundary(end) || plain(end) == "(" ? (kind, end) : nil
  }

  // MARK: Keys

  private func keyEnd(at start: Int) -> Int? {
    guard let first = at(start), QuerySyntax.isKeyStart(first) else { return nil }
    var end = start + 1
    while let scalar = at(end), QuerySyntax.isKeyScalar(scalar) { end += 1 }
    return scalars[end - 1] == "-" || scalars[end - 1] == "." ? nil : end
  }

  /// The operator after a key, and the position of its value; nil if this is not a key after all.
  private func keyOperator(_ name: Range<Int>) -> (KeyOperator, value: Int)? {
    let end = name.upperBound
    switch plain(end) {
    case ":":
      var value = end + 1
      if let (operation, behind) = comparison(at: value), isValue(behind) {
        return (operation, behind)
      }
      if let scalar = at(value), QuerySyntax.isSpace(scalar), isDeclared(string(name)) {
        while let scalar = at(value), QuerySyntax.isSpace(scalar) { value += 1 }
      }
      guard isValue(value), plain(value) != ":" else { return nil }
      // An address, a drive letter.
      if plain(value) == "/", plain(value + 1) == "/" { return nil }
      if name.count == 1, plain(value) == "/" || plain(value) == "\\" { return nil }
      return (.matches, value)
    case "=", "!", "<", ">":
      guard let (operation, value) = comparison(at: end), isValue(value) else { return nil }
      return (operation, value)
    default: return nil
    }
  }

  private func comparison(at start: Int) -> (KeyOperator, value: Int)? {
    let isEqual = plain(start + 1) == "="
    let operation: KeyOperator
    switch plain(start) {
    case "=": operation = .equals
    case "!" where isEqual: operation = .differs
    case "<": operation = .compares(isEqual ? .lessOrEqual : .less)
    case ">": operation = .compares(isEqual ? .greaterOrEqual : .greater)
    default: return nil
    }
    let value = operation == .equals || !isEqual ? start + 1 : start + 2
    guard let scalar = at(value) else { return nil }
    // `==`, `=>`, `<-` and other signs of programs are text.
    let sign = QuerySyntax.plain(scalar)
    let isSign =
      sign == "-" || sign == "." || sign == "\\"
      ? at(value + 1).map(QuerySyntax.isLetterOrDigit) != true
      : !QuerySyntax.isWordlike(sign) && !QuerySyntax.isQuote(scalar)
    guard operation == .equals || operation == .differs else {
      return isSign ? nil : (operation, value)
    }
    return "=<>~(".unicodeScalars.contains(sign) ? nil : (operation, value)
  }

  private func isValue(_ position: Int) -> Bool {
    guard let scalar = at(position) else { return false }
    return !QuerySyntax.isSpace(scalar) && plain(position) != ")"
  }

  private func isDeclared(_ name: String) -> Bool {
    let name = name.lowercased()
    return vocabulary.keys[name] != nil || vocabulary.textFields[name] != nil
  }

  // MARK: Quotations, links, regular expressions

  private mutating func readQuoted(mayBeKey: Bool, isExact: Bool = false) {
    let start = position
    func kind(_ chunk: QueryChunk, isPrefix: Bool) -> QueryToken.Kind {
      isExact ? .exact(chunk) : .quoted(chunk, isPrefix: isPrefix)
    }
    // The caller has seen that a quotation begins here.
    let closers = QuerySyntax.closers(of: scalars[start]) ?? []
    var chunk = QueryChunk()
    position += 1
    while let scalar = at(position), !closers.contains(scalar) {
      if scalar == "\\", let next = at(position + 1), QuerySyntax.isEscapableInQuotes(next) {
        chunk.append(escaped: next)
        position += 2
      } else {
        chunk.append(scalar)
        position += 1
      }
    }
    guard position < scalars.count else {
      notes.add(start..<start + 1, "missing `\"`; assumed at the end")
      return emit(kind(chunk, isPrefix: false), from: start)
    }
    position += 1
    if mayBeKey, !chunk.isEmpty, let (operation, value) = keyOperator(start..<position) {
      position = value
      return readKeyed(name: chunk.text, operation, from: start)
    }
    let isPrefix = !isExact && plain(position) == "*" && isBoundary(position + 1)
    if isPrefix { position += 1 }
    emit(kind(chunk, isPrefix: isPrefix), from: start)
  }

  /// `link:[[A Note]]`
  private mutating func readBrackets() -> Bool {
    guard plain(position) == "[", plain(position + 1) == "[", !hasNoMoreBrackets else {
      return false
    }
    let start = position
    var end = start + 2
    while end < scalars.count, !(scalars[end] == "]" && plain(end + 1) == "]") { end += 1 }
    guard end < scalars.count else {
      hasNoMoreBrackets = true
      return false
    }
    var chunk = QueryChunk()
    for scalar in scalars[start + 2..<end] { chunk.append(escaped: scalar) }
    position = end + 2
    emit(.quoted(chunk, isPrefix: false), from: start)
    return true
  }

  /// `/pattern/i`; the first slash without a backslash that has no more of a word behind it ends it, so that `/usr/bin`
  /// is a path and `/https?://\w+/` an expression.
  ///
  /// A slash behind a space ends it in any case. A pattern that begins with a space comes here as
  /// ``Query/text(ofWords:)`` writes it.
  private mutating func readRegex() -> Bool {
    let start = position
    // “this / that / those” is not an expression; `/^## /` is one.
    guard let first = at(start + 1), !QuerySyntax.isSpace(first) else { return false }
    var slash = start + 1
    var hasSpace = false
    while let scalar = at(slash) {
      if scalar == "/" {
        if slash > start + 1, endRegex(from: start, at: slash) { return true }
        if hasSpace { return false }
      }
      hasSpace = hasSpace || QuerySyntax.isSpace(scalar)
      slash += scalar == "\\" ? 2 : 1
    }
    return false
  }

  private mutating func endRegex(from start: Int, at slash: Int) -> Bool {
    // With a backslash before each slash, as the canonical form of a query has it.
    var pattern: [Unicode.Scalar] = []
    var place = start + 1
    while place < slash {
      if scalars[place] == "/" { pattern.append("\\") }
      let next = scalars[place] == "\\" ? place + 2 : place + 1
      pattern += scalars[place..<next]
      place = next
    }
    var options: RegexOptions = []
    var end = slash + 1
    flags: while let flag = at(end) {
      switch flag {
      case "i": options.insert(.ignoresCase)
      case "s": options.insert(.dotMatchesLineEnds)
      // They are the default here.
      case "g", "m", "u": break
      default: break flags
      }
      end += 1
    }
    guard isBoundary(end) else { return false }
    position = end
    emit(.regex(QueryChunk.string(pattern[...]), options), from: start)
    return true
  }

  // MARK: Small tools

  private func at(_ index: Int) -> Unicode.Scalar? {
    index < scalars.count ? scalars[index] : nil
  }

  private func plain(_ index: Int) -> Unicode.Scalar? { at(index).map(QuerySyntax.plain) }

  private func string(_ range: Range<Int>) -> String { QueryChunk.string(scalars[range]) }

  private func isBoundary(_ index: Int) -> Bool {
    guard let scalar = at(index) else { return true }
    return QuerySyntax.isSpace(scalar) || (isNested && QuerySyntax.plain(scalar) == ")")
  }

  /// True if only spaces follow, up to the end or a closing parenthesis.
  private func endsHere(_ index: Int) -> Bool {
    var index = index
    while let scalar = at(index), QuerySyntax.isSpace(scalar) { index += 1 }
    return index == scalars.count || (isNested && plain(index) == ")")
  }

  private mutating func skipSpaces() -> Bool {
    while let scalar = at(position), QuerySyntax.isSpace(scalar) { position += 1 }
    return position < scalars.count
  }

  private mutating func emit(_ kind: QueryToken.Kind, from start: Int) {
    tokens.append(QueryToken(kind: kind, range: start..<position))
  }
}
