import Exchange
import LanguageServer
import TestSupport
import Testing
import VaultSandbox

/// A session of ordinary messages, changed at random: the server neither ends nor waits, and answers what comes next.
struct ProtocolFuzzTests {
  private static let text =
    "---\ntags: [a]\n---\n# Alpha\n\n[[Beta#Part]] #coast [x](None.md)\n\n- [ ] one\n\n| a | b |\n|--|--|\n| 1 | 2 |\n"

  /// An ordinary session; `U` stands for the address of an open note.
  private static let session: [(method: String, isRequest: Bool, parameters: JSONValue)] = {
    let document: JSONValue = ["uri": "U"]
    let place: JSONValue = ["line": 5, "character": 4]
    let range: JSONValue = [
      "start": ["line": 5, "character": 0], "end": ["line": 7, "character": 3],
    ]
    let at: JSONValue = ["textDocument": document, "position": place]
    let whole: JSONValue = ["textDocument": document]
    var session: [(String, Bool, JSONValue)] = [
      (
        "textDocument/didOpen", false,
        [
          "textDocument": [
            "uri": "U", "languageId": "markdown", "version": 1, "text": .string(text),
          ]
        ]
      ),
      (
        "textDocument/didChange", false,
        [
          "textDocument": ["uri": "U", "version": 2],
          "contentChanges": [["range": range, "text": "[[Be"], ["text": .string(text)]],
        ]
      ),
      (
        "textDocument/references", true,
        ["textDocument": document, "position": place, "context": ["includeDeclaration": true]]
      ),
      (
        "textDocument/rename", true,
        ["textDocument": document, "position": place, "newName": "Gamma"]
      ),
      (
        "textDocument/codeAction", true,
        [
          "textDocument": document, "range": range,
          "context": ["diagnostics": [], "only": ["quickfix"]],
        ]
      ),
      (
        "textDocument/onTypeFormatting", true,
        [
          "textDocument": document, "position": ["line": 8, "character": 0], "ch": "\n",
          "options": ["tabSize": 2, "insertSpaces": true],
        ]
      ),
      ("textDocument/selectionRange", true, ["textDocument": document, "positions": [place]]),
      ("textDocument/semanticTokens/range", true, ["textDocument": document, "range": range]),
      (
        "textDocument/semanticTokens/full/delta", true,
        ["textDocument": document, "previousResultId": "1"]
      ),
      ("textDocument/inlayHint", true, ["textDocument": document, "range": range]),
      (
        "callHierarchy/incomingCalls", true,
        [
          "item": [
            "name": "Beta", "kind": 1, "uri": "U", "range": range, "selectionRange": range,
          ]
        ]
      ),
      ("workspace/symbol", true, ["query": "alpha", "partialResultToken": "t"]),
      (
        "workspace/diagnostic", true,
        ["identifier": "zib", "previousResultIds": [["uri": "U", "value": "x"]]]
      ),
      (
        "workspace/willRenameFiles", true,
        ["files": [["oldUri": "U", "newUri": "file:///somewhere/else.md"]]]
      ),
      ("workspace/willCreateFiles", true, ["files": [["uri": "U"]]]),
      ("workspace/willDeleteFiles", true, ["files": [["uri": "U"]]]),
      (
        "workspace/didChangeWatchedFiles", false, ["changes": [["uri": "U", "type": 2]]]
      ),
      (
        "workspace/didChangeConfiguration", false,
        ["settings": ["zib": ["diagnostics": true, "inlayHints": false]]]
      ),
      ("$/cancelRequest", false, ["id": 3]),
      ("$/setTrace", false, ["value": "off"]),
      ("completionItem/resolve", true, ["label": "x", "data": ["vault": "v", "path": "Beta.md"]]),
      ("documentLink/resolve", true, ["range": range, "data": ["uri": "U", "start": 31]]),
    ]
    for method in [
      "completion", "hover", "definition", "documentHighlight", "prepareRename",
      "prepareCallHierarchy", "linkedEditingRange",
    ] {
      session.append(("textDocument/" + method, true, at))
    }
    for method in [
      "documentSymbol", "documentLink", "foldingRange", "codeLens", "semanticTokens/full",
      "diagnostic",
    ] {
      session.append(("textDocument/" + method, true, whole))
    }
    for command in [
      "search", "status", "due", "backlinks", "prompts", "linkMentions", "resolve", "show", "split",
      "join",
    ] {
      let arguments: JSONValue = ["U", "Beta.md", 0, "note"]
      session.append(
        (
          "workspace/executeCommand", true,
          ["command": .string("zib." + command), "arguments": arguments]
        ))
    }
    return session
  }()

  // MARK: Changing

  private static func strange(_ random: inout SeededRandom, _ uri: String) -> JSONValue {
    switch random.below(18) {
    case 0: return .null
    case 1: return true
    case 2: return -1
    case 3: return .integer(.max)
    case 4: return .integer(.min)
    case 5: return .number(1e300)
    case 6: return .number(0.5)
    case 7: return ""
    case 8: return .string(uri)
    case 9: return .string("\u{0}\u{1B}[31m\u{202E}/../..")
    case 10: return .string(String(repeating: "言", count: 5000))
    case 11: return []
    case 12: return [:]
    case 13:
      var deep: JSONValue = []
      for _ in 0..<random.below(1500) { deep = [deep] }
      return deep
    case 14: return .string("file://localhost" + uri.dropFirst(7) + "/..%2f%00%zz")
    case 15: return ["line": .integer(.max), "character": -5]
    case 16: return .array(Array(repeating: 7, count: 300))
    default: return .integer(Int64(random.below(40)))
    }
  }

