import History
import Merge
import Testing

/// Names that clash, and the names of conflict copies.
struct TreeMergeNameTests {
  private let world = World()

  // MARK: - Clashes

  @Test(
    arguments: [
      ("Note.md", "note.md"), ("caf\u{e9}.md", "cafe\u{301}.md"), ("Ärger.md", "ärger.md"),
      ("F/Note.md", "f/note.md"), ("ΟΔΟΣ.md", "οδος.md"),
    ])
  func `of names that some systems cannot tell apart the earlier gives way`(
    left: String, right: String
  ) throws {
    let result = try world.merge(base: [:], left: [left: "1\n"], right: [right: "2\n"])
    let copy = try world.copy(of: left, "1\n")
    #expect(result.files == [right: "2\n", copy: "1\n"])
    #expect(
      result.report == [
        MergeDecision(path: TreePath(copy), kind: .gaveWay(from: TreePath(left)))
      ])
  }

  @Test(arguments: [("straße.md", "strasse.md"), ("ı.md", "i.md"), ("a.md", "á.md")])
  func `different letters make different names`(left: String, right: String) throws {
    let result = try world.merge(base: [:], left: [left: "1\n"], right: [right: "2\n"])
    #expect(result.files == [left: "1\n", right: "2\n"])
  }

  @Test func `names that clash on one side already stay as they are`() throws {
    let result = try world.merge(
      base: ["a.md": "1\n"], left: ["a.md": "1\n", "A.md": "2\n"],
      right: ["a.md": "1\nmore\n", "b.md": "3\n"])
    #expect(result.files == ["a.md": "1\nmore\n", "A.md": "2\n", "b.md": "3\n"])
  }

  @Test func `the same bytes under two cases of a name become one file`() throws {
    let result = try world.merge(base: [:], left: ["A.md": "1\n"], right: ["a.md": "1\n"])
    #expect(result.files == ["a.md": "1\n"])
    #expect(
      result.report == [
        MergeDecision(path: TreePath("a.md"), kind: .gaveWay(from: TreePath("A.md")))
      ])
  }

  @Test(arguments: ["x", "X"])
  func `a file gives way to a folder`(folder: String) throws {
    let result = try world.merge(
      base: [:], left: ["x": "file\n"], right: ["\(folder)/a.md": "in it\n"], rightIsLater: false)
    let copy = try world.copy(of: "x", "file\n")
    #expect(result.files == [copy: "file\n", "\(folder)/a.md": "in it\n"])
    #expect(copy.hasPrefix("x.conflict-"))
  }

  @Test func `a note that the other side made a folder keeps its edit beside the folder`() throws {
    let result = try world.merge(
      base: ["x.md": "1\n"], left: ["x.md/a.md": "2\n"], right: ["x.md": "1!\n"])
    let copy = try world.copy(of: "x.md", "1!\n")
    #expect(result.files == [copy: "1!\n", "x.md/a.md": "2\n"])
  }

  @Test func `a folder that was deleted stays with what the other side added`() throws {
    let result = try world.merge(
      base: ["f/a.md": "1\n", "f/b.md": "2\n"], left: [:],
      right: ["f/a.md": "1\n", "f/b.md": "2\n", "f/c.md": "3\n"])
    #expect(result.files == ["f/c.md": "3\n"])
  }

  // MARK: - Copies

  @Test func `P5 copies of one note made on three devices stand side by side`() throws {
    let base = try world.commit(["a.md": "0\n"])
    let heads = try (1...3).map { try world.commit(["a.md": "\($0)\n"], parents: [base]) }
    let one = try world.merge(heads[0], heads[1], bases: [base])
    let two = try world.merge(heads[1], heads[2], bases: [base])
    let left = try world.commit(tree: one.tree, parents: [heads[0], heads[1]], at: 5_000_000)
    let right = try world.commit(tree: two.tree, parents: [heads[1], heads[2]], at: 5_000_001)
    let merged = try world.merge(left, right, bases: [heads[1]])
    #expect(
      try world.files(merged.tree) == [
        "a.md": "3\n", try world.copy(of: "a.md", "1\n"): "1\n",
        try world.copy(of: "a.md", "2\n"): "2\n",
      ])
  }

  @Test func `P5 the copy of a copy is named after the note`() throws {
    let copy = try world.copy(of: "a.md", "1\n")
    let result = try world.merge(
      base: ["a.md": "0\n", copy: "1\n"], left: ["a.md": "0\n", copy: "left\n"],
      right: ["a.md": "0\n", copy: "right\n"])
    #expect(
      result.files == [
        "a.md": "0\n", copy: "right\n", try world.copy(of: "a.md", "left\n"): "left\n",
      ])
  }

  @Test func `P9 a copy that one side deleted is gone`() throws {
    let copy = try world.copy(of: "a.md", "1\n")
    let result = try world.merge(
      base: ["a.md": "0\n", copy: "1\n"], left: ["a.md": "both\n"],
      right: ["a.md": "0\n", copy: "1\n", "b.md": "2\n"])
    #expect(result.files == ["a.md": "both\n", "b.md": "2\n"])
    #expect(result.report == [])
  }

  @Test func `P9 a copy that was edited meanwhile stays`() throws {
    let copy = try world.copy(of: "a.md", "1\n")
    let result = try world.merge(
      base: ["a.md": "0\n", copy: "1\n"], left: ["a.md": "both\n"],
      right: ["a.md": "0\n", copy: "1\nmore\n"])
    #expect(result.files == ["a.md": "both\n", copy: "1\nmore\n"])
  }

  @Test func `P9 a conflict that was resolved on one device stays resolved on the other`() throws {
    let base = try world.commit(["a.md": "0\n"])
    let left = try world.commit(["a.md": "1\n"], parents: [base])
    let right = try world.commit(["a.md": "2\n"], parents: [base])
    let merged = try world.merge(left, right, bases: [base])
    let merge = try world.commit(tree: merged.tree, parents: [left, right])
    let resolved = try world.commit(["a.md": "1 and 2\n"], parents: [merge])
    // The other device has the merge from its own run, and goes on with another note.
    let other = try world.commit(
      try world.files(merged.tree).merging(["b.md": "3\n"]) { $1 }, parents: [merge])
    let after = try world.merge(resolved, other, bases: [merge])
    #expect(try world.files(after.tree) == ["a.md": "1 and 2\n", "b.md": "3\n"])
    // Or has not merged yet, and gets the resolution with the merge.
    let behind = try world.commit(["a.md": "2\n", "c.md": "4\n"], parents: [right])
    let late = try world.merge(resolved, behind, bases: [right])
    #expect(try world.files(late.tree) == ["a.md": "1 and 2\n", "c.md": "4\n"])
  }

  @Test func `P5 a name that is taken gets more digits`() throws {
    let copy = try world.copy(of: "a.md", "1\n")
    let result = try world.merge(
      base: ["a.md": "0\n", copy: "something else\n"],
      left: ["a.md": "1\n", copy: "something else\n"],
      right: ["a.md": "2\n", copy: "something else\n"])
    let digits = try world.version("1\n").id.hex
    #expect(
      result.files == [
        "a.md": "2\n", copy: "something else\n", "a.conflict-\(digits.prefix(9)).md": "1\n",
      ])
  }

  @Test func `a copy that is there already is not made twice`() throws {
    let copy = try world.copy(of: "a.md", "1\n")
    let result = try world.merge(
      base: ["a.md": "0\n", copy: "1\n"], left: ["a.md": "1\n", copy: "1\n"],
      right: ["a.md": "2\n", copy: "1\n"])
    #expect(result.files == ["a.md": "2\n", copy: "1\n"])
  }
}
