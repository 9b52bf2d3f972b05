import Files
import Indexing
import Notes
import Steps
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

  @Test func `notes that changed names by hand are told until they change again`() throws {
    func swapped() throws -> [String] {
      try check().findings.compactMap { finding in
        guard case .swapped(let former, let count) = finding.kind else { return nil }
        return "\(String(decoding: finding.path, as: UTF8.self)) \(former.text) \(count)"
      }
    }
    func swap() {
      let texts = world.texts()
      world.write(["a.md": texts["f/b.md"]!, "f/b.md": texts["a.md"]!])
    }
    world.write([
      "a.md": "# One\n", "f/b.md": "# Two\n", "c.md": "[[a]] [x](f/b.md) [[a]]\n",
      "g.md": "[[a]]\n", "d.md": "# D\n",
      "e.md": "# E\n", "x.md": "x\n", "y.md": "y\n",
    ])
    _ = try vault.commit()
    #expect(try swapped() == [])
    swap()
    // No link leads to the others.
    world.write(["d.md": "# E\n", "e.md": "# D\n"])
    // Two notes of one text tell nothing.
    world.write(["x.md": "y\n"])
    let told = ["a.md f/b.md 2", "f/b.md a.md 1"]
    #expect(try swapped() == told)
    _ = try vault.commit()
    #expect(try swapped() == told)
    world.write(["d.md": "# Other\n"])
    _ = try vault.commit()
    #expect(try swapped() == told)
    swap()
    #expect(try swapped() == [])
    _ = try vault.commit()
    #expect(try swapped() == [])
    swap()
    world.write(["a.md": "# Two and more\n"])
    #expect(try swapped() == [])
  }

  @Test func `links follow a section that was cut and pasted into another note`() throws {
    let links =
      "[[Pond#Ice]] [h](Pond.md#harvest) [[Pond#^blue|b]] [[Pond#Ice#Harvest]] [[Pond#Fish]] [[Pond#None]] [[Pond#Twice]]\n"
    world.write([
      "Pond.md":
        "# Pond\n\n[[#Ice]]\n\n## Ice\n\nIce. ^blue\n\n### Harvest\n\nx\n\n## Fish\n\n## Twice\n",
      "f/a.md": links, "Lake.md": "# Lake\n", "Other.md": "# Other\n",
    ])
    _ = try vault.commit()
    world.write([
      "Pond.md": "# Pond\n\n[[#Ice]]\n\n## Fish\n",
      "Ice.md": "# Ice\n\nIce. ^blue\n\n## Harvest\n\nx\n", "Lake.md": "# Lake\n\n## Twice\n",
      "Other.md": "# Other\n\n## Twice\n",
    ])
    // Nothing shows yet which of the changes belong together.
    #expect(try check().findings.allSatisfy { $0.rule != .brokenAnchor || !$0.isFixable })
    _ = try vault.commit(confirm: { _ in true })
    let report = try check()
    let plan = try vault.plannedMending(of: report)
    _ = try vault.mend(report, as: plan)
    let texts = world.texts()
    #expect(
      texts["f/a.md"]
        == "[[Ice]] [h](Ice.md#harvest) [[Ice#^blue|b]] [[Ice#Ice#Harvest]] [[Pond#Fish]] [[Pond#None]] [[Pond#Twice]]\n"
    )
    #expect(texts["Pond.md"] == "# Pond\n\n[[Ice]]\n\n## Fish\n")
    let left = try check().findings.filter { $0.rule == .brokenAnchor }
    #expect(left.count == 2 && left.allSatisfy { !$0.isFixable })
    _ = try vault.undo()
    #expect(world.texts()["f/a.md"] == links)
  }

  @Test func `links follow a heading that has other words, and none that has another text`() throws
  {
    let links = "[[Pond#Ice]] [h](Pond.md#ice) [[Pond#Ice#Harvest]] [[Pond#Fish]] [[Pond#Reeds]]\n"
    world.write([
      "Pond.md":
        "# Pond\n\n## Ice\n\nBlue.\n\n### Harvest\n\nx\n\n## Fish\n\nPerch.\n\n## Reeds\n\nTall.\n",
      "a.md": links,
    ])
    _ = try vault.commit()
    world.write([
      "Pond.md":
        "# Pond\n\n## Eis\n\nBlue.\n\n### Ernte\n\nx\n\n## Birds\n\nHeron.\n\n## Rushes\n\nTall.\n"
    ])
    _ = try vault.commit(confirm: { _ in true })
    // Later edits move the headings.
    world.write([
      "Pond.md":
        "# Pond\n\n## New\n\n## Eis\n\nBlue.\n\n### Ernte\n\nx\n\n## Birds\n\nHeron.\n"
    ])
    _ = try vault.commit(confirm: { _ in true })
    let report = try check()
    _ = try vault.mend(report, as: vault.plannedMending(of: report))
    #expect(
      world.texts()["a.md"]
        == "[[Pond#Eis]] [h](Pond.md#eis) [[Pond#Eis#Ernte]] [[Pond#Fish]] [[Pond#Reeds]]\n")
  }

  @Test func `links follow a block that has another id, and none that has another text`() throws {
    world.write([
      "Pond.md": "One. ^a\n\n- item ^b\n\nThree. ^c\n",
      "x.md": "[[Pond#^a]] [x](Pond.md#^b) [[Pond#^c]]\n",
    ])
    _ = try vault.commit()
    world.write(["Pond.md": "One. ^one\n\n- item ^item\n\nDrei. ^three\n"])
    _ = try vault.commit()
    let report = try check()
    _ = try vault.mend(report, as: vault.plannedMending(of: report))
    #expect(world.texts()["x.md"] == "[[Pond#^one]] [x](Pond.md#^item) [[Pond#^c]]\n")
  }

  @Test func `a heading that came into another note with another text has not moved`() throws {
    world.write([
      "Pond.md": "## Notes\n\nIce.\n", "Lake.md": "# Lake\n", "a.md": "[[Pond#Notes]]\n",
    ])
    _ = try vault.commit()
    world.write(["Pond.md": "Ice.\n", "Lake.md": "# Lake\n\n## Notes\n\nDeep.\n"])
    _ = try vault.commit(confirm: { _ in true })
    #expect(try check().findings.filter { $0.rule == .brokenAnchor }.map(\.isFixable) == [false])
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
