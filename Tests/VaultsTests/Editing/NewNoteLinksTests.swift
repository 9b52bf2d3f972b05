import Files
import Notes
import Steps
import TestSupport
import Testing
import Vaults

/// A note that is made takes no links from another one, whatever made it.
@Suite(.enabled(if: Shell.hasGit, "there is no git program"))
struct NewNoteLinksTests {
  private let world: CommittedVault
  private var folder: TemporaryFolder { world.folder }

  init() throws {
    world = try CommittedVault()
    world.write([
      "Books/Walden.md": "# Walden\n", "Home.md": "[[Walden]], ![[walden#Pond]] and [[Nobody]]\n",
      "Books/List.md": "[here](Walden.md) and [[Walden]]\n",
    ])
  }

  private static let kept = "[[Books/Walden]], ![[Books/Walden#Pond]] and [[Nobody]]\n"

  @Test
  func `links of random vaults mean what they meant after a note was made, and undo is whole`()
    throws
  {
    var rewritten = 0
    for seed in Fuzz.seeds(6) {
      var random = SeededRandom(seed: seed)
      for path in world.texts().keys { folder.remove("vault/" + path) }
      let linked = LinkedVault(&random)
      world.write(linked.files)
      for _ in 0..<4 {
        let before = world.texts()
        guard let new = linked.freePath(like: "a.md", &random), before[new] == nil else { continue }
        let path = try #require(NotePath(new))
        let place = "seed \(seed): \(new)"
        let vault = world.vault.doing(Deed("new"))
        let draft = DraftNote(path: path, text: "# Made\n", line: 1, unknown: [])
        let planned = vault.plannedLinks(besides: [vault.newFile(draft)])
        #expect(world.texts() == before, "\(place)")
        let kept = try vault.create(draft)
        #expect(kept.rewrites.map(\.new) == planned.rewrites.map(\.new), "\(place)")
        #expect(kept.failure == nil, "\(place)")
        let after = world.texts()
        rewritten += kept.linkCount
        expectKept(before, after, besides: new, Set(kept.lost.map(\.path.text)), place)
        let undone = try world.vault.takeBack(#require(try world.vault.lastDeed()))
        #expect(undone.changes.count == kept.rewrites.count + 1, "\(place)")
        #expect(world.texts() == before, "\(place)")
        _ = try vault.create(draft)
      }
    }
    #expect(rewritten > 0)
  }

  private func expectKept(
    _ before: [String: String], _ after: [String: String], besides new: String,
    _ lost: Set<String>, _ place: String
  ) {
    let old = before.keys.sorted()
    #expect(Set(old + [new]) == Set(after.keys), "\(place)")
    let (former, latter) = (LinkResolver(paths: old), LinkResolver(paths: old + [new]))
    for path in old where path.hasSuffix(".md") && !lost.contains(path) {
      let note = Note(parsing: Array((before[path] ?? "").utf8))
      let newNote = Note(parsing: Array((after[path] ?? "").utf8))
      #expect(note.links.count == newNote.links.count, "\(place): \(path)")
      for (link, newLink) in zip(note.links, newNote.links) {
        guard case .file(let file, _) = former.resolve(link, in: note, at: path) else { continue }
        var found: Int?
        if case .file(let number, _) = latter.resolve(newLink, in: newNote, at: path) {
          found = number
        }
        #expect(found == file, "\(place): \(path): \(newNote.text(newLink.range))")
      }
    }
  }

  @Test func `the links of another note are written longer, and those that lead nowhere are not`()
    throws
  {
    let draft = DraftNote(path: NotePath("Walden.md")!, text: "# Walden\n", line: 1, unknown: [])
    let kept = try world.vault.create(draft)
    #expect(folder.read("vault/Home.md") == Self.kept)
    // The path from the root goes before the folder of the note.
    #expect(folder.read("vault/Books/List.md") == "[here](./Walden.md) and [[Books/Walden]]\n")
    #expect(kept.rewrites.map(\.path.text) == ["Home.md", "Books/List.md"])
    #expect(kept.linkCount == 4 && kept.lost.isEmpty)
  }

  @Test func `a link by a title or alias is not taken by a note of that title or name`() throws {
    world.write([
      "Books/1854.md": "---\naliases: [The pond]\n---\n# Life in the woods\n",
      "Home.md": "[[The pond]] and [[Life in the woods]]\n",
    ])
    for (path, text) in [
      ("The pond.md", "# Mine\n"), ("a.md", "# Life in the woods\n"),
    ] {
      _ = try world.vault.create(
        DraftNote(path: NotePath(path)!, text: text, line: 1, unknown: []))
    }
    #expect(
      folder.read("vault/Home.md")
        == "[[1854|The pond]] and [[1854|Life in the woods]]\n")
  }

  @Test func `a note that cannot be written is named, and keeps nobody from making a note`() throws
  {
    folder.write([0x6B, 0xFF, 0x0A] + Array("[[Walden]]\n".utf8), to: folder("vault/Latin.md"))
    let kept = try world.vault.create(
      DraftNote(path: NotePath("Walden.md")!, text: "# Walden\n", line: 1, unknown: []))
    #expect(kept.lost.map(\.path.text) == ["Latin.md"])
    #expect(kept.lost.first?.reason as? MoveRefusal == .notUTF8(NotePath("Latin.md")!))
    #expect(kept.rewrites.map(\.path.text) == ["Home.md", "Books/List.md"])
    #expect(folder.read("vault/Walden.md") == "# Walden\n")
  }

  @Test func `an inbox, a day and a week are made by the same rule`() throws {
    world.write([
      "Old/Inbox.md": "# Old\n", "Old/and/older/2026-11-21.md": "# Old\n",
      "Old/and/older/2026-W47.md": "# Old\n",
      "Home.md": "[[Inbox]] [[2026-11-21]] [[2026-W47]]\n",
    ])
    let day = CivilDate(year: 2026, month: 11, day: 21)!
    let inbox = try world.vault.insert(
      NoteInsertion("x", at: .end), into: NotePath("Inbox.md")!, isMade: true)
    #expect(inbox.links.linkCount == 1)
    let logged = try world.vault.log(
      NewJournalEntry(time: ClockTime(hour: 8, minute: 0)!, title: "", body: "x"), on: day,
      secondsEast: 0)
    #expect(logged.isNewDay && logged.links.linkCount == 1)
    let week = try world.vault.make(
      .week, around: day, at: ClockTime(hour: 8, minute: 0)!, secondsEast: 0)
    #expect(week?.links.linkCount == 1)
    #expect(
      folder.read("vault/Home.md") == "[[Old/Inbox]] [[older/2026-11-21]] [[older/2026-W47]]\n")
    // A note that is there takes nothing.
    #expect(
      try world.vault.insert(NoteInsertion("y", at: .end), into: NotePath("Inbox.md")!)
        .links.rewrites.isEmpty)
  }
}
