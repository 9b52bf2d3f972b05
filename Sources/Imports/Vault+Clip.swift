import Files
import Git
import History
import Indexing
import Layout
import Notes
import Search
import Settings
import Vaults
import WebPages

/// A page of the web to be written down.
package struct Clip: Sendable {
  package let page: WebPage
  package let title: String
  /// The one address of the page; nil if nobody knows it.
  package let source: WebAddress?
  /// Passages that the person selected, as the page has them: paragraphs each.
  package var passages: [[String]] = []
  package var hashtags: [String] = []
  /// The folder, from the vault's root; nil for the one in the settings.
  package var folder: String?
  /// The name of the template; nil for `clip`, if there is one.
  package var template: String?
  package var variables: [String: String] = [:]
  /// The destinations of pictures that are kept in the vault, by their addresses.
  package var pictures: [WebAddress: String] = [:]

  /// - Parameters:
  ///   - address: the one at which the page was found; its own goes first.
  ///   - title: a title that the person gave; nil for the page's.
  package init(_ page: WebPage, at address: WebAddress?, title: String? = nil) {
    self.page = page
    source = page.facts.canonical ?? address?.canonical
    let given = title.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") } ?? ""
    let own = given.isEmpty ? page.facts.title : given
    self.title = own.isEmpty ? source?.site ?? "Untitled page" : own
  }

  /// The text of the note below its front matter.
  var body: String {
    var body = WebPage.heading(title) + "\n"
    for passage in passages {
      body += WebPage.quote(passage, from: page.facts, titled: title) + "\n"
    }
    return body + page.markdown { pictures[$0] ?? "\($0)" }
  }
}

/// The outcome of a second visit to a page.
package enum ClipUpdate: Sendable {
  /// The page says what it said.
  case same
  /// The note is as it was written, and can get the new text.
  case plan(EditPlan)
  /// The person changed the note, so that the new text is a second version beside it.
  case beside(DraftNote)
  /// The second version is there already.
  case isBeside(NotePath)
}

extension Vault {
  /// The notes that were made of a page, or that give its address as their `source` or `url`, by path.
  ///
  /// `http` and `https`, a slash at the end, `www.` and what only tracks a visitor make no other address.
  package func notes(clippedFrom address: WebAddress, _ search: VaultSearch) throws -> [NotePath] {
    var found: Set<NotePath> = []
    for key in ["source", "url"] {
      for value in try search.values(of: key, in: search.query("")).values
      where WebAddress(value.text)?.key == address.key {
        for (segment, set) in try search.documents(withProperty: key, value.text).enumerated() {
          try set.forEach { document throws(IndexError) in
            let id = DocumentID(segment: segment, document: document)
            if let path = NotePath(bytes: try search.index.notes.key(of: id)) { found.insert(path) }
          }
        }
      }
    }
    let templates = TemplateFolder(configuration)
    return found.filter { !templates.contains($0) && !$0.isConflictCopy }.sorted()
  }

  /// The notes that were made of a page that nobody knows the address of, and whose text is the same, by path.
  package func notes(clippedAs clip: Clip, _ search: VaultSearch) throws -> [NotePath] {
    let seal = try Self.seal(of: Array(clip.body.utf8)[...])
    var found: [NotePath] = []
    for (segment, set) in try search.documents(withProperty: Self.sealKey, seal).enumerated() {
      try set.forEach { document throws(IndexError) in
        let id = DocumentID(segment: segment, document: document)
        if let path = NotePath(bytes: try search.index.notes.key(of: id)) { found.append(path) }
      }
    }
    return found.filter { !$0.isConflictCopy }.sorted()
  }

