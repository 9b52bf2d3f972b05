import Git
import GitSandbox
import History
import Sync
import Testing
import Vaults

/// Devices that do the same without knowing of each other, and people who use plain git beside zib.
struct DevicesTests {
  /// Ways to a remote.
  enum Way: String, CaseIterable, Sendable { case path, ssh, http }

  /// Servers of a way, as long as they are needed.
  private final class Server {
    private let ssh: SSHServer?
    private let http: HTTPServer?
    private let sandbox: Sandbox
    var variables: [String: String] { ssh?.variables() ?? [:] }

    init(_ way: Way, _ sandbox: Sandbox) throws {
      self.sandbox = sandbox
      ssh = way == .ssh ? SSHServer(sandbox) : nil
      http = way == .http ? HTTPServer(sandbox) : nil
      try #require(way == .path || ssh != nil || http != nil)
    }

    func address(of name: String) -> String {
      if let ssh { return ssh.address(of: name) }
      if let http { return "http://127.0.0.1:\(http.port)/\(name)" }
      return sandbox(name)
    }
  }

  /// Both devices are given the other's commit by a remote of their own, so that neither sees the other's merge.
  private func expectOneMerge(over way: Way) throws {
    let sandbox = try Sandbox()
    let server = try Server(way, sandbox)
    let world = World(sandbox, adding: server.variables)
    try world.repository("a")
    let base = "# Day\n\nfirst\n\nsecond\n\nthird\n"
    try world.gitCommit(["day.md": base, "both.md": "one\n"], in: "a")
    try world.clone("a", to: "b")
    world.write(base.replacing("first", with: "FIRST"), to: "a/day.md")
    world.write("mine\n", to: "a/both.md")
    try world.commit("a")
    world.write(base.replacing("third", with: "THIRD"), to: "b/day.md")
    world.write("yours\n", to: "b/both.md")
    try world.commit("b")
    for (device, other) in [("a", "b"), ("b", "a")] {
      try sandbox.git("clone --quiet --bare \(other) for-\(device).git")
      try sandbox.git("config http.receivepack true", in: "for-\(device).git")
    }
    for device in ["a", "b"] {
      _ = try sandbox.attempt("remote remove origin", in: device)
      let address = server.address(of: "for-\(device).git")
      try sandbox.git(["remote", "add", "origin", address], in: device)
      let report = try world.sync(device)
      #expect(report.isInStep)
      #expect(report.keptTwice.map(\.path.text) == ["both.md"])
    }
    try world.expectSame("a", "b")
    for device in ["a", "b"] {
      #expect(try sandbox.id("main", in: "for-\(device).git") == world.head("a"))
    }
    #expect(
      world.text("a/day.md")
        == base.replacing("first", with: "FIRST").replacing("third", with: "THIRD"))
    #expect(
      Set(world.files(in: "a").filter { $0.key != "day.md" }.values) == ["mine\n", "yours\n"])
    // Nothing is left to do for either.
    for device in ["a", "b"] {
      let report = try world.sync(device)
      #expect(report.came.isEmpty && report.went.isEmpty && report.snapshots == [SnapshotReport()])
    }
  }

  @Test func `two clones that merge the same heads make the same commit, over a path`() throws {
    try expectOneMerge(over: .path)
  }

  @Test(
    .enabled(
      if: SSHServer.isUsable, "no sshd here that lets this user in (Debian: openssh-server)"))
  func `two clones that merge the same heads make the same commit, over ssh`() throws {
    try expectOneMerge(over: .ssh)
  }

  @Test(.enabled(if: HTTPServer.isInstalled, "git has no http-backend here"))
  func `two clones that merge the same heads make the same commit, over http`() throws {
    try expectOneMerge(over: .http)
  }

  // MARK: What Noted mangled

  /// Edits of two devices that another program's server reported as merged, and had destroyed.
  struct NotedCase: CustomTestStringConvertible, Sendable {
    let base: String
    let left: String
    let right: String
    /// Nothing where both are to be kept.
    let merged: String?

    var testDescription: String { base.prefix { $0 != "\n" }.description }
  }

  private static let noted = [
    NotedCase(
      base: "Poodles can play piano",
      left: "Oodles can play potties\n\n\n\nwhich not a lot of people know",
      right: "Poodles can fully retract their eyelids", merged: nil),
    NotedCase(
      base: "- coffee\n- eggs\n- bread\n\nMonday: market\n",
      left: "- tea\n- eggs\n- bread\n\nMonday: market\n",
      right: "- coffee\n- eggs\n- bread\n\nTuesday: market\n",
      merged: "- tea\n- eggs\n- bread\n\nTuesday: market\n"),
    NotedCase(
      base: "We meet on Friday.\n", left: "We meet on Saturday.\n", right: "We meet on Thursday.\n",
      merged: nil),
    NotedCase(
      base: "- butter\n- bread: rye, 1 loaf\n- salt\n", left: "- butter\n- salt\n",
      right: "- butter\n- bread: rye, 2 loaves\n- salt\n", merged: nil),
  ]

  @Test(arguments: noted)
  func `what Noted mangled is merged right or kept twice`(noted: NotedCase) throws {
    let world = try World(["note.md": noted.base])
    world.write(noted.left, to: "a/note.md")
    world.write(noted.right, to: "b/note.md")
    try world.sync("a")
    let report = try world.sync("b")
    #expect(report.isInStep)
    try world.sync("a")
    try world.expectSame("a", "b")
    let files = world.files(in: "a")
    if let merged = noted.merged {
      #expect(files == ["note.md": merged])
    } else {
      #expect(files.count == 2)
      #expect(report.keptTwice.map(\.path.text) == ["note.md"])
      #expect(Set(files.values) == [noted.left, noted.right])
    }
  }

  // MARK: Plain git

  @Test func `a person with plain git commits, merges, rebases and pushes, and zib goes on`() throws
  {
    let lines = (1...9).map { "line \($0)\n" }
    let world = try World(["note.md": lines.joined()], devices: ["a", "b", "plain"])
    func edit(_ device: String, _ number: Int, _ text: String) throws {
      let old = try #require(world.text("\(device)/note.md"))
      world.write(
        old.replacing("line \(number)\n", with: "\(text) \(number)\n"), to: "\(device)/note.md")
    }
    // A merge by git between two syncs.
    try edit("a", 1, "zib")
    try world.sync("a")
    try edit("plain", 5, "git")
    try world.gitCommit(["plain.md": "plain\n"], in: "plain")
    try world.sandbox.git("pull --quiet --no-rebase --no-edit", in: "plain")
    try world.sandbox.git("push --quiet", in: "plain")
    try edit("b", 9, "zib")
    #expect(try world.sync("b").isInStep)
    // A rebase of what was not pushed yet, onto what zib has merged.
    try edit("plain", 3, "git")
    try world.gitCommit(["plain.md": "plain again\n"], in: "plain")
    try world.sandbox.git("pull --quiet --rebase", in: "plain")
    try world.sandbox.git("push --quiet", in: "plain")
    // A branch that is merged with plain git.
    try world.sandbox.git("switch --quiet -c aside", in: "plain")
    try world.gitCommit(["aside.md": "aside\n"], in: "plain")
    try world.sandbox.git("switch --quiet main", in: "plain")
    try world.sandbox.git("merge --quiet --no-ff --no-edit aside", in: "plain")
    try edit("a", 7, "zib")
    #expect(try world.sync("a").isInStep)
    #expect(try world.sync("b").isInStep)
    try world.sandbox.git("pull --quiet --no-rebase --no-edit", in: "plain")
    try world.sandbox.git("push --quiet", in: "plain")
    for device in ["a", "b"] { #expect(try world.sync(device).isInStep) }
    try world.expectWell("plain")
    try world.expectSame("a", "b")
    try world.expectSame("a", "plain")
    let expected = [1: "zib", 3: "git", 5: "git", 7: "zib", 9: "zib"]
    #expect(
      world.files(in: "a") == [
        "note.md": (1...9).map { "\(expected[$0, default: "line"]) \($0)\n" }.joined(),
        "plain.md": "plain again\n", "aside.md": "aside\n",
      ])
  }

  @Test func `a commit that plain git amends before it is pushed is synced as it is`() throws {
    let world = try World(["note.md": "one\n"])
    world.write("two\n", to: "a/note.md")
    try world.commit("a")
    world.write("two, amended\n", to: "a/note.md")
    try world.sandbox.git("commit --quiet -a --amend -m amended", in: "a")
    #expect(try world.sync("a").isInStep)
    try world.sync("b")
    try world.expectSame("a", "b")
    #expect(world.files(in: "b") == ["note.md": "two, amended\n"])
  }
}
