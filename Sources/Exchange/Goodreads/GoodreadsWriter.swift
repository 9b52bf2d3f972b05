import Notes

/// Writes books in the columns of Goodreads' own export of 2024, which Goodreads, StoryGraph and others import.
///
/// ISBNs are `="9780691096124"`, as Goodreads writes them so that a spreadsheet keeps their digits; days are
/// `2021/06/02`. Half stars are written, though Goodreads itself has none.
package enum GoodreadsWriter {
  /// The first row.
  package static let columns = cells(
    ImportedBook(source: "", id: "", title: ""), sortedAuthor: nil
  ).map(\.column)

  /// The row of a book; a column without a value is empty.
  ///
  /// - Parameter sortedAuthor: the first author, the last name first.
  package static func row(_ book: ImportedBook, sortedAuthor: String?) -> [String?] {
    cells(book, sortedAuthor: sortedAuthor).map(\.value)
  }

  private static func cells(
    _ book: ImportedBook, sortedAuthor: String?
  ) -> [(column: String, value: String?)] {
    let shelf =
      switch book.status {
      case .want: "to-read"
      case .reading: "currently-reading"
      case .read: "read"
      case .abandoned: "abandoned"
      case nil: ""
      }
    let shelves = (book.status == .read || shelf.isEmpty ? [] : [shelf]) + book.tags
    let owned = book.properties.lazy.compactMap { property -> Int? in
      guard property.key == "owned", case .integer(let copies) = property.value else { return nil }
      return copies
    }.first
    return [
      ("Book Id", book.id),
      ("Title", book.title),
      ("Author", book.authors.first),
      ("Author l-f", sortedAuthor),
      ("Additional Authors", book.authors.dropFirst().joined(separator: ", ")),
      ("ISBN", spreadsheet(book.isbn.flatMap(tenDigits) ?? "")),
      ("ISBN13", spreadsheet(book.isbn ?? "")),
      ("My Rating", rating(book.halfStars)),
      ("Average Rating", nil),
      ("Publisher", book.publisher),
      ("Binding", book.binding),
      ("Number of Pages", book.pages.map { "\($0)" }),
      ("Year Published", (book.editionPublished ?? book.published).map { "\($0)" }),
      ("Original Publication Year", book.published.map { "\($0)" }),
      ("Date Read", day(book.readings.last { $0.finished != nil }?.finished)),
      ("Date Added", day(book.added?.description)),
      ("Bookshelves", shelves.joined(separator: ", ")),
      ("Bookshelves with positions", nil),
      ("Exclusive Shelf", shelf),
      ("My Review", book.review),
      ("Spoiler", nil),
      ("Private Notes", book.privateNotes),
      ("Read Count", "\(book.timesRead ?? 0)"),
      ("Owned Copies", "\(max(0, owned ?? 0))"),
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
