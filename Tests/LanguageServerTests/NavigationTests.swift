import Exchange
import LanguageServer
import TestSupport
import Testing
import VaultSandbox

struct NavigationTests {
  private func client() throws -> ProtocolClient {
    let vault = try IndexedVault()
    vault.write(
      "# Alpha\n\n😀 [[Beta]] [[Beta#Part|p]] [b](Beta.md#part) [[Nowhere]] #coast\n", to: "Alpha.md"
    )
    vault.write(
      "---\ntitle: The second\nstatus: read\n---\n\nIntro. ^one\n\n## Part\n\n- [ ] task\n\n### Deep\n\n#coast/north\n",
      to: "Beta.md")
    vault.write("---\nstatus: read\n---\n[[#^x]]\n", to: "Gamma.md")
    return try ProtocolClient(vault)
  }

  @Test func `a lens says how many prompts of a note are due`() throws {
    let vault = try IndexedVault()
    let cards = (1...12).map { "Q: \($0)?\nA: yes\n\n" }.joined()
    vault.write("# Cards\n\n\(cards)", to: "Cards.md")
    vault.write("# Quote\n\n> Simplify.\n>\n> — Henry Thoreau, *Walden*\n", to: "Quote.md")
    let client = try ProtocolClient(vault)
    func lens(_ name: String) throws -> String? {
      client.open(name)
      return try client.ask("codeLens", name).elements?.last?["command"]?["title"]?.string
    }
    // Ten new cards a day are due, and which of them is the day's chance.
    let titles = try [lens("Cards.md"), lens("Quote.md")]
    let tens: [[String?]] = [
      ["10 of 12 prompts due", "1 prompt, none due"], ["9 of 12 prompts due", "1 of 1 prompt due"],
    ]
    #expect(tens.contains(titles))
    // A prompt that is not saved is none that is due.
    client.change("Quote.md", to: "# Quote\n")
    #expect(try client.ask("codeLens", "Quote.md").elements == [])
  }

  @Test func `a link leads to its note, a link with an anchor to the heading`() throws {
    let client = try client()
    #expect(client.places(try client.ask("definition", "Alpha.md", 2, 6)) == ["Beta.md 0:0-0:0"])
    #expect(client.places(try client.ask("definition", "Alpha.md", 2, 20)) == ["Beta.md 7:0-7:7"])
    #expect(client.places(try client.ask("definition", "Alpha.md", 2, 42)) == ["Beta.md 7:0-7:7"])
    #expect(try client.ask("definition", "Alpha.md", 2, 52) == .null)
  }

