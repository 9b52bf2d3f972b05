import Merge
import Sync
import Testing

struct ConflictDecisionsTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static let merge = OverlappingMerge(regions: [
    .agreed(bytes("one\n")),
    .overlap(
      Overlap(
        base: bytes("b1\n"), left: bytes("l1\n"), right: bytes("r1\n"), suggestion: bytes("s1\n"))),
    .agreed(bytes("two\n")),
    .overlap(
      Overlap(base: bytes("b2\n"), left: bytes("l2"), right: bytes("r2\n"), suggestion: nil)),
  ])

  @Test(arguments: [
    (OverlapChoice.note, OverlapChoice.note, "one\nl1\ntwo\nl2"),
    (.copy, .ancestor, "one\nr1\ntwo\nb2\n"),
    (.both, .both, "one\nl1\nr1\ntwo\nl2\nr2\n"),
    (.suggestion, .copy, "one\ns1\ntwo\nr2\n"),
    (.text(bytes("mine\n")), .text([]), "one\nmine\ntwo\n"),
  ])
  func `each place has the text that was chosen`(
    first: OverlapChoice, second: OverlapChoice, text: String
  ) {
    var decisions = ConflictDecisions(Self.merge)
    #expect(decisions.open == [0, 1])
    let isChosen = decisions.choose(first, at: 0)
    #expect(isChosen)
    #expect(decisions.text == nil)
    decisions.choose(second, at: 1)
    #expect(decisions.open.isEmpty)
    #expect(decisions.text == Self.bytes(text))
  }

  @Test func `the history made again gives the same decisions`() {
    var decisions = ConflictDecisions(Self.merge)
    decisions.choose(.note, at: 0)
    decisions.choose(.copy, at: 1)
    decisions.choose(.text(Self.bytes("mine\n")), at: 0)
    _ = decisions.undo()
    _ = decisions.undo()
    _ = decisions.redo()
    var again = ConflictDecisions(Self.merge)
    for step in decisions.history { again.choose(step.choice, at: step.index) }
    #expect(again.text == Self.bytes("one\nl1\ntwo\nr2\n"))
    let undone = [again.undo(), again.undo(), again.undo()]
    #expect(undone == [1, 0, nil])
  }

  @Test func `a suggestion that there is not decides nothing`() {
    var decisions = ConflictDecisions(Self.merge)
    let isChosen = decisions.choose(.suggestion, at: 1)
    #expect(!isChosen)
    #expect(decisions.open == [0, 1])
    let undone = decisions.undo()
    #expect(undone == nil)
  }

  @Test func `decisions are taken back in reverse order`() {
    var decisions = ConflictDecisions(Self.merge)
    decisions.choose(.note, at: 1)
    decisions.choose(.note, at: 0)
    decisions.choose(.copy, at: 1)
    var undone = [decisions.undo()]
    #expect(decisions[1] == .note)
    undone.append(decisions.undo())
    #expect(decisions.open == [0])
    undone.append(decisions.undo())
    #expect(decisions.open == [0, 1])
    undone.append(decisions.undo())
    #expect(undone == [1, 0, 1, nil])
  }

  @Test func `a merge without overlaps is decided`() {
    let merge = OverlappingMerge(regions: [.agreed(Self.bytes("all\n"))])
    #expect(ConflictDecisions(merge).text == Self.bytes("all\n"))
  }
}
