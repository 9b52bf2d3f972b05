import Search
import Synchronization
import Testing

/// The time that the regular expressions of a query may take together.
@Suite struct MatchBudgetTests {
  /// Notes of one text each, and those that were given up.
  private final class Client: SearchClient {
    let givenUp = Mutex<[MatchBound]>([])

    func documents(
      matching predicate: Predicate, in index: Index
    ) throws(IndexError) -> [DocumentSet] { index.emptySets() }

    func text(
      of id: DocumentID, in scope: FieldScope, _ index: Index
    ) throws(IndexError) -> [UInt8]? { Array("walden".utf8) }

    func document(
      _ id: DocumentID, passing sieve: ByteSieve, _ index: Index
    ) throws(IndexError) -> DocumentText? {
      DocumentText(bytes: Array("walden".utf8), runs: [], parts: { _ in [] })
    }

    func gaveUp(
      on id: DocumentID, matching pattern: String, _ bound: MatchBound, _ index: Index
    ) throws(IndexError) {
      givenUp.withLock { $0.append(bound) }
    }
  }

  @Test(arguments: ["/[a-z]/", "block:/[a-z]/", "-/[a-z]/ OR block:(a /[a-z]/)"])
  func `where the time is spent, each note that is left is told`(query: String) throws {
    let index = try DamageSample.fresh(DamageSample.documents(40, seed: 3))
    let root = Query(
      query, vocabulary: QueryVocabulary(textFields: [:], parts: ["block": "block"], keys: [:])
    ).root
    let (poor, rich) = (Client(), Client())
    _ = try Searcher(index, client: poor, makeBudget: { MatchBudget(nanoseconds: 0) })
      .documents(of: root)
    let bounds = poor.givenUp.withLock { $0 }
    #expect(bounds.count >= 40 && bounds.allSatisfy { $0 == .time })
    _ = try Searcher(index, client: rich).documents(of: root)
    #expect(rich.givenUp.withLock { $0.isEmpty })
  }

  @Test func `a line of Windows ends where one of any system does`() throws {
    let text = Array("first words\r\nsecond line\r\n".utf8)
    for (pattern, range) in [("words$", 6..<11), ("^second.*$", 13..<24)] {
      let expression = try #require(RegularExpression(pattern, options: []))
      let matcher = RegularExpression.Matcher(expression)
      #expect(matcher.firstMatch(in: text) == .match(range))
    }
  }

  @Test func `a match takes of the time, and none begins when it is spent`() throws {
    let expression = try #require(RegularExpression("(a+)+$", options: []))
    let text = Array((String(repeating: "a", count: 40) + "b").utf8)
    let matcher = RegularExpression.Matcher(expression, MatchBudget(nanoseconds: 1))
    #expect(matcher.firstMatch(in: text) != .overdue)
    #expect(matcher.firstMatch(in: text) == .overdue)
  }
}
