import GitSandbox
import History
import Sync
import Testing
import Vaults

/// A vault that is a folder of a larger repository.
struct SubfolderTests {
  let world: World

  init() throws {
    world = try World([
      "notes/.zib/config.yml": "", "notes/note.md": "one\n", "code/main.c": "int main;\n",
      "README.md": "readme\n",
    ])
  }

  /// Syncs the vault, where files outside may have changes.
  @discardableResult
  private func sync(_ device: String) throws -> SyncReport {
    let report = try world.vault(device + "/notes").sync(SyncRequest()).report
    try world.expectSound(device)
    return report
  }

  @Test func `a vault in a folder has only that folder snapshotted`() throws {
    world.write("edited\n", to: "a/code/main.c")
    world.write("new\n", to: "a/code/new.c")
    world.write("staged\n", to: "a/README.md")
    try world.sandbox.git("add README.md", in: "a")
    world.write("two\n", to: "a/notes/note.md")
    #expect(try sync("a").isInStep)
    #expect(try world.sandbox.git("diff --name-only HEAD~1 HEAD", in: "a") == "notes/note.md")
    #expect(
      try world.sandbox.git("status --porcelain", in: "a")
        == "M  README.md\n M code/main.c\n?? code/new.c")
    #expect(world.text("a/code/main.c") == "edited\n")
    #expect(try world.vault("a/notes").status().scope == TreePath("notes"))
  }

  @Test func `what one side alone changed outside of the vault is taken`() throws {
    try world.gitCommit(["code/main.c": "int main();\n"], in: "b")
    try sync("b")
    world.write("two\n", to: "a/notes/note.md")
    #expect(try sync("a").isInStep)
    #expect(world.text("a/code/main.c") == "int main();\n")
    try sync("b")
    try world.expectSame("a", "b")
    try world.expectWell("a")
  }

  @Test func `P30 what both sides changed outside of the vault is kept twice`() throws {
    try world.gitCommit(["code/main.c": "theirs\n"], in: "b")
    try sync("b")
    try world.gitCommit(["code/main.c": "mine\n"], in: "a")
    world.write("two\n", to: "a/notes/note.md")
    let report = try sync("a")
    #expect(report.isInStep)
    let copy = try #require(report.keptTwice.first?.copy)
    #expect(copy.folder == TreePath("code"))
    #expect(
      Set([world.text("a/code/main.c"), world.text("a/\(copy.text)")]) == ["theirs\n", "mine\n"])
    #expect(try world.vault("a/notes").status().conflictsOutside == [copy])
    #expect(try world.vault("a/notes").status().conflicts == [])
    try sync("b")
    try world.expectSame("a", "b")
    #expect(world.text("b/notes/note.md") == "two\n")
    try world.sandbox.git("rm --quiet \(copy.text)", in: "b")
    try world.sandbox.git("commit --quiet -m resolved", in: "b")
    try sync("b")
    try sync("a")
    #expect(try world.vault("a/notes").status().conflictsOutside == [])
  }

  @Test func `edits outside of the vault that are not committed are never written over`() throws {
    try world.gitCommit(["code/main.c": "theirs\n"], in: "b")
    try sync("b")
    world.write("typed\n", to: "a/code/main.c")
    #expect(throws: SyncRefusal.outsideEdited([TreePath("code/main.c")])) {
      try world.vault("a/notes").sync(SyncRequest())
    }
    #expect(world.text("a/code/main.c") == "typed\n")
    try world.sandbox.git("stash --quiet", in: "a")
    #expect(try sync("a").isInStep)
    #expect(world.text("a/code/main.c") == "theirs\n")
    #expect(try world.sandbox.git("stash list", in: "a").contains("stash@{0}"))
  }
}
