import Merge
import TestSupport
import Testing

struct WordDifferenceTests {
  /// `[-gone-]{+new+}`, as the difference is shown without colour.
  private func shown(_ old: String, _ new: String) -> String {
    WordDifference(from: Array(old.utf8), to: Array(new.utf8)).parts.reduce(into: "") {
      let text = String(decoding: $1.bytes, as: UTF8.self)
      switch $1.kind {
      case .same: $0 += text
      case .removed: $0 += "[-\(text)-]"
      case .added: $0 += "{+\(text)+}"
      }
    }
  }

  @Test(arguments: [
    ("", "", ""), ("a", "a", "a"), ("", "a b", "{+a b+}"), ("a b", "", "[-a b-]"),
    ("It cost $28.12.", "It cost $28.13.", "It cost $28.[-12-]{+13+}."),
    ("by the pond", "by the old pond", "by the {+old +}pond"),
    ("one two three", "eins zwei drei", "[-one two three-]{+eins zwei drei+}"),
    ("a one b two c", "a eins b zwei c", "a [-one-]{+eins+} b [-two-]{+zwei+} c"),
    ("première", "premier", "[-première-]{+premier+}"),
    ("池のほとり", "池の岸", "池の[-ほとり-]{+岸+}"), ("don't", "do not", "[-don't-]{+do not+}"),
    ("x\n", "x\ny\n", "x\n{+y\n+}"),
  ])
  func `words are told apart`(old: String, new: String, difference: String) {
    #expect(shown(old, new) == difference)
  }

  @Test func `both texts can be put together again from any difference`() {
    let words = ["a", "b", " ", " ", "\n", ".", "é", "日", "\u{FE0F}", "long", "\r\n"]
    for seed in 0..<500 {
      var random = SeededRandom(seed: UInt64(seed))
      let texts = (0..<2).map { _ in
        Array(
          (0..<Int.random(in: 0..<40, using: &random)).map { _ in
            words.randomElement(using: &random)!
          }
          .joined().utf8) + (Bool.random(using: &random) ? [0xFF, 0xC3] : [])
      }
      let parts = WordDifference(from: texts[0], to: texts[1]).parts
      #expect(parts.filter { $0.kind != .added }.flatMap(\.bytes) == texts[0], "seed \(seed)")
      #expect(parts.filter { $0.kind != .removed }.flatMap(\.bytes) == texts[1], "seed \(seed)")
      #expect(parts.allSatisfy { !$0.bytes.isEmpty })
    }
  }
}
