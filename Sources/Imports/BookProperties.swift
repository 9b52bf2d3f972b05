import Exchange
import Notes
import Steps

/// The front matter of an imported book, compared with that of a note.
struct BookProperties {
  private let book: ImportedBook

  init(_ book: ImportedBook) { self.book = book }

  /// Keys with their values, in the order in which a new note has them.
  var entries: [FrontMatterValue.Entry] {
    var entries: [FrontMatterValue.Entry] = []
    func add(_ key: String, _ value: FrontMatterValue?) {
      if let value { entries.append(.init(key: key, value: value)) }
    }
    func text(_ text: String?) -> FrontMatterValue? { text.map { .string($0) } }
    func number(_ number: Int?) -> FrontMatterValue? { number.map { .integer($0) } }
    func list(_ texts: [String]) -> FrontMatterValue? {
      texts.isEmpty ? nil : .list(texts.map { .string($0) })
    }
    // One author as a text, in which a semicolon would part two.
    let isOne = book.authors.count == 1 && !book.authors[0].contains(";")
    add("author", isOne ? text(book.authors[0]) : list(book.authors))
    add("isbn", text(book.isbn))
    add("other-isbns", list(book.otherISBNs))
    add("published", number(book.published))
    add("edition-published", number(book.editionPublished))
    add("publisher", text(book.publisher))
    add("binding", text(book.binding))
    add("pages", number(book.pages))
    add(
      "rating",
      book.halfStars.map { $0 % 2 == 0 ? .integer($0 / 2) : .number(Double($0) / 2) })
    add("status", text(book.status?.rawValue))
    add("readings", readings)
    add("read-count", number(book.timesRead))
    add("tags", list(book.tags))
    entries += book.properties
    add("created", text(book.added?.description))
    if !book.id.isEmpty { add(book.source, Int(book.id).map { .integer($0) } ?? .string(book.id)) }
    return entries
  }

  private var readings: FrontMatterValue? {
    book.readings.isEmpty ? nil : Self.list(book.readings)
  }

  /// The note's value of a property, and whether it means the same; nil if the note has no value.
  ///
  /// - Parameter own: the note's book facts, even if the note does not declare itself a book.
  func standing(
    of entry: FrontMatterValue.Entry, in note: Note, _ own: Book?
  ) -> (here: String, isSame: Bool)? {
    func said(_ text: String?, _ isSame: Bool) -> (here: String, isSame: Bool)? {
      text.map { ($0, isSame) }
    }
    switch entry.key {
    case "author":
      guard let authors = own?.authors, !authors.isEmpty else { break }
      let isSame =
        Set(authors.map(ImportText.authorKey)) == Set(book.authors.map(ImportText.authorKey))
      return (authors.joined(separator: "; "), isSame)
    case "isbn":
      guard let isbn = own?.isbn else { break }
      let number = (try? ISBN(isbn))?.description
      return (isbn, number == book.isbn || book.otherISBNs.contains { $0 == number })
    case "pages":
      guard let pages = own?.pages else { break }
      return (String(pages), pages == book.pages)
    case "published":
      guard let published = own?.published else { break }
      return (published, PartialDate(written: published)?.year == book.published)
    case "rating":
      guard let halves = own?.halfStars else { break }
      let rating = own?.finerStars.map { "\($0)" } ?? Rating.number(halves)
      return (rating, halves == book.halfStars)
    case "status":
      guard let status = own?.status else { break }
      return (status.rawValue, status == book.status)
    case "created":
      if note.created != nil { return ("", true) }
    default: break
    }
    guard let node = note.frontMatter?[entry.key], !node.isNull,
      node.text?.trimmingWhitespace.isEmpty != true
    else { return nil }
    if node.kind == .scalar, Self.text(entry.value) == node.string {
      return (node.string ?? "", true)
    }
    return said(node.string ?? node.strings.joined(separator: ", "), node.value == entry.value)
  }

  /// The book facts of a note, read as if it declared itself a book.
  static func book(of note: Note) throws(FrontMatterEditError) -> Book? {
    if let book = note.book { return book }
    var editor = try FrontMatterEditor(note.source)
    // Not by its kind, under which `last` would be a date of a reading.
    try editor.set("readings", to: .list([]))
    return Note(parsing: editor.source).book
  }

  /// True for one reading said twice.
  static func isSame(_ here: Book.Reading, _ there: Book.Reading) -> Bool {
    guard let finished = there.finished else {
      return there.started.map { isSameDate(here.started ?? "", $0) } ?? true
    }
    return here.finished.map { isSameDate($0, finished) } ?? false
  }

  /// The parts of a value for the record of imports: those of a list one by one.
  static func values(_ value: FrontMatterValue) -> [String] {
    guard case .list(let values) = value else { return [text(value)] }
    return values.map { value in
      guard case .mapping(let entries) = value else { return text(value) }
      return entries.map { "\($0.key) \(text($0.value))" }.joined(separator: ", ")
    }
  }

  /// The parts of a list of readings, as ``values(_:)`` gives them.
  static func values(of readings: [Book.Reading]) -> [String] {
    values(list(readings))
  }

  /// Readings as the value of front matter.
  static func list(_ readings: [Book.Reading]) -> FrontMatterValue {
    .list(readings.map(mapping))
  }

  private static func mapping(_ reading: Book.Reading) -> FrontMatterValue {
    let parts = [("started", reading.started), ("finished", reading.finished)]
    return .mapping(
      parts.compactMap { key, date in date.map { .init(key: key, value: .string($0)) } })
  }

  /// A date said less exactly is the same: a note's `2020-10` is `2020-10-25` of a catalogue.
  private static func isSameDate(_ here: String, _ there: String) -> Bool {
    guard let here = PartialDate(written: here)?.description,
      let there = PartialDate(written: there)?.description
    else { return here == there }
    return here == there || there.hasPrefix(here + "-") || here.hasPrefix(there + "-")
  }

  /// A value as people read it.
  static func text(_ value: FrontMatterValue) -> String {
    switch value {
    case .null: ""
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .number(let number): number.description
    case .string(let text): text
    case .list(let values): values.map(text).joined(separator: ", ")
    case .mapping(let entries): entries.map { text($0.value) }.joined(separator: " to ")
    }
  }
}
