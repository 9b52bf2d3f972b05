import Files
import Git
import GitSandbox
import History
import Sync
import Testing
import Vaults

/// P29: devices that say that they are in step with a remote have the same notes, whatever their branches are called.
struct RemoteBranchTests {
  let world: World

  init() throws {
    world = try World()
    try world.sandbox.git("init --quiet --bare --initial-branch=master remote.git")
  }

  /// A vault of its own whose branch has a name.
  private func vault(_ name: String, on branch: String, _ text: String) throws {
    try world.sandbox.git("init --quiet -b \(branch) \(name)")
    try world.identify(name)
    try world.sandbox.git("remote add origin ../remote.git", in: name)
    world.write(text, to: "\(name)/\(name).md")
  }

  @Test func `P29 a clone of an empty remote begins on the branch of every vault`() throws {
    try Vault.clone(
      world.sandbox("remote.git"), into: DiskPath(world.sandbox("b")), isInteractive: false)
    try world.identify("b")
    let branch = try Git.Repository.firstBranch()
    #expect(try world.sandbox.git("symbolic-ref HEAD", in: "b") == "refs/heads/\(branch)")
    try vault("a", on: branch, "one\n")
    #expect(try world.sync("a").isInStep)
    #expect(try world.sync("b").isInStep)
    try world.expectSame("a", "b")
  }

  @Test func `P29 a branch of another name with the same notes is followed`() throws {
    try vault("a", on: "main", "one\n")
    try world.sync("a")
    try world.clone(to: "b", "--branch main")
    try world.sandbox.git("branch --quiet -m main master", in: "b")
    try world.sandbox.git("config --unset branch.master.merge", in: "b")
    world.write("two\n", to: "b/b.md")
    let report = try world.sync("b")
    #expect(report.isInStep && report.remoteBranch == "refs/heads/main")
    #expect(try world.sandbox.git("rev-parse --abbrev-ref @{upstream}", in: "b") == "origin/main")
    try world.sync("a")
    try world.expectSame("a", "b")
  }

  @Test func `P29 a branch of another name with other notes is refused until it is joined`() throws
  {
    try vault("a", on: "main", "one\n")
    try world.sync("a")
    try vault("b", on: "master", "two\n")
    let error = #expect(throws: SyncRefusal.self) { try world.vault("b").sync(SyncRequest()) }
    guard case .unrelatedHistories(_, _, "refs/heads/main") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try world.sync("b") { $0.joinsUnrelated = true }.isInStep)
    #expect(try world.sync("a").isInStep)
    try world.expectSame("a", "b")
    #expect(
      try world.sandbox.git("branch --format=%(refname)", in: "remote.git") == "refs/heads/main")
  }

  /// Both have pushed their own branch, as versions before this one did.
  private func pushBoth() throws {
    try vault("a", on: "main", "one\n")
    try vault("b", on: "master", "two\n")
    for (name, branch) in [("a", "main"), ("b", "master")] {
      try world.commit(name)
      try world.sandbox.git("push --quiet -u origin \(branch)", in: name)
    }
  }

  @Test(arguments: ["a", "b"])
  func `P29 two branches with notes are told on both, and joined from either`(first: String) throws
  {
    try pushBoth()
    let other = first == "a" ? "b" : "a"
    let branches = ["a": "main", "b": "master"]
    for (name, theirs) in [("a", "master"), ("b", "main")] {
      let report = try world.sync(name)
      #expect(
        report.otherBranches
          == [OtherBranch(name: "refs/heads/\(theirs)", notes: 1, isRelated: false)])
      #expect(!(try world.vault(name).status().otherBranches.isEmpty))
    }
    let report = try world.sync(first) {
      $0.joinedBranch = branches[other]
      $0.joinsUnrelated = true
    }
    #expect(report.isInStep && report.otherBranches.isEmpty)
    // All go on with one branch, which the other is told of.
    #expect(report.remoteBranch == "refs/heads/main")
    let told = try world.sync(other)
    if let there = told.otherBranches.first {
      #expect(there.name == "refs/heads/main" && there.isRelated)
      #expect(try world.sync(other) { $0.joinedBranch = "main" }.isInStep)
    }
    #expect(try world.sync(first).otherBranches.isEmpty)
    try world.expectSame("a", "b")
  }

  @Test func `P29 a branch that was renamed at the remote is followed and told`() throws {
    try vault("a", on: "main", "one\n")
    try world.sync("a")
    try world.clone(to: "b", "--branch main")
    try world.sandbox.git("branch --quiet -m main trunk", in: "remote.git")
    world.write("two\n", to: "a/a.md")
    let report = try world.sync("a")
    #expect(report.isInStep && !report.wasBranchGone)
    #expect(report.renamedBranch == "refs/heads/main")
    #expect(report.remoteBranch == "refs/heads/trunk")
    #expect(try world.sync("b").isInStep)
    try world.expectSame("a", "b")
    #expect(try world.sync("b").renamedBranch == nil)
  }

  @Test func `a branch of the person's own is pushed under its name`() throws {
    try vault("a", on: "main", "one\n")
    try world.sync("a")
    try world.sandbox.git("switch --quiet -c draft", in: "a")
    world.write("draft\n", to: "a/draft.md")
    let report = try world.sync("a")
    #expect(report.isInStep && report.remoteBranch == "refs/heads/draft")
    #expect(report.otherBranches.isEmpty)
    try world.sandbox.git("switch --quiet main", in: "a")
    #expect(try world.sync("a").remoteBranch == "refs/heads/main")
    #expect(world.text("a/draft.md") == nil)
  }

  @Test func `a branch that the remote does not have is refused by name`() throws {
    try vault("a", on: "main", "one\n")
    try world.sync("a")
    let error = #expect(throws: SyncRefusal.self) {
      var request = SyncRequest()
      request.joinedBranch = "nope"
      _ = try world.vault("a").sync(request)
    }
    #expect(
      error == .noSuchBranch("refs/heads/nope", of: "origin", known: ["refs/heads/main"]))
  }
}
