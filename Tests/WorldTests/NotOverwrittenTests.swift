import GitSandbox
import History
import Sync
import Testing

/// Untracked files, when a file of that name comes from elsewhere.
struct NotOverwrittenTests {
  let world: World

  init() throws {
    world = try World([".gitignore": "*.secret\ndrafts/\n", "note.md": "a note\n"])
  }

  /// All that a device has, under whatever names.
  private func texts(_ name: String) -> Set<String> { Set(world.files(in: name).values) }

  @Test(arguments: ["keys.secret", "drafts/poem.md"])
  func `P27 an ignored file stands beside a file of its name that comes, and goes nowhere`(
    path: String
  ) throws {
    world.write("only here\n", to: "a/\(path)")
    try world.sync("a")
    world.write("from elsewhere\n", to: "b/\(path)")
    try world.sandbox.git("add -f \(path)", in: "b")
    try world.sync("b")
    #expect(try world.sync("a").isInStep)
    #expect(world.text("a/\(path)") == "from elsewhere\n")
    #expect(texts("a").contains("only here\n"))
    try world.gitCommit(["note.md": "edited\n"], in: "a")
    #expect(try world.sync("a").setAside == [])
    #expect(try world.sync("b").isInStep)
    #expect(texts("b") == ["*.secret\ndrafts/\n", "edited\n", "from elsewhere\n"])
    #expect(try world.head("a") == world.head("b"))
  }

  @Test func `P27 a file that is tracked stays so where rules come that ignore its name`() throws {
    world.write("mine\n", to: "a/new.md")
    try world.sync("a")
    try world.sync("b")
    world.write("new.md\n", to: "b/.gitignore")
    try world.sync("b")
    world.write("mine, edited\n", to: "a/new.md")
    try world.sync("a")
    try world.sync("b")
    #expect(world.text("b/new.md") == "mine, edited\n")
    try world.expectSame("a", "b")
  }

  @Test func `P14 an ignored file that nobody else has stays where it is, and goes nowhere`() throws
  {
    world.write("only here\n", to: "a/keys.secret")
    world.write("theirs\n", to: "b/note.md")
    try world.sync("b")
    try world.sync("a")
    #expect(world.text("a/keys.secret") == "only here\n")
    #expect(world.text("a/note.md") == "theirs\n")
    try world.sync("b")
    #expect(world.text("b/keys.secret") == nil)
  }

  @Test func `P14 an untracked file is kept where a file of its name comes`() throws {
    world.write("mine\n", to: "a/new.md")
    world.write("yours\n", to: "b/new.md")
    try world.sync("b")
    let report = try world.sync("a")
    #expect(report.isInStep)
    #expect(report.keptTwice.map(\.path.text) == ["new.md"])
    #expect(texts("a").isSuperset(of: ["mine\n", "yours\n"]))
    try world.sync("b")
    try world.expectSame("a", "b")
  }

  @Test func `P14 a folder of ignored files is not removed with the notes beside them`() throws {
    world.write("x\n", to: "b/sub/old.md")
    try world.sync("b")
    try world.sync("a")
    world.write("only here\n", to: "a/sub/k.secret")
    world.remove("b/sub/old.md")
    try world.sync("b")
    try world.sync("a")
    #expect(world.text("a/sub/k.secret") == "only here\n")
    #expect(world.text("a/sub/old.md") == nil)
  }

  @Test func `P14 what only the staging index has is committed before anything comes`() throws {
    world.write("staged words\n", to: "a/note.md")
    try world.sandbox.git("add note.md", in: "a")
    world.write("words in the folder\n", to: "a/note.md")
    world.write("theirs\n", to: "b/note.md")
    try world.sync("b")
    let report = try world.sync("a")
    let staged = try #require(report.snapshots.first?.stagedCommit)
    #expect(
      try world.stored("note.md", in: "a", at: staged.hex) == Array("staged words\n".utf8))
    #expect(try world.sandbox.git("merge-base --is-ancestor \(staged.hex) HEAD", in: "a") == "")
    #expect(texts("a").isSuperset(of: ["words in the folder\n", "theirs\n"]))
  }

  @Test func `P14 a note that is staged and gone from the folder is in the history`() throws {
    world.write("staged alone\n", to: "a/brief.md")
    try world.sandbox.git("add brief.md", in: "a")
    world.remove("a/brief.md")
    let staged = try #require(try world.sync("a").snapshots.first?.stagedCommit)
    #expect(
      try world.stored("brief.md", in: "a", at: staged.hex) == Array("staged alone\n".utf8))
    #expect(world.text("a/brief.md") == nil)
  }

  @Test
  func `P14 a file is kept that stands where a folder comes, and a folder where a file comes`()
    throws
  {
    world.write("a file\n", to: "a/place")
    world.write("in a folder\n", to: "a/other/deep.md")
    world.write("below\n", to: "b/place/below.md")
    world.write("a file there\n", to: "b/other")
    try world.sync("b")
    #expect(try world.sync("a").isInStep)
    #expect(
      texts("a").isSuperset(of: ["a file\n", "in a folder\n", "below\n", "a file there\n"]))
    try world.sync("b")
    try world.expectSame("a", "b")
  }
}
