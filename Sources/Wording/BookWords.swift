import Arguments
import Exchange
import Notes
import Rendering
import Vaults

extension BookNote {
  /// The book in a list that is shared.
  ///
  /// - Parameter year: the year of the list, whose reading is named; nil for the last one.
  package func shared(year: Int?) -> SharedBook {
    let finished = year.flatMap { Bookshelf.read(book, inYear: $0).map { "\($0)" } }
    let reading =
      book.status == .reading && finished == nil
      ? book.readingSince.map { "since \($0)" }
      : (finished ?? book.lastFinished.map { "\($0)" }).map { "read \($0)" }
    return SharedBook(
      title: title, authors: book.authors, published: book.published,
      stars: book.shownRating, reading: reading)
  }

  /// The cells of the book's row in a list: title, authors, rating, time.
  ///
  /// - Parameter inLine: makes a text one line.
  package func cells(year: Int?, isIndented: Bool, inLine: (String) -> String) -> [StyledText] {
    var heading = StyledText(isIndented ? "  " : "")
    heading.append(inLine(title), .title)
    var cells = [
      heading, StyledText(inLine(book.authors.joined(separator: ", "))),
      StyledText(book.shownRating ?? "", .warning),
    ]
    let when: String =
      if let year, let date = Bookshelf.read(book, inYear: year) {
        "\(date)"
      } else if book.status == .reading {
        book.readingSince.map { "since \($0)" } ?? ""
      } else {
        book.lastFinished.map { "\($0)" } ?? ""
      }
    if !when.isEmpty { cells.append(StyledText(when, .position)) }
    while let last = cells.last, last.isEmpty { cells.removeLast() }
    return cells
  }
}

extension Bookshelf.Grouping {
  /// The heading of a group of books without a value.
  package static func headingWithoutValue(_ grouping: Self?) -> String {
    switch grouping {
    case .author: "No author"
    case .rating: "Not rated"
    case .tag: "No hashtag"
    case .status, .year, nil: "No status"
    }
  }
}

extension JSONWriter {
  /// Writes a book as an element.
  ///
  /// - Parameter isShared: true if it is for other people, who see no comments.
  package mutating func book(_ note: BookNote, shownAs path: String, isShared: Bool = false) {
    let book = note.book
    func readable(_ text: String) -> String { isShared ? text.withoutComments : text }
    object {
      $0.field("path", path)
      $0.field("title", readable(note.title))
      $0.field("authors", book.authors.map(readable))
      $0.field("sortedAuthors", book.sortedAuthors.map(readable))
      $0.field("isbn", book.checkedISBN?.description ?? book.isbn)
      $0.field("published", book.published.map(readable))
      $0.field("pages", book.pages)
      $0.field("rating", book.stars)
      $0.field("status", book.status?.rawValue)
      $0.field("timesRead", book.timesRead)
      $0.field("lastFinished", book.lastFinished?.description)
      $0.array("readings") {
        for reading in book.readings {
          $0.object {
            $0.field("started", reading.started)
            $0.field("finished", reading.finished)
          }
        }
      }
      $0.field("tags", note.hashtags)
    }
  }
}

extension Bookshelf.Grouping: Choice {
  /// A description of the value that the books of a group share.
  package var summary: String {
    switch self {
    case .year: "the year in which they were read"
    case .author: "an author, by last name"
    case .rating: "the rating"
    case .tag: "a hashtag"
    case .status: "where you stand with them"
    }
  }
}

extension Bookshelf.Order: Choice {
  /// The order.
  package var summary: String {
    switch self {
    case .title: "by title"
    case .author: "by the first author's last name"
    case .rating: "the best first"
    case .read: "the last read first"
    case .created: "the last written down first"
    case .modified: "the last changed first"
    case .pages: "the longest first"
    }
  }
}
