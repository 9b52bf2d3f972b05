import Exchange
import Files
import Indexing
import Notes
import Search

/// The parts of a note, and the notes of a vault, as symbols.
extension LanguageServer {
  /// The kinds of symbols of the protocol that are used here.
  enum SymbolKind: Int {
    case file = 1
    case namespace = 3
    case property = 7
    case string = 15
    case key = 20
    case event = 24
  }

  /// A part of a note with its parts.
  struct Outline {
    var name: String
    var kind: SymbolKind
    var range: ByteRange
    var selection: ByteRange
    var parts: [Outline] = []
  }

  /// `textDocument/documentSymbol`
  func documentSymbols(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    let outline = Self.outline(of: view.note)
    if client.hasHierarchicalSymbols { return .array(outline.map { json($0, in: view) }) }
    return .array(outline.flatMap { flat($0, in: view, container: nil) })
  }

  private func json(_ part: Outline, in view: NoteView) -> JSONValue {
    let symbol: JSONValue = [
      "name": .string(part.name), "kind": .int(part.kind.rawValue),
      "range": json(part.range, in: view), "selectionRange": json(part.selection, in: view),
    ]
    return part.parts.isEmpty
      ? symbol : symbol.with("children", .array(part.parts.map { json($0, in: view) }))
  }

  private func flat(_ part: Outline, in view: NoteView, container: String?) -> [JSONValue] {
    let symbol: JSONValue = [
      "name": .string(part.name), "kind": .int(part.kind.rawValue),
      "location": location(part.selection, in: view),
    ]
    return [symbol.with("containerName", container.map { .string($0) })]
      + part.parts.flatMap { flat($0, in: view, container: part.name) }
  }

  /// The front matter with its keys, the headings in each other, and the blocks that have ids.
  static func outline(of note: Note) -> [Outline] {
    var outline: [Outline] = []
    if let frontMatter = note.frontMatter, !frontMatter.entries.isEmpty {
      var block = Outline(
        name: "Properties", kind: .namespace, range: frontMatter.range,
        selection: frontMatter.content)
      for entry in frontMatter.entries {
        guard let key = entry.key.text, !key.isEmpty else { continue }
        let end = max(entry.key.range.end, entry.value.range.end)
        block.parts.append(
          Outline(
            name: key, kind: .property, range: ByteRange(start: entry.key.range.start, end: end),
            selection: entry.key.range))
      }
      outline.append(block)
    }
    var open: [(level: Int, part: Outline)] = []
    func close(_ level: Int, at end: UInt32) {
      while let last = open.last, last.level >= level {
        var part = last.part
        part.range.end = max(part.range.end, end)
        open.removeLast()
        if open.isEmpty {
          outline.append(part)
        } else {
          open[open.count - 1].part.parts.append(part)
        }
      }
    }
    var blocks = note.blockIDs[...]
    func addBlocks(before end: UInt32) {
      while let block = blocks.first, block.range.start < end {
        blocks.removeFirst()
        let part = Outline(
          name: "^" + note.text(block.id), kind: .key, range: block.range, selection: block.range)
        if open.isEmpty {
          outline.append(part)
        } else {
          open[open.count - 1].part.parts.append(part)
        }
      }
    }
    for heading in note.headings {
      addBlocks(before: heading.range.start)
      close(heading.level, at: heading.range.start)
      let name = note.plainText(in: heading.text)
      open.append(
        (
          heading.level,
          Outline(
            name: name.isEmpty ? "(no text)" : name, kind: .string, range: heading.range,
            selection: heading.range)
        ))
    }
    let end = UInt32(note.source.count)
    addBlocks(before: end)
    close(0, at: end)
    return outline
  }

  // MARK: The whole vault

  /// The greatest number of symbols that are given at once.
  private static let mostSymbols = 200
  /// The most notes that are read for the places of their titles.
  private static let mostRead = 50

  /// `workspace/symbol`
  func workspaceSymbols(_ request: Request) throws -> JSONValue {
    let words = request.parameters["query"]?.string ?? ""
    var symbols: [JSONValue] = []
    for vault in vaults {
      try request.checkCancelled()
      let ranked = NameRanking(names: try names(vault), query: words).best(Self.mostSymbols)
      for (number, match) in ranked.matches.enumerated() {
        symbols.append(symbol(match.entry, in: vault, isRead: number < Self.mostRead))
      }
      symbols += try headings(words, in: vault, request)
    }
    return request.answer(Array(symbols.prefix(Self.mostSymbols * 2)))
  }

  /// - Parameter isRead: true to give the place of the title, for which the note is read; else that of its start.
  private func symbol(
    _ entry: NoteNames.Entry, in vault: ServedVault, isRead: Bool
  ) -> JSONValue {
    let place = VaultPlace(vault: vault, path: entry.path)
    let start = Position(line: 0, character: 0).json
    var location: JSONValue = [
      "uri": .string(uri(of: place).text), "range": ["start": start, "end": start],
    ]
    // A note that cannot be read now is shown by its name all the same.
    if isRead, let view = try? view(of: place), let heading = view.note.titleHeading {
      location = self.location(heading.text, in: view)
    }
    return [
      "name": .string(entry.title), "kind": .int(SymbolKind.file.rawValue),
      "containerName": .string(entry.path.folder?.text ?? ""), "location": location,
    ]
  }

  /// The headings that have the words, those of the best notes first.
  private func headings(
    _ words: String, in vault: ServedVault, _ request: Request
  ) throws -> [JSONValue] {
    let parts = words.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    if parts.isEmpty { return [] }
    let search = try search(vault)
    let query = search.query(parts.map { "heading:\($0)*" }.joined(separator: " "))
    let folded = parts.map(CaseFolding.fold)
    var symbols: [JSONValue] = []
    for result in try search.results(query, limit: 50) {
      try request.checkCancelled()
      guard let view = try? view(of: VaultPlace(vault: vault, path: result.path)) else { continue }
      for heading in view.note.headings where heading != view.note.titleHeading {
        let text = view.note.plainText(in: heading.text)
        let own = CaseFolding.fold(text)
        guard folded.allSatisfy({ own.contains($0) }) else { continue }
        symbols.append([
          "name": .string(text), "kind": .int(SymbolKind.string.rawValue),
          "containerName": .string(result.title), "location": location(heading.range, in: view),
        ])
        if symbols.count >= Self.mostSymbols { return symbols }
      }
    }
    return symbols
  }
}
