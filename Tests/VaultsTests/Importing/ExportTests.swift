import Exchange
import Files
import Imports
import Notes
import Reviews
import TestSupport
import Testing
import Vaults

struct ExportTests {
  private let world: TemporaryFolder
  private let vault: Vault

  init() throws {
    world = try TemporaryFolder()
    vault = try Self.vault("vault", in: world)
  }

  private static func vault(_ name: String, in world: TemporaryFolder) throws -> Vault {
    world.makeFolder("\(name)/.zib")
    let root = try #require(DiskPath.real(DiskPath(world(name))))
    return Vault(
      location: VaultLocation(root: root, kind: .zib), configuration: Configuration(),
      environment: Environment(["HOME": world.path.text]))
  }

  private var archive: [UInt8] { Array(world("notes.zip").utf8) }

  @discardableResult
  private func export() throws -> ExportReport { try vault.export(to: archive, zone: .utc) }

  private func run(_ archive: [UInt8], in vault: Vault, into folder: String? = nil) throws
    -> ImportPlan
  {
    let plan = try vault.planImport(ZipArchive(reading: archive), into: folder)
    #expect(try vault.carryOut(plan).refusals.isEmpty)
    return plan
  }

  /// The lines of a log of so many reviews.
  private static func log(_ times: ClosedRange<Int64>) -> [UInt8] {
    times.flatMap { time in
      ReviewLog.line(
        for: ReviewEvent(
          id: .init(bits: UInt64(time)), time: time, zoneMinutes: 0,
          action: .review(CardID(bits: 1), .good, milliseconds: 0)))
    }
  }

  private func put(_ text: String, to name: String) { put(Array(text.utf8), to: name) }

  private func put(_ bytes: [UInt8], to name: String) {
    world.makeFolders(above: name)
    world.write(bytes, to: world(name))
  }

  private func fill() {
    put("---\r\nid: a\r\n---\r\n# A\r\n", to: "vault/Über ✌️.md")
    put("", to: "vault/Empty.md")
    put([0xFF, 0x00, 0x0A], to: "vault/deep/er/odd.md")
    put([UInt8](repeating: 7, count: 100_000), to: "vault/deep/picture.png")
    put("theirs", to: "vault/Empty.conflict-1a2b3c4d.md")
    put("days: x", to: "vault/.zib/config.yml")
    put("# {{title}}", to: "vault/.zib/templates/note.md")
    put(Self.log(1...3), to: "vault/.zib/reviews/desk/2026.log")
    put("*.tmp\n", to: "vault/.gitignore")
  }

  @Test func `an export that is imported again gives the same vault`() throws {
    fill()
    put("not this", to: "vault/.zib/cache/index")
    put("nor this", to: "vault/.git/config")
    put("nor that", to: "vault/x.tmp")
    let report = try export()
    #expect(report.left.isEmpty && report.notes == 4 && report.files == 5)
    let other = try Self.vault("other", in: world)
    put("# as init wrote it\n", to: "other/.zib/config.yml")
    let plan = try run(archive, in: other)
    #expect(plan.differences.isEmpty && plan.remarks.isEmpty)
    for name in [
      "Über ✌️.md", "Empty.md", "deep/er/odd.md", "deep/picture.png",
      "Empty.conflict-1a2b3c4d.md", ".zib/templates/note.md",
      ".zib/reviews/desk/2026.log", ".gitignore",
    ] {
      #expect(world.readBytes("other/\(name)") == world.readBytes("vault/\(name)"), "\(name)")
    }
    for name in [".zib/cache/index", ".git", "x.tmp"] { #expect(!world.exists("other/\(name)")) }
    // The person's own settings stay, comments as well.
    #expect(
      world.readBytes("other/.zib/config.yml") == Array("# as init wrote it\ndays: x\n".utf8))
    let again = try run(archive, in: other)
    #expect(again.changes.isEmpty && again.files.isEmpty && again.known == 4)
    #expect(again.differences.isEmpty)
  }

  @Test func `the same vault gives the same archive, which never holds itself`() throws {
    fill()
    let inside = Array(world("vault/notes.zip").utf8)
    _ = try vault.export(to: inside, zone: .utc)
    let first = world.readBytes("vault/notes.zip")
    _ = try vault.export(to: inside, zone: .utc)
    #expect(world.readBytes("vault/notes.zip") == first)
  }

  @Test func `what a vault has stays, and reviews of both count`() throws {
    fill()
    try export()
    let other = try Self.vault("other", in: world)
    put("own", to: "other/Empty.md")
    put("own settings", to: "other/.zib/config.yml")
    put(Self.log(2...4), to: "other/.zib/reviews/desk/2026.log")
    let plan = try run(archive, in: other)
    #expect(Set(plan.differences.map(\.path.text)) == ["Empty.md", ".zib/config.yml"])
    #expect(world.read("other/Empty.md") == "own")
    #expect(world.read("other/.zib/config.yml") == "own settings")
    #expect(world.readBytes("other/.zib/reviews/desk/2026.log") == Self.log(2...4))
    #expect(world.readBytes("other/.zib/reviews/desk/2026-2.log") == Self.log(1...1))
    let again = try run(archive, in: other)
    #expect(again.changes.isEmpty && again.files.isEmpty && again.reviews == 0)
  }

  @Test func `rules of git come with a whole vault, and into no other`() throws {
    fill()
    try export()
    let other = try Self.vault("other", in: world)
    put("own", to: "other/Own.md")
    let plan = try run(archive, in: other)
    #expect(plan.remarks.map(\.item) == [".gitignore"] && !world.exists("other/.gitignore"))
  }

  @Test func `notes can go into a folder of their own`() throws {
    fill()
    try export()
    let other = try Self.vault("other", in: world)
    _ = try run(archive, in: other, into: "Old")
    #expect(world.exists("other/Old/deep/er/odd.md"))
    #expect(world.exists("other/.zib/templates/note.md"))
    #expect(throws: ImportError.badFolder("../x")) {
      try other.planImport(ZipArchive(reading: archive), into: "../x")
    }
  }

  @Test(
    arguments: [
      "../out.md", "/tmp/out.md", "a/../../out.md", ".git/hooks/pre-commit", "a/.git/config",
      ".zib/cache/manifest", "a\\b.md", "a//b.md", ".zib", "a\nb.md", ".ssh/key", ".gitmodules",
    ])
  func `a name that no vault has is told and not written`(name: String) throws {
    var writer = try VaultArchive.Writer(replacing: archive)
    let day = CivilDateTime(try #require(CivilDate(year: 2026, month: 11, day: 21)))
    try writer.add(name, [1], modified: day)
    try writer.add("good.md", [2], modified: day)
    try writer.finish()
    let before = world.names(in: "vault").sorted()
    let plan = try run(archive, in: vault)
    #expect(plan.remarks.map(\.item) == [name])
    #expect(world.names(in: "vault").sorted() == (before + ["good.md"]).sorted())
    #expect(!world.exists("out.md"))
  }

  @Test func `an archive that cannot be written leaves what was there`() throws {
    fill()
    put("before", to: "notes.zip")
    #expect(throws: ExchangeError.self) {
      try vault.export(to: Array(world("nowhere/notes.zip").utf8), zone: .utc)
    }
    put([0x50, 0x4B, 0x03, 0x04, 1, 2, 3], to: "broken.zip")
    #expect(throws: ExchangeError.self) {
      try vault.planImport(ZipArchive(reading: Array(world("broken.zip").utf8)))
    }
    #expect(world.read("notes.zip") == "before")
  }
}
