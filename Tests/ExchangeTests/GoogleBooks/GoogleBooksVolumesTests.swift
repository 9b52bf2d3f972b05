import Exchange
import Notes
import Testing

@Suite struct GoogleBooksVolumesTests {
  private static let volume = """
    {"kind": "books#volume", "id": "zyTC", "volumeInfo": {"title": "Walden", "subtitle": "A Life",
      "authors": ["H. D. Thoreau", "H. D. Thoreau"], "publisher": "Ticknor", "publishedDate": "1854-08",
      "industryIdentifiers": [{"type": "ISBN_10", "identifier": "0691096120"},
        {"type": "ISBN_13", "identifier": "9780691096124"}, {"type": "OTHER", "identifier": "X:1"}],
      "pageCount": 384, "categories": ["Essays"], "averageRating": 4,
      "imageLinks": {"thumbnail": "http://books.google.com/c?id=1"}}, "saleInfo": {"country": "US"}}
    """

  @Test(arguments: [volume, "{\"kind\": \"books#volumes\", \"items\": [\(volume)]}"])
  func `a volume is a book`(text: String) throws {
    let bytes = Array(text.utf8)
    #expect(GoogleBooksVolumes.isOne(DecodedText(bytes)))
    let read = try GoogleBooksVolumes.read(bytes)
    let book = try #require(read.books.first)
    #expect(read.books.count == 1 && book.source == "google-books" && book.id == "zyTC")
    #expect(book.title == "Walden: A Life" && book.authors == ["H. D. Thoreau"])
    #expect(book.isbn == "9780691096124" && book.otherISBNs.isEmpty)
    #expect(book.published == 1854 && book.publisher == "Ticknor" && book.pages == 384)
    #expect(
      book.properties == [.init(key: "cover", value: .string("http://books.google.com/c?id=1"))])
    #expect(read.remarks.map(\.subject) == ["categories"])
  }

  @Test func `what is not understood is told`() throws {
    let read = try GoogleBooksVolumes.read(
      Array(
        #"{"items": [{"id": "a", "volumeInfo": {}}, {"volumeInfo": {"title": "T", "publishedDate": "soon"}}]}"#
          .utf8))
    #expect(read.books.map(\.title) == ["T"])
    #expect(read.remarks.map(\.kind) == [.unreadable, .notUnderstood])
  }

  @Test(arguments: ["{\"kind\": \"books#volumes\"}", "[", "{\"kind\": \"books#volume"])
  func `a file without volumes is told`(text: String) {
    #expect(throws: ExchangeError.self) { try GoogleBooksVolumes.read(Array(text.utf8)) }
  }
}
