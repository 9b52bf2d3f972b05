import Exchange
import Files
import Indexing
import Notes
import Search

/// A note on a book.
package struct BookNote: Sendable {
  package let path: NotePath
  package let title: String
  /// Other names of the note.
  package let aliases: [String]
  package let book: Book
  /// The note's hashtags, each once, in the order of the note.
  package let hashtags: [String]
  /// The creation time of the front matter, in UTC milliseconds.
  package let created: Int64?
  /// The time of the file's last change, in UTC milliseconds.
  package let modified: Int64
  /// The book as another program's catalogue has it.
  package let catalogued: ImportedBook

  init(_ note: Note, _ book: Book, at path: NotePath, _ facts: VaultSearch.Facts) {
    self.path = path
    title = note.title
    aliases = note.aliases
    self.book = book
    var seen: Set<Hashtag> = []
    hashtags = note.hashtags.map { note.hashtag(of: $0) }.filter { seen.insert($0).inserted }
      .map(\.name)
    created = facts.created
    modified = facts.modified
    catalogued = Self.catalogued(note, book, hashtags)
  }

  private static func catalogued(
    _ note: Note, _ book: Book, _ hashtags: [String]
  ) -> ImportedBook {
    func text(_ key: String) -> String? { note.frontMatter?[key]?.text }
    func year(_ date: String?) -> Int? { date.flatMap { PartialDate($0)?.year ?? Int($0) } }
    func section(_ name: String) -> String {
      guard let heading = note.heading(anchored: name),
        let range = note.section(anchored: name)
      else { return "" }
      return JournalText.trimmed(
        note.plainText(in: ByteRange(start: heading.range.end, end: range.end)).utf8)
    }
    var entry = ImportedBook(
      source: GoodreadsExport.key, id: text(GoodreadsExport.key) ?? "", title: note.title)
    entry.authors = book.authors
    entry.isbn = book.checkedISBN?.description ?? book.isbn
    entry.publisher = text("publisher")
    entry.binding = text("binding")
    entry.pages = book.pages
    entry.published = year(book.published)
    entry.editionPublished = year(text("edition-published"))
    entry.halfStars = book.halfStars
    entry.status = book.wasRead && book.status == nil ? .read : book.status
    entry.readings = book.readings
    entry.timesRead = book.timesRead
    entry.added = text("created").flatMap { PartialDate($0) }
    entry.tags = hashtags
    if let copies = text("owned").flatMap({ ["true", "yes"].contains($0) ? 1 : Int($0) }) {
      entry.properties.append(.init(key: "owned", value: .integer(copies)))
    }
    entry.review = section("Review")
    entry.privateNotes = section("Private notes")
    return entry
  }

  /// The book as it is put on a shelf.
  package var entry: Bookshelf.Entry {
    Bookshelf.Entry(
      title: title, book: book, hashtags: hashtags, created: created, modified: modified)
  }

  /// True if the note is about that book: the same ISBN; or the same title and an author of the
  /// same name, or no author on one side.
  package func isAbout(title other: String, authors: [String], isbn: ISBN?) -> Bool {
    if let isbn, let own = book.checkedISBN, own == isbn { return true }
    let wanted = CollationKey(other)
    guard ([title] + aliases).contains(where: { CollationKey($0) == wanted }) else { return false }
    if authors.isEmpty || book.authors.isEmpty { return true }
    let names = Set(book.authors.map { CollationKey(AuthorName.sorted($0)) })
    return authors.contains { names.contains(CollationKey(AuthorName.sorted($0))) }
  }
}

extension VaultSearch {
  /// The books among the notes that satisfy the query, by path.
  ///
  /// Notes that cannot be read are left out: they are gone since the look at the folder.
  package func books(of query: Query) throws(IndexError) -> [BookNote] {
    let found = try flagged([.isBook], try documents(of: query.root))
    var books: [BookNote] = []
    for (segment, set) in found.enumerated() {
      try set.forEach { (document) throws(IndexError) in
        let id = DocumentID(segment: segment, document: document)
        guard let path = NotePath(bytes: try index.notes.key(of: id)) else {
          throw .damaged("path")
        }
        guard let note = try? note(at: path), let book = note.book else { return }
        books.append(BookNote(note, book, at: path, try facts(of: id)))
      }
    }
    return books.sorted { $0.path < $1.path }
  }
}
