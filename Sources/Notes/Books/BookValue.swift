import Layout

/// The values of books in the forms in which people and plugins write them.
///
/// Read besides the keys of `zib` are those of Obsidian's Book Search plugin (`total` or `totalPage`, `publish`,
/// `startReadDate`, `finishReadDate`, `myRate`, `status: unread`, an `isbn` with both numbers, `tag: 📚Book`) and of Kepano's vault (`categories: "[[Books]]"`, `year`, `last`, the
/// hashtag `to-read`).
enum BookValue {
  static let isbnKeys = ["isbn", "isbn13", "isbn-13", "isbn10", "isbn-10"]
  static let pagesKeys = [
    "pages", "total", "total-pages", "total_pages", "total_page", "totalpage", "page-count",
  ]
  static let publishedKeys = ["published", "publish", "year", "publish-date", "publishdate"]
  static let ratingKeys = ["rating", "my-rating", "my_rating", "myrate"]
  static let countKeys = ["read-count", "read_count", "times-read", "times_read"]
  static let coverKeys = [
    "cover", "coverUrl", "cover-url", "cover_url", "localCoverImage", "image",
  ]
  static let startedKeys = [
    "started", "start", "date-started", "date_started", "read_started", "startreaddate",
  ]
  static let finishedKeys = [
    "finished", "finish", "ended", "end", "date-finished", "date_finished", "date-read",
    "date_read", "read_finished", "finishreaddate",
  ]
  /// Those in an item of the list of readings, where no other key of these names can stand.
  static let startedKeysOfItem = startedKeys + ["from", "begin"]
  static let finishedKeysOfItem = finishedKeys + ["to", "until"]
  /// The keys of the day a book was finished last; Kepano's `last` means other things in notes that do not say that
  /// they are about a book.
  static func lastKeys(_ frontMatter: FrontMatter) -> [String] {
    ["lastread", "last-read", "last_read"] + (isKind(frontMatter) ? ["last"] : [])
  }

  /// True for front matter that says by a kind or a category that its note is about a book.
  static func isKind(_ frontMatter: FrontMatter) -> Bool {
    ["type", "kind", "category", "categories"].contains { key in
      frontMatter[key]?.strings.contains(where: isBook) == true
    }
  }

  /// True for a kind, category or hashtag by which a note is about a book: `book`, `[[Books]]`,
  /// `📚Book`.
  static func isBook(_ text: String) -> Bool {
    let plain = CaseFolding.fold(String(text.filter { !"[]📚 ".contains($0) }))
    return plain == "book" || plain == "books"
  }

  /// A number of pages: `880`, `1,200`, `1.200`, `1 200`, `880 pages`, `~300 p.`
  static func pages(_ text: String) -> Int? {
    var rest = text.trimmingBlanks.drop { "~≈".contains($0) }
    while let last = rest.last, last.isLetter || last == "." || last.isWhitespace {
      rest = rest.dropLast()
    }
    let word = CaseFolding.fold(
      String(text.trimmingBlanks.drop { !$0.isLetter }.filter(\.isLetter)))
    guard word.isEmpty || pageWords.contains(word) else { return nil }
    let groups = rest.split(
      omittingEmptySubsequences: false,
      whereSeparator: { ",. '’\u{A0}\u{2009}\u{202F}".contains($0) })
    guard let first = groups.first, (1...(groups.count == 1 ? 6 : 3)).contains(first.count),
      groups.dropFirst().allSatisfy({ $0.count == 3 }), groups.count < 4,
      groups.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) })
    else { return nil }
    return Int(groups.joined())
  }

  private static let pageWords: Set<String> = [
    "p", "pp", "pg", "pgs", "page", "pages", "s", "seite", "seiten", "páginas", "pagine", "stron",
  ]

  /// The first ISBN of thirteen digits of a text with one or several, else the first of ten; the text's letters and
  /// digits where none is right, as it may have one slip.
  static func isbn(_ text: String) -> String {
    if (try? ISBN(text)) == nil {
      let parts = text.split { ",;/|".contains($0) || $0.isWhitespace }.filter {
        (try? ISBN(String($0))) != nil
      }.map { String($0) }
      if let best = parts.first(where: { digits($0).utf8.count == 13 }) ?? parts.first {
        return digits(best)
      }
    }
    return digits(text)
  }

  private static func digits(_ text: String) -> String {
    String(decoding: text.utf8.filter(\.isASCIIWord), as: Unicode.UTF8.self)
  }

  /// The number of readings that somebody writes in the place of their list (`readings: 2`), or nil; four digits are a
  /// year.
  static func readingCount(_ readings: FrontMatter.Node) -> Int? {
    guard readings.kind == .scalar, let text = readings.string?.trimmingBlanks,
      text.utf8.count < 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }

  /// A rating in half stars, rounded to the nearest.
  static func halfStars(_ text: String) -> Int? { stars(text).map(Rating.halfStars) }

  /// A rating in stars, to hundredths: `4`, `4,5`, `4.5/5`, `9/10`, `8 of 10`, `5 stars`, `★★★★½`, `★★★★☆`, `⭐️⭐️⭐️`.
  static func stars(_ text: String) -> Double? {
    var plain = CaseFolding.fold(String(text.trimmingBlanks))
    for word in [" stars", " star", "stars", "star", " out", " of"] {
      if plain.hasSuffix(word), plain != word { plain.removeLast(word.count) }
    }
    for word in [" out of ", " of "] { plain = plain.replacing(word, with: "/") }
    let parts = plain.split(separator: "/").map {
      $0.trimmingBlanks.map { $0 == "," ? "." : String($0) }.joined()
    }
    if let value = parts.first.flatMap({ Double($0) }), value.isFinite, value >= 0 {
      let scale = parts.count > 1 ? Double(parts[1]) ?? 0 : 5
      guard parts.count < 3, scale > 0, value <= scale else { return nil }
      return (value * 500 / scale).rounded() / 100
    }
    let stars = text.unicodeScalars.filter { $0 == "★" || $0 == "⭐" }.count
    let half = text.unicodeScalars.contains("½") ? 1 : 0
    let count = stars * 2 + half
    return count > 0 && count <= 10 ? Double(count) / 2 : nil
  }

  static func status(_ text: String) -> Book.Status? {
    let words = CaseFolding.fold(text).map { $0 == "-" || $0 == "_" ? " " : $0 }
    switch String(words.prefix { $0 != "|" }.filter { !"[]".contains($0) }).trimmingBlanks {
    case "want", "want to read", "to read", "to be read", "wishlist", "tbr", "unread", "backlog",
      "planned":
      return .want
    case "reading", "currently reading", "in progress", "started": return .reading
    case "read", "finished", "done", "complete", "completed": return .read
    case "abandoned", "dnf", "did not finish", "dropped", "gave up": return .abandoned
    default: return nil
    }
  }
}

