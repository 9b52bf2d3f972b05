import Files
import Git
import GitSandbox
import History
import Sync
import Testing
import Vaults

/// Places of a vault: heads, work trees, and repositories in and around it.
struct PlaceTests {
  let world: World

  init() throws { world = try World(["note.md": "one\n"]) }

  // MARK: Heads

  @Test func `P18 a detached head is refused, and a branch made there is synced`() throws {
    try world.sandbox.git("checkout --quiet --detach", in: "a")
    world.write("two\n", to: "a/note.md")
    try world.expectRefusal(.detachedHead(try world.head("a")), in: "a")
    #expect(try world.vault("a").status().head == .detached(try world.head("a")))
    try world.sandbox.git("switch --quiet -c aside", in: "a")
    #expect(try world.sync("a").isInStep)
    #expect(try world.sandbox.id("aside", in: "remote.git") == world.head("a"))
    #expect(try world.stored("note.md", in: "remote.git", at: "main") == Array("one\n".utf8))
  }

  @Test func `P18 a branch without a commit gets its first`() throws {
    try world.repository("new")
    #expect(try world.commit("new").commit == nil)
    world.write("first\n", to: "new/note.md")
    #expect(try world.commit("new").commit == world.head("new"))
    #expect(try world.stored("note.md", in: "new") == Array("first\n".utf8))
  }

  @Test func `P18 a branch without a commit takes what the remote has`() throws {
    try world.repository("new")
    try world.sandbox.git("remote add origin ../remote.git", in: "new")
    #expect(try world.vault("new").status().head == .branch("refs/heads/main", nil))
    #expect(try world.sync("new").isInStep)
    try world.expectSame("new", "a")
  }

