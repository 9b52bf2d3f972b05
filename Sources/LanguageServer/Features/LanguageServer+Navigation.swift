import Exchange
import Files
import Indexing
import Notes
import Search
import Settings
import Vaults

/// From a name to the thing, and from a thing to where it is named.
extension LanguageServer {
  /// A place in a note, or in another file.
  struct Place {
    let view: NoteView?
    let uri: DocumentURI
    /// The heading, block or note's title.
    let range: ByteRange
    /// All that it stands for.
    let whole: ByteRange
  }

  // MARK: Definitions

  /// `textDocument/definition` and `textDocument/declaration`
  func definition(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    let offset = view.buffer.offset(of: try request.position(), encoding)
    guard let found = try subject(at: offset, in: view), let place = try place(of: found, in: view)
    else { return .null }
    guard let target = place.view, client.hasDefinitionLinks else {
      return ["uri": .string(place.uri.text), "range": range(place.range, of: place)]
    }
    return [
      [
        "originSelectionRange": json(found.range, in: view),
        "targetUri": .string(target.uri.text),
        "targetRange": range(place.whole, of: place),
        "targetSelectionRange": range(place.range, of: place),
      ]
    ]
  }

  /// A range of a place; of a file that is no note its beginning.
  func range(_ range: ByteRange, of place: Place) -> JSONValue {
    guard let view = place.view else {
      let start = Position(line: 0, character: 0).json
      return ["start": start, "end": start]
    }
    return json(range, in: view)
  }

  /// The place of a subject; nil if it has none, or more than one.
  ///
  /// - Parameter read: gives the text of a note; one who asks for many places keeps those that were read.
  func place(
    of found: PlacedSubject, in view: NoteView,
    reading read: ((VaultPlace) throws -> NoteView)? = nil
  ) throws -> Place? {
    guard let vault = view.place?.vault else { return nil }
    let read = read ?? { try self.view(of: $0) }
    switch found.subject {
    case .file(let path):
      let place = VaultPlace(vault: vault, path: path)
      guard path.isMarkdown else {
        return Place(view: nil, uri: uri(of: place), range: ByteRange(0, 0), whole: ByteRange(0, 0))
      }
      return self.place(of: try read(place))
    case .title(let path): return self.place(of: try read(VaultPlace(vault: vault, path: path)))
    case .anchor(let path, let anchor):
      let target = try read(VaultPlace(vault: vault, path: path))
      let note = target.note
      guard let whole = target.section(anchored: anchor) else { return self.place(of: target) }
      let first = note.headings.first { $0.range.start == whole.start }?.range
      let line = target.buffer.range(ofLine: target.buffer.line(at: Int(whole.start)))
      let selection = first ?? ByteRange(Int(whole.start), min(line.upperBound, Int(whole.end)))
      return Place(view: target, uri: target.uri, range: selection, whole: whole)
    case .hashtag, .property, .key, .missing, .external: return nil
    }
  }

  /// The place of a note: its title, or its beginning.
  private func place(of view: NoteView) -> Place {
    let whole = ByteRange(0, view.note.source.count)
    let start = view.note.titleHeading?.range ?? ByteRange(0, 0)
    return Place(view: view, uri: view.uri, range: start, whole: whole)
  }

  // MARK: References

  /// `textDocument/references`
  func references(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    guard let place = view.place else { return [] }
    let offset = view.buffer.offset(of: try request.position(), encoding)
    let isWithDeclaration =
      request.parameters.at("context", "includeDeclaration")?.bool ?? false
    // At plain text the note itself is meant, as a title is.
    let found =
      try subject(at: offset, in: view)
      ?? PlacedSubject(
        subject: .title(place.path), name: ByteRange(offset, offset),
        range: ByteRange(offset, offset))
    var locations: [JSONValue] = []
    if isWithDeclaration, let declared = try self.place(of: found, in: view) {
      locations.append([
        "uri": .string(declared.uri.text), "range": range(declared.range, of: declared),
      ])
    }
    for (other, ranges) in try occurrences(of: found.subject, in: place.vault) {
      try request.checkCancelled()
      locations += ranges.map { location($0, in: other) }
    }
    return request.answer(locations)
  }

