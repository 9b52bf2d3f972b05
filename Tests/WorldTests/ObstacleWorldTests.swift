import Files
import GitSandbox
import History
import Indexing
import Notes
import Search
import Sync
import Testing
import Vaults

/// Work of plain git's that stands half-way: read all the same, and written to only when it is over.
struct ObstacleWorldTests {
  let world: World

  init() throws {
    world = try World(["note.md": "one\n", "other.md": "heron\n"], devices: ["a"])
    try world.sandbox.git("checkout --quiet -b side", in: "a")
    try world.gitCommit(["note.md": "side\n"], in: "a")
    try world.sandbox.git("checkout --quiet main", in: "a")
    try world.gitCommit(["note.md": "main\n"], in: "a")
    let patch = try world.sandbox.git("format-patch --stdout -1 side", in: "a")
    world.write(patch + "\n", to: "side.patch")
  }

  /// Searches, lists and asks for the status, as `zib` does meanwhile.
  private func expectReadable(_ obstacle: Obstacle) throws {
    let vault = try world.vault("a")
    #expect(try vault.status().obstacle == obstacle)
    let index = try vault.index()
    let search = VaultSearch(vault, index, today: CivilDate(daysSinceEpoch: 20_778), zone: .utc)
    #expect(
      try search.results(search.query("heron")).map(\.path.description) == ["other.md"])
    #expect(try search.count(search.query("")) >= 2)
  }

  private func expectGoesOn(_ said: String) throws {
    world.write(said, to: "a/after.md")
    #expect(try world.sync("a").isInStep)
    #expect(try world.stored("after.md", in: "remote.git", at: "main") == Array(said.utf8))
  }

  @Test(arguments: [
    ("merge side", Obstacle.mergeInProgress), ("rebase side", .rebaseInProgress),
    ("cherry-pick side", .cherryPickInProgress),
    ("revert --no-edit side", .revertInProgress), ("am ../side.patch", .mailboxInProgress),
  ])
  func `P15 what plain git has left half-way is refused, and after it all goes on`(
    command: String, obstacle: Obstacle
  ) throws {
    #expect(!(try world.sandbox.attempt(command, in: "a")))
    try world.expectRefusal(.obstacle(obstacle), in: "a")
    try expectReadable(obstacle)
    try world.sandbox.git("\(command.split(separator: " ")[0]) --abort", in: "a")
    try expectGoesOn("after \(command)\n")
  }

  @Test func `P15 a bisect is refused, and after it all goes on`() throws {
    try world.sandbox.git("bisect start", in: "a")
    try world.expectRefusal(.obstacle(.bisectInProgress), in: "a")
    try expectReadable(.bisectInProgress)
    try world.sandbox.git("bisect reset", in: "a")
    try expectGoesOn("after the bisect\n")
  }

  @Test func `P15 a rebase that stops to let a person edit is refused until it is finished`() throws
  {
    try world.sandbox.git(
      ["-c", "sequence.editor=sed -i.bak s/^pick/edit/", "rebase", "--quiet", "-i", "HEAD~1"],
      in: "a")
    try world.expectRefusal(.obstacle(.rebaseInProgress), in: "a")
    try world.sandbox.git("rebase --continue", in: "a")
    try expectGoesOn("after the rebase\n")
  }

  @Test func `P15 entries that a merge left unresolved are refused until they are added`() throws {
    #expect(!(try world.sandbox.attempt("merge side", in: "a")))
    world.remove("a/.git/MERGE_HEAD")
    let obstacle = Obstacle.unmergedPaths([TreePath("note.md")])
    try world.expectRefusal(.obstacle(obstacle), in: "a")
    try expectReadable(obstacle)
    world.write("side and main\n", to: "a/note.md")
    try world.sandbox.git("add note.md", in: "a")
    try expectGoesOn("after the conflict\n")
    #expect(world.text("a/note.md") == "side and main\n")
  }

  @Test func `P15 a merge is finished by hand, and its commit is synced`() throws {
    #expect(!(try world.sandbox.attempt("merge side", in: "a")))
    world.write("side and main\n", to: "a/note.md")
    try world.sandbox.git("commit --quiet -a --no-edit", in: "a")
    try expectGoesOn("after the merge\n")
    #expect(
      try world.stored("note.md", in: "remote.git", at: "main") == Array("side and main\n".utf8))
  }

  @Test func `P15 an index lock of another git is heeded, and nothing is lost by it`() throws {
    world.write("", to: "a/.git/index.lock")
    world.write("typed meanwhile\n", to: "a/note.md")
    try world.expectRefusal(.obstacle(.indexLocked), in: "a")
    try expectReadable(.indexLocked)
    world.remove("a/.git/index.lock")
    try expectGoesOn("after the lock\n")
    #expect(try world.stored("note.md", in: "a") == Array("typed meanwhile\n".utf8))
  }
}
