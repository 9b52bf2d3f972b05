import Search

/// Answers queries by reading every word of every document: the rules, restated as plainly as they
/// can be.
struct OracleIndex {
  struct Entry {
    let key: String
    let document: OracleDocument
    let words: [OracleWord]
  }

  let entries: [Entry]
  private let averageLength: Double

  init(_ documents: [String: OracleDocument]) {
    entries = documents.sorted { $0.key < $1.key }.map { key, document in
      Entry(key: key, document: document, words: OracleWord.words(of: document))
    }
    let total = entries.reduce(0) { $0 + Self.rounded($1.words.count) }
    averageLength = max(1, Double(total) / Double(max(1, entries.count)))
  }

  /// The keys of the documents that satisfy `node`.
  func keys(of node: QueryNode) -> Set<String> {
    Set(entries.filter { matches(node, $0) }.map(\.key))
  }

  // MARK: What satisfies

  func matches(_ node: QueryNode, _ entry: Entry) -> Bool {
    switch node {
    case .all: return true
    case .none: return false
    case .and(let parts): return parts.allSatisfy { matches($0, entry) }
    case .or(let parts): return parts.contains { matches($0, entry) }
    case .not(let part): return !matches(part, entry)
    case .predicate(let predicate): return matches(predicate, entry.document)
    case .regex(let pattern, let options, let scope):
      return OracleRegex.matches(pattern, options, entry.document.text(in: scope))
    case .within(let kind, let part):
      return entry.document.parts(kind).contains { numbers in
        let document = entry.document.with(runs: numbers)
        return matches(
          part, Entry(key: entry.key, document: document, words: OracleWord.words(of: document)))
      }
    case .word, .prefix, .fuzzy, .phrase, .wildcard, .exact:
      guard let place = OraclePlace(node) else { return true }
      return !place.starts(in: entry).isEmpty
    case .near(let parts, let distance, _):
      let places = parts.compactMap { OraclePlace($0, isNear: true) }
      return matches(near: places[...], distance: distance, entry)
    }
  }

  private func matches(_ predicate: Predicate, _ document: OracleDocument) -> Bool {
    let values = document.keywords
      .filter { $0.space == OracleDocument.spaces[predicate.key] }.map(\.value)
    switch predicate.test {
    case .exists: return !values.isEmpty
    case .matches(let value): return values.contains(value)
    default: return false
    }
  }

  /// True where each place has an occurrence at most `distance` words from one of the place before
  /// that itself is so chained.
  private func matches(near places: ArraySlice<OraclePlace>, distance: Int, _ entry: Entry) -> Bool
  {
    guard let first = places.first else { return true }
    var reached = first.starts(in: entry).map { $0..<$0 + first.length }
    for place in places.dropFirst() {
      reached = place.starts(in: entry).map { $0..<$0 + place.length }.filter { range in
        reached.contains { other in
          let gap = max(range.lowerBound - other.upperBound, other.lowerBound - range.upperBound)
          return gap >= 0 && gap <= distance
        }
      }
    }
    return !reached.isEmpty
  }

  // MARK: What it scores

  /// The score of a document that satisfies the query, by the formula of `Scoring`.
  func score(of node: QueryNode, _ entry: Entry) -> Double {
    switch node {
    case .all, .none, .not, .predicate, .regex: return 0
    case .and(let parts), .or(let parts): return parts.reduce(0) { $0 + score(of: $1, entry) }
    case .near(let parts, let distance, _):
      // Only the index scores, and signs are no part of it.
      let places = parts.compactMap { OraclePlace($0, isNear: true, ignoresText: true) }
      guard matches(near: places[...], distance: distance, entry) else { return 0 }
      if places.count == 1 { return score(of: places[0], entry) }
      return places.reduce(0) { sum, place in
        place.parts.reduce(sum) { $0 + score(of: OraclePlace(part: $1, of: place), entry) }
      }
    // Its words count wherever they are in the document.
    case .within(_, let part): return score(of: part, entry)
    case .word, .prefix, .fuzzy, .phrase, .wildcard, .exact:
      return OraclePlace(node, ignoresText: true).map { score(of: $0, entry) } ?? 0
    }
  }

