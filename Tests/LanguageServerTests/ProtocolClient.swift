import Exchange
import Files
import LanguageServer
import Notes
import OperatingSystem
import Settings
import TestSupport
import VaultSandbox

/// An editor, as far as the protocol goes: it sends messages, and has the server answer at once.
final class ProtocolClient {
  let vault: IndexedVault
  private let server: LanguageServer
  private let toServer: Int32
  private let output: Int32
  /// The bytes of the output that were read.
  private var taken: off_t = 0
  private var frames = MessageFrames()
  private var nextID = 1
  /// Notifications of the server, in order.
  private(set) var notices: [(method: String, parameters: JSONValue)] = []
  /// Requests of the server.
  private(set) var questions: [(id: JSONValue, method: String, parameters: JSONValue)] = []
  private var responses: [Int: JSONValue] = [:]
  private(set) var faults: [JSONValue] = []
  private var versions: [String: Int] = [:]

  /// The capabilities of an editor that can do all of it.
  static let capable: JSONValue = [
    "general": ["positionEncodings": ["utf-16"]],
    "workspace": [
      "workspaceEdit": [
        "documentChanges": true, "resourceOperations": ["create", "rename", "delete"],
      ],
      "applyEdit": true,
    ],
    "textDocument": [
      "definition": ["linkSupport": true],
      "documentSymbol": ["hierarchicalDocumentSymbolSupport": true],
      "completion": [
        "completionItem": ["snippetSupport": true, "insertReplaceSupport": true]
      ],
      "codeAction": ["codeActionLiteralSupport": ["codeActionKind": ["valueSet": ["quickfix"]]]],
      "rename": ["prepareSupport": true],
      "diagnostic": ["dynamicRegistration": false],
    ],
  ]

  /// Begins a session on the notes of a vault.
  ///
  /// - Parameters:
  ///   - clientName: the name by which the client introduces itself; nil if it does not.
  ///   - now: the time, in UTC milliseconds; by default 2026-11-21 at noon.
  init(
    _ vault: IndexedVault, capabilities: JSONValue = ProtocolClient.capable,
    named clientName: String? = nil,
    now: Int64 = 20_778 * 86_400_000 + 43_200_000, typing: Int64 = 0, isInitialized: Bool = true
  ) throws {
    self.vault = vault
    var ends: [Int32] = [0, 0]
    unsafe pipe(&ends)
    toServer = ends[1]
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    var name = vault.folder("replies-XXXXXX").utf8CString.map { $0 }
    output = unsafe mkstemp(&name)
    input = ends[0]
    server = LanguageServer(
      input: ends[0], output: output, environment: vault.environment, zone: .utc, now: now,
      typing: typing, version: "test")
    guard isInitialized else { return }
    try request(
      "initialize",
      [
        "processId": .null, "capabilities": capabilities,
        "clientInfo": clientName.map { ["name": .string($0)] as JSONValue } ?? .null,
        "rootUri": .string("file://" + vault.path("").dropLast()),
      ])
    notify("initialized", [:])
  }

  private let input: Int32

  deinit { for file in [toServer, output, input] { systemClose(file) } }

  // MARK: Messages

