import Exchange
import LanguageServer
import OperatingSystem
import TestSupport
import Testing
import VaultSandbox

struct LifecycleTests {
  private func vault() throws -> IndexedVault {
    let vault = try IndexedVault()
    vault.write("# Alpha\n\nSee [[Beta]].\n", to: "Alpha.md")
    vault.write("# Beta\n", to: "Beta.md")
    return vault
  }

  private func code(_ body: () throws -> Void) -> Int64? {
    do {
      try body()
      return nil
    } catch {
      return (error as? ProtocolClient.Refusal)?.code
    }
  }

  @Test func `before initialize every request is refused`() throws {
    let client = try ProtocolClient(vault(), isInitialized: false)
    #expect(code { try client.request("textDocument/hover", [:]) } == -32002)
    client.notify("textDocument/didOpen", [:])
    try client.request("initialize", ["capabilities": [:]])
    #expect(code { try client.request("initialize", ["capabilities": [:]]) } == -32600)
  }

  @Test func `after shutdown every request is refused`() throws {
    let client = try ProtocolClient(vault())
    #expect(try client.request("shutdown", .null) == .null)
    #expect(code { try client.ask("hover", "Alpha.md", 0, 0) } == -32600)
  }

  @Test func `an unknown method is named, and an unknown notification passed by`() throws {
    let client = try ProtocolClient(vault())
    #expect(code { try client.request("textDocument/colour", [:]) } == -32601)
    client.notify("$/nonsense", ["a": 1])
    #expect(client.faults.isEmpty)
  }

  @Test func `a request that is taken back while it waits is answered as cancelled`() throws {
    let client = try ProtocolClient(vault())
    client.send(["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": 2]])
    #expect(code { try client.request("workspace/symbol", ["query": "a"]) } == -32800)
    let symbols = try client.request("workspace/symbol", ["query": "alpha"])
    #expect(symbols.elements?.count == 1)
  }

  @Test(arguments: [
    "textDocument/hover", "textDocument/definition", "textDocument/completion",
    "textDocument/codeAction", "textDocument/rename", "textDocument/semanticTokens/full",
    "textDocument/inlayHint", "callHierarchy/incomingCalls", "workspace/executeCommand",
    "textDocument/selectionRange", "workspace/willRenameFiles", "textDocument/documentSymbol",
  ])
  func `parameters of any shape give an answer or an error`(method: String) throws {
    let client = try ProtocolClient(vault())
    client.open("Alpha.md")
    let uri = JSONValue.string(client.uri("Alpha.md"))
    let shapes: [JSONValue] = [
      .null, [], 1, "x", [:], ["textDocument": 1], ["textDocument": ["uri": 5]],
      ["textDocument": ["uri": uri]],
      ["textDocument": ["uri": uri], "position": ["line": -1, "character": 0]],
      [
        "textDocument": ["uri": uri],
        "position": ["line": 9_223_372_036_854_775_807, "character": 9_223_372_036_854_775_807],
        "range": [
          "start": ["line": 5, "character": 5], "end": ["line": 1, "character": 1],
        ], "newName": "x", "command": "zib.resolve", "arguments": [1, 2, 3, 4],
      ],
      ["textDocument": ["uri": "untitled:1"], "position": ["line": 0, "character": 0]],
      ["textDocument": ["uri": "file:///etc/passwd"], "position": ["line": 0, "character": 0]],
    ]
    for shape in shapes { _ = code { try client.request(method, shape) } }
    // It is alive, and knows its notes.
    #expect(try client.request("workspace/symbol", ["query": "alpha"]).elements?.count == 1)
  }

  @Test func `a note outside of any vault has its own symbols, and no links`() throws {
    let vault = try vault()
    vault.folder.write("# One\n\n## Two\n", to: "loose.md")
    let client = try ProtocolClient(vault)
    let uri = JSONValue.string("file://" + vault.folder("loose.md"))
    client.notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": uri, "languageId": "markdown", "version": 1, "text": "# One\n\n## Two\n",
        ]
      ])
    let symbols = try client.request("textDocument/documentSymbol", ["textDocument": ["uri": uri]])
    #expect(symbols.elements?.first?["name"] == "One")
    #expect(symbols.elements?.first?["children"]?.elements?.first?["name"] == "Two")
    let position: JSONValue = ["line": 0, "character": 3]
    let hover = try client.request(
      "textDocument/hover", ["textDocument": ["uri": uri], "position": position])
    #expect(hover == .null)
  }

  @Test func `a vault that is opened later is answered for as well`() throws {
    let vault = try vault()
    vault.folder.write("# Gamma\n", to: "other/Gamma.md")
    vault.folder.makeFolder("other/.zib")
    let client = try ProtocolClient(vault)
    #expect(try client.request("workspace/symbol", ["query": "gamma"]).elements?.isEmpty == true)
    let folder: JSONValue = [
      "uri": .string("file://" + vault.folder("other")), "name": "other",
    ]
    client.notify(
      "workspace/didChangeWorkspaceFolders", ["event": ["added": [folder], "removed": []]])
    #expect(try client.request("workspace/symbol", ["query": "gamma"]).elements?.count == 1)
    client.notify(
      "workspace/didChangeWorkspaceFolders", ["event": ["added": [], "removed": [folder]]])
    #expect(try client.request("workspace/symbol", ["query": "gamma"]).elements?.isEmpty == true)
  }
}

