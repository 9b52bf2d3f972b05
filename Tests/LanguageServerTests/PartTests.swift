import Exchange
import LanguageServer
import OperatingSystem
import TestSupport
import Testing
import VaultSandbox

/// Sections that become notes, notes that come into others, and files that the client makes.
struct PartTests {
  private func client(_ capabilities: JSONValue = ProtocolClient.capable) throws -> ProtocolClient {
    let vault = try IndexedVault()
    vault.write(
      "# Garden\n\nSee [[Soil]].\n\n## Beans\n\nClimb. ^beans\n\n## Peas\n\nSweet.\n",
      to: "Garden.md")
    vault.write("# Home\n\n[[Garden#Beans]] and [[Garden#^beans]]\n", to: "Home.md")
    vault.write("# Soil\n\nDark.\n", to: "Soil.md")
    let client = try ProtocolClient(vault, capabilities: capabilities)
    client.open("Garden.md")
    return client
  }

  private func titles(
    _ client: ProtocolClient, _ line: Int64, _ character: Int64, only kind: String
  ) throws -> [String: JSONValue] {
    let position: JSONValue = ["line": .integer(line), "character": .integer(character)]
    let actions = try client.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(client.uri("Garden.md"))],
        "range": ["start": position, "end": position],
        "context": ["diagnostics": [], "only": [.string(kind)]],
      ]
    ).elements
    return Dictionary(
      (actions ?? []).map { ($0["title"]?.string ?? "", $0["command"] ?? .null) },
      uniquingKeysWith: { first, _ in first })
  }

  private func run(_ client: ProtocolClient, _ command: JSONValue?) throws -> JSONValue {
    try client.request("workspace/executeCommand", command ?? .null)
  }

  @Test func `a section becomes a note, and links to it follow, as one edit`() throws {
    let client = try client()
    client.change(
      "Garden.md", to: "# Garden\n\n## Beans\n\nNot saved. ^beans\n\n## Peas\n\nSweet.\n")
    let offered = try titles(client, 2, 4, only: "refactor.extract")
    #expect(Array(offered.keys) == ["Make the section “Beans” a note"])
    _ = try run(client, offered.values.first)
    let edit = client.questions.last { $0.method == "workspace/applyEdit" }?.parameters["edit"]
    let changes = edit?["documentChanges"]?.elements ?? []
    #expect(changes.first?["kind"] == "create")
    let texts = client.texts(after: edit ?? .null)
    #expect(texts["Beans.md"] == "# Beans\n\nNot saved. ^beans\n")
    #expect(texts["Home.md"] == "# Home\n\n[[Beans]] and [[Beans#^beans]]\n")
  }

  @Test func `a client that asks about the file of a section gets no link changed twice`() throws {
    let client = try client()
    client.vault.write("# Beans\n", to: "a/b/Beans.md")
    client.vault.write("[[Beans]]\n", to: "From.md")
    for name in ["a/b/Beans.md", "From.md"] {
      client.notify(
        "workspace/didChangeWatchedFiles",
        ["changes": [["uri": .string(client.uri(name)), "type": 1]]])
    }
    func created() throws -> JSONValue {
      try client.request(
        "workspace/willCreateFiles", ["files": [["uri": .string(client.uri("Beans.md"))]]])
    }
    _ = try run(client, titles(client, 4, 4, only: "refactor.extract").values.first)
    let asked = try #require(client.questions.last { $0.method == "workspace/applyEdit" })
    #expect(client.texts(after: asked.parameters["edit"] ?? .null)["From.md"] == "[[b/Beans]]\n")
    #expect(try created() == .null)
    // Refused, it is a file like any other.
    client.send(["jsonrpc": "2.0", "id": asked.id, "result": ["applied": false]])
    client.run()
    #expect(client.texts(after: try created()) == ["From.md": "[[b/Beans]]\n"])
  }

  @Test func `no section is offered at the title, nor for a name that is taken`() throws {
    let client = try client()
    #expect(try titles(client, 0, 3, only: "refactor.extract").isEmpty)
    client.vault.write("# Other\n", to: "Beans.md")
    client.notify(
      "workspace/didChangeWatchedFiles",
      ["changes": [["uri": .string(client.uri("Beans.md")), "type": 1]]])
    let command = try titles(client, 4, 4, only: "refactor.extract").values.first
    #expect(throws: ProtocolClient.Refusal.self) { try run(client, command) }
    #expect(client.vault.folder.read("vault/Beans.md") == "# Other\n")
  }

  @Test(.enabled(if: unsafe system("git --version >/dev/null 2>&1") == 0, "there is no git"))
  func `a note comes into the one that links to it, as a commit, once all of them are saved`()
    throws
  {
    let client = try client()
    let made = unsafe system(
      "cd '\(client.vault.path(""))' && git init -q && git config user.name A "
        + "&& git config user.email a@example.org")
    #expect(made == 0)
    let command = try titles(client, 2, 8, only: "refactor.inline")
    #expect(Array(command.keys) == ["Put the note `Soil.md` into this one"])
    client.change("Garden.md", to: "See [[Soil]].\n")
    #expect(throws: ProtocolClient.Refusal.self) { try run(client, command.values.first) }
    client.change("Garden.md", to: client.vault.folder.read("vault/Garden.md") ?? "")
    client.notify(
      "textDocument/didSave", ["textDocument": ["uri": .string(client.uri("Garden.md"))]])
    #expect(try run(client, command.values.first)["path"] == "Garden.md")
    #expect(client.vault.folder.read("vault/Soil.md") == nil)
    let text = client.vault.folder.read("vault/Garden.md") ?? ""
    #expect(text.contains("See [[#Soil]]."))
    #expect(text.hasSuffix("## Soil\n\nDark.\n"))
  }

  @Test func `a new file takes no links from the one that has them, and wakes those that wait`()
    throws
  {
    let client = try client()
    client.vault.write("[[Peas]]\n", to: "Waiting.md")
    client.notify(
      "workspace/didChangeWatchedFiles",
      ["changes": [["uri": .string(client.uri("Waiting.md")), "type": 1]]])
    func created(_ names: String...) throws -> JSONValue {
      try client.request(
        "workspace/willCreateFiles",
        ["files": .array(names.map { ["uri": .string(client.uri($0))] })])
    }
    #expect(try created("Peas.md", "folder") == .null)
    #expect(
      client.notices.last?.parameters["message"]
        == "1 target that led nowhere will lead there, such as `Peas` in `Waiting.md`")
    client.vault.write("[[Deep]]\n", to: "From.md")
    client.vault.write("# Deep\n", to: "a/b/Deep.md")
    client.notify(
      "workspace/didChangeWatchedFiles",
      ["changes": [["uri": .string(client.uri("a/b/Deep.md")), "type": 1]]])
    #expect(client.texts(after: try created("Deep.md")) == ["From.md": "[[b/Deep]]\n"])
  }

  @Test func `a note that the server makes takes no links, and the client rewrites them`() throws {
    let client = try client()
    client.vault.write("# Clay\n", to: "a/b/Clay.md")
    client.vault.write("Typed: [[Clay]] and [[x/Clay]]\n", to: "Garden.md")
    for (name, kind) in [("a/b/Clay.md", 1), ("Garden.md", 2)] {
      client.notify(
        "workspace/didChangeWatchedFiles",
        ["changes": [["uri": .string(client.uri(name)), "type": .integer(Int64(kind))]]])
    }
    client.change("Garden.md", to: "Typed: [[Clay]] and [[x/Clay]]\n")
    // The note of the link that leads nowhere takes the other one.
    let offered = try client.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(client.uri("Garden.md"))],
        "range": ["start": ["line": 0, "character": 23], "end": ["line": 0, "character": 23]],
        "context": ["diagnostics": []],
      ])
    let edits = (offered.elements ?? []).compactMap { $0["edit"] }.map { client.texts(after: $0) }
    #expect(edits.contains { $0["Garden.md"] == "Typed: [[b/Clay]] and [[x/Clay]]\n" })
    _ = try client.request(
      "workspace/executeCommand", ["command": "zib.new", "arguments": [["title": "Clay"]]])
    #expect(client.vault.folder.read("vault/Clay.md") != nil)
    let asked = client.questions.last { $0.method == "workspace/applyEdit" }
    let after = client.texts(after: asked?.parameters["edit"] ?? .null)
    #expect(after["Garden.md"] == "Typed: [[b/Clay]] and [[x/Clay]]\n")
  }

  @Test func `a missing note is written from each template, and the day's note is offered`() throws
  {
    let client = try client()
    client.vault.write("# {{title}}\n\nMet:\n", to: ".zib/templates/person.md")
    client.change("Garden.md", to: "[[Ada]]\n")
    let offered = try titles(client, 0, 4, only: "quickfix")
    let command = offered["Write the note `Ada` from the template `person`"]
    _ = try run(client, command)
    #expect(client.vault.folder.read("vault/Ada.md") == "# Ada\n\nMet:\n")
    let today = try titles(client, 0, 0, only: "source")
    #expect(
      today.keys.sorted() == ["Begin an entry in today's note", "Open today's note"])
    let entry = try run(client, today["Begin an entry in today's note"])
    let path = entry["path"]?.string ?? ""
    #expect(client.vault.folder.read("vault/" + path)?.contains("12:00") == true)
  }
}
