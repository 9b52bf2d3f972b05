import Notes

extension ImportFormat {
  static let googleBooks = ImportFormat(
    "googlebooks", program: "Google Books", bookKey: GoogleBooksVolumes.key,
    help: "Volumes of Google Books in JSON, as its API gives a book, a search or a bookshelf.",
    isOne: GoogleBooksVolumes.isOne
  ) { Imported(try GoogleBooksVolumes.read($0)) }
}

/// Reads volumes of Google Books in JSON: the answers of its API for a search, a bookshelf or one
/// volume.
///
/// ```
/// answer := {kind: "books#volumes", items: [volume]} | volume
/// volume := {kind: "books#volume", id, volumeInfo: {title, subtitle, authors, publisher, publishedDate, pageCount,
///            industryIdentifiers: [{type, identifier}], categories, language, imageLinks: {thumbnail}, …}}
/// ```
package enum GoogleBooksVolumes {
  static let key = "google-books"

  /// True for a file that begins as a list of Google Books' volumes.
  package static func isOne(_ text: DecodedText) -> Bool {
    let head = String(decoding: text.bytes.prefix(4096), as: UTF8.self)
    return head.trimmingWhitespace.hasPrefix("{") && head.contains("\"books#volume")
  }

  /// The books of an answer, in its order.
  ///
  /// - Throws: `.format` if it is no JSON, or has no volumes.
  package static func read(_ bytes: [UInt8]) throws(ExchangeError) -> ImportedBooks {
    let text = DecodedText(bytes)
    let value = try JSONValue(parsing: text.bytes)
    let volumes = value["items"]?.elements ?? (value["volumeInfo"] == nil ? nil : [value])
    guard let volumes else {
      throw .format(operation: "read volumes of Google Books", detail: "it has none")
    }
    var result = ImportedBooks()
    if let remark = text.remark { result.remarks.append(remark) }
    for volume in volumes {
      var remarks: [Remark] = []
      if let book = book(volume, &remarks) { result.books.append(book) }
      result.remarks += remarks
    }
    return result
  }

  private static func book(_ volume: JSONValue, _ remarks: inout [Remark]) -> ImportedBook? {
    let id = volume["id"]?.text ?? ""
    let info = volume["volumeInfo"] ?? .object([])
    func text(_ name: String) -> String { info[name]?.text?.collapsingSpaces ?? "" }
    func texts(_ name: String) -> [String] {
      (info[name]?.elements ?? []).compactMap { $0.text?.collapsingSpaces }.filter { !$0.isEmpty }
    }
    var title = text("title")
    guard !title.isEmpty else {
      remarks.append(Remark(.unreadable, "a book without a title", value: id))
      return nil
    }
    if !text("subtitle").isEmpty { title += ": " + text("subtitle") }
    var book = ImportedBook(source: GoogleBooksVolumes.key, id: id, title: title)
    var seen: Set<String> = []
    book.authors = texts("authors").filter { seen.insert($0).inserted }
    // The number of thirteen digits is the edition's; that of ten is redundant.
    let numbers = (info["industryIdentifiers"]?.elements ?? []).sorted {
      ($0["type"]?.text ?? "") > ($1["type"]?.text ?? "")
    }
    for number in numbers where number["type"]?.text?.hasPrefix("ISBN") == true {
      let isbn = number["identifier"]?.text ?? ""
      do throws(ISBN.Flaw) {
        try book.add(isbn: isbn)
      } catch {
        remarks.append(Remark(.notUnderstood, "industryIdentifiers", of: title, value: isbn))
      }
    }
    book.publisher = text("publisher").isEmpty ? nil : text("publisher")
    let published = text("publishedDate")
    book.published = PartialDate(written: published)?.year
    if book.published == nil, !published.isEmpty {
      remarks.append(Remark(.notUnderstood, "publishedDate", of: title, value: published))
    }
    if let pages = info["pageCount"]?.double, pages >= 1, pages < 1_000_000 {
      book.pages = Int(pages)
    }
    let cover = info["imageLinks"]?["thumbnail"]?.text ?? ""
    book.note("cover", cover.hasPrefix("http") ? cover : "")
    tellRest(of: info, title, &remarks)
    return book
  }

  private static let known: Set<String> = [
    "title", "subtitle", "authors", "industryIdentifiers", "publisher", "publishedDate",
    "pageCount", "imageLinks",
  ]
  /// Members without facts of the book: addresses, prices, the parts that Google may show.
  private static let ofNoUse: Set<String> = [
    "readingModes", "printType", "maturityRating", "allowAnonLogging", "contentVersion",
    "panelizationSummary", "previewLink", "infoLink", "canonicalVolumeLink", "ratingsCount",
    "averageRating", "printedPageCount", "dimensions",
  ]

  private static func tellRest(of info: JSONValue, _ title: String, _ remarks: inout [Remark]) {
    for member in info.members ?? []
    where !known.contains(member.name) && !ofNoUse.contains(member.name) {
      remarks.append(
        Remark(.notCarried, member.name, of: title, value: member.value.text ?? ""))
    }
  }
}
