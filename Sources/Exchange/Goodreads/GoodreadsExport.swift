import Notes

extension ImportFormat {
  static let goodreads = ImportFormat(
    GoodreadsExport.key, program: "Goodreads", bookKey: GoodreadsExport.key,
    help: """
      The CSV file of “Import and export” at Goodreads, with all its columns: shelves become \
      `status` and hashtags, dates `readings`, reviews and private notes sections.
      """, isOne: GoodreadsExport.isOne
  ) { Imported(try GoodreadsExport.read($0)) }
}

/// Reads the library of a person at Goodreads from `goodreads_library_export.csv`.
///
/// A row is a book; the columns are found by their names, in any order (read off exports of 2012 to
/// 2024). Dates are `2020/10/25`; ISBNs are `="9781250313195"`; reviews are HTML. It has the number
/// of readings, but only the last one's end.
package enum GoodreadsExport {
  /// The property in which a note keeps the number that Goodreads gave to its book.
  package static let key = "goodreads"

  /// True if a file looks like one, by its first row.
  package static func isOne(_ text: DecodedText) -> Bool {
    let first = DecodedText(Array(text.bytes.prefix(4096)))
    let header = CSVTable(parsing: first).header
    return header.contains(Column.id.rawValue) && header.contains(Column.shelf.rawValue)
  }

  /// True if a file begins like one and ends within its first row.
  package static func isCutInHeader(_ text: DecodedText) -> Bool {
    guard text.bytes.count < 4_096, text.bytes.starts(with: "Book Id,Title,".utf8),
      !text.bytes.contains(where: { $0 == 0x0A || $0 == 0x0D })
    else { return false }
    let last = CSVTable(parsing: text).header.last ?? ""
    return Column(rawValue: last) == nil || !isOne(text)
  }

  /// The books of an export, in its order.
  ///
  /// - Throws: `.format` if the file ends within the first row, or if that names no title, or neither author nor shelf.
  package static func read(_ bytes: [UInt8]) throws(ExchangeError) -> ImportedBooks {
    let text = DecodedText(bytes)
    let table = CSVTable(parsing: text)
    if isCutInHeader(text) {
      throw .format(operation: "read a Goodreads export", detail: "it ends within its first row")
    }
    let wanted = [[Column.title], [.author, .shelf]]
    for columns in wanted where !columns.contains(where: { table.header.contains($0.rawValue) }) {
      let names = columns.map { "“\($0.rawValue)”" }.joined(separator: " or ")
      throw .format(
        operation: "read a Goodreads export", detail: "its first row has no column \(names)")
    }
    var result = ImportedBooks()
    if let remark = text.remark { result.remarks.append(remark) }
    if let row = table.cutRow {
      let title = table.header.firstIndex(of: Column.title.rawValue).flatMap {
        $0 < row.fields.count ? row.fields[$0].collapsingSpaces : nil
      }
      // Its last value may be half of one, and would take the place of a whole one.
      result.remarks.append(
        Remark(
          .unreadable, "the last row is cut off; it was left out",
          of: title ?? "", line: table.unclosedLine ?? row.line))
    } else if let last = table.rows.last, table.rows.count > 1,
      last.fields.count < table.header.count,
      table.rows.dropLast().allSatisfy({ $0.fields.count >= table.header.count })
    {
      result.remarks.append(
        Remark(
          .unreadable, "the last row may be cut off: fields are missing at its end",
          of: last.fields.dropFirst().first ?? "", line: last.line))
    }
    let known = Set(Column.allCases.map(\.rawValue))
    for row in table.rows {
      var reader = RowReader(row, header: table.header)
      if let book = reader.book() { result.books.append(book) }
      // Columns of later exports are reported, and not dropped silently.
      for (name, value) in zip(table.header, row.fields)
      where !known.contains(name) && !value.trimmingWhitespace.isEmpty {
        reader.remark(.notCarried, name, value)
      }
      if row.fields.count > table.header.count {
        let rest = row.fields[table.header.count...].joined(separator: ", ")
        reader.remark(.notUnderstood, "fields without a column", rest)
      }
      result.remarks += reader.remarks
    }
    return result
  }

  fileprivate enum Column: String, CaseIterable {
    case id = "Book Id"
    case title = "Title"
    case author = "Author"
    case authorLastFirst = "Author l-f"
    case additionalAuthors = "Additional Authors"
    case isbn = "ISBN"
    case isbn13 = "ISBN13"
    case rating = "My Rating"
    case averageRating = "Average Rating"
    case publisher = "Publisher"
    case binding = "Binding"
    case pages = "Number of Pages"
    case year = "Year Published"
    case originalYear = "Original Publication Year"
    case dateRead = "Date Read"
    case dateAdded = "Date Added"
    case bookshelves = "Bookshelves"
    case shelfPositions = "Bookshelves with positions"
    case shelf = "Exclusive Shelf"
    case review = "My Review"
    case spoiler = "Spoiler"
    case privateNotes = "Private Notes"
    case readCount = "Read Count"
    case recommendedFor = "Recommended For"
    case recommendedBy = "Recommended By"
    case ownedCopies = "Owned Copies"
    case purchaseDate = "Original Purchase Date"
    case purchaseLocation = "Original Purchase Location"
    case condition = "Condition"
    case conditionDescription = "Condition Description"
    case crossingID = "BCID"
  }

  /// One row, read column by column.
  private struct RowReader {
    private let fields: [Column: String]
    private let line: Int
    private(set) var remarks: [Remark] = []

    init(_ row: CSVTable.Row, header: [String]) {
      var fields: [Column: String] = [:]
      for (name, value) in zip(header, row.fields) {
        // Of two columns with one name the first.
        if let column = Column(rawValue: name), fields[column] == nil { fields[column] = value }
      }
      self.fields = fields
      line = row.line
    }

    private func value(_ column: Column) -> String { fields[column] ?? "" }

    mutating func remark(_ kind: Remark.Kind, _ subject: String, _ value: String) {
      remarks.append(
        Remark(kind, subject, of: self.value(.title).collapsingSpaces, line: line, value: value))
    }

    mutating func book() -> ImportedBook? {
      let title = value(.title).collapsingSpaces
      guard !title.isEmpty else {
        remark(.unreadable, "a row without a title", value(.author).collapsingSpaces)
        return nil
      }
      var book = ImportedBook(
        source: GoodreadsExport.key, id: value(.id).collapsingSpaces, title: HTMLText.plain(title))
      book.authors = authors()
      numbers(&book)
      book.publisher = nonempty(.publisher)
      book.binding = nonempty(.binding)
      book.pages = number(.pages, atLeast: 1)
      book.setYears(edition: number(.year), original: number(.originalYear))
      rating(&book)
      status(&book)
      readings(&book)
      book.added = date(.dateAdded)
      extras(&book)
      texts(&book)
      return book
    }

    private func nonempty(_ column: Column) -> String? {
      let text = value(column).collapsingSpaces
      return text.isEmpty ? nil : text
    }

    /// Author, then the additional ones, each once; double spaces within a name are the catalogue's slips.
    private func authors() -> [String] {
      var names: [String] = []
      let first = value(.author).collapsingSpaces
      if !first.isEmpty { names.append(first) }
      for part in value(.additionalAuthors).split(separator: ",") {
        let name = part.collapsingSpaces
        if name.isEmpty { continue }
        // "Martin Luther King, Jr." is one person.
        if AuthorName.isSuffix(name), names.count > 1 {
          names[names.count - 1] += ", " + name
        } else {
          names.append(name)
        }
      }
      var seen: Set<String> = []
      return names.filter { seen.insert($0).inserted }
    }

    private mutating func numbers(_ book: inout ImportedBook) {
      for column in [Column.isbn13, .isbn] {
        // `="…"` is how a spreadsheet keeps leading zeros.
        let text = value(column).filter { $0 != "=" && $0 != "\"" }
        if text.trimmingWhitespace.isEmpty { continue }
        do throws(ISBN.Flaw) {
          try book.add(isbn: text)
        } catch {
          remark(.notUnderstood, column.rawValue, value(column))
        }
      }
    }

    private mutating func number(_ column: Column, atLeast least: Int = -9999) -> Int? {
      let text = value(column).collapsingSpaces
      if text.isEmpty { return nil }
      guard let number = Int(text), number >= least, number < 1_000_000 else {
        if Int(text) != 0 { remark(.notUnderstood, column.rawValue, text) }
        return nil
      }
      return number
    }

    private mutating func date(_ column: Column) -> PartialDate? {
      let text = value(column).collapsingSpaces
      if text.isEmpty { return nil }
      let date = PartialDate(text)
      if date == nil { remark(.notUnderstood, column.rawValue, text) }
      return date
    }

    private mutating func rating(_ book: inout ImportedBook) {
      let text = value(.rating).collapsingSpaces
      if !text.isEmpty {
        if let stars = Double(text), stars >= 0, stars <= 5 {
          let halves = Int((stars * 2).rounded())
          book.halfStars = halves == 0 ? nil : halves
        } else {
          remark(.notUnderstood, Column.rating.rawValue, text)
        }
      }
      // It is the crowd's, and changes from day to day.
      if let average = nonempty(.averageRating) {
        remark(.notCarried, Column.averageRating.rawValue, average)
      }
    }

    /// The shelves that Goodreads itself has, which are no hashtags.
    private static let statusShelves: [String: Book.Status] = [
      "to-read": .want, "currently-reading": .reading, "read": .read,
    ]

    private mutating func status(_ book: inout ImportedBook) {
      let shelf = value(.shelf).collapsingSpaces
      var shelves = value(.bookshelves).split(separator: ",").map(\.collapsingSpaces)
      switch shelf.lowercased() {
      case "abandoned", "did-not-finish", "dnf", "gave-up", "unfinished": book.status = .abandoned
      case let name: book.status = Self.statusShelves[name]
      }
      if book.status != nil {
        shelves.removeAll { $0 == shelf }
      } else if !shelf.isEmpty {
        remark(.changed, "a shelf of your own as \(Column.shelf.rawValue) (now a hashtag)", shelf)
        shelves.insert(shelf, at: 0)
      }
      var seen: Set<String> = []
      for name in shelves {
        if let status = Self.statusShelves[name.lowercased()] {
          book.status = book.status ?? status
          continue
        }
        guard let tag = TagName.make(name, prefix: "shelf-") else {
          remark(.notUnderstood, Column.bookshelves.rawValue, name)
          continue
        }
        if seen.insert(CaseFolding.fold(tag)).inserted { book.tags.append(tag) }
      }
      // The order of a shelf is reported, if there is one.
      if let positions = nonempty(.shelfPositions), positions.contains("(#") {
        remark(.notCarried, Column.shelfPositions.rawValue, positions)
      }
    }

    private mutating func readings(_ book: inout ImportedBook) {
      if let date = date(.dateRead) {
        book.readings = [Book.Reading(started: nil, finished: date.description)]
      }
      guard let count = number(.readCount, atLeast: 0) else { return }
      // The status `read` implies one reading.
      let told = max(book.readings.count, book.status == .read ? 1 : 0)
      // The present reading is counted from its beginning.
      let finished = book.status == .reading ? count - 1 : count
      if finished > told { book.timesRead = finished }
    }

    private mutating func extras(_ book: inout ImportedBook) {
      if let copies = number(.ownedCopies, atLeast: 0), copies > 0 {
        book.properties.append(.init(key: "owned", value: .integer(copies)))
      }
      book.note("recommended-by", value(.recommendedBy))
      book.note("recommended-for", value(.recommendedFor))
      if let bought = nonempty(.purchaseDate) {
        book.note("bought", PartialDate(bought)?.description ?? bought)
      }
      book.note("bought-at", value(.purchaseLocation))
      book.note("condition", value(.condition))
      book.note("condition-notes", value(.conditionDescription))
      book.note("bookcrossing", value(.crossingID))
      if ["true", "1", "yes"].contains(value(.spoiler).collapsingSpaces.lowercased()) {
        book.properties.append(.init(key: "spoiler", value: .bool(true)))
      }
    }

    private mutating func texts(_ book: inout ImportedBook) {
      var unknown: [String] = []
      book.review = HTMLText.markdown(value(.review)) { unknown.append($0) }
      book.privateNotes = HTMLText.markdown(value(.privateNotes)) { unknown.append($0) }
      let found = [
        ("rating", Column.rating, book.halfStars == nil),
        ("review", .review, book.review.isEmpty),
        ("private notes", .privateNotes, book.privateNotes.isEmpty),
      ]
      for (key, column, isEmpty) in found where isEmpty && fields[column] != nil {
        book.empty.insert(key)
      }
      for name in unknown { remark(.notCarried, "HTML of a review", "<\(name)>") }
    }
  }
}