  @Test func `P18 another branch than main is synced with its own upstream`() throws {
    try world.sandbox.git("switch --quiet -c phone", in: "a")
    try world.sandbox.git("push --quiet -u origin phone:from-phone", in: "a")
    world.write("two\n", to: "a/note.md")
    #expect(try world.sync("a").isInStep)
    #expect(try world.sandbox.id("from-phone", in: "remote.git") == world.head("a"))
    #expect(
      try world.sandbox.attempt("rev-parse --verify --quiet phone", in: "remote.git") == false)
  }

  // MARK: Work trees

  @Test func `P18 a linked work tree is synced with its own branch, and the first stays`() throws {
    try world.sandbox.git("worktree add --quiet -b side ../linked", in: "a")
    world.write("in the linked one\n", to: "linked/note.md")
    world.write("in the first\n", to: "a/note.md")
    let main = try world.head("a")
    #expect(try world.sync("linked").isInStep)
    #expect(try world.sandbox.id("side", in: "remote.git") == world.head("linked"))
    #expect(try world.head("a") == main)
    #expect(world.text("a/note.md") == "in the first\n")
    #expect(try world.sync("a").isInStep)
    #expect(world.text("linked/note.md") == "in the linked one\n")
    #expect(
      try world.stored("note.md", in: "remote.git", at: "main") == Array("in the first\n".utf8))
  }

  @Test func `P18 a bare repository is refused`() throws {
    try world.sandbox.git("config core.bare true", in: "a")
    let vault = try world.vault("a")
    let attempts: [() throws -> Void] = [
      { _ = try vault.commit() }, { _ = try vault.sync(SyncRequest()) },
      { _ = try vault.status() },
    ]
    for attempt in attempts {
      #expect(throws: SyncRefusal.obstacle(.bareRepository)) { try attempt() }
    }
    try world.sandbox.git("config core.bare false", in: "a")
    try world.sync("a")
  }

  // MARK: Repositories inside

  @Test func `P18 a submodule is left alone, and what others made of it is taken`() throws {
    try world.repository("library")
    try world.gitCommit(["lib.md": "1\n"], in: "library")
    for device in ["a", "b"] {
      try world.sandbox.git("config protocol.file.allow always", in: device)
    }
    try world.sandbox.git(
      ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../library", "lib"],
      in: "b")
    try world.sync("b")
    // Its folder is empty, as after `git pull`, which git takes for a submodule that is not checked out.
    try world.sync("a")
    #expect(world.text("a/lib/lib.md") == nil)
    try world.sandbox.git(
      ["-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init"], in: "a")
    try world.identify("a/lib")
    // New commits and edits inside are the submodule's own business.
    world.write("edited inside\n", to: "a/lib/lib.md")
    world.write("two\n", to: "a/note.md")
    var request = SyncRequest()
    request.message = "with a submodule"
    let report = try world.vault("a").sync(request).report
    #expect(report.isInStep)
    try world.expectSound("a")
    #expect(world.text("a/lib/lib.md") == "edited inside\n")
    #expect(try world.sandbox.git("diff --name-only HEAD~1 HEAD", in: "a") == "note.md")
    // The other side moves the submodule on: the commit has it, the folder stays.
    try world.gitCommit(["lib.md": "2\n"], in: "library")
    try world.sandbox.git("pull --quiet origin main", in: "b/lib")
    try world.sandbox.git("add lib", in: "b")
    try world.sandbox.git("commit --quiet -m lib", in: "b")
    try world.sync("b")
    _ = try world.vault("a").sync(request)
    #expect(
      try world.sandbox.id("HEAD:lib", in: "a") == world.sandbox.id("HEAD:lib", in: "b"))
    #expect(world.text("a/lib/lib.md") == "edited inside\n")
    try world.expectSound("a")
  }

  @Test func `P18 a repository in a folder of the vault is left alone, and told`() throws {
    try world.repository("a/inner")
    try world.gitCommit(["own.md": "its own\n"], in: "a/inner")
    world.write("two\n", to: "a/note.md")
    let report = try world.vault("a").sync(SyncRequest()).report
    #expect(report.isInStep)
    #expect(report.refused == [FileRefused(TreePath("inner"), .nestedRepository)])
    #expect(try world.sandbox.git("ls-files", in: "a") == "note.md")
    #expect(world.text("a/inner/own.md") == "its own\n")
    // A file that comes for its place waits.
    world.write("theirs\n", to: "b/inner/own.md")
    try world.sync("b")
    let held = try world.vault("a").sync(SyncRequest()).report
    #expect(held.isInStep)
    #expect(held.unwritten.map(\.path.text) == ["inner/own.md"])
    #expect(held.unwritten.map(\.reason) == [.nestedRepository])
    #expect(world.text("a/inner/own.md") == "its own\n")
    try world.expectSound("a")
    try world.sandbox.git(["config", "alias.away", "!mv inner ../moved"], in: "a")
    try world.sandbox.git("away", in: "a")
    #expect(try world.sync("a").isInStep)
    #expect(world.text("a/inner/own.md") == "theirs\n")
  }

  @Test func `P18 what has a name that git refuses is left alone, and told`() throws {
    world.write("own\n", to: "a/git~1/own.md")
    world.write("own\n", to: "a/inner/Git~1")
    world.write("two\n", to: "a/note.md")
    let refused = [
      FileRefused(TreePath("git~1"), .reservedName),
      FileRefused(TreePath("inner/Git~1"), .reservedName),
    ]
    #expect(try world.vault("a").status().pending.refused == refused)
    let report = try world.vault("a").sync(SyncRequest()).report
    #expect(report.isInStep)
    #expect(report.refused == refused)
    #expect(try world.sandbox.git("ls-files", in: "a") == "note.md")
    // Files that come beside them are taken.
    world.write("theirs\n", to: "b/inner/own.md")
    try world.sync("b")
    #expect(try world.vault("a").sync(SyncRequest()).report.isInStep)
    #expect(world.text("a/inner/own.md") == "theirs\n")
    #expect(world.text("a/git~1/own.md") == "own\n")
    #expect(world.text("a/inner/Git~1") == "own\n")
    try world.expectSound("a")
  }

  // MARK: Sparse checkouts

  @Test(arguments: [["--cone", "inside"], ["--no-cone", "/inside/", "/*.md"]])
  func `P19 what a sparse checkout leaves out stays as it is in the commits`(patterns: [String])
    throws
  {
    try world.gitCommit(
      ["inside/in.md": "in\n", "outside/out.md": "out\n", "outside/deep/er.md": "deep\n"], in: "b")
    try world.sync("b")
    try world.sync("a")
    try world.sandbox.git(["sparse-checkout", "set"] + patterns, in: "a")
    #expect(world.text("a/outside/out.md") == nil)
    world.write("in, edited\n", to: "a/inside/in.md")
    #expect(try world.sync("a").isInStep)
    #expect(try world.sandbox.git("diff --name-only HEAD~1 HEAD", in: "a") == "inside/in.md")
    // Changes by others there come into the commit, and not into the folder.
    world.write("out, edited\n", to: "b/outside/out.md")
    world.write("new\n", to: "b/outside/new.md")
    world.remove("b/outside/deep/er.md")
    world.write("in as well\n", to: "b/inside/new.md")
    try world.sync("b")
    #expect(try world.sync("a").isInStep)
    #expect(try world.stored("outside/out.md", in: "a") == Array("out, edited\n".utf8))
    #expect(world.text("a/outside/out.md") == nil)
    #expect(world.text("a/inside/new.md") == "in as well\n")
    #expect(
      try world.sandbox.git("rev-parse HEAD:outside", in: "a")
        == world.sandbox.git("rev-parse HEAD:outside", in: "b"))
    try world.sync("b")
    #expect(try world.head("a") == world.head("b"))
    try world.sandbox.git("sparse-checkout disable", in: "a")
    try world.expectWell("a")
    #expect(world.files(in: "a") == world.files(in: "b"))
  }

  @Test func `P18 a clone has the one branch of a remote whose HEAD names another`() throws {
    let world = try World(["Walden.md": "# Walden\n"], devices: [])
    try world.sandbox.git("symbolic-ref HEAD refs/heads/trunk", in: "remote.git")
    try Vault.clone(
      world.sandbox("remote.git"), into: DiskPath(world.sandbox("desk")), isInteractive: false)
    #expect(try world.sandbox.git("symbolic-ref HEAD", in: "desk") == "refs/heads/main")
    #expect(try world.vault("desk").status().distance?.behind == 0)
  }
}
