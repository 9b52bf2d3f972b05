import Git
import GitSandbox
import History
import Sync
import Testing
import Vaults

/// A system on which no `git` is on the `PATH`: what libgit2 can do is done, and it is told.
struct NoProgramTests {
  let sandbox: Sandbox
  /// With git, as the tests use it to look.
  let world: World
  let bare: World

  init() throws {
    world = try World(["note.md": "one\n\ntwo\n\nthree\n"])
    sandbox = world.sandbox
    bare = World(sandbox, adding: ["PATH": ""])
  }

  @Test func `without the git program a path is synced by libgit2, and it is told`() throws {
    #expect(try bare.vault("a").environment.git == nil)
    world.write("ONE\n\ntwo\n\nthree\n", to: "a/note.md")
    world.write("one\n\ntwo\n\nTHREE\n", to: "b/note.md")
    var told = 0
    #expect(try bare.sync("a") { $0.withoutProgram = { told += 1 } }.isInStep)
    #expect(told == 1)
    let outcome = try bare.sync("b").outcome
    #expect(outcome == .inStep)
    #expect(try bare.sync("a").isInStep)
    try world.expectSame("a", "b")
    #expect(world.text("a/note.md") == "ONE\n\ntwo\n\nTHREE\n")
    #expect(try sandbox.id("main", in: "remote.git") == world.head("a"))
    // With the program it goes on.
    #expect(try world.sync("a") { $0.withoutProgram = { told += 1 } }.isInStep)
    #expect(told == 1)
  }

  @Test func `without the git program what needs it is refused in words, and all is committed`()
    throws
  {
    try sandbox.git("config remote.origin.url ssh://127.0.0.1/x.git", in: "a")
    world.write("edited\n", to: "a/note.md")
    let report = try bare.sync("a")
    guard case .notFetched(.failed(let words)) = report.outcome else {
      Issue.record("\(report.outcome)")
      return
    }
    #expect(words.contains("only with the git program"))
    #expect(try world.stored("note.md", in: "a") == Array("edited\n".utf8))
  }

  @Test func `without the git program a hook is not passed by`() throws {
    sandbox.writeScript("exit 0", to: "a/.git/hooks/pre-commit")
    world.write("edited\n", to: "a/note.md")
    let head = try world.head("a")
    let error = #expect(throws: GitError.self) { try bare.vault("a").commit() }
    #expect(error?.operation == "run the hook pre-commit" || error?.kind == .notFound)
    #expect(try world.head("a") == head)
  }
}
