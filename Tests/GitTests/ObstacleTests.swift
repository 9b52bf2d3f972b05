import Git
import GitSandbox
import History
import Testing

struct ObstacleTests {
  let sandbox: Sandbox
  let repository: Repository

  init() throws {
    sandbox = try Sandbox()
    repository = try sandbox.makeRepository()
  }

  /// Two branches that changed one line each in its own way; on `main`.
  private func diverge() throws {
    try sandbox.commit(["a.md": "1\n"], at: 1000)
    try sandbox.git("checkout --quiet -b side", in: "r")
    try sandbox.commit(["a.md": "side\n"], at: 2000)
    try sandbox.git("checkout --quiet main", in: "r")
    try sandbox.commit(["a.md": "main\n"], at: 3000)
    #expect(try repository.obstacle() == nil)
  }

  @Test(arguments: [
    ("merge side", Obstacle.mergeInProgress), ("rebase side", .rebaseInProgress),
    ("rebase --apply side", .rebaseInProgress), ("cherry-pick side", .cherryPickInProgress),
    ("revert --no-edit HEAD~1", .revertInProgress), ("am ../home.patch", .mailboxInProgress),
  ])
  func `what plain git has left half-way is told by name`(command: String, obstacle: Obstacle)
    throws
  {
    try diverge()
    let patch = try sandbox.git("format-patch --stdout -1 side", in: "r")
    sandbox.write(patch + "\n", to: "home.patch")
    #expect(!(try sandbox.attempt(command)))
    #expect(try repository.obstacle() == obstacle)
    try sandbox.git("\(command.split(separator: " ")[0]) --abort", in: "r")
    #expect(try repository.obstacle() == nil)
  }

  @Test func `a bisect and unresolved paths are told`() throws {
    try diverge()
    try sandbox.git("bisect start", in: "r")
    #expect(try repository.obstacle() == .bisectInProgress)
    try sandbox.git("bisect reset", in: "r")
    #expect(!(try sandbox.attempt("merge side")))
    #expect(try repository.unmergedPaths() == [TreePath("a.md")])
    sandbox.remove("r/.git/MERGE_HEAD")
    #expect(try repository.obstacle() == .unmergedPaths([TreePath("a.md")]))
    #expect(try repository.stagedEntries().isEmpty)
    // Setting the path ends it, as `git add` does.
    let version = FileVersion(id: try repository.write(blob: Array("both\n".utf8)))
    try repository.flush()
    try repository.setStaged([
      TreePath("a.md"): StagedEntry(path: TreePath("a.md"), version: version, stamp: nil)
    ])
    #expect(try repository.obstacle() == nil)
    #expect(try sandbox.git("ls-files --unmerged", in: "r") == "")
  }

  @Test func `a repository is found from below, and not beyond a bare or a missing one`() throws {
    try sandbox.commit(["deep/er/a.md": "1"])
    let below = try Repository.open(at: sandbox("r/deep/er"))
    #expect(below.workTree == repository.workTree)
    #expect(below.gitFolder == repository.gitFolder)
    try sandbox.git("init --quiet --bare bare.git")
    #expect(try Repository.open(at: sandbox("bare.git")).obstacle() == .bareRepository)
    sandbox.write("", to: "outside/x")
    let error = try #require(throws: GitError.self) {
      try Repository.open(at: sandbox("outside"))
    }
    #expect(error.kind == .notFound)
  }

  @Test func `a linked work tree has its own head and index, and shares the branches`() throws {
    let first = try sandbox.commit(["a.md": "1"])
    try sandbox.git("worktree add --quiet -b side ../linked", in: "r")
    let linked = try Repository.open(at: sandbox("linked"))
    #expect(linked.commonFolder == repository.gitFolder)
    #expect(try linked.head() == .branch("refs/heads/side", first))
    #expect(try linked.stagedEntries().count == 1)
    try linked.setStaged([TreePath("a.md"): StagedEntry?.none])
    #expect(try repository.stagedEntries().count == 1)
    #expect(try linked.stagedEntries().count == 0)
    let commit = try linked.commitSnapshot(
      tree: linked.write(tree: []), parents: [first], message: "x")
    try linked.setReference("refs/heads/side", from: first, to: commit, because: "x")
    #expect(try repository.reference("refs/heads/side") == commit)
    #expect(try sandbox.git("fsck --no-dangling", in: "r") == "")
  }

  @Test func `a repository of SHA-256 ids is refused by name`() throws {
    try sandbox.git("init --quiet --object-format=sha256 new")
    let error = try #require(throws: GitError.self) { try Repository.open(at: sandbox("new")) }
    #expect(error.kind == .unsupported)
    #expect(error.detail.contains("objectformat") || error.detail.contains("object format"))
  }

  @Test func `sparse checkouts and partial clones are opened and told`() throws {
    try sandbox.commit(["a/b.md": "1", "c/d.md": "2", ".gitignore": "*.tmp\ncache/\n"])
    try sandbox.git("sparse-checkout set --no-cone /a/ /.gitignore", in: "r")
    let again = try Repository.open(at: sandbox("r"))
    #expect(try again.stagedEntries().filter(\.isSkipped).map(\.path.text) == ["c/d.md"])
    #expect(try again.obstacle() == nil)
    #expect(try again.isIgnored(TreePath("a/x.tmp")))
    #expect(try again.isIgnored(TreePath("cache"), isFolder: true))
    #expect(try again.isIgnored(TreePath("cache/deep/a.md")))
    #expect(!(try again.isIgnored(TreePath("a/x.md"))))

    try sandbox.git("config uploadpack.allowFilter true", in: "r")
    try sandbox.git(
      ["clone", "--quiet", "--filter=blob:none", "--no-checkout", "file://" + sandbox("r"), "p"])
    let partial = try Repository.open(at: sandbox("p"))
    #expect(try partial.isPartial())
    #expect(!(try repository.isPartial()))
    let tree = try partial.commit(try #require(try partial.head().commit)).tree
    let version = try #require(try partial.version(at: TreePath("a/b.md"), in: tree))
    #expect(throws: MissingObject(version.id)) { try partial.blob(version.id) }
  }

  @Test func `a new repository has its branch and no commit`() throws {
    let made = try Repository.create(at: sandbox("new/vault"))
    #expect(try made.obstacle() == nil)
    guard case .branch(let name, nil) = try made.head() else {
      Issue.record("\(try made.head())")
      return
    }
    #expect(name.hasPrefix("refs/heads/"))
    #expect(try made.stagedEntries().isEmpty)
    #expect(try sandbox.git("status --porcelain", in: "new/vault") == "")
    let error = try #require(throws: GitError.self) { try Repository.create(at: sandbox("r")) }
    #expect(error.kind == .exists)
  }
}
