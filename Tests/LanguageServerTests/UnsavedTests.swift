import Exchange
import LanguageServer
import TestSupport
import Testing
import VaultSandbox

/// Text that is open and not saved counts in every answer.
struct UnsavedTests {
  private func client() throws -> ProtocolClient {
    let vault = try IndexedVault()
    vault.write("# Alpha\n\nSee [[Beta]].\n", to: "Alpha.md")
    vault.write("---\naliases: [Second]\n---\n# Beta\n\n## Part\n\nText #coast.\n", to: "Beta.md")
    return try ProtocolClient(vault)
  }

  @Test func `a heading that is not saved is completed, and a link to it is whole`() throws {
    let client = try client()
    client.open("Beta.md")
    client.change("Beta.md", to: "# Beta\n\n## Unsaved\n")
    client.open("Alpha.md", "# Alpha\n\n[[Beta#Unsaved]] [[Beta#Part]]\n")
    #expect(try client.findings("Alpha.md") == ["broken-anchor 2:17-2:30"])
    client.change("Alpha.md", to: "# Alpha\n\n[[Beta#")
    #expect(try client.completions("Alpha.md", 2, 7) == ["Beta", "Unsaved"])
  }

  @Test func `words in use are counted with the texts that are not saved in place of their files`()
    throws
  {
    let vault = try IndexedVault()
    vault.write("---\nstatus: read\n---\n#coast\n", to: "Alpha.md")
    vault.write("---\nstatus: read\n---\n#coast\n", to: "Beta.md")
    let client = try ProtocolClient(vault)
    func offered(_ line: Int64, _ character: Int64) throws -> [String] {
      let items = try client.ask("completion", "Alpha.md", line, character)["items"]?.elements
      return (items ?? []).map { "\($0["label"]?.string ?? "") \($0["detail"]?.string ?? "")" }
    }
    client.open("Alpha.md", "---\nstatus: \n---\n#sea/salt and #Sea\n\n#")
    #expect(try offered(5, 1) == ["#coast 1", "#sea 1", "#sea/salt 1"])
    #expect(try offered(1, 8) == ["read 1"])
    client.change("Alpha.md", to: "---\nstatus: \n---\n#coast\n\n#")
    #expect(try offered(5, 1) == ["#coast 2"])
  }

  @Test func `a link that is not saved is a backlink, and one that is gone is none`() throws {
    let client = try client()
    let query: JSONValue = ["context": ["includeDeclaration": false]]
    #expect(
      client.places(try client.ask("references", "Beta.md", 3, 3, query)) == [
        "Alpha.md 2:4-2:12"
      ])
    client.open("Alpha.md", "# Alpha\n\nNo link.\n")
    #expect(try client.ask("references", "Beta.md", 3, 3, query) == [])
    client.change("Alpha.md", to: "[[beta]], [[Second]] and [[Beta#Part]]\n")
    #expect(
      client.places(try client.ask("references", "Beta.md", 3, 3, query)) == [
        "Alpha.md 0:0-0:8", "Alpha.md 0:10-0:20", "Alpha.md 0:25-0:38",
      ])
  }

  @Test func `a note that no file has yet is found, completed and linked to`() throws {
    let client = try client()
    client.open("Gamma.md", "# Gamma ray\n\nTo [[Alpha]]. Unwritten word.\n")
    client.open("Alpha.md", "# Alpha\n\nSee [[Gamma]] and [[G\n")
    #expect(try client.findings("Alpha.md").isEmpty)
    #expect(try client.completions("Alpha.md", 2, 21) == ["Gamma ray"])
    let hits = try client.request(
      "workspace/executeCommand", ["command": "zib.search", "arguments": ["unwritten"]])
    #expect(hits.elements?.map { $0["path"] } == ["Gamma.md"])
    client.notify(
      "textDocument/didClose", ["textDocument": ["uri": .string(client.uri("Gamma.md"))]])
    #expect(try client.findings("Alpha.md") == ["unwritten-note 2:4-2:13"])
  }

  @Test(
    arguments: [("Pacific/Auckland", 43_200_000), ("America/Los_Angeles", 3_600_000)]
      as [(String, Int64)])
  func `an entry of the journal is of the day on which it is written, wherever home is`(
    home: String, time: Int64
  ) throws {
    let vault = try IndexedVault()
    vault.write("journal:\n  zone: \(home)\n", to: ".zib/config.yml")
    // The clock of the client is that of UTC.
    let client = try ProtocolClient(vault, now: 20_778 * 86_400_000 + time)
    let written = try client.request(
      "workspace/executeCommand", ["command": "zib.log", "arguments": ["A heron."]])
    let path = try #require(written["path"]?.string)
    #expect(path.hasSuffix("2026-11-21.md"), "\(path)")
    let text = String(decoding: fileBytes(vault.path(path)) ?? [], as: UTF8.self)
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("## ") }
    // With the zone after the time, because it is not that of home.
    #expect(
      headings.count == 1 && headings[0].hasPrefix(time == 3_600_000 ? "## 01:00 " : "## 12:00 "))
  }

  @Test func `hashtags and words of unsaved text are searched, and those it replaced are not`()
    throws
  {
    let client = try client()
    func search(_ query: String) throws -> [JSONValue?] {
      try client.request(
        "workspace/executeCommand", ["command": "zib.search", "arguments": [.string(query)]]
      ).elements?.map { $0["path"] } ?? []
    }
    #expect(try search("#coast") == ["Beta.md"])
    client.open("Beta.md", "# Beta\n\nText #mountain.\n")
    #expect(try search("#coast") == [])
    #expect(try search("#mountain") == ["Beta.md"])
    client.open("Alpha.md", "# Alpha\n\n#mo")
    #expect(try client.completions("Alpha.md", 2, 3) == ["#mountain"])
  }

  @Test func `a file that another program writes is seen`() throws {
    let client = try client()
    client.open("Alpha.md")
    client.vault.write("# New one\n", to: "New.md")
    client.notify(
      "workspace/didChangeWatchedFiles",
      ["changes": [["uri": .string(client.uri("New.md")), "type": 1]]])
    #expect(
      try client.request("workspace/symbol", ["query": "new one"]).elements?.map { $0["name"] }
        == ["New one"])
  }
}