struct DiagnosticTests {
  @Test func `nothing is said of the line that is being typed, and all of it a moment later`()
    throws
  {
    let vault = try IndexedVault()
    vault.write("# Alpha\n", to: "Alpha.md")
    let client = try ProtocolClient(vault, typing: 60_000)
    client.open("Alpha.md", "[a](None.md)\n\n[b](None.md)\n")
    #expect(try client.findings("Alpha.md").count == 2)
    client.change(
      "Alpha.md",
      [
        [
          "range": [
            "start": ["line": 2, "character": 0], "end": ["line": 2, "character": 0],
          ], "text": "x",
        ]
      ])
    #expect(try client.findings("Alpha.md") == ["broken-link 0:0-0:12"])
  }

  @Test func `the same findings have the same result id, and are not sent again`() throws {
    let vault = try IndexedVault()
    vault.write("[a](None.md)\n", to: "Alpha.md")
    let client = try ProtocolClient(vault)
    client.open("Alpha.md")
    let first = try client.ask("diagnostic", "Alpha.md")
    let again = try client.request(
      "textDocument/diagnostic",
      [
        "textDocument": ["uri": .string(client.uri("Alpha.md"))],
        "previousResultId": first["resultId"] ?? .null,
      ])
    #expect(again["kind"] == "unchanged")
    let all = try client.request("workspace/diagnostic", ["previousResultIds": []])
    #expect(all["items"]?.elements?.count == 1)
  }

  @Test func `a client that does not ask is told, and told again when the note closes`() throws {
    let vault = try IndexedVault()
    vault.write("[a](None.md)\n", to: "Alpha.md")
    let client = try ProtocolClient(vault, capabilities: [:])
    client.open("Alpha.md")
    func counts() -> [Int?] {
      client.notices.filter { $0.method == "textDocument/publishDiagnostics" }
        .map { $0.parameters["diagnostics"]?.elements?.count }
    }
    #expect(counts() == [1])
    client.notify(
      "textDocument/didClose", ["textDocument": ["uri": .string(client.uri("Alpha.md"))]])
    #expect(counts() == [1, 0])
  }

  @Test
  func
    `a client that does not ask is told of links that an unsaved edit of another note breaks or mends`()
    throws
  {
    let vault = try IndexedVault()
    vault.write("[[Beta#Part]] [[Gamma]]\n", to: "Alpha.md")
    vault.write("# Beta\n\n## Part\n", to: "Beta.md")
    let client = try ProtocolClient(vault, capabilities: [:])
    func told() -> Int? {
      client.notices.last {
        $0.method == "textDocument/publishDiagnostics"
          && $0.parameters["uri"]?.string == client.uri("Alpha.md")
      }?.parameters["diagnostics"]?.elements?.count
    }
    func isTold(_ count: Int) -> Bool {
      for _ in 0..<200 {
        client.run()
        if told() == count { return true }
        usleep(10_000)
      }
      return false
    }
    client.open("Alpha.md")
    #expect(isTold(1))
    client.open("Beta.md")
    client.change("Beta.md", to: "# Beta\n\n## Other\n")
    #expect(isTold(2), "the heading has another name")
    client.change("Beta.md", to: "# Beta\n\n## Part\n")
    #expect(isTold(1))
    client.open("Gamma.md", "# Gamma\n")
    #expect(isTold(0), "the note is open, and in no file")
  }

  @Test func `the findings that the vault's settings leave out are left out`() throws {
    let vault = try IndexedVault()
    vault.write("check:\n  ignore: [broken-link]\n", to: ".zib/config.yml")
    vault.write("[a](None.md)\n", to: "Alpha.md")
    let client = try ProtocolClient(vault)
    client.open("Alpha.md")
    #expect(try client.findings("Alpha.md") == [])
  }
}