extension PartialDate {
  /// A date as people and programs write it: in figures, `1 May 2020`, `May 2020`, `2022-05-05T10:00:00Z`,
  /// `[[2020-05-01]]`.
  package init?(written text: String) {
    var text = text.trimmingBlanks
    if text.hasPrefix("[["), text.hasSuffix("]]") { text = text.dropFirst(2).dropLast(2) }
    text = text.prefix { $0 != "|" }
    if let date = PartialDate(String(text)) {
      self = date
      return
    }
    // A time of day after the date.
    if let mark = text.firstIndex(where: { $0 == "T" || $0 == " " }), text[..<mark].count == 10,
      text[text.index(after: mark)...].first?.isNumber == true,
      let date = PartialDate(String(text[..<mark]))
    {
      self = date
      return
    }
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" || $0 == "." }.map {
      CaseFolding.fold(String($0))
    }
    guard (2...3).contains(words.count),
      let at = words.firstIndex(where: { DateNames.month($0) != nil }),
      let month = DateNames.month(words[at])
    else { return nil }
    var numbers = words
    numbers.remove(at: at)
    guard let yearText = numbers.last, yearText.utf8.count == 4, let year = Int(yearText) else {
      return nil
    }
    guard numbers.count == 2 else {
      self.init(year: year, month: month)
      return
    }
    let digits = numbers[0].prefix { $0.isNumber }
    guard ["", "st", "nd", "rd", "th"].contains(String(numbers[0].dropFirst(digits.count))),
      let day = Int(digits)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

extension Note {
  /// Invalid values of a book, in the order of the keys.
  var bookFlaws: [(kind: Diagnostic.Kind, offset: Int)] {
    guard let frontMatter, book != nil else { return [] }
    var flaws: [(kind: Diagnostic.Kind, offset: Int)] = []
    func check(_ keys: [String], _ isUnderstood: (String) -> Bool) {
      for entry in frontMatter.entries {
        guard let key = entry.key.text, keys.contains(CaseFolding.fold(key)) else { continue }
        // Only an ISBN may be one of several.
        let values =
          keys == BookValue.isbnKeys && entry.value.kind == .list
          ? entry.value.elements : [entry.value]
        for value in values {
          guard let text = BookValue.textOrOther(value), !isUnderstood(text) else { continue }
          flaws.append((.bookValue(key: key, value: written(value)), Int(value.range.start)))
        }
      }
    }
    check(BookValue.pagesKeys) { BookValue.pages($0) != nil }
    check(BookValue.ratingKeys) { BookValue.halfStars($0) != nil }
    check(["status"]) { BookValue.status($0) != nil }
    check(BookValue.isbnKeys) { (try? ISBN(BookValue.isbn($0))) != nil }
    check(BookValue.countKeys) { Int($0).map { $0 >= 0 } ?? false }
    for date in readingDates {
      guard let text = BookValue.textOrOther(date.value), PartialDate(written: text) == nil else {
        continue
      }
      flaws.append(
        (.bookValue(key: date.key, value: written(date.value)), Int(date.value.range.start)))
    }
    return flaws
  }

