import Exchange
import Notes
import TestSupport
import Testing

@Suite struct GoodreadsExportTests {
  private static let header =
    "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Recommended For,Recommended By,Owned Copies,Original Purchase Date,Original Purchase Location,Condition,Condition Description,BCID"
  private static let full =
    "17,\"The  Word, and the #World\",Ursula K. Le Guin,\"Le Guin, Ursula K.\",\"Zoë  Ash, Martin Luther King, Jr., Zoë Ash\",\"=\"\"0141185910\"\"\",\"=\"\"9780141185910\"\"\",4,4.01,Penguin,Paperback,256,2001,1953,2020/10/25,2020/10/24,\"science fiction, 2015, read\",\"science fiction (#8)\",read,\"One.<br/><br/>#Two\",true,\"mine <i>only</i>\",3,Ida,Jonas,2,2015/01/02,Rome,worn,spine cracked,BC-1"

  private func read(_ rows: String...) throws -> ImportedBooks {
    try GoodreadsExport.read(Array(([Self.header] + rows).joined(separator: "\n").utf8))
  }

  private func row(_ fields: [String: String]) -> String {
    Self.header.split(separator: ",").map { name in
      "\"" + (fields[String(name)] ?? "").replacing("\"", with: "\"\"") + "\""
    }.joined(separator: ",")
  }

