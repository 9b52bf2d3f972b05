import History
import Merge
import Testing

/// Moves, and what is none.
struct TreeMergeMoveTests {
  private let world = World()
  private let poem = "one\ntwo\nthree\nfour\nfive\n"
  private let edited = "one\ntwo\nthree\nfour\nFIVE\n"

  private func kinds(_ result: World.Result) -> [String] {
    result.report.map { "\($0.path): \($0.kind.shown)" }
  }

  @Test func `P8 an edit follows a note that the other side moved`() throws {
    let result = try world.merge(
      base: ["a.md": poem], left: ["f/b.md": poem], right: ["a.md": edited])
    #expect(result.files == ["f/b.md": edited])
    #expect(kinds(result) == ["f/b.md: moved from a.md by left"])
  }

  @Test func `P8 what is only similar is not taken for moved`() throws {
    // As measured with git: one day deleted and the next begun from the same template.
    let template = "# Day\n\n## Done\n\n## To do\n\n## Notes\n\n"
    let result = try world.merge(
      base: ["01.md": template + "first\n"], left: ["02.md": template + "second\n"],
      right: ["01.md": template + "first\nmore of the first\n"])
    #expect(
      result.files == [
        "01.md": template + "first\nmore of the first\n", "02.md": template + "second\n",
      ])
    #expect(kinds(result) == ["01.md: edit kept, deleted by left"])
  }

  @Test func `P8 empty files are never taken for moved`() throws {
    let result = try world.merge(
      base: ["a.md": ""], left: ["b.md": ""], right: ["a.md": "new\n"])
    #expect(result.files == ["a.md": "new\n", "b.md": ""])
  }

  @Test func `P8 two places that a note may have gone to are none`() throws {
    let result = try world.merge(
      base: ["a.md": poem], left: ["b.md": poem, "c.md": poem], right: ["a.md": edited])
    #expect(result.files == ["a.md": edited, "b.md": poem, "c.md": poem])
    let same = try world.merge(
      base: ["a.md": poem, "b.md": poem], left: ["c.md": poem],
      right: ["a.md": edited, "b.md": poem])
    #expect(same.files == ["a.md": edited, "c.md": poem])
  }

  /// The merge of a table with commits made one on the other.
  private func merge(
    base: World.Files, left: [(files: World.Files, message: String)], right: World.Files
  ) throws -> World.Result {
    let start = try world.commit(base)
    var head = start
    for (files, message) in left {
      head = try world.commit(tree: world.tree(files), parents: [head], message: message)
    }
    let other = try world.commit(right, parents: [start])
    let merged = try world.merge(head, other, bases: [start])
    #expect(try world.merge(other, head, bases: [start]).tree == merged.tree)
    return World.Result(files: try world.files(merged.tree), report: merged.report.decisions)
  }

  @Test func `P8 an edit follows a note that was edited before and after it was moved`() throws {
    let before = poem.replacing("one", with: "ONE")
    let after = before.replacing("two", with: "TWO")
    let result = try merge(
      base: ["a.md": poem],
      left: [
        (["a.md": before], "edit"), (["b.md": before], "move"), (["f/c.md": before], "move"),
        (["f/c.md": after], "edit"),
      ], right: ["a.md": edited])
    #expect(result.files == ["f/c.md": after.replacing("five", with: "FIVE")])
    #expect(kinds(result) == ["f/c.md: moved from a.md by left"])
  }

  @Test func `P8 a note that both sides moved to one place and one edited is merged there`() throws
  {
    let after = poem.replacing("two", with: "TWO")
    let result = try merge(
      base: ["a.md": poem], left: [(["b.md": poem], "move"), (["b.md": after], "edit")],
      right: ["b.md": poem])
    #expect(result.files == ["b.md": after])
    let other = try merge(
      base: ["a.md": poem], left: [(["b.md": poem], "move"), (["b.md": after], "edit")],
      right: ["c.md": poem])
    #expect(other.files == ["b.md": after, "c.md": poem])
  }

  @Test func `P8 the message of a move that changed links in the note is a proof of it`() throws {
    let linked = poem.replacing("one", with: "ONE")
    for (message, path) in [("Move f/a.md to b.md", "b.md"), ("Move f to g/h\n\nx", "g/h/a.md")] {
      let result = try merge(
        base: ["f/a.md": poem], left: [([path: linked], message)], right: ["f/a.md": edited])
      #expect(result.files == [path: linked.replacing("five", with: "FIVE")])
    }
    // It is believed only where the one went and the other came.
    let result = try merge(
      base: ["a.md": poem, "c.md": "c\n"],
      left: [(["b.md": linked, "c.md": linked], "Move a.md to c.md")],
      right: ["a.md": edited, "c.md": "c\n"])
    #expect(result.files == ["a.md": edited, "b.md": linked, "c.md": linked])
  }

  @Test(arguments: [("Move f/a.md to b.md", "b.md"), ("Move f to g/h\n\nx", "g/h/a.md")])
  func `P8 the undo of a move takes an edit since along, also where it changes links`(
    message: String, path: String
  ) throws {
    let linked = poem.replacing("one", with: "ONE")
    let start = try world.commit(tree: world.tree([path: linked]), parents: [], message: message)
    let undone = try world.commit(
      tree: world.tree(["f/a.md": poem]), parents: [start], message: "Undo move\n\nAdd f/a.md\n")
    let other = try world.commit(
      [path: linked.replacing("five", with: "FIVE")], parents: [start])
    let merged = try world.merge(undone, other, bases: [start])
    #expect(try world.files(merged.tree) == ["f/a.md": edited])
    #expect(try world.merge(other, undone, bases: [start]).tree == merged.tree)
  }

  @Test func `P8 a note that was deleted and made anew after a move is not the same`() throws {
    let result = try merge(
      base: ["a.md": poem],
      left: [(["b.md": poem], "move"), ([:], "delete"), (["b.md": "new\n"], "new")],
      right: ["a.md": edited])
    #expect(result.files == ["a.md": edited, "b.md": "new\n"])
    // Nor is one that two commits moved to two places, or that came from two.
    let twice = try merge(
      base: ["a.md": poem],
      left: [
        (["b.md": poem], "move"), (["a.md": poem, "b.md": "b\n"], "back"),
        (["c.md": poem, "b.md": "b\n"], "move"), (["c.md": "c\n", "b.md": "b\n"], "edit"),
      ], right: ["a.md": edited])
    #expect(twice.files == ["a.md": edited, "b.md": "b\n", "c.md": "c\n"])
  }

  @Test func `P8 a path that another note had leads no edit into that note`() throws {
    let other = "x\n" + poem
    // The note that was there before moved on first, and was edited.
    let result = try merge(
      base: ["a.md": poem, "b.md": other],
      left: [
        (["a.md": poem, "d.md": other], "move"), (["b.md": poem, "d.md": other], "move"),
        (["b.md": poem + "l\n", "d.md": other + "l\n"], "edit"),
      ], right: ["a.md": edited, "b.md": other])
    #expect(result.files["d.md"] == other + "l\n")
    // The same with a note that was made since.
    let made = try merge(
      base: ["a.md": poem],
      left: [
        (["a.md": poem, "b.md": other], "new"), (["a.md": poem, "d.md": other], "move"),
        (["b.md": poem, "d.md": other], "move"),
        (["b.md": poem + "l\n", "d.md": other + "l\n"], "edit"),
      ], right: ["a.md": edited])
    #expect(made.files["d.md"] == other + "l\n")
    // And the other way round.
    let later = try merge(
      base: ["a.md": poem],
      left: [
        (["b.md": poem], "move"), (["d.md": poem], "move"), (["d.md": poem, "b.md": other], "new"),
        (["d.md": poem + "l\n", "b.md": other], "edit"),
      ], right: ["a.md": edited])
    #expect(later.files["b.md"] == other)
  }

  @Test func `P8 a note of the same id is the same note`() throws {
    let note = "---\nid: 2026-1\n---\n" + poem
    let result = try world.merge(
      base: ["a.md": note], left: ["b.md": note.replacing("one", with: "ONE")],
      right: ["a.md": note.replacing("five", with: "FIVE")])
    #expect(
      result.files == ["b.md": note.replacing("one", with: "ONE").replacing("five", with: "FIVE")])
    #expect(kinds(result) == ["b.md: moved from a.md by left"])
  }

  @Test(
    arguments: [
      "id: 1\nid: 1", "id:", "ID: 1", " id: 1", "x: 1", "id: |\n 1",
    ])
  func `an id that is no plain word proves nothing`(frontMatter: String) throws {
    let note = "---\n\(frontMatter)\n---\n" + poem
    let result = try world.merge(
      base: ["a.md": note], left: ["b.md": note.replacing("one", with: "ONE")],
      right: ["a.md": note.replacing("five", with: "FIVE")])
    #expect(Set(result.files.keys) == ["a.md", "b.md"])
  }

  @Test func `an id that two deleted notes have proves nothing`() throws {
    let note = "---\nid: 7\n---\n"
    let result = try world.merge(
      base: ["a.md": note + "a\n", "b.md": note + "b\n"], left: ["c.md": note + "c\n"],
      right: ["a.md": note + "a\na\n", "b.md": note + "b\n"])
    #expect(result.files == ["a.md": note + "a\na\n", "c.md": note + "c\n"])
  }

  @Test func `a folder that was moved takes the edits with it`() throws {
    let base = ["old/a.md": "a\n", "old/b/c.md": "c\n", "old/d.md": "d\n"]
    let result = try world.merge(
      base: base, left: ["new/a.md": "a\n", "new/b/c.md": "c\n", "new/d.md": "d\n"],
      right: base.merging(["old/b/c.md": "c\nmore\n", "old/e.md": "e\n"]) { $1 })
    #expect(
      result.files == [
        "new/a.md": "a\n", "new/b/c.md": "c\nmore\n", "new/d.md": "d\n", "old/e.md": "e\n",
      ])
  }

  @Test func `two notes that changed places keep their edits`() throws {
    let result = try world.merge(
      base: ["a.md": poem, "b.md": "b\n"], left: ["a.md": "b\n", "b.md": poem],
      right: ["a.md": edited, "b.md": "b\n"])
    #expect(result.files == ["a.md": "b\n", "b.md": edited])
  }

  @Test func `notes that moved on in a row keep their edits`() throws {
    let result = try world.merge(
      base: ["1.md": poem, "2.md": "b\n"], left: ["2.md": poem, "3.md": "b\n"],
      right: ["1.md": edited, "2.md": "b\nb\n"])
    #expect(result.files == ["2.md": edited, "3.md": "b\nb\n"])
  }

  @Test func `a note that was copied over another one did not move there`() throws {
    let result = try world.merge(
      base: ["a.md": poem, "b.md": "b\n"], left: ["b.md": poem],
      right: ["a.md": edited, "b.md": "b\n"])
    #expect(result.files == ["a.md": edited, "b.md": poem])
  }

  @Test func `a move by both to one name is one move`() throws {
    let result = try world.merge(
      base: ["a.md": poem], left: ["b.md": poem], right: ["b.md": poem])
    #expect(result.files == ["b.md": poem])
    #expect(result.report == [])
  }

  @Test func `of moves to different names both stay`() throws {
    let result = try world.merge(
      base: ["a.md": poem], left: ["b.md": poem], right: ["c.md": poem])
    #expect(result.files == ["b.md": poem, "c.md": poem])
    #expect(kinds(result) == ["c.md: copy b.md, right won, 0 overlaps"])
  }

  @Test func `a move beats a deletion and is reported`() throws {
    let result = try world.merge(base: ["a.md": poem], left: ["b.md": poem], right: [:])
    #expect(result.files == ["b.md": poem])
    #expect(kinds(result) == ["b.md: edit kept, deleted by right"])
  }

  @Test func `a note that moves to where the other side began one keeps both`() throws {
    let result = try world.merge(
      base: ["a.md": poem], left: ["b.md": poem], right: ["a.md": edited, "b.md": "new\n"])
    let copy = try world.copy(of: "b.md", edited)
    let other = try world.copy(of: "b.md", "new\n")
    let isEdited = result.files["b.md"] == edited
    #expect(
      result.files
        == (isEdited ? ["b.md": edited, other: "new\n"] : ["b.md": "new\n", copy: edited]))
  }
}

extension MergeDecision.Kind {
  /// The decision in a few words.
  var shown: String {
    switch self {
    case .merged: "merged"
    case .keptBoth(let copy, let winner, let overlaps):
      "copy \(copy), \(winner) won, \(overlaps) overlaps"
    case .editKept(let side): "edit kept, deleted by \(side)"
    case .followedMove(let from, let side): "moved from \(from) by \(side)"
    case .gaveWay(let from): "gave way from \(from)"
    case .submodule(let other): "a submodule, the other \(other)"
    }
  }
}
