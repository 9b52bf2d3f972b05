import Search
import TestSupport
import Testing

@Suite struct QueryPropertyTests {
  @Test(arguments: [
    ("5", true), ("-2", true), (".5", true), ("Infinity", false), ("inf", false), ("nan", false),
    ("0x1f", false), ("2024-01", false),
  ])
  func `digits alone are a number`(text: String, isNumber: Bool) {
    #expect(ValueTest.matches(text).isOfNumbers == isNumber)
    #expect(ValueTest.between(text, nil).isOfNumbers == isNumber)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a tree's text is read as the same tree`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let node = RandomQuery.node(depth: 4, using: &random)
      let query = Query(node.description, vocabulary: RandomQuery.vocabulary)
      #expect(query.root == node, "\(node)")
      // A sign beside a star is told of, and is left out by the tree as well.
      let notes = query.notes.filter { !$0.message.hasPrefix("a star in a word leaves ") }
      #expect(notes.isEmpty, "\(node)")
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the canonical form of any text is read as the same tree`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let typed = RandomQuery.text(using: &random)
      for vocabulary in [RandomQuery.vocabulary, .sample] {
        let query = Query(typed, vocabulary: vocabulary)
        let again = Query(query.description, vocabulary: vocabulary)
        #expect(again.root == query.root, "\(typed.debugDescription): \(query)")
        #expect(query.root.isNormal, "\(typed.debugDescription)")
        #expect(query.notes.allSatisfy { typed.utf8.count >= $0.range.upperBound })
        _ = query.explained()
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `any bytes are a query`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let bytes = (0..<Int.random(in: 0..<80, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let query = Query(String(decoding: bytes, as: UTF8.self))
      #expect(query.root.isNormal)
    }
  }

  static let hostile = [
    "(", ")", "(a OR (b ", "-(", "NOT ", "\"", "\\", "a:", "tag:(", "/a ", "link:[[ ", "*",
    "a NEAR/2 ", "code:(", "*a*b ", "=", "=\"",
    "OR ", "a..", "#a*~", "a*", "/\\/ ", "~9", "é:“x” ", "- ", "title:", ":", "\u{0}",
  ]

  @Test(arguments: hostile)
  func `a long query of anything is read in linear time`(piece: String) {
    let text = "tag:x" + String(repeating: piece, count: 200_000 / piece.utf8.count)
    let seconds = secondsOfWork { #expect(Query(text).root.isNormal) }
    // Half a second unoptimised; quadratic time would take minutes.
    #expect(seconds < 10)
  }

  @Test func `nesting beyond the limit is left out and the rest is read`() {
    let depth = 10_000
    let deep =
      String(repeating: "(a OR -block:(b ", count: depth) + String(repeating: "))", count: depth)
    let query = Query(deep + " last")
    #expect(query.root.depth <= 3 * Query.maximumDepth)
    #expect(query.notes.count == 1)
    guard case .and(let parts) = query.root else {
      Issue.record("not a conjunction")
      return
    }
    #expect(parts.last == .word("last", in: .any))
  }
}

extension QueryNode {
  var depth: Int {
    switch self {
    case .and(let parts), .or(let parts), .near(let parts, _, _):
      1 + (parts.map(\.depth).max() ?? 0)
    case .not(let part), .within(_, let part): 1 + part.depth
    default: 1
    }
  }

  var isNormal: Bool { self == .all || self == .none || isNormalInside }

  private var isNormalInside: Bool {
    switch self {
    case .all, .none: return false
    case .and(let parts):
      return parts.count > 1
        && parts.allSatisfy { part in
          if case .and = part { return false }
          return part.isNormalInside
        }
    case .or(let parts):
      return parts.count > 1
        && parts.allSatisfy { part in
          if case .or = part { return false }
          return part.isNormalInside
        }
    case .not(.not): return false
    case .not(let part): return part.isNormalInside
    case .near(let parts, _, _): return parts.count > 1
    case .within(_, let part): return part == .all || part.isNormalInside
    default: return true
    }
  }
}
