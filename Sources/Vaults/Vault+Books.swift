import Files
import Notes

/// A book to be written down.
package struct NewBook: Sendable {
  package var title: String
  package var authors: [String] = []
  package var isbn: ISBN?
  /// The date of publication, mostly a year.
  package var published: String?
  package var pages: Int?
  package var publisher: String?
  /// The year of this edition, if the work is older.
  package var editionPublished: Int?
  /// The path of a picture of the cover, from the vault's root.
  package var cover: String?
  /// The reading status; nil for the template's, otherwise `want`.
  package var status: Book.Status?
  package var hashtags: [String] = []
  /// The folder, from the vault's root; nil for the one in the settings.
  package var folder: String?
  /// The template's name; nil for `book`, if there is one.
  package var template: String?
  /// The values of the template's own names.
  package var variables: [String: String] = [:]

  package init(title: String) { self.title = title }

  /// The properties of front matter, in the order of a new note.
  var properties: [(key: String, value: FrontMatterValue)] {
    var properties: [(key: String, value: FrontMatterValue)] = []
    switch authors.count {
    case 0: break
    case 1: properties.append(("author", .string(authors[0])))
    default: properties.append(("author", .list(authors.map { .string($0) })))
    }
    if let isbn { properties.append(("isbn", .string(isbn.description))) }
    if let published {
      let year = Int(published).flatMap { $0 > 0 && String($0) == published ? $0 : nil }
      properties.append(("published", year.map { .integer($0) } ?? .string(published)))
    }
    if let editionPublished { properties.append(("edition-published", .integer(editionPublished))) }
    if let publisher { properties.append(("publisher", .string(publisher))) }
    if let pages { properties.append(("pages", .integer(pages))) }
    if let status { properties.append(("status", .string(status.rawValue))) }
    if let cover { properties.append(("cover", .string(cover))) }
    return properties
  }
}

/// The reason why a note was not treated as one on a book.
package struct NotABook: Error, Equatable, Sendable {
  package let path: NotePath
  /// True for a note in the folder of templates.
  package let isTemplate: Bool
}

extension Vault {
  /// Makes a note on a book, without writing it: from the template `book` if there is one.
  ///
  /// Properties that the template leaves out are added to its front matter. If another note has the
  /// name already, the new one's contains the author.
  ///
  /// - Throws: `NewNoteError`; `WriteError` if the template cannot be read;
  ///   `FrontMatterEditError` if its front matter cannot be added to.
  package func draft(
    _ book: NewBook, at milliseconds: Int64, in zone: Zone
  ) throws -> DraftNote {
    var new = NewNote(title: book.title, folder: book.folder ?? configuration.text("books.folder"))
    new.template = book.template ?? (templates.contains("book") ? "book" : nil)
    new.variables = book.variables
    for (name, value) in variables(book) where new.variables[name] == nil {
      new.variables[name] = value
    }
    let name = try path(of: new, by: book.authors.first, at: milliseconds, in: zone)
    guard new.template != nil else {
      let day = CivilDateTime(milliseconds: milliseconds, in: zone).date
      let text = try plainNote(book, day, named: String(decoding: name.stem, as: UTF8.self))
      return DraftNote(
        path: name, text: text, line: 1 + text.utf8.count { $0 == 0x0A }, unknown: [])
    }
    let draft = try draft(new, at: milliseconds, in: zone)
    let text = try completed(
      draft.text, book, named: String(decoding: name.stem, as: UTF8.self))
    let added = text.utf8.count { $0 == 0x0A } - draft.text.utf8.count { $0 == 0x0A }
    return DraftNote(path: name, text: text, line: draft.line + added, unknown: draft.unknown)
  }

  /// Plans changes of the reader's status with a book.
  ///
  /// - Returns: the plan; its refusals carry ``NotABook``, `ReadingChange.Refusal`,
  ///   `FrontMatterEditError` or `WriteError`.
  package func planReading(_ changes: [ReadingChange], of path: NotePath) -> EditPlan {
    let templates = TemplateFolder(configuration)
    return EditPlan(for: [path], in: folder) { source, path in
      let isTemplate = templates.contains(path)
      guard !isTemplate, Note(parsing: source, options: noteOptions).book != nil else {
        throw NotABook(path: path, isTemplate: isTemplate)
      }
      return try changes.reduce(source) { try $1.applied(to: $0) }
    }
  }

