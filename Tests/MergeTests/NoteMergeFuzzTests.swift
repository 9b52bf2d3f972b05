import Merge
import OperatingSystem
import TestSupport
import Testing

/// Random notes and edits against the plain restatement of the rules.
struct NoteMergeFuzzTests {
  /// How many rounds are played: `ZIB_FUZZ_ROUNDS`, else a few.
  static var rounds: UInt64 {
    UInt64(Fuzz.rounds(1_000))
  }

  @Test(arguments: [NoteMerge.Granularity.line, .word])
  func `no line is lost, doubled or told by its side`(granularity: NoteMerge.Granularity) {
    let merge = NoteMerge(granularity: granularity)
    for seed in 1...Self.rounds {
      var notes = RandomNotes(seed: seed)
      let versions = notes.versions()
      guard Conservation.flaw(versions, merge) != nil else { continue }
      let small = Shrinking.shrunk(versions) { Conservation.flaw($0, merge) != nil }
      func text(_ bytes: [UInt8]?) -> String {
        bytes.map { String(decoding: $0, as: UTF8.self) } ?? "none"
      }
      Issue.record(
        """
        seed \(seed): \(Conservation.flaw(small, merge) ?? "")
        base:
        \(text(small.base))
        left:
        \(text(small.left))
        right:
        \(text(small.right))
        outcome: \(shown(merge.merge(small)))
        """)
      return
    }
  }
}
