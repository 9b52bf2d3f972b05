/// The number of books and pages read in each year and month.
///
/// A book that was read again counts each time.
package struct ReadingYears: Hashable, Sendable {
  /// The reading of a period of time.
  package struct Amount: Hashable, Sendable {
    /// Books that were finished.
    package var books = 0
    /// Their pages; those of books that do not say how many they have are none.
    package var pages = 0

    /// A number of books and pages.
    package init(books: Int = 0, pages: Int = 0) {
      self.books = books
      self.pages = pages
    }

    mutating func add(_ book: Book) {
      books += 1
      pages += book.pages.map { max(0, $0) } ?? 0
    }
  }

  /// A year of reading.
  package struct Year: Hashable, Sendable {
    /// All of it.
    package var total = Amount()
    /// January to December.
    package var months = [Amount](repeating: Amount(), count: 12)
    /// Books finished in the year on an unknown date.
    package var undated = Amount()
  }

  /// The years in which something was read.
  package private(set) var years: [Int: Year] = [:]
  /// Books read in an unknown year.
  package private(set) var undated = Amount()

  /// Counts the readings of some books.
  package init(_ books: some Sequence<Book>) {
    for book in books {
      let finishes = book.finishes
      for date in finishes {
        years[date.year, default: Year()].total.add(book)
        if let month = date.month {
          years[date.year, default: Year()].months[month - 1].add(book)
        } else {
          years[date.year, default: Year()].undated.add(book)
        }
      }
      for _ in 0..<max(0, book.timesRead - finishes.count) { undated.add(book) }
    }
  }
}
