import History
import Merge
import Testing

/// P9 where two devices end one conflict, each in its own way.
struct OppositeResolutionTests {
  private let world = World()
  private let note = "one\ntwo\nthree\nfour\nfive\n"
  private let copy = "one\ntwo\nTHREE\nfour\nfive\n"
  private var name: String { get throws { try world.copy(of: "a.md", copy) } }

  private func merged(
    _ left: World.Files, _ right: World.Files, more: World.Files = [:]
  ) throws -> World.Files {
    let base = try ["a.md": note, name: copy].merging(more) { $1 }
    return try world.merge(base: base, left: left, right: right).files
  }

  @Test(arguments: [true, false])
  func `P9 the note here and the copy there is a conflict again`(rightIsLater: Bool) throws {
    let base = try ["a.md": note, name: copy]
    let result = try world.merge(
      base: base, left: ["a.md": note], right: ["a.md": copy], rightIsLater: rightIsLater)
    let (kept, other) = rightIsLater ? (copy, note) : (note, copy)
    #expect(result.files == ["a.md": kept, try world.copy(of: "a.md", other): other])
    #expect(
      result.report == [
        MergeDecision(
          path: TreePath("a.md"),
          kind: .keptBoth(
            copy: TreePath(try world.copy(of: "a.md", other)),
            winner: rightIsLater ? .right : .left, overlaps: 1))
      ])
  }

  @Test func `P9 the same decision on both devices is none`() throws {
    #expect(try merged(["a.md": copy], ["a.md": copy]) == ["a.md": copy])
    #expect(try merged(["a.md": note], ["a.md": note]) == ["a.md": note])
  }

  @Test func `P9 the same decision and an edit elsewhere is none`() throws {
    let edited = note.replacing("five", with: "FIVE")
    #expect(try merged(["a.md": note], ["a.md": edited]) == ["a.md": edited])
    let other = copy.replacing("five", with: "FIVE")
    #expect(try merged(["a.md": copy], ["a.md": other]) == ["a.md": other])
  }

  @Test func `P9 opposite decisions with an edit elsewhere are both kept`() throws {
    let edited = note.replacing("five", with: "FIVE")
    let files = try merged(["a.md": edited], ["a.md": copy])
    #expect(Set(files.values) == [edited, copy])
  }

  @Test func `P9 attachments are both kept`() throws {
    let (first, second) = ("\u{0}1", "\u{0}2")
    let name = try world.copy(of: "a.png", second)
    let result = try world.merge(
      base: ["a.png": first, name: second], left: ["a.png": first], right: ["a.png": second])
    #expect(result.files == ["a.png": second, try world.copy(of: "a.png", first): first])
  }

  @Test func `P9 of three versions each that somebody chose is kept`() throws {
    let third = note.replacing("three", with: "drei")
    let more = [try world.copy(of: "a.md", third): third]
    let files = try merged(["a.md": copy], ["a.md": third], more: more)
    #expect(Set(files.values) == [copy, third])
    // One of them is not decided yet: it stays, and the decisions about the other are opposite all the same.
    let open = try merged(
      ["a.md": note].merging(more) { $1 }, ["a.md": copy].merging(more) { $1 }, more: more)
    #expect(Set(open.values) == [note, copy, third])
  }

  @Test func `P9 a note that one side moved is kept twice under its new name`() throws {
    let files = try merged(["b.md": note], ["a.md": copy])
    #expect(files == ["b.md": copy, try world.copy(of: "b.md", note): note])
  }

  @Test func `P9 a note kept here and deleted there stays`() throws {
    #expect(try merged(["a.md": note], [:]) == ["a.md": note])
    #expect(try merged([:], [:]) == [:])
  }

  @Test func `P9 opposite decisions on crossed histories are a conflict once`() throws {
    let base = try world.commit(["a.md": note, name: copy])
    let left = try world.commit(["a.md": note], parents: [base])
    let right = try world.commit(["a.md": copy], parents: [base])
    let first = try world.merge(left, right, bases: [base])
    let one = try world.commit(tree: first.tree, parents: [left, right])
    let other = try world.commit(tree: first.tree, parents: [right, left])
    let crossed = try world.merge(one, other, bases: [left, right])
    #expect(crossed.tree == first.tree)
    // Decided once more, on one device: that holds.
    let decided = try world.commit(["a.md": note], parents: [one])
    let settled = try world.merge(decided, other, bases: [left, right])
    #expect(try world.files(settled.tree) == ["a.md": note])
  }
}
