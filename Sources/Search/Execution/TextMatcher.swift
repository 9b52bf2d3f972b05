/// Finds the matches of a query's words in a text, for excerpts and to go from place to place.
///
/// It reads the same runs of the text as the index, so words in addresses or markup do not match,
/// and a phrase continues across markup. Regular expressions read the text unchanged. A condition
/// on a part of the document (`block:(a b)`) is searched in its parts of that kind.
package struct TextMatcher {
  /// A stretch of the text that the index has, in one block or field of it.
  package struct Run: Sendable {
    /// Bytes of the text.
    let range: Range<Int>
    /// The fields it is in; text of the body is in none.
    let fields: [String]
    /// True if a word may go on from the run before.
    let joinsPrevious: Bool
    /// True if no phrase reaches from the run before into this one.
    let startsBlock: Bool
    /// The bytes that the text has in the place of these, as for a character reference.
    private let origin: Range<Int>?

    package init(
      _ range: Range<Int>, fields: [String], joinsPrevious: Bool, startsBlock: Bool,
      origin: Range<Int>? = nil
    ) {
      self.origin = origin
      self.range = range
      self.fields = fields
      self.joinsPrevious = joinsPrevious
      self.startsBlock = startsBlock
    }

    /// The range that a reader sees.
    package var place: Range<Int> { origin ?? range }

    /// True where its bytes are those that the text has.
    var isAsTyped: Bool { origin == nil }

    func isWithin(_ scope: FieldScope) -> Bool {
      switch scope {
      // The body's words have no list of their own: they are looked for everywhere.
      case .any, .field("body"): true
      case .field(let name): fields.contains(name)
      }
    }
  }

  /// A place that a part of the query matches.
  package struct Match: Sendable, Equatable {
    /// Bytes of the text.
    package let range: Range<Int>
    /// The part of the query; equal for the same part.
    package let part: Int
    /// True if the text as it is was matched, markup included.
    package let isRaw: Bool
    /// The places of the words that it takes among those of the text.
    let words: Range<Int>

    package init(range: Range<Int>, part: Int, isRaw: Bool) {
      self.init(range: range, part: part, isRaw: isRaw, words: 0..<0)
    }

    init(range: Range<Int>, part: Int, isRaw: Bool, words: Range<Int>) {
      self.range = range
      self.part = part
      self.isRaw = isRaw
      self.words = words
    }
  }

  enum Part {
    case word
    case fuzzy(EditDistance)
    /// Words in a row, or one that is not compared as a whole.
    case phrase([QueryWords.Word])
    case regex(RegularExpression)
  }

  private(set) var parts: [(part: Part, scope: FieldScope)] = []
  /// The conditions on single parts of the document.
  private var withins: [PartQuery] = []
  private let language: String
  /// The time of regular expressions.
  let budget: MatchBudget
  /// The parts that are a word, by the word and by its stem.
  private(set) var words: [[UInt8]: [Int]] = [:]
  private(set) var stems: [[UInt8]: [Int]] = [:]
  /// The parts that have to be compared with each word.
  private(set) var fuzzyParts: [Int] = []
  /// The phrases that begin with a word, and those that begin with a part of one.
  private(set) var phrases: [[UInt8]: [Int]] = [:]
  private(set) var openPhrases: [Int] = []
  let stemmer: Stemmer?
  /// The words met so far, with what they are to the parts as they are now.
  private(set) var known = KnownWords()

  /// - Parameter language: that of the text, by whose rules words match by their stems.
  package init(_ root: QueryNode, language: String) {
    self.init(language: language, MatchBudget())
    collect(root)
  }

  /// A matcher without parts.
  init(language: String, _ budget: MatchBudget) {
    self.language = language
    self.budget = budget
    stemmer = language.isEmpty ? nil : Stemmer(language: language)
  }

  /// True if the query has no words or expressions.
  package var isEmpty: Bool { parts.isEmpty && withins.isEmpty }

  private mutating func collect(_ node: QueryNode) {
    switch node {
    case .all, .none, .not, .predicate: return
    case .near(let nodes, _, _), .and(let nodes), .or(let nodes):
      for node in nodes { collect(node) }
    case .within(let part, let node):
      withins.append(PartQuery(part, node, language: language, budget))
    case .word, .prefix, .fuzzy, .phrase, .wildcard, .exact, .regex: _ = add(node)
    }
  }

  /// Adds a word, phrase or expression.
  ///
  /// - Returns: the number of its matches; nil if there is nothing to search for.
  mutating func add(_ node: QueryNode) -> Int? {
    known = KnownWords()
    switch node {
    case .word(let text, let scope): return add(QueryWords(text).words, scope, isExact: false)
    case .prefix(let text, let scope):
      return add(QueryWords(text, lastIsPrefix: true).words, scope, isExact: false)
    case .phrase(let text, let lastIsPrefix, let scope):
      return add(QueryWords(text, lastIsPrefix: lastIsPrefix).words, scope, isExact: true)
    case .wildcard(let pieces, let scope):
      return add(QueryWords(pieces: pieces).words, scope, isExact: true)
    case .exact(let text, let scope):
      return add(QueryWords(text, isExact: true).words, scope, isExact: true)
    case .fuzzy(let text, let edits, let scope):
      let words = QueryWords(text).words
      guard words.count == 1, let distance = EditDistance(words[0].text, edits: edits) else {
        return add(words, scope, isExact: false)
      }
      fuzzyParts.append(parts.count)
      parts.append((.fuzzy(distance), scope))
    case .regex(let pattern, let options, let scope):
      guard let expression = RegularExpression(pattern, options: options) else { return nil }
      parts.append((.regex(expression), scope))
    case .all, .none, .not, .predicate, .near, .and, .or, .within: return nil
    }
    return parts.count - 1
  }

  private mutating func add(
    _ found: [QueryWords.Word], _ scope: FieldScope, isExact: Bool
  ) -> Int? {
    guard let first = found.first else { return nil }
    let number = parts.count
    if found.count == 1, first.form == .whole, !first.isAboutText {
      words[first.text, default: []].append(number)
      if !isExact, let stemmer {
        stems[first.text.withByteView { stemmer.stem($0) }, default: []].append(number)
      }
      parts.append((.word, scope))
      return number
    }
    if first.form == .whole {
      phrases[first.text, default: []].append(number)
    } else {
      openPhrases.append(number)
    }
    parts.append((.phrase(found), scope))
    return number
  }

  /// The matches in a document, by their place; at most `limit`.
  package func matches(in document: DocumentText, limit: Int = .max) -> [Match] {
    var matches = matches(
      in: document.bytes, runs: document.runs[...], within: 0..<document.textCount,
      limit: limit)
    guard !withins.isEmpty else { return matches }
    var first = parts.count
    for within in withins {
      for match in within.matches(in: document, within: nil, holds: { _ in true }) ?? [] {
        matches.append(
          Match(range: match.range, part: first + match.part, isRaw: match.isRaw))
      }
      first += within.matchCount
    }
    matches.sort { ($0.range.lowerBound, $0.part) < ($1.range.lowerBound, $1.part) }
    return Array(matches.prefix(limit))
  }

  /// The matches in `text`, by their place; at most `limit`. Parts are not searched.
  ///
  /// - Parameters:
  ///   - runs: in the order in which they were indexed.
  ///   - part: the bytes for expressions; nil for all.
  /// - Complexity: linear in the length of the text and the number of matches, for each fuzzy word,
  ///   phrase that begins with a prefix, and expression.
  package func matches(
    in text: [UInt8], runs: ArraySlice<Run>, within part: Range<Int>? = nil, limit: Int = .max
  ) -> [Match] {
    guard !parts.isEmpty else { return [] }
    var collector = Collector(matcher: self, text, runs, limit: limit)
    if parts.contains(where: { if case .regex = $0.part { false } else { true } }) {
      var tokenizer = Tokenizer()
      text.withByteView { view in
        for number in runs.indices {
          let run = runs[number]
          guard collector.matches.count < limit else { break }
          if !run.joinsPrevious { tokenizer.finish(sink: &collector) }
          if run.startsBlock { collector.startBlock() }
          collector.runNumber = number
          // In pieces, so that a long run is not read on when there is enough.
          var offset = run.range.lowerBound
          while offset < run.range.upperBound, collector.matches.count < limit {
            let next = min(run.range.upperBound, offset + 1 << 14)
            tokenizer.feed(view, from: offset, to: next, sink: &collector)
            offset = next
          }
        }
        tokenizer.finish(sink: &collector)
      }
    }
    var matches = collector.matches
    for (number, (kind, scope)) in parts.enumerated() {
      guard case .regex(let expression) = kind else { continue }
      let source = ScopedText(text, runs, scope, within: part)
      var rest = limit
      RegularExpression.Matcher(expression, budget).forEachMatch(in: source.bytes) { range in
        matches.append(Match(range: source.origin(of: range), part: number, isRaw: true))
        rest -= 1
        return rest > 0
      }
    }
    matches.sort { ($0.range.lowerBound, $0.part) < ($1.range.lowerBound, $1.part) }
    return Array(matches.prefix(limit))
  }

  /// The places of empty matches of expressions, one a line, by their order; at most `limit`. Parts are not searched.
  ///
  /// - Complexity: linear in the length of the text for each expression.
  package func emptyMatches(in document: DocumentText, limit: Int = .max) -> [Match] {
    var matches: [Match] = []
    for (number, (kind, scope)) in parts.enumerated() {
      guard case .regex(let expression) = kind else { continue }
      let source = ScopedText(
        document.bytes, document.runs[...], scope, within: 0..<document.textCount)
      var rest = limit
      RegularExpression.Matcher(expression, budget).forEachEmptyMatch(in: source.bytes) { place in
        matches.append(
          Match(range: source.origin(of: place..<place), part: number, isRaw: true))
        rest -= 1
        return rest > 0
      }
    }
    matches.sort { ($0.range.lowerBound, $0.part) < ($1.range.lowerBound, $1.part) }
    return Array(matches.prefix(limit))
  }

  /// The first match of an expression in the part, be it an empty one, and the expression between slashes; nil if that
  /// number is none.
  func firstMatch(
    ofExpression number: Int, in text: [UInt8], runs: ArraySlice<Run>, within part: Range<Int>
  ) -> (outcome: RegularExpression.Outcome, label: String)? {
    guard case .regex(let expression) = parts[number].part else { return nil }
    let source = ScopedText(text, runs, parts[number].scope, within: part)
    return (
      RegularExpression.Matcher(expression, budget).firstMatch(in: source.bytes),
      QueryText.regex(expression.pattern, expression.options)
    )
  }

  /// The text that an expression is matched against: all or a part of it as it is, or the runs of one
  /// field, a block a line.
  private struct ScopedText {
    let bytes: [UInt8]
    /// The beginnings of stretches of the text in `bytes`.
    private let stretches: [Stretch]

    private struct Stretch {
      let start: Int
      let place: Range<Int>
      let isAsTyped: Bool
    }

    init(
      _ text: [UInt8], _ runs: ArraySlice<Run>, _ scope: FieldScope, within part: Range<Int>?
    ) {
      if scope == .any || scope == .field("body") {
        let part = part ?? text.indices
        bytes = part.count == text.count ? text : Array(text[part])
        stretches = [Stretch(start: 0, place: part, isAsTyped: true)]
        return
      }
      var bytes: [UInt8] = []
      var stretches: [Stretch] = []
      for run in runs where run.isWithin(scope) {
        if !stretches.isEmpty, !run.joinsPrevious { bytes.append(run.startsBlock ? 0x0A : 0x20) }
        stretches.append(
          Stretch(start: bytes.count, place: run.place, isAsTyped: run.isAsTyped))
        bytes += text[run.range]
      }
      self.bytes = bytes
      self.stretches = stretches
    }

    func origin(of range: Range<Int>) -> Range<Int> {
      guard !stretches.isEmpty else { return range }
      let lower = place(of: range.lowerBound).lowerBound
      return lower..<max(lower, range.isEmpty ? lower : place(of: range.upperBound - 1).upperBound)
    }

    /// The place of a byte.
    private func place(of offset: Int) -> Range<Int> {
      var (low, high) = (0, stretches.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if stretches[middle].start <= offset { low = middle } else { high = middle }
      }
      let stretch = stretches[low]
      guard stretch.isAsTyped else { return stretch.place }
      let place = stretch.place.lowerBound + offset - stretch.start
      return place..<place + 1
    }
  }
}
