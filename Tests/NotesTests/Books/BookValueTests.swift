import Notes
import Testing

/// Values of books as people and plugins write them.
@Suite struct BookValueTests {
  private func book(_ yaml: String, body: String = "") throws -> Book {
    try #require(Note("---\n\(yaml)\n---\n\(body)").book)
  }

  private func flaws(_ yaml: String) -> [String] {
    Note("---\n\(yaml)\n---\n").diagnostics.compactMap {
      guard case .bookValue(let key, let value) = $0.kind else { return nil }
      return "\($0.position.line):\($0.position.column) \(key): \(value)"
    }
  }

  @Test(
    arguments: [
      ("880", 880), ("\"1,200\"", 1200), ("1.200", 1200), ("1 200", 1200), ("880 pages", 880),
      ("~300 p.", 300), ("many", nil), ("1,20", nil), ("12 chapters", nil),
    ] as [(String, Int?)])
  func `pages are a number with separators and a word`(text: String, pages: Int?) throws {
    #expect(try book("type: book\npages: \(text)").pages == pages)
    #expect(flaws("type: book\npages: \(text)").isEmpty == (pages != nil))
  }

  @Test func `the fields of readings of Obsidian's Book Search plugin are read`() throws {
    let book = try book(
      """
      type: book
      totalPage: 300
      startReadDate: 2026-01-02
      finishReadDate: 2026-02-03
      myRate: 4
      """)
    #expect(book.pages == 300 && book.halfStars == 8)
    #expect(book.readings.map(\.started) == ["2026-01-02"])
    #expect(book.lastFinished?.description == "2026-02-03")
    #expect(flaws("type: book\nmyRate: ten\nfinishReadDate: soon").count == 2)
    #expect(flaws("type: book\nfinished: [2020, 2021-05]") == ["3:11 finished: [2020, 2021-05]"])
  }

