import Exchange
import Files
import Indexing
import Notes
import Search
import Settings
import Vaults

/// Completion at the cursor.
extension LanguageServer {
  /// The greatest number of names that are given at once; the client asks again while more is typed.
  static let mostItems = 100

  /// The kinds of items of the protocol that are used here.
  enum ItemKind: Int {
    case text = 1
    case field = 5
    case property = 10
    case value = 12
    case snippet = 15
    case file = 17
    case reference = 18
    case folder = 19
    case constant = 21
  }

  /// `textDocument/completion`
  func completion(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    let offset = view.buffer.offset(of: try request.position(), encoding)
    let isJournal = try isJournal(view)
    guard let place = CompletionPlace(at: offset, in: view.buffer, view.note, isJournal: isJournal)
    else { return .null }
    var list = CompletionList(place, view, encoding, hasInsertReplace: client.hasInsertReplace)
    switch place.kind {
    case .note(let isEmbed): try addNotes(isEmbed: isEmbed, in: view, request, to: &list)
    case .anchor(let target): try addAnchors(of: target, isWiki: true, in: view, to: &list)
    case .destination: try addDestinations(in: view, request, to: &list)
    case .destinationAnchor(let path): try addAnchors(of: path, isWiki: false, in: view, to: &list)
    case .hashtag: try addHashtags(in: view, to: &list)
    case .key: try addKeys(in: view, to: &list)
    case .value(let key): try addValues(of: key, in: view, to: &list)
    case .mood: addMoods(to: &list)
    case .snippet: addSnippets(to: &list)
    }
    return list.json
  }

  private func isJournal(_ view: NoteView) throws -> Bool {
    guard let place = view.place else { return false }
    return try search(place.vault).day(of: place.path) != nil
  }

  // MARK: Notes

  private func addNotes(
    isEmbed: Bool, in view: NoteView, _ request: Request, to list: inout CompletionList
  ) throws {
    guard let place = view.place else { return }
    let search = try search(place.vault)
    let ranking = NameRanking(
      names: try names(place.vault), query: list.typed, preferred: try linked(from: view))
    let (matches, isCut) = ranking.best(Self.mostItems)
    list.isIncomplete = isCut
    try request.checkCancelled()
    var files = matches.map { (path: $0.entry.path, entry: $0.entry as NoteNames.Entry?) }
    if isEmbed || list.typed.contains(".") {
      let attachments = attachments(matching: list.typed, in: search, limit: Self.mostItems)
      list.isIncomplete = list.isIncomplete || attachments.isCut
      let found = attachments.paths.map { (path: $0, entry: nil as NoteNames.Entry?) }
      files = isEmbed ? found + files : files + found
    }
    let stems = files.map { String(decoding: $0.path.stem, as: UTF8.self) }
    let resolver = try search.resolver(
      for: Set(stems + files.map { String(decoding: $0.path.name, as: UTF8.self) }))
    let numbers = Self.numbers(resolver)
    let style = place.vault.vault.linkStyle
    for (file, stem) in zip(files, stems) {
      guard let number = numbers[file.path.text],
        let target = resolver.wikiTarget(
          of: number, from: place.path.text, style, asPath: list.typed.contains("/"))
      else { continue }
      let data: JSONValue = [
        "vault": .string(place.vault.root.text), "path": .string(file.path.text),
      ]
      guard let entry = file.entry else {
        list.add(label: target, .file, text: target, detail: file.path.text, data: data)
        continue
      }
      let label = alias(matching: list.typed, of: entry, place.vault) ?? entry.title
      let isSame = CaseFolding.fold(label) == CaseFolding.fold(target)
      let isPiped = !isSame && !isEmbed && !label.contains(where: { "|[]\n".contains($0) })
      let dialect = place.vault.vault.noteOptions.links
      list.add(
        label: label, .file, text: dialect.inner(target, text: isPiped ? label : nil),
        detail: file.path.text, filter: Self.filter([label, stem, target, file.path.text]),
        data: data)
    }
  }

  /// The text that a client compares with what is typed: names, and those of them that have accents also without these.
  private static func filter(_ names: [String]) -> String {
    var words: [String] = []
    for name in names + names.map(CaseFolding.foldWithoutAccents) where !words.contains(name) {
      words.append(name)
    }
    return words.joined(separator: " ")
  }

  /// The alias that fits what is typed, where neither the title nor the file's name does: only then the note is read.
  private func alias(
    matching typed: String, of entry: NoteNames.Entry, _ vault: ServedVault
  ) -> String? {
    let wanted = Array(CaseFolding.foldWithoutAccents(typed).utf8)
    let own = NameRanking.quality(of: wanted, in: Array(entry.ownNames))
    func isBetter(_ names: [UInt8]) -> Bool {
      guard let quality = NameRanking.quality(of: wanted, in: names) else { return false }
      return own.map { $0 == .scattered && quality > $0 } ?? true
    }
    guard isBetter(Array(entry.aliases)),
      let view = try? view(of: VaultPlace(vault: vault, path: entry.path))
    else { return nil }
    return view.note.aliases.first {
      isBetter(Array(CaseFolding.foldWithoutAccents($0).utf8) + [0])
    }
  }

