import Files
import Indexing
import Notes
import TestSupport
import Testing
import VaultSandbox
import Vaults

@Suite struct LogTests {
  private static let day = CivilDate(daysSinceEpoch: 20_778)  // 2026-11-21, a Saturday
  private static let file = "vault/Journal/2026/2026-11-21.md"

  private static func entry(_ hour: Int, _ body: String) -> NewJournalEntry {
    NewJournalEntry(time: ClockTime(secondOfDay: hour * 3600), body: body)
  }

  @discardableResult
  private static func log(_ hour: Int, _ body: String, in vault: Vault) throws -> LoggedEntry {
    try vault.log(entry(hour, body), on: day, secondsEast: 0)
  }

  @Test func `a day is made from the vault's template, and entries take their places`() throws {
    let world = try IndexedVault()
    world.write(
      "---\nmade: {{date}}\n---\n# {{title}}\n\n{{cursor}}\n\n", to: ".zib/templates/journal.md")
    let first = try Self.log(9, "nine", in: world.vault)
    #expect(first.isNewDay && first.line == 6)
    #expect(try !Self.log(8, "eight", in: world.vault).isNewDay)
    #expect(
      world.folder.read(Self.file)
        == "---\nmade: 2026-11-21\n---\n# 2026-11-21\n\n## 08:00\neight\n\n## 09:00\nnine\n")
  }

  @Test func `without a template a day has its name for a heading`() throws {
    let world = try IndexedVault()
    try Self.log(9, "nine", in: world.vault)
    #expect(world.folder.read(Self.file) == "# Saturday, 21 November 2026\n\n## 09:00\nnine\n")
    // A template that somebody named has to be there.
    world.write("journal.template: mine\n", to: ".zib/config.yml")
    #expect(throws: NewNoteError.self) {
      try world.vault.log(Self.entry(9, "x"), on: Self.day.adding(days: 1), secondsEast: 0)
    }
  }

  @Test func `Obsidian's days are followed, with names of weekdays and without a template`() throws
  {
    let folder = try TemporaryFolder()
    folder.write(
      "{\"folder\": \"/Days/\", \"format\": \"YYYY/MM-MMMM/YYYY-MM-DD-dddd\"}",
      to: ".obsidian/daily-notes.json")
    let vault = try Vault.find(from: folder.path, environment: Environment([:]))
    let logged = try Self.log(9, "nine", in: vault)
    #expect(logged.path.text == "Days/2026/11-November/2026-11-21-Saturday.md")
    #expect(folder.read(logged.path.text) == "## 09:00\nnine\n")
    #expect(try vault.journalDays() == [JournalDay(day: Self.day, path: logged.path)])
    folder.write("{\"template\": \"Templates/Daily\"}", to: ".obsidian/daily-notes.json")
    folder.write("Day {{title}} at {{time:HH}}\n", to: "Templates/Daily.md")
    let again = try Vault.find(from: folder.path, environment: Environment([:]))
    #expect(try Self.log(9, "nine", in: again).path.text == "2026-11-21.md")
    #expect(folder.read("2026-11-21.md") == "Day 2026-11-21 at 09\n\n## 09:00\nnine\n")
  }

  @Test(arguments: ["YYYY-[W]WW", "../YYYY-MM-DD", ".hidden/YYYY-MM-DD", "[]"])
  func `a pattern that names no single day in the vault is refused`(pattern: String) throws {
    let world = try IndexedVault()
    world.write("journal.pattern: \"\(pattern)\"\n", to: ".zib/config.yml")
    #expect(throws: JournalError.noPath(pattern: pattern, setting: "journal.pattern")) {
      try Self.log(9, "x", in: world.vault)
    }
  }

  @Test func `nothing is written through a link or into what cannot be read`() throws {
    let world = try IndexedVault()
    world.folder.write("outside", to: "elsewhere.md")
    world.folder.makeFolder("vault/Journal/2026")
    world.folder.link(Self.file, to: "../../../elsewhere.md")
    #expect(throws: WriteError.self) { try Self.log(9, "x", in: world.vault) }
    #expect(world.folder.read("elsewhere.md") == "outside")
  }

  @Test func `entries that are written at the same time are all kept`() async throws {
    let world = try IndexedVault()
    let vault = world.vault
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<12 {
        group.addTask { _ = try Self.log(number % 4, "entry \(number)", in: vault) }
      }
      try await group.waitForAll()
    }
    let day = JournalDay(day: Self.day, path: try vault.path(ofDay: Self.day))
    let bodies = vault.entries(of: day).map(\.body)
    #expect(Set(bodies) == Set((0..<12).map { "entry \($0)" }))
    #expect(
      vault.entries(of: day).map(\.time.hour).sorted() == vault.entries(of: day).map(\.time.hour))
  }

  @Test func `an entry says its zone where that is not the one at home`() throws {
    let world = try IndexedVault()
    let winter = try #require(ZonedMoment("2026-11-21 08:15 +01:00", now: 0, in: .utc))
    let summer = try #require(ZonedMoment("2026-07-21 08:15 +01:00", now: 0, in: .utc))
    let berlin = Zone { ($0 / 1000) % 31_557_600 > 20_000_000 ? 3600 : 7200 }
    #expect(world.vault.entry(at: winter, system: berlin).zoneMinutes == nil)
    #expect(world.vault.entry(at: summer, system: berlin).zoneMinutes == 60)
    world.write("journal.zone: \"+09:00\"\n", to: ".zib/config.yml")
    let away = world.vault.entry(at: winter, system: berlin)
    #expect(away.zoneMinutes == 60)
    let logged = try world.vault.log(away, on: winter.date, secondsEast: winter.secondsEast)
    let entries = world.vault.entries(of: JournalDay(day: winter.date, path: logged.path))
    let entry = try #require(entries.first)
    #expect(entry.milliseconds(home: world.vault.journalZone(system: .utc)) == winter.milliseconds)
  }

  @Test func `an entry is changed, and moved to another day`() throws {
    let world = try IndexedVault()
    world.write("# D\n\n## 08:00 A *b*\na\n\n## 09:00\nb\n", to: "Journal/2026/2026-11-21.md")
    let old = try #require(try world.vault.entries(EntryFilter(), home: .utc).last)
    #expect(old.title == "A b" && old.writtenTitle == "A *b*")
    var new = NewJournalEntry(time: old.time, mood: "🙂", title: old.writtenTitle)
    let changed = try world.vault.amend(old, to: new, adding: "more", on: old.day, secondsEast: 0)
    #expect(changed.line == 3)
    #expect(world.folder.read(Self.file) == "# D\n\n## 08:00 🙂 A *b*\na\n\nmore\n\n## 09:00\nb\n")
    #expect(throws: JournalError.noEntry) {
      try world.vault.amend(old, to: new, adding: "", on: old.day, secondsEast: 0)
    }
    let later = try #require(try world.vault.entries(EntryFilter(), home: .utc).last)
    new.time = ClockTime(secondOfDay: 60)
    let moved = try world.vault.amend(
      later, to: new, adding: "", on: Self.day.adding(days: 1), secondsEast: 0)
    #expect(moved.path.text == "Journal/2026/2026-11-22.md")
    #expect(world.folder.read(Self.file) == "# D\n\n## 09:00\nb\n")
    #expect(
      world.folder.read("vault/" + moved.path.text)
        == "# Sunday, 22 November 2026\n\n## 00:01 🙂 A *b*\na\n\nmore\n")
  }

  @Test func `a day that loses its only entry goes with it, unless it says more than its template`()
    throws
  {
    for more in ["", "Mine.\n"] {
      let world = try IndexedVault()
      let entry = NewJournalEntry(time: ClockTime(secondOfDay: 8 * 3600), body: "a")
      _ = try world.vault.log(entry, on: Self.day, secondsEast: 0)
      let day = try #require(world.folder.read(Self.file))
      let head = day.replacing("## 08:00\na\n", with: "")
      #expect(head != day)
      world.folder.write(head + more + day.dropFirst(head.count), to: Self.file)
      let old = try #require(try world.vault.entries(EntryFilter(), home: .utc).last)
      let moved = try world.vault.amend(
        old, to: entry, adding: "", on: Self.day.adding(days: 1), secondsEast: 0)
      #expect((moved.removed != nil) == more.isEmpty)
      #expect((world.folder.read(Self.file) == nil) == more.isEmpty)
    }
  }

  @Test func `prompts that the journal has answered come last`() throws {
    let world = try IndexedVault()
    world.write("- Mine?\n- Yours?\n", to: ".zib/prompts.md")
    #expect(try world.vault.prompts(for: Self.day).prompts.count == WritingPrompts.all.count + 2)
    world.write("journal.prompts: own\n", to: ".zib/config.yml")
    world.write("## 08:00\n*mine?*\n\nYes.\n", to: "Journal/2026/2026-11-20.md")
    #expect(try world.vault.prompts(for: Self.day).prompts == ["Yours?", "Mine?"])
    world.write("## 08:00\n_Yours?_\n\nNo.\n", to: "Journal/2026/2026-11-21.md")
    #expect(try world.vault.prompts(for: Self.day).prompts == ["Mine?", "Yours?"])
  }

  @Test(arguments: [
    ("", ["a"], "#a"), ("Text.", ["a", "b/c"], "Text. #a #b/c"),
    ("Text #A.", ["a", "b"], "Text #A. #b"),
    ("One.\n\nTwo.", ["a"], "One.\n\nTwo.\n\n#a"), ("- item", ["a"], "- item\n\n#a"),
    ("x", [], "x"),
    ("#b, again.", ["a"], "#b, again. #a"), ("# b", ["a"], "# b\n\n#a"),
  ])
  func `hashtags stand behind the text`(text: String, tags: [String], expected: String) {
    #expect(JournalText.tagged(text, with: tags) == expected)
  }
}
