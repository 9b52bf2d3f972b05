import Exchange
import Files
import Imports
import Notes
import TestSupport
import Testing
import VaultSandbox
import Vaults

/// An import of a file that is older than the one before it.
@Suite struct OlderFileTests {
  private static let header =
    "Book Id,Title,Author,My Rating,Date Read,Date Added,Bookshelves,Exclusive Shelf,My Review,Private Notes,Read Count"
  private static let newer = [
    "1,Walden,H. D. Thoreau,5,2026/10/15,2026/08/01,nature,read,\"Good.<br/><br/>Longer now.\",lent to Bob,2",
    "2,Dune,Frank Herbert,4,2026/07/01,2026/06/02,sf,read,,,1",
  ]
  private static let older = [
    "1,Walden,H. D. Thoreau,4,2026/09/10,2026/08/01,nature,read,Good.,lent to Ann,1",
    "2,Dune,Frank Herbert,4,2026/07/01,2026/06/02,\"sf, favorites\",read,Great!,,1",
  ]

  private static func books(_ rows: [String]) throws -> [ImportedBook] {
    try GoodreadsExport.read(Array(([header] + rows).joined(separator: "\n").utf8)).books
  }

  @Test func `an older export that comes first after the newer one takes nothing back, and tells`()
    throws
  {
    let world = try IndexedVault()
    let (newer, older) = (try Self.books(Self.newer), try Self.books(Self.older))
    #expect(try world.vault.olderFile(Imported(.books(older))) == nil)
    _ = try world.vault.carryOut(world.vault.planImport(newer))
    let found = try #require(try world.vault.olderFile(Imported(.books(older))))
    #expect(found.newest == "2026-09-10" && found.last == "2026-10-15")
    #expect(try world.vault.olderFile(Imported(.books(newer))) == nil)

    let plan = try world.vault.planImport(older)
    #expect(plan.isEmpty)
    #expect(
      plan.differences.map(\.key) == [
        "rating", "readings", "Private notes", "Review", "tags", "Review",
      ])
    let taken = try world.vault.planImport(older) { _ in .take }
    #expect(taken.changes.count == 2 && taken.differences.isEmpty)
  }

  private static func entries(
    _ list: [(id: String, time: String, modified: String, text: String)]
  ) throws -> ImportedEntries {
    let entries = list.map {
      "{\"uuid\":\"\($0.id)\",\"creationDate\":\"2026-10-26T\($0.time):00Z\",\"modifiedDate\":\"\($0.modified)T08:00:00Z\",\"text\":\"\($0.text)\",\"timeZone\":\"UTC\"}"
    }
    return try DayOneExport.read(
      Array("{\"entries\":[\(entries.joined(separator: ","))]}".utf8))
  }

  private static let day = "vault/Journal/2026/2026-10-26.md"

  @Test func `of two versions of an entry the one that was changed later stays`() throws {
    let world = try IndexedVault()
    let older = try Self.entries([
      ("A", "02:30", "2026-10-26", "A heron on the shed."),
      ("B", "08:00", "2026-10-26", "# Mill\\n\\nWalked there."),
    ])
    let newer = try Self.entries([
      ("A", "02:30", "2026-11-20", "A heron on the shed, and two in the pond."),
      ("B", "09:00", "2026-11-20", "# Mill\\n\\nWalked there."),
    ])
    _ = try world.vault.carryOut(world.vault.planImport(newer, system: .utc))
    let text = try #require(world.folder.read(Self.day))
    let plan = try world.vault.planImport(older, system: .utc)
    #expect(plan.changes.isEmpty && plan.known == 2)
    #expect(plan.differences.map(\.key) == ["entry of 02:30", "entry of 08:00"])
    #expect(try world.vault.olderFile(Imported(.journal(older))) != nil)
    _ = try world.vault.carryOut(plan)
    #expect(world.folder.read(Self.day) == text)

    _ = try world.vault.carryOut(
      world.vault.planImport(older, system: .utc) { _ in .take })
    let taken = world.folder.read(Self.day) ?? ""
    #expect(taken.contains("## 08:00 Mill") && !taken.contains("09:00"))
    #expect(!taken.contains("two in the pond"))
  }

  @Test func `an entry that got another time and more text in the file is there once`() throws {
    let world = try IndexedVault()
    func run(_ time: String, _ modified: String, _ text: String) throws {
      let entries = try Self.entries([("A", time, modified, text)])
      _ = try world.vault.carryOut(world.vault.planImport(entries, system: .utc))
    }
    try run("08:00", "2026-10-26", "Walked to the mill.")
    try run("09:00", "2026-11-01", "Walked to the mill. Heron.")
    let text = world.folder.read(Self.day) ?? ""
    #expect(text.hasSuffix("\n## 09:00\nWalked to the mill. Heron.\n"))
    #expect(!text.contains("08:00"))
  }

  @Test(arguments: ["", "Bought ink, blue.", "Bought ink, dark blue."])
  func `of two entries of a minute the one that changed in the file is there once`(
    other: String
  ) throws {
    let world = try IndexedVault()
    func run(_ ann: String) throws {
      let text = "[2026-10-26 09:00] \(ann)\n\n[2026-10-26 09:00] Bought ink, blue.\n"
      let entries = JrnlText.read(Array(text.utf8))
      _ = try world.vault.carryOut(world.vault.planImport(entries, system: .utc))
    }
    try run("Call with Ann, she is well.")
    let text = try #require(world.folder.read(Self.day))
    let line = "## 09:00 Bought ink, blue.\n"
    #expect(text.contains(line))
    world.folder.write(
      text.replacing(line, with: other.isEmpty ? "" : "## 09:00 \(other)\n"), to: Self.day)
    try run("Call with Ann, she is well and moves.")
    let after = world.folder.read(Self.day) ?? ""
    #expect(after.split(separator: "Call with Ann").count == 2, "\(after)")
    #expect(after.contains("she is well and moves."))
    #expect(after.split(separator: "Bought ink").count == 2, "\(after)")
  }

  @Test func `an older file of a journal without times of changes takes nothing back, and tells`()
    throws
  {
    let world = try IndexedVault()
    func entries(_ text: String) -> ImportedEntries { JrnlText.read(Array(text.utf8)) }
    let newer = entries(
      "[2026-10-26 09:00] Mill\nWalked there, two herons in the pond.\n\n[2026-10-26 12:00] Noon.\n\n[2026-11-02 10:00] Snow.\n"
    )
    let older = entries(
      "[2026-10-26 09:00] Mill\nWalked there, a heron.\n\n[2026-10-26 11:00] Noon.\n\n[2026-10-27 08:00] New.\n"
    )
    #expect(try world.vault.olderFile(Imported(.journal(newer))) == nil)
    _ = try world.vault.carryOut(world.vault.planImport(newer, system: .utc))
    let text = try #require(world.folder.read(Self.day))
    #expect(try world.vault.olderFile(Imported(.journal(newer))) == nil)
    // Another journal, of which nothing came.
    let other = entries("[2026-10-26 14:00] At work.\n")
    #expect(try world.vault.olderFile(Imported(.journal(other))) == nil)

    let partly = entries("[2026-10-26 09:00] Mill\nWalked there, a heron.\n")
    let found = try #require(try world.vault.olderFile(Imported(.journal(partly))))
    #expect(found.newest == "2026-10-26 09:00" && found.last == "2026-11-02 10:00")
    var plan = try world.vault.planImport(partly, system: .utc)
    #expect(plan.changes.isEmpty && plan.differences.map(\.key) == ["entry of 09:00"])
    plan = try world.vault.planImport(older, system: .utc)
    #expect(plan.differences.isEmpty, "two of three entries did not come before")
    let half = entries(
      "[2026-10-26 09:00] Mill\nWalked there, a heron.\n\n[2026-10-26 11:00] Noon.\n")
    plan = try world.vault.planImport(half, system: .utc)
    #expect(plan.changes.isEmpty)
    #expect(plan.differences.map(\.key) == ["entry of 09:00", "entry of 11:00"])
    _ = try world.vault.carryOut(plan)
    #expect(world.folder.read(Self.day) == text)
    _ = try world.vault.carryOut(world.vault.planImport(half, system: .utc) { _ in .take })
    let taken = world.folder.read(Self.day) ?? ""
    #expect(taken.contains("a heron") && taken.contains("## 11:00 Noon"))
    #expect(!taken.contains("two herons") && !taken.contains("12:00"))
  }
}
