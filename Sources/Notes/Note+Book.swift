extension Note {
  /// The book of the front matter, or nil if the note is not about one.
  ///
  /// It is about one if there is an ISBN, a list of readings, or `type: book` or the like; or an
  /// author together with a year, a number of pages, a rating or a reading status.
  package var book: Book? {
    guard let frontMatter else { return nil }
    let authors = Self.authors(frontMatter)
    let isbn = BookValue.isbnKeys.lazy.compactMap { key -> String? in
      guard let node = frontMatter[key] else { return nil }
      return (node.kind == .list ? node.elements : [node]).lazy.compactMap(BookValue.text).first
    }
    .first.map(BookValue.isbn)
    let isKind = BookValue.isKind(frontMatter)
    let readings = BookValue.readings(frontMatter).map {
      Book.Reading(
        started: $0.started.map(Self.plainDate), finished: $0.finished.map(Self.plainDate))
    }
    func value(_ keys: [String]) -> String? {
      keys.lazy.compactMap { frontMatter[$0].flatMap(BookValue.text) }.first
    }
    let pages = value(BookValue.pagesKeys).flatMap(BookValue.pages)
    let stars = value(BookValue.ratingKeys).flatMap(BookValue.stars)
    let given = value(["status"]).flatMap(BookValue.status)
    let published = value(BookValue.publishedKeys)
    let isYear = published.flatMap { Int($0) } != nil
    let isBook =
      isbn != nil || frontMatter["readings"] != nil || isKind
      || (!authors.isEmpty && (isYear || pages != nil || stars != nil || given != nil))
    guard isBook else { return nil }
    var book = Book(
      authors: authors, authorSort: value(["author-sort", "author_sort"]),
      isbn: isbn, published: published, pages: pages,
      halfStars: stars.map(Rating.halfStars) ?? ratingOfHashtags,
      finerStars: stars.flatMap { Double(Rating.halfStars($0)) == $0 * 2 ? nil : $0 },
      status: given ?? Self.impliedStatus(readings), readings: readings)
    book.readCount =
      value(BookValue.countKeys).flatMap { Int($0) }
      ?? frontMatter["readings"].flatMap(BookValue.readingCount)
    if book.status == nil, wantingHashtag != nil { book.status = .want }
    if book.status == nil, let count = book.readCount, count > 0 { book.status = .read }
    return book
  }

  /// The keys and values that name pictures of the book's cover, the one that is shown first.
  package var bookCovers: [(key: String, value: FrontMatter.Node)] {
    BookValue.coverKeys.flatMap { key in
      guard let value = frontMatter?[key] else {
        return [] as [(key: String, value: FrontMatter.Node)]
      }
      let values = value.kind == .list ? value.elements : [value]
      return values.compactMap { $0.strings.isEmpty ? nil : (key, $0) }
    }
  }

  /// The address, path or name of the picture of the book's cover, from the front matter.
  package var bookCover: String? {
    guard var text = bookCovers.first?.value.strings.first?.trimmingBlanks, !text.isEmpty else {
      return nil
    }
    if text.hasPrefix("!") { text = text.dropFirst() }
    if text.hasPrefix("[["), text.hasSuffix("]]") {
      text = text.dropFirst(2).dropLast(2).prefix { $0 != "|" }
    } else if let label = text.firstRange(of: "]("), text.hasPrefix("["), text.hasSuffix(")") {
      text = text[label.upperBound...].dropLast()
    }
    return text.isEmpty ? nil : String(text)
  }

  /// The hashtag of the front matter by which a book without a status is to be read, such as `to-read`, and its key.
  package var wantingHashtag: (key: String, name: String)? {
    for key in FrontMatter.hashtagKeys {
      let name = frontMatter?[key]?.strings.first { BookValue.status($0) == .want }
      if let name { return (key, name) }
    }
    return nil
  }

  /// The rating of Library Notes: `#rating/⭐️⭐️⭐️`.
  private var ratingOfHashtags: Int? {
    hashtags.lazy.compactMap { tag -> Int? in
      let name = text(tag.name)
      guard name.hasPrefix("rating/") else { return nil }
      return BookValue.halfStars(String(name.dropFirst(7)))
    }.first
  }

  private static func authors(_ frontMatter: FrontMatter) -> [String] {
    guard let node = frontMatter.first(of: ["author", "authors"]) else { return [] }
    guard node.kind == .scalar else { return names(in: node).map(AuthorName.withoutBrackets) }
    return AuthorName.all(in: node.string ?? "")
  }

  /// The names in a list or mapping: `[[Jane Austen]]` without quotation marks, which is a list in a list, and
  /// `name: Jane Austen`, by itself and in a list.
  private static func names(in node: FrontMatter.Node) -> [String] {
    switch node.kind {
    case .scalar: node.string.map { [$0] } ?? []
    case .list: node.elements.flatMap(names)
    case .mapping: node.entries.filter { $0.key.text == "name" }.flatMap(\.value.strings)
    }
  }

  /// A date without the brackets of a link around it: `[[2023-01-02]]`.
  private static func plainDate(_ text: String) -> String {
    guard text.hasPrefix("[["), text.hasSuffix("]]"), text.utf8.count > 4 else { return text }
    return String(text.dropFirst(2).dropLast(2).prefix { $0 != "|" })
  }

  private static func impliedStatus(_ readings: [Book.Reading]) -> Book.Status? {
    guard !readings.isEmpty else { return nil }
    return readings.contains { $0.finished == nil } ? .reading : .read
  }
}
