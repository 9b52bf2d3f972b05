import Exchange
import Files
import Imports
import Indexing
import Notes
import TestSupport
import Testing
import VaultSandbox
import Vaults

/// Entries of a journal that are on another day in a later file.
@Suite struct MovedEntryTests {
  private static func path(_ day: String) -> String { "vault/Journal/2026/\(day).md" }
  private static let words = "Morning walk to the old mill"

  private static func entry(
    _ day: Int, _ text: String, changed: String = "2026-11-01", hour: Int = 9,
    month: Int = 10, id: String = "AAAA3"
  ) throws -> ImportedEntry {
    let date = try #require(CivilDate(year: 2026, month: month, day: day))
    let local = CivilDateTime(date, ClockTime(secondOfDay: hour * 3600))
    var entry = ImportedEntry(
      source: "dayone", id: id,
      time: .instant(milliseconds: local.milliseconds(in: .utc), zone: "UTC"))
    entry.modified = changed + "T09:00:00Z"
    entry.parts = [.markdown(text)]
    return entry
  }

  @discardableResult
  private static func run(
    _ entries: [ImportedEntry], in world: IndexedVault,
    deciding decide: @escaping (ImportPlan.Difference) -> ImportPlan.Decision = { _ in .open }
  ) throws -> ImportPlan {
    var journal = ImportedEntries()
    journal.entries = entries
    let plan = try world.vault.planImport(journal, system: .utc, deciding: decide)
    #expect(try world.vault.carryOut(plan).refusals.isEmpty)
    return plan
  }

  private static func jrnl(_ text: String) -> [ImportedEntry] {
    JrnlText.read(Array((text + "\n").utf8)).entries
  }

  /// The texts of the entries of a day.
  private static func entries(_ world: IndexedVault, _ day: String) -> [String] {
    let note = Note(parsing: Array((world.folder.read(path(day)) ?? "").utf8))
    return note.journalEntries.map {
      note.text($0.range).split(whereSeparator: \.isNewline).joined(separator: " ")
    }
  }

  @Test func `an entry whose former day is before the file is on both days, which is told`() throws
  {
    let world = try IndexedVault()
    let rest = "\n[2026-10-20 09:00] Rest.\n[2026-10-21 09:00] More rest."
    try Self.run(Self.jrnl("[2026-10-01 09:00] \(Self.words)." + rest), in: world)
    let plan = try Self.run(Self.jrnl("[2026-10-19 09:00] \(Self.words)." + rest), in: world)
    #expect(plan.remarks.map(\.value) == ["2026-10-19 and 2026-10-01"])
    for day in ["2026-10-01", "2026-10-19"] {
      #expect(Self.entries(world, day).count == 1)
    }
  }

