import Notes

/// A book as a catalogue on the web gives it.
package struct OnlineBook: Hashable, Sendable {
  package var book: ImportedBook
  /// The address of a picture of the cover; nil if the catalogue has none.
  package var cover: String?
  /// How many editions of the work the catalogue has; 0 if it does not say.
  package var editions = 0
}

/// The questions that Open Library is asked, and its answers (openlibrary.org/dev/docs/api).
///
/// ```
/// search  := /search.json?q=… | ?isbn=…   {docs: [{key, title, author_name, first_publish_year,
///            number_of_pages_median, cover_i, edition_count, …}]}
/// edition := /isbn/ISBN.json              {key, title, publishers, publish_date, number_of_pages, covers, isbn_13, …}
/// cover   := COVERS/b/id/NUMBER-L.jpg
/// ```
package struct OpenLibraryQuestions: Sendable {
  /// The address of the catalogue, without a slash at its end.
  private let site: String
  /// The address of its covers.
  private let covers: String

  package init(site: String, covers: String) {
    self.site = Self.withoutSlash(site)
    self.covers = Self.withoutSlash(covers)
  }

  private static let fields =
    "key,title,subtitle,author_name,first_publish_year,number_of_pages_median,cover_i,edition_count"

  /// The address that answers with works of a title.
  package func works(titled title: String, by author: String) -> String {
    site + "/search.json?title=" + WebQuery.encoded(title)
      + (author.isEmpty ? "" : "&author=" + WebQuery.encoded(author))
      + "&limit=20&fields=" + Self.fields
  }

  /// The address that answers with the work of an edition.
  package func work(of isbn: ISBN) -> String {
    site + "/search.json?isbn=\(isbn)&limit=1&fields=" + Self.fields
  }

  /// The address that answers with an edition.
  package func edition(_ isbn: ISBN) -> String { site + "/isbn/\(isbn).json" }

  /// The works of an answer, in its order.
  package func works(in answer: [UInt8]) throws(ExchangeError) -> [OnlineBook] {
    let value = try JSONValue(parsing: answer)
    return (value["docs"]?.elements ?? []).compactMap { record in
      guard var found = online(record) else { return nil }
      // The numbers of a work are those of all its editions.
      found.book.isbn = nil
      found.book.otherISBNs = []
      found.editions = record["edition_count"]?.double.map { Int(max(0, min($0, 1e9))) } ?? 0
      return found
    }
  }

  /// The edition of an answer, with what its work alone knows: the authors, and the year in which it appeared first.
  package func edition(
    _ isbn: ISBN, in answer: [UInt8], of work: OnlineBook?
  ) throws(ExchangeError) -> OnlineBook? {
    guard var found = online(try JSONValue(parsing: answer)) else { return nil }
    if found.book.authors.isEmpty { found.book.authors = work?.book.authors ?? [] }
    found.book.setYears(edition: found.book.published, original: work?.book.published)
    found.book.pages = found.book.pages ?? work?.book.pages
    found.book.isbn = isbn.description
    found.cover = found.cover ?? work?.cover
    return found
  }

  private func online(_ record: JSONValue) -> OnlineBook? {
    guard let book = OpenLibraryRecords.book(record["key"]?.string ?? "", record) else {
      return nil
    }
    let number =
      record["cover_i"]?.double
      ?? record["covers"]?.elements?.lazy.compactMap(\.double).first { $0 > 0 }
    let cover = number.flatMap { $0 > 0 && $0 < 1e15 ? Int($0) : nil }
    return OnlineBook(
      book: book, cover: covers.isEmpty ? nil : cover.map { "\(covers)/b/id/\($0)-L.jpg" })
  }

  static func withoutSlash(_ address: String) -> String {
    address.hasSuffix("/") ? String(address.dropLast()) : address
  }
}

/// The questions that Google Books is asked, and its answers (developers.google.com/books/docs/v1/using).
package struct GoogleBooksQuestions: Sendable {
  private let site: String

  /// - Parameter site: the address of the interface, such as `https://www.googleapis.com/books/v1`.
  package init(site: String) { self.site = OpenLibraryQuestions.withoutSlash(site) }

  /// The address that answers with an edition.
  package func edition(_ isbn: ISBN) -> String { site + "/volumes?q=isbn:\(isbn)&maxResults=5" }

  /// The address that answers with volumes of a title.
  package func volumes(titled title: String, by author: String) -> String {
    site + "/volumes?q=" + WebQuery.encoded("intitle:\"\(title.filter { $0 != "\"" })\"")
      + (author.isEmpty
        ? "" : "+" + WebQuery.encoded("inauthor:\"\(author.filter { $0 != "\"" })\""))
      + "&maxResults=20"
  }

  /// The books of an answer, in its order; none if it has no volumes.
  package func books(in answer: [UInt8]) throws(ExchangeError) -> [OnlineBook] {
    if try JSONValue(parsing: answer)["items"] == nil { return [] }
    return try GoogleBooksVolumes.read(answer).books.map { book in
      var book = book
      let cover = book.properties.first { $0.key == "cover" }
      book.properties.removeAll { $0.key == "cover" }
      guard case .string(let address)? = cover?.value else { return OnlineBook(book: book) }
      let secure =
        address.hasPrefix("http://books.google.") ? "https" + address.dropFirst(4) : address
      return OnlineBook(book: book, cover: secure)
    }
  }
}

/// Texts in the query of an address.
enum WebQuery {
  /// With `%XX` for all but unreserved characters (RFC 3986, section 2.3).
  static func encoded(_ text: String) -> String {
    let figures = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-._~".utf8.contains(byte)
      if isPlain {
        bytes.append(byte)
      } else {
        bytes += [0x25, figures[Int(byte >> 4)], figures[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