  @Test func `every column has its place`() throws {
    let read = try read(Self.full)
    let book = try #require(read.books.first)
    #expect(book.source == "goodreads" && book.id == "17")
    #expect(book.title == "The Word, and the #World")
    #expect(book.authors == ["Ursula K. Le Guin", "Zoë Ash", "Martin Luther King, Jr."])
    #expect(book.isbn == "9780141185910" && book.otherISBNs.isEmpty)
    #expect(book.halfStars == 8)
    #expect(book.publisher == "Penguin" && book.binding == "Paperback" && book.pages == 256)
    #expect(book.published == 1953 && book.editionPublished == 2001)
    #expect(book.status == .read)
    #expect(book.readings == [Book.Reading(started: nil, finished: "2020-10-25")])
    #expect(book.timesRead == 3)
    #expect(book.added?.description == "2020-10-24")
    #expect(book.tags == ["science-fiction", "shelf-2015"])
    #expect(book.review == "One.\n\n\\#Two" && book.privateNotes == "mine *only*")
    let properties = book.properties.map { "\($0.key)=\($0.value)" }
    #expect(
      properties == [
        "owned=integer(2)", "recommended-by=string(\"Jonas\")", "recommended-for=string(\"Ida\")",
        "bought=string(\"2015-01-02\")", "bought-at=string(\"Rome\")", "condition=string(\"worn\")",
        "condition-notes=string(\"spine cracked\")", "bookcrossing=string(\"BC-1\")",
        "spoiler=bool(true)",
      ])
    #expect(read.remarks.map(\.subject) == ["Average Rating", "Bookshelves with positions"])
    #expect(read.remarks.allSatisfy { $0.kind == .notCarried && $0.line == 2 })
  }

  @Test(arguments: [
    ("to-read", Book.Status?.some(.want), [String]()), ("currently-reading", .reading, []),
    ("read", .read, []), ("did-not-finish", .abandoned, []), ("someday", nil, ["someday"]),
    ("", nil, []),
  ])
  func `a shelf is a status or a hashtag`(shelf: String, status: Book.Status?, tags: [String])
    throws
  {
    let read = try read(
      row(["Title": "A", "Exclusive Shelf": shelf, "Bookshelves": shelf, "Read Count": "1"]))
    #expect(read.books.first?.status == status)
    #expect(read.books.first?.tags == tags)
    #expect(read.remarks.contains { $0.kind == .changed } == !tags.isEmpty)
  }

  @Test(arguments: [
    ("on-hold", "fiction, to-read, on-hold", Book.Status.want, ["on-hold", "fiction"]),
    ("", "currently-reading, fiction", .reading, ["fiction"]),
    ("read", "fiction, To-Read", .read, ["fiction"]),
  ])
  func `a shelf of Goodreads itself is no hashtag`(
    shelf: String, shelves: String, status: Book.Status, tags: [String]
  ) throws {
    let read = try read(
      row(["Title": "A", "Exclusive Shelf": shelf, "Bookshelves": shelves]))
    #expect(read.books.first?.status == status)
    #expect(read.books.first?.tags == tags)
  }

  @Test(arguments: [
    ("Date Read", "25/10/2020"), ("Date Added", "someday"), ("My Rating", "six"),
    ("Number of Pages", "many"), ("ISBN13", "=\"9780141185911\""), ("ISBN", "B00ABC"),
    ("Year Published", "MMXX"), ("Read Count", "-1"),
  ])
  func `a value that is not understood is told with its line, and the book stays`(
    column: String, value: String
  ) throws {
    let read = try read(row(["Title": "A"]), row(["Title": "B", column: value]))
    #expect(read.books.map(\.title) == ["A", "B"])
    #expect(
      read.remarks == [Remark(.notUnderstood, column, of: "B", line: 3, value: value)])
  }

  @Test(arguments: [
    ("read", "1", "2020/01/02", Int?.none), ("read", "1", "", nil), ("read", "2", "2020/01/02", 2),
    ("read", "2", "", 2), ("to-read", "0", "", nil),
    // The present reading is counted from its beginning.
    ("currently-reading", "1", "", nil), ("currently-reading", "3", "2020/01/02", 2),
  ])
  func `rereads are told where the dates do not say them`(
    shelf: String, count: String, date: String, times: Int?
  ) throws {
    let read = try read(
      row(["Title": "A", "Exclusive Shelf": shelf, "Read Count": count, "Date Read": date]))
    #expect(read.books.first?.timesRead == times)
  }

  @Test func `columns that are new and rows without a title are told`() throws {
    let text =
      Self.header + ",Mood\n" + row(["Title": "A"]) + ",glad\n" + row(["Author": "B"]) + ",\n"
    let read = try GoodreadsExport.read(Array(text.utf8))
    #expect(read.books.count == 1)
    #expect(read.remarks.map(\.kind) == [.notCarried, .unreadable])
    #expect(read.remarks.map(\.value) == ["glad", "B"])
    #expect(throws: ExchangeError.self) { try GoodreadsExport.read(Array("a,b\n1,2\n".utf8)) }
    #expect(throws: ExchangeError.self) { try GoodreadsExport.read([]) }
  }

  @Test func `a damaged export gives what is whole, and the same each time`() throws {
    let sample = [Self.header, Self.full, row(["Title": "B", "My Review": "a<br/>b"]), Self.full]
    let seed: UInt64 = 20_261
    var mutations = Mutations(
      of: Array(sample.joined(separator: "\r\n").utf8), seed: seed,
      pieces: ["\"", ",", "\n", "\"\"", "=\"", "<br", "<a href=\"", "&#x", "\u{FEFF}", "Title"])
    for round in 0..<Mutations.rounds {
      let bytes = mutations.next()
      guard let read = try? GoodreadsExport.read(bytes) else { continue }
      let again = try GoodreadsExport.read(bytes)
      let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
      let isSound =
        read.books.allSatisfy { !$0.title.isEmpty && !$0.authors.contains("") }
        && read.remarks.allSatisfy { (1...lines).contains($0.line ?? 1) }
        && again.books == read.books
      #expect(isSound, "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  // MARK: The real file

  private static let real = SharedFile("fixtures/goodreads/goodreads.csv")

  /// The rows of the file by the letter of RFC 4180, each as its fields by the names of the columns.
  private static func restated(_ bytes: [UInt8]) -> [[String: String]] {
    var rows: [[String]] = [[""]]
    var isQuoted = false
    for byte in bytes {
      let row = rows.count - 1
      switch Character(UnicodeScalar(byte)) {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: rows[row].append("")
      case "\n" where !isQuoted: rows.append([""])
      // A quotation mark within quotes is written twice: it was toggled twice and is not kept, which does
      // not matter to the columns that are looked at here. Letters beyond ASCII are put together again below.
      default: rows[row][rows[row].count - 1].unicodeScalars.append(UnicodeScalar(byte))
      }
    }
    let whole = rows.filter { $0.count > 1 }.map { row in
      row.map { field in
        String(decoding: field.unicodeScalars.map { UInt8($0.value) }, as: UTF8.self)
      }
    }
    return whole.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(whole[0], $0)) }
  }

  @Test(.enabled(if: real.isThere, "the shared Goodreads file is not there"))
  func `of 358 real books every shelf, every date and every author is right`() throws {
    let bytes = Self.real.bytes
    let read = try GoodreadsExport.read(bytes)
    let rows = Self.restated(bytes)
    #expect(rows.count == 358)
    #expect(read.books.count == 358)
    #expect(read.books.count { $0.status == .read } == 347)
    #expect(read.books.count { $0.status == .want } == 8)
    #expect(read.books.count { $0.status == .reading } == 3)
    #expect(read.books.count { !$0.readings.isEmpty } == 320)
    #expect(read.books.count { $0.authors.count > 1 } == 136)
    for (row, book) in zip(rows, read.books) {
      let field = { (name: String) in row[name] ?? "" }
      let words = { (text: String) in
        text.split(separator: " ").joined(separator: " ").filter { $0 != "\"" }
      }
      #expect(words(book.title) == words(field("Title")))
      #expect(book.id == field("Book Id"))
      let names =
        ([field("Author")] + field("Additional Authors").split(separator: ",").map(String.init))
        .map(words)
      #expect(book.authors == names, "\(book.title)")
      let status: Book.Status =
        ["read": .read, "to-read": .want][field("Exclusive Shelf")] ?? .reading
      #expect(book.status == status)
      let date = field("Date Read").split(separator: "/").joined(separator: "-")
      #expect(book.readings.compactMap(\.finished) == (date.isEmpty ? [] : [date]))
      #expect(book.halfStars.map { String($0 / 2) } ?? "0" == field("My Rating"))
      let isbn = field("ISBN13").filter(\.isNumber)
      if !isbn.isEmpty { #expect(book.isbn == isbn) }
      let year =
        field("Original Publication Year").isEmpty
        ? field("Year Published") : field("Original Publication Year")
      #expect(book.published.map(String.init) ?? "" == year)
      #expect(
        book.added?.description == field("Date Added").split(separator: "/").joined(separator: "-"))
      #expect(book.pages.map(String.init) ?? "" == field("Number of Pages"))
    }
    let kinds = Set(read.remarks.map(\.kind))
    #expect(kinds == [.notCarried], "\(read.remarks.filter { $0.kind != .notCarried })")
  }
}
