import Files
import Indexing
import Notes
import Search
import Settings
import TestSupport
import Testing
import VaultSandbox
import Vaults

/// A file that an editor renames: the links around it are enough to plan by.
struct MovedFileTests {
  private static let paths = [
    "Alpha.md", "Beta.md", "a/Alpha.md", "a/Gamma.md", "a/b/Beta.md", "c/Delta.md", "c/Gamma x.md",
  ]
  private static let news = [
    "New.md", "Gamma.md", "a/Beta.md", "c/Alpha.md", "New/Alpha.md", "a/b/Second.md", "Delta.MD",
  ]
  private static let lines = [
    "[[Alpha]]", "[[beta|b]]", "[[a/Gamma#Part]]", "[x](a/Alpha.md)", "[x](../Beta.md)",
    "[x](Gamma%20x.md)", "[[Second]]", "[[Other name]]", "## About [[Alpha]]",
    "[[Beta#About Alpha]]",
    "Title [[Gamma]]\n===", "> - # [[Delta]]", "[[New]]", "![[c/Delta]]", "[r]\n\n[r]: Alpha.md",
    "[[#Part]]", "[[Gamma x]]", "`[[Alpha]]`", "[[b/Beta.md]]", "[[Alpha.md]]", "[x](/Beta.md)",
  ]

  private func outcome(_ body: () throws -> [MovePlan.Rewrite]) -> [String] {
    do {
      return try body().map { rewrite in
        "\(rewrite.path.text) \(rewrite.newPath.text) \(rewrite.links) "
          + String(decoding: rewrite.new, as: UTF8.self)
      }
    } catch {
      return ["\(error)"]
    }
  }

  @Test(arguments: Fuzz.seeds(40))
  func `the links around a file are rewritten as by a look at all links`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let vault = try IndexedVault()
    for path in Self.paths {
      var text = random.once(in: 3) ? "---\naliases: [Second, Other name, Gamma]\n---\n" : ""
      text += random.once(in: 2) ? "# Alpha\n\n## Part\n\n" : ""
      for _ in 0..<random.below(6) { text += random.pick(Self.lines) + "\n\n" }
      vault.write(text, to: path)
    }
    let search = VaultSearch(
      vault.vault, try vault.index(), today: IndexedVault.today, zone: .utc)
    for _ in 0..<6 {
      guard let from = NotePath(random.pick(Self.paths)), let to = NotePath(random.pick(Self.news))
      else { continue }
      let move = MoveRequest(from: from, to: to, isFolder: false)
      let request = MovesRequest([move])
      // Of several moves every link of the vault is looked at; this one moves nothing.
      let none = try MoveRequest(
        from: #require(NotePath("none/none.md")), to: #require(NotePath("none/no.md")),
        isFolder: false)
      let around = outcome { try search.plannedRewrites(of: request) }
      let all = outcome { try search.plannedRewrites(of: MovesRequest([move, none])) }
      #expect(around == all, "seed \(seed), \(from.text) to \(to.text)")
    }
  }
}
