import Exchange
import Files
import LanguageServer
import Merge
import OperatingSystem
import Steps
import Sync
import TestSupport
import Testing
import VaultSandbox
import Vaults

/// A note that two devices changed in two places, in an editor.
@Suite(.enabled(if: unsafe system("git --version >/dev/null 2>&1") == 0, "there is no git"))
struct ConflictTests {
  private func vault() throws -> IndexedVault {
    let vault = try IndexedVault()
    func shell(_ command: String) {
      let code = unsafe system(
        "cd '\(vault.folder(""))' && HOME='\(vault.folder("home"))' && export HOME && \(command)")
      #expect(code == 0, "\(command)")
    }
    let identity = "git config user.name A && git config user.email a@example.org"
    let middle = (1...9).map { "line \($0)\n\n" }.joined()
    vault.write("# N\n\none\n\n\(middle)two\n", to: "N.md")
    shell(
      "git init -q --bare -b main remote.git && cd vault && git init -q -b main && \(identity) && "
        + "git remote add origin ../remote.git && git add N.md && git commit -qm One && git push -qu origin main"
    )
    shell(
      "git clone -q remote.git other && cd other && \(identity) && sed -i s/^one/one-there/ N.md && "
        + "sed -i s/^two/two-there/ N.md && git commit -qam There && git push -q")
    vault.write("# N\n\none-here\n\n\(middle)two-here\n", to: "N.md")
    _ = try vault.vault.sync(SyncRequest())
    return vault
  }

  private func decide(
    _ client: ProtocolClient, _ copy: String, _ place: Int64, _ choice: String
  ) throws {
    _ = try client.request(
      "workspace/executeCommand",
      [
        "command": "zib.resolve",
        "arguments": [
          .string(client.uri("N.md")), .string(copy), .integer(place), .string(choice),
        ],
      ])
  }

  /// Has the editor make the last edit that it was asked for, or refuse it.
  private func takeEdit(_ client: ProtocolClient, applies: Bool = true) {
    guard let asked = client.questions.last(where: { $0.method == "workspace/applyEdit" }) else {
      return
    }
    if applies {
      for (name, text) in client.texts(after: asked.parameters["edit"] ?? .null) {
        client.change(name, to: text)
      }
    }
    client.answer(asked.id, ["applied": .bool(applies)])
  }

  @Test func `what is decided in an editor is kept where zib resolve keeps it, and the other way`()
    throws
  {
    let vault = try vault()
    let conflict = try #require(try vault.vault.conflicts().found.first)
    let copy = conflict.copy.text
    let first = try ProtocolClient(vault)
    first.open("N.md")
    #expect(try first.findings("N.md").count { $0.hasPrefix("conflict") } == 2)
    try decide(first, copy, 0, "copy")
    #expect(try first.findings("N.md").count { $0.hasPrefix("conflict") } == 1)
    // The person leaves the editor and comes back.
    let second = try ProtocolClient(vault)
    second.open("N.md")
    #expect(try second.findings("N.md").count { $0.hasPrefix("conflict") } == 1)
    let kept = try #require(KeptDecisions(conflict, vault.vault))
    var decisions = kept.state(of: conflict.texts.merge).decisions
    #expect(decisions[0] == .copy && decisions.open == [1])
    // `zib resolve` takes the first back, and decides both otherwise.
    decisions.choose(.note, at: 0)
    try kept.keep(decisions)
    try decide(second, copy, 1, "copy")
    takeEdit(second)
    let text = try #require(vault.folder.read("vault/N.md"))
    #expect(text.contains("one-here") && text.contains("two-there"))
    #expect(try vault.vault.conflicts().found.isEmpty)
    #expect(kept.state(of: conflict.texts.merge).decisions.history.isEmpty)
  }

  @Test func `a decision that cannot be kept is told`() throws {
    let vault = try vault()
    let copy = try #require(try vault.vault.conflicts().found.first).copy.text
    let state = try #require(vault.vault.environment.stateHome)
    #expect(unsafe system("mkdir -p '\(state)/zib' && touch '\(state)/zib/decisions'") == 0)
    let client = try ProtocolClient(vault)
    client.open("N.md")
    try decide(client, copy, 0, "copy")
    let words = client.notices.compactMap { $0.parameters["message"]?.string }
    #expect(words.contains { $0.hasPrefix("The decision cannot be kept, and holds until") })
  }

