import Git
import GitSandbox
import History
import Sync
import Testing
import Vaults

/// Faults of a remote: each is told by its kind, with all notes committed here.
struct RemoteTests {
  let world: World

  init() throws { world = try World(["note.md": "one\n"]) }

  private func expectCommitted(_ text: String, _ name: String = "a") throws {
    #expect(try world.stored("note.md", in: name) == Array(text.utf8))
  }

  private func setAddress(_ address: String, of name: String = "a") throws {
    try world.sandbox.git(["config", "remote.origin.url", address], in: name)
  }

  @Test func `P16 without a repository at the address all is committed, and goes when it is back`()
    throws
  {
    try world.sandbox.git(["config", "remote.origin.url", world.sandbox("away.git")], in: "a")
    world.write("two\n", to: "a/note.md")
    let report = try world.sync("a")
    guard case .notFetched(.notFound(let words)) = report.outcome else {
      Issue.record("\(report.outcome)")
      return
    }
    #expect(words.contains("away.git"))
    try expectCommitted("two\n")
    try setAddress("../remote.git")
    #expect(try world.sync("a").isInStep)
    try world.sync("b")
    try world.expectSame("a", "b")
  }

  @Test(.enabled(if: HTTPServer.isInstalled, "git has no http-backend here"))
  func `P16 a password that nobody can be asked for is told at once`() throws {
    let server = try #require(HTTPServer(world.sandbox, .password("cmVhZGVyOmluaw==")))
    try setAddress("http://127.0.0.1:\(server.port)/remote.git")
    world.write("two\n", to: "a/note.md")
    var report = SyncReport()
    let time = try seconds { report = try world.sync("a") }
    guard case .notFetched(.authentication(let words)) = report.outcome else {
      Issue.record("\(report.outcome)")
      return
    }
    #expect(words.contains("could not read Username"))
    #expect(time < 120)
    try expectCommitted("two\n")
  }

  @Test(
    .enabled(
      if: SSHServer.isUsable, "no sshd here that lets this user in (Debian: openssh-server)"))
  func `P16 a key that the server does not know is told at once`() throws {
    let server = try #require(SSHServer(world.sandbox))
    let world = World(world.sandbox, adding: server.variables(key: "stranger"))
    try setAddress(server.address(of: "remote.git"))
    world.write("two\n", to: "a/note.md")
    var report = SyncReport()
    let time = try seconds { report = try world.sync("a") }
    guard case .notFetched(.authentication(let words)) = report.outcome else {
      Issue.record("\(report.outcome)")
      return
    }
    #expect(words.contains("Permission denied"))
    #expect(time < 120)
    try expectCommitted("two\n")
  }

  @Test func `P16 a remote that takes the call and says nothing is given up`() throws {
    let server = try #require(SilentServer())
    try setAddress("git://127.0.0.1:\(server.port)/remote.git")
    world.write("two\n", to: "a/note.md")
    var report = SyncReport()
    let time = try seconds { report = try world.sync("a") { $0.timeout = 1 } }
    #expect(report.outcome == .notFetched(.timedOut(seconds: 1)))
    #expect(time < 120)
    try expectCommitted("two\n")
  }

  // MARK: Races and refusals

  /// Lets another device push just before the first one does, with a command in its folder.
  private func race(_ command: String) {
    world.sandbox.writeScript(
      """
      unset $(git rev-parse --local-env-vars)
      cd '\(world.sandbox("b"))' || exit 0
      \(command)
      exit 0
      """, to: "a/.git/hooks/pre-push")
  }

  @Test func `P16 a push that is raced is merged and pushed again`() throws {
    try world.gitCommit(["theirs.md": "theirs\n"], in: "b")
    race("[ -e ../raced ] || { touch ../raced; git push --quiet origin main; }")
    world.write("two\n", to: "a/note.md")
    let report = try world.sync("a")
    #expect(world.sandbox.exists("raced"))
    #expect(report.isInStep)
    #expect(report.came.map(\.path.text) == ["theirs.md"])
    try world.sync("b")
    try world.expectSame("a", "b")
    #expect(world.files(in: "b") == ["note.md": "two\n", "theirs.md": "theirs\n"])
  }

  @Test func `P16 a push that is raced every time is given up, and the next sync goes on`() throws {
    race("git commit --quiet --allow-empty -m race && git push --quiet origin main")
    world.write("two\n", to: "a/note.md")
    #expect(try world.sync("a").outcome == .raced(attempts: 5))
    try expectCommitted("two\n")
    world.remove("a/.git/hooks/pre-push")
    #expect(try world.sync("a").isInStep)
    try world.sync("b")
    try world.expectSame("a", "b")
  }

