import Exchange
import Files
import Indexing
import Layout
import Notes
import Settings
import Vaults
import Wording

/// Findings in the open notes, by the rules of `zib check`.
extension LanguageServer {
  /// Tells of the documents that are due.
  func sendDueDiagnostics() {
    let keys = diagnostics.takeDue()
    if keys.isEmpty { return }
    for key in keys where documents[key]?.noticeNames() == true {
      for other in documents.keys where other != key { diagnostics.schedule(other, in: 0) }
    }
    if client.pullsDiagnostics {
      if client.refreshesDiagnostics { ask("workspace/diagnostic/refresh", .null) }
      return
    }
    for key in keys {
      if connection.hasWaiting {
        // An edit or a question goes first.
        diagnostics.schedule(key, in: Self.quiet)
        continue
      }
      guard let document = documents[key] else { continue }
      do {
        publish(try findings(in: document), of: document.uri, version: document.version)
      } catch {
        log("\(document.uri.text): \(ErrorWords(error).message)")
      }
    }
  }

  /// Tells what is wrong in a document.
  func publish(_ found: [JSONValue], of uri: DocumentURI, version: Int?) {
    let parameters: JSONValue = ["uri": .string(uri.text), "diagnostics": .array(found)]
    connection.notify(
      "textDocument/publishDiagnostics", parameters.with("version", version.map { .int($0) }))
  }

  /// The findings in an open document, without those on the line that is being typed.
  private func findings(in document: OpenDocument) throws -> [JSONValue] {
    guard options.hasDiagnostics, let place = document.place else { return [] }
    var typedLine: Int?
    if let edit = document.lastEdit {
      let rest = edit.time + typing - Clock.monotonicMilliseconds()
      if rest > 0 {
        typedLine = edit.line
        diagnostics.schedule(document.uri.key, in: rest)
      }
    }
    let view = NoteView(
      uri: document.uri, note: document.note, buffer: document.buffer, place: place,
      version: document.version)
    let all = try checked(view, place, isTyping: typedLine != nil)
    let shown = all.filter { typedLine == nil || line($0) != typedLine }
    return try shown.map { json($0, in: view) } + conflictDiagnostics(view, place)
  }

  /// The findings of `zib check` in a note, as it is open.
  func checked(_ view: NoteView, _ place: VaultPlace, isTyping: Bool) throws -> [CheckFinding] {
    // A note that the vault leaves out is not checked, as by `zib check`.
    guard place.vault.counts(place.path) else { return [] }
    let search = try search(place.vault)
    return try search.checked(noteAt: place.path) { targets in
      place.vault.moves(targets, search, isTyping: isTyping)
    }.findings
  }

  private func line(_ finding: CheckFinding) -> Int? {
    finding.position.map { $0.line - 1 }
  }

  /// A finding as the protocol has it.
  func json(_ finding: CheckFinding, in view: NoteView) -> JSONValue {
    let words = CheckWords(finding) { "`\($0.text)`" }
    let rule = finding.rule
    var json: JSONValue = [
      "range": range(of: finding, in: view).json,
      "severity": .int(Self.severity(rule.severity)),
      "code": .string(rule.rawValue),
      "source": "zib",
      "message": .string(words.message),
    ]
    if case .empty = finding.kind { json = json.with("tags", [1]) }
    return json
  }

  private static func severity(_ severity: CheckRule.Severity) -> Int {
    switch severity {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }

  /// The place of a finding: the whole link, or the rest of the line.
  func range(of finding: CheckFinding, in view: NoteView) -> TextRange {
    guard let position = finding.position else {
      return TextRange(0..<0, in: view.buffer, encoding)
    }
    let start = view.note.lines.offset(of: position)
    if case .link(let text, _) = finding.kind {
      let end = min(start + text.utf8.count, view.buffer.bytes.count)
      return TextRange(start..<end, in: view.buffer, encoding)
    }
    let line = view.buffer.range(ofLine: view.buffer.line(at: start))
    return TextRange(start..<max(start, line.upperBound), in: view.buffer, encoding)
  }

  // MARK: Pulled

  /// `textDocument/diagnostic`
  func documentDiagnostics(_ request: Request) throws -> JSONValue {
    let uri = try request.uri()
    guard let document = documents[uri.key] else {
      return ["kind": "full", "items": []]
    }
    let items = try findings(in: document)
    let id = Self.resultID(items)
    if request.parameters["previousResultId"]?.string == id {
      return ["kind": "unchanged", "resultId": .string(id)]
    }
    return ["kind": "full", "resultId": .string(id), "items": .array(items)]
  }

  /// `workspace/diagnostic`
  func workspaceDiagnostics(_ request: Request) throws -> JSONValue {
    var previous: [String: String] = [:]
    for known in request.parameters["previousResultIds"]?.elements ?? [] {
      if let uri = known["uri"]?.string { previous[uri] = known["value"]?.string }
    }
    var reports: [JSONValue] = []
    for vault in vaults where options.hasDiagnostics {
      let findings = try search(vault).checked().findings
      for (bytes, found) in Dictionary(grouping: findings, by: \.path) {
        try request.checkCancelled()
        guard let path = NotePath(bytes: bytes) else { continue }
        let place = VaultPlace(vault: vault, path: path)
        let uri = uri(of: place)
        guard documents[uri.key] == nil, let view = try? view(of: place) else { continue }
        reports.append(
          report(
            found.map { json($0, in: view) }, of: uri, nil, previous.removeValue(forKey: uri.text)))
      }
    }
    for document in documents.values {
      reports.append(
        report(
          try findings(in: document), of: document.uri, document.version,
          previous.removeValue(forKey: document.uri.text)))
    }
    // Files that had findings and have none any more.
    for (uri, _) in previous {
      reports.append([
        "kind": "full", "uri": .string(uri), "version": .null, "items": [],
        "resultId": .string(Self.resultID([])),
      ])
    }
    return ["items": request.answer(reports.sorted { Self.uri($0) < Self.uri($1) })]
  }

  private static func uri(_ report: JSONValue) -> String { report["uri"]?.string ?? "" }

  private func report(
    _ items: [JSONValue], of uri: DocumentURI, _ version: Int?, _ previous: String?
  ) -> JSONValue {
    let id = Self.resultID(items)
    let version: JSONValue = version.map { .int($0) } ?? .null
    if previous == id {
      return [
        "kind": "unchanged", "uri": .string(uri.text), "version": version, "resultId": .string(id),
      ]
    }
    return [
      "kind": "full", "uri": .string(uri.text), "version": version, "resultId": .string(id),
      "items": .array(items),
    ]
  }

  /// The same for the same findings.
  private static func resultID(_ items: [JSONValue]) -> String {
    var mixer = Mixer()
    mixer.add(JSONValue.array(items).bytes)
    return String(mixer.value, radix: 36)
  }
}
