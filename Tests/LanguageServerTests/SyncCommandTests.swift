import Exchange
import Files
import LanguageServer
import OperatingSystem
import TestSupport
import Testing
import VaultSandbox
import Vaults

/// A sync that the editor starts, with a remote beside the vault.
@Suite(.enabled(if: unsafe system("git --version >/dev/null 2>&1") == 0, "there is no git"))
struct SyncCommandTests {
  /// Sends the command, and gives its answer once the sync has ended.
  private func sync(_ client: ProtocolClient) throws -> JSONValue {
    let id = client.begin("workspace/executeCommand", ["command": "zib.sync"])
    for _ in 0..<6000 {
      if let response = try client.response(id) { return response }
      usleep(5000)
    }
    throw ProtocolClient.Refusal(code: 0, message: "no answer")
  }

  private func shell(_ client: ProtocolClient, _ command: String) {
    let code = unsafe system(
      "cd '\(client.vault.folder(""))' && HOME='\(client.vault.folder("home"))' && export HOME && "
        + command)
    #expect(code == 0, "\(command)")
  }

  @Test func `notes go and come, other questions are answered on the way, and the person is told`()
    throws
  {
    let vault = try IndexedVault()
    vault.write("# Alpha\n", to: "Alpha.md")
    let client = try ProtocolClient(vault)
    let identity = "git config user.name A && git config user.email a@example.org"
    shell(
      client,
      "git init -q --bare -b main remote.git && cd vault && git init -q -b main && \(identity) && "
        + "git remote add origin ../remote.git")
    #expect(try sync(client)["outcome"] == "in-step")
    shell(
      client,
      "git clone -q remote.git other && cd other && \(identity) && echo '# Beta' > Beta.md && "
        + "git add . && git commit -qm Beta && git push -q")
    client.open("Alpha.md", "# Alpha, not saved\n")
    let id = client.begin("workspace/executeCommand", ["command": "zib.sync"])
    #expect(try client.ask("documentSymbol", "Alpha.md").elements?.count == 1)
    var answer: JSONValue?
    for _ in 0..<6000 where answer == nil {
      answer = try client.response(id)
      if answer == nil { usleep(5000) }
    }
    #expect(answer?["came"] == 1)
    #expect(vault.folder.read("vault/Beta.md") == "# Beta\n")
    #expect(try client.request("workspace/symbol", ["query": "beta"]).elements?.count == 1)
    let words = client.notices.compactMap { $0.parameters["message"]?.string }
    #expect(words.contains("In step; 1 file came"))
    #expect(words.contains("1 note not saved, and so not sent"))
  }

  @Test func `a link that a note which came takes from another is named`() throws {
    let vault = try IndexedVault()
    vault.write("# Deep\n", to: "a/Deep.md")
    vault.write("[[Deep]]\n", to: "Links.md")
    let client = try ProtocolClient(vault)
    let identity = "git config user.name A && git config user.email a@example.org"
    shell(
      client,
      "git init -q --bare -b main remote.git && cd vault && git init -q -b main && \(identity) && "
        + "git remote add origin ../remote.git")
    _ = try sync(client)
    shell(
      client,
      "git clone -q remote.git other && cd other && \(identity) && echo '# Other' > Deep.md && "
        + "git add . && git commit -qm Deep && git push -q")
    #expect(try sync(client)["came"] == 1)
    let words = client.notices.compactMap { $0.parameters["message"]?.string }
    #expect(
      words.contains(
        "Links.md has a link to Deep, which meant a/Deep.md and means the new Deep.md now"))
  }

  @Test func `without a remote the notes are saved, and without a repository it says why not`()
    throws
  {
    let vault = try IndexedVault()
    vault.write("# Alpha\n", to: "Alpha.md")
    let client = try ProtocolClient(vault)
    #expect(throws: ProtocolClient.Refusal.self) { try sync(client) }
    shell(
      client,
      "cd vault && git init -q -b main && git config user.name A && git config user.email a@b.org")
    #expect(try sync(client)["outcome"] == "no-remote")
  }

  @Test func `an editor, a sync and a move at once lose nothing`() throws {
    let vault = try IndexedVault()
    for name in ["Alpha", "Beta", "Gamma"] {
      vault.write("# \(name)\n\n[[Gamma]]\n\nOne.\n\nTwo.\n", to: "\(name).md")
    }
    let client = try ProtocolClient(vault)
    let identity = "git config user.name A && git config user.email a@example.org"
    shell(
      client,
      "git init -q --bare -b main remote.git && cd vault && git init -q -b main && \(identity) && "
        + "git remote add origin ../remote.git")
    _ = try sync(client)
    shell(client, "git clone -q remote.git other && cd other && \(identity)")
    client.open("Alpha.md")
    var gamma = "Gamma.md"
    for round in 0..<3 {
      shell(
        client,
        "cd other && git pull -q && echo 'there \(round)' >> Beta.md && git commit -qam there && git push -q"
      )
      vault.write("# Delta\n\nhere \(round)\n", to: "Delta \(round).md")
      let text = "# Alpha\n\n[[\(gamma.dropLast(3))]]\n\ntyped \(round)\n"
      client.change("Alpha.md", to: text)
      let id = client.begin("workspace/executeCommand", ["command": "zib.sync"])
      client.run()
      guard let from = NotePath(gamma), let to = NotePath("Gamma \(round).md") else { return }
      // It waits for the sync, as another process would.
      _ = try vault.vault.move(MoveRequest(from: from, to: to, isFolder: false))
      gamma = to.text
      var answer: JSONValue?
      for _ in 0..<6000 where answer == nil {
        answer = try client.response(id)
        if answer == nil { usleep(5000) }
      }
      #expect(answer?["outcome"]?.string?.hasPrefix("in-step") == true)
      #expect(vault.folder.read("vault/Beta.md")?.contains("there \(round)\n") == true)
      #expect(
        vault.folder.read("vault/" + gamma)?.hasPrefix("# Gamma\n\n[[Gamma \(round)]]\n") == true)
      #expect(vault.folder.read("vault/Delta \(round).md") == "# Delta\n\nhere \(round)\n")
      #expect(vault.folder.read("vault/Beta.md")?.contains("[[Gamma \(round)]]") == true)
      // The text of the editor is as it was typed.
      #expect(try client.ask("documentSymbol", "Alpha.md").elements?.count == 1)
    }
  }
}