  private func score(of place: OraclePlace, _ entry: Entry) -> Double {
    let starts = place.starts(in: entry)
    if starts.isEmpty { return 0 }
    let boosts = place.parts.map { part in
      entry.words.filter { place.takes($0, part, entry) }
        .reduce(0) { $0 + OracleDocument.schema.fields[$1.field].weight - 1 }
    }
    let weighted = Double(starts.count) * norm(entry) + Double(boosts.min() ?? 0)
    return idf(of: place) * 2.2 * weighted / (1.2 + weighted)
  }

  private func idf(of place: OraclePlace) -> Double {
    place.parts.reduce(0.0) { sum, part in
      let documents = entries.count { entry in entry.words.contains { place.takes($0, part, entry) }
      }
      return sum + Self.idf(documents: documents, of: entries.count)
    }
  }

  /// The score that a preference adds for a document with all its words, by the formula of
  /// `PreferredDocuments`.
  func gain(of preference: Preference, _ entry: Entry) -> Double {
    func words(in scope: FieldScope) -> [QueryNode] {
      preference.words.map { .word($0, in: scope) }
    }
    let idf = words(in: .any).reduce(0.0) { sum, word in
      sum + (OraclePlace(word).map { self.idf(of: $0) } ?? 0)
    }
    let row = QueryNode.phrase(
      preference.words.joined(separator: " "), lastIsPrefix: false, in: .any)
    var gain = matches(row, entry) ? 0.5 * score(of: row, entry) : 0
    let titles = FieldScope.field(preference.titles)
    if matches(.all(of: words(in: titles)), entry) {
      let number = OracleDocument.schema.field(named: preference.titles)
      let length = max(preference.words.count, entry.words.count { $0.field == number })
      let typed = preference.words.flatMap { OracleWord.words(of: $0) }.map(\.text)
      let same = typed.count { text in
        entry.words.contains { $0.field == number && $0.text == text }
      }
      let form = 1 + 2 * Double(same) / Double(typed.count)
      gain += 1.5 * form * idf * 2.2 / (1 + 1.2 * (0.25 + 0.75 * Double(length) / 5))
    }
    let headings = FieldScope.field(preference.headings)
    if matches(.near(words(in: headings), distance: 8, in: headings), entry) { gain += 0.5 * idf }
    return gain
  }

  private func norm(_ entry: Entry) -> Double {
    1 / (0.25 + 0.75 * Double(Self.rounded(entry.words.count)) / averageLength)
  }

  /// Lengths of 32 words and more are kept to five binary digits.
  private static func rounded(_ length: Int) -> Int {
    var unit = 1
    while length / unit >= 32 { unit *= 2 }
    return length / unit * unit
  }

  private static func idf(documents: Int, of total: Int) -> Double {
    OracleMath.log(1 + (Double(total - documents) + 0.5) / (Double(documents) + 0.5))
  }
}

/// Words in fixed places to one another, in one scope.
struct OraclePlace {
  struct Part {
    let offset: Int
    let matches: (OracleWord, _ language: String) -> Bool
  }

  let parts: [Part]
  let scope: FieldScope
  /// How many words it takes.
  let length: Int

