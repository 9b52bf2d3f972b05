import Exchange
import Notes
import Testing

@Suite struct OpenLibraryTests {
  private func read(_ text: String, _ isbn: String? = nil) throws -> [ImportedBook] {
    try OpenLibraryRecords.read(Array(text.utf8), holding: isbn.map { try ISBN($0) })
  }

  static let edition = """
    {"type": {"key": "/type/edition"}, "key": "/books/OL7353617M", "title": "Silas  Marner",\
     "subtitle": "the weaver", "authors": [{"key": "/authors/OL24528A"}],\
     "isbn_10": ["0141439750", "bad"], "isbn_13": ["9780141439754"], "number_of_pages": 240,\
     "publish_date": "October 1, 2003", "publishers": ["Penguin"]}
    """

  @Test func `an edition has all but its authors' names`() throws {
    let book = try #require(try read(Self.edition).first)
    #expect(book.title == "Silas Marner: the weaver" && book.authors.isEmpty)
    #expect(book.isbn == "9780141439754" && book.otherISBNs.isEmpty)
    #expect(book.pages == 240 && book.published == 2003 && book.publisher == "Penguin")
    #expect(book.id == "/books/OL7353617M")
  }

  @Test func `answers of its interfaces name the authors`() throws {
    let data = """
      {"ISBN:9780141439754": {"title": "Silas Marner", "authors": [{"name": "George Eliot"}],\
       "identifiers": {"isbn_13": ["9780141439754"]}, "publishers": [{"name": "Penguin"}],\
       "publish_date": "2003"}}
      """
    let book = try #require(try read(data).first)
    #expect(book.authors == ["George Eliot"] && book.isbn == "9780141439754")
    #expect(book.publisher == "Penguin")
    let found = try read(
      "{\"docs\": [{\"title\": \"Emma\", \"author_name\": [\"Jane Austen\"], \"first_publish_year\": 1815}]}"
    )
    #expect(found.map(\.published) == [1815] && found[0].authors == ["Jane Austen"])
  }

  @Test func `lines of a dump are read where the number stands in them`() throws {
    let line = "/type/edition\t/books/OL1M\t3\t2024-01-01T00:00:00\t" + Self.edition
    let other = "/type/edition\t/books/OL2M\t1\t2024-01-01T00:00:00\t{\"title\": \"Emma\"}"
    #expect(try read(line + "\n" + other + "\n").count == 2)
    #expect(try read(other + "\n" + line + "\n", "0-14-143975-0").map(\.pages) == [240])
    #expect(throws: ExchangeError.self) { try read("/type/edition\t/books") }
  }

  @Test(arguments: ["", "x", "[", "{}", "[1, null, {\"title\": 3}]", "{\"docs\": {\"title\": []}}"])
  func `what is no record gives no book`(text: String) {
    #expect(((try? read(text)) ?? []).isEmpty)
  }
}
