import History
import Testing

struct TreePathTests {
  @Test func `a path has a name and a folder`() {
    let path = TreePath("a/b/c.md")
    #expect(path.name.elementsEqual("c.md".utf8))
    #expect(path.folder == TreePath("a/b"))
    #expect(TreePath("c.md").folder == .root)
    #expect(path.folder.appending("d.md".utf8) == TreePath("a/b/d.md"))
    #expect(TreePath.root.appending("d.md".utf8) == TreePath("d.md"))
  }

  @Test func `a folder holds what lies below it and not what begins alike`() {
    #expect(TreePath("a/b").isInside(TreePath("a")))
    #expect(!TreePath("ab").isInside(TreePath("a")))
    #expect(!TreePath("a").isInside(TreePath("a")))
    #expect(TreePath("a").isInside(.root))
    #expect(!TreePath.root.isInside(.root))
  }

  @Test func `one letter in two Unicode forms makes two paths`() {
    #expect(TreePath("caf\u{e9}") != TreePath("cafe\u{301}"))
  }
}
