import Notes

/// A book of another program's catalogue.
package struct ImportedBook: Hashable, Sendable {
  /// The key of front matter for the catalogue's number, such as `goodreads`.
  package let source: String
  /// The book's number there.
  package let id: String
  package let title: String
  /// All of them, the first named first, each once.
  package var authors: [String] = []
  /// The ISBN as thirteen digits.
  package var isbn: String?
  /// The other ISBNs of the same edition.
  package var otherISBNs: [String] = []
  package var publisher: String?
  /// Paperback, hardcover and the like, in the words of the catalogue.
  package var binding: String?
  package var pages: Int?
  /// The year in which the work was first published, else that of this edition.
  package var published: Int?
  /// The year in which this edition was published, if it is another one.
  package var editionPublished: Int?
  /// 1 to 10: nine is four and a half stars.
  package var halfStars: Int?
  /// Those of `rating`, `review` and `private notes` for which the catalogue has a place and no value.
  package var empty: Set<String> = []
  package var status: Book.Status?
  /// The readings whose dates are known, the earliest first.
  package var readings: [Book.Reading] = []
  /// The number of readings, if the list of readings does not give it.
  package var timesRead: Int?
  /// The date of its addition to the catalogue.
  package var added: PartialDate?
  /// Shelves, tags and collections, as hashtags can be written.
  package var tags: [String] = []
  /// Front matter for all that has a name of its own there, in order.
  package var properties: [FrontMatterValue.Entry] = []
  /// Markdown.
  package var review: String = ""
  /// Markdown.
  package var privateNotes: String = ""

  package init(source: String, id: String, title: String) {
    self.source = source
    self.id = id
    self.title = title
  }

  /// Takes in an ISBN of the edition; of several the first is its own.
  ///
  /// - Throws: why the text is none.
  mutating func add(isbn text: String) throws(ISBN.Flaw) {
    let number = try ISBN(text).description
    if isbn == nil {
      isbn = number
    } else if isbn != number, !otherISBNs.contains(number) {
      otherISBNs.append(number)
    }
  }

  /// Takes in the years of an edition and of the work.
  mutating func setYears(edition: Int?, original: Int?) {
    published = original ?? edition
    editionPublished = original == nil || original == edition ? nil : edition
  }

  /// Remembers a property that has something to say.
  mutating func note(_ key: String, _ value: String) {
    let value = value.collapsingSpaces
    guard !value.isEmpty else { return }
    properties.append(.init(key: key, value: .string(value)))
  }
}

/// The books of a catalogue, with remarks on losses.
package struct ImportedBooks: Sendable {
  package var books: [ImportedBook] = []
  package var remarks: [Remark] = []
}
