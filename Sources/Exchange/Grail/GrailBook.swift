import Notes

/// A book as the old applications kept it: a value of JSON.
///
/// ```
/// book    := {title, authors: [text], yearPublished, originalYearPublished, publisher, isbn, isbn13,
///             numberOfPages, tags: [text], review, rating, dateAdded, readingHistory, dateRead: [moment]}
/// history := {hasRead, multipleReadings, entries: [{start: date, finish: date}]}
/// date    := {year, month, day}
/// ```
/// All but the title may be absent or null. A reading without `finish` is not finished; a `finish`
/// without a year is on an unknown day. Before there were histories `dateRead` listed the days.
struct GrailBook {
  private let value: JSONValue
  private let title: String
  private(set) var remarks: [Remark] = []

  /// - Parameter title: the note's, for a book without one.
  init(_ value: JSONValue, title: String) {
    self.value = value
    let own = value["title"]?.text?.collapsingSpaces ?? ""
    self.title = own.isEmpty ? title : own
  }

  private mutating func remark(_ kind: Remark.Kind, _ subject: String, _ value: String) {
    remarks.append(Remark(kind, subject, of: title, value: value))
  }

  /// The book, or nil if there is no title for it.
  ///
  /// - Parameter section: the list of the application that contains it: `wantToRead`,
  ///   `currentlyReading`, `read`, `other`.
  mutating func book(section: String?) -> ImportedBook? {
    guard !title.isEmpty else {
      remark(.unreadable, "a book without a title", texts("authors").joined(separator: ", "))
      return nil
    }
    var book = ImportedBook(source: "grail", id: "", title: title)
    var seen: Set<String> = []
    book.authors = texts("authors").filter { seen.insert($0).inserted }
    for name in ["isbn13", "isbn"] {
      guard let text = value[name]?.text?.collapsingSpaces, !text.isEmpty else { continue }
      do throws(ISBN.Flaw) {
        try book.add(isbn: text)
      } catch {
        remark(.notUnderstood, name, text)
      }
    }
    let publisher = value["publisher"]?.text?.collapsingSpaces ?? ""
    book.publisher = publisher.isEmpty ? nil : publisher
    book.pages = number("numberOfPages", 1...999_999)
    book.setYears(
      edition: number("yearPublished", -9999...9999),
      original: number("originalYearPublished", -9999...9999))
    rating(&book)
    book.added = added()
    tags(texts("tags"), of: &book)
    review(&book)
    readings(&book, section: section)
    tellRest()
    return book
  }

  /// Adds hashtags to a book.
  mutating func tags(_ names: [String], of book: inout ImportedBook) {
    var seen = Set(book.tags.map { CaseFolding.fold($0) })
    for name in names {
      guard let tag = TagName.make(name, prefix: "tag-") else {
        remark(.notUnderstood, "tags", name)
        continue
      }
      if seen.insert(CaseFolding.fold(tag)).inserted { book.tags.append(tag) }
    }
  }

  private func texts(_ name: String) -> [String] {
    guard let field = value[name] else { return [] }
    return (field.elements ?? [field]).compactMap { $0.text?.collapsingSpaces }
      .filter { !$0.isEmpty }
  }

  private mutating func number(_ name: String, _ range: ClosedRange<Int>) -> Int? {
    guard let field = value[name] else { return nil }
    guard let number = Self.integer(field), range.contains(number) else {
      remark(.notUnderstood, name, field.text ?? "")
      return nil
    }
    return number
  }

  private static func integer(_ value: JSONValue?) -> Int? {
    switch value {
    case .integer(let number): Int(number)
    case .number(let number): Int(exactly: number)
    case .string(let text): Int(text.collapsingSpaces)
    default: nil
    }
  }

  private mutating func rating(_ book: inout ImportedBook) {
    guard let field = value["rating"] else { return }
    if let stars = field.double, stars >= 0, stars <= 5 {
      let halves = Int((stars * 2).rounded())
      book.halfStars = halves == 0 ? nil : halves
    } else {
      remark(.notUnderstood, "rating", field.text ?? "")
    }
  }

