import History
import Merge
import Testing

/// The rules of the merge of two trees, one by one; every merge here is checked from both sides.
struct TreeMergeTests {
  private let world = World()
  private let poem = "one\ntwo\nthree\nfour\nfive\n"

  // MARK: - One side

  @Test func `what one side alone changed is taken`() throws {
    let result = try world.merge(
      base: ["a.md": "1\n", "b.md": "2\n", "c.md": "3\n", "f/d.md": "4\n"],
      left: ["a.md": "1\n", "b.md": "9\n", "f/d.md": "4\n"],
      right: ["a.md": "1\n", "b.md": "2\n", "c.md": "3\n", "f/e.md": "5\n"])
    #expect(result.files == ["a.md": "1\n", "b.md": "9\n", "f/e.md": "5\n"])
    #expect(result.report == [])
  }

  @Test func `what both changed alike is taken once`() throws {
    let result = try world.merge(
      base: ["a.md": "1\n", "b.md": "2\n"], left: ["a.md": "9\n", "n.md": "5\n", "x": "1"],
      right: ["a.md": "9\n", "n.md": "5\n"])
    #expect(result.files == ["a.md": "9\n", "n.md": "5\n", "x": "1"])
    #expect(result.report == [])
  }

  // MARK: - Both sides

  @Test func `edits of different lines stand in one note`() throws {
    let result = try world.merge(
      base: ["a.md": poem], left: ["a.md": "ONE\ntwo\nthree\nfour\nfive\n"],
      right: ["a.md": "one\ntwo\nthree\nfour\nFIVE\n"])
    #expect(result.files == ["a.md": "ONE\ntwo\nthree\nfour\nFIVE\n"])
    #expect(result.report == [MergeDecision(path: TreePath("a.md"), kind: .merged)])
  }

  @Test(arguments: [true, false])
  func `where edits overlap the later keeps the note and the other is a copy`(
    rightIsLater: Bool
  ) throws {
    let left = "ONE\ntwo\nLEFT\nfour\nfive\n"
    let right = "one\ntwo\nRIGHT\nfour\nFIVE\n"
    let result = try world.merge(
      base: ["a.md": poem], left: ["a.md": left], right: ["a.md": right],
      rightIsLater: rightIsLater)
    let loser = rightIsLater ? left : right
    let copy = try world.copy(of: "a.md", loser)
    let word = rightIsLater ? "RIGHT" : "LEFT"
    #expect(result.files == ["a.md": "ONE\ntwo\n\(word)\nfour\nFIVE\n", copy: loser])
    #expect(
      result.report == [
        MergeDecision(
          path: TreePath("a.md"),
          kind: .keptBoth(
            copy: TreePath(copy), winner: rightIsLater ? .right : .left, overlaps: 1))
      ])
    #expect(copy.hasPrefix("a.conflict-") && copy.hasSuffix(".md"))
  }

  @Test func `P7 an edit beats a deletion and is reported`() throws {
    let result = try world.merge(
      base: ["a.md": "1\n", "b.md": "2\n"], left: ["b.md": "2\n"],
      right: ["a.md": "1!\n", "b.md": "2\n"])
    #expect(result.files == ["a.md": "1!\n", "b.md": "2\n"])
    #expect(
      result.report == [
        MergeDecision(path: TreePath("a.md"), kind: .editKept(deletedBy: .left))
      ])
  }
}
