import Notes

/// Books as Open Library writes them down: a record of an edition or a work (`/isbn/ISBN.json`), the answer
/// of its books or search interface, or lines of its dumps.
///
/// ```
/// dump line := type TAB key TAB revision TAB time TAB record
/// ```
/// A record of an edition names its authors by their numbers alone; then the books come without authors
/// (openlibrary.org/developers/dumps, records of 2024).
package enum OpenLibraryRecords {
  /// The books of a file, in its order.
  ///
  /// - Parameter isbn: of a dump only lines with this number, or with its form of ten digits, are
  ///   read.
  /// - Throws: `.format` if the file has no records.
  package static func read(
    _ bytes: [UInt8], holding isbn: ISBN? = nil
  ) throws(ExchangeError) -> [ImportedBook] {
    let text = DecodedText(bytes).bytes
    guard text.first(where: { !($0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09) }) == 0x2F
    else {
      return records(in: try JSONValue(parsing: text), key: "").compactMap(book)
    }
    // Nine digits are the same in both forms of a number.
    let wanted = isbn.map { Array($0.description.utf8.dropFirst(3).dropLast()) }
    var books: [ImportedBook] = []
    for line in text.split(separator: 0x0A) {
      if let wanted, !contains(line, wanted) { continue }
      let fields = line.split(separator: 0x09, maxSplits: 4, omittingEmptySubsequences: false)
      guard fields.count == 5 else {
        throw .format(operation: "read a dump of Open Library", detail: "a line has no five fields")
      }
      let key = String(decoding: fields[1], as: UTF8.self)
      books += records(in: try JSONValue(parsing: Array(fields[4])), key: key).compactMap(book)
    }
    return books
  }

  private static func contains(_ line: ArraySlice<UInt8>, _ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first else { return true }
    var rest = line
    while let place = rest.firstIndex(of: first) {
      rest = rest[place...]
      if rest.starts(with: wanted) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// The records of an answer: it may be one, a list, or hold them under `docs` or under their numbers.
  private static func records(
    in value: JSONValue, key: String
  ) -> [(key: String, record: JSONValue)] {
    if let elements = value.elements { return elements.flatMap { records(in: $0, key: key) } }
    if value["title"] != nil { return [(value["key"]?.string ?? key, value)] }
    if let docs = value["docs"] { return records(in: docs, key: key) }
    return (value.members ?? []).flatMap { member in
      member.value["title"] == nil ? [] : records(in: member.value, key: member.name)
    }
  }

  /// The book of one record; nil if it has no title.
  static func book(_ key: String, _ record: JSONValue) -> ImportedBook? {
    guard var title = record["title"]?.string?.collapsingSpaces, !title.isEmpty else { return nil }
    if let subtitle = record["subtitle"]?.string?.collapsingSpaces, !subtitle.isEmpty {
      title += ": " + subtitle
    }
    var book = ImportedBook(source: "openlibrary", id: key, title: title)
    let authors = record["authors"]?.elements ?? []
    let names =
      authors.compactMap { $0.string ?? $0["name"]?.string }
      + (record["author_name"]?.elements ?? []).compactMap(\.string)
    book.authors = names.map(\.collapsingSpaces).filter { !$0.isEmpty }
    let identifiers = record["identifiers"]
    let numbers = ["isbn_13", "isbn_10", "isbn"].flatMap { name in
      (record[name]?.elements ?? []) + (identifiers?[name]?.elements ?? [])
    }.compactMap { $0.string }.compactMap { try? ISBN($0) }
    book.isbn = numbers.first?.description
    book.otherISBNs = Set(numbers.dropFirst().map(\.description)).subtracting([book.isbn ?? ""])
      .sorted()
    book.pages = (record["number_of_pages"] ?? record["number_of_pages_median"])?.double
      .flatMap { $0 >= 1 && $0 < 1_000_000 ? Int($0) : nil }
    let published =
      record["publish_date"] ?? record["first_publish_date"] ?? record["first_publish_year"]
    book.published = published?.text.flatMap(year)
    book.publisher = record["publishers"]?.elements?.first.flatMap {
      $0.string ?? $0["name"]?.string
    }
    return book
  }

  /// The year of `October 1, 1998`, `1998`, `1998-10`: its last four figures in a row.
  private static func year(_ text: String) -> Int? {
    text.split { !($0.isASCII && $0.isNumber) }.last { $0.utf8.count == 4 }.flatMap { Int($0) }
  }
}