  // MARK: Private

  /// The names that a template for books may use.
  private func variables(_ book: NewBook) -> [String: String] {
    [
      "author": book.authors.joined(separator: "; "),
      "authors": book.authors.joined(separator: ", "),
      "isbn": book.isbn?.description ?? "", "published": book.published ?? "",
      "pages": book.pages.map { "\($0)" } ?? "", "status": (book.status ?? .want).rawValue,
      "publisher": book.publisher ?? "", "cover": book.cover ?? "",
    ]
  }

  /// A name that is free: the title's, else that with the author's last name.
  private func path(
    of new: NewNote, by author: String?, at milliseconds: Int64, in zone: Zone
  ) throws -> NotePath {
    let path = try draft(new, at: milliseconds, in: zone).path
    guard FileStatus.at(root.appending(path)) != nil, let author else { return path }
    var other = new
    let family = AuthorName.sorted(author).split(separator: ",").first.map(String.init) ?? author
    other.title += " (\(family))"
    return try draft(other, at: milliseconds, in: zone).path
  }

  private func plainNote(_ book: NewBook, _ day: CivilDate, named name: String) throws -> String {
    let heading = "# \(String(book.title.map { $0.isNewline ? " " : $0 }))\n\n"
    var editor = try FrontMatterEditor(Array(heading.utf8))
    var book = book
    book.status = book.status ?? .want
    for property in book.properties { try editor.set(property.key, to: property.value) }
    try saysBook(&editor)
    if !book.hashtags.isEmpty {
      try editor.set("tags", to: .list(book.hashtags.map { .string($0) }))
    }
    try editor.set("created", to: .string("\(day)"))
    return try titled(String(decoding: editor.source, as: UTF8.self), book.title, named: name)
  }

  /// Declares a note to be about a book if nothing else in it does: without an author or an ISBN.
  private func saysBook(_ editor: inout FrontMatterEditor) throws {
    let note = Note(parsing: editor.source)
    guard note.book == nil, note.frontMatter?["type"]?.string == nil else { return }
    try editor.set("type", to: .string("book"))
  }

  /// The text of a template, with the properties that it leaves out.
  private func completed(_ text: String, _ book: NewBook, named name: String) throws -> String {
    var editor = try FrontMatterEditor(Array(text.utf8))
    let frontMatter = Note(parsing: editor.source).frontMatter
    /// A key of the template that means the same, as it is spelled there.
    func spelled(_ key: String) -> String? {
      let names = key == "author" ? ["author", "authors"] : [key]
      return frontMatter?.entries.lazy.compactMap { $0.key.text }.first {
        names.contains(CaseFolding.fold($0))
      }
    }
    for property in book.properties {
      try editor.set(spelled(property.key) ?? property.key, to: property.value)
    }
    if book.status == nil, frontMatter?["status"]?.isNull ?? true {
      try editor.set(spelled("status") ?? "status", to: .string(Book.Status.want.rawValue))
    }
    // A name of the template that the book has no value for becomes null, not an empty text.
    if book.authors.isEmpty, let key = spelled("author"), frontMatter?[key]?.string == "" {
      try editor.set(key, to: .null)
    }
    try saysBook(&editor)
    for hashtag in book.hashtags { try editor.append(.string(hashtag), to: "tags") }
    return try titled(String(decoding: editor.source, as: UTF8.self), book.title, named: name)
  }

  /// Gives a note its title: if the heading has another one, the front matter gets it.
  private func titled(_ text: String, _ title: String, named name: String) throws -> String {
    guard Note(parsing: Array(text.utf8), named: name).title != title else { return text }
    var editor = try FrontMatterEditor(Array(text.utf8))
    try editor.set("title", to: .string(title))
    return String(decoding: editor.source, as: UTF8.self)
  }
}
