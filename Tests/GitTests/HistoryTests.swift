import Git
import GitSandbox
import History
import TestSupport
import Testing

struct HistoryTests {
  let sandbox: Sandbox
  let repository: Repository

  init() throws {
    sandbox = try Sandbox()
    repository = try sandbox.makeRepository()
  }

  private func lines(_ command: String) throws -> [String] {
    try sandbox.git(command, in: "r").split(separator: "\n").map(String.init)
  }

  @Test(arguments: [1 as UInt64, 2, 3, 4])
  func `merge bases and ancestry are git's, in crossed histories with wrong clocks`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let tree = try repository.write(tree: [])
    var commits: [ObjectID] = []
    for index in 0..<40 {
      var parents: Set<ObjectID> = []
      for _ in 0..<Int(random.next() % 3) where !commits.isEmpty {
        // Mostly recent ones, so that lines cross.
        parents.insert(
          commits[commits.count - 1 - Int(random.next() % UInt64(min(commits.count, 6)))])
      }
      let who = Signature(
        name: "A", email: "a@b",
        seconds: 1_700_000_000 + Int64(index * 10)
          - Int64(random.next() % (seed > 2 ? 400 : 1)), offset: 0)
      commits.append(
        try repository.write(
          commit: Commit(
            tree: tree, parents: parents.sorted(), author: who, committer: who,
            message: "\(index)\n")))
    }
    try repository.flush()
    for _ in 0..<30 {
      let left = commits[Int(random.next() % UInt64(commits.count))]
      let right = commits[Int(random.next() % UInt64(commits.count))]
      let result = try sandbox.git.run(
        ["merge-base", "--all", left.hex, right.hex], in: sandbox.bytes("r"), .init())
      let expected = result.text.split(separator: "\n").map(String.init).sorted()
      #expect(try repository.mergeBases(left, right).map(\.hex) == expected, "seed \(seed)")
      #expect(try repository.mergeBases(right, left).map(\.hex) == expected, "seed \(seed)")
      #expect(
        try repository.isAncestor(left, of: right)
          == sandbox.attempt("merge-base --is-ancestor \(left) \(right)"), "seed \(seed)")
    }
  }

  @Test func `crossed merges have two bases`() throws {
    let root = try sandbox.commit(["a.md": "1"], at: 1000)
    try sandbox.git("branch other", in: "r")
    let left = try sandbox.commit(["left.md": "1"], at: 2000)
    try sandbox.git("checkout --quiet other", in: "r")
    let right = try sandbox.commit(["right.md": "1"], at: 3000)
    try sandbox.git(["merge", "--quiet", "-m", "x", left.hex], in: "r", at: 4000)
    try sandbox.git("checkout --quiet main", in: "r")
    try sandbox.git(["merge", "--quiet", "-m", "y", right.hex], in: "r", at: 4000)
    let heads = try (sandbox.id("main", in: "r"), sandbox.id("other", in: "r"))
    #expect(try repository.mergeBases(heads.0, heads.1) == [left, right].sorted())
    #expect(try repository.aheadBehind(heads.0, left) == (2, 0))
    #expect(try repository.isAncestor(root, of: heads.0))
    #expect(!(try repository.isAncestor(heads.0, of: root)))
  }

  @Test func `unrelated histories have none`() throws {
    let one = try sandbox.commit(["a.md": "1"])
    try sandbox.git("checkout --quiet --orphan other", in: "r")
    let other = try sandbox.commit(["b.md": "1"])
    #expect(try repository.mergeBases(one, other) == [])
  }

  @Test func `in a shallow clone what can be known is, and what cannot is missing`() throws {
    for index in 0..<4 { try sandbox.commit(["a.md": "\(index)"], at: 1000 * (index + 1)) }
    try sandbox.git(["clone", "--quiet", "--depth", "1", "file://" + sandbox("r"), "shallow"])
    try sandbox.git("config user.name Ada", in: "shallow")
    let shallow = try Repository.open(at: sandbox("shallow"))
    #expect(try !shallow.shallowBorder().isEmpty)
    #expect(try repository.shallowBorder().isEmpty)
    let base = try sandbox.head(of: "shallow")
    let left = try sandbox.commit(["left.md": "1"], in: "shallow", at: 6000)
    try sandbox.git("checkout --quiet -b other HEAD~1", in: "shallow")
    let right = try sandbox.commit(["right.md": "1"], in: "shallow", at: 7000)
    #expect(try shallow.mergeBases(left, right) == [base])
    #expect(try shallow.isAncestor(base, of: right))
    try sandbox.git("checkout --quiet --orphan alone", in: "shallow")
    let alone = try sandbox.commit(["alone.md": "1"], in: "shallow")
    #expect(throws: MissingObject.self) { try shallow.mergeBases(left, alone) }
  }

  @Test func `the history of a path is git's`() throws {
    try sandbox.commit(["a/b.md": "1", "c.md": "1"], at: 1000)
    try sandbox.commit(["c.md": "2"], at: 2000)
    try sandbox.commit(["a/b.md": "2"], at: 3000)
    try sandbox.git("checkout --quiet -b side HEAD~1", in: "r")
    try sandbox.commit(["a/b.md": "side"], at: 3500)
    try sandbox.commit(["d.md": "d"], at: 3600)
    try sandbox.git("checkout --quiet main", in: "r")
    try sandbox.git(["merge", "--quiet", "-s", "ours", "-m", "m", "side"], in: "r", at: 4000)
    sandbox.remove("r/a/b.md")
    try sandbox.commit([:], at: 5000)
    try sandbox.commit(["a/b.md": "again"], at: 6000)
    let head = try sandbox.head(of: "r")
    for path in ["a/b.md", "c.md", "d.md", "never.md"] {
      var seen: [String] = []
      try repository.forEachChange(of: TreePath(path), from: head) { change in
        seen.append(change.commit.hex)
        #expect(change.before != change.after)
        return true
      }
      #expect(seen == (try lines("log --format=%H HEAD -- \(path)")), "\(path)")
      seen = []
      try repository.forEachChange(of: TreePath(path), from: head, isFull: true) { change in
        // Git lists a merge that has the path as one of its parents has it, which tells nothing new.
        if try repository.commit(change.commit).parents.count < 2 { seen.append(change.commit.hex) }
        return true
      }
      let full = try lines("log --full-history --no-merges --format=%H HEAD -- \(path)")
      #expect(seen == full, "\(path)")
    }
    let last = try #require(try repository.lastChange(of: TreePath("a/b.md"), from: head))
    #expect(last.commit == head)
    #expect(try repository.blob(try #require(last.after).id) == Array("again".utf8))
    #expect(last.before == nil)
  }

  @Test func `a move is followed where the bytes prove it, and only there`() throws {
    try sandbox.commit(["old/Walden.md": "woods", "x.md": "", "t1.md": "template\n1"], at: 1000)
    let edited = try sandbox.commit(["old/Walden.md": "the woods"], at: 2000)
    try sandbox.git("mv old/Walden.md Walden.md", in: "r")
    try sandbox.git("mv x.md y.md", in: "r")
    sandbox.remove("r/t1.md")
    let moved = try sandbox.commit(["t2.md": "template\n2"], at: 3000)
    try sandbox.commit(["Walden.md": "the woods!"], at: 4000)
    let head = try sandbox.head(of: "r")
    func trail(_ path: String) throws -> [PathChange] {
      var changes: [PathChange] = []
      try repository.forEachChange(of: TreePath(path), from: head) { change in
        changes.append(change)
        return true
      }
      return changes
    }
    let walden = try trail("Walden.md")
    #expect(
      walden.map(\.path.text) == ["Walden.md", "Walden.md", "old/Walden.md", "old/Walden.md"])
    #expect(walden[1].movedFrom == TreePath("old/Walden.md"))
    #expect(walden[2].commit == edited)
    #expect(try trail("y.md").map(\.commit) == [moved])
    #expect(try trail("t2.md").map(\.commit) == [moved])
  }

  @Test func `commits are found by name and by time`() throws {
    let first = try sandbox.commit(["a.md": "1"], at: 1000)
    let second = try sandbox.commit(["a.md": "2"], at: 2000)
    let third = try sandbox.commit(["a.md": "3"], at: 3000)
    #expect(try repository.commit(named: "HEAD~1") == second)
    #expect(try repository.commit(named: "main") == third)
    #expect(try repository.commit(named: String(first.hex.prefix(10))) == first)
    #expect(try repository.commit(atOrBefore: 2999, from: third) == second)
    #expect(try repository.commit(atOrBefore: 3000, from: third) == third)
    #expect(try repository.commit(atOrBefore: 999, from: third) == nil)
    for name in ["nothing", "HEAD:a.md", "HEAD~9", "a b^{"] {
      let error = try #require(throws: GitError.self) { try repository.commit(named: name) }
      #expect(error.kind == .notFound, "\(name): \(error)")
    }
  }
}
