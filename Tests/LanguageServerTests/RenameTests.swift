import Exchange
import LanguageServer
import OperatingSystem
import TestSupport
import Testing
import VaultSandbox

struct RenameTests {
  private func client(_ capabilities: JSONValue = ProtocolClient.capable) throws -> ProtocolClient {
    let vault = try IndexedVault()
    vault.write(
      "# Alpha\n\nSee [[Beta]], [[Beta#Part]], [b](Beta.md#part) and [[Beta#^one]]. #coast\n",
      to: "Alpha.md")
    vault.write("# Beta\n\n## Part\n\nText. ^one\n\n[[#Part]] #coast/north\n", to: "Beta.md")
    return try ProtocolClient(vault, capabilities: capabilities)
  }

  private func rename(
    _ client: ProtocolClient, _ name: String, _ line: Int64, _ character: Int64, to new: String
  ) throws -> [String: String] {
    client.texts(
      after: try client.ask("rename", name, line, character, ["newName": .string(new)]))
  }

  @Test func `a note is renamed from a link to it, with all links`() throws {
    let client = try client()
    let prepared = try client.ask("prepareRename", "Alpha.md", 2, 8)
    #expect(prepared["placeholder"] == "Beta")
    let texts = try rename(client, "Alpha.md", 2, 8, to: "Gamma")
    #expect(
      texts["Alpha.md"]
        == "# Alpha\n\nSee [[Gamma]], [[Gamma#Part]], [b](Gamma.md#part) and [[Gamma#^one]]. #coast\n"
    )
    #expect(texts["Gamma.md"]?.hasPrefix("# Beta") == true)
    #expect(texts["Beta.md"] == nil)
  }

  @Test func `a heading is renamed from itself and from a link to it`() throws {
    let client = try client()
    client.open("Alpha.md")
    client.open("Beta.md")
    let fromHeading = try rename(client, "Beta.md", 2, 4, to: "Piece")
    let fromLink = try rename(client, "Alpha.md", 2, 24, to: "Piece")
    #expect(fromHeading == fromLink)
    #expect(
      fromLink["Alpha.md"]
        == "# Alpha\n\nSee [[Beta]], [[Beta#Piece]], [b](Beta.md#piece) and [[Beta#^one]]. #coast\n"
    )
    #expect(
      fromLink["Beta.md"] == "# Beta\n\n## Piece\n\nText. ^one\n\n[[#Piece]] #coast/north\n")
  }

  @Test func `a block id and a hashtag are renamed wherever they are`() throws {
    let client = try client()
    let block = try rename(client, "Beta.md", 4, 8, to: "two")
    #expect(block["Alpha.md"]?.contains("[[Beta#^two]]") == true)
    #expect(block["Beta.md"]?.contains("Text. ^two") == true)
    let line = Int64(2)
    let tag = try rename(client, "Alpha.md", line, 77, to: "shore")
    #expect(tag["Alpha.md"]?.hasSuffix("#shore\n") == true)
    #expect(tag["Beta.md"]?.hasSuffix("#shore/north\n") == true)
  }

  @Test(arguments: [("Beta.md", Int64(1), Int64(12)), ("Alpha.md", 0, 4), ("Alpha.md", 0, 22)])
  func `an alias is renamed from the front matter, from a link by it and from the text of a link`(
    name: String, line: Int64, character: Int64
  ) throws {
    let vault = try IndexedVault()
    vault.write("---\naliases: [Second, Other]\n---\n# Beta\n", to: "Beta.md")
    vault.write("[[second]] [[Beta|Second]] [[Beta|so]]\n", to: "Alpha.md")
    let client = try ProtocolClient(vault)
    #expect(
      try client.ask("prepareRename", name, line, character)["placeholder"] == "Second")
    #expect(
      try rename(client, name, line, character, to: "Third") == [
        "Alpha.md": "[[Third]] [[Beta|Third]] [[Beta|so]]\n",
        "Beta.md": "---\naliases: [Third, Other]\n---\n# Beta\n",
      ])
  }

  @Test func `the edits carry the versions of open texts, and count what is not saved`() throws {
    let client = try client()
    client.open("Alpha.md")
    client.change("Alpha.md", to: "Unsaved [[Beta]]\n")
    let edit = try client.ask("rename", "Alpha.md", 0, 11, ["newName": "Gamma"])
    let documents = edit["documentChanges"]?.elements ?? []
    #expect(documents.first?["textDocument"]?["version"] == 2)
    #expect(documents.last?["kind"] == "rename")
    let edits = documents.first?["edits"]?.elements ?? []
    #expect(
      ProtocolClient.applied(edits, to: Array("Unsaved [[Beta]]\n".utf8)) == "Unsaved [[Gamma]]\n")
  }

  @Test func `a file that the client renames has its links rewritten before, and a folder too`()
    throws
  {
    let client = try client()
    client.vault.write("# Deep\n", to: "old/Deep.md")
    client.vault.write("[[old/Deep]] and [d](old/Deep.md)\n", to: "From.md")
    let edit = try client.request(
      "workspace/willRenameFiles",
      [
        "files": [
          ["oldUri": .string(client.uri("old")), "newUri": .string(client.uri("new place"))]
        ]
      ])
    #expect(
      client.texts(after: edit) == ["From.md": "[[new place/Deep]] and [d](new%20place/Deep.md)\n"])
  }

  @Test func `a heading of a template has no name to change`() throws {
    let client = try client()
    let name = ".zib/templates/journal.md"
    client.vault.write("# {{date}}\n\n## Part\n", to: name)
    client.open(name)
    for line: Int64 in [0, 2] {
      #expect(try client.ask("prepareRename", name, line, 4) == .null)
      #expect(throws: ProtocolClient.Refusal.self) {
        try client.ask("rename", name, line, 4, ["newName": "Heute"])
      }
    }
  }

  /// The message about a file that the client is about to rename, where links cannot follow.
  private func warning(
    _ client: ProtocolClient, _ old: String, _ new: String
  ) throws -> (message: String?, edit: JSONValue) {
    let before = client.notices.count
    let edit = try client.request(
      "workspace/willRenameFiles",
      ["files": [["oldUri": .string(client.uri(old)), "newUri": .string(new)]]])
    let message = client.notices.dropFirst(before).last { $0.method == "window/showMessage" }
    return (message?.parameters["message"]?.string, edit)
  }

  @Test func `a person is told of links that cannot follow a file that the client renames`() throws
  {
    let client = try client()
    client.vault.write("# Gamma\n", to: "Gamma.md")
    let bad = try warning(client, "Beta.md", client.uri("C%23.md"))
    #expect(
      bad.message
        == "no link can name `C#.md`, because of `#`: 4 links will lead nowhere, in `Alpha.md`")
    #expect(bad.edit == .null)
    let taken = try warning(client, "Beta.md", client.uri("Gamma.md"))
    #expect(
      taken.message
        == "`Gamma.md` is there already: if it is replaced, 4 links will lead nowhere, in `Alpha.md`"
    )
    #expect(taken.edit == .null)
    let out = try warning(client, "Beta.md", "file://" + client.vault.folder("Beta.md"))
    #expect(out.message == "`Beta.md` leaves the vault: 4 links will lead nowhere, in `Alpha.md`")
    #expect(try warning(client, "Gamma.md", client.uri("C%23.md")).message == nil)
    #expect(try warning(client, "Beta.md", client.uri("B.md")).message == nil)
  }

  @Test func `a canvas that shows a file follows it`() throws {
    let client = try client()
    client.vault.write("{\"nodes\":[{\"id\":\"a\",\"file\":\"Beta.md\"}]}\n", to: "Board.canvas")
    let edit = try client.request(
      "workspace/willRenameFiles",
      [
        "files": [
          ["oldUri": .string(client.uri("Beta.md")), "newUri": .string(client.uri("in/B.md"))]
        ]
      ])
    #expect(
      client.texts(after: edit)["Board.canvas"]
        == "{\"nodes\":[{\"id\":\"a\",\"file\":\"in/B.md\"}]}\n")
  }

  @Test func `several files at once keep the links between them`() throws {
    let client = try client()
    let edit = try client.request(
      "workspace/willRenameFiles",
      [
        "files": [
          ["oldUri": .string(client.uri("Alpha.md")), "newUri": .string(client.uri("A.md"))],
          ["oldUri": .string(client.uri("Beta.md")), "newUri": .string(client.uri("B.md"))],
        ]
      ])
    let texts = client.texts(after: edit)
    #expect(
      texts["Alpha.md"]?.hasPrefix("# Alpha\n\nSee [[B]], [[B#Part]], [b](B.md#part)") == true)
  }

  @Test(arguments: [false, true])
  func `files that take each other's names in one request keep their links`(isReversed: Bool) throws
  {
    let vault = try IndexedVault()
    vault.write("# One\n", to: "One.md")
    vault.write("# Two\n", to: "Two.md")
    vault.write("[[One]] [[Two]]\n", to: "From.md")
    let client = try ProtocolClient(vault)
    let files: [JSONValue] = [
      ["oldUri": .string(client.uri("Two.md")), "newUri": .string(client.uri("Three.md"))],
      ["oldUri": .string(client.uri("One.md")), "newUri": .string(client.uri("Two.md"))],
    ]
    let edit = try client.request(
      "workspace/willRenameFiles", ["files": .array(isReversed ? files.reversed() : files)])
    #expect(client.texts(after: edit) == ["From.md": "[[Two]] [[Three]]\n"])
    #expect(client.notices.allSatisfy { $0.method != "window/showMessage" })
  }

  @Test func `a deletion names the links that will lead nowhere`() throws {
    let client = try client()
    _ = try client.request(
      "workspace/willDeleteFiles", ["files": [["uri": .string(client.uri("Beta.md"))]]])
    let message = client.notices.last { $0.method == "window/showMessage" }
    #expect(message?.parameters["message"] == "4 links will lead nowhere, in `Alpha.md`")
  }

  @Test func `links between notes that are deleted together are not counted`() throws {
    let vault = try IndexedVault()
    vault.write("[[Two]] [[Three]]\n", to: "One.md")
    vault.write("[[One]] [[in/Four]]\n", to: "Two.md")
    vault.write("[[Two]]\n", to: "Three.md")
    vault.write("[[One]] [[Five]]\n", to: "in/Four.md")
    vault.write("[[Four]]\n", to: "in/Five.md")
    let client = try ProtocolClient(vault)
    func message(deleting names: String...) throws -> String? {
      let before = client.notices.count
      let files = names.map { ["uri": .string(client.uri($0))] as JSONValue }
      _ = try client.request("workspace/willDeleteFiles", ["files": .array(files)])
      return client.notices.dropFirst(before).last { $0.method == "window/showMessage" }?
        .parameters["message"]?.string
    }
    #expect(
      try message(deleting: "One.md", "Two.md")
        == "2 links will lead nowhere, in `Three.md`, `in/Four.md`")
    #expect(try message(deleting: "One.md", "Two.md", "Three.md", "in") == nil)
    #expect(try message(deleting: "in") == "1 link will lead nowhere, in `Two.md`")
  }

  @Test func `a client that cannot rename a file that it has open is told so, and nothing changes`()
    throws
  {
    let client = try client([
      "workspace": ["workspaceEdit": ["documentChanges": true]]
    ])
    client.open("Beta.md")
    let refusal = #expect(throws: ProtocolClient.Refusal.self) {
      try client.ask("rename", "Alpha.md", 2, 8, ["newName": "Gamma"])
    }
    #expect(refusal?.message.contains("cannot rename a file that it has open") == true)
    #expect(client.vault.folder.exists("vault/Beta.md"))
  }

  @Test func `an edit that is taken back leaves nothing to save`() throws {
    let client = try client(["workspace": ["workspaceEdit": ["documentChanges": true]]])
    func shell(_ command: String) {
      let code = unsafe system(
        "cd '\(client.vault.path(""))' && HOME='\(client.vault.folder("home"))' && export HOME && \(command)"
      )
      #expect(code == 0, "\(command)")
    }
    shell(
      "git init -q -b main && git config user.name A && git config user.email a@example.org && git add . "
        + "&& git commit -qm One")
    let text = client.vault.folder.read("vault/Alpha.md") ?? ""
    client.vault.write("[[Beta]]\n", to: "From.md")
    client.open("From.md")
    client.open("Alpha.md")
    client.change("Alpha.md", to: text + "more")
    #expect(throws: ProtocolClient.Refusal.self) {
      try client.ask("rename", "From.md", 0, 3, ["newName": "Gamma"])
    }
    #expect(client.vault.folder.read("vault/Beta.md") != nil)
    client.change("Alpha.md", to: text)
    try client.ask("rename", "From.md", 0, 3, ["newName": "Gamma"])
    #expect(client.vault.folder.read("vault/Gamma.md") != nil)
    #expect(client.vault.folder.read("vault/Beta.md") == nil)
  }

  @Test func `a name that is taken or cannot be is refused`() throws {
    let client = try client()
    for name in ["Alpha", "a/../../b", ".hidden", ""] {
      #expect(throws: ProtocolClient.Refusal.self) {
        try client.ask("rename", "Alpha.md", 2, 8, ["newName": .string(name)])
      }
    }
  }
}
