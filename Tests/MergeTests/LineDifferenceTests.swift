import Merge
import TestSupport
import Testing

struct LineDifferenceTests {
  private func changes(_ old: String, _ new: String) -> [[Range<Int>]] {
    LineDifference(from: Array(old.utf8), to: Array(new.utf8)).changes.map { [$0.old, $0.new] }
  }

  @Test func `changes are where a person sees them`() {
    #expect(changes("a\nb\nc\n", "a\nb\nc") == [[2..<3, 2..<3]])
    #expect(changes("a\nb\nc\n", "a\nB\nc\n") == [[1..<2, 1..<2]])
    #expect(changes("a\n\nb\n", "a\n\nnew\n\nb\n") == [[2..<2, 2..<4]])
    #expect(changes("a\n\nb\n", "a\n\nb\n\nnew\n") == [[3..<3, 3..<5]])
    #expect(changes("", "a\n") == [[0..<0, 0..<1]])
  }

  @Test func `large texts without structure are compared in bounded time`() {
    let equal = Array(repeating: UInt8(ascii: "\n"), count: 300_000)
    let others = (0..<20_000).flatMap { Array("\($0)\n".utf8) }
    let turned = (0..<20_000).reversed().flatMap { Array("\($0)\n".utf8) }
    #expect(LineDifference(from: equal, to: equal + [0x61]).hunks.count == 1)
    #expect(!LineDifference(from: others, to: turned).hunks.isEmpty)
    let (zeros, ones) = (Array("0\n".utf8), Array("1\n".utf8))
    var random = SeededRandom(seed: 1)
    func bits() -> [UInt8] {
      (0..<20_000).flatMap { _ in Bool.random(using: &random) ? zeros : ones }
    }
    #expect(!LineDifference(from: bits(), to: bits()).hunks.isEmpty)
  }

  /// The new text, made from the old one and the difference.
  private func apply(_ difference: LineDifference, to old: [String]) -> [String] {
    var result: [String] = []
    var line = 0
    for hunk in difference.hunks {
      result += old[line..<(hunk.oldStart - 1)]
      #expect(hunk.newStart == result.count + 1)
      for change in hunk.lines where change.kind != .removed { result.append(change.text) }
      let taken = hunk.lines.filter { $0.kind != .added }.map(\.text)
      line = hunk.oldStart - 1
      #expect(taken == Array(old[line..<(line + hunk.oldCount)]))
      line += hunk.oldCount
    }
    return result + old[line...]
  }

  @Test(arguments: 1...60) func `leads from the old text to the new one`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func lines(_ count: Int) -> [String] {
      (0..<count).map { _ in ["a", "b", "c", "d"].randomElement(using: &random)! }
    }
    let old = lines(Int.random(in: 0...40, using: &random))
    var new = old
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let place = Int.random(in: 0...new.count, using: &random)
      if Bool.random(using: &random), place < new.count {
        new.remove(at: place)
      } else {
        new.insert(contentsOf: lines(2), at: place)
      }
    }
    func text(_ lines: [String]) -> [UInt8] { lines.flatMap { Array(($0 + "\n").utf8) } }
    let difference = LineDifference(from: text(old), to: text(new))
    #expect(apply(difference, to: old) == new, "seed \(seed)")
    #expect(difference.hunks.isEmpty == (old == new))
  }
}
