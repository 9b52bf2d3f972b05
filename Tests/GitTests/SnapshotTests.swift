import Git
import GitSandbox
import History
import Testing

/// P22: a snapshot is committed as the person has set git up.
struct SnapshotTests {
  private let sandbox: Sandbox
  private let repository: Repository
  private let parent: ObjectID

  init() throws {
    sandbox = try Sandbox()
    try sandbox.git("init --quiet r")
    try sandbox.git("config user.name Ada", in: "r")
    try sandbox.git("config user.email ada@example.org", in: "r")
    parent = try sandbox.commit("one\n", to: "a.md", in: "r")
    repository = try Repository.open(at: sandbox("r"))
    repository.program = sandbox.git
  }

  private func tree(_ text: String = "two\n") throws -> ObjectID {
    let blob = try repository.write(blob: Array(text.utf8))
    return try repository.tree(
      try repository.commit(parent).tree, replacing: [TreePath("b.md"): FileVersion(id: blob)])
  }

  @discardableResult
  private func snapshot(_ message: String = "b\n\nDevice: desk\n") throws -> ObjectID {
    let id = try repository.commitSnapshot(tree: tree(), parents: [parent], message: message)
    try repository.flush()
    return id
  }

  private func shown(_ id: ObjectID, _ format: String) throws -> String {
    try sandbox.git(["show", "-s", "--format=\(format)", id.hex], in: "r")
  }

  @Test func `a snapshot is a commit by the person, which git finds in order`() throws {
    let id = try snapshot("b\n\n\n  Device: desk  \n\n")
    #expect(try shown(id, "%an <%ae>|%cn <%ce>") == "Ada <ada@example.org>|Ada <ada@example.org>")
    #expect(try shown(id, "%B") == "b\n\n  Device: desk")
    #expect(try shown(id, "%P") == parent.hex)
    #expect(try sandbox.git("show \(id):b.md", in: "r") == "two")
    try sandbox.git("fsck --strict", in: "r")
    #expect(try sandbox.head(of: "r") == parent)
  }

