import Files
import Git
import History
import Indexing
import Notes
import Steps
import Sync
import TestSupport
import Testing
import Vaults

@Suite(.enabled(if: Shell.hasGit, "there is no git program"))
struct RemovalTests {
  private let world: CommittedVault
  private var vault: Vault { world.vault }

  init() throws { world = try CommittedVault() }

  private func path(_ name: String) throws -> NotePath { try #require(NotePath(name)) }

  @Test
  func `removals of random vaults break the links that are told, and come back byte for byte`()
    throws
  {
    for seed in Fuzz.seeds(4) {
      var random = SeededRandom(seed: seed)
      for path in world.texts().keys { world.folder.remove("vault/" + path) }
      let linked = LinkedVault(&random)
      world.write(linked.files)
      _ = try vault.commit(confirm: { _ in true })
      let before = world.texts()
      let gone = try path(random.pick(before.keys.sorted()))
      let plan = try vault.plannedRemoval(of: [gone])
      #expect(world.texts() == before, "seed \(seed)")
      let report = try vault.remove([gone])
      #expect(report.plan.links == plan.links, "seed \(seed)")
      let after = world.texts()
      #expect(after.count == before.count - 1 && after[gone.text] == nil, "seed \(seed)")
      let old = before.keys.sorted()
      let new = after.keys.sorted()
      let (former, latter) = (LinkResolver(paths: old), LinkResolver(paths: new))
      for link in plan.links {
        let note = Note(parsing: Array((before[link.note.text] ?? "").utf8))
        let written = note.links.first { note.target(of: $0) == link.target }
        let own = try #require(written, "seed \(seed): \(link)")
        if case .file(let file, _) = former.resolve(own, in: note, at: link.note.text) {
          #expect(old[file] == gone.text, "seed \(seed): \(link)")
        }
        if case .file(let file, _) = latter.resolve(own, in: note, at: link.note.text) {
          #expect(new[file] == link.next?.text, "seed \(seed): \(link)")
        }
      }
      _ = try vault.undo()
      #expect(world.texts() == before, "seed \(seed)")
    }
  }

  @Test func `what the history does not have is not removed`() throws {
    world.write(["a.md": "a\n", "ignored.md": "x\n", ".gitignore": "ignored.md\n"])
    _ = try vault.commit()
    let ignored = try path("ignored.md")
    #expect(throws: RemovalRefusal.ignored(ignored)) { try vault.remove([ignored]) }
    let none = try path("none.md")
    #expect(throws: RemovalRefusal.nothingThere(none)) { try vault.remove([path("a.md"), none]) }
    let settings = try path(".zib/config.yml")
    #expect(throws: RemovalRefusal.hidden(settings)) { try vault.remove([settings]) }
    #expect(world.texts()["a.md"] == "a\n" && world.texts()["ignored.md"] == "x\n")
    world.folder.setMode(0o444, of: "vault/a.md")
    #expect(throws: WriteError.readOnly(try path("a.md"))) { try vault.remove([path("a.md")]) }
  }

  @Test func `an edit that nobody committed comes back as well`() throws {
    world.write(["a.md": "a\n"])
    _ = try vault.commit()
    world.write(["a.md": "edited\r\n"])
    _ = try vault.remove([path("a.md")])
    #expect(world.texts()["a.md"] == nil)
    _ = try vault.undo()
    #expect(world.texts()["a.md"] == "edited\r\n")
  }

  @Test func `a note with a conflict is not removed without its copy`() throws {
    world.write(["a.md": "a\n", "a.conflict-0123abcd.md": "b\n"])
    _ = try vault.commit()
    let (note, copy) = (try path("a.md"), try path("a.conflict-0123abcd.md"))
    #expect(throws: RemovalRefusal.conflict(copy)) { try vault.remove([note]) }
    _ = try vault.remove([note, copy])
    #expect(world.texts().isEmpty)
  }

  @Test func `an entry that is deleted comes back with its line ends`() throws {
    let day = "# Day\r\n\r\n## 08:15 One\r\n\r\na\r\n\r\n## 09:00 Two\r\n\r\nb"
    world.write(["Journal/2026/2026-11-21.md": day])
    _ = try vault.commit()
    let entries = try vault.entries(EntryFilter(), home: .utc)
    let first = try #require(entries.first { $0.title == "One" })
    let deleted = try vault.delete(first, secondsEast: 0)
    #expect(!deleted.isDayGone)
    let file = "Journal/2026/2026-11-21.md"
    #expect(world.texts()[file] == "# Day\r\n\r\n## 09:00 Two\r\n\r\nb")
    #expect(throws: JournalError.noEntry) { try vault.delete(first, secondsEast: 0) }
    _ = try vault.undo()
    #expect(world.texts()[file] == day)
  }
}
