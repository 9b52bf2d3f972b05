import Notes

extension ImportFormat {
  static let libraryThing = ImportFormat(
    "librarything", program: "LibraryThing", bookKey: LibraryThingExport.key,
    help: """
      The JSON file of “Export” at LibraryThing: collections and tags become `status` and \
      hashtags, translators and editors properties of their own.
      """, isOne: LibraryThingExport.isOne
  ) { Imported(try LibraryThingExport.read($0)) }
}

/// Reads the library of a person at LibraryThing from its export in JSON.
///
/// An object of books by their numbers (read off exports of 2014 to 2023). Years, pages and copies are text;
/// `isbn` is a list, or an object of which only the values count; text has HTML's character references.
package enum LibraryThingExport {
  static let key = "librarything"

  /// True if a file looks like one.
  package static func isOne(_ text: DecodedText) -> Bool {
    let head = String(decoding: text.bytes.prefix(4096), as: UTF8.self)
    return head.trimmingWhitespace.hasPrefix("{") && head.contains("\"books_id\"")
  }

  /// The books of an export, in its order.
  ///
  /// - Throws: `.format` if it is no JSON, or no object of books.
  package static func read(_ bytes: [UInt8]) throws(ExchangeError) -> ImportedBooks {
    let text = DecodedText(bytes)
    guard let members = try JSONValue(parsing: text.bytes).members else {
      throw .format(operation: "read a LibraryThing export", detail: "it is no object of books")
    }
    var result = ImportedBooks()
    if let remark = text.remark { result.remarks.append(remark) }
    for member in members {
      var reader = LibraryThingBook(member)
      if let book = reader.book() { result.books.append(book) }
      result.remarks += reader.remarks
    }
    return result
  }
}

/// One book of an export, read field by field.
private struct LibraryThingBook {
  private let number: String
  private let value: JSONValue
  private let title: String
  private(set) var remarks: [Remark] = []

  init(_ member: JSONValue.Member) {
    number = member.name
    value = member.value
    title = HTMLText.plain(member.value["title"]?.text ?? "").collapsingSpaces
  }

  private mutating func remark(_ kind: Remark.Kind, _ subject: String, _ text: String) {
    remarks.append(Remark(kind, subject, of: title, value: text))
  }

  private func text(_ name: String) -> String {
    HTMLText.plain(value[name]?.text ?? "").collapsingSpaces
  }

  /// The texts of a list, an object or a single value.
  private func texts(_ name: String) -> [String] {
    guard let field = value[name] else { return [] }
    let values = field.elements ?? field.members?.map(\.value) ?? [field]
    return values.compactMap(\.text).map { HTMLText.plain($0).collapsingSpaces }
      .filter { !$0.isEmpty }
  }

  mutating func book() -> ImportedBook? {
    guard !title.isEmpty else {
      remark(.unreadable, "a book without a title", number)
      return nil
    }
    let id = text("books_id")
    var book = ImportedBook(
      source: LibraryThingExport.key, id: id.isEmpty ? number : id, title: title)
    people(&book)
    isbns(&book)
    edition(&book)
    collections(&book)
    readings(&book)
    extras(&book)
    texts(&book)
    tellRest()
    return book
  }

  /// Authors, and under a key of their own those who did something else.
  private mutating func people(_ book: inout ImportedBook) {
    var others: [(role: String, names: [String])] = []
    var everyone: [String] = []
    for person in value["authors"]?.elements ?? [] {
      let name = HTMLText.plain(person["fl"]?.text ?? person["lf"]?.text ?? "").collapsingSpaces
      if name.isEmpty { continue }
      everyone.append(name)
      let role = TagName.make((person["role"]?.text ?? "").lowercased(), prefix: "role-") ?? ""
      if role.isEmpty || role == "author" {
        if !book.authors.contains(name) { book.authors.append(name) }
      } else if let place = others.firstIndex(where: { $0.role == role }) {
        others[place].names.append(name)
      } else {
        others.append((role, [name]))
      }
    }
    if everyone.isEmpty, !text("primaryauthor").isEmpty { book.authors = [text("primaryauthor")] }
    if book.authors.isEmpty { book.authors = everyone }
    for (role, names) in others where !Self.ownKeys.contains(role) {
      book.properties.append(.init(key: role, value: .list(names.map { .string($0) })))
    }
  }

  /// Keys that mean something else in a note on a book.
  private static let ownKeys: Set<String> = [
    "author", "isbn", "published", "publisher", "pages", "rating", "status", "readings", "tags",
    "title", "type", "created", "date",
  ]

  private mutating func isbns(_ book: inout ImportedBook) {
    for text in texts("isbn") {
      do throws(ISBN.Flaw) {
        try book.add(isbn: text)
      } catch {
        remark(.notUnderstood, "isbn", text)
      }
    }
  }