  @Test func `references of a heading are the links to it, those of a hashtag its places`() throws {
    let client = try client()
    let all: JSONValue = ["context": ["includeDeclaration": true]]
    #expect(
      client.places(try client.ask("references", "Beta.md", 7, 4, all)) == [
        "Beta.md 7:0-7:7", "Alpha.md 2:12-2:27", "Alpha.md 2:28-2:45",
      ])
    #expect(
      client.places(try client.ask("references", "Alpha.md", 2, 60, all)) == [
        "Alpha.md 2:58-2:64", "Beta.md 13:0-13:12",
      ])
    #expect(
      client.places(try client.ask("references", "Beta.md", 2, 10, all)) == [
        "Beta.md 2:8-2:12", "Gamma.md 1:8-1:12",
      ])
  }

  @Test(arguments: ["tag", "title", "is", "path", "Mood", "with space"])
  func `references of a key are the notes that have it, whatever a query means by its name`(
    key: String
  ) throws {
    let vault = try IndexedVault()
    vault.write("---\n\(key): one\n---\n#one title is path\n", to: "A.md")
    vault.write("---\n\(key.uppercased()): [two, three]\n---\n", to: "B.md")
    vault.write("---\nother: one\n---\n# \(key)\n\n#tag [[A]]\n", to: "C.md")
    let client = try ProtocolClient(vault)
    let end = key.count
    #expect(
      client.places(try client.ask("references", "A.md", 1, 1)) == [
        "A.md 1:0-1:\(end)", "B.md 1:0-1:\(end)",
      ])
  }

  /// The seconds that a request takes in a note, after one that reads the index.
  private func seconds(_ client: ProtocolClient, _ method: String, _ name: String) -> Double {
    _ = try? client.ask(method, name, 0, 3)
    return secondsOfWork { _ = try? client.ask(method, name, 0, 3) }
  }

  @Test(arguments: ["documentLink", "documentHighlight"])
  func `many links cost one look at the names of the files`(method: String) throws {
    let vault = try IndexedVault()
    // So many that a look takes longer than what is done for each link.
    for number in 0..<4000 { vault.write("# Note\n", to: "Notes/Note number \(number).md") }
    func links(_ count: Int) -> String {
      (0..<count).map { "[[Note number \($0)]] [web](https://a.b/\($0))\n" }.joined()
    }
    vault.write(links(3), to: "Few.md")
    vault.write(links(300), to: "Many.md")
    let client = try ProtocolClient(vault)
    let (few, many) = (seconds(client, method, "Few.md"), seconds(client, method, "Many.md"))
    // A hundred times the links; each had its own look, which took all of the time.
    #expect(many < few * 60, "\(few) s and \(many) s")
  }

  @Test(arguments: ["documentLink", "documentHighlight", "references", "semanticTokens/full"])
  func `links in one long line take no longer than in lines of their own`(method: String) throws {
    let vault = try IndexedVault()
    vault.write("# Walden\n", to: "Walden.md")
    func links(_ end: String) -> String { String(repeating: "[[Walden]] 明月🎉" + end, count: 2000) }
    vault.write(links("\n"), to: "Lines.md")
    vault.write(links(" "), to: "Line.md")
    let client = try ProtocolClient(vault)
    let (lines, line) = (seconds(client, method, "Lines.md"), seconds(client, method, "Line.md"))
    // Each place was counted from the beginning of the line, which took some twenty times as long.
    #expect(line < lines * 6, "\(lines) s and \(line) s")
  }

  @Test func `many headings cost one table of their names`() throws {
    let vault = try IndexedVault()
    func note(_ count: Int) -> String {
      "[[#Heading 0]]\n\n"
        + (0..<count).map { "## Heading \($0)\n\n[[#Heading \($0)]]\n\n" }.joined()
    }
    vault.write(note(20), to: "Few.md")
    vault.write(note(600), to: "Many.md")
    let client = try ProtocolClient(vault)
    for method in ["documentHighlight", "documentLink", "references"] {
      let (few, many) = (seconds(client, method, "Few.md"), seconds(client, method, "Many.md"))
      // Thirty times the headings; a table for each of them takes nine hundred times as long.
      #expect(many < few * 200, "\(method): \(few) s and \(many) s")
    }
  }

  @Test func `symbols are headings in each other, properties and blocks`() throws {
    let client = try client()
    func names(_ json: JSONValue?) -> String {
      (json?.elements ?? []).map {
        let parts = names($0["children"])
        return ($0["name"]?.string ?? "") + (parts.isEmpty ? "" : "(\(parts))")
      }.joined(separator: " ")
    }
    #expect(
      names(try client.ask("documentSymbol", "Beta.md"))
        == "Properties(title status) ^one Part(Deep)")
  }

  @Test func `a hover shows the part that a link means`() throws {
    let client = try client()
    let text = try client.ask("hover", "Alpha.md", 2, 20)["contents"]?["value"]?.string ?? ""
    #expect(text.hasPrefix("**The second** · `Beta.md`\n\n## Part"))
    let missing = try client.ask("hover", "Alpha.md", 2, 52)["contents"]?["value"]
    #expect(missing == "No note is called `Nowhere` yet.")
  }

  @Test func `links are notes that link here and notes that this one links to`() throws {
    let client = try client()
    let item = try client.ask("prepareCallHierarchy", "Beta.md", 5, 0).elements?.first ?? .null
    let incoming = try client.request("callHierarchy/incomingCalls", ["item": item])
    #expect(incoming.elements?.map { $0["from"]?["name"] } == ["Alpha"])
    #expect(incoming.elements?.first?["fromRanges"]?.elements?.count == 3)
  }

  @Test func `selections grow from the word to the note`() throws {
    let client = try client()
    let answer = try client.request(
      "textDocument/selectionRange",
      [
        "textDocument": ["uri": .string(client.uri("Alpha.md"))],
        "positions": [["line": 2, "character": 6]],
      ])
    var ranges: [String] = []
    var next = answer.elements?.first
    while let selection = next {
      ranges.append(ProtocolClient.range(selection["range"]))
      next = selection["parent"]
    }
    #expect(ranges == ["2:5-2:9", "2:3-2:11", "2:0-2:64", "0:0-3:0"])
  }

  @Test func `what a link and a heading say beside the text`() throws {
    let client = try client()
    let range: JSONValue = [
      "range": ["start": ["line": 0, "character": 0], "end": ["line": 99, "character": 0]]
    ]
    func labels(_ name: String) throws -> [JSONValue?] {
      try client.request(
        "textDocument/inlayHint",
        [
          "textDocument": ["uri": .string(client.uri(name))], "range": range["range"] ?? .null,
        ]
      ).elements?.map { $0["label"] } ?? []
    }
    #expect(try labels("Alpha.md") == ["The second"])
    #expect(try labels("Beta.md") == ["← 2"])
  }

  @Test func `tokens come whole, in a range and as what changed`() throws {
    let client = try client()
    client.open("Alpha.md")
    let whole = try client.ask("semanticTokens/full", "Alpha.md")
    let data = whole["data"]?.elements ?? []
    // Two links, the destination of a third, a broken link and a hashtag.
    #expect(data.count == 25)
    #expect(Array(data.prefix(5)) == [2, 5, 4, 0, 0])
    #expect(data[15..<20].map { $0 }.last == 1)
    let id = whole["resultId"] ?? .null
    client.change(
      "Alpha.md",
      [
        [
          "range": [
            "start": ["line": 2, "character": 58], "end": ["line": 2, "character": 64],
          ], "text": "no tag",
        ]
      ])
    let delta = try client.request(
      "textDocument/semanticTokens/full/delta",
      [
        "textDocument": ["uri": .string(client.uri("Alpha.md"))], "previousResultId": id,
      ])
    let edit = delta["edits"]?.elements?.first
    #expect(edit?["start"] == 20)
    #expect(edit?["deleteCount"] == 5)
    #expect(edit?["data"] == [])
  }

  @Test func `a list goes on after a line end, and ends after an empty item`() throws {
    let client = try client()
    func typed(_ text: String, _ line: Int64) throws -> String {
      client.open("Typed.md", text)
      let edits = try client.ask(
        "onTypeFormatting", "Typed.md", line, 0,
        ["ch": "\n", "options": ["tabSize": 2, "insertSpaces": true]])
      return ProtocolClient.applied(edits.elements ?? [], to: Array(text.utf8))
    }
    #expect(try typed("- a\n", 1) == "- a\n- ")
    #expect(try typed("  9. a\n", 1) == "  9. a\n  10. ")
    #expect(try typed("- [x] a\n", 1) == "- [x] a\n- [ ] ")
    #expect(try typed("> - a\n", 1) == "> - a\n> - ")
    #expect(try typed("- \n", 1) == "")
    #expect(try typed("```\n- a\n\n```\n", 2) == "```\n- a\n\n```\n")
    #expect(try typed("word\n", 1) == "word\n")
  }
}
