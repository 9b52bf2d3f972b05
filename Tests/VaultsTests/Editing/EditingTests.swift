import Files
import Merge
import Notes
import PastNotes
import Synchronization
import TestSupport
import Testing
import Vaults

struct EditingTests {
  private func vault(_ notes: [String: String]) throws -> (TemporaryFolder, Vault, [NotePath]) {
    let folder = try TemporaryFolder()
    folder.makeFolder(".zib")
    for (name, text) in notes { folder.write(text, to: name) }
    let vault = try Vault.find(from: folder.path, environment: Environment([:]))
    return (folder, vault, notes.keys.sorted().compactMap { NotePath($0) })
  }

  @Test func `sets and takes away properties and changes only their lines`() throws {
    let (folder, vault, paths) = try vault([
      "a.md": "---\r\n# kept\r\nrating: 3 # good\r\ntags: [x]\r\n---\r\nBody\r\n",
      "b.md": "No front matter",
    ])
    let plan = vault.planProperties(
      [.set("rating", .integer(5)), .add("tags", .string("new")), .unset("nothing")], of: paths)
    #expect(plan.edits.map(\.path.text) == ["a.md", "b.md"])
    #expect(folder.read("b.md") == "No front matter")
    let outcome = try vault.apply(plan)
    #expect(outcome.done.count == 2)
    #expect(
      folder.read("a.md")
        == "---\r\n# kept\r\nrating: 5 # good\r\ntags: [x, new]\r\n---\r\nBody\r\n")
    #expect(folder.read("b.md")?.hasSuffix("---\nNo front matter") == true)
    _ = try vault.apply(plan.reversed(outcome))
    #expect(folder.read("a.md")?.contains("rating: 3 # good\r\ntags: [x]\r\n") == true)
    #expect(folder.read("b.md") == "No front matter")
  }

  @Test(.enabled(if: Shell.hasGit, "there is no git program"))
  func `a list that loses its last value goes, unless the last commit has it`() throws {
    let (folder, vault, paths) = try vault([
      "a.md": "Body\n", "b.md": "---\nstatus: read\n---\n", "c.md": "---\ntags: [x]\n---\n",
      "d.md": "---\ntags: []\n---\n",
    ])
    let texts = paths.map { folder.read($0.text) }
    let shell = Shell(folder: "\(folder.path)")
    shell("git init -q && git add -A && git commit -qm one")
    func change(_ change: PropertyChange) throws {
      _ = try vault.apply(vault.planProperties([change], of: paths))
    }
    try change(.add("tags", .string("x")))
    try change(.remove("Tags", .string("x")))
    #expect(folder.read("a.md") == texts[0])
    #expect(folder.read("b.md") == texts[1])
    #expect(folder.read("c.md") == "---\ntags: []\n---\n")
    #expect(folder.read("d.md") == texts[3])
    folder.write("---\naliases: []\n---\n", to: "a.md")
    try change(.remove("aliases", .string("x")))
    #expect(folder.read("a.md") == "---\naliases: []\n---\n")
    // Nobody knows whether the last commit of a repository that cannot be opened has it.
    try change(.add("tags", .string("x")))
    folder.write("[", to: ".git/config")
    try change(.remove("tags", .string("x")))
    #expect(folder.read("c.md") == "---\ntags: []\n---\n")
    #expect(folder.read("b.md") == "---\nstatus: read\ntags: []\n---\n")
  }

  @Test
  func `write-protected notes are told before anything is written, and the others are changed`()
    throws
  {
    let (folder, vault, paths) = try vault(["a.md": "x\n", "b.md": "x\n", "c.md": "x\n"])
    folder.setMode(0o444, of: "b.md")
    let plan = vault.planProperties([.set("x", .integer(1))], of: paths)
    #expect(plan.refusals.map(\.path.text) == ["b.md"])
    #expect(plan.refusals.map { $0.reason as? WriteError } == [.readOnly(paths[1])])
    #expect(try vault.apply(plan).done.map(\.text) == ["a.md", "c.md"])
    #expect(folder.read("b.md") == "x\n")
  }

  @Test func `notes that cannot be changed are told and the others are changed`() throws {
    let (folder, vault, paths) = try vault([
      "a.md": "text", "broken.md": "---\na: [\n---\n", "link.md": "", "z.md": "text",
    ])
    folder.write([0xFF, 0x0A], to: folder("binary.md"))
    folder.unlinkFile("link.md")
    folder.link("link.md", to: "a.md")
    let all = paths + ["binary.md", "gone.md"].compactMap { NotePath($0) }
    let plan = vault.planProperties([.set("x", .integer(1))], of: all)
    #expect(plan.edits.map(\.path.text) == ["a.md", "z.md"])
    #expect(
      plan.refusals.map(\.path.text) == ["broken.md", "link.md", "binary.md", "gone.md"])
  }

  @Test func `renames a hashtag in text and front matter and can be taken back`() throws {
    let before =
      "---\ntags: [Books/2021, x]\n---\nText #books and #books/old, `#books`, #bookshop\n"
    let (folder, vault, paths) = try vault(["a.md": before, "b.md": "nothing here"])
    let plan = try vault.planRename(of: Hashtag("books"), to: Hashtag("reading"), in: paths)
    #expect(plan.edits.map(\.path.text) == ["a.md"])
    #expect(
      plan.edits[0].difference.hunks[0].lines.map(\.kind)
        == [.same, .removed, .added, .same, .removed, .added])
    let outcome = try vault.apply(plan)
    #expect(
      folder.read("a.md")
        == "---\ntags: [reading/2021, x]\n---\nText #reading and #reading/old, `#books`, #bookshop\n"
    )
    _ = try vault.apply(plan.reversed(outcome))
    #expect(folder.read("a.md") == before)
    #expect(throws: HashtagRenameError.notAHashtag("12")) {
      try vault.planRename(of: Hashtag("books"), to: Hashtag("12"), in: paths)
    }
  }

  @Test func `when the disk is full half-way it says which notes were written`() throws {
    let (folder, vault, paths) = try vault(["a.md": "a", "b.md": "b", "c.md": "c"])
    let plan = EditPlan(for: paths, in: vault.folder) { source, _ in source + Array("!".utf8) }
    let count = Mutex(0)
    let replacement = FileReplacement(in: vault.folder) { step in
      guard step == .write else { return nil }
      return count.withLock { count in
        count += 1
        return count == 2 ? 28 : nil
      }
    }
    let outcome = plan.apply(replacement)
    #expect(outcome.done.map(\.text) == ["a.md"])
    #expect(outcome.failure?.path.text == "b.md")
    #expect(outcome.left.map(\.text) == ["c.md"])
    #expect(paths.map { folder.read($0.text) } == ["a!", "b", "c"])
    #expect(plan.reversed(outcome).edits.map(\.path.text) == ["a.md"])
  }

  @Test func `another process that writes is waited for and named`() throws {
    let (folder, vault, paths) = try vault(["a.md": "a"])
    let lock = try vault.writeLock()
    #expect(throws: VaultLock.Failure.self) { _ = try vault.writeLock(timeout: 50) }
    _ = consume lock
    let plan = EditPlan(for: paths, in: vault.folder) { _, _ in Array("b".utf8) }
    #expect(try vault.apply(plan).done.count == 1)
    #expect(folder.read("a.md") == "b")
  }
}
