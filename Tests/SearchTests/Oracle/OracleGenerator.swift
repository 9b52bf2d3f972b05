import Search
import TestSupport

/// Documents, histories and queries made at random from few words, so that they meet.
struct OracleGenerator {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private static let words = [
    "run", "runs", "Running", "runner", "walk", "walks", "walked", "WALKING", "house", "houses",
    "Haus", "hauses", "book", "books", "Bücher", "Buch", "connect", "connected", "connection", "be",
    "being", "ab", "x1", "café", "cafe\u{301}", "cafés", "Straße", "strasse", "note", "notes",
    "noted",
    "notice", "well", "the", "naïve", "ﬁsh", "Σοφος", "σοφός", "книга", "книги", "ёжик", "東京都",
    "京都",
    "東", "東京", "都", "ひらかな", "😀", "well-being", "don't", "2026", "Ａrt", "arts", "no\u{AD}te",
    "C++", "C#", "c++", ".NET", "asp.net", "net", "node.js", "js", "foo_bar", "foo", "bar", "Café",
    "東京note", "기능", "기능을", "Obsidian을", "제안된", "a", "b", "c",
  ]

  private static let tags = ["books", "books/2021", "draft", "本", ""]

  mutating func int(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func chance(_ one: Int) -> Bool { int(0..<one) == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[int(0..<elements.count)]
  }

  /// Few words are frequent and many rare.
  mutating func word() -> String {
    let count = Self.words.count
    return Self.words[min(int(0..<count), int(0..<count), int(0..<count))]
  }

  // MARK: Documents

  mutating func text(_ counts: Range<Int>) -> String {
    var text = ""
    for index in 0..<int(counts) {
      if index > 0 { text += pick([" ", " ", " ", ", ", ". ", "\n", "—", "_"]) }
      text += word()
    }
    return text
  }

  mutating func document(words: Range<Int> = 0..<12) -> OracleDocument {
    var runs: [OracleDocument.Run] = []
    for _ in 0..<int(0..<4) {
      let field = int(0..<OracleDocument.schema.fields.count)
      runs.append(
        OracleDocument.Run(field: field, text: text(words), startsBlock: chance(2)))
      // A word in two runs, as when half of it is emphasised.
      if chance(4) {
        let word = word()
        let cut = word.unicodeScalars.index(
          word.unicodeScalars.startIndex, offsetBy: int(0..<word.unicodeScalars.count))
        let halves = (String(word[..<cut]), String(word[cut...]))
        runs.append(OracleDocument.Run(field: field, text: halves.0))
        runs.append(OracleDocument.Run(field: field, text: halves.1, joinsPrevious: true))
      }
    }
    let keywords = (0..<int(0..<3)).map { _ in
      OracleDocument.Keyword(space: int(0..<2), value: pick(Self.tags))
    }
    return OracleDocument(
      runs: runs,
      keywords: Array(Set(keywords)).sorted { ($0.space, $0.value) < ($1.space, $1.value) },
      language: pick(["", "en", "en", "de", "ru", "xx"]), time: Int64(int(0..<5)))
  }

  // MARK: Histories

  /// Adds, changes, deletes and renames, few at a time, so that segments pile up and merge.
  mutating func history() -> [OracleCase.Step] {
    var steps: [OracleCase.Step] = []
    var keys: [String] = []
    var present: [String: OracleDocument] = [:]
    for _ in 0..<int(1..<14) {
      var step = OracleCase.Step()
      for _ in 0..<(chance(4) ? int(0..<30) : int(0..<4)) {
        let key = chance(3) && !keys.isEmpty ? pick(keys) : "n\(int(0..<60))"
        keys.append(key)
        step.puts[key] = document()
      }
      if !keys.isEmpty {
        for _ in 0..<int(0..<3) {
          let key = pick(keys)
          if step.puts[key] == nil { step.removals.insert(key) }
        }
        if chance(2), let old = present.keys.sorted().first, step.puts[old] == nil {
          step.removals.insert(old)
          step.puts["moved-" + old] = present[old]
        }
      }
      step.isWritten = chance(4)
      for key in step.removals { present[key] = nil }
      present.merge(step.puts) { $1 }
      steps.append(step)
    }
    return steps
  }

  // MARK: Queries

  mutating func query(depth: Int = 3) -> QueryNode {
    switch depth > 0 ? int(0..<11) : 9 {
    case 10: .part(pick(["block", "quote"]), query(depth: depth - 1))
    case 0...1: .all(of: queries(depth: depth - 1))
    case 2...3: .any(of: queries(depth: depth - 1))
    case 4: .negation(of: query(depth: depth - 1))
    default: leaf()
    }
  }

  private mutating func queries(depth: Int) -> [QueryNode] {
    (0..<int(2..<5)).map { _ in query(depth: depth) }
  }

  private mutating func leaf() -> QueryNode {
    let scope: FieldScope =
      chance(3) ? .field(pick(OracleDocument.schema.fields).name) : .any
    switch int(0..<14) {
    case 0: return .predicate(predicate())
    case 1, 13:
      let parts = (0..<int(2..<4)).map { _ in nearWords(in: scope) }
      return .near(parts, distance: int(0..<6), in: scope)
    case 2:
      return .regex(pattern(), options: chance(3) ? .ignoresCase : [], in: scope)
    case 3 where chance(4): return chance(2) ? .all : .none
    default: return words(in: scope)
    }
  }

  private mutating func words(in scope: FieldScope) -> QueryNode {
    switch int(0..<10) {
    case 8: return .exact(chance(3) ? word() + " " + word() : word(), in: scope)
    case 9: return .wildcard(starred(), in: scope)
    case 0: return .prefix(prefix(), in: scope)
    case 1: return .fuzzy(misspelt(), edits: int(1..<3), in: scope)
    case 2...3:
      let text = (0..<int(1..<4)).map { _ in word() }.joined(separator: " ")
      return .phrase(text, lastIsPrefix: chance(4), in: scope)
    case 4 where chance(6): return .phrase("—", lastIsPrefix: false, in: scope)
    default: return .word(word(), in: scope)
    }
  }

  /// Words that have a place in a text; exact ones are asked of the text alone.
  private mutating func nearWords(in scope: FieldScope) -> QueryNode {
    while true {
      let node = words(in: scope)
      if case .exact = node { continue }
      return node
    }
  }

  /// A word with a star for some of its letters, alone or beside another.
  private mutating func starred() -> [String] {
    let word = pick(["connection", "Straße", "cafés", "Walking", "книга", "noted", "C++", "東京都"])
    let letters = Array(word)
    let start = int(0..<letters.count)
    let end = int(start..<letters.count + 1)
    let first = String(letters[..<start])
    let last = String(letters[end...])
    if first.isEmpty, last.isEmpty { return ["", word] }
    var pieces = [first, last]
    if letters.count > end + 2, chance(3) {
      pieces = [first, String(letters[end]), String(letters[(end + 2)...])]
    }
    guard chance(3) else { return pieces }
    if chance(2) { return [self.word() + " " + pieces[0]] + pieces.dropFirst() }
    return pieces.dropLast() + [(pieces.last ?? "") + " " + self.word()]
  }

  private mutating func prefix() -> String {
    let word = word()
    return String(word.prefix(int(1..<word.count + 1)))
  }

  private mutating func misspelt() -> String {
    var letters = Array(word())
    for _ in 0..<int(0..<3) {
      let index = int(0..<letters.count)
      switch int(0..<4) {
      case 0: letters.insert(pick(["a", "e", "n", "東", "é"]), at: index)
      case 1 where letters.count > 1: letters.remove(at: index)
      case 2 where index > 0: letters.swapAt(index, index - 1)
      default: letters[index] = pick(["a", "e", "n", "o"])
      }
    }
    return String(letters)
  }

  private mutating func predicate() -> Predicate {
    let key = pick(["tag", "kind"])
    return Predicate(key, chance(3) ? .exists : .matches(pick(Self.tags)))
  }

  private mutating func pattern() -> String {
    let pieces = [
      "run", "alk", "o", "e+", "s?", ".", "(un|al)", "[a-m]", "ou.*s", "^", "$", " ", "é", "東",
      "京都", "능", "안된",
      "(?:book)?", "n{1,2}", "o{0,1}", "\\.", "x?", "Bü", "no", "te", "b*", "[^a]", "W", "(?=e)",
      "\n",
    ]
    return (0..<int(1..<5)).map { _ in pick(pieces) }.joined()
  }
}