  @Test func `the state of a history that cannot be read is an error beside the number of notes`()
    throws
  {
    let vault = try vault()
    let client = try ProtocolClient(vault)
    func state() throws -> JSONValue {
      try client.request("workspace/executeCommand", ["command": "zib.status"])
    }
    #expect(try state()["conflicts"] == 1)
    vault.write("[", to: ".git/config")
    #expect(try state()["notes"] == 2)
    #expect(try state()["error"]?.string != nil)
  }

  @Test(arguments: ["Neovim", "Visual Studio Code"])
  func `an editor that does not read its files again is given the decided text`(name: String) throws
  {
    let vault = try vault()
    let copy = try #require(try vault.vault.conflicts().found.first).copy.text
    let client = try ProtocolClient(vault, named: name)
    let old = try #require(vault.folder.read("vault/N.md"))
    client.open("N.md")
    try decide(client, copy, 0, "copy")
    #expect(client.questions.allSatisfy { $0.method != "workspace/applyEdit" })
    try decide(client, copy, 1, "note")
    let asked = client.questions.last { $0.method == "workspace/applyEdit" }
    if name == "Neovim" {
      // An editor that finds another file would ask whether to read it again, and make the edit in what it has read.
      #expect(vault.folder.read("vault/N.md") == old)
      let texts = client.texts(after: asked?.parameters["edit"] ?? .null)
      takeEdit(client)
      #expect(texts == ["N.md": try #require(vault.folder.read("vault/N.md"))])
    } else {
      #expect(asked == nil)
    }
    let decided = try #require(vault.folder.read("vault/N.md"))
    #expect(decided.contains("one-there") && decided.contains("two-here"))
    #expect(try vault.vault.conflicts().found.isEmpty)
  }

  @Test func `where the editor does not take the decided text the last place is open again`() throws
  {
    let vault = try vault()
    let copy = try #require(try vault.vault.conflicts().found.first).copy.text
    let client = try ProtocolClient(vault)
    let old = vault.folder.read("vault/N.md")
    client.open("N.md")
    try decide(client, copy, 0, "copy")
    try decide(client, copy, 1, "copy")
    // A second decision waits for the answer to the first.
    #expect(throws: ProtocolClient.Refusal.self) { try decide(client, copy, 1, "note") }
    takeEdit(client, applies: false)
    #expect(vault.folder.read("vault/N.md") == old)
    #expect(try client.findings("N.md").count { $0.hasPrefix("conflict") } == 1)
    try decide(client, copy, 1, "note")
    takeEdit(client)
    #expect(vault.folder.read("vault/N.md")?.contains("two-here") == true)
    #expect(try vault.vault.conflicts().found.isEmpty)
  }

  @Test func `an editor that is told of findings is told again of a place that is open again`()
    throws
  {
    let vault = try vault()
    let copy = try #require(try vault.vault.conflicts().found.first).copy.text
    let client = try ProtocolClient(
      vault, capabilities: ["workspace": ["applyEdit": true]])
    func isTold(of count: Int) -> Bool {
      for _ in 0..<200 {
        client.run()
        let told = client.notices.last {
          $0.method == "textDocument/publishDiagnostics"
            && $0.parameters["uri"]?.string == client.uri("N.md")
        }
        let found = told?.parameters["diagnostics"]?.elements ?? []
        if found.count(where: { $0["code"] == "conflict" }) == count, told != nil { return true }
        usleep(10_000)
      }
      return false
    }
    client.open("N.md")
    #expect(isTold(of: 2))
    try decide(client, copy, 0, "copy")
    #expect(isTold(of: 1))
    try decide(client, copy, 1, "copy")
    #expect(isTold(of: 0))
    takeEdit(client, applies: false)
    #expect(isTold(of: 1))
  }

  @Test func `an editor may save the decided text before it says that it has it`() throws {
    let vault = try vault()
    let copy = try #require(try vault.vault.conflicts().found.first).copy.text
    let client = try ProtocolClient(vault)
    client.open("N.md")
    try decide(client, copy, 0, "copy")
    try decide(client, copy, 1, "copy")
    let asked = try #require(client.questions.last { $0.method == "workspace/applyEdit" })
    let text = try #require(client.texts(after: asked.parameters["edit"] ?? .null)["N.md"])
    client.change("N.md", to: text)
    vault.write(text, to: "N.md")
    client.notify("textDocument/didSave", ["textDocument": ["uri": .string(client.uri("N.md"))]])
    client.answer(asked.id, ["applied": true])
    #expect(vault.folder.read("vault/N.md") == text)
    #expect(try vault.vault.conflicts().found.isEmpty)
  }

