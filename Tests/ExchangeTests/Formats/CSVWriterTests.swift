import Exchange
import Notes
import TestSupport
import Testing

@Suite struct CSVWriterTests {
  @Test(arguments: [
    ("a", "a"), ("", ""), ("a,b", "\"a,b\""), ("say \"so\"", "\"say \"\"so\"\"\""),
    ("two\nlines", "\"two\nlines\""), (" a", "\" a\""), ("a ", "\"a \""), ("a;b", "a;b"),
  ])
  func `a field is quoted where it must be`(field: String, written: String) {
    var table = CSVWriter(columns: ["x"])
    table.row([field])
    #expect(String(decoding: table.take(), as: UTF8.self) == "x\n\(written)\n")
    #expect(table.take().isEmpty)
  }

  @Test func `any table is read back as it was`() {
    for seed in Fuzz.seeds(300) {
      var random = SeededRandom(seed: seed)
      let signs = ["a", "é", ",", "\"", "\n", "\r\n", " ", ";", "\t", "=", "日"]
      let columns = (0..<Int.random(in: 2...4, using: &random)).map { "column \($0)" }
      var table = CSVWriter(columns: columns)
      let rows = (0..<3).map { _ in
        ["x"]
          + columns.dropFirst().map { _ in
            (0..<Int.random(in: 0...5, using: &random)).map { _ in
              signs.randomElement(using: &random)!  // not empty
            }.joined()
          }
      }
      for row in rows { table.row(row) }
      let read = CSVTable(parsing: DecodedText(table.take()))
      #expect(read.header == columns && read.rows.map(\.fields) == rows, "seed \(seed)")
    }
  }

  @Test func `a book in Goodreads' columns is read back as it was`() throws {
    var book = ImportedBook(source: "goodreads", id: "17", title: "The Word, and the World")
    book.authors = ["Ursula K. Le Guin", "Zoë Ash"]
    book.isbn = "9780141185910"
    book.publisher = "Penguin"
    book.binding = "Paperback"
    book.pages = 256
    book.published = 1953
    book.editionPublished = 2001
    book.halfStars = 9
    book.status = .read
    book.readings = [Book.Reading(started: nil, finished: "2020-10-25")]
    book.timesRead = 3
    book.added = PartialDate("2020-10-24")
    book.tags = ["fiction"]
    book.properties = [.init(key: "owned", value: .integer(3))]
    book.review = "One."
    book.empty = ["private notes"]
    var table = CSVWriter(columns: GoodreadsWriter.columns)
    table.row(GoodreadsWriter.row(book, sortedAuthor: "Le Guin, Ursula K."))
    let bytes = table.take()
    #expect(GoodreadsExport.isOne(DecodedText(bytes)))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(#""=""0141185910""","=""9780141185910""",4.5,"#))
    let read = try GoodreadsExport.read(bytes)
    #expect(read.books == [book] && read.remarks.isEmpty, "\(read)")
  }
}
