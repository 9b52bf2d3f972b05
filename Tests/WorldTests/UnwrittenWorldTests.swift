import Files
import GitSandbox
import History
import OperatingSystem
import PastNotes
import Steps
import Sync
import Testing
import Vaults
import WorkTrees

/// P30: what a remote holds and this device cannot have keeps nothing else from going on.
struct UnwrittenWorldTests {
  let world: World
  private let long = String(repeating: "x", count: 297) + ".md"

  init() throws { world = try World(["note.md": "one\n", "sub/deep.md": "deep\n"]) }

  /// Device `b` sends a file that no file system of this one has room for, and an edit.
  private func send(_ text: String, at path: String) throws {
    world.write(text, to: "blob")
    let id = try world.sandbox.git("hash-object -w ../blob", in: "b")
    try world.sandbox.git(
      ["update-index", "--add", "--cacheinfo", "100644,\(id),\(path)"], in: "b")
    try world.sandbox.git(["commit", "--quiet", "-m", "long"], in: "b")
    try world.sandbox.git(["update-index", "--skip-worktree", path], in: "b")
    world.write(text, to: "b/note.md")
    try world.sandbox.git("commit --quiet -am edit", in: "b")
    try world.sandbox.git("push --quiet", in: "b")
  }

  @Test(arguments: ["", "sub/", "new/", String(repeating: "deep/", count: 1000)])
  func `P30 a name that is too long waits, and everything else goes on`(folder: String) throws {
    try send("two\n", at: folder + long)
    let report = try world.sync("a")
    #expect(report.isInStep)
    #expect(report.unwritten.map(\.path.text) == [folder + long])
    #expect(report.unwritten.map(\.reason) == [.unwritable(code: ENAMETOOLONG)])
    #expect(world.text("a/note.md") == "two\n")
    world.write("mine\n", to: "a/mine.md")
    #expect(try world.sync("a").isInStep)
    #expect(try world.stored(folder + long, in: "a") == Array("two\n".utf8))
    let undone = try world.vault("a").undo()
    #expect(!undone.report.update.changes.isEmpty)
    try world.expectWell("a")
    #expect(try world.sync("a").isInStep)

    // It goes where another device moves it to a name that can be had.
    try world.sandbox.git("fetch --quiet", in: "b")
    try world.sandbox.git("update-ref refs/heads/main origin/main", in: "b")
    try world.sandbox.git("read-tree HEAD", in: "b")
    try world.sandbox.git(["update-index", "--force-remove", folder + long], in: "b")
    let id = try world.sandbox.git("hash-object -w ../blob", in: "b")
    try world.sandbox.git("update-index --add --cacheinfo 100644,\(id),short.md", in: "b")
    try world.sandbox.git("commit --quiet -m moved", in: "b")
    try world.sandbox.git("push --quiet", in: "b")
    #expect(try world.sync("a").unwritten == [])
    #expect(world.text("a/short.md") == "two\n")
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser writes into every folder"))
  func `P30 a folder that nothing may be written into waits`() throws {
    world.write("new\n", to: "b/sub/new.md")
    world.write("two\n", to: "b/note.md")
    try world.sync("b")
    _ = unsafe chmod(world.sandbox("a/sub"), 0o555)
    defer { _ = unsafe chmod(world.sandbox("a/sub"), 0o755) }
    let report = try world.vault("a").sync(SyncRequest()).report
    #expect(report.isInStep)
    #expect(report.unwritten.map(\.path.text) == ["sub/new.md"])
    #expect(world.text("a/note.md") == "two\n")
    _ = unsafe chmod(world.sandbox("a/sub"), 0o755)
    #expect(try world.sync("a").unwritten == [])
    #expect(world.text("a/sub/new.md") == "new\n")
  }

  @Test func `P30 a folder for which the system says no waits, whoever asks`() throws {
    world.write("new\n", to: "b/sub/new.md")
    world.write("two\n", to: "b/note.md")
    try world.sync("b")
    let history = try world.vault("a").history()
    let tree = history.workTree
    let shut = DiskWorkTree(
      root: tree.root, gitFolder: tree.gitFolder, scope: .root,
      options: try WorkTreeOptions(history.repository, environment: Environment(world.variables)),
      content: try WorkTreeContent(history.repository, nil)
    ) { step, path in step == .createHidden && path.folder == TreePath("sub") ? EACCES : nil }
    try world.sandbox.git("fetch --quiet", in: "a")
    let session = SyncSession(repository: history.repository, workTree: shut, device: "a") {
      CommitTime(seconds: 1_795_176_000, offset: 0)
    }
    _ = try session.merge(try world.head("b"))
    #expect(try session.unwritten().map(\.path.text) == ["sub/new.md"])
    #expect(try session.unwritten().map(\.reason) == [.unwritable(code: EACCES)])
    #expect(world.text("a/note.md") == "two\n")
    try world.expectWell("a")
    #expect(try world.sync("a").unwritten == [])
    #expect(world.text("a/sub/new.md") == "new\n")
  }

  @Test func `P30 a file larger than can be handled here waits, and is not read`() throws {
    world.write(String(repeating: "large ", count: 1_000), to: "b/large.txt")
    world.write(String(repeating: "large ", count: 2_000), to: "b/larger.txt")
    world.write("two\n", to: "b/note.md")
    try world.sync("b")
    let history = try world.vault("a").history()
    var options = try WorkTreeOptions(
      history.repository, environment: Environment(world.variables))
    options.sizeLimit = 5_000
    let small = DiskWorkTree(
      root: history.workTree.root, gitFolder: history.workTree.gitFolder, scope: .root,
      options: options, content: try WorkTreeContent(history.repository, nil))
    try world.sandbox.git("fetch --quiet", in: "a")
    let session = SyncSession(repository: history.repository, workTree: small, device: "a") {
      CommitTime(seconds: 1_795_176_000, offset: 0)
    }
    _ = try session.merge(try world.head("b"))
    #expect(try session.unwritten().map(\.reason) == [.tooLarge(6_000), .tooLarge(12_000)])
    #expect(world.text("a/note.md") == "two\n")
    #expect(world.text("a/large.txt") == nil)
    try world.expectWell("a")
    #expect(try world.sync("a").unwritten == [])
    #expect(world.text("a/large.txt")?.count == 6_000)
  }

  @Test func `P30 a clone has what can be written, and names what waits`() throws {
    try send("two\n", at: "sub/" + long)
    let unwritten = try Vault.clone(
      world.sandbox("remote.git"), into: DiskPath(world.sandbox("c")), isInteractive: false)
    try world.identify("c")
    #expect(unwritten.map(\.path.text) == ["sub/" + long])
    #expect(unwritten.map(\.reason) == [.unwritable(code: ENAMETOOLONG)])
    #expect(world.files(in: "c") == ["note.md": "two\n", "sub/deep.md": "deep\n"])
    try world.expectWell("c")
    world.write("mine\n", to: "c/mine.md")
    #expect(try world.sync("c").isInStep)
    #expect(try world.stored("sub/" + long, in: "c") == Array("two\n".utf8))
    #expect(try world.vault("c").waitingFiles().count == 1)
  }

  @Test func `P30 a note that became a submodule goes from the folder`() throws {
    let commit = try world.head("b")
    try world.sandbox.git("rm --quiet --cached note.md", in: "b")
    try world.sandbox.git(
      ["update-index", "--add", "--cacheinfo", "160000,\(commit.hex),note.md"], in: "b")
    try world.sandbox.git("commit --quiet -m submodule", in: "b")
    try world.sandbox.git("push --quiet", in: "b")
    let report = try world.sync("a")
    #expect(report.isInStep)
    #expect(report.came == [FileChange(TreePath("note.md"), .edited)])
    #expect(world.files(in: "a") == ["sub/deep.md": "deep\n"])
  }

  @Test func `P30 a submodule that both sides changed stops nothing`() throws {
    func point(_ name: String, to commit: ObjectID) throws {
      try world.sandbox.git(
        ["update-index", "--add", "--cacheinfo", "160000,\(commit.hex),theme"], in: name)
      try world.sandbox.git("commit --quiet -m theme", in: name)
    }
    let first = try world.head("a")
    try point("b", to: first)
    try world.sandbox.git("push --quiet", in: "b")
    try world.sync("a")
    let second = try world.head("a")
    // Between commits of one second the greater id is the later.
    let third = try #require(ObjectID(hex: String(repeating: "f", count: 40)))
    try point("b", to: second)
    try world.sandbox.git("push --quiet", in: "b")
    try point("a", to: third)
    world.write("mine\n", to: "a/note.md")
    let report = try world.vault("a").sync(SyncRequest()).report
    #expect(report.isInStep)
    #expect(report.submodulesChosen.map(\.other) == [second])
    #expect(report.submodulesChosen.map(\.path.text) == ["theme"])
    #expect(try world.sandbox.git("rev-parse HEAD:theme", in: "a") == third.hex)
    #expect(world.text("a/note.md") == "mine\n")
  }
}
