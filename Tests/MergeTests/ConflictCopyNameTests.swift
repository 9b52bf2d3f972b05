import History
import Merge
import Testing

struct ConflictCopyNameTests {
  private let blob = ObjectID(hex: "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d")

  @Test(
    arguments: [
      ("a.md", "a.conflict-1a2b3c4d.md"),
      ("f/g/A b.markdown", "f/g/A b.conflict-1a2b3c4d.markdown"),
      ("Makefile", "Makefile.conflict-1a2b3c4d"), (".gitignore", ".gitignore.conflict-1a2b3c4d"),
      ("a.tar.gz", "a.tar.conflict-1a2b3c4d.gz"),
      ("a.conflict-99999999.md", "a.conflict-1a2b3c4d.md"),
      ("Makefile.conflict-99999999", "Makefile.conflict-1a2b3c4d"),
      ("a.conflict-9999.md", "a.conflict-9999.conflict-1a2b3c4d.md"),
    ])
  func `a copy is named after its note and its bytes`(note: String, copy: String) throws {
    let blob = try #require(blob)
    let path = ConflictCopyName.path(for: TreePath(note), blob: blob) { _ in false }
    #expect(path.text == copy)
    #expect(ConflictCopyName.isCopy(path))
    let again = try #require(ConflictCopyName.note(ofCopy: path))
    #expect(ConflictCopyName.path(for: again, blob: blob) { _ in false } == path)
  }

  @Test(
    arguments: [
      "a.md", "a.conflict-1a2b3c4.md", "a.conflict-1A2B3C4D.md", ".conflict-1a2b3c4d.md",
      "a.conflict-1a2b3c4d.x.md", "conflict-1a2b3c4d.md", "a.conflict-1a2b3c4d/b.md", "", ".",
      "a.conflict-", "a.conflict-1a2b3c4g.md",
    ])
  func `other names are no copies`(name: String) {
    #expect(!ConflictCopyName.isCopy(TreePath(name)))
    #expect(ConflictCopyName.note(ofCopy: TreePath(name)) == nil)
  }

  @Test func `a taken name gets more digits, even past the last`() throws {
    let blob = try #require(blob)
    var taken: Set<TreePath> = []
    for _ in 0..<40 {
      let path = ConflictCopyName.path(for: TreePath("a.md"), blob: blob) { taken.contains($0) }
      #expect(ConflictCopyName.note(ofCopy: path) == TreePath("a.md"))
      #expect(taken.insert(path).inserted)
    }
  }

  @Test func `a copy whose name was cut is known for one of its note`() throws {
    let blob = try #require(blob)
    for (stem, ending) in [("n", ".md"), ("ä", ".markdown"), ("𐀀", "")] {
      let count = (255 - ending.utf8.count) / stem.utf8.count
      let note = TreePath("f/" + String(repeating: stem, count: count) + ending)
      let copy = ConflictCopyName.path(for: note, blob: blob) { _ in false }
      #expect(ConflictCopyName.note(ofCopy: copy) != note)
      #expect(ConflictCopyName.isCut(copy, from: note))
      let longer = ConflictCopyName.path(for: note, blob: blob) { $0 == copy }
      #expect(ConflictCopyName.isCut(longer, from: note))
      #expect(!ConflictCopyName.isCut(note, from: note))
      #expect(!ConflictCopyName.isCut(copy, from: TreePath("g/" + note.text.dropFirst(2))))
      #expect(!ConflictCopyName.isCut(copy, from: TreePath("f/other" + note.text.dropFirst(2))))
    }
    // One that holds the whole name tells it by itself.
    #expect(!ConflictCopyName.isCut(TreePath("a.conflict-1a2b3c4d.md"), from: TreePath("a.md")))
  }

  @Test func `a long name is cut between letters`() throws {
    let blob = try #require(blob)
    for count in [230, 240, 252] {
      let name = String(repeating: "é", count: count / 2) + ".md"
      let path = ConflictCopyName.path(for: TreePath("f/" + name), blob: blob) { _ in false }
      #expect(path.name.count <= 255)
      #expect(path.text.utf8.elementsEqual(path.bytes))
      #expect(ConflictCopyName.isCopy(path))
    }
  }
}