  /// The places at which a subject is named, by note.
  func occurrences(
    of subject: Subject, in vault: ServedVault
  ) throws -> [(view: NoteView, ranges: [ByteRange])] {
    let search = try search(vault)
    switch subject {
    case .file(let path), .title(let path): return try links(to: path, nil, vault, search)
    case .anchor(let path, let anchor): return try links(to: path, anchor, vault, search)
    case .hashtag(let hashtag):
      return try each(of: search.notes(tagged: hashtag), vault) { note, _ in
        note.hashtags.filter { note.hashtag(of: $0).isWithin(hashtag) }.map(\.range)
      }
    case .property(let key, let value):
      let paths = try search.notes(withProperty: key, value)
      return try each(of: paths, vault) { note, _ in
        (note.frontMatter?[key].map { [$0] + $0.elements } ?? []).filter { $0.string == value }
          .map(\.range)
      }
    case .key(let key):
      return try each(of: search.notes(withProperty: key), vault) { note, _ in
        (note.frontMatter?.entries ?? []).filter {
          CaseFolding.fold($0.key.text ?? "") == CaseFolding.fold(key)
        }.map(\.key.range)
      }
    case .missing(let target):
      let paths = try search.results(search.query("is:broken"), order: .path).map(\.path)
      let folded = LinkResolver.foldedAlias(target)
      return try each(of: paths, vault) { note, _ in
        note.links.filter { LinkResolver.foldedAlias(note.target(of: $0)) == folded }.map(\.range)
      }
    case .external: return []
    }
  }

  private func each(
    of paths: [NotePath], _ vault: ServedVault, _ ranges: (Note, NotePath) -> [ByteRange]
  ) throws -> [(view: NoteView, ranges: [ByteRange])] {
    paths.compactMap { path in
      // A note that is gone, or cannot be read, names nothing.
      guard let view = try? view(of: VaultPlace(vault: vault, path: path)) else { return nil }
      let found = ranges(view.note, path)
      return found.isEmpty ? nil : (view, found)
    }
  }

  /// The links to a note or a part of it, those within it last.
  private func links(
    to path: NotePath, _ anchor: String?, _ vault: ServedVault, _ search: VaultSearch
  ) throws -> [(view: NoteView, ranges: [ByteRange])] {
    var found: [(view: NoteView, ranges: [ByteRange])] = []
    for backlinks in try search.backlinks(to: path, anchor: anchor) {
      guard let view = try? view(of: VaultPlace(vault: vault, path: backlinks.path)) else {
        continue
      }
      found.append(
        (view, backlinks.places.matches.map { ByteRange($0.range.lowerBound, $0.range.upperBound) })
      )
    }
    guard path.isMarkdown else { return found }
    let own = try view(of: VaultPlace(vault: vault, path: path))
    let ranges = try ownLinks(of: own, path, anchor, search)
    return ranges.isEmpty ? found : found + [(own, ranges)]
  }

  /// The links of a note to itself, or to a part of it.
  private func ownLinks(
    of view: NoteView, _ path: NotePath, _ anchor: String?, _ search: VaultSearch
  ) throws -> [ByteRange] {
    let note = view.note
    let wanted = anchor.flatMap { view.section(anchored: $0) }
    let resolver = try search.resolver(for: Set(note.links.map { note.target(of: $0) }))
    return note.links.filter { link in
      switch resolver.resolve(link, in: note, at: path.text) {
      case .sameNote: break
      case .file(let number, _) where resolver.paths[number] == path.text: break
      default: return false
      }
      guard anchor != nil else { return true }
      return wanted != nil
        && note.anchor(of: link).flatMap { view.section(anchored: $0) } == wanted
    }.map(\.range)
  }

  // MARK: In one document

  /// `textDocument/documentHighlight`
  func highlights(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    let offset = view.buffer.offset(of: try request.position(), encoding)
    guard let found = try subject(at: offset, in: view) else { return [] }
    var ranges: [(range: ByteRange, kind: Int)] = []
    let note = view.note
    func add(_ range: ByteRange, _ kind: Int) {
      if !ranges.contains(where: { $0.range == range }) { ranges.append((range, kind)) }
    }
    switch found.subject {
    case .hashtag(let hashtag):
      for tag in note.hashtags where note.hashtag(of: tag).isWithin(hashtag) { add(tag.range, 1) }
    case .property, .key: add(found.range, 1)
    default:
      for other in try linkSubjects(in: view)
      where other.subject == found.subject || isSame(other.subject, found.subject, in: view) {
        add(other.range, 2)
      }
      if case .anchor(let path, let anchor) = found.subject, path == view.place?.path {
        if let heading = note.heading(anchored: anchor) { add(heading.text, 3) }
        if let block = note.blockIDs.first(where: { "^" + note.text($0.id) == anchor }) {
          add(block.range, 3)
        }
      }
      if found.link == nil { add(found.name, 3) }
    }
    return .array(
      ranges.sorted { $0.range.start < $1.range.start }.map {
        ["range": json($0.range, in: view), "kind": .int($0.kind)]
      })
  }

  /// True if two anchors of this note mean one part of it.
  private func isSame(_ one: Subject, _ other: Subject, in view: NoteView) -> Bool {
    guard case .anchor(let first, let anchor) = one, case .anchor(first, let second) = other,
      first == view.place?.path, let section = view.section(anchored: anchor)
    else { return false }
    return section == view.section(anchored: second)
  }
}
