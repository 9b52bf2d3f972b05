/// Finds in a text what a query's words stand for: for excerpts, and to go from place to place.
///
/// It reads the text as it is, markup included, so it may mark a word in an address that the index
/// does not hold.
package struct TextMatcher {
  /// A place that a part of the query matches.
  package struct Match: Sendable, Equatable {
    /// Bytes of the text.
    package let range: Range<Int>
    /// Which part of the query; equal for the same part.
    package let part: Int
  }

  private enum Part {
    case word(folded: [UInt8], stem: [UInt8])
    case prefix([UInt8])
    case fuzzy(EditDistance)
    case phrase([[UInt8]], lastIsPrefix: Bool)
    case regex(RegularExpression)
  }

  private var parts: [Part] = []
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
    case .word(let text, _): collect(text, lastIsPrefix: false, isExact: false)
    case .prefix(let text, _): collect(text, lastIsPrefix: true, isExact: false)
    case .phrase(let text, let lastIsPrefix, _):
      collect(text, lastIsPrefix: lastIsPrefix, isExact: true)
    case .fuzzy(let text, let edits, _):
      let words = QueryWords(text).words
      if words.count == 1, let distance = EditDistance(words[0].text, edits: edits) {
        parts.append(.fuzzy(distance))
      } else {
        collect(text, lastIsPrefix: false, isExact: false)
      }
    case .near(let nodes, _, _), .and(let nodes), .or(let nodes):
      for node in nodes { collect(node) }
    case .regex(let pattern, let options, _):
      if let expression = RegularExpression(pattern, options: options) {
        parts.append(.regex(expression))
      }
    }
  }

  private mutating func collect(_ text: String, lastIsPrefix: Bool, isExact: Bool) {
    let words = QueryWords(text).words
    guard let first = words.first else { return }
    if words.count > 1 {
      parts.append(
        .phrase(
          words.map { $0.text },
          lastIsPrefix: lastIsPrefix || words[words.count - 1].isSingleOfPairs))
    } else if lastIsPrefix || first.isSingleOfPairs {
      parts.append(.prefix(first.text))
    } else {
      let stem = first.text.withByteView { stemmer?.stem($0) } ?? first.text
      parts.append(.word(folded: first.text, stem: isExact ? [] : stem))
    }
  }

  /// The matches in `text`, by their place; at most `limit`.
  package func matches(in text: [UInt8], limit: Int = .max) -> [Match] {
    guard !parts.isEmpty else { return [] }
    var collector = Collector(matcher: self, limit: limit)
    if parts.contains(where: { if case .regex = $0 { false } else { true } }) {
      var tokenizer = Tokenizer()
      text.withByteView { view in
        // In pieces, so that a long text is not read on when there is enough.
        var offset = 0
        while offset < view.count, collector.matches.count < limit {
          let next = min(view.count, offset + 1 << 14)
          tokenizer.feed(view, from: offset, to: next, sink: &collector)
          offset = next
        }
        tokenizer.finish(sink: &collector)
      }
    }
    var matches = collector.matches
    for (number, part) in parts.enumerated() {
      guard case .regex(let expression) = part else { continue }
      var start = 0
      while matches.count < limit, let range = expression.firstMatch(in: text, from: start) {
        // An expression may match nothing, at any place: there is nothing to show there.
        if !range.isEmpty { matches.append(Match(range: range, part: number)) }
        start = max(range.upperBound, start + 1)
        if start > text.count { break }
      }
    }
    matches.sort { ($0.range.lowerBound, $0.part) < ($1.range.lowerBound, $1.part) }
    return Array(matches.prefix(limit))
  }

  /// Compares each word as it comes.
  private struct Collector: Tokenizer.Sink {
    let matcher: TextMatcher
    let limit: Int
    var matches: [Match] = []
    /// For each phrase, the words of it that the last words of the text were: how far, since where.
    private var progress: [[(next: Int, start: Int)]]

    init(matcher: TextMatcher, limit: Int) {
      self.matcher = matcher
      self.limit = limit
      progress = Array(repeating: [], count: matcher.parts.count)
    }

    mutating func word(_ word: MutableByteView, length: Int, start: Int, end: Int) {
      guard matches.count < limit else { return }
      let view = word.view(1..<(1 + length))
      for (number, part) in matcher.parts.enumerated() {
        switch part {
        case .word(let folded, let stem):
          let isMatch =
            folded.withByteView { $0.equals(view) }
            || !stem.isEmpty && matcher.stemmer.map { $0.stem(view) == stem } ?? false
          if isMatch { matches.append(Match(range: start..<end, part: number)) }
        case .prefix(let prefix):
          if view.count >= prefix.count, view.slice(0..<prefix.count).bytes == prefix {
            matches.append(Match(range: start..<end, part: number))
          }
        case .fuzzy(let distance):
          if distance.matches(view.bytes[...]) {
            matches.append(Match(range: start..<end, part: number))
          }
        case .phrase(let words, let lastIsPrefix):
          advance(number, words, lastIsPrefix, view, start, end)
        case .regex: break
        }
      }
    }

    private mutating func advance(
      _ number: Int, _ words: [[UInt8]], _ lastIsPrefix: Bool, _ view: ByteView, _ start: Int,
      _ end: Int
    ) {
      var next: [(next: Int, start: Int)] = []
      for candidate in progress[number] + [(0, start)] {
        let wanted = words[candidate.next]
        let isLast = candidate.next == words.count - 1
        let isMatch =
          isLast && lastIsPrefix
          ? view.count >= wanted.count && view.slice(0..<wanted.count).bytes == wanted
          : wanted.withByteView { $0.equals(view) }
        guard isMatch else { continue }
        if isLast {
          matches.append(Match(range: candidate.start..<end, part: number))
        } else {
          next.append((candidate.next + 1, candidate.start))
        }
      }
      progress[number] = next
    }
  }
}
