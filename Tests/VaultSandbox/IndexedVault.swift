import Files
import Indexing
import Notes
import Search
import Settings
import TestSupport

/// A vault in a temporary folder, and everything that a search in it says, as text to compare.
package struct IndexedVault {
  package let folder: TemporaryFolder
  /// The zone of the person at the terminal.
  package var zone = Zone.utc

  package init() throws {
    folder = try TemporaryFolder()
    folder.makeFolder("vault/.zib")
    folder.makeFolder("home/.cache")
  }

  /// The variables under which commands run.
  package var environment: Environment {
    Environment(["HOME": folder("home"), "XDG_CONFIG_HOME": folder("home/config")])
  }

  /// The vault with its settings as they are now.
  package var vault: Vault {
    let location = VaultLocation(root: folder.path.appending("vault"), kind: .zib)
    return Vault(
      location: location, configuration: .load(location, environment: environment),
      environment: environment)
  }

  /// The same vault for somebody who has no index and nowhere to keep one.
  private var stranger: Vault {
    Vault(
      location: VaultLocation(root: folder.path.appending("vault"), kind: .markdown),
      configuration: vault.configuration, environment: Environment([:]))
  }

  package func write(_ text: String, to name: String) { folder.write(text, to: "vault/" + name) }

  package func path(_ name: String) -> String { folder("vault/" + name) }

  /// The names of the files in which the index is kept.
  package var indexFiles: [String] {
    folder.names(in: "vault/.zib/cache").filter { $0 == "manifest" || $0.hasPrefix("segment-") }
  }

  /// The index after one command.
  @discardableResult
  package func index() throws -> VaultIndex { try vault.index() }

  /// All answers after one command, as `zib` gives them: where the index proves damaged on the way,
  /// it is built anew.
  package func answers() throws -> [String] {
    let vault = vault
    do {
      return try Self.answers(vault, try vault.index(), zone)
    } catch IndexError.damaged {
      return try Self.answers(vault, try vault.index(rebuilding: true), zone)
    }
  }

  /// All answers of an index that never was before.
  package func freshAnswers() throws -> [String] {
    try Self.answers(stranger, try stranger.index(), zone)
  }

  /// 2026-11-21.
  package static let today = CivilDate(daysSinceEpoch: 20_778)

  private static let queries = [
    "", "sea", "walk", "\"sea stone\"", "stone OR wi*", "lettre~", "title:night", "-sea",
    "tag:coast", "#coast/north", "has:task", "is:orphan", "is:broken", "link:alpha", "path:a/",
    "link:\"Night walk\"", "links:>=2", "links:0", "backlinks:0", "backlinks:>=2",
    "linked-from:alpha",
    "link:a/beta.md",
    "status:read", "status:*", "-status:*", "words:<5", "modified:<2020-01-01", "lang:de",
    "created:2020-01-01", "sea NEAR/3 night", "/st[ou]ne/", "wandern", "东京 OR 東京", "is:journal",
    "due:2026-11", "-due:*", "done:<=2026-11-20", "priority:>=medium", "task:(sea due:*)",
  ]

  package static func answers(_ vault: Vault, _ index: VaultIndex, _ zone: Zone) throws -> [String]
  {
    let search = VaultSearch(
      vault, index, today: today, zone: zone)
    var lines: [String] = []
    for text in queries {
      let query = search.query(text)
      var line = "\(text): \(try search.count(query))"
      for result in try search.results(query, order: .path) {
        line += " [\(result.path.description) \(result.title)]"
      }
      let best = try search.results(query).map(\.path.bytes)
      if Set(best).count != best.count { line += " a note twice" }
      line += " \(best.count)"
      lines.append(line)
    }
    for order in [VaultSearch.Order.modified, .words, .created, .date] {
      let results = try search.results(search.query(""), order: order)
      lines.append("\(order): \(results.map(\.path.description))")
    }
    lines += try search.properties(of: search.query("")).map { "\($0)" }
    // The second answers are from the cache, if there is one.
    for _ in 0..<2 {
      lines += try search.brokenLinks().map { "\($0)" }
      lines += try search.check().map { "\($0)" }
      let all = try search.documents(of: .all)
      lines.append("\(try search.factCounts(of: all, isAll: true).sorted)")
    }
    try index.table.forEachNote { _, path in
      // A note that is gone by now has no links.
      guard let links = try? search.links(of: path) else { return }
      lines.append("\(path.description) links \(links)")
      let backlinks = try search.backlinks(to: path)
      lines.append(
        "\(path.description) from \(backlinks.map { ($0.path.description, $0.places.matches) })")
    }
    index.table.forEachNote { _, path in lines.append(path.description) }
    // An unreadable file is told when its reading was tried, which is not each time.
    let lasting = index.problems.filter { $0.kind != .unreadable }
    lines += lasting.map { "\($0.kind) \($0.displayPath)" }.sorted()
    return lines
  }
}

extension FactCounts {
  /// The counts as text to compare; a dictionary prints its values in any order.
  fileprivate var sorted: String {
    "\(quotes) \(clozes) \(questions) \(openTasks) \(doneTasks) \(books) "
      + Book.Status.allCases.map { "\(booksByStatus[$0] ?? 0)" }.joined(separator: " ")
  }
}

extension VaultIndex.Report {
  /// True where the index was in step with the files already.
  package var isNothing: Bool {
    added == 0 && changed == 0 && removed == 0 && rebuilt == nil && unsaved == nil
  }
}
