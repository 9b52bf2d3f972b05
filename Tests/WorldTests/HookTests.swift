import Git
import GitSandbox
import History
import PastNotes
import Sync
import Testing
import Vaults

/// Hooks and signatures that a person has set up for what she commits.
struct HookTests {
  let world: World

  init() throws { world = try World(["note.md": "one\n"]) }

  private func hook(_ name: String, _ script: String, in device: String = "a") {
    world.sandbox.writeScript(script, to: "\(device)/.git/hooks/\(name)")
  }

  @Test func `P22 a pre-commit hook refuses a snapshot, and nothing is changed or lost`() throws {
    hook("pre-commit", "git diff --cached --name-only; echo 'No.'; exit 1")
    world.write("two\n", to: "a/note.md")
    let before = try world.head("a")
    let vault = try world.vault("a")
    for attempt in [{ _ = try vault.commit() }, { _ = try vault.sync(SyncRequest()) }] {
      #expect(throws: HookRefused(name: "pre-commit", output: "note.md\nNo.")) { try attempt() }
    }
    #expect(try world.head("a") == before)
    #expect(world.text("a/note.md") == "two\n")
    #expect(try world.sandbox.git("status --porcelain", in: "a") == " M note.md")
    try world.expectSound("a")
    world.remove("a/.git/hooks/pre-commit")
    #expect(try world.sync("a").isInStep)
  }

  @Test func `P22 a commit-msg hook writes the message, and post-commit is told`() throws {
    hook("commit-msg", "echo 'Seen-by: hook' >> \"$1\"")
    hook("post-commit", "git log -1 --format=%s > ../told")
    world.write("two\n", to: "a/note.md")
    try world.sync("a") { $0.message = "A walk" }
    #expect(try world.sandbox.git(["log", "-1", "--format=%s"], in: "a") == "A walk")
    #expect(
      try world.sandbox.git(["log", "-1", "--format=%b"], in: "a").hasSuffix("Seen-by: hook"))
    #expect(world.text("told") == "A walk\n")
  }

  @Test func `P22 a hook that formats notes has the formatted ones committed`() throws {
    hook(
      "pre-commit",
      "sed 's/ *$//' note.md > note.tmp && cat note.tmp > note.md; rm note.tmp; git add note.md")
    world.write("two   \n", to: "a/note.md")
    #expect(try world.sync("a").isInStep)
    #expect(world.text("a/note.md") == "two\n")
    #expect(try world.stored("note.md", in: "remote.git", at: "main") == Array("two\n".utf8))
  }

  @Test func `P22 hooks are asked for snapshots, and not for merges`() throws {
    for name in ["pre-commit", "commit-msg", "post-commit", "pre-merge-commit"] {
      hook(name, "echo \(name) >> ../hooks-run")
    }
    world.write("mine\n", to: "a/mine.md")
    world.write("theirs\n", to: "b/theirs.md")
    try world.sync("b")
    try world.sync("a")
    #expect(
      try world.sandbox.git(["log", "-1", "--format=%P"], in: "a").split(separator: " ").count == 2)
    #expect(world.text("hooks-run") == "pre-commit\ncommit-msg\npost-commit\n")
  }

  @Test(
    .enabled(
      if: program("/usr/bin/ssh-keygen", "/opt/homebrew/bin/ssh-keygen") != nil,
      "no ssh-keygen here"))
  func `P22 snapshots are signed where the person signs, and merges are not`() throws {
    try world.sandbox.makeKey("key")
    world.write("a@example.org " + (world.text("key.pub") ?? ""), to: "allowed")
    for (key, value) in [
      "commit.gpgSign": "true", "gpg.format": "ssh", "user.signingKey": world.sandbox("key"),
      "gpg.ssh.allowedSignersFile": world.sandbox("allowed"),
    ] { try world.sandbox.git(["config", key, value], in: "a") }
    world.write("mine\n", to: "a/mine.md")
    world.write("theirs\n", to: "b/theirs.md")
    try world.sync("b")
    let report = try world.sync("a")
    let snapshot = try #require(report.snapshots.first?.commit)
    try world.sandbox.git("verify-commit \(snapshot.hex)", in: "a")
    let merge = try world.sandbox.git("cat-file commit HEAD", in: "a")
    #expect(merge.contains("Zibaldone <zibaldone@localhost>"))
    #expect(!merge.contains("gpgsig"))
    // A key that is not there is told, and nothing is committed without it.
    try world.sandbox.git(["config", "user.signingKey", world.sandbox("no-key")], in: "a")
    world.write("two\n", to: "a/note.md")
    let head = try world.head("a")
    let error = #expect(throws: GitError.self) { try world.vault("a").commit() }
    #expect(error?.operation == "sign the commit")
    #expect(try world.head("a") == head)
    #expect(world.text("a/note.md") == "two\n")
  }

  @Test func `P22 a hook is run by the git of the person's own PATH, who may be asked only there`()
    throws
  {
    world.sandbox.writeScript(
      "echo \"$@\" >> '\(world.sandbox("calls"))'; exec '\(world.sandbox.git.path)' \"$@\"",
      to: "bin/git")
    let own = World(
      world.sandbox, adding: ["PATH": world.sandbox("bin") + ":" + (world.variables["PATH"] ?? "")])
    hook("pre-commit", "exit 0")
    world.write("two\n", to: "a/note.md")
    try own.commit("a")
    #expect(world.text("calls")?.contains("hook run") == true)
    let vault = try world.vault("a")
    #expect(try vault.history().repository.isInteractive == false)
    var environment = vault.environment
    environment.mayAsk = true
    let asked = Vault(
      location: vault.location, configuration: vault.configuration, environment: environment)
    #expect(try asked.history().repository.isInteractive)
  }
}
