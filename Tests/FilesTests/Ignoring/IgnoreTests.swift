import Files
import TestSupport
import Testing

/// Paths that `.gitignore` files leave of a folder, as `git status --ignored` (2.39) has them.
struct IgnoreTests {
  @Test(arguments: [
    // pattern, paths that are notes, paths that are not
    ("draft.md", ["a.md"], ["draft.md", "a/draft.md"]),
    ("/draft.md", ["a/draft.md"], ["draft.md"]),
    ("a/draft.md", ["b/a/draft.md", "draft.md"], ["a/draft.md"]),
    ("old/", ["old.md", "x/gold/a.md"], ["old/a.md", "x/old/b/c.md"]),
    ("*.tmp.md", ["a.md"], ["a.tmp.md", "b/c.tmp.md"]),
    ("a*c.md", ["abd.md", "b.md"], ["ac.md", "abbc.md", "x/abc.md"]),
    ("?.md", ["ab.md"], ["a.md", "x/b.md"]),
    ("[a-c].md", ["d.md"], ["a.md", "c.md"]),
    ("[!a-c].md", ["a.md"], ["d.md"]),
    ("[^a].md", ["a.md"], ["b.md"]),
    ("[]x].md", ["a.md"], ["].md", "x.md"]),
    ("[[:digit:]].md", ["a.md", "d.md"], ["7.md"]),
    ("[a.md", ["a.md", "[a.md"], []),
    ("/[a*/b].md", ["c.md", "x/a.md"], ["a.md", "b.md", "*.md"]),
    ("\\#a.md", ["a.md"], ["#a.md"]),
    ("\\!a.md", ["a.md"], ["!a.md"]),
    ("# draft.md", ["draft.md"], []),
    ("a\\ b.md", ["a.md"], ["a b.md"]),
    ("a.md   ", ["b.md"], ["a.md"]),
    ("**/x/a.md", ["a.md", "y/a.md"], ["x/a.md", "p/q/x/a.md"]),
    ("x/**", ["y/x/a.md", "xx/a.md"], ["x/a.md", "x/y/z.md"]),
    ("x/**/z.md", ["z.md", "y/z.md"], ["x/z.md", "x/y/z.md", "x/y/w/z.md"]),
    ("x/*", ["x.md", "y/x/a.md"], ["x/a.md", "x/b/c.md"]),
    ("*", [], ["a.md", "b/c.md"]),
    ("*.md\n!keep.md", ["keep.md", "a/keep.md"], ["b.md", "a/b.md"]),
    ("x/\n!x/a.md", [], ["x/a.md"]),
    ("x/*\n!x/a.md", ["x/a.md"], ["x/b.md"]),
    ("!a.md", ["a.md"], []),
    ("a.md\r\nb.md\r", ["c.md"], ["a.md", "b.md"]),
    ("\u{FEFF}a.md", ["b.md"], ["a.md"]),
    ("\n\n/\n", ["a.md"], []),
    ("a\\", ["a.md"], []),
    ("a.md\n!a.md\na.md", ["b.md"], ["a.md"]),
    ("a.md\n*.md\n!a.md", ["a.md"], ["b.md"]),
    ("x\n!x/", ["x/a.md", "y/x/b.md"], []),
    ("!*.md\na.md\nx/", ["b.md"], ["a.md", "x/c.md"]),
    ("foo**bar.md", ["foo/bar.md"], ["fooxbar.md", "foobar.md"]),
  ])
  func `follows a .gitignore`(pattern: String, notes: [String], ignored: [String]) throws {
    let folder = try TemporaryFolder()
    folder.write(pattern, to: ".gitignore")
    for name in notes + ignored { folder.write("text", to: name) }
    #expect(try Set(folder.notes()) == Set(notes))
  }

  @Test func `an inner .gitignore goes before an outer one`() throws {
    let folder = try TemporaryFolder()
    folder.write("*.md", to: ".gitignore")
    folder.write("!b.md\n/c/d.md", to: "x/.gitignore")
    for name in ["a.md", "x/a.md", "x/b.md", "x/y/b.md", "b.md"] { folder.write("", to: name) }
    #expect(try folder.notes() == ["x/b.md", "x/y/b.md"])
  }

  @Test func `the rules of the repository around the vault hold in it`() throws {
    let folder = try TemporaryFolder()
    folder.makeFolder(".git/info")
    folder.write("secret.md", to: ".git/info/exclude")
    folder.write("docs/vault/private/\n*.tmp.md", to: ".gitignore")
    folder.write("!b.tmp.md", to: "docs/.gitignore")
    for name in ["a.md", "secret.md", "private/p.md", "a.tmp.md", "b.tmp.md"] {
      folder.write("", to: "docs/vault/" + name)
    }
    let walk = FolderWalk(root: folder.path.appending("docs/vault"))
    #expect(try walk.check().added.map(\.path.text) == ["a.md", "b.tmp.md"])
  }

  @Test func `a vault that its repository ignores is searched all the same`() throws {
    let folder = try TemporaryFolder()
    folder.makeFolder(".git")
    folder.write("*", to: ".gitignore")
    folder.write("", to: "notes/a.md")
    let walk = FolderWalk(root: folder.path.appending("notes"))
    #expect(try walk.check().added.map(\.path.text) == ["a.md"])
  }

  @Test func `what the settings exclude goes before every .gitignore`() throws {
    let folder = try TemporaryFolder()
    folder.write("build/", to: ".gitignore")
    for name in ["a.md", "build/b.md", "old/c.md"] { folder.write("", to: name) }
    let walk = FolderWalk(root: folder.path, excluded: ["/old/", "!build/"])
    #expect(try walk.check().added.map(\.path.text) == ["a.md", "build/b.md"])
  }

  @Test(.timeLimit(.minutes(20))) func `more patterns than anybody writes are refused and told`()
    throws
  {
    let folder = try TemporaryFolder()
    let names = (0..<20_000).map { "\($0).md" }.joined(separator: "\n")
    folder.write(names, to: "a/.gitignore")
    folder.write(names.replacing(".md", with: "*"), to: "b/.gitignore")
    for name in ["a/7.md", "a/x.md", "b/7.md"] { folder.write("", to: name) }
    let changes = try FolderWalk(root: folder.path).check()
    #expect(changes.added.map(\.path.text) == ["a/x.md", "b/7.md"])
    #expect(changes.problems.map(\.displayPath) == ["b/.gitignore"])
  }

  @Test(.timeLimit(.minutes(20)))
  func `a hostile pattern takes no longer than the product of the lengths`() throws {
    let folder = try TemporaryFolder()
    let stars = String(repeating: "a*", count: 100) + "b"
    folder.write(stars + "\n" + String(repeating: "**/a*/", count: 60) + "b", to: ".gitignore")
    let name = String(repeating: "a", count: 240)
    folder.write("", to: name + ".md")
    folder.write("", to: String(repeating: "aaaa/", count: 60) + "x.md")
    #expect(try folder.notes().count == 2)
  }
}

extension TemporaryFolder {
  /// The paths of all notes, in the walk's order.
  func notes() throws -> [String] { try FolderWalk(root: path).check().added.map(\.path.text) }
}
