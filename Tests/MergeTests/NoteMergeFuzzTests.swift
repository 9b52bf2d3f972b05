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
    checkAll(merge) { Conservation.flaw($0, merge) }
  }

  @Test(arguments: [NoteMerge.Granularity.line, .word])
  func `no text comes under a heading of the other side`(granularity: NoteMerge.Granularity) {
    let merge = NoteMerge(granularity: granularity)
    checkAll(merge) { OwnHeading.flaw($0, merge.merge($0)) }
  }

  private func checkAll(_ merge: NoteMerge, _ flaw: (NoteVersions) -> String?) {
    for seed in 1...Self.rounds {
      var notes = RandomNotes(seed: seed)
      let versions = notes.versions()
      guard flaw(versions) != nil else { continue }
      let small = Shrinking.shrunk(versions) { flaw($0) != nil }
      func text(_ bytes: [UInt8]?) -> String {
        bytes.map { String(decoding: $0, as: UTF8.self) } ?? "none"
      }
      Issue.record(
        """
        seed \(seed): \(flaw(small) ?? "")
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
