extension Note {
  /// What the front matter says of a book, if the note is about one.
  ///
  /// It is where there is an ISBN, a list of readings, or `type: book`; or an author together with
  /// a year, a number of pages, a rating or a reading status.
  package var book: Book? {
    guard let frontMatter else { return nil }
    let authors = Self.authors(frontMatter)
    let isbn = (frontMatter.first(of: ["isbn", "isbn13", "isbn-13"])?.string).map(Self.isbn)
    let readings = Self.readings(frontMatter)
    let pages = frontMatter["pages"]?.string.flatMap { Int($0) }
    let halfStars = frontMatter["rating"]?.string.flatMap(Self.halfStars)
    let given = frontMatter["status"]?.string.flatMap(Self.bookStatus)
    let published = frontMatter["published"]?.string
    let kind = frontMatter.first(of: ["type", "kind", "category"])?.string
    let isYear = published.flatMap { Int($0) } != nil
    let isBook =
      isbn != nil || frontMatter["readings"] != nil || kind.map(CaseFolding.fold) == "book"
      || (!authors.isEmpty && (isYear || pages != nil || halfStars != nil || given != nil))
    guard isBook else { return nil }
    return Book(
      authors: authors, authorSort: frontMatter.first(of: ["author-sort", "author_sort"])?.string,
      isbn: isbn, published: published, pages: pages, halfStars: halfStars,
      status: given ?? Self.impliedStatus(readings), readings: readings)
  }

  private static func authors(_ frontMatter: FrontMatter) -> [String] {
    guard let node = frontMatter.first(of: ["author", "authors"]) else { return [] }
    guard node.kind == .scalar else { return node.strings.map(plainName) }
    return (node.string ?? "").split(separator: ";").map { plainName(String($0.trimmingBlanks)) }
      .filter { !$0.isEmpty }
  }

  /// A name without the brackets of a link around it.
  private static func plainName(_ text: String) -> String {
    guard text.hasPrefix("[["), text.hasSuffix("]]"), text.utf8.count > 4 else { return text }
    let inner = text.dropFirst(2).dropLast(2)
    return String(inner.split(separator: "|").last ?? inner)
  }

  private static func isbn(_ text: String) -> String {
    String(decoding: text.utf8.filter(\.isASCIIWord), as: Unicode.UTF8.self)
  }

  static func bookStatus(_ text: String) -> Book.Status? {
    switch String(CaseFolding.fold(text).map { $0 == "-" ? " " : $0 }).trimmingBlanks {
    case "want", "want to read", "to read", "wishlist", "tbr": .want
    case "reading", "currently reading", "in progress": .reading
    case "read", "finished", "done": .read
    case "abandoned", "dnf", "did not finish": .abandoned
    default: nil
    }
  }

  private static func impliedStatus(_ readings: [Book.Reading]) -> Book.Status? {
    guard !readings.isEmpty else { return nil }
    return readings.contains { $0.finished == nil } ? .reading : .read
  }

  /// `4`, `4.5`, `4.5/5`, `9/10`, `★★★★½`.
  static func halfStars(_ text: String) -> Int? {
    let parts = text.split(separator: "/").map { $0.trimmingBlanks }
    if let value = parts.first.flatMap({ Double($0) }), value.isFinite, value >= 0 {
      let scale = parts.count > 1 ? Double(parts[1]) ?? 5 : 5
      guard scale > 0, value <= scale else { return nil }
      return Int((value * 10 / scale).rounded())
    }
    let stars = text.unicodeScalars.filter { $0 == "★" || $0 == "⭐" }.count
    let half = text.unicodeScalars.contains("½") ? 1 : 0
    let count = stars * 2 + half
    return count > 0 && count <= 10 ? count : nil
  }

  /// The names that a reading's beginning has in a list of readings.
  static let startedKeys = ["started", "start"]

  /// The names that its end has.
  static let finishedKeys = ["finished", "finish", "ended"]

  private static func readings(_ frontMatter: FrontMatter) -> [Book.Reading] {
    guard let node = frontMatter["readings"] else {
      return [reading(frontMatter["started"], frontMatter["finished"])].compactMap { $0 }
    }
    let items = node.kind == .list ? node.elements : [node]
    return items.compactMap { item in
      guard item.kind == .mapping else { return reading(nil, item) }
      func value(_ names: [String]) -> FrontMatter.Node? {
        item.entries.first { names.contains($0.key.text ?? "") }?.value
      }
      return reading(value(startedKeys), value(finishedKeys))
    }
  }

  private static func reading(
    _ started: FrontMatter.Node?, _ finished: FrontMatter.Node?
  ) -> Book.Reading? {
    let reading = Book.Reading(started: started?.string, finished: finished?.string)
    return reading.started == nil && reading.finished == nil ? nil : reading
  }
}
