import Exchange
import LanguageServer
import TestSupport
import Testing
import VaultSandbox

struct CompletionTests {
  private func client() throws -> ProtocolClient {
    let vault = try IndexedVault()
    vault.write(
      "---\naliases: [Rereading]\ntags: [memory]\nstatus: read\n---\n# The art\n",
      to: "art of memory.md")
    vault.write("# Walden\n\n## Economy\n\n## Solitude\n\nText. ^one\n", to: "Books/Walden.md")
    vault.write("# Other Walden\n", to: "Walden again.md")
    vault.folder.write([1, 2, 3], to: vault.folder("vault/pond view.png"))
    return try ProtocolClient(vault)
  }

  /// Opens a text, completes at its end, and gives the texts after the first item is taken, each way.
  private func taken(_ client: ProtocolClient, _ before: String, _ after: String = "") throws -> (
    inserted: String, replaced: String
  ) {
    client.open("Draft.md", before + after)
    let buffer = TextBuffer(Array((before + after).utf8))
    let place = buffer.position(at: before.utf8.count, .utf16)
    let list = try client.ask(
      "completion", "Draft.md", Int64(place.line), Int64(place.character))
    guard let edit = list["items"]?.elements?.first?["textEdit"] else { return ("", "") }
    func applied(_ name: String) -> String {
      ProtocolClient.applied(
        [["range": edit[name] ?? .null, "newText": edit["newText"] ?? .null]],
        to: buffer.bytes)
    }
    return (applied("insert"), applied("replace"))
  }

  @Test func `a note is linked by the shortest name that means it, and the link closed`() throws {
    let client = try client()
    #expect(try taken(client, "[[eco").inserted == "")
    #expect(try taken(client, "See [[Walden").inserted == "See [[Walden]]")
    #expect(try taken(client, "See [[Walden", "]] more").inserted == "See [[Walden]] more")
    #expect(try taken(client, "[[Wa", "lden]]").replaced == "[[Walden]]")
  }

  @Test func `a title or an alias that the file's name is not is piped`() throws {
    let client = try client()
    #expect(try taken(client, "[[the art").inserted == "[[art of memory|The art]]")
    #expect(try taken(client, "[[Reread").inserted == "[[art of memory|Rereading]]")
  }

  @Test func `names that begin so come before names that have it inside`() throws {
    let client = try client()
    client.open("Draft.md", "[[walden")
    #expect(try client.completions("Draft.md", 0, 8) == ["Walden", "Other Walden"])
  }

  @Test func `a path is looked for as well as a name, and stays one`() throws {
    let client = try client()
    client.open("Draft.md", "[[Books/\n[[books/w")
    #expect(try client.completions("Draft.md", 0, 8) == ["Walden"])
    #expect(try client.completions("Draft.md", 1, 9) == ["Walden"])
    #expect(try taken(client, "[[Books/W").inserted == "[[Books/Walden|Walden]]")
  }

  @Test func `accents do not count, neither here nor in the text that the client compares`() throws
  {
    let client = try client()
    client.vault.write("# Caf\u{E9}\n", to: "Caf\u{E9}.md")
    client.vault.write("# \u{C0} la recherche\n", to: "Proust.md")
    client.open("Draft.md", "[[Cafe\n[[a la re\n[[Caf\u{E9}")
    let list = try client.ask("completion", "Draft.md", 0, 6)["items"]?.elements ?? []
    #expect(list.map { $0["label"] } == [.string("Caf\u{E9}")])
    #expect(list.first?["filterText"]?.string?.contains("cafe") == true)
    #expect(try client.completions("Draft.md", 1, 9) == ["\u{C0} la recherche"])
    #expect(try client.completions("Draft.md", 2, 6) == ["Caf\u{E9}"])
  }

