import Exchange
import Files
import Indexing
import Layout
import Notes
import Rendering
import Vaults

/// Remarks beside the text: titles, numbers of links, and the notes around a note.
extension LanguageServer {
  // MARK: Inlay hints

  /// `textDocument/inlayHint`
  func inlayHints(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    guard options.hasHints, let place = view.place, place.path.isMarkdown else { return [] }
    let range = TextRange(request.parameters["range"]).map { $0.bytes(in: view.buffer, encoding) }
    let shown = range ?? 0..<view.buffer.bytes.count
    let titles = try titleHints(in: view, place, shown)
    try request.checkCancelled()
    return .array(titles + (try linkHints(in: view, place, shown)))
  }

  /// The title of each linked note whose file's name says something else, where the link has no text.
  private func titleHints(
    in view: NoteView, _ place: VaultPlace, _ shown: Range<Int>
  ) throws -> [JSONValue] {
    let search = try search(place.vault)
    let links = view.note.links.filter {
      $0.kind == .wiki && !$0.isEmbed && !$0.isInFrontMatter && $0.text == nil
        && shown.contains(Int($0.range.start))
    }
    if links.isEmpty { return [] }
    let resolver = try search.resolver(for: Set(links.map { view.note.target(of: $0) }))
    var hints: [JSONValue] = []
    for link in links {
      guard case .file(let number, _) = resolver.resolve(link, in: view.note, at: place.path.text),
        let path = NotePath(resolver.paths[number]), path.isMarkdown, path != place.path,
        let title = try search.title(of: path)
      else { continue }
      let name = CaseFolding.fold(
        view.note.target(of: link).split(separator: "/").last.map(String.init) ?? "")
      let folded = CaseFolding.fold(title)
      if folded == name || Self.isSaid(folded, by: name) { continue }
      hints.append([
        "position": view.buffer.position(at: Int(link.range.end), encoding).json,
        "label": .string(title), "paddingLeft": true,
      ])
    }
    return hints
  }

  /// True if a name has the letters and digits of a title: `art-of-memory` says what `Art of Memory` does.
  private static func isSaid(_ title: String, by name: String) -> Bool {
    func plain(_ text: String) -> String { text.filter { $0.isLetter || $0.isNumber } }
    return plain(name).contains(plain(title))
  }

  /// The number of links to each heading, from this note and others.
  private func linkHints(
    in view: NoteView, _ place: VaultPlace, _ shown: Range<Int>
  ) throws -> [JSONValue] {
    let counts = try linkCounts(toPartsOf: view, place)
    return view.note.headings.compactMap { heading in
      guard heading != view.note.titleHeading, let count = counts[heading.range],
        shown.contains(Int(heading.range.start))
      else { return nil }
      return [
        "position": view.buffer.position(at: Int(heading.text.end), encoding).json,
        "label": .string("← \(count)"), "paddingLeft": true,
        "tooltip": .string(Amount.count(count, "link")),
      ]
    }
  }

  /// The number of links to each heading of a note that has some, by its range.
  private func linkCounts(
    toPartsOf view: NoteView, _ place: VaultPlace
  ) throws -> [ByteRange: Int] {
    var counts: [ByteRange: Int] = [:]
    for (other, ranges) in try occurrences(of: .file(place.path), in: place.vault) {
      let wanted = Set(ranges)
      for link in other.note.links where wanted.contains(link.range) {
        guard let anchor = other.note.anchor(of: link), !anchor.isEmpty,
          case .heading(let index)? = view.anchors.place(anchor)
        else { continue }
        counts[view.note.headings[index].range, default: 0] += 1
      }
    }
    return counts
  }

  // MARK: Code lenses

  /// `textDocument/codeLens`
  func codeLenses(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    guard options.hasLenses, let place = view.place, place.path.isMarkdown else { return [] }
    let backlinks = try search(place.vault).backlinks(to: place.path)
    let links = backlinks.reduce(0) { $0 + $1.places.matches.count }
    var lenses: [JSONValue] = []
    let first = view.note.titleHeading?.range ?? ByteRange(0, 0)
    func add(_ title: String, _ command: String, _ arguments: [JSONValue]) {
      lenses.append([
        "range": json(first, in: view),
        "command": [
          "title": .string(title), "command": .string(command), "arguments": .array(arguments),
        ],
      ])
    }
    if links > 0 {
      add(
        "\(Amount.count(links, "link")) from \(Amount.count(backlinks.count, "note"))",
        "zib.backlinks", [.string(view.uri.text)])
    }
    for open in conflicts(of: place) {
      let other = open.conflict.note == place.path ? open.conflict.copy : open.conflict.note
      add(
        "Kept twice: show `\(other.text)`", "zib.show",
        [.string(view.uri.text), .string(other.text)])
    }
    let prompts = view.note.questions.count + view.note.clozes.count
    if prompts > 0 {
      let due = place.vault.dueCards(in: place.path)
      add(
        Amount.count(prompts, "prompt") + (due > 0 ? ", \(due) due" : ""), "zib.prompts",
        [.string(view.uri.text)])
    }
    return .array(lenses)
  }

  // MARK: Call hierarchy

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
