import Search
import TestSupport

/// Queries made at random: trees in normal form, and text that is close to a query.
enum RandomQuery {
  static let vocabulary = QueryVocabulary(
    textFields: ["title": "title", "body": "body"], parts: ["block": "block", "code": "code"],
    keys: ["tag": "tag", "date": "date"])

  static func node(depth: Int, using random: inout SeededRandom) -> QueryNode {
    switch depth > 0 ? Int.random(in: 0..<7, using: &random) : 9 {
    case 0: .all(of: nodes(depth: depth - 1, using: &random))
    case 1: .any(of: nodes(depth: depth - 1, using: &random))
    case 2: .negation(of: node(depth: depth - 1, using: &random))
    case 3: near(using: &random)
    case 4:
      .part(
        Bool.random(using: &random) ? "block" : "code", node(depth: depth - 1, using: &random))
    default: leaf(using: &random)
    }
  }

  private static func nodes(depth: Int, using random: inout SeededRandom) -> [QueryNode] {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in node(depth: depth, using: &random) }
  }

  private static func near(using random: inout SeededRandom) -> QueryNode {
    let scope = scope(using: &random)
    let parts = (0..<Int.random(in: 2...4, using: &random)).map { _ in
      word(in: scope, using: &random)
    }
    return .near(parts, distance: Int.random(in: 0..<20, using: &random), in: scope)
  }

  private static func leaf(using random: inout SeededRandom) -> QueryNode {
    let scope = scope(using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 4: return .exact("a" + text(of: wordSigns + [" "], using: &random) + "b", in: scope)
    case 0: return .regex(pattern(using: &random), options: options(using: &random), in: scope)
    case 1...3: return .predicate(predicate(using: &random))
    default: return word(in: scope, using: &random)
    }
  }

  private static func word(in scope: FieldScope, using random: inout SeededRandom) -> QueryNode {
    let word = "a" + text(of: wordSigns, using: &random)
    let wordBehindSign = (wordSigns.randomElement(using: &random) ?? "") + word
    switch Int.random(in: 0..<9, using: &random) {
    case 5:
      return .wildcard([word + "c", "b" + text(of: ["-", "é", "."], using: &random)], in: scope)
    case 6: return .wildcard(["", "b ", "c", "e"], in: scope)
    case 0: return .prefix(wordBehindSign, in: scope)
    case 1: return .fuzzy(word, edits: Int.random(in: 1...2, using: &random), in: scope)
    case 2:
      let phrase = "a" + text(of: wordSigns + [" ", "\n", "“"], using: &random) + "b"
      return .phrase(phrase, lastIsPrefix: .random(using: &random), in: scope)
    case 3:
      return .word(
        ["AND", "OR", "NOT", "NEAR", "NEAR/7"].randomElement(using: &random) ?? "", in: scope)
    default: return .word(wordBehindSign, in: scope)
    }
  }

  private static func predicate(using random: inout SeededRandom) -> Predicate {
    let key =
      ["tag", "date", "rating", "two words", "ключ", "a.b", "a-", "9"].randomElement(using: &random)
      ?? ""
    let value = text(of: wordSigns + [" ", "«", ".."], using: &random)
    let plain = "b" + text(of: wordSigns, using: &random).filter { !"./\\*".contains($0) } + "c"
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return Predicate(key, .exists)
    case 1: return Predicate(key, .equals(value))
    case 2:
      return Predicate(
        key, .compares(Relation.allCases.randomElement(using: &random) ?? .less, value))
    case 3: return Predicate(key, .between(plain, .random(using: &random) ? plain : nil))
    case 4: return Predicate(key, .between(nil, plain))
    case 5: return Predicate(key, .like([value, plain, .random(using: &random) ? "" : value]))
    default: return Predicate(key, .matches(value))
    }
  }

  private static func scope(using random: inout SeededRandom) -> FieldScope {
    [.any, .any, .field("title"), .field("body")].randomElement(using: &random) ?? .any
  }

  private static func pattern(using random: inout SeededRandom) -> String {
    "a" + text(of: ["b", " ", "\\/", "\\\\", "[", "(", ")", "*", "\"", "é"], using: &random) + "c"
  }

  private static func options(using random: inout SeededRandom) -> RegexOptions {
    RegexOptions(rawValue: .random(in: 0...3, using: &random))
  }

  /// Letters and signs with a meaning in queries.
  private static let wordSigns = [
    "a", "b", "Z", "7", "é", "本", "😀", "-", "#", "*", "~", ":", "/", "|", "=", "<", ">", "!", "(",
    ")",
    "[", "]", "\\", "\"", "“", "”", "：", "（", ".", ",", "'", "_", "&",
  ]

  private static let pieces =
    wordSigns + [
      " ", " ", " ", " ", " OR ", " AND ", " NOT ", " NEAR/3 ", "title:", "body:(", "tag:",
      "date:>=",
      "[[", "]]", "..", "word", "2026-11", "-(", "//", "*", "~2", "\u{3000}", "»", "nope:",
    ]

  static func text(using random: inout SeededRandom) -> String {
    text(of: pieces, count: 0..<24, using: &random)
  }

  private static func text(
    of pieces: [String], count: Range<Int> = 0..<4, using random: inout SeededRandom
  ) -> String {
    (0..<Int.random(in: count, using: &random))
      .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }
}
