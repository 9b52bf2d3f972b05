import Merge
import Testing

struct LineDiffTests {
  private func hunks(_ old: String, _ new: String) -> [[Range<Int>]] {
    LineDiff(from: Array(old.utf8), to: Array(new.utf8)).hunks.map { [$0.old, $0.new] }
  }

  @Test func `hunks are where a person sees them`() {
    #expect(hunks("a\nb\nc\n", "a\nb\nc") == [])
    #expect(hunks("a\nb\nc\n", "a\nB\nc\n") == [[1..<2, 1..<2]])
    #expect(hunks("a\n\nb\n", "a\n\nnew\n\nb\n") == [[2..<2, 2..<4]])
    #expect(hunks("a\n\nb\n", "a\n\nb\n\nnew\n") == [[3..<3, 3..<5]])
    #expect(hunks("", "a\n") == [[0..<0, 0..<1]])
  }

  @Test func `large texts without structure are compared in bounded time`() {
    let equal = Array(repeating: UInt8(ascii: "\n"), count: 300_000)
    let others = (0..<20_000).flatMap { Array("\($0)\n".utf8) }
    let turned = (0..<20_000).reversed().flatMap { Array("\($0)\n".utf8) }
    #expect(LineDiff(from: equal, to: equal + [0x61]).hunks.count == 1)
    #expect(!LineDiff(from: others, to: turned).hunks.isEmpty)
    let (zeros, ones) = (Array("0\n".utf8), Array("1\n".utf8))
    var random = SeededGenerator(seed: 1)
    func bits() -> [UInt8] {
      (0..<20_000).flatMap { _ in Bool.random(using: &random) ? zeros : ones }
    }
    #expect(!LineDiff(from: bits(), to: bits()).hunks.isEmpty)
  }
}
