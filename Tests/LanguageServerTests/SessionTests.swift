import Exchange
import LanguageServer
import TestSupport
import Testing
import VaultSandbox

/// A session of random edits against one that begins with the texts that they made.
struct SessionTests {
  private static let pieces = [
    "[[", "]]", "Alpha", "Beta", "#", "## Part\n", "\n", "\r\n", " ", "^one", "😀", "e\u{301}", "言葉",
    "|", "(Beta.md)", "[x]", "---\n", "tags: [a]\n", "#coast", "```\n", "- [ ] ", "Q: a\nA: b\n",
    "> ", "?[h](a)", "\\", "`",
  ]
  private static let names = ["Alpha.md", "Beta.md", "deep/Gamma.md", "New.md"]

  /// Seeds that fell once.
  private static let fallen: [UInt64] = []

  private static func capabilities(_ encoding: PositionEncoding) -> JSONValue {
    guard let members = ProtocolClient.capable.members else { return [:] }
    let general: JSONValue = ["positionEncodings": [.string(encoding.rawValue)]]
    return .object(
      members.filter { $0.name != "general" } + [JSONValue.Member(name: "general", value: general)])
  }

  /// Everything that a session says of some open notes, and of what can be written at a place of each.
  private func answers(
    _ client: ProtocolClient, of names: [String], _ place: (line: Int64, character: Int64)
  ) throws -> [String] {
    var answers: [String] = []
    func add(_ name: String, _ method: String, _ json: JSONValue) {
      answers.append(
        "\(name) \(method) \(client.shown(String(decoding: json.bytes, as: UTF8.self)))")
    }
    for name in names {
      for method in ["documentSymbol", "documentLink", "foldingRange", "codeLens"] {
        add(name, method, try client.ask(method, name))
      }
      answers.append("\(name) \(try client.findings(name))")
      add(name, "completion", try client.ask("completion", name, place.line, place.character))
      add(name, "hover", try client.ask("hover", name, place.line, place.character))
      add(name, "tokens", try client.ask("semanticTokens/full", name)["data"] ?? .null)
    }
    add("", "symbols", try client.request("workspace/symbol", ["query": "a"]))
    return answers
  }

  /// A random edit of a text in one notification: some changes, each after the one before.
  private func edit(
    _ buffer: inout TextBuffer, _ encoding: PositionEncoding, _ random: inout SeededRandom
  ) -> (changes: [JSONValue], last: Position) {
    var changes: [JSONValue] = []
    var place = Position(line: 0, character: 0)
    func json(_ position: Position) -> JSONValue {
      [
        "line": .integer(Int64(position.line)), "character": .integer(Int64(position.character)),
      ]
    }
    for _ in 0..<(1 + random.below(3)) {
      // Edits are between characters, as those of an editor.
      let start = buffer.position(at: random.below(buffer.bytes.count + 1), encoding)
      let from = buffer.offset(of: start, encoding)
      let end = buffer.position(at: min(from + random.below(9), buffer.bytes.count), encoding)
      let to = max(from, buffer.offset(of: end, encoding))
      let last = buffer.position(at: to, encoding)
      let text = random.pick(Self.pieces) + (random.once(in: 3) ? random.pick(Self.pieces) : "")
      buffer.replace(from..<to, with: Array(text.utf8))
      place = buffer.position(at: from + text.utf8.count, encoding)
      changes.append(["range": ["start": json(start), "end": json(last)], "text": .string(text)])
    }
    return (changes, place)
  }

  @Test(arguments: fallen + Fuzz.seeds(6))
  func `after any edits the answers are those of a new session on the same texts`(seed: UInt64)
    throws
  {
    var random = SeededRandom(seed: seed)
    let encoding = PositionEncoding.allCases[Int(seed % 3)]
    let capabilities = Self.capabilities(encoding)
    let vault = try IndexedVault()
    for name in Self.names.dropLast() { vault.write("# \(name)\n\n[[Beta]]\n", to: name) }
    let client = try ProtocolClient(vault, capabilities: capabilities)
    var texts: [String: TextBuffer] = [:]
    for name in Self.names {
      texts[name] = TextBuffer(Array("# \(name)\n".utf8))
      client.open(name, "# \(name)\n")
    }
    for step in 0..<60 {
      let name = random.pick(Self.names)
      guard var buffer = texts[name] else { continue }
      let (changes, place) = edit(&buffer, encoding, &random)
      texts[name] = buffer
      client.change(name, changes)
      let document: JSONValue = ["uri": .string(client.uri(name))]
      switch random.below(12) {
      case 0:
        vault.write(String(decoding: buffer.bytes, as: UTF8.self), to: name)
        client.notify("textDocument/didSave", ["textDocument": document])
      case 1:
        client.notify("textDocument/didClose", ["textDocument": document])
        client.open(name, String(decoding: buffer.bytes, as: UTF8.self))
      case 2:
        let other = random.pick(["Alpha.md", "Other.md", "deep/Gamma.md"])
        vault.write("# \(step)\n\n[[New]] #coast/\(step)\n", to: other)
        client.notify(
          "workspace/didChangeWatchedFiles",
          ["changes": [["uri": .string(client.uri(other)), "type": 2]]])
      default: break
      }
      let fresh = try ProtocolClient(vault, capabilities: capabilities)
      for name in Self.names {
        fresh.open(name, String(decoding: texts[name]?.bytes ?? [], as: UTF8.self))
      }
      let at = (line: Int64(place.line), character: Int64(place.character))
      let asked = step % 10 == 9 ? Self.names : [name]
      let (known, new) = (
        try answers(client, of: asked, at), try answers(fresh, of: asked, at)
      )
      #expect(known == new, "seed \(seed), step \(step)")
      if known != new { break }
    }
  }

  @Test(arguments: Fuzz.seeds(20))
  func `after any bytes the server answers the next request`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let vault = try IndexedVault()
    vault.write("# Alpha\n", to: "Alpha.md")
    let client = try ProtocolClient(vault)
    let pieces = [
      "Content-Length: 5\r\n\r\n", "{\"id\":", "1", "[", "]", "}", "\"method\":\"shutdown\"", ",",
      "\r\n\r\n", "Content-Length: 2\n\n{}", "\u{0}", "é", "\"params\":", "null", "{",
    ]
    for _ in 0..<random.below(60) { client.send(bytes: Array(random.pick(pieces).utf8)) }
    // A length that was given in earnest takes what follows, up to nine bytes.
    client.send(bytes: Array("         ".utf8))
    client.run()
    let symbols = try? client.request("workspace/symbol", ["query": "alpha"])
    // The header of the request may have been taken for the rest of another.
    let again = try client.request("workspace/symbol", ["query": "alpha"])
    #expect((symbols ?? again).elements?.count == 1)
    #expect(again.elements?.count == 1, "seed \(seed)")
  }
}
