import History
import Layout
import Sync
import Testing

struct ConflictCopyTests {
  @Test(arguments: [
    ("Walden.conflict-1234abcd.md", "Walden.md"),
    ("Books/Walden.conflict-1234abcd.md", "Books/Walden.md"),
    ("v1.2.conflict-1234abcd99.md", "v1.2.md"),
    ("LICENSE.conflict-00000000", "LICENSE"),
    ("a.conflict-11111111.conflict-22222222.md", "a.conflict-11111111.md"),
    ("é.conflict-0123456789abcdef0123456789abcdef01234567.png", "é.png"),
  ])
  func `a copy of a merge names its file`(name: String, original: String) throws {
    let copy = try #require(ConflictCopy(TreePath(name)))
    #expect(copy.original == TreePath(original))
    #expect(copy.maker == .merge)
    #expect(copy.path == TreePath(name))
  }

  @Test(arguments: [
    ("Walden.sync-conflict-20261120-180302-ABCDEFG.md", "Walden.md"),
    ("Walden (conflicted copy 2026-11-20 180302).md", "Walden.md"),
    ("a/Walden (Ada's conflicted copy 2026-11-20).md", "a/Walden.md"),
    ("Walden (Conflicted copy phone 202611201803).md", "Walden.md"),
    ("Walden (1854) (Conflicted copy phone 202611201803).md", "Walden (1854).md"),
    ("Walden (SFConflict ada@example.org 2026-11-20-18-03-02).md", "Walden.md"),
    ("Walden--conflicted-copy-3.md", "Walden.md"),
    ("LICENSE.sync-conflict-20261120-180302-ABCDEFG", "LICENSE"),
  ])
  func `a copy of another tool is known as one`(name: String, original: String) throws {
    let copy = try #require(ConflictCopy(TreePath(name)))
    #expect(copy.original == TreePath(original))
    #expect(copy.maker == .anotherTool)
  }

  @Test(arguments: [
    "Walden.md", "", "The conflict-12345678.md", "a.conflict-1234567.md", "a.conflict-1234ABCD.md",
    "a.conflict-1234567g.md", ".conflict-12345678.md", "On conflicted copy.md",
    "a.conflict-12345678/b.md", "a.conflict-12345678.tar.gz", " (conflicted copy).md",
    "conflicted copy (a).md", "a (conflicted copy.md",
  ])
  func `other names are no copies`(name: String) {
    #expect(ConflictCopy(TreePath(name)) == nil)
  }

  @Test func `copies stand with their files`() {
    let names = ["b.conflict-00000000.md", "a.conflict-ffffffff.md", "a.conflict-00000000.md"]
    #expect(
      names.compactMap { ConflictCopy(TreePath($0)) }.sorted().map(\.path.text)
        == ["a.conflict-00000000.md", "a.conflict-ffffffff.md", "b.conflict-00000000.md"])
  }
}
