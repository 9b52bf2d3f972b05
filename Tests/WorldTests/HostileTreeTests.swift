import Files
import Git
import GitSandbox
import History
import Sync
import Testing
import Vaults

/// Attacks of a remote that are refused, whoever has written to it.
struct HostileTreeTests {
  @Test(arguments: [".git", ".GIT", "..", "git~1"])
  func `a tree that leads into the repository or out of the vault is refused`(name: String) throws {
    let world = try World(["Walden.md": "# Walden\n", ".zib/config.yml": ""])
    let git = world.sandbox
    func object(_ command: [String], _ text: String) throws -> String {
      try git.git(command, in: "b", input: Array(text.utf8))
    }
    let blob = try object(["hash-object", "-w", "--stdin"], "touch ~/taken\n")
    let hooks = try object(["mktree"], "100755 blob \(blob)\tpre-commit\n")
    let folder = try object(["mktree"], "040000 tree \(hooks)\thooks\n")
    let whole = try git.git("ls-tree HEAD", in: "b")
    let tree = try object(["mktree"], "\(whole)\n040000 tree \(folder)\t\(name)\n")
    let commit = try git.git("commit-tree -p HEAD -m hostile \(tree)", in: "b")
    try git.git("push --quiet origin \(commit):refs/heads/main", in: "b")

    let head = try git.git("rev-parse HEAD", in: "a")
    let error = #expect(throws: GitError.self) { try world.sync("a") }
    #expect(error?.kind == .forbiddenName(name))
    #expect(git.read("a/.git/hooks/pre-commit") == nil)
    #expect(git.read("hooks/pre-commit") == nil)
    #expect(git.read("a/\(name)/hooks/pre-commit") == nil)
    #expect(try git.git("rev-parse HEAD", in: "a") == head)
    #expect(try git.git("status --porcelain", in: "a") == "")

    // Once the remote is mended, the next sync goes on, in whichever way it was done.
    func sync() throws -> SyncReport { try world.vault("a").sync(SyncRequest()).report }
    try git.git("push --quiet --force origin \(commit)~1:refs/heads/main", in: "b")
    #expect(try sync().isInStep)
    try git.git("push --quiet origin \(commit):refs/heads/main", in: "b")
    #expect(throws: GitError.self) { try sync() }
    #expect(try world.vault("a").status().deletions.isEmpty)
    let mend = try git.git("commit-tree -p \(commit) -m mended \(commit)~1^{tree}", in: "b")
    try git.git("push --quiet origin \(mend):refs/heads/main", in: "b")
    world.write("# Pond\n", to: "a/Pond.md")
    #expect(try sync().isInStep)
    // The commit is in the history then, and in the way of nothing.
    try git.git("push --quiet --force origin \(commit)~1:refs/heads/main", in: "b")
    #expect(try sync().isInStep)
  }

  @Test func `a name that git refuses in a past commit is in the way of no merge`() throws {
    let world = try World(["Walden.md": "one\n", "Pond.md": "ice\n", ".zib/config.yml": ""])
    let git = world.sandbox
    func object(_ command: [String], _ text: String) throws -> String {
      try git.git(command, in: "b", input: Array(text.utf8))
    }
    let blob = try object(["hash-object", "-w", "--stdin"], "two\n")
    let whole = try git.git("ls-tree HEAD", in: "b")
    let hostile = try object(["mktree"], "\(whole)\n100644 blob \(blob)\t.git\n")
    let commit = try git.git("commit-tree -p HEAD -m hostile \(hostile)", in: "b")
    let rest = whole.split(separator: "\n").filter { !$0.hasSuffix(".md") }.joined(separator: "\n")
    let mended = try object(["mktree"], "\(rest)\n100644 blob \(blob)\tWalden.md\n")
    let mend = try git.git("commit-tree -p \(commit) -m mended \(mended)", in: "b")
    try git.git("push --quiet origin \(mend):refs/heads/main", in: "b")

    world.write("three\n", to: "a/Walden.md")
    world.write("thin ice\n", to: "a/Pond.md")
    let report = try world.vault("a").sync(SyncRequest()).report
    #expect(report.isInStep && report.keptTwice.count == 1)
    #expect(report.editsOverDeletions == [TreePath("Pond.md")])
  }

  @Test(arguments: [["a/b.md"], [".g\u{200C}it"], ["a.md", "a.md"]])
  func `a clone refuses the names that a sync refuses, and leaves nothing`(names: [String]) throws {
    let world = try World(["Walden.md": "# Walden\n"])
    let git = world.sandbox
    let blob = try git.git(
      ["hash-object", "-w", "--stdin"], in: "b", input: Array("text\n".utf8))
    let id = try #require(ObjectID(hex: blob))
    let tree = try git.git(
      ["hash-object", "-t", "tree", "-w", "--literally", "--stdin"], in: "b",
      input: names.flatMap { Array("100644 \($0)\0".utf8) + id.bytes })
    let commit = try git.git("commit-tree -p HEAD -m hostile \(tree)", in: "b")
    try git.git("push --quiet origin \(commit):refs/heads/main", in: "b")

    let error = #expect(throws: GitError.self) {
      try Vault.clone(
        git("remote.git"), into: DiskPath(git("c")), isInteractive: false)
    }
    #expect(error?.kind == (names.count == 1 ? .forbiddenName(names[0]) : .corrupt))
    #expect(FileStatus.at(DiskPath(git("c"))) == nil)
  }
}
