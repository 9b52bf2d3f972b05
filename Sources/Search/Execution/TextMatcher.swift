/// Finds in a text what a query's words stand for: for excerpts, and to go from place to place.
///
/// It reads the same runs of the text as the index, so a word in an address or in markup is none,
/// and a phrase goes on across markup. Regular expressions read the text as it is.
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

    package init(_ range: Range<Int>, fields: [String], joinsPrevious: Bool, startsBlock: Bool) {
      self.range = range
      self.fields = fields
      self.joinsPrevious = joinsPrevious
      self.startsBlock = startsBlock
    }

    fileprivate func isWithin(_ scope: FieldScope) -> Bool {
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
    /// Which part of the query; equal for the same part.
    package let part: Int
    /// True if the text as it is was matched, markup included.
    package let isRaw: Bool

    package init(range: Range<Int>, part: Int, isRaw: Bool) {
      self.range = range
      self.part = part
      self.isRaw = isRaw
    }
  }

  /// Words in a row, or one that may be continued.
  private struct Phrase {
    let words: [QueryWords.Word]
    let lastIsPrefix: Bool

    func isPrefix(_ index: Int) -> Bool {
      words[index].isSingleOfPairs || lastIsPrefix && index == words.count - 1
    }
  }

  private enum Part {
    case word
    case fuzzy(EditDistance)
    case phrase(Phrase)
    case regex(RegularExpression)
  }

  private var parts: [(part: Part, scope: FieldScope)] = []
  /// The parts that are a word, by the word and by its stem.
  private var words: [[UInt8]: [Int]] = [:]
  private var stems: [[UInt8]: [Int]] = [:]
  /// The parts that have to be compared with each word.
  private var fuzzyParts: [Int] = []
  /// The phrases that begin with a word, and those that begin with a part of one.
  private var phrases: [[UInt8]: [Int]] = [:]
  private var prefixPhrases: [Int] = []
  private let stemmer: Stemmer?

  /// - Parameter language: that of the text, by whose rules words match by their stems.
  package init(_ root: QueryNode, language: String) {
    stemmer = language.isEmpty ? nil : Stemmer(language: language)
    collect(root)
  }

  /// Whether the query has words or expressions at all.
  package var isEmpty: Bool { parts.isEmpty }

  private mutating func collect(_ node: QueryNode) {
    switch node {
    case .all, .none, .not, .predicate: return
    case .word(let text, let scope): collect(text, scope, lastIsPrefix: false, isExact: false)
    case .prefix(let text, let scope): collect(text, scope, lastIsPrefix: true, isExact: false)
    case .phrase(let text, let lastIsPrefix, let scope):
      collect(text, scope, lastIsPrefix: lastIsPrefix, isExact: true)
    case .fuzzy(let text, let edits, let scope):
      let words = QueryWords(text).words
      if words.count == 1, let distance = EditDistance(words[0].text, edits: edits) {
        fuzzyParts.append(parts.count)
        parts.append((.fuzzy(distance), scope))
      } else {
        collect(text, scope, lastIsPrefix: false, isExact: false)
      }
    case .near(let nodes, _, _), .and(let nodes), .or(let nodes):
      for node in nodes { collect(node) }
    case .regex(let pattern, let options, let scope):
      if let expression = RegularExpression(pattern, options: options) {
        parts.append((.regex(expression), scope))
      }
    }
  }

  private mutating func collect(
    _ text: String, _ scope: FieldScope, lastIsPrefix: Bool, isExact: Bool
  ) {
    let found = QueryWords(text).words
    guard let first = found.first else { return }
    let number = parts.count
    if found.count == 1, !lastIsPrefix, !first.isSingleOfPairs {
      words[first.text, default: []].append(number)
      if !isExact, let stemmer {
        stems[first.text.withByteView { stemmer.stem($0) }, default: []].append(number)
      }
      parts.append((.word, scope))
      return
    }
    let phrase = Phrase(words: found, lastIsPrefix: lastIsPrefix)
    if phrase.isPrefix(0) {
      prefixPhrases.append(number)
    } else {
      phrases[first.text, default: []].append(number)
    }
    parts.append((.phrase(phrase), scope))
  }

  /// The matches in `text`, by their place; at most `limit`.
  ///
  /// - Parameter runs: in the order in which the index got them.
  /// - Complexity: linear in the length of the text and the number of matches, for each fuzzy word,
  ///   phrase that begins with a prefix, and expression.
  package func matches(in text: [UInt8], runs: [Run], limit: Int = .max) -> [Match] {
    guard !parts.isEmpty else { return [] }
    var collector = Collector(matcher: self, limit: limit)
    if parts.contains(where: { if case .regex = $0.part { false } else { true } }) {
      var tokenizer = Tokenizer()
      text.withByteView { view in
        for run in runs {
          guard collector.matches.count < limit else { break }
          if !run.joinsPrevious { tokenizer.finish(sink: &collector) }
          if run.startsBlock { collector.startBlock() }
          collector.run = run
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
    for (number, (part, scope)) in parts.enumerated() {
      guard case .regex(let expression) = part else { continue }
      let source = ScopedText(text, runs, scope)
      var rest = limit
      RegularExpression.Matcher(expression).forEachMatch(in: source.bytes) { range in
        matches.append(Match(range: source.origin(of: range), part: number, isRaw: true))
        rest -= 1
        return rest > 0
      }
    }
    matches.sort { ($0.range.lowerBound, $0.part) < ($1.range.lowerBound, $1.part) }
    return Array(matches.prefix(limit))
  }

  /// The text that an expression is matched against: the whole as it is, or the runs of one field,
  /// a block a line.
  private struct ScopedText {
    let bytes: [UInt8]
    /// The places in `bytes` where stretches of the text begin, and where those are in the text.
    private let stretches: [(start: Int, origin: Int)]

    init(_ text: [UInt8], _ runs: [Run], _ scope: FieldScope) {
      if scope == .any || scope == .field("body") {
        bytes = text
        stretches = []
        return
      }
      var bytes: [UInt8] = []
      var stretches: [(start: Int, origin: Int)] = []
      for run in runs where run.isWithin(scope) {
        if !bytes.isEmpty, !run.joinsPrevious { bytes.append(run.startsBlock ? 0x0A : 0x20) }
        stretches.append((bytes.count, run.range.lowerBound))
        bytes += text[run.range]
      }
      self.bytes = bytes
      self.stretches = stretches
    }

    func origin(of range: Range<Int>) -> Range<Int> {
      guard !stretches.isEmpty else { return range }
      let lower = origin(of: range.lowerBound)
      return lower..<max(lower, origin(of: range.upperBound - 1) + 1)
    }

    private func origin(of offset: Int) -> Int {
      var (low, high) = (0, stretches.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if stretches[middle].start <= offset { low = middle } else { high = middle }
      }
      return stretches[low].origin + offset - stretches[low].start
    }
  }

  /// Compares each word as it comes.
  private struct Collector: Tokenizer.Sink {
    let matcher: TextMatcher
    let limit: Int
    var matches: [Match] = []
    /// The run that is being read.
    var run = Run(0..<0, fields: [], joinsPrevious: false, startsBlock: true)
    /// The parts that a word of the text matches, so that a word is stemmed and compared once.
    private var known: [[UInt8]: [Int]] = [:]
    private var position = 0
    /// Phrases of which the last words of the text were the first.
    private var begun: [(part: Int, next: Int, position: Int, start: Int)] = []

    init(matcher: TextMatcher, limit: Int) {
      self.matcher = matcher
      self.limit = limit
    }

    mutating func startBlock() { begun = [] }

    mutating func word(_ word: MutableByteView, length: Int, start: Int, end: Int) {
      guard matches.count < limit else { return }
      let text = word.view(1..<(1 + length)).bytes
      defer { position += 1 }
      for part in parts(matching: text) { add(part, start..<end) }
      let last = begun
      begun = []
      for phrase in last {
        advance(phrase.part, phrase.next, phrase.position, phrase.start, text, end)
      }
      for part in matcher.phrases[text] ?? [] { advance(part, 0, position, start, text, end) }
      for part in matcher.prefixPhrases { advance(part, 0, position, start, text, end) }
    }

    private mutating func add(_ part: Int, _ range: Range<Int>) {
      if run.isWithin(matcher.parts[part].scope) {
        matches.append(Match(range: range, part: part, isRaw: false))
      }
    }

    /// The single words and misspelt ones that a word is.
    private mutating func parts(matching text: [UInt8]) -> [Int] {
      if let parts = known[text] { return parts }
      var parts = matcher.words[text] ?? []
      if !matcher.stems.isEmpty, let stemmer = matcher.stemmer {
        let stem = text.withByteView { stemmer.stem($0) }
        for part in matcher.stems[stem] ?? [] where !parts.contains(part) { parts.append(part) }
      }
      for part in matcher.fuzzyParts {
        if case .fuzzy(let distance) = matcher.parts[part].part, distance.matches(text[...]) {
          parts.append(part)
        }
      }
      known[text] = parts
      return parts
    }

    private mutating func advance(
      _ part: Int, _ next: Int, _ first: Int, _ start: Int, _ text: [UInt8], _ end: Int
    ) {
      guard case .phrase(let phrase) = matcher.parts[part].part else { return }
      let wanted = phrase.words[next]
      let place = first + wanted.position - phrase.words[0].position
      guard position >= place else {
        // The lone last character of a pair script stands between.
        begun.append((part, next, first, start))
        return
      }
      let isMatch = phrase.isPrefix(next) ? text.starts(with: wanted.text) : text == wanted.text
      guard isMatch else { return }
      if next + 1 == phrase.words.count {
        add(part, start..<end)
      } else {
        begun.append((part, next + 1, first, start))
      }
    }
  }
}
