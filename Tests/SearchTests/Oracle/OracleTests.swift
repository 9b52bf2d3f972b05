import Foundation
import Search
import TestSupport
import Testing

/// The index against the oracle, on random documents, histories and queries.
///
/// `ZIB_FUZZ_ROUNDS` multiplies the rounds; a failure prints its seed and a case made small.
@Suite struct OracleTests {
  static let rounds = UInt64(Fuzz.factor)

  @Test func `every kind of query finds what reading all documents finds, after any history`() {
    for seed in 0..<(40 * Self.rounds) {
      var generator = OracleGenerator(seed: seed)
      let steps = generator.history()
      let isCramped = generator.chance(3)
      let queries = (0..<20).map { _ in generator.query() }
      check(steps, isCramped: isCramped, queries, seed: seed) { $0.setFailure($1) }
    }
  }

  @Test func `any history ends in the order and the scores of an index built at once`() {
    for seed in 0..<(40 * Self.rounds) {
      var generator = OracleGenerator(seed: seed)
      let steps = generator.history()
      let isCramped = generator.chance(3)
      let queries = (0..<20).map { _ in generator.query() }
      check(steps, isCramped: isCramped, queries, seed: seed) {
        $0.orderFailure($1) ?? $0.scoreFailure($1)
      }
    }
  }

  @Test func `every hit of a new index scores what the formula says`() {
    for seed in 0..<(20 * Self.rounds) {
      var generator = OracleGenerator(seed: seed)
      var step = OracleCase.Step()
      for number in 0..<generator.int(1..<60) { step.puts["n\(number)"] = generator.document() }
      let queries = (0..<20).map { _ in generator.query() }
      check([step], isCramped: false, queries, seed: seed) { $0.scoreFailure($1) }
    }
  }

  @Test func `a row of words, a title and a heading lift as the formula says`() {
    for seed in 0..<(40 * Self.rounds) {
      var generator = OracleGenerator(seed: seed)
      let steps = generator.history()
      let words = QueryNode.all(of: ["walk", "house"].map { .word($0, in: .any) })
      check(steps, isCramped: false, [words], seed: seed) { $0.preferenceFailure($1) }
    }
  }

  @Test func `the best of many are the best of all, though most are skipped`() {
    for seed in 0..<Self.rounds {
      var generator = OracleGenerator(seed: seed)
      var step = OracleCase.Step()
      // Enough for many blocks of postings.
      for number in 0..<1500 { step.puts["n\(number)"] = generator.document(words: 0..<5) }
      let queries = (0..<60).map { _ in generator.query(depth: 1) }
      check([step], isCramped: false, queries, seed: seed) { $0.setFailure($1) }
    }
  }

  @Test func `whatever is typed is answered`() {
    for seed in 0..<(5 * Self.rounds) {
      var generator = OracleGenerator(seed: seed)
      var step = OracleCase.Step()
      for number in 0..<20 {
        step.puts["n\(number)"] = OracleDocument(
          runs: [OracleDocument.Run(text: RandomQuery.text(using: &generator.random))])
      }
      let queries = (0..<60).map { _ in
        let text = RandomQuery.text(using: &generator.random)
        return Query(text, vocabulary: OracleDocument.vocabulary).root
      }
      check([step], isCramped: false, queries, seed: seed) { $0.setFailure($1) }
    }
  }

  /// Queries that were answered wrongly once, and the text that they are about.
  static let found: [(String, String)] = [
    ("\"run*\" NEAR/5 walk", "run running walk"),
    ("東 NEAR/2 note", "東京 東都 note"),
  ]

  @Test(arguments: found)
  func `what was wrong once stays right`(query: String, text: String) throws {
    var step = OracleCase.Step()
    step.puts["note"] = OracleDocument(runs: [OracleDocument.Run(text: text)])
    let root = Query(query, vocabulary: OracleDocument.vocabulary).root
    let trial = try OracleTrial(OracleCase(steps: [step], query: root))
    #expect(trial.setFailure(root) == nil)
    #expect(trial.scoreFailure(root) == nil)
  }

  /// Quotes without a word, and a part or an expression in one.
  @Test(arguments: [
    "quote:(block:(kind:本))", "quote:(/\\nb*/)", "block:(quote:(kind:本))", "quote:(-/a/)",
  ])
  func `a part without a word is a part`(query: String) throws {
    var step = OracleCase.Step()
    let quotes = ["", ""].map { OracleDocument.Run(field: 3, text: $0) }
    step.puts["two"] = OracleDocument(runs: quotes, keywords: [.init(space: 1, value: "本")])
    step.puts["one"] = OracleDocument(runs: [quotes[0]], keywords: [.init(space: 1, value: "本")])
    step.puts["none"] = OracleDocument(runs: [OracleDocument.Run(text: "")])
    let root = Query(query, vocabulary: OracleDocument.vocabulary).root
    let trial = try OracleTrial(OracleCase(steps: [step], query: root))
    #expect(trial.setFailure(root) == nil)
  }

  /// Asks all of `queries`, and records the first failure with a case made small.
  private func check(
    _ steps: [OracleCase.Step], isCramped: Bool, _ queries: [QueryNode], seed: UInt64,
    _ failure: (OracleTrial, QueryNode) -> String?
  ) {
    func outcome(_ whole: OracleCase) -> String? {
      do {
        return failure(try OracleTrial(whole), whole.query)
      } catch {
        return "fails: \(error)"
      }
    }
    do {
      let trial = try OracleTrial(OracleCase(steps: steps, query: .all, isCramped: isCramped))
      guard let query = queries.first(where: { failure(trial, $0) != nil }) else { return }
      let small = OracleCase(steps: steps, query: query, isCramped: isCramped)
        .shrunk { outcome($0) != nil }
      Issue.record("seed \(seed): \(outcome(small) ?? "")\n\(small)")
    } catch {
      let small = OracleCase(steps: steps, query: .all, isCramped: isCramped)
        .shrunk { outcome($0) != nil }
      Issue.record("seed \(seed): fails: \(error)\n\(small)")
    }
  }
}