  /// Makes a note of a page, without writing it: from the template `clip` if there is one, with the text of the
  /// page below it.
  ///
  /// - Throws: `NewNoteError`; `WriteError` if the template cannot be read;
  ///   `FrontMatterEditError` if its front matter cannot be added to.
  package func draft(_ clip: Clip, at milliseconds: Int64, in zone: Zone) throws -> DraftNote {
    var new = NewNote(
      title: clip.title, folder: clip.folder ?? configuration.text("clip.folder"))
    new.template = clip.template ?? (templates.contains("clip") ? "clip" : nil)
    new.variables = clip.variables
    let facts = clip.page.facts
    let known = [
      "url": clip.source?.description ?? "", "author": facts.authors.joined(separator: ", "),
      "published": facts.published ?? "", "site": facts.site,
    ]
    for (name, value) in known where new.variables[name] == nil { new.variables[name] = value }
    let path = try freePath(of: new, clip, at: milliseconds, in: zone)
    var text = clip.body
    var unknown: [String] = []
    if new.template != nil {
      new.body = String(text[(text.firstRange(of: "\n\n")?.upperBound ?? text.startIndex)...])
      let draft = try draft(new, at: milliseconds, in: zone)
      (text, unknown) = (draft.text, draft.unknown)
    }
    var editor = try FrontMatterEditor(Array(text.utf8))
    for (key, value) in properties(clip) { try editor.set(key, to: value) }
    for hashtag in clip.hashtags { try editor.append(.string(hashtag), to: "tags") }
    let day = CivilDateTime(milliseconds: milliseconds, in: zone).date
    if Note(parsing: editor.source).frontMatter?["created"] == nil {
      try editor.set("created", to: .string("\(day)"))
    }
    let name = String(decoding: path.stem, as: UTF8.self)
    if Note(parsing: editor.source, named: name).title != clip.title {
      try editor.set("title", to: .string(clip.title))
    }
    try sealClip(&editor)
    let lines = editor.source.count { $0 == 0x0A }
    return DraftNote(
      path: path, text: String(decoding: editor.source, as: UTF8.self), line: lines + 1,
      unknown: unknown)
  }

  /// Plans what a second visit to a page changes in its note.
  ///
  /// A note whose text is as an earlier visit wrote it gets the new text; its front matter stays. If the person
  /// changed the text, both are kept.
  ///
  /// - Throws: `WriteError` if the note cannot be read; `FrontMatterEditError`.
  package func update(_ path: NotePath, to clip: Clip) throws -> ClipUpdate {
    let old = try folder.read(path)
    let note = Note(parsing: old.bytes, options: noteOptions)
    let head = old.bytes[..<note.bodyStart]
    var new = Array(head) + Array(clip.body.utf8)
    // Passages that were quoted stay: they are the person's, and cards.
    Self.insert(Self.quotes(of: note, besides: new), into: &new, after: note.bodyStart)
    if try Self.seal(of: new[note.bodyStart...]) == Self.seal(of: old.bytes[note.bodyStart...]) {
      return .same
    }
    var editor = try FrontMatterEditor(new)
    try sealClip(&editor)
    // The text that a template put around the page is not known any more.
    if try isAsClipped(note, old.bytes), !templates.contains("clip") {
      return .plan(EditPlan(for: [path], in: folder) { _, _ in editor.source })
    }
    let id = try Git.Repository.id(ofBlob: editor.source)
    let name = try ConflictName.name(
      for: path.name, digits: Array(id.hex.utf8), infix: ConflictName.infix
    ) { name in
      guard let place = path.folder?.appending(name) ?? NotePath(bytes: name) else { return true }
      guard FileStatus.at(root.appending(place)) != nil else { return false }
      return try folder.read(place).bytes != editor.source
    }
    guard let copy = path.folder?.appending(name) ?? NotePath(bytes: name) else { return .same }
    if FileStatus.at(root.appending(copy)) != nil { return .isBeside(copy) }
    return .beside(
      DraftNote(
        path: copy, text: String(decoding: editor.source, as: UTF8.self), line: 1, unknown: []))
  }

  /// Plans to add passages of a page to the note that was made of it; those that it has already are left out.
  ///
  /// - Throws: `WriteError` if the note cannot be read.
  package func planPassages(_ clip: Clip, in path: NotePath) throws -> EditPlan {
    EditPlan(for: [path], in: folder) { source, path in
      let note = Note(parsing: source, options: noteOptions)
      let standing = note.quotes.map { CollationKey(note.plainText(in: $0.text)) }
      var text = source
      for passage in clip.passages {
        let key = CollationKey(passage.joined(separator: " "))
        if standing.contains(key) { continue }
        let quote = WebPage.quote(passage, from: clip.page.facts, titled: note.title) + "\n"
        Self.insert(Array(quote.utf8), into: &text, after: note.bodyStart)
      }
      guard text != source, try isAsClipped(note, source) else { return text }
      var editor = try FrontMatterEditor(text)
      try sealClip(&editor)
      return editor.source
    }
  }

  // MARK: Private

