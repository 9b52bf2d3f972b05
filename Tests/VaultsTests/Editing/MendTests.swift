import Files
import Indexing
import Notes
import TestSupport
import Testing
import Vaults

/// The mending of links by `zib check --fix`.
@Suite(.enabled(if: Shell.hasGit, "there is no git program"))
struct MendTests {
  private let world: CommittedVault
  private var vault: Vault { world.vault }

  init() throws { world = try CommittedVault() }

  private func search() throws -> VaultSearch {
    // 2026-11-21
    VaultSearch(vault, try vault.index(), today: CivilDate(daysSinceEpoch: 20_778), zone: .utc)
  }

  private func check() throws -> CheckReport { try search().checked() }

  /// The files that the links of each note mean, in order.
  private func meanings() throws -> [String: [String?]] {
    let search = try search()
    var meanings: [String: [String?]] = [:]
    for path in search.notes {
      meanings[path.text] = try search.links(of: path).map { link in
        if case .file(let file, _) = link.target { file.text } else { nil }
      }
    }
    return meanings
  }

  @Test func `a plan that is not the one that was shown changes nothing`() throws {
    world.write(["Note.md": "---\naliases: [N]\n---\nx\n", "a.md": "[[N]]\n"])
    _ = try vault.commit()
    let report = try check()
    let shown = try vault.plannedMending(of: report)
    #expect(shown.linkCount == 1)
    world.write(["a.md": "[[N]] and more\n"])
    #expect(throws: PlanOutdated.self) { _ = try vault.mend(report, as: shown) }
    #expect(world.texts()["a.md"] == "[[N]] and more\n")
  }

  @Test func `an alias that two notes have, and a name that says nothing, are left to a person`()
    throws
  {
    world.write([
      "a.md": "---\naliases: [N]\n---\nx\n", "b.md": "---\naliases: [N]\n---\ny\n",
      "c.md": "[[N]] [x](gone/README.md) [y](gone/d.md)\n", "e/README.md": "z\n", "e/d.md": "d\n",
      "f/d.md": "d\n",
    ])
    _ = try vault.commit()
    #expect(try vault.plannedMending(of: check()).rewrites.isEmpty)
  }

  @Test(arguments: Fuzz.seeds(6))
  func `links follow files that another program moved, and one undo takes that back`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let folders = ["", "a/", "a/b/", "c/"]
    let paths = (0..<8).map { random.pick(folders) + "n\($0).md" }
    for (number, path) in paths.enumerated() {
      let up = String(repeating: "../", count: path.split(separator: "/").count - 1)
      let links = (0..<4).map { _ in
        let target = random.pick(paths)
        let stem = target.split(separator: "/").last.map { String($0.dropLast(3)) } ?? ""
        return random.pick([
          "[[\(stem)]]", "[[\(target.dropLast(3))|t]]", "[x](\(up)\(target))", "![[\(target)]]",
        ])
      }
      world.write([path: "Text \(number)\n\n\(links.joined(separator: "\n"))\n"])
    }
    _ = try vault.commit(confirm: { _ in true })
    let former = try meanings()
    var places: [String: String] = [:]
    for path in paths where random.once(in: 3) {
      let name = path.split(separator: "/").last.map { String($0) } ?? path
      let new = random.pick(folders) + (random.once(in: 2) ? "m" + name : name)
      if new == path { continue }
      places[path] = new
      world.shell("mkdir -p a/b c && mv \(path) \(new)")
      if random.once(in: 3) { world.shell("git add -A && git commit -qm elsewhere") }
    }
    let before = world.texts()
    let report = try check()
    let plan = try vault.plannedMending(of: report)
    #expect(world.texts() == before, "seed \(seed)")
    #expect(try vault.mend(report, as: plan).plan.refusals.isEmpty, "seed \(seed)")
    func place(_ path: String) -> String { places[path] ?? path }
    let expected = Dictionary(
      uniqueKeysWithValues: former.map { (place($0), $1.map { $0.map(place) }) })
    let found = try meanings()
    for (path, files) in expected {
      let text = "\(world.texts()[path] ?? "")"
      #expect(found[path] == files, "seed \(seed): \(path): \(places) \(text)")
    }
    if plan.linkCount == 0 { return }
    _ = try vault.undo()
    #expect(world.texts() == before, "seed \(seed)")
  }
}