  private mutating func added() -> PartialDate? {
    guard let field = value["dateAdded"] else { return nil }
    let date = Self.day(field)
    if date == nil { remark(.notUnderstood, "dateAdded", field.text ?? "") }
    return date
  }

  /// The day of a moment, as it is written.
  private static func day(_ value: JSONValue) -> PartialDate? {
    if let text = value.string {
      if let day = PartialDate(text) { return day }
      guard GrailTime.milliseconds(text) != nil else { return nil }
      return PartialDate(String(text.prefix(10)))
    }
    return GrailTime.milliseconds(value).map {
      PartialDate(CivilDateTime(milliseconds: $0, in: .utc).date)
    }
  }

  private mutating func review(_ book: inout ImportedBook) {
    guard let text = value["review"]?.string else { return }
    // Reviews that came from Goodreads are HTML, those that were typed are Markdown.
    guard text.contains("<br") || text.contains("</") else {
      book.review = String(text.trimmingWhitespace)
      return
    }
    var unknown: [String] = []
    book.review = HTMLText.markdown(text) { unknown.append($0) }
    for name in unknown { remark(.notCarried, "HTML of a review", "<\(name)>") }
  }

  // MARK: Readings

  private mutating func readings(_ book: inout ImportedBook, section: String?) {
    let history = value["readingHistory"]
    var isOpen = false
    var finished = 0
    for entry in history?["entries"]?.elements ?? [] {
      let (started, ended) = (date(entry["start"]), date(entry["finish"]))
      if entry["finish"] == nil { isOpen = true } else { finished += 1 }
      if started != nil || ended != nil {
        book.readings.append(Book.Reading(started: started, finished: ended))
      }
    }
    for moment in value["dateRead"]?.elements ?? [] {
      guard let day = Self.day(moment) else {
        remark(.notUnderstood, "dateRead", moment.text ?? "")
        continue
      }
      finished += 1
      book.readings.append(Book.Reading(started: nil, finished: day.description))
    }
    // The earliest first; those of the same day as they came.
    book.readings = book.readings.enumerated().sorted { left, right in
      let days = [left, right].map { $0.element.finished ?? $0.element.started ?? "" }
      return days[0] == days[1] ? left.offset < right.offset : days[0] < days[1]
    }.map(\.element)
    let hasRead = finished > 0 || history?["hasRead"] == .bool(true)
    let isAgain = history?["multipleReadings"] == .bool(true)
    // As in the applications, a book without a history is not read yet.
    book.status = isOpen ? .reading : hasRead || isAgain ? .read : .want
    self.section(section, of: &book)
    if isAgain, finished < 2 {
      remark(.changed, "multipleReadings (now read twice)", "true")
      finished = 2
    }
    // The status `read` implies one reading.
    let told = max(book.readings.count { $0.finished != nil }, book.status == .read ? 1 : 0)
    if finished > told { book.timesRead = finished }
  }

  private mutating func section(_ section: String?, of book: inout ImportedBook) {
    switch section {
    case nil: break
    case "wantToRead": book.status = .want
    case "currentlyReading": book.status = .reading
    case "read": book.status = .read
    case "other": book.status = nil
    case let word?: remark(.notUnderstood, "bookSection", word)
    }
  }

  private mutating func date(_ value: JSONValue?) -> String? {
    guard let value, let year = Self.integer(value["year"]) else { return nil }
    let month = Self.integer(value["month"])
    let day = month == nil ? nil : Self.integer(value["day"])
    let date = PartialDate(year: year, month: month, day: day)
    if date == nil {
      let parts = [year, month, day].compactMap { $0.map(String.init) }
      remark(.notUnderstood, "readingHistory", parts.joined(separator: "-"))
    }
    return date?.description
  }

  private mutating func tellRest() {
    let known: Set = [
      "title", "authors", "yearPublished", "originalYearPublished", "publisher", "isbn", "isbn13",
      "numberOfPages", "tags", "review", "rating", "dateAdded", "readingHistory", "dateRead",
    ]
    for member in value.members ?? [] where !known.contains(member.name) && member.value != .null {
      remark(.notCarried, member.name, member.value.text ?? "")
    }
  }
}