  @Test func `an entry of Day One that got another day is there once, in whichever order`() throws {
    let old = try Self.entry(26, "First version.", changed: "2026-10-26")
    let new = try Self.entry(27, "Corrected version.")
    let world = try IndexedVault()
    try Self.run([old], in: world)
    let plan = try Self.run([new], in: world)
    #expect(plan.remarks.map(\.value) == ["2026-10-26 to 2026-10-27"])
    for entries in [[new], [old], [new]] {
      #expect(Self.entries(world, "2026-10-26") == [])
      #expect(Self.entries(world, "2026-10-27") == ["## 09:00 Corrected version."])
      #expect(try Self.run(entries, in: world).changes.isEmpty)
    }
    let other = try IndexedVault()
    try Self.run([new], in: other)
    let older = try Self.run([old], in: other)
    #expect(older.differences.map(\.path.text) == ["Journal/2026/2026-10-27.md"])
    #expect(
      older.differences.map(\.key) == ["entry of 09:00, which the file has on 2026-10-26"])
    #expect(other.folder.read(Self.path("2026-10-26")) == nil)
    // As the person decides, and back.
    try Self.run([old], in: other) { _ in .take }
    #expect(Self.entries(other, "2026-10-26") == ["## 09:00 First version."])
    #expect(Self.entries(other, "2026-10-27") == [])
    try Self.run([new], in: other)
    #expect(Self.entries(other, "2026-10-26") == [])
    #expect(Self.entries(other, "2026-10-27") == ["## 09:00 Corrected version."])
  }

  @Test func `what a person wrote in an entry goes along to its new day`() throws {
    let world = try IndexedVault()
    try Self.run([try Self.entry(26, Self.words), try Self.entry(26, "Tea", id: "B")], in: world)
    let text = try #require(world.folder.read(Self.path("2026-10-26")))
    let mine = Self.words + ", and a heron"
    world.folder.write(
      text.replacing(Self.words, with: mine) + "\n## 09:00\nMine.\n",
      to: Self.path("2026-10-26"))
    let moved = [
      try Self.entry(28, Self.words, changed: "2026-11-02", hour: 10),
      try Self.entry(26, "Tea", id: "B"),
    ]
    for _ in 0..<2 {
      try Self.run(moved, in: world)
      #expect(Self.entries(world, "2026-10-26") == ["## 09:00 Tea", "## 09:00 Mine."])
      #expect(Self.entries(world, "2026-10-28") == ["## 10:00 \(mine)"])
    }
    // Here and there changed: as the person decides, and once.
    let other = [
      try Self.entry(29, "Morning walk to the old bridge", changed: "2026-11-03"), moved[1],
    ]
    let open = try Self.run(other, in: world)
    #expect(open.changes.isEmpty && open.differences.count == 1)
    #expect(open.differences[0].here == "2026-10-28 10:00 \n\(mine)")
    try Self.run(other, in: world) { _ in .keep }
    let kept = try Self.run(other, in: world)
    #expect(kept.isEmpty && kept.differences.isEmpty && kept.known == 2)
    try Self.run([try Self.entry(30, "Morning walk", changed: "2026-11-04")], in: world) { _ in
      .take
    }
    #expect(Self.entries(world, "2026-10-28") == [])
    #expect(Self.entries(world, "2026-10-30") == ["## 09:00 Morning walk"])
  }

  @Test func `an entry that cannot come to its new day stays on the old one`() throws {
    let world = try IndexedVault()
    try Self.run([try Self.entry(26, Self.words)], in: world)
    world.folder.write("```\nopen", to: Self.path("2026-10-27"))
    let moved = try Self.entry(27, Self.words, changed: "2026-11-02")
    for _ in 0..<2 {
      let plan = try Self.run([moved], in: world)
      #expect(plan.refusals.map { $0.path?.text } == ["Journal/2026/2026-10-27.md"])
      #expect(plan.changes.isEmpty)
      #expect(Self.entries(world, "2026-10-26") == ["## 09:00 \(Self.words)"])
    }
    world.folder.write("# Day\n", to: Self.path("2026-10-27"))
    // The day changes between the plan and its writing.
    var journal = ImportedEntries()
    journal.entries = [moved]
    let plan = try world.vault.planImport(journal, system: .utc)
    world.folder.write("# My day\n", to: Self.path("2026-10-27"))
    #expect(try world.vault.carryOut(plan).refusals.count == 2)
    #expect(Self.entries(world, "2026-10-26") == ["## 09:00 \(Self.words)"])
    try Self.run([moved], in: world)
    #expect(Self.entries(world, "2026-10-26") == [])
    #expect(Self.entries(world, "2026-10-27") == ["## 09:00 \(Self.words)"])
  }

  @Test func `two entries that exchange their days are each there once`() throws {
    let world = try IndexedVault()
    try Self.run(
      [try Self.entry(26, "First", id: "A"), try Self.entry(27, "Second", id: "B")], in: world)
    let swapped = [
      try Self.entry(27, "First", changed: "2026-11-02", id: "A"),
      try Self.entry(26, "Second", changed: "2026-11-02", id: "B"),
    ]
    for _ in 0..<2 {
      try Self.run(swapped, in: world)
      #expect(Self.entries(world, "2026-10-26") == ["## 09:00 Second"])
      #expect(Self.entries(world, "2026-10-27") == ["## 09:00 First"])
    }
  }

  @Test(arguments: ["2026-10-26", "2026-10-27"])
  func `of two days that exchange entries none loses one that the other cannot get`(
    edited: String
  ) throws {
    let world = try IndexedVault()
    try Self.run(
      [try Self.entry(26, "First", id: "A"), try Self.entry(27, "Second", id: "B")], in: world)
    var swapped = ImportedEntries()
    swapped.entries = [
      try Self.entry(27, "First", changed: "2026-11-02", id: "A"),
      try Self.entry(26, "Second", changed: "2026-11-02", id: "B"),
    ]
    let plan = try world.vault.planImport(swapped, system: .utc)
    let other = edited == "2026-10-26" ? "2026-10-27" : "2026-10-26"
    let standing = Self.entries(world, other)
    #expect(standing.count == 1)
    world.folder.write("## 09:00\nMine\n", to: Self.path(edited))
    let outcome = try world.vault.carryOut(plan)
    #expect(Self.entries(world, other) == standing)
    #expect(Self.entries(world, edited) == ["## 09:00 Mine"])
    #expect(outcome.refusals.count == 2)
  }

  @Test func `an entry that a person moved by hand does not come again`() throws {
    let world = try IndexedVault()
    try Self.run([try Self.entry(26, Self.words)], in: world)
    world.folder.write("# Day\n", to: Self.path("2026-10-26"))
    world.folder.write("## 09:00\n\(Self.words) Mine.\n", to: Self.path("2026-10-27"))
    let moved = try Self.entry(27, Self.words, changed: "2026-11-02")
    for _ in 0..<2 {
      try Self.run([moved], in: world)
      #expect(Self.entries(world, "2026-10-26") == [])
      #expect(Self.entries(world, "2026-10-27") == ["## 09:00 \(Self.words) Mine."])
    }
  }

  @Test func `an entry of jrnl is known on another day by its text, and that is told`() throws {
    let world = try IndexedVault()
    let old = Self.jrnl(
      "[2026-10-23 08:00] Rain\n[2026-10-24 09:15] \(Self.words).\n[2026-10-24 11:00] Second\nxx\n[2026-10-24 12:00] Third"
    )
    let new = Self.jrnl(
      "[2026-10-23 08:00] Rain\n[2026-10-23 10:00] \(Self.words).\n[2026-10-23 11:00] Second\nxx\n[2026-10-24 12:00] Third"
    )
    try Self.run(old, in: world)
    let plan = try Self.run(new, in: world)
    #expect(
      plan.remarks.map(\.value)
        == ["2026-10-24 to 2026-10-23", "2026-10-24 to 2026-10-23"])
    let first = ["## 08:00 Rain", "## 10:00 \(Self.words).", "## 11:00 Second xx"]
    for entries in [new, old, new] {
      #expect(Self.entries(world, "2026-10-23") == first)
      #expect(Self.entries(world, "2026-10-24") == ["## 12:00 Third"])
      let again = try Self.run(entries, in: world)
      #expect(again.changes.isEmpty)
      if entries == old {
        #expect(
          again.differences.map { "\($0.path.text), \($0.key)" } == [
            "Journal/2026/2026-10-23.md, entry of 10:00, which the file has on 2026-10-24",
            "Journal/2026/2026-10-23.md, entry of 11:00, which the file has on 2026-10-24",
          ])
      }
    }
  }

  @Test func `the newest entry of jrnl on an earlier day is told, and does not come again`() throws
  {
    let world = try IndexedVault()
    try Self.run(Self.jrnl("[2026-10-23 08:00] Rain\n[2026-10-25 10:00] Snow"), in: world)
    let moved = Self.jrnl("[2026-10-23 08:00] Rain\n[2026-10-24 10:00] Snow")
    let plan = try Self.run(moved, in: world)
    #expect(plan.changes.isEmpty && plan.differences.count == 1 && plan.known == 2)
    try Self.run(moved, in: world) { _ in .take }
    #expect(Self.entries(world, "2026-10-24") == ["## 10:00 Snow"])
    #expect(Self.entries(world, "2026-10-25") == [])
  }

  @Test(arguments: [
    // A part of the journal that is not about the other day; another journal; a short text at another time.
    "[2026-10-25 07:00] Gym",
    "[2026-10-22 17:00] Office\n[2026-10-23 07:00] Gym\n[2026-10-25 17:00] Home",
    "[2026-10-22 08:00] Rain\n[2026-10-23 19:00] Gym\n[2026-10-26 08:00] Sun",
  ])
  func `an entry of the same text that may be another one comes besides`(file: String) throws {
    let world = try IndexedVault()
    try Self.run(
      Self.jrnl("[2026-10-22 08:00] Rain\n[2026-10-24 07:00] Gym\n[2026-10-26 08:00] Sun"),
      in: world)
    let plan = try Self.run(Self.jrnl(file), in: world)
    #expect(plan.remarks.isEmpty && plan.changes.allSatisfy { $0.items > 0 })
    #expect(Self.entries(world, "2026-10-24") == ["## 07:00 Gym"])
  }
}