  /// The dates of readings that are after a day, in the order of the keys.
  package func readings(after today: CivilDate) -> [Diagnostic] {
    guard book != nil else { return [] }
    let late = readingDates.compactMap { date -> (key: String, text: String, offset: Int)? in
      guard let text = BookValue.text(date.value),
        let day = PartialDate(written: text)?.firstDay,
        day > today
      else { return nil }
      return (date.key, text, Int(date.value.range.start))
    }
    if late.isEmpty { return [] }
    let lines = lines
    return late.map { date in
      Diagnostic(
        kind: .futureReading(key: date.key, value: date.text), offset: date.offset,
        position: lines.position(at: date.offset))
    }
  }

  /// The keys and values of front matter that are dates of readings, as written; those of a list in the place of one
  /// date are one value, of which only `readings` has several.
  private var readingDates: [(key: String, value: FrontMatter.Node)] {
    guard let frontMatter else { return [] }
    func isOneOf(_ keys: [String], _ entry: FrontMatter.Entry) -> Bool {
      entry.key.text.map { keys.contains(CaseFolding.fold($0)) } ?? false
    }
    var dates: [(key: String, value: FrontMatter.Node)] = []
    func add(_ entries: [FrontMatter.Entry], _ keys: [String]) {
      for entry in entries where isOneOf(keys, entry) {
        dates.append((entry.key.text ?? "", entry.value))
      }
    }
    add(
      frontMatter.entries,
      BookValue.startedKeys + BookValue.finishedKeys + BookValue.lastKeys(frontMatter))
    let readings = frontMatter["readings"]
    for item in readings?.kind == .mapping
      ? [readings].compactMap({ $0 }) : readings?.elements ?? []
    {
      if item.kind == .mapping {
        add(item.entries, BookValue.startedKeysOfItem + BookValue.finishedKeysOfItem)
      } else {
        dates.append(("readings", item))
      }
    }
    return dates
  }

  /// A value as it is written, in one line.
  private func written(_ node: FrontMatter.Node) -> String {
    if let text = node.string { return text }
    let text = text(node.range)
    return text.contains(where: \.isNewline)
      ? "[" + node.strings.joined(separator: ", ") + "]" : text
  }
}

extension Book {
  /// The number of a value of front matter: the stars of a rating, the pages of a book, also if
  /// they are not written as a plain number.
  ///
  /// A rating that no book can have, such as 10 of five stars, is none.
  /// - Parameter key: folded.
  package static func number(_ text: String, key: String) -> Double? {
    if BookValue.ratingKeys.contains(key) {
      guard let stars = BookValue.stars(text) else { return nil }
      return Double(text) ?? stars
    }
    // `total` has other meanings in other notes.
    if BookValue.pagesKeys.contains(key), key != "total", let pages = BookValue.pages(text) {
      return Double(pages)
    }
    return Double(text)
  }
}

extension Book {
  /// The keys, folded, that mean the same as one of ours, which is among them.
  package static func spellings(of key: String) -> [String] {
    // A number of thirteen digits has no place under `isbn10`.
    [
      ["isbn", "isbn13", "isbn-13"], BookValue.pagesKeys, BookValue.publishedKeys,
      BookValue.ratingKeys, authorKeys,
    ].first { $0.contains(key) } ?? [key]
  }

  /// The keys, folded, whose values are asked where a query names one of them: those that mean the same, as
  /// ``Note/book`` reads them, but for `total`, `year` and `publish`, which mean other things in other notes.
  package static func asked(as key: String) -> [String] {
    let (general, isbns) = (["total", "year", "publish"], BookValue.isbnKeys)
    if general.contains(key) { return [key] }
    if isbns.contains(key) { return isbns }
    if authorKeys.contains(key) { return authorKeys + authorKeys.map { $0 + ".name" } }
    return spellings(of: key).filter { !general.contains($0) }
  }

  /// The parts of a value that are compared by themselves: the names of several authors.
  ///
  /// - Parameter key: folded.
  package static func parts(of value: String, key: String) -> [String] {
    authorKeys.contains(key) ? AuthorName.all(in: value) : []
  }

  /// True of a key, folded, whose values are ISBNs.
  package static func isISBN(_ key: String) -> Bool { BookValue.isbnKeys.contains(key) }

  private static let authorKeys = ["author", "authors"]
}
