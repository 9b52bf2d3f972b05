import Git
import GitSandbox
import History
import Testing

struct ReferenceTests {
  let sandbox: Sandbox
  let repository: Repository

  init() throws {
    sandbox = try Sandbox()
    repository = try sandbox.makeRepository()
  }

  @Test func `an unborn branch, a branch and a detached head are told apart`() throws {
    #expect(try repository.head() == .branch("refs/heads/main", nil))
    let first = try sandbox.commit(["a.md": "1"])
    #expect(try repository.head() == .branch("refs/heads/main", first))
    try sandbox.git("checkout --quiet --detach", in: "r")
    #expect(try repository.head() == .detached(first))
    try sandbox.git("checkout --quiet --orphan other/side", in: "r")
    #expect(try repository.head() == .branch("refs/heads/other/side", nil))
  }

  @Test func `a ref moves only from where it was seen`() throws {
    let first = try sandbox.commit(["a.md": "1"])
    let second = try sandbox.commit(["a.md": "2"])
    let moved = ReferenceMoved(name: "refs/heads/main")
    #expect(throws: moved) {
      try repository.setReference("refs/heads/main", from: first, to: first, because: "x")
    }
    #expect(throws: moved) {
      try repository.setReference("refs/heads/main", from: nil, to: first, because: "x")
    }
    #expect(throws: ReferenceMoved(name: "refs/heads/new")) {
      try repository.setReference("refs/heads/new", from: first, to: second, because: "x")
    }
    #expect(try repository.reference("refs/heads/main") == second)
    try repository.setReference("refs/heads/main", from: second, to: first, because: "zib: undo")
    #expect(try sandbox.id("main", in: "r") == first)
    #expect(try sandbox.git("reflog -1 HEAD", in: "r").contains("zib: undo"))
    #expect(try sandbox.git("reflog -1 main", in: "r").contains("zib: undo"))
  }

  @Test func `refs are made, listed and deleted, packed or not`() throws {
    let first = try sandbox.commit(["a.md": "1"])
    try repository.setReference("refs/zib/one", from: nil, to: first, because: "keep")
    try repository.setReference("refs/zib/deep/two", from: nil, to: first, because: "keep")
    try sandbox.git(["tag", "-a", "-m", "tag", "v1"], in: "r")
    #expect(try repository.reference("refs/tags/v1") == first)
    try sandbox.git("pack-refs --all", in: "r")
    #expect(
      try repository.references("refs/zib/").map(\.name) == ["refs/zib/deep/two", "refs/zib/one"])
    #expect(try repository.references("refs/tags/").map(\.commit) == [first])
    try repository.setReference("refs/zib/one", from: first, to: nil, because: "done")
    #expect(try repository.reference("refs/zib/one") == nil)
    #expect(!(try sandbox.attempt("rev-parse --verify --quiet refs/zib/one")))
    #expect(try repository.reference("refs/zib/deep/two") == first)
  }

  @Test func `a ref is not made inside or above another`() throws {
    let first = try sandbox.commit(["a.md": "1"])
    try sandbox.git("branch a/b", in: "r")
    try sandbox.git("pack-refs --all", in: "r")
    for name in ["refs/heads/a", "refs/heads/a/b/c"] {
      let error = try #require(throws: GitError.self) {
        try repository.setReference(name, from: nil, to: first, because: "x")
      }
      #expect(error.kind == .exists)
    }
    #expect(throws: GitError.self) {
      try repository.setReference("refs/heads/a b", from: nil, to: first, because: "x")
    }
  }

  @Test func `of many that move a ref at once each step is taken by one`() async throws {
    let first = try sandbox.commit(["a.md": "1"])
    let tree = try repository.commit(first).tree
    let path = sandbox("r")
    let won = try await withThrowingTaskGroup(of: Int.self) { group in
      for worker in 0..<4 {
        group.addTask {
          let repository = try Repository.open(at: path)
          var count = 0
          for step in 0..<10 {
            guard let now = try repository.head().commit else { continue }
            let commit = try repository.commitSnapshot(
              tree: tree, parents: [now], message: "\(worker) \(step)")
            do {
              try repository.setReference("refs/heads/main", from: now, to: commit, because: "race")
              count += 1
            } catch is ReferenceMoved {
              continue
            } catch let error as GitError where error.kind == .locked {
              continue
            }
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(won > 0)
    // No step was lost: the chain is as long as there were winners.
    #expect(try sandbox.git("rev-list --count main", in: "r") == "\(won + 1)")
    #expect(try sandbox.git("fsck --no-dangling", in: "r") == "")
  }

  @Test func `what git does meanwhile is seen`() throws {
    let first = try sandbox.commit(["a.md": "1"])
    #expect(try repository.reference("refs/heads/main") == first)
    try sandbox.git("init --quiet --bare -b main remote.git")
    try sandbox.git("remote add origin ../remote.git", in: "r")
    try sandbox.git("push --quiet -u origin main", in: "r")
    let second = try sandbox.commit(["a.md": "2"])
    #expect(try repository.reference("refs/heads/main") == second)
    #expect(try repository.aheadBehind(second, first) == (1, 0))
    #expect(try repository.reference("refs/remotes/origin/main") == first)
    let upstream = try #require(try repository.upstream(of: "refs/heads/main"))
    #expect(upstream.remote == "origin")
    #expect(upstream.branch == "refs/heads/main")
    #expect(upstream.tracking == "refs/remotes/origin/main")
    #expect(try repository.remotes().map(\.url) == ["../remote.git"])
    #expect(try repository.setting("user.name") == "Ada")
    #expect(try repository.setting("zib.nothing") == nil)
  }
}
