import Files
import Indexing
import Notes
import OperatingSystem
import Search
import Synchronization
import TestSupport
import Testing
import VaultSandbox

/// The findings and counts that are kept note by note, after each change against those of a vault without a cache.
struct KeptLinksTests {
  private static let names = [
    "alpha", "beta", "Alpha", "alpha.md", "beta.x", "gam\u{E9}", "game\u{301}", "long name",
    "alpha (1)",
    "pic", "readme", "b",
  ]
  private static let folders = ["", "a/", "b/", "a/b/", "c d/"]
  private static let titles = [
    "alpha", "Night walk", "a/alpha", "gam\u{E9}", "beta.x", "B", "pic.png", "long  name",
  ]

  private struct Writer {
    var random: SeededRandom

    mutating func number(below limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    mutating func pick(_ choices: [String]) -> String { choices[number(below: choices.count)] }

    mutating func target() -> String {
      switch number(below: 8) {
      case 0: pick(["", "", "./", "../", "/", "a/../"]) + pick(folders) + pick(names)
      case 1: pick(titles)
      case 2:
        pick([
          "pic.png", "a/pic.png", "unused.png", "b/", "a", "nowhere", "x/nowhere", "..", "../..",
        ])
      default: pick(folders) + pick(names) + pick(["", "", ".md"])
      }
    }

    mutating func link() -> String {
      let anchor = pick(["", "", "#One", "#Two", "#One#Two", "#^id", "#none"])
      switch number(below: 4) {
      case 0:
        let target = target().replacing(" ", with: "%20")
        return "[t](\(target)\(anchor.replacing(" ", with: "%20")))"
      case 1: return "![[\(target())\(anchor)|200]]"
      case 2: return "[[\(anchor.isEmpty ? "#One" : anchor)]]"
      default: return "[[\(target())\(anchor)]]"
      }
    }

    mutating func text() -> String {
      var text = ""
      if number(below: 2) == 0 {
        text = "---\n"
        if number(below: 2) == 0 { text += "title: \(pick(titles))\n" }
        if number(below: 2) == 0 { text += "aliases: [\(pick(titles)), \(pick(titles))]\n" }
        if number(below: 3) == 0 { text += "cover: \(pick(["unused.png", "a/pic.png"]))\n" }
        if number(below: 4) == 0 { text += "created: \(pick(["soon", "2026-01-01", "7"]))\n" }
        text += "---\n"
      }
      for _ in 0..<number(below: 6) {
        switch number(below: 6) {
        case 0: text += "\n# \(pick(["One", "Two", "none"]))\n"
        case 1: text += "\nblock ^id\n"
        case 2: text += "\n- [ ] task\n- [x] done\n\n> quote\n"
        default: text += link() + " "
        }
      }
      return text + pick(["", "\n", "\n%% open", "\n```\n"])
    }

    mutating func note() -> String { pick(folders) + pick(names) + ".md" }

    /// Does one thing; returns what, for people.
    mutating func step(_ vault: IndexedVault) -> String {
      let (name, other) = (note(), note())
      let folder = vault.folder
      switch number(below: 16) {
      case 0..<6:
        folder.makeFolders(above: "vault/" + name)
        vault.write(text(), to: name)
        return "write \(name)"
      case 6, 7:
        guard let old = folder.readBytes("vault/" + name) else { return "nothing" }
        folder.write(old + Array("\n\(link())\n".utf8), to: vault.path(name))
        return "add to \(name)"
      case 8:
        folder.unlinkFile("vault/" + name)
        return "remove \(name)"
      case 9, 10:
        folder.makeFolders(above: "vault/" + other)
        folder.move("vault/" + name, to: "vault/" + other)
        return "move \(name) to \(other)"
      case 11:
        let (from, to) = (pick(["a", "b", "a/b"]), pick(["b", "c d", "e"]))
        folder.move("vault/" + from, to: "vault/" + to)
        return "move \(from) to \(to)"
      case 12:
        let name = pick(folders) + pick(["pic.png", "unused.png", "b", "readme.txt", "alpha"])
        folder.makeFolders(above: "vault/" + name)
        if number(below: 2) == 0 {
          folder.unlinkFile("vault/" + name)
          return "remove \(name)"
        }
        vault.write("", to: name)
        return "write \(name)"
      case 13:
        let name = pick(["nowhere", "x/nowhere", "a/nowhere", ".hidden", "a/a"])
        folder.makeFolders(above: "vault/" + name + "/x")
        return "make \(name)"
      case 14:
        vault.write(
          pick([
            "", "language: de\n", "exclude: [b]\n", "templates.folder: a\n", "journal.folder: a\n",
          ]),
          to: ".zib/config.yml")
        return "write settings"
      default:
        let copy = String(name.dropLast(3)) + ".conflict-1a2b3c4d.md"
        folder.makeFolders(above: "vault/" + copy)
        vault.write(text(), to: copy)
        return "write \(copy)"
      }
    }

    private var names: [String] { KeptLinksTests.names }
    private var titles: [String] { KeptLinksTests.titles }
    private var folders: [String] { KeptLinksTests.folders }
  }

