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

  /// Everything that a session says of its open notes.
  private func answers(_ client: ProtocolClient, _ place: (line: Int64, character: Int64)) throws
    -> [String]
  {
    var answers: [String] = []
    for name in Self.names {
      for method in ["documentSymbol", "documentLink", "foldingRange", "codeLens"] {
        answers.append("\(name) \(method) \(try client.ask(method, name).bytes.count)")
        answers.append(
          client.shown(String(decoding: try client.ask(method, name).bytes, as: UTF8.self)))
      }
      answers.append("\(name) \(try client.findings(name))")
      answers.append(
        "\(name) \(try client.completions(name, place.line, place.character).sorted())")
      let tokens = try client.ask("semanticTokens/full", name)["data"] ?? .null
      answers.append(String(decoding: tokens.bytes, as: UTF8.self))
    }
    answers.append(
      String(
        decoding: try client.request("workspace/symbol", ["query": "a"]).bytes, as: UTF8.self))
    return answers
  }

  @Test(arguments: Fuzz.seeds(4))
  func `after any edits the answers are those of a new session on the same texts`(seed: UInt64)
    throws
  {
    var random = SeededRandom(seed: seed)
    let vault = try IndexedVault()
    for name in Self.names.dropLast() { vault.write("# \(name)\n\n[[Beta]]\n", to: name) }
    let client = try ProtocolClient(vault)
    var texts: [String: TextBuffer] = [:]
    for name in Self.names {
      texts[name] = TextBuffer(Array("# \(name)\n".utf8))
      client.open(name, "# \(name)\n")
    }
    for step in 0..<60 {
      let name = random.pick(Self.names)
      guard var buffer = texts[name] else { continue }
      var changes: [JSONValue] = []
      for _ in 0..<(1 + random.below(3)) {
        // Edits are between characters, as those of an editor.
        let start = buffer.position(at: random.below(buffer.bytes.count + 1), .utf16)
        let from = buffer.offset(of: start, .utf16)
        let end = buffer.position(
          at: min(from + random.below(6), buffer.bytes.count), .utf16)
        let to = max(from, buffer.offset(of: end, .utf16))
        let text = random.pick(Self.pieces) + (random.once(in: 3) ? random.pick(Self.pieces) : "")
        let last = buffer.position(at: to, .utf16)
        buffer.replace(from..<to, with: Array(text.utf8))
        changes.append([
          "range": [
            "start": [
              "line": .integer(Int64(start.line)), "character": .integer(Int64(start.character)),
            ],
            "end": [
              "line": .integer(Int64(last.line)), "character": .integer(Int64(last.character)),
            ],
          ], "text": .string(text),
        ])
      }
      texts[name] = buffer
      client.change(name, changes)
      guard step % 10 == 9 else { continue }
      let fresh = try ProtocolClient(vault)
      for name in Self.names {
        fresh.open(name, String(decoding: texts[name]?.bytes ?? [], as: UTF8.self))
      }
      let place = (line: Int64(random.below(4)), character: Int64(random.below(8)))
      #expect(
        try answers(client, place) == answers(fresh, place), "seed \(seed), step \(step)")
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
