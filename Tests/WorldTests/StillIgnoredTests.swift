import Files
import GitSandbox
import History
import Steps
import Sync
import Testing
import Vaults

/// P27: a `.gitignore` that comes takes nothing of what this device ignores into the history.
struct StillIgnoredTests {
  let world: World

  init() throws {
    world = try World([
      ".gitignore": "private.md\nsecret/\n*.key\n", "sub/.gitignore": "draft.md\n",
      "note.md": "a note\n",
    ])
  }

  /// The files of the newest commit of a device.
  private func committed(_ name: String) throws -> Set<String> {
    Set(try world.sandbox.git("ls-files", in: name).split(separator: "\n").map(String.init))
  }

  private func rules(_ name: String) -> [String] {
    (world.text("\(name)/.git/info/exclude") ?? "").split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("/") }
  }

  /// Device `b` sends another `.gitignore`.
  private func send(_ text: String?, at path: String = ".gitignore") throws {
    if let text { world.write(text, to: "b/\(path)") } else { world.remove("b/\(path)") }
    try world.sync("b")
  }

  @Test(arguments: ["*.key\n", nil, "other\n"])
  func `P27 what was ignored stays here and is told once`(rules text: String?) throws {
    world.write("PIN 1234\n", to: "a/private.md")
    world.write("PIN 5\n", to: "a/secret/deep/one.md")
    world.write("PIN 6\n", to: "a/secret/two.md")
    try send(text)
    #expect(try world.sync("a").stillIgnored.map(\.text) == ["private.md", "secret/"])
    #expect(rules("a") == ["/private.md", "/secret/"])
    #expect(try world.sync("a").stillIgnored == [])
    world.write("edited\n", to: "a/note.md")
    try world.sync("a")
    #expect(try committed("a").isDisjoint(with: ["private.md", "secret/two.md"]))
    #expect(world.text("a/private.md") == "PIN 1234\n")
    try world.sync("b")
    #expect(world.text("b/private.md") == nil)
  }

  @Test func `P27 a nested file of rules counts, and what is ignored still needs none`() throws {
    world.write("mine\n", to: "a/sub/draft.md")
    world.write("mine\n", to: "a/private.md")
    try send("other.md\n", at: "sub/.gitignore")
    #expect(try world.sync("a").stillIgnored.map(\.text) == ["sub/draft.md"])
    #expect(rules("a") == ["/sub/draft.md"])
  }

  @Test func `P27 a folder whose files are ignored one by one now needs no rule`() throws {
    world.write("mine\n", to: "a/secret/x.md")
    try send("private.md\nsecret/*\n*.key\n")
    #expect(try world.sync("a").stillIgnored == [])
    #expect(rules("a") == [])
  }

  @Test func `P27 beside a file that comes into an ignored folder the others stay`() throws {
    world.write("mine\n", to: "a/secret/mine.md")
    world.write("deep\n", to: "a/secret/deep/one.md")
    world.write("theirs\n", to: "b/secret/page.md")
    try send("")
    #expect(try world.sync("a").stillIgnored.map(\.text) == ["secret/deep/", "secret/mine.md"])
    #expect(world.text("a/secret/page.md") == "theirs\n")
    world.write("edited\n", to: "a/note.md")
    world.write("new\n", to: "a/secret/new.md")
    try world.sync("a")
    #expect(try committed("a").contains("secret/new.md"))
    #expect(try committed("a").isDisjoint(with: ["secret/mine.md", "secret/deep/one.md"]))
  }

  @Test func `P27 an ignored file makes way for one that comes with its rules`() throws {
    world.write("PIN 1234\n", to: "a/private.md")
    world.write("my page\n", to: "b/private.md")
    try send("")
    let report = try world.sync("a")
    let copy = try #require(report.setAside.first)
    #expect(report.stillIgnored == [])
    #expect(world.text("a/private.md") == "my page\n")
    #expect(world.text("a/\(copy.text)") == "PIN 1234\n")
    #expect(try world.sandbox.git("log --all -p", in: "a").contains("PIN 1234") == false)
  }

  @Test func `P27 rules that take back those of this device alone change nothing`() throws {
    world.write("Kept.md\n", to: "a/.git/info/exclude")
    world.write("PIN 1\n", to: "a/Kept.md")
    world.write("PIN 2\n", to: "a/private.md")
    try send("!*.md\n")
    #expect(
      try world.vault("a").sync(SyncRequest()).report.stillIgnored.map(\.text)
        == ["Kept.md", "private.md"])
    world.write("edited\n", to: "a/note.md")
    let report = try world.vault("a").sync(SyncRequest()).report
    #expect(report.heldBack.map(\.path.text) == ["Kept.md", "private.md"])
    #expect(report.heldBack.map(\.reason) == [.ignored, .ignored])
    #expect(try committed("a") == [".gitignore", "note.md", "sub/.gitignore"])
  }

  @Test func `P27 a file that was set aside stays though its rule is taken back`() throws {
    world.write("PIN 1234\n", to: "a/private.md")
    world.write("my page\n", to: "b/private.md")
    try world.sandbox.git("add -f private.md", in: "b")
    try world.sync("b")
    let copy = try #require(try world.sync("a").setAside.first)
    try send("!*.md\n")
    _ = try world.vault("a").sync(SyncRequest())
    world.write("edited\n", to: "a/note.md")
    let report = try world.vault("a").sync(SyncRequest()).report
    #expect(report.heldBack.map(\.path) == [copy])
    #expect(try !committed("a").contains(copy.text))
  }

  @Test func `P27 an undo that takes rules back takes nothing into the history`() throws {
    world.write("private.md\nsecret/\n*.key\nlater.md\n", to: "a/.gitignore")
    try world.sync("a")
    world.write("mine\n", to: "a/later.md")
    try send("private.md\n*.key\n")
    let kept = try world.sync("a").stillIgnored
    #expect(kept == [])
    _ = try world.vault("a").undo()
    world.write("edited\n", to: "a/note.md")
    try world.sync("a")
    #expect(try !committed("a").contains("later.md"))
  }

  @Test func `P27 who takes the rule out by hand, or includes the file, means it`() throws {
    world.write("mine\n", to: "a/private.md")
    world.write("PIN\n", to: "a/x.key")
    world.write("secret/\n", to: "a/.gitignore")
    try world.sync("a")
    #expect(try committed("a").isSuperset(of: ["private.md", "x.key"]))
    world.write("one\n", to: "a/secret/one.md")
    world.write("note\n", to: "a/secret/two.md")
    try world.sync("b")
    try send("")
    #expect(try world.sync("a").stillIgnored.map(\.text) == ["secret/"])
    try world.sync("a") { $0.including = [NotePath("secret")] }
    #expect(try committed("a").isSuperset(of: ["secret/one.md", "secret/two.md"]))
    #expect(rules("a") == [])
  }
}
