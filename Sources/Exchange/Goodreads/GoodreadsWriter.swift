import Notes

/// Writes books in the columns of Goodreads' own export of 2024, which Goodreads, StoryGraph and others import.
///
/// ISBNs are `="9780691096124"`, as Goodreads writes them so that a spreadsheet keeps their digits; days are
/// `2021/06/02`. Half stars are written, though Goodreads itself has none.
package enum GoodreadsWriter {
  /// The first row.
  package static let columns = [
    "Book Id", "Title", "Author", "Author l-f", "Additional Authors", "ISBN", "ISBN13", "My Rating",
    "Average Rating", "Publisher", "Binding", "Number of Pages", "Year Published",
    "Original Publication Year", "Date Read", "Date Added", "Bookshelves",
    "Bookshelves with positions", "Exclusive Shelf", "My Review", "Spoiler", "Private Notes",
    "Read Count", "Owned Copies",
  ]

  /// The row of a book.
  ///
  /// - Parameter sortedAuthor: the first author, the last name first.
  package static func row(_ book: ImportedBook, sortedAuthor: String?) -> [String?] {
    let shelf =
      switch book.status {
      case .want: "to-read"
      case .reading: "currently-reading"
      case .read: "read"
      case .abandoned: "abandoned"
      case nil: ""
      }
    let shelves = (book.status == .read || shelf.isEmpty ? [] : [shelf]) + book.tags
    let isbn10 = book.isbn.flatMap(tenDigits)
    let owned = book.properties.first { $0.key == "owned" }?.value
    return [
      book.id, book.title, book.authors.first, sortedAuthor,
      book.authors.dropFirst().joined(separator: ", "), spreadsheet(isbn10 ?? ""),
      spreadsheet(book.isbn ?? ""), rating(book.halfStars), nil, book.publisher, book.binding,
      book.pages.map { "\($0)" }, (book.editionPublished ?? book.published).map { "\($0)" },
      book.published.map { "\($0)" }, day(book.readings.last { $0.finished != nil }?.finished),
      day(book.added?.description), shelves.joined(separator: ", "), nil, shelf, book.review, nil,
      book.privateNotes, "\(book.timesRead ?? 0)",
      owned == .integer(0) || owned == nil ? "0" : "1",
    ]
  }

  /// `="…"`, which a spreadsheet reads as text.
  private static func spreadsheet(_ text: String) -> String { "=\"\(text)\"" }

  private static func day(_ date: String?) -> String? { date?.replacing("-", with: "/") }

  private static func rating(_ halfStars: Int?) -> String {
    let halves = halfStars ?? 0
    return halves % 2 == 0 ? "\(halves / 2)" : "\(halves / 2).5"
  }

  /// The ISBN of ten digits for one of thirteen that begins with 978.
  private static func tenDigits(_ isbn: String) -> String? {
    let digits = isbn.compactMap(\.wholeNumberValue)
    guard isbn.hasPrefix("978"), digits.count == 13 else { return nil }
    let body = digits[3..<12]
    let sum = zip(body, (2...10).reversed()).reduce(0) { $0 + $1.0 * $1.1 }
    let check = (11 - sum % 11) % 11
    return body.map { "\($0)" }.joined() + (check == 10 ? "X" : "\(check)")
  }
}
