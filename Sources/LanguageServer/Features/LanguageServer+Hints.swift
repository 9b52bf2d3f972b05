import Exchange
import Files
import Indexing
import Layout
import Notes
import Rendering

/// Remarks in the text: titles of linked notes, and numbers of links.
extension LanguageServer {
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
}
