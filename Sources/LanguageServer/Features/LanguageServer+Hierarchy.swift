import Exchange
import Files
import Indexing
import Notes

/// The notes around a note, as a hierarchy of calls.
extension LanguageServer {
  /// `textDocument/prepareCallHierarchy`: the note, or the note that the link at the cursor means.
  func prepareHierarchy(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    guard let place = view.place else { return .null }
    let offset = view.buffer.offset(of: try request.position(), encoding)
    switch try subject(at: offset, in: view)?.subject {
    case .file(let path)?, .anchor(let path, _)?:
      guard path.isMarkdown else { return .null }
      return [item(of: try self.view(of: VaultPlace(vault: place.vault, path: path)))]
    default: return [item(of: view)]
    }
  }

  private func item(of view: NoteView) -> JSONValue {
    let title = view.note.titleHeading?.range ?? ByteRange(0, 0)
    return [
      "name": .string(view.note.title), "kind": .int(SymbolKind.file.rawValue),
      "detail": .string(view.place?.path.text ?? ""), "uri": .string(view.uri.text),
      "range": json(ByteRange(0, view.buffer.bytes.count), in: view),
      "selectionRange": json(title, in: view),
    ]
  }

  private func item(of request: Request) throws -> NoteView {
    guard let uri = request.parameters.at("item", "uri")?.string else {
      throw ResponseError(.invalidParameters, "the request names no note")
    }
    return try view(of: DocumentURI(uri))
  }

  /// `callHierarchy/incomingCalls`: the notes that link to a note.
  func incomingLinks(_ request: Request) throws -> JSONValue {
    let view = try item(of: request)
    guard let place = view.place else { return [] }
    var calls: [JSONValue] = []
    for (other, ranges) in try occurrences(of: .file(place.path), in: place.vault) {
      try request.checkCancelled()
      calls.append([
        "from": item(of: other), "fromRanges": .array(ranges.map { json($0, in: other) }),
      ])
    }
    return request.answer(calls)
  }

  /// `callHierarchy/outgoingCalls`: the notes that a note links to.
  func outgoingLinks(_ request: Request) throws -> JSONValue {
    let view = try item(of: request)
    guard let place = view.place else { return [] }
    var order: [NotePath] = []
    var ranges: [NotePath: [ByteRange]] = [:]
    for found in try linkSubjects(in: view) {
      switch found.subject {
      case .file(let path), .anchor(let path, _):
        guard path.isMarkdown, path != place.path else { continue }
        if ranges[path] == nil { order.append(path) }
        ranges[path, default: []].append(found.range)
      default: continue
      }
    }
    var calls: [JSONValue] = []
    for path in order {
      guard let other = try? self.view(of: VaultPlace(vault: place.vault, path: path)) else {
        continue
      }
      calls.append([
        "to": item(of: other),
        "fromRanges": .array((ranges[path] ?? []).map { json($0, in: view) }),
      ])
    }
    return request.answer(calls)
  }
}