  @Test func `a link is completed as the vault's program writes it`() throws {
    let graph = try IndexedVault()
    graph.folder.makeFolder("vault/logseq")
    graph.write("{:file/name-format :triple-lowbar}", to: "logseq/config.edn")
    graph.write("- One.\n", to: "journals/2026_11_23.md")
    graph.write("- Two.\n", to: "pages/Books___Emma.md")
    let logseq = try ProtocolClient(graph)
    #expect(try taken(logseq, "[[Nov 23").inserted == "[[Nov 23rd, 2026]]")
    #expect(try taken(logseq, "[[Emma").inserted == "[[Books/Emma]]")
    #expect(try taken(logseq, "[[Books/E").inserted == "[[Books/Emma]]")
    let workspace = try IndexedVault()
    workspace.write("vaults:\n- fsPath: .\n", to: "dendron.yml")
    workspace.write("---\nid: a\ntitle: Lookup View\n---\n", to: "topic.lookup.md")
    #expect(
      try taken(try ProtocolClient(workspace), "[[Lookup").inserted
        == "[[Lookup View|topic.lookup]]")
  }

  @Test func `headings and blocks are offered behind a note`() throws {
    let client = try client()
    client.open("Draft.md", "[[Walden#\n[w](Books/Walden.md#")
    #expect(
      try client.completions("Draft.md", 0, 9) == ["Walden", "Economy", "Solitude", "^one"])
    #expect(try client.completions("Draft.md", 1, 20) == ["Walden", "Economy", "Solitude"])
    #expect(try taken(client, "[w](Books/Walden.md#econ").inserted == "[w](Books/Walden.md#walden)")
  }

  @Test func `a destination of Markdown is a path, encoded`() throws {
    let client = try client()
    #expect(try taken(client, "[a](art").inserted == "[a](art%20of%20memory.md)")
    #expect(try taken(client, "![[pond").inserted == "![[pond view.png]]")
  }

  @Test func `keys and values of the front matter are those of the vault`() throws {
    let client = try client()
    client.open("Draft.md", "---\nsta\ntags: [me\nstatus: \n---\n")
    #expect(try client.completions("Draft.md", 1, 3).contains("status"))
    #expect(try client.completions("Draft.md", 2, 9) == ["memory"])
    #expect(try client.completions("Draft.md", 3, 8) == ["read"])
    #expect(try taken(client, "---\nsta").inserted == "---\nstatus: ")
  }

  @Test func `moods come in the heading of a journal entry`() throws {
    let client = try client()
    client.open("Journal/2026/2026-11-21.md", "## 08:15 happ")
    let moods = try client.completions("Journal/2026/2026-11-21.md", 0, 13)
    #expect(moods.contains { $0.contains("😀") || $0.contains("happy") })
    let day = "Journal/2026/2026-11-21.md"
    client.change(day, to: "## 08:15 :happ")
    let items = try client.ask("completion", day, 0, 14)["items"]?.elements ?? []
    let happy = try #require(items.first { $0["filterText"]?.string?.contains(":happ") == true })
    #expect(ProtocolClient.range(happy["textEdit"]?["replace"]) == "0:9-0:14")
    client.change(day, to: "## 08:15 :")
    #expect(try client.completions(day, 0, 10).count > 3)
    client.open("Draft.md", "## 08:15 happ")
    #expect(try client.completions("Draft.md", 0, 13).isEmpty)
  }

  @Test func `nothing is offered in code, and after the bar of a link`() throws {
    let client = try client()
    client.open("Draft.md", "```\n[[Wal\n```\n\n`[[Wal` [[Walden|te")
    #expect(try client.completions("Draft.md", 1, 5).isEmpty)
    #expect(try client.completions("Draft.md", 4, 6).isEmpty)
    #expect(try client.completions("Draft.md", 4, 19).isEmpty)
  }

  @Test func `a list that is cut says so, and an item is explained when it is looked at`() throws {
    let client = try client()
    for number in 0..<150 { client.vault.write("# Note \(number)\n", to: "many/n\(number).md") }
    client.open("Draft.md", "[[note")
    let list = try client.ask("completion", "Draft.md", 0, 6)
    #expect(list["isIncomplete"] == true)
    #expect(list["items"]?.elements?.count == 100)
    let item = try client.request(
      "completionItem/resolve", list["items"]?.elements?.first ?? .null)
    #expect(item["documentation"]?["value"]?.string?.contains("Note") == true)
  }
}