  @Test(arguments: ["pre-receive", "update"])
  func `P16 a push that a hook of the remote rejects is told in its words`(hook: String) throws {
    let check = hook == "update" ? "[ \"$1\" = refs/heads/main ] || exit 0;" : ""
    world.sandbox.writeScript(
      "\(check) echo 'main is protected.'; exit 1", to: "remote.git/hooks/\(hook)")
    world.write("two\n", to: "a/note.md")
    let report = try world.sync("a")
    #expect(report.outcome == .notPushed(.rejected("main is protected.")))
    #expect(report.went.map(\.path.text) == ["note.md"])
    try expectCommitted("two\n")
    world.remove("remote.git/hooks/\(hook)")
    #expect(try world.sync("a").isInStep)
    try expectCommitted("two\n", "remote.git")
  }

  @Test func `P16 a push that the repository's own pre-push hook refuses is told`() throws {
    world.sandbox.writeScript("echo 'Not on Sundays.' >&2; exit 1", to: "a/.git/hooks/pre-push")
    world.write("two\n", to: "a/note.md")
    #expect(try world.sync("a").outcome == .notPushed(.refusedByHook("Not on Sundays.")))
    try expectCommitted("two\n")
  }

  // MARK: Branches that are not as they were

  @Test func `P16 of an upstream that was forced both tips are kept, and it is told`() throws {
    world.write("before\n", to: "b/first.md")
    try world.sync("b")
    let replaced = try world.head("b")
    // It was seen here, and is in no branch of this device yet.
    try world.sandbox.git("fetch --quiet", in: "a")
    try world.sandbox.git("reset --quiet --hard HEAD~1", in: "b")
    try world.gitCommit(["second.md": "after\n"], in: "b")
    try world.sandbox.git("push --quiet --force origin main", in: "b")
    let forced = try world.head("b")
    world.write("two\n", to: "a/note.md")
    let report = try world.sync("a")
    #expect(report.replacedTip == replaced)
    #expect(report.isInStep)
    for tip in [replaced, forced] {
      try world.sandbox.git("merge-base --is-ancestor \(tip.hex) main", in: "remote.git")
    }
    #expect(
      world.files(in: "a")
        == ["note.md": "two\n", "first.md": "before\n", "second.md": "after\n"])
    try world.sync("b")
    try world.expectSame("a", "b")
  }

  @Test func `P16 unrelated histories are refused, and joined where that is asked for`() throws {
    try world.sandbox.makeRemote("other.git")
    try world.repository("c")
    try world.gitCommit(["note.md": "another\n", "c.md": "c\n"], in: "c")
    try world.sandbox.git("remote add origin ../other.git", in: "c")
    try world.sync("c")
    try setAddress("../other.git")
    world.write("two\n", to: "a/note.md")
    let error = #expect(throws: SyncRefusal.self) {
      try world.vault("a").sync(SyncRequest())
    }
    let (mine, theirs) = (try world.head("a"), try world.head("c"))
    #expect(error == .unrelatedHistories(local: mine, remote: theirs))
    try world.expectWell("a")
    try expectCommitted("two\n")
    let report = try world.sync("a") { $0.joinsUnrelated = true }
    #expect(report.isInStep)
    #expect(report.keptTwice.map(\.path.text) == ["note.md"])
    #expect(Set(world.files(in: "a").values) == ["two\n", "another\n", "c\n"])
    #expect(try world.sync("c").isInStep)
    try world.expectSame("a", "c")
  }

  @Test func `P16 a branch that was deleted upstream is made anew, and it is told`() throws {
    try world.sandbox.git("update-ref -d refs/heads/main", in: "remote.git")
    world.write("two\n", to: "a/note.md")
    let report = try world.sync("a")
    #expect(report.wasBranchGone)
    #expect(report.isInStep)
    #expect(try world.sandbox.id("main", in: "remote.git") == world.head("a"))
    world.write("three\n", to: "b/other.md")
    #expect(try world.sync("b").isInStep)
    try world.sync("a")
    try world.expectSame("a", "b")
  }

  @Test func `P16 an empty remote takes all, and is followed from then on`() throws {
    try world.sandbox.makeRemote("empty.git")
    try world.repository("new")
    try world.sandbox.git("remote add origin ../empty.git", in: "new")
    world.write("first words\n", to: "new/note.md")
    #expect(try world.sync("new").isInStep)
    #expect(try world.sandbox.id("main", in: "empty.git") == world.head("new"))
    #expect(try world.sandbox.git("rev-parse --abbrev-ref @{upstream}", in: "new") == "origin/main")
    #expect(try world.sync("new").went.isEmpty)
  }

  @Test func `P16 a vault without a remote is committed, and an empty one with one is no error`()
    throws
  {
    try world.repository("new")
    #expect(try world.sync("new").outcome == .noRemote)
    try world.sandbox.makeRemote("empty.git")
    try world.sandbox.git("remote add origin ../empty.git", in: "new")
    let report = try world.sync("new")
    #expect(report.head == nil && report.isInStep)
    world.write("first words\n", to: "new/note.md")
    #expect(try world.sync("new").isInStep)
  }

  // MARK: Cut histories

  /// A remote with three commits, of which `note.md` is in each.
  private func lengthen() throws {
    for text in ["two\n", "three\n"] { try world.gitCommit(["note.md": text], in: "b") }
    try world.sandbox.git("push --quiet origin main", in: "b")
    try world.sandbox.git("config uploadpack.allowFilter true", in: "remote.git")
  }

  private var fileAddress: String { "file://" + world.sandbox("remote.git") }

  @Test func `P17 a shallow clone is synced where the merge base is in it`() throws {
    try lengthen()
    try world.clone(fileAddress, to: "shallow", "--depth 1")
    world.write("here\n", to: "shallow/here.md")
    world.write("there\n", to: "b/there.md")
    try world.sync("b")
    #expect(try world.sync("shallow").isInStep)
    #expect(world.files(in: "shallow")["there.md"] == "there\n")
    try world.sync("b")
    try world.expectSame("shallow", "b")
    try world.sandbox.git("fsck", in: "remote.git")
  }

  @Test func `P17 a shallow clone without the merge base is refused until it is deepened`() throws {
    // Another remote goes on from a commit that the shallow clone does not have.
    try world.sandbox.git("clone --quiet --bare remote.git stick.git")
    try world.clone("stick.git", to: "c")
    world.write("from the stick\n", to: "c/stick.md")
    try world.sync("c")
    try lengthen()
    try world.clone(fileAddress, to: "shallow", "--depth 1")
    try world.sandbox.git("remote add stick ../stick.git", in: "shallow")
    world.write("here\n", to: "shallow/here.md")
    let error = #expect(throws: SyncRefusal.self) {
      var request = SyncRequest()
      request.remote = "stick"
      _ = try world.vault("shallow").sync(request)
    }
    guard case .historyMissing = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try world.expectWell("shallow")
    #expect(world.files(in: "shallow") == ["note.md": "three\n", "here.md": "here\n"])
    try world.sandbox.git("fetch --quiet --unshallow origin", in: "shallow")
    #expect(try world.sync("shallow") { $0.remote = "stick" }.isInStep)
    #expect(
      world.files(in: "shallow")
        == ["note.md": "three\n", "here.md": "here\n", "stick.md": "from the stick\n"])
  }

  @Test func `P17 a partial clone brings what a merge needs`() throws {
    try lengthen()
    try world.clone(fileAddress, to: "partial", "--filter=blob:none")
    let base = "first\n\nsecond\n\nthird\n"
    world.write(base, to: "b/long.md")
    try world.sync("b")
    #expect(try world.sync("partial").isInStep)
    world.write("FIRST\n\nsecond\n\nthird\n", to: "b/long.md")
    world.write("first\n\nsecond\n\nTHIRD\n", to: "partial/long.md")
    try world.sync("b")
    #expect(try world.sync("partial").isInStep)
    #expect(world.text("partial/long.md") == "FIRST\n\nsecond\n\nTHIRD\n")
    try world.sync("b")
    try world.expectSame("partial", "b")
  }

  @Test func `P17 a partial clone that cannot bring what a merge needs is refused until it can`()
    throws
  {
    // Another remote goes on from a commit whose note the partial clone does not have.
    try world.sandbox.git("clone --quiet --bare remote.git stick.git")
    try world.clone("stick.git", to: "c")
    world.write("from the stick\n", to: "c/note.md")
    try world.sync("c")
    try lengthen()
    try world.clone(fileAddress, to: "partial", "--filter=blob:none")
    try world.sandbox.git("remote add stick ../stick.git", in: "partial")
    try setAddress("file:///nowhere", of: "partial")
    var request = SyncRequest()
    request.remote = "stick"
    let error = #expect(throws: SyncRefusal.self) { try world.vault("partial").sync(request) }
    guard case .historyMissing = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(world.files(in: "partial") == ["note.md": "three\n"])
    try setAddress(fileAddress, of: "partial")
    let report = try world.sync("partial") { $0.remote = "stick" }
    #expect(report.isInStep)
    #expect(report.keptTwice.map(\.path.text) == ["note.md"])
    #expect(Set(world.files(in: "partial").values) == ["three\n", "from the stick\n"])
  }
}