  static func numbers(_ resolver: LinkResolver) -> [String: Int] {
    Dictionary(
      resolver.paths.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The notes on the disk that a note links to.
  private func linked(from view: NoteView) throws -> Set<NotePath> {
    guard let place = view.place else { return [] }
    let links = view.note.links.filter { !$0.isExternal }
    let targets = Set(links.map { view.note.target(of: $0) })
    // A wikilink may mean a note by its title, and others may not.
    let kinds = Set(links.map { ($0.kind == .wiki ? "w" : "m") + view.note.target(of: $0) })
    return try place.vault.linked(to: kinds, from: view.uri.key) { search in
      let resolver = try search.resolver(for: targets)
      return Set(
        links.compactMap { link in
          guard
            case .file(let number, _) = resolver.resolve(
              link, in: view.note, at: place.path.text)
          else { return nil }
          return NotePath(resolver.paths[number])
        })
    }
  }

  /// The files other than notes whose path has what is typed.
  private func attachments(
    matching typed: String, in search: VaultSearch, limit: Int
  ) -> (paths: [NotePath], isCut: Bool) {
    let wanted = Array(CaseFolding.foldWithoutAccents(typed).utf8)
    var found: [(path: NotePath, quality: NameRanking.Quality)] = []
    search.index.table.forEachAttachment { path in
      let name = CaseFolding.foldWithoutAccents(String(decoding: path.name, as: UTF8.self))
      let whole = CaseFolding.foldWithoutAccents(path.text)
      let names = Array(name.utf8) + [0] + Array(whole.utf8) + [0]
      if let quality = NameRanking.quality(of: wanted, in: names) { found.append((path, quality)) }
    }
    found.sort { ($1.quality, $0.path) < ($0.quality, $1.path) }
    return (found.prefix(limit).map(\.path), found.count > limit)
  }

  // MARK: Destinations of Markdown

  private func addDestinations(
    in view: NoteView, _ request: Request, to list: inout CompletionList
  ) throws {
    guard let place = view.place, !list.typed.contains("://") else { return }
    let search = try search(place.vault)
    // Of a path the last part is what is looked for; the folders before it are spelled anew.
    let typed = Self.decoded(list.typed)
    let last =
      typed.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    let (matches, isCut) = NameRanking(names: try names(place.vault), query: last).best(
      Self.mostItems)
    let attachments = attachments(matching: last, in: search, limit: Self.mostItems)
    list.isIncomplete = isCut || attachments.isCut
    try request.checkCancelled()
    let files =
      matches.map { (path: $0.entry.path, title: $0.entry.title) }
      + attachments.paths.map { (path: $0, title: String(decoding: $0.name, as: UTF8.self)) }
    let names = files.map { String(decoding: $0.path.name, as: UTF8.self) }
    let resolver = try search.resolver(for: Set(names))
    let numbers = Self.numbers(resolver)
    for file in files {
      guard let number = numbers[file.path.text],
        let text = resolver.destination(
          of: number, from: place.path.text, place.vault.vault.linkStyle)
      else { continue }
      list.add(
        label: file.title, .file, text: text, detail: file.path.text,
        filter: Self.filter([list.typed, file.title, text]),
        data: ["vault": .string(place.vault.root.text), "path": .string(file.path.text)])
    }
  }

  private static func decoded(_ text: String) -> String {
    DocumentURI("file:///\(text)").path.map { String($0.text.dropFirst()) } ?? text
  }

  // MARK: Headings and blocks

  private func addAnchors(
    of target: String, isWiki: Bool, in view: NoteView, to list: inout CompletionList
  ) throws {
    guard let place = view.place else { return }
    var other = view
    if !target.isEmpty {
      let decoded = isWiki ? target : Self.decoded(target)
      let resolver = try search(place.vault).resolver(for: [decoded])
      guard
        case .file(let number, _) = resolver.resolve(
          decoded, from: place.path.text, byAlias: isWiki),
        let path = NotePath(resolver.paths[number]), path.isMarkdown
      else { return }
      other = try self.view(of: VaultPlace(vault: place.vault, path: path))
    }
    let note = other.note
    let slugs = note.gitHubAnchors
    for (index, heading) in note.headings.enumerated() {
      let words = note.plainText(in: heading.text)
      if words.isEmpty { continue }
      let anchor = isWiki ? other.anchors.name(ofHeading: index) : slugs[index]
      list.add(
        label: words, .reference, text: anchor,
        detail: String(repeating: "#", count: heading.level), filter: "\(words) \(slugs[index])")
    }
    for block in note.blockIDs where isWiki {
      let id = "^" + note.text(block.id)
      let words = note.plainText(in: block.block)
      list.add(label: id, .reference, text: id, detail: String(words.prefix(80)))
    }
  }
}