  /// Puts blocks below the heading of a note: after the first empty line of its text.
  private static func insert(_ blocks: [UInt8], into text: inout [UInt8], after start: Int) {
    guard !blocks.isEmpty else { return }
    var place = start
    while place + 1 < text.count, !(text[place] == 0x0A && text[place + 1] == 0x0A) { place += 1 }
    if place + 1 < text.count {
      text.insert(contentsOf: blocks, at: place + 2)
    } else {
      if text.last != 0x0A { text.append(0x0A) }
      text += [0x0A] + blocks
    }
  }

  /// The quotes of a note that have a source below them, as they stand there, without those that a text has.
  private static func quotes(of note: Note, besides text: [UInt8]) -> [UInt8] {
    let standing = String(decoding: text, as: UTF8.self)
    var blocks: [UInt8] = []
    for quote in note.quotes where quote.attribution != nil {
      var (start, end) = (Int(quote.range.start), Int(quote.range.end))
      while start > note.bodyStart, note.source[start - 1] != 0x0A { start -= 1 }
      while end < note.source.count, note.source[end] != 0x0A { end += 1 }
      while end > start, note.source[end - 1] == 0x0A { end -= 1 }
      let block = note.source[start..<end]
      if !standing.contains(String(decoding: block, as: UTF8.self)) {
        blocks += block + [0x0A, 0x0A]
      }
    }
    return blocks
  }

  /// The properties of front matter, in the order of a new note.
  private func properties(_ clip: Clip) -> [(key: String, value: FrontMatterValue)] {
    var properties: [(key: String, value: FrontMatterValue)] = []
    let facts = clip.page.facts
    switch facts.authors.count {
    case 0: break
    case 1: properties.append(("author", .string(facts.authors[0])))
    default: properties.append(("author", .list(facts.authors.map { .string($0) })))
    }
    // A year alone beside an author would make a book of the note.
    if let published = facts.published, published.contains("-") {
      properties.append(("published", .string(published)))
    }
    if !facts.site.isEmpty { properties.append(("site", .string(facts.site))) }
    if let source = clip.source { properties.append(("source", .string("\(source)"))) }
    let language = facts.language.lowercased().prefix { $0.isLetter }
    if language.count == 2, language != configuration.text("language"),
      LanguageName.isCode(String(language))
    {
      properties.append(("lang", .string(String(language))))
    }
    return properties
  }

  private static let sealKey = "clip"

  /// Notes in the front matter which text was written, so that a later visit knows whether it was changed.
  private func sealClip(_ editor: inout FrontMatterEditor) throws {
    if Note(parsing: editor.source).frontMatter == nil {
      try editor.set(Self.sealKey, to: .string(""))
    }
    let start = Note(parsing: editor.source).bodyStart
    try editor.set(Self.sealKey, to: .string(Self.seal(of: editor.source[start...])))
  }

  private func isAsClipped(_ note: Note, _ source: [UInt8]) throws -> Bool {
    guard let seal = note.frontMatter?[Self.sealKey]?.string else { return false }
    return try seal == Self.seal(of: source[note.bodyStart...])
  }

  /// The first 12 digits of the git blob id of a text, without the line ends of other systems and empty lines at
  /// its ends.
  private static func seal(of text: ArraySlice<UInt8>) throws -> String {
    let lines = text.filter { $0 != 0x0D }.drop { $0 == 0x0A }
    let end = lines.lastIndex { $0 != 0x0A && $0 != 0x20 }.map { $0 + 1 } ?? lines.startIndex
    return String(try Git.Repository.id(ofBlob: Array(lines[..<end])).hex.prefix(12))
  }

  /// A name that is free: the title's, else that with the site, else with a number.
  private func freePath(
    of new: NewNote, _ clip: Clip, at milliseconds: Int64, in zone: Zone
  ) throws -> NotePath {
    var new = new
    new.template = nil
    new.body = ""
    let site = clip.page.facts.site.isEmpty ? clip.source?.site ?? "" : clip.page.facts.site
    let endings = (site.isEmpty ? [""] : ["", " (\(site))"]) + (2...99).map { " (\($0))" }
    var path = try draft(new, at: milliseconds, in: zone).path
    for ending in endings {
      // A title without a letter for a name, or with too many, still has room for the ending.
      var name = FileName.stem(for: clip.title)
      while !ending.isEmpty, name.utf8.count + ending.utf8.count > 180 { name.removeLast() }
      new.title = (ending.isEmpty ? clip.title : name) + ending
      path = try draft(new, at: milliseconds, in: zone).path
      if FileStatus.at(root.appending(path)) == nil, siblingDifferingInCase(path) == nil { break }
    }
    return path
  }
}
