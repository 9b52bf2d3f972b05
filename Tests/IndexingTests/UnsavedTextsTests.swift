import Files
import Indexing
import Notes
import OperatingSystem
import Search
import Settings
import TestSupport
import Testing
import VaultSandbox

/// Texts that are not saved give the answers that they would give as files.
struct UnsavedTextsTests {
  @Test(arguments: Fuzz.seeds(6))
  func `every answer counts unsaved texts as if they were saved`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let vault = try IndexedVault()
    for (name, text) in LinkedVault(&random).files { vault.write(text, to: name) }
    try vault.index()
    // Past the time in which a stamp cannot be trusted.
    usleep(60_000)
    let base = try vault.index()
    var unsaved: [NotePath: [UInt8]] = [:]
    for (name, text) in LinkedVault(&random).files where random.once(in: 2) {
      guard let path = NotePath(name), path.isMarkdown else { continue }
      unsaved[path] = Array(text.utf8)
    }
    let read = vault.vault.counting(unsaved: unsaved)
    let found = try IndexedVault.answers(
      read, try base.counting(unsavedOf: read), vault.zone)
    // The index of the disk is as it was.
    #expect(try vault.index().report.isNothing)
    for (path, bytes) in unsaved {
      vault.folder.makeFolders(above: "vault/" + path.text)
      vault.folder.write(bytes, to: vault.path(path.text))
    }
    func comparable(_ lines: [String]) -> [String] {
      // By their times the notes are in another order.
      lines.filter { !$0.hasPrefix("modified: ") }.sorted()
    }
    #expect(
      comparable(found) == comparable(try vault.freshAnswers()), "seed \(seed)")
  }

  @Test(arguments: Fuzz.seeds(6))
  func `the check of each note is its part of the check of all`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let vault = try IndexedVault()
    for (name, text) in LinkedVault(&random).files { vault.write(text, to: name) }
    let search = VaultSearch(
      vault.vault, try vault.index(), today: IndexedVault.today, zone: .utc)
    // What is said of a name, and of a file as one of many, has no place in a note.
    let all = try search.check().filter { $0.position != nil || $0.kind == .empty }
    let each = try search.notes.flatMap { try search.check(noteAt: $0) }
    func words(_ findings: [CheckFinding]) -> [String] { findings.map { "\($0)" }.sorted() }
    #expect(words(each) == words(all), "seed \(seed)")
  }
}
