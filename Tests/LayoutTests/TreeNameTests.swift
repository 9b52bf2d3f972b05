import Layout
import Testing

struct TreeNameTests {
  @Test(arguments: [
    "", ".", "..", "a/b", "a\0", ".git", ".GIT", ".Git", ".git ", ".git.", ".git. .", ".git::$DATA",
    "git~1", "GIT~1", "git~1 ", ".g\u{200c}it", "\u{feff}.git", ".gi\u{202e}t\u{206f}", ".git\\x",
  ])
  func `a name that could lead into the repository or out of the work tree is refused`(
    name: String
  ) {
    #expect(!TreeName.isSafe(Array(name.utf8)[...]))
  }

  @Test(arguments: [
    "Walden.md", ".gitignore", ".gitattributes", ".github", "...", ".zib", "git", "git~10", "git~2",
    "digit", "Grüße.md", "靜夜思.md", ".git-notes.md", "a:b", "a\\b", " ", "\u{200c}x",
  ])
  func `other names may stand in a tree`(name: String) {
    #expect(TreeName.isSafe(Array(name.utf8)[...]))
  }
}