  /// All that is kept note by note, as text to compare.
  private static func facts(_ vault: IndexedVault, _ index: VaultIndex) throws -> [String] {
    let search = VaultSearch(vault.vault, index, today: IndexedVault.today, zone: .utc)
    var lines = try search.brokenLinks().map { "broken \($0)" }
    lines += try search.check().map { "\($0.rule) \($0)" }
    let all = try search.documents(of: .all)
    lines.append("\(try search.linkCounts(from: all))")
    lines.append("\(try search.factCounts(of: all, isAll: true) == FactCounts())")
    for query in ["is:orphan", "is:broken", "links:>=2", "backlinks:>=2", "backlinks:1"] {
      let found = try search.results(search.query(query), order: .path).map(\.path.description)
      lines.append("\(query) \(found)")
    }
    return lines
  }

  @Test(.timeLimit(.minutes(20)), arguments: 1...UInt64(6 * Fuzz.factor))
  func `what is kept is what is found afresh`(seed: UInt64) throws {
    let vault = try IndexedVault()
    var writer = Writer(random: SeededRandom(seed: seed))
    for _ in 0..<12 { _ = writer.step(vault) }
    for round in 0..<25 {
      var steps: [String] = []
      for _ in 0..<(1 + writer.number(below: 3)) { steps.append(writer.step(vault)) }
      let index = try vault.index()
      let found = try Self.facts(vault, index)
      let again = try Self.facts(vault, vault.index())
      // Without what is kept of links and findings.
      for name in vault.folder.names(in: "vault/.zib/cache") where !vault.indexFiles.contains(name)
      {
        vault.folder.move("vault/.zib/cache/" + name, to: "kept " + name)
      }
      let expected = try Self.facts(vault, index)
      for name in vault.folder.names(in: "vault/.zib/cache") where !vault.indexFiles.contains(name)
      {
        if vault.folder.readBytes("kept " + name) != nil {
          vault.folder.move("kept " + name, to: "vault/.zib/cache/" + name)
        } else {
          vault.folder.unlinkFile("vault/.zib/cache/" + name)
        }
      }
      if found == expected, again == expected { continue }
      let wrong = Set(found + again).subtracting(expected).sorted().prefix(4)
      let missing = Set(expected).subtracting(found).sorted().prefix(4)
      Issue.record(
        """
        seed \(seed), round \(round): \(steps.joined(separator: "; "))
        found    \(wrong.joined(separator: "\\n         "))
        expected \(missing.joined(separator: "\\n         "))
        """)
      return
    }
  }

  @Test func `after one edit only that note is read, and those to whose headings it links`() throws
  {
    let vault = try IndexedVault()
    for number in 0..<40 {
      vault.write("# One\n[[\(number + 1)#One]] [[gone]]\n", to: "\(number).md")
    }
    func search() throws -> VaultSearch {
      VaultSearch(vault.vault, try vault.index(), today: IndexedVault.today, zone: .utc)
    }
    // Past the time in which a stamp cannot be trusted.
    usleep(60_000)
    _ = try search().check()
    usleep(60_000)
    vault.write("# Two\n", to: "7.md")
    let broken = try search().brokenLinks()
    #expect(broken.contains { $0.path.text == "6.md" && $0.link.target != .missing })
    let done = ReadCount()
    _ = try search().check { _, total in done.set(total) }
    #expect(done.total == 1)
  }
}

/// The number of notes that a check said it would read.
private final class ReadCount: Sendable {
  private let count = Mutex(0)
  var total: Int { count.withLock { $0 } }
  func set(_ total: Int) { count.withLock { $0 = total } }
}