  /// The value with one of its parts changed.
  private static func changed(
    _ value: JSONValue, _ random: inout SeededRandom, _ uri: String
  ) -> JSONValue {
    switch value {
    case .object(var members) where !members.isEmpty && !random.once(in: 8):
      let index = random.below(members.count)
      switch random.below(6) {
      case 0: members.remove(at: index)
      case 1: members.append(members[index])
      case 2:
        members[index] = JSONValue.Member(name: "x", value: members[index].value)
      default:
        let member = members[index]
        members[index] = JSONValue.Member(
          name: member.name, value: changed(member.value, &random, uri))
      }
      return .object(members)
    case .array(var elements) where !elements.isEmpty && !random.once(in: 8):
      let index = random.below(elements.count)
      switch random.below(4) {
      case 0: elements.remove(at: index)
      case 1: elements.append(elements[index])
      default: elements[index] = changed(elements[index], &random, uri)
      }
      return .array(elements)
    default: return strange(&random, uri)
    }
  }

  private static func named(_ value: JSONValue, _ uri: String) -> JSONValue {
    switch value {
    case .string("U"): .string(uri)
    case .array(let elements): .array(elements.map { named($0, uri) })
    case .object(let members):
      .object(members.map { JSONValue.Member(name: $0.name, value: named($0.value, uri)) })
    default: value
    }
  }

  /// A message as bytes, its header or content perhaps wrong.
  private static func bytes(_ message: JSONValue, _ random: inout SeededRandom) -> [UInt8] {
    var content = message.bytes
    switch random.below(30) {
    case 0: content.removeLast(min(content.count, random.below(content.count + 1)))
    case 1: content[random.below(content.count)] = UInt8(truncatingIfNeeded: random.next())
    case 2: content += [0xFF, 0xC3, 0xED, 0xA0, 0x80]
    case 3: content.insert(contentsOf: [0xEF, 0xBB, 0xBF], at: 0)
    case 4: content = Array("[\(String(decoding: content, as: UTF8.self))]".utf8)
    case 5: content = Array(String(repeating: "[", count: random.below(40_000)).utf8)
    default: break
    }
    let length = String(content.count)
    let headers = [
      "content-length:\(length)\r\n\r\n", "Content-Length: \(length)\n\n",
      "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: \(length)\r\n\r\n",
      "Content-Length: -\(length)\r\n\r\n", "Content-Length: 99999999999999999999\r\n\r\n",
      "Content-Length: \(length) \r\nContent-Length: 1\r\n\r\n", "Content-Length: 0x10\r\n\r\n",
      "\r\n\r\n", "Content-Length: \(content.count + random.below(40))\r\n\r\n",
      "Content-Length: \(random.below(content.count + 1))\r\n\r\n", ":\r\n\r\n",
    ]
    let header = random.once(in: 12) ? random.pick(headers) : "Content-Length: \(length)\r\n\r\n"
    return Array(header.utf8) + content
  }

  // MARK: Sessions

  /// Seeds that fell once.
  private static let fallen: [UInt64] = []

  @Test(.timeLimit(.minutes(2)), arguments: fallen + Fuzz.seeds(40))
  func `whatever becomes of the messages of a session, the next request is answered`(seed: UInt64)
    throws
  {
    var random = SeededRandom(seed: seed)
    let vault = try IndexedVault()
    vault.write(Self.text, to: "Alpha.md")
    vault.write("# Beta\n\n## Part\n\nText. ^one\n", to: "Beta.md")
    let capabilities =
      random.once(in: 3)
      ? Self.changed(ProtocolClient.capable, &random, "file:///x") : ProtocolClient.capable
    let client = try ProtocolClient(vault, capabilities: capabilities)
    let uri = client.uri("Alpha.md")
    var messages: [JSONValue] = []
    for (number, step) in Self.session.enumerated() {
      var members: [JSONValue.Member] = [
        JSONValue.Member(name: "jsonrpc", value: "2.0"),
        JSONValue.Member(name: "method", value: .string(step.method)),
        JSONValue.Member(name: "params", value: Self.named(step.parameters, uri)),
      ]
      if step.isRequest {
        members.append(JSONValue.Member(name: "id", value: .integer(Int64(1000 + number))))
      }
      messages.append(.object(members))
    }
    // The first one opens the note, and mostly stays the first.
    for _ in 0..<random.below(20) {
      let (one, other) = (random.below(messages.count), random.below(messages.count))
      switch random.below(3) {
      case 0: messages.swapAt(one, other)
      case 1: messages.remove(at: max(1, one))
      default: messages.insert(messages[one], at: other)
      }
    }
    for message in messages {
      var message = message
      while random.once(in: 2) { message = Self.changed(message, &random, uri) }
      client.send(bytes: Self.bytes(message, &random))
      if random.once(in: 3) { client.run() }
    }
    // A length that was given in earnest takes what follows.
    client.send(bytes: Array(repeating: UInt8(ascii: " "), count: 100_000))
    client.run()
    var symbols: JSONValue?
    for _ in 0..<3 where symbols == nil {
      symbols = try? client.request("workspace/symbol", ["query": "beta"])
    }
    #expect(symbols?.elements?.isEmpty == false, "seed \(seed)")
  }
}