  @Test func `author and committer may have settings and variables of their own`() throws {
    try sandbox.git(["config", "author.name", " <Grace>. "], in: "r")
    var environment = sandbox.environment
    environment["GIT_COMMITTER_EMAIL"] = "desk@example.org"
    repository.program = GitProgram(environment: environment)
    let id = try snapshot()
    #expect(
      try shown(id, "%an <%ae>|%cn <%ce>") == "Grace <ada@example.org>|Ada <desk@example.org>")
  }

  @Test func `dates of git's variables are git's to read`() throws {
    var environment = sandbox.environment
    environment["GIT_AUTHOR_DATE"] = "2026-11-21T09:30:00+0100"
    environment["GIT_COMMITTER_DATE"] = "@1795176000 +0000"
    repository.program = GitProgram(environment: environment)
    let id = try snapshot()
    #expect(try shown(id, "%aI %ct") == "2026-11-21T09:30:00+01:00 1795176000")
  }

  @Test func `somebody whom git does not know is told which settings are missing`() throws {
    try sandbox.git("config user.email .", in: "r")
    #expect(throws: NoIdentity(settings: ["user.email"])) { try snapshot() }
  }

  @Test func `P22 hooks run in the work tree with the snapshot staged, and git's own index stays`()
    throws
  {
    sandbox.write("staged by hand\n", to: "r/c.md")
    try sandbox.git("add c.md", in: "r")
    sandbox.writeScript(
      "pwd; git diff --cached --name-only; cat a.md; env | grep ^GIT_EDITOR",
      to: "r/.git/hooks/pre-commit")
    sandbox.write(
      (sandbox.text("r/.git/hooks/pre-commit") ?? "") + "exit 3\n", to: "r/.git/hooks/pre-commit")
    do {
      try snapshot()
      Issue.record("the hook was not heeded")
    } catch let refused as HookRefused {
      #expect(refused.name == "pre-commit")
      #expect(refused.output == "\(sandbox("r"))\nb.md\none\nGIT_EDITOR=:")
    }
    #expect(try sandbox.git("diff --cached --name-only", in: "r") == "c.md")
    #expect(try sandbox.git("ls-files --others .git", in: "r") == "")
  }

  @Test func `P22 hooks may change the message`() throws {
    sandbox.writeScript(
      "echo \"$2\" >> $1; echo '   ' >> $1", to: "r/.git/hooks/prepare-commit-msg")
    sandbox.writeScript(
      "echo 'Seen: yes' >> \"$1\"; echo $1 > which", to: "r/.git/hooks/commit-msg")
    let id = try snapshot("b\n")
    #expect(try shown(id, "%B") == "b\nmessage\n\nSeen: yes")
    #expect(sandbox.text("r/which") == ".git/COMMIT_EDITMSG\n")
  }

  @Test func `P22 a message that a hook refuses or empties is not committed`() throws {
    sandbox.writeScript("echo 'No subject.' >&2; exit 1", to: "r/.git/hooks/commit-msg")
    #expect(throws: HookRefused(name: "commit-msg", output: "No subject.")) { try snapshot() }
    sandbox.writeScript(": > $1", to: "r/.git/hooks/commit-msg")
    #expect(throws: HookRefused.self) { try snapshot() }
  }

  @Test func `P22 a hook that stages something else has the folder looked at again`() throws {
    sandbox.writeScript("echo formatted > b.md; git add b.md", to: "r/.git/hooks/pre-commit")
    #expect(throws: HookChangedTree(name: "pre-commit")) { try snapshot() }
    // The folder has it now, and then there is nothing to change.
    let id = try repository.commitSnapshot(
      tree: tree("formatted\n"), parents: [parent], message: "b\n")
    try repository.flush()
    #expect(try sandbox.git("show \(id):b.md", in: "r") == "formatted")
  }

  @Test func `P22 hooks of core.hooksPath run, and those that are no programs do not`() throws {
    sandbox.write("#!/bin/sh\nexit 1\n", to: "r/.git/hooks/pre-commit")
    try snapshot()
    sandbox.writeScript("exit 1", to: "r/.githooks/pre-commit")
    try sandbox.git("config core.hooksPath .githooks", in: "r")
    #expect(throws: HookRefused(name: "pre-commit", output: "")) { try snapshot() }
    sandbox.writeScript("echo no; exit 1", to: "hooks/pre-commit")
    try sandbox.git("config core.hooksPath ~/hooks", in: "r")
    #expect(throws: HookRefused(name: "pre-commit", output: "no")) { try snapshot() }
  }

  @Test func `P22 hooks run with a git that cannot run them as well`() throws {
    sandbox.writeScript(
      "[ \"$3\" = hook ] && { echo \"git: 'hook' is not a git command.\" >&2; exit 1; }\n"
        + "exec '\(sandbox.git.path)' \"$@\"", to: "old/git")
    var environment = sandbox.environment
    environment["PATH"] = sandbox("old") + ":" + (environment["PATH"] ?? "")
    repository.program = GitProgram(environment: environment)
    sandbox.writeScript("pwd; echo \"$1\"; exit 1", to: "r/.git/hooks/commit-msg")
    #expect(
      throws: HookRefused(name: "commit-msg", output: "\(sandbox("r"))\n.git/COMMIT_EDITMSG")
    ) { try snapshot() }
  }

  @Test func `P22 post-commit runs when it is told, and can refuse nothing`() throws {
    sandbox.writeScript("git log -1 --format=%H > after; exit 1", to: "r/.git/hooks/post-commit")
    let id = try snapshot()
    #expect(!sandbox.exists("r/after"))
    try repository.setReference("refs/heads/main", from: parent, to: id, because: "test")
    repository.didCommitSnapshot()
    #expect(sandbox.text("r/after") == "\(id)\n")
  }

  @Test func `P22 without hooks and signature no program is run`() throws {
    sandbox.writeScript("touch '\(sandbox("ran"))'; exit 1", to: "bin/git")
    repository.program = GitProgram(environment: ["PATH": sandbox("bin")])
    try snapshot()
    repository.didCommitSnapshot()
    #expect(!sandbox.exists("ran"))
  }

  @Test(
    .enabled(
      if: program("/usr/bin/ssh-keygen", "/opt/homebrew/bin/ssh-keygen") != nil,
      "no ssh-keygen here"))
  func `P22 a commit is signed where the person signs`() throws {
    try sandbox.makeKey("key")
    try sandbox.git("config commit.gpgSign true", in: "r")
    try sandbox.git("config gpg.format ssh", in: "r")
    try sandbox.git(["config", "user.signingKey", sandbox("key")], in: "r")
    sandbox.write("ada@example.org " + (sandbox.text("key.pub") ?? ""), to: "allowed")
    try sandbox.git(["config", "gpg.ssh.allowedSignersFile", sandbox("allowed")], in: "r")
    let id = try snapshot()
    try sandbox.git("verify-commit \(id)", in: "r")
    #expect(try repository.commit(id).message == "b\n\nDevice: desk\n")

    try sandbox.git(["config", "user.signingKey", sandbox("no-such-key")], in: "r")
    let error = #expect(throws: GitError.self) { try snapshot() }
    #expect(error?.operation == "sign the commit")
  }
}