  /// Sends bytes as they are.
  func send(bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(toServer, buffer.baseAddress! + sent, bytes.count - sent)
      }
      // A full pipe is emptied by the server.
      if count > 0 { sent += count } else { server.answerWaiting() }
    }
  }

  func send(_ message: JSONValue) { send(bytes: MessageFrames.framed(message.bytes)) }

  func notify(_ method: String, _ parameters: JSONValue) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
    run()
  }

  /// The error of an answer.
  struct Refusal: Error, Equatable {
    let code: Int64
    let message: String
  }

  /// Sends a request, and gives its result.
  @discardableResult
  func request(_ method: String, _ parameters: JSONValue) throws -> JSONValue {
    guard let result = try response(begin(method, parameters)) else {
      throw Refusal(code: 0, message: "no answer to \(method)")
    }
    return result
  }

  /// Sends a request, and gives its id.
  func begin(_ method: String, _ parameters: JSONValue) -> Int {
    let id = nextID
    nextID += 1
    send([
      "jsonrpc": "2.0", "id": .integer(Int64(id)), "method": .string(method), "params": parameters,
    ])
    return id
  }

  /// The result of a request, or nil as long as there is none.
  func response(_ id: Int) throws -> JSONValue? {
    run()
    guard let response = responses.removeValue(forKey: id) else { return nil }
    if let error = response["error"] {
      guard case .integer(let code)? = error["code"] else { throw Refusal(code: 1, message: "") }
      throw Refusal(code: code, message: error["message"]?.string ?? "")
    }
    return response["result"] ?? .null
  }

  /// Has the server take all that was sent, and reads what it says.
  func run() {
    server.answerWaiting()
    while true {
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = max(0, unsafe pread(output, buffer.baseAddress, buffer.count, taken))
      }
      if bytes.isEmpty { break }
      taken += off_t(bytes.count)
      frames.add(bytes)
    }
    while let frame = frames.next() {
      guard case .content(let content) = frame, let message = try? JSONValue(parsing: content)
      else { continue }
      take(message)
    }
  }

  private func take(_ message: JSONValue) {
    if let method = message["method"]?.string {
      if let id = message["id"] {
        questions.append((id, method, message["params"] ?? .null))
      } else {
        notices.append((method, message["params"] ?? .null))
      }
    } else if case .integer(let id)? = message["id"] {
      responses[Int(id)] = message
    } else {
      faults.append(message["error"] ?? .null)
    }
  }

  /// Answers a request of the server.
  func answer(_ id: JSONValue, _ result: JSONValue) {
    send(["jsonrpc": "2.0", "id": id, "result": result])
    run()
  }

  // MARK: Documents

  func uri(_ name: String) -> String {
    "file://" + vault.path(name).replacing(" ", with: "%20")
  }

  /// Opens a note, with the text of its file or another.
  func open(_ name: String, _ text: String? = nil) {
    versions[name] = 1
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri(name)), "languageId": "markdown", "version": 1,
          "text": .string(text ?? vault.folder.read("vault/" + name) ?? ""),
        ]
      ])
  }

  /// Has a note another text, all at once.
  func change(_ name: String, to text: String) { change(name, [["text": .string(text)]]) }

  func change(_ name: String, _ changes: [JSONValue]) {
    versions[name, default: 1] += 1
    notify(
      "textDocument/didChange",
      [
        "textDocument": [
          "uri": .string(uri(name)), "version": .integer(Int64(versions[name] ?? 1)),
        ],
        "contentChanges": .array(changes),
      ])
  }

  /// A request about a place of a note.
  @discardableResult
  func ask(
    _ method: String, _ name: String, _ line: Int64, _ character: Int64,
    _ more: JSONValue = .object([])
  ) throws -> JSONValue {
    try request(
      "textDocument/" + method,
      .object(
        [
          JSONValue.Member(name: "textDocument", value: ["uri": .string(uri(name))]),
          JSONValue.Member(
            name: "position",
            value: ["line": .integer(line), "character": .integer(character)]),
        ] + (more.members ?? [])))
  }

  /// A request about a note.
  @discardableResult
  func ask(_ method: String, _ name: String) throws -> JSONValue {
    try request("textDocument/" + method, ["textDocument": ["uri": .string(uri(name))]])
  }

  /// The code and place of each finding in a note: `broken-link 2:4-2:14`.
  func findings(_ name: String) throws -> [String] {
    (try ask("diagnostic", name)["items"]?.elements ?? []).map {
      "\($0["code"]?.string ?? "") \(Self.range($0["range"]))"
    }
  }

  /// The labels of what can be written at a place.
  func completions(_ name: String, _ line: Int64, _ character: Int64) throws -> [String] {
    (try ask("completion", name, line, character)["items"]?.elements ?? []).compactMap {
      $0["label"]?.string
    }
  }

  /// A range as text: `2:4-2:14`.
  static func range(_ json: JSONValue?) -> String {
    func position(_ json: JSONValue?) -> String {
      "\(json?["line"]?.text ?? "?"):\(json?["character"]?.text ?? "?")"
    }
    return "\(position(json?["start"]))-\(position(json?["end"]))"
  }

  /// Locations as text: `Books/Walden.md 2:4-2:14`.
  func places(_ json: JSONValue) -> [String] {
    (json.elements ?? [json]).compactMap { place in
      let uri = place["uri"] ?? place["targetUri"]
      let range = place["range"] ?? place["targetSelectionRange"]
      guard let text = uri?.string else { return nil }
      return "\(shown(text)) \(Self.range(range))"
    }
  }

  /// The path of an address in the vault.
  func shown(_ uri: String) -> String {
    uri.replacing("file://" + vault.path(""), with: "").replacing("%20", with: " ")
  }

  /// The texts of notes after an edit of the workspace, by path; renamed files have their new paths.
  func texts(after edit: JSONValue) -> [String: String] {
    var texts: [String: String] = [:]
    func current(_ path: String) -> [UInt8] {
      Array((texts[path] ?? vault.folder.read("vault/" + path) ?? "").utf8)
    }
    for change in edit["documentChanges"]?.elements ?? [] {
      if change["kind"]?.string == "rename" {
        let (old, new) = (
          shown(change["oldUri"]?.string ?? ""), shown(change["newUri"]?.string ?? "")
        )
        texts[new] = String(decoding: current(old), as: UTF8.self)
        texts[old] = nil
        continue
      }
      if change["kind"]?.string == "create" { continue }
      let path = shown(change["textDocument"]?["uri"]?.string ?? "")
      texts[path] = Self.applied(change["edits"]?.elements ?? [], to: current(path))
    }
    return texts
  }

  /// A text with edits of UTF-16 positions made.
  static func applied(_ edits: [JSONValue], to bytes: [UInt8]) -> String {
    var buffer = TextBuffer(bytes)
    let ranges = edits.map { edit -> (Range<Int>, [UInt8]) in
      func offset(_ json: JSONValue?) -> Int {
        guard case .integer(let line)? = json?["line"],
          case .integer(let character)? = json?["character"]
        else { return 0 }
        return buffer.offset(of: Position(line: Int(line), character: Int(character)), .utf16)
      }
      let range = offset(edit["range"]?["start"])..<offset(edit["range"]?["end"])
      return (range, Array((edit["newText"]?.string ?? "").utf8))
    }
    for (range, text) in ranges.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      buffer.replace(range, with: text)
    }
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