  @Test func `a state of a folder that is not open names those that are`() throws {
    let vault = try vault()
    let client = try ProtocolClient(vault)
    let refusal = #expect(throws: ProtocolClient.Refusal.self) {
      try client.request(
        "workspace/executeCommand",
        ["command": "zib.status", "arguments": [["vault": "/nowhere"]]])
    }
    #expect(
      refusal?.message.hasPrefix("`/nowhere` is no vault that is open here; open are `") == true)
  }

  @Test func `what changes outside of the places takes no decision back, and no text is lost`()
    throws
  {
    let vault = try vault()
    let before = try #require(try vault.vault.conflicts().found.first)
    var decisions = ConflictDecisions(before.texts.merge)
    decisions.choose(.copy, at: 0)
    decisions.choose(.text(Array("mine\n".utf8)), at: 1)
    try #require(KeptDecisions(before, vault.vault)).keep(decisions)
    let text = try #require(vault.folder.read("vault/N.md"))
    vault.write(text.replacing("line 5", with: "line five"), to: "N.md")
    func kept() throws -> (decisions: ConflictDecisions, begun: BegunPlaces) {
      let conflict = try #require(try vault.vault.conflicts().found.first)
      let kept = try #require(KeptDecisions(conflict, vault.vault))
      return kept.state(of: conflict.texts.merge)
    }
    #expect(try kept().decisions.history.map(\.choice) == [.copy, .text(Array("mine\n".utf8))])
    #expect(try kept().begun == BegunPlaces())
    // A place that is another one is to be decided again, and goes on with what was written for it.
    vault.write(text.replacing("two-here", with: "two-elsewhere"), to: "N.md")
    #expect(try kept().decisions.history.map(\.choice) == [.copy])
    #expect(try kept().begun == BegunPlaces(texts: [1: Array("mine\n".utf8)]))
  }

  @Test func `texts that were written for places which are one now are all kept`() throws {
    let vault = try vault()
    let before = try #require(try vault.vault.conflicts().found.first)
    var decisions = ConflictDecisions(before.texts.merge)
    decisions.choose(.text(Array("dropped\n".utf8)), at: 0)
    decisions.choose(.text(Array("first\n".utf8)), at: 0)
    decisions.choose(.text(Array("mine\n".utf8)), at: 1)
    try #require(KeptDecisions(before, vault.vault)).keep(decisions)
    let text = try #require(vault.folder.read("vault/N.md"))
    vault.write(
      text.replacing("one-here", with: "one-there").replacing("two-here", with: "two-elsewhere"),
      to: "N.md")
    let conflict = try #require(try vault.vault.conflicts().found.first)
    #expect(conflict.texts.merge.overlaps.count == 1)
    let kept = try #require(KeptDecisions(conflict, vault.vault))
    #expect(
      kept.state(of: conflict.texts.merge).begun
        == BegunPlaces(texts: [0: Array("first\nmine\n".utf8)]))
  }

  @Test func `a conflict that was decided, and is open again after an undo, is shown again`() throws
  {
    let vault = try vault()
    let copy = try #require(try vault.vault.conflicts().found.first).copy.text
    let client = try ProtocolClient(vault)
    client.open("N.md")
    try decide(client, copy, 0, "note")
    try decide(client, copy, 1, "copy")
    takeEdit(client)
    #expect(try client.findings("N.md").count { $0.hasPrefix("conflict") } == 0)
    _ = try vault.vault.undo()
    client.change("N.md", to: vault.folder.read("vault/N.md") ?? "")
    client.notify(
      "workspace/didChangeWatchedFiles",
      [
        "changes": [
          ["uri": .string(client.uri("N.md")), "type": 2],
          ["uri": .string(client.uri(copy)), "type": 1],
        ]
      ])
    #expect(try client.findings("N.md").count { $0.hasPrefix("conflict") } == 2)
  }

  @Test func `places that were begun in zib resolve stay when an editor decides another`() throws {
    let vault = try vault()
    let conflict = try #require(try vault.vault.conflicts().found.first)
    let kept = try #require(KeptDecisions(conflict, vault.vault))
    let merge = conflict.texts.merge
    let begun = BegunPlaces(
      texts: [1: Array("two lines\nof text\n".utf8)], words: [1: [.note, nil, .both, .copy]])
    try kept.keep(ConflictDecisions(merge), begun: begun)
    #expect(kept.state(of: merge).begun == begun)
    let client = try ProtocolClient(vault)
    client.open("N.md")
    try decide(client, conflict.copy.text, 0, "note")
    #expect(kept.state(of: merge).begun == begun)
    #expect(kept.state(of: merge).decisions[0] == .note)
  }
}