  @Test func `the ends of readings and the names of authors are read in other forms`() throws {
    for yaml in [
      "type: book\nstart: 2020-01-02\nend: 2020-02-03",
      "readings:\n  - start: 2020-01-02\n    end: 2020-02-03",
      "readings:\n  - from: 2020-01-02\n    to: 2020-02-03",
    ] {
      let book = try book(yaml)
      #expect(book.readings.map(\.started) == ["2020-01-02"], "\(yaml)")
      #expect(book.lastFinished?.description == "2020-02-03" && book.status == .read, "\(yaml)")
    }
    #expect(flaws("readings: [{from: 2020, to: soon}]") == ["2:29 to: soon"])
    for authors in [
      "[[Jane Austen]]", "\n- [[Jane Austen]]", "{name: Jane Austen}", "[{name: Jane Austen}]",
    ] {
      #expect(try book("type: book\nauthor: \(authors)").authors == ["Jane Austen"], "\(authors)")
    }
    #expect(
      try book("type: book\nauthor: [[[A B]], \"[[C D]]\", {name: E F}]").authors
        == ["A B", "C D", "E F"])
  }

  @Test(arguments: [
    ("last: 2023-05-02", true), ("lastRead: 2023-05-02", true), ("last-read: 2 May 2023", true),
    ("last: [2023-05-02]", true), ("last: [[2023-05-02]]", true),
    ("last: \"[[2023-05-02|May]]\"", true), ("finished: [[2023-05-02]]", true),
    ("finished:\n  - 2023-05-02", true), ("readings:\n  - [[2023-05-02]]", true),
    ("readings:\n  - finished: [2023-05-02]", true), ("readings: {finished: 2023-05-02}", true),
    ("last: Spring 2023", false), ("lastRead: soon", false), ("last: [2023, 2024]", false),
    ("last: [[soon]]", false), ("readings: {finished: soon}", false),
    ("readings:\n  - finished: [2020, 2021]", false),
  ])
  func `a date of the last reading is read in a list and in a link, and named where it is none`(
    line: String, isDate: Bool
  ) throws {
    let book = try book("type: book\n\(line)")
    #expect(book.lastFinished?.description == (isDate ? "2023-05-02" : nil))
    #expect(flaws("type: book\n\(line)").count == (isDate ? 0 : 1))
    // Other notes have other things under `last`.
    #expect(Note("---\n\(line)\n---\n").book?.lastFinished == nil || line.hasPrefix("readings"))
  }

  @Test(arguments: [
    ("status: [reading]", true), ("status: [[Reading]]", true), ("status:\n  - reading", true),
    ("status: \"[[Reading|now]]\"", true), ("status: [reading, owned]", false),
    ("status: [[soon]]", false), ("status: {is: reading}", false),
  ])
  func `a status is read in a list and in a link, and named where it is none`(
    line: String, isRead: Bool
  ) throws {
    #expect(try book("type: book\n\(line)").status == (isRead ? .reading : nil))
    #expect(flaws("type: book\n\(line)").count == (isRead ? 0 : 1))
  }

  @Test func `each value of a book is read in a list of one, and an empty list is none`() throws {
    let one = try book("isbn: [9780141439587]\npages: [300]\nrating: [4]\npublished: [1815]")
    #expect(one.isbn == "9780141439587" && one.pages == 300 && one.halfStars == 8)
    #expect(one.published == "1815")
    #expect(
      flaws("type: book\nrating: [4, 5]\npages: []\nstatus:\n  -") == ["3:9 rating: [4, 5]"])
  }

  @Test func `a reading in the future is one, and is named`() throws {
    let today = try #require(CivilDate(year: 2026, month: 11, day: 21))
    func late(_ yaml: String) -> [String] {
      Note("---\n\(yaml)\n---\n").readings(after: today).compactMap {
        guard case .futureReading(let key, let value) = $0.kind else { return nil }
        return "\($0.position.line):\($0.position.column) \(key): \(value)"
      }
    }
    #expect(late("type: book\nlast: 2026-11-22") == ["3:7 last: 2026-11-22"])
    #expect(late("readings: [{started: 2027, finished: [2028-01]}]").count == 2)
    #expect(late("type: book\nlast: 2026-11-21\nstarted: 2026").isEmpty)
    #expect(late("last: 2099").isEmpty)
    #expect(try book("type: book\nlast: 2099").timesRead == 1)
  }

  @Test func `a value that is left empty leaves the place to another of its meaning`() throws {
    let book = try book(
      "isbn: \"\"\nisbn13: 9780141439587\npages: \"\"\ntotalPage: 300\nfinished: \"\"")
    #expect(book.isbn == "9780141439587" && book.pages == 300 && book.readings.isEmpty)
  }

  @Test func `a small number in place of the readings is their count, and four digits are a year`()
    throws
  {
    let twice = try book("author: X\nreadings: 2")
    #expect(twice.readings.isEmpty && twice.timesRead == 2 && twice.status == .read)
    #expect(twice.lastFinished == nil)
    #expect(try book("type: book\nreadings: 0").status == nil)
    #expect(try book("type: book\nreadings: 2\nfinished: 2020-01-01").finishes.count == 1)
    #expect(try book("type: book\nreadings: 2019").lastFinished?.year == 2019)
    let day = try #require(PartialDate("2026-11-28"))
    func finished(_ yaml: String) throws -> String {
      let note = Array("---\n\(yaml)\n---\n".utf8)
      return String(decoding: try ReadingChange.finish(day).applied(to: note), as: UTF8.self)
    }
    for yaml in ["author: X\nreadings: 2", "type: book\nreadings: 2"] {
      let book = try #require(Note(try finished(yaml)).book, "\(yaml)")
      #expect(book.timesRead == 3 && book.lastFinished?.description == "2026-11-28", "\(yaml)")
    }
  }

  @Test(
    arguments: [
      ("4,5", 9), ("5 stars", 10), ("1 star", 2), ("★★★★☆", 8), ("⭐️⭐️⭐️", 6), ("8 of 10", 8),
      ("4 out of 5", 8), ("4/5 stars", 8), ("9/10", 9), ("ten", nil), ("7", nil), ("starless", nil),
    ] as [(String, Int?)])
  func `a rating is written in many ways`(text: String, halfStars: Int?) throws {
    #expect(try book("type: book\nrating: \(text)").halfStars == halfStars)
    #expect(flaws("type: book\nrating: \(text)").isEmpty == (halfStars != nil))
  }

  @Test(
    arguments: [
      ("4.75", 4.75, "4.75 ★"), ("4,2", 4.2, "4.2 ★"), ("9.3/10", 4.65, "4.65 ★"),
      ("4.5", 4.5, "★★★★½"),
      ("3", 3, "★★★"),
    ] as [(String, Double, String)])
  func `a rating finer than half stars is shown as it is`(
    text: String, stars: Double, shown: String
  ) throws {
    let book = try book("type: book\nrating: \(text)")
    #expect(book.stars == stars)
    #expect(book.shownRating == shown)
  }

  @Test(
    arguments: [
      ("read-count: 2", .read), ("read-count: 0", nil),
      ("read-count: 1\nstatus: reading", .reading),
      ("read-count: 1\ntags: to-read", .want),
    ] as [(String, Book.Status?)])
  func `a book whose readings are counted was read`(text: String, status: Book.Status?) throws {
    #expect(try book("type: book\n\(text)").status == status)
  }

  @Test func `names of the Book Search plugin in one word are read`() throws {
    let book = try book(
      "type: book\ntotalPage: 300\nmyRate: 4\nstartReadDate: 2020\nfinishReadDate: 2021")
    #expect(book.pages == 300)
    #expect(book.halfStars == 8)
    #expect(book.finishes.map(\.description) == ["2021"])
  }

  @Test(
    arguments: [
      ("1 May 2020", "2020-05-01"), ("May 1st, 2020", "2020-05-01"), ("May 2020", "2020-05"),
      ("2022-05-05T10:00:00Z", "2022-05-05"), ("2022-05-05 10:00:00", "2022-05-05"),
      ("\"[[2022-05-05]]\"", "2022-05-05"), ("soon", nil), ("32 May 2020", nil),
    ] as [(String, String?)])
  func `a reading's date is written in many ways`(text: String, date: String?) throws {
    let book = try book("type: book\nfinished: \(text)")
    #expect(book.lastFinished?.description == date)
    #expect(flaws("type: book\nfinished: \(text)").isEmpty == (date != nil))
    let listed = try self.book("readings:\n  - finished: \(text)")
    #expect(listed.lastFinished?.description == date)
  }

  @Test func `of two ISBNs in one field the longer one is the book's`() throws {
    #expect(try book("isbn: 0141439580 9780141439587").isbn == "9780141439587")
    #expect(try book("isbn: \"0141439580, 9780141439587\"").isbn == "9780141439587")
    #expect(try book("isbn: [0141439580, 9780141439587]").isbn == "0141439580")
    #expect(try book("isbn: 978 0 14 143958 7").isbn == "9780141439587")
    #expect(flaws("isbn: 0141439580 9780141439587").isEmpty)
  }

  @Test func `the fields of Obsidian's Book Search plugin are read`() throws {
    let book = try book(
      """
      tag: 📚Book
      title: "Emma"
      author: [Jane Austen]
      category: [Fiction]
      publisher: Penguin
      publish: 2003-05-06
      total: 474
      isbn: 0141439580 9780141439587
      status: unread
      created: 2022-05-05 10:00:00
      """)
    #expect(book.pages == 474 && book.published == "2003-05-06")
    #expect(book.status == .want && book.isbn == "9780141439587")
  }

  @Test func `the fields of Kepano's vault are read`() throws {
    let yaml = """
      categories:
        - "[[Books]]"
      author: ["[[Jane Austen]]"]
      pages: 474
      isbn:
      isbn13: 9780141439587
      year: 1815
      rating: 5
      last: 2022-05-05
      tags: [books, references]
      """
    let book = try book(yaml)
    #expect(book.authors == ["Jane Austen"] && book.published == "1815")
    #expect(book.isbn == "9780141439587")
    #expect(book.status == .read && book.lastFinished?.description == "2022-05-05")
    let wanted = try self.book("categories: [\"[[Books]]\"]\nlast:\ntags: [books, to-read]")
    #expect(wanted.status == .want)
  }

  @Test func `a later date under last is a reading of its own`() throws {
    func ends(_ lines: String) throws -> [String] {
      try book("type: book\n" + lines).finishes.map(\.description)
    }
    #expect(try ends("last: 2023\nreadings: [2020]") == ["2020", "2023"])
    #expect(try ends("last: 2020-05\nreadings: [2020]") == ["2020"])
    #expect(try ends("last: 2019\nreadings: [2020]") == ["2020"])
    #expect(try ends("last: 2023\nfinished: 2020") == ["2020", "2023"])
    #expect(try ends("last: Smith") == [])
    #expect(try ends("readings: []\nfinished: 2020") == ["2020"])
    let again = try book("type: book\nlast: 2023\nstarted: 2026\nstatus: reading")
    #expect(again.readingSince == "2026" && again.timesRead == 1)
    #expect(try book("author: A\npages: 3\nlast: 2023").finishes == [])
  }

  @Test func `a count of readings and the rating of a hashtag count`() throws {
    #expect(try book("type: book\nstatus: read\nread-count: 2").timesRead == 2)
    #expect(try book("type: book\nread-count: 2\nfinished: 2020").timesRead == 2)
    #expect(try book("type: book", body: "Fine. #rating/⭐️⭐️⭐️").halfStars == 6)
    #expect(try book("type: book\nrating: 4", body: "Fine. #rating/⭐️⭐️⭐️").halfStars == 8)
  }

  @Test func `what is not understood is named with its place`() {
    let yaml = """
      type: book
      rating: ten
      isbn: 9780141439588
      status: somewhere
      readings:
        - started: soon
          finished: 2020
      read-count: twice
      """
    #expect(
      flaws(yaml) == [
        "3:9 rating: ten", "4:7 isbn: 9780141439588", "5:9 status: somewhere",
        "7:14 started: soon", "9:13 read-count: twice",
      ])
    #expect(flaws("rating: ten\nstatus: draft").isEmpty)
  }
}