  /// - Parameters:
  ///   - isNear: the forms that are typed count.
  ///   - ignoresText: signs, capitals and accents do not count.
  /// - Returns: nil where the query has no words.
  init?(_ node: QueryNode, isNear: Bool = false, ignoresText: Bool = false) {
    func checks(
      _ words: [OracleWord], isExact: Bool = false, lastIsPrefix: Bool = false
    ) -> [OracleText]? {
      ignoresText
        ? nil
        : words.indices.map {
          OracleText(words, $0, isExact: isExact, lastIsPrefix: lastIsPrefix)
        }
    }
    switch node {
    case .word(let text, let scope):
      let words = Self.words(of: text)
      let isPlain = OracleText(words, 0, isExact: false).isNothing
      if words.count == 1, !words[0].isLonePairCharacter, !isNear, isPlain {
        let part = Part(offset: 0) { word, language in
          OracleStems.stem(word.text, language: language)
            == OracleStems.stem(words[0].text, language: language)
        }
        self.init(parts: [part], scope: scope, length: 1)
      } else {
        self.init(words, lastIsPrefix: false, scope, checks(words))
      }
    case .prefix(let text, let scope):
      let words = Self.words(of: text)
      self.init(words, lastIsPrefix: true, scope, checks(words, lastIsPrefix: true))
    case .phrase(let text, let lastIsPrefix, let scope):
      let words = Self.words(of: text)
      self.init(
        words, lastIsPrefix: lastIsPrefix, scope, checks(words, lastIsPrefix: lastIsPrefix))
    case .exact(let text, let scope):
      let words = Self.words(of: text)
      self.init(words, lastIsPrefix: false, scope, checks(words, isExact: true))
    case .wildcard(let pieces, let scope):
      var words = Self.words(of: pieces.joined(separator: String(OracleWord.star)))
      var stars = 0
      for index in words.indices {
        words[index].position -= stars
        if words[index].text.unicodeScalars.allSatisfy({ $0 == OracleWord.star }) { stars += 1 }
      }
      words.removeAll { $0.text.unicodeScalars.allSatisfy { $0 == OracleWord.star } }
      self.init(words, lastIsPrefix: false, scope)
    case .fuzzy(let text, let edits, let scope):
      let words = Self.words(of: text)
      guard words.count == 1 else {
        self.init(.word(text, in: scope), isNear: isNear, ignoresText: true)
        return
      }
      let part = Part(offset: 0) { word, _ in
        OracleMath.distance(Array(word.text.unicodeScalars), Array(words[0].text.unicodeScalars))
          <= edits
      }
      self.init(parts: [part], scope: scope, length: 1)
    default: return nil
    }
  }

  private init?(
    _ words: [OracleWord], lastIsPrefix: Bool, _ scope: FieldScope, _ texts: [OracleText]? = nil
  ) {
    guard let first = words.first, let last = words.last else { return nil }
    // Of `C++*` the word is whole, and more may follow the signs.
    let lastGoesOn =
      lastIsPrefix && !OracleText(words, words.count - 1, isExact: false).endsInSigns
    parts = words.enumerated().map { number, word in
      let isPrefix = word.isLonePairCharacter || (lastGoesOn && word == last)
      return Part(offset: word.position - first.position) { candidate, _ in
        if let texts, !texts[number].accepts(candidate) { return false }
        if word.text.unicodeScalars.contains(OracleWord.star) {
          return Self.isLike(
            Array(candidate.text.unicodeScalars)[...], Array(word.text.unicodeScalars)[...])
        }
        return isPrefix
          ? candidate.text.unicodeScalars.starts(with: word.text.unicodeScalars)
          : candidate.text == word.text
      }
    }
    self.scope = scope
    length = last.position - first.position + 1
  }

  private init(parts: [Part], scope: FieldScope, length: Int) {
    self.parts = parts
    self.scope = scope
    self.length = length
  }

  /// True where a word has the letters of a pattern, with any text in place of the stars.
  private static func isLike(
    _ word: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>
  ) -> Bool {
    guard let first = pattern.first else { return word.isEmpty }
    if first == OracleWord.star {
      return (word.startIndex...word.endIndex).contains {
        isLike(word[$0...], pattern.dropFirst())
      }
    }
    return word.first == first && isLike(word.dropFirst(), pattern.dropFirst())
  }

  /// One part alone.
  init(part: Part, of place: OraclePlace) {
    self.init(
      parts: [Part(offset: 0, matches: part.matches)], scope: place.scope, length: 1)
  }

  /// The words of a query: where a pair ends, the document's text may go on.
  private static func words(of text: String) -> [OracleWord] {
    OracleWord.words(of: text).filter { !$0.endsPairs }
  }

  /// The positions at which all parts are in their places.
  func starts(in entry: OracleIndex.Entry) -> [Int] {
    let places = parts.map { part in
      Set(entry.words.filter { takes($0, part, entry) }.map { $0.position - part.offset })
    }
    return places.dropFirst().reduce(places[0]) { $0.intersection($1) }.sorted()
  }

  /// True where `word` of a document may stand in the place of `part`.
  func takes(_ word: OracleWord, _ part: Part, _ entry: OracleIndex.Entry) -> Bool {
    if case .field(let name) = scope,
      let field = OracleDocument.schema.field(named: name),
      OracleDocument.schema.fields[field].isSearchable, field != word.field
    {
      return false
    }
    return part.matches(word, entry.document.language)
  }
}
