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
        guard let path = NotePath(bytes: try index.index.key(of: id)) else {
          throw .damaged("path")
        }
        guard let note = try? note(at: path), let book = note.book else { return }
        books.append(BookNote(note, book, at: path, try facts(of: id)))
      }
    }
    return books.sorted { $0.path < $1.path }
  }
}
