import Git
import GitSandbox
import History
import Testing

/// Fetch and push against remotes on the disk, and those that are not there.
struct GitTransportTests {
  /// A remote, a device `mine` that has cloned it with one note in it, and another one.
  private func devices() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.makeRemote()
    try sandbox.git("clone --quiet remote.git mine")
    try sandbox.commit("one", in: "mine")
    try sandbox.git("push --quiet -u origin main", in: "mine")
    try sandbox.git("clone --quiet remote.git other")
    return sandbox
  }

  private func transport(_ sandbox: Sandbox, _ folder: String = "mine") -> GitTransport {
    GitTransport(sandbox.git, folder: sandbox.bytes(folder), timeout: 20)
  }

  @Test func `a fetch brings what another device has pushed, and a push takes it there`() throws {
    let sandbox = try devices()
    let theirs = try sandbox.commit("two", in: "other")
    try transport(sandbox, "other").push(theirs, to: "main", of: "origin")
    #expect(try sandbox.id("refs/remotes/origin/main", in: "other") == theirs)
    #expect(try sandbox.id("main", in: "remote.git") == theirs)

    let mine = transport(sandbox)
    let before = try mine.trackingReferences(of: "origin")
    try mine.fetch("origin")
    let after = try mine.trackingReferences(of: "origin")
    #expect(before["refs/remotes/origin/main"] == (try sandbox.head(of: "mine")))
    #expect(after["refs/remotes/origin/main"] == theirs)
  }

  @Test func `a new branch is made on the remote`() throws {
    let sandbox = try devices()
    let id = try sandbox.head(of: "mine")
    try transport(sandbox).push(id, to: "notes/phone", of: "origin")
    #expect(try sandbox.id("refs/heads/notes/phone", in: "remote.git") == id)
    #expect(try sandbox.id("refs/remotes/origin/notes/phone", in: "mine") == id)
  }

  @Test func `P16 a push that another device came before is raced, and nothing is forced`() throws {
    let sandbox = try devices()
    let theirs = try sandbox.commit("two", in: "other")
    try sandbox.git("push --quiet origin main", in: "other")
    let mine = try sandbox.commit("three", in: "mine")
    #expect(throws: TransportError.raced) {
      try transport(sandbox).push(mine, to: "main", of: "origin")
    }
    // Fetched, and still no descendant: git words it in another way.
    try transport(sandbox).fetch("origin")
    #expect(throws: TransportError.raced) {
      try transport(sandbox).push(mine, to: "main", of: "origin")
    }
    #expect(try sandbox.id("main", in: "remote.git") == theirs)
  }

  @Test func `P16 a lock on the remote's ref is a race`() throws {
    let sandbox = try devices()
    let mine = try sandbox.commit("two", in: "mine")
    sandbox.write("", to: "remote.git/refs/heads/main.lock")
    #expect(throws: TransportError.raced) {
      try transport(sandbox).push(mine, to: "main", of: "origin")
    }
  }

  @Test(arguments: ["pre-receive", "update"])
  func `P16 a refusing hook of the remote is told in its own words`(hook: String) throws {
    let sandbox = try devices()
    sandbox.writeScript(
      "echo 'GH006: Protected branch update failed.'; echo 'Ask the librarian.' >&2; exit 1",
      to: "remote.git/hooks/\(hook)")
    let mine = try sandbox.commit("two", in: "mine")
    #expect(
      throws: TransportError.rejected(
        "GH006: Protected branch update failed.\nAsk the librarian.")
    ) { try transport(sandbox).push(mine, to: "main", of: "origin") }
  }

  @Test func `P16 a hook that says nothing is named`() throws {
    let sandbox = try devices()
    sandbox.writeScript("exit 1", to: "remote.git/hooks/pre-receive")
    let mine = try sandbox.commit("two", in: "mine")
    #expect(throws: TransportError.rejected("pre-receive hook declined")) {
      try transport(sandbox).push(mine, to: "main", of: "origin")
    }
  }

  @Test func `P22 a pre-push hook of the person runs, and may refuse`() throws {
    let sandbox = try devices()
    let mine = try sandbox.commit("two", in: "mine")
    sandbox.writeScript(
      "cat > seen; echo 'Not on Sundays.' >&2; exit 1", to: "mine/.git/hooks/pre-push")
    #expect(throws: TransportError.refusedByHook("Not on Sundays.")) {
      try transport(sandbox).push(mine, to: "main", of: "origin")
    }
    #expect(sandbox.text("mine/seen")?.contains("\(mine) refs/heads/main") == true)
    sandbox.writeScript("exit 0", to: "mine/.git/hooks/pre-push")
    try transport(sandbox).push(mine, to: "main", of: "origin")
    #expect(try sandbox.id("main", in: "remote.git") == mine)
  }

  @Test func `P16 a branch that is gone from the remote loses its tracking ref`() throws {
    let sandbox = try devices()
    try sandbox.git("push --quiet origin main:old", in: "other")
    let mine = transport(sandbox)
    try mine.fetch("origin")
    #expect(try mine.trackingReferences(of: "origin")["refs/remotes/origin/old"] != nil)
    try sandbox.git("push --quiet origin :old", in: "other")
    try mine.fetch("origin")
    #expect(try mine.trackingReferences(of: "origin")["refs/remotes/origin/old"] == nil)
  }

  @Test func `P16 the same for a clone that follows this branch alone`() throws {
    let sandbox = try devices()
    try sandbox.git("clone --quiet --single-branch -b main remote.git single")
    try sandbox.git("push --quiet origin main:new", in: "other")
    try sandbox.git("update-ref -d refs/heads/main", in: "remote.git")
    let single = transport(sandbox, "single")
    try single.fetch("origin")
    #expect(try single.trackingReferences(of: "origin")["refs/remotes/origin/main"] == nil)
    // The one that came in its place is seen.
    #expect(try single.trackingReferences(of: "origin")["refs/remotes/origin/new"] != nil)
  }

  @Test func `a clone of a single branch sees another branch that it pushes to`() throws {
    let sandbox = try devices()
    try sandbox.git("push --quiet origin main:old", in: "other")
    try sandbox.git("clone --quiet --single-branch -b old remote.git single")
    let single = transport(sandbox, "single")
    try single.fetch("origin")
    let id = try sandbox.head(of: "single")
    try single.push(id, to: "refs/heads/mine", of: "origin")
    let seen = try single.trackingReferences(of: "origin")
    #expect(seen["refs/remotes/origin/main"] == id)
    #expect(seen["refs/remotes/origin/mine"] == id)
  }

  @Test func `P16 an empty remote is no error, and takes a first push`() throws {
    let sandbox = try devices()
    try sandbox.makeRemote("empty.git")
    try sandbox.git("remote add spare ../empty.git", in: "mine")
    let mine = transport(sandbox)
    try mine.fetch("spare")
    #expect(try mine.trackingReferences(of: "spare").isEmpty)
    let id = try sandbox.head(of: "mine")
    try mine.push(id, to: "main", of: "spare")
    #expect(try sandbox.id("main", in: "empty.git") == id)
  }

  @Test func `P16 a force-push upstream moves the tracking ref`() throws {
    let sandbox = try devices()
    try sandbox.git("commit --quiet --amend -m other", in: "other")
    try sandbox.git("push --quiet --force origin main", in: "other")
    try transport(sandbox).fetch("origin")
    #expect(
      try sandbox.id("refs/remotes/origin/main", in: "mine") == sandbox.head(of: "other"))
  }

  @Test func `a remote that is not configured is none, even where a path or an address would do`()
    throws
  {
    let sandbox = try devices()
    for name in ["upstream", "../remote.git", "--upload-pack=touch pwned", "-v", "", "ext::sh"] {
      #expect(throws: TransportError.noSuchRemote(name)) { try transport(sandbox).fetch(name) }
    }
    #expect(!sandbox.exists("mine/pwned"))
  }

  @Test(arguments: ["--force", "a..b", "x:y", "", "a b", "main.lock", "-d", "a//b"])
  func `what is no branch is never sent`(name: String) throws {
    let sandbox = try devices()
    let id = try sandbox.head(of: "mine")
    #expect(throws: TransportError.failed("not the name of a branch: \(name)")) {
      try transport(sandbox).push(id, to: name, of: "origin")
    }
  }

  @Test func `an address that would run a program does not`() throws {
    let sandbox = try devices()
    try sandbox.git(
      ["config", "remote.origin.url", "ext::sh -c touch% \(sandbox("pwned"))"], in: "mine")
    #expect(throws: TransportError.self) { try transport(sandbox).fetch("origin") }
    #expect(!sandbox.exists("pwned"))
  }

  @Test(arguments: [
    "/nowhere/at/all.git", "http://127.0.0.1:9/x.git", "ssh://127.0.0.1:9/x.git",
    "git://127.0.0.1:9/x.git", "http://nowhere.invalid/x.git",
  ])
  func `P16 what cannot be reached is offline, and what is not there is not found`(address: String)
    throws
  {
    let sandbox = try devices()
    try sandbox.git(["config", "remote.origin.url", address], in: "mine")
    let mine = transport(sandbox)
    let attempts: [() throws -> Void] = [
      { try mine.fetch("origin") },
      { try mine.push(sandbox.head(of: "mine"), to: "main", of: "origin") },
    ]
    for attempt in attempts {
      let error = #expect(throws: TransportError.self) { try attempt() }
      let words: String
      switch error {
      // A disk that is not connected looks like a folder that never was.
      case .notFound(let text) where address.hasPrefix("/"): words = text
      case .offline(let text) where !address.hasPrefix("/"): words = text
      default:
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(!words.isEmpty && !words.contains("fatal:"))
    }
  }

  @Test func `P16 a server that takes the call and never answers is waited for, and not longer`()
    throws
  {
    let sandbox = try devices()
    let server = try #require(SilentServer())
    for scheme in ["http", "git"] {
      try sandbox.git(
        ["config", "remote.origin.url", "\(scheme)://127.0.0.1:\(server.port)/x.git"], in: "mine")
      let mine = GitTransport(sandbox.git, folder: sandbox.bytes("mine"), timeout: 1)
      let time = seconds {
        #expect(throws: TransportError.timedOut(seconds: 1)) { try mine.fetch("origin") }
      }
      #expect(time < 120)
    }
  }

  @Test func `a remote whose fetch is not configured is tracked as others are`() throws {
    let sandbox = try devices()
    try sandbox.git("config remote.bare.url ../remote.git", in: "mine")
    let mine = transport(sandbox)
    try mine.fetch("bare")
    let id = try sandbox.commit("two", in: "mine")
    #expect(try mine.trackingReferences(of: "bare").count == 1)
    try mine.push(id, to: "main", of: "bare")
    #expect(try mine.trackingReferences(of: "bare") == ["refs/remotes/bare/main": id])
  }

  @Test func `a mirror's own branches are never removed`() throws {
    let sandbox = try devices()
    try sandbox.git("checkout --quiet -b aside", in: "mine")
    try sandbox.git(["config", "remote.origin.fetch", "+refs/heads/*:refs/heads/*"], in: "mine")
    try sandbox.git("branch precious", in: "mine")
    try transport(sandbox).fetch("origin")
    _ = try sandbox.id("refs/heads/precious", in: "mine")
  }

  @Test func `variables of a git that runs us lead to no other repository`() throws {
    let sandbox = try devices()
    let theirs = try sandbox.commit("two", in: "other")
    try sandbox.git("push --quiet origin main", in: "other")
    var environment = sandbox.environment
    environment["GIT_DIR"] = sandbox("other/.git")
    environment["GIT_WORK_TREE"] = sandbox("other")
    environment["GIT_INDEX_FILE"] = "/nowhere"
    let git = try #require(GitProgram(environment: environment))
    try GitTransport(git, folder: sandbox.bytes("mine")).fetch("origin")
    #expect(try sandbox.id("refs/remotes/origin/main", in: "mine") == theirs)
  }

  @Test func `progress comes line by line`() throws {
    let sandbox = try devices()
    let id = try sandbox.commit("two", in: "mine")
    var lines: [String] = []
    let mine = GitTransport(
      sandbox.git, folder: sandbox.bytes("mine"), onProgress: { lines.append($0) })
    try mine.push(id, to: "main", of: "origin")
    #expect(lines.contains { $0.hasPrefix("Writing objects: 100%") })
  }
}