  private mutating func edition(_ book: inout ImportedBook) {
    let year = text("date")
    // The catalogue writes a question mark for an unknown value.
    if !year.isEmpty, year != "?" {
      book.published = PartialDate(year)?.year
      if book.published == nil { remark(.notUnderstood, "date", year) }
    }
    // `Dover (1971), Edition: 1st, Paperback, 278 pages`
    if let end = text("publication").firstIndex(of: "(") {
      let publisher = text("publication")[..<end].collapsingSpaces
      book.publisher = publisher.isEmpty ? nil : publisher
    }
    book.binding = value["format"]?.elements?.first?["text"]?.text?.collapsingSpaces
    // `xiv; 548`: the pages with roman numbers come first.
    let pages = text("pages")
    if !pages.isEmpty {
      book.pages = pages.split(separator: ";").compactMap { Int($0.trimmingWhitespace) }.last
      if book.pages == nil {
        remark(.notUnderstood, "pages", pages)
      } else if pages.contains(";") {
        remark(.changed, "pages in several counts (the last is kept)", pages)
      }
    }
  }

  private mutating func collections(_ book: inout ImportedBook) {
    var seen: Set<String> = []
    for (name, isTag) in texts("collections").map({ ($0, false) })
      + texts("tags").map({ ($0, true) })
    {
      switch (isTag, name.lowercased()) {
      case (false, "your library"): continue
      case (false, "to read"), (false, "wishlist"): book.status = .want
      case (false, "currently reading"): book.status = .reading
      case (false, "read but unowned"): book.status = .read
      default:
        guard let tag = TagName.make(name, prefix: "tag-") else {
          remark(.notUnderstood, isTag ? "tags" : "collections", name)
          continue
        }
        if seen.insert(CaseFolding.fold(tag)).inserted { book.tags.append(tag) }
      }
    }
  }

  private mutating func date(_ name: String) -> PartialDate? {
    let text = text(name)
    if text.isEmpty { return nil }
    let date = PartialDate(text)
    if date == nil { remark(.notUnderstood, name, text) }
    return date
  }

  private mutating func readings(_ book: inout ImportedBook) {
    let started = date("datestarted")?.description
    let finished = date("dateread")?.description
    if started != nil || finished != nil {
      book.readings = [Book.Reading(started: started, finished: finished)]
      book.status = finished != nil ? .read : book.status ?? .reading
    }
    let rating = text("rating")
    if rating.isEmpty { return }
    if let stars = Double(rating), stars >= 0, stars <= 5 {
      let halves = Int((stars * 2).rounded())
      book.halfStars = halves == 0 ? nil : halves
    } else {
      remark(.notUnderstood, "rating", rating)
    }
  }

  private mutating func extras(_ book: inout ImportedBook) {
    book.note("series", text("series"))
    let original = text("originaltitle")
    if original != title { book.note("original-title", original) }
    book.note("dewey", value["ddc"]?["code"]?.elements?.first?.text ?? "")
    book.note("lcc", value["lcc"]?["code"]?.text ?? "")
    if let copies = Int(text("copies")), copies > 1 {
      book.properties.append(.init(key: "owned", value: .integer(copies)))
    }
    book.note("bought", date("dateacquired")?.description ?? "")
    book.note("bought-at", text("fromwhere"))
    book.note("bookcrossing", text("bcid"))
    book.added = date("entrydate")
  }

  private mutating func texts(_ book: inout ImportedBook) {
    var unknown: [String] = []
    book.review = HTMLText.markdown(value["review"]?.text ?? "") { unknown.append($0) }
    let comments = ["comment", "comments", "privatecomment"].compactMap { value[$0]?.text }
    book.privateNotes = comments.map { HTMLText.markdown($0) { unknown.append($0) } }
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
    for name in unknown { remark(.notCarried, "HTML of a review", "<\(name)>") }
  }

  /// Reports members that have no place in a note: the catalogue's own data, which stays there.
  private mutating func tellRest() {
    for member in value.members ?? []
    where !Self.read.contains(member.name) && member.value != .null {
      remark(.notCarried, member.name, member.value.text ?? "")
    }
  }

  /// Members that are read, or repeat others that are read.
  private static let read: Set<String> = [
    "books_id", "title", "sortcharacter", "authors", "primaryauthor", "primaryauthorrole",
    "secondaryauthor", "secondaryauthorroles", "tags", "tagidA", "collections", "collections_idA",
    "originalisbn", "isbn", "publication", "date", "format", "pages", "datestarted", "dateread",
    "dateacquired", "rating", "series", "originaltitle", "ddc", "lcc", "copies", "fromwhere",
    "bcid",
    "entrydate", "review", "comment", "comments", "privatecomment",
  ]
}
