import Files
import Indexing
import Notes
import TestSupport
import Testing
import VaultSandbox

/// The links that are kept of a whole vault, against each note's links as they are read one by one.
struct LinkAgreementTests {
  @Test(.timeLimit(.minutes(20)), arguments: 1...UInt64(4 * Fuzz.factor))
  func `backlinks, counts and orphans are those of the notes' own links`(seed: UInt64) throws {
    var vault = try IndexedVault()
    var history = RandomHistory(seed: seed)
    for round in 0..<10 {
      for _ in 0..<(1 + history.number(below: 6)) { _ = history.step(&vault) }
      let index = try vault.index()
      let search = VaultSearch(vault.vault, index, today: IndexedVault.today, zone: .utc)
      var targets: [NotePath: Set<NotePath>] = [:]
      var sources: [NotePath: Set<NotePath>] = [:]
      var broken: Set<NotePath> = []
      index.table.forEachNote { _, path in
        // A note that cannot be read is not in the index either.
        guard let links = try? search.links(of: path) else { return }
        targets[path] = []
        for link in links {
          if case .file(let file, _) = link.target, file != path {
            targets[path]?.insert(file)
            sources[file, default: []].insert(path)
          }
          if link.target == .missing { broken.insert(path) }
        }
      }
      func found(_ query: String) throws -> Set<NotePath> {
        Set(try search.results(search.query(query), order: .path).map(\.path))
      }
      for path in targets.keys {
        let backlinks = Set(try search.backlinks(to: path).map(\.path))
        let missing = (sources[path] ?? []).subtracting(backlinks)
        let links = try missing.map { try search.links(of: $0) }
        #expect(
          backlinks == sources[path] ?? [], "seed \(seed), round \(round), \(path): \(links)")
      }
      let orphans = Set(targets.keys.filter { sources[$0] == nil })
      let place = "seed \(seed), round \(round)"
      #expect(try found("is:orphan") == orphans, "\(place)")
      #expect(try found("backlinks:0") == orphans, "\(place)")
      #expect(try found("is:broken") == broken, "\(place)")
      #expect(
        Set(try search.brokenLinks().filter { $0.link.target == .missing }.map(\.path)) == broken,
        "\(place)")
      #expect(
        try found("backlinks:2") == Set(targets.keys.filter { sources[$0]?.count == 2 }), "\(place)"
      )
      #expect(
        try found("links:>=1")
          == Set(targets.keys.filter { targets[$0] != [] || broken.contains($0) }),
        "\(place)")
    }
  }
}
