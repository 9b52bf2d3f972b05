import Files
import Indexing
import Notes
import OperatingSystem
import Search
import Settings
import TestSupport
import Testing
import VaultSandbox

/// The index after each step of a random history, against one that is built afresh.
struct FreshnessTests {
  @Test(.timeLimit(.minutes(20)), arguments: 1...UInt64(4 * Fuzz.factor))
  func `every command finds the files as they are`(seed: UInt64) throws {
    var vault = try IndexedVault()
    var history = RandomHistory(seed: seed)
    for round in 0..<14 {
      var steps: [String] = []
      for _ in 0..<history.number(below: 6) { steps.append(history.step(&vault)) }
      let found = try vault.answers()
      let expected = try vault.freshAnswers()
      if found == expected { continue }
      let wrong = Set(found).subtracting(expected).sorted().prefix(4)
      let missing = Set(expected).subtracting(found).sorted().prefix(4)
      Issue.record(
        """
        seed \(seed), round \(round): \(steps.joined(separator: "; "))
        found    \(wrong.joined(separator: "\n         "))
        expected \(missing.joined(separator: "\n         "))
        """)
      return
    }
  }

  @Test func `an edit that leaves size and times as they were is found`() throws {
    let vault = try IndexedVault()
    vault.write("apple", to: "a.md")
    vault.folder.setTime(1_500_000_000, of: "vault/a.md")
    try vault.index()
    for text in ["grape", "lemon", "melon", "berry"] {
      vault.write(text, to: "a.md")
      vault.folder.setTime(1_500_000_000, of: "vault/a.md")
      #expect(try Self.found(text, in: vault) == 1, "\(text)")
    }
    #expect(try Self.found("melon", in: vault) == 0)
  }

  @Test func `settings that change what a note is make the index anew`() throws {
    let vault = try IndexedVault()
    vault.write("He was wandering. Sie wandern. :coast:", to: "a.md")
    #expect(try Self.found("wander", in: vault) == 1)
    vault.write("language: none\n", to: ".zib/config.yml")
    let index = try vault.index()
    #expect(
      index.report.rebuilt == "the index was of another version, or made under other settings")
    #expect(try Self.found("wander", in: vault) == 0)
    vault.write("tags.colon: true\n", to: ".zib/config.yml")
    #expect(try Self.found("tag:coast", in: vault) == 1)
    vault.write("exclude: [a.md]\n", to: ".zib/config.yml")
    #expect(try vault.index().notes.documentCount == 0)
  }

  @Test func `an index holds in every time zone`() throws {
    var vault = try IndexedVault()
    vault.write("---\ncreated: 2026-03-01 00:30\ndate: 1772324100000\n---\nlocal", to: "local.md")
    vault.write("---\ncreated: 2026-03-01T00:30:00Z\ndate: 2026-03-01\n---\nfixed", to: "fixed.md")
    let queries = [
      "created:2026-03-01", "created:2026-02-28", "created:2026-03", "date:2026-03-01",
      "date:2026-02-28", "created:<2026-03-01", "date:*",
    ]
    // 1772324100000 is 2026-03-01 00:15 in UTC.
    let expected: [(Int, [Int])] = [
      (0, [2, 0, 2, 2, 0, 0, 2]), (-5 * 3600, [1, 1, 1, 1, 1, 1, 2]),
      (14 * 3600, [2, 0, 2, 2, 0, 0, 2]),
    ]
    for (offset, counts) in expected {
      vault.zone = Zone { _ in offset }
      #expect(try vault.index().report.rebuilt == nil)
      #expect(try queries.map { try Self.found($0, in: vault) } == counts, "\(offset)")
      #expect(try vault.answers() == vault.freshAnswers())
    }
  }

  @Test func `an unchanged vault is not read again, and nothing is written`() throws {
    let vault = try IndexedVault()
    for number in 0..<20 { vault.write("note \(number)", to: "\(number).md") }
    try vault.index()
    // Past the time in which a stamp cannot be trusted.
    usleep(60_000)
    try vault.index()
    let manifest = FileStatus.at(vault.folder.path.appending("vault/.zib/cache/manifest"))
    #expect(try vault.index().report.isNothing)
    #expect(
      FileStatus.at(vault.folder.path.appending("vault/.zib/cache/manifest")) == manifest)
  }

  static func found(_ text: String, in vault: IndexedVault) throws -> Int {
    let now = vault.vault
    let search = VaultSearch(
      now, try now.index(), today: IndexedVault.today,
      zone: vault.zone)
    return try search.count(search.query(text))
  }
}
