import Exchange
import Notes
import TestSupport
import Testing

@Suite struct LibraryThingExportTests {
  private static let full = """
    {"17": {"books_id": "17", "title": "The Galdrab&oacute;k", "authors": [
      {"lf": "Flowers, Stephen", "fl": "Stephen  Flowers"},
      {"lf": "Ash, Ida", "fl": "Ida Ash", "role": "Translator"}],
     "tags": ["primary source", "2014", "RECOMMENDER:Ida"], "collections": ["Your library", "Currently reading", "Attic"],
     "isbn": {"0": "0141439580", "2": "9780141439587"}, "publication": "Dover (1971), Paperback, 278 pages",
     "date": "1971", "pages": "xiv; 548 ", "format": [{"code": "1", "text": "Paperback"}], "copies": "2",
     "rating": 3.5, "datestarted": "2019-01-02", "dateread": "2019-02", "entrydate": "2014-01-21",
     "review": "One.<br>Two &amp; three", "privatecomment": "mine", "series": "Eddas",
     "originaltitle": "Galdrabók", "ddc": {"code": ["133.4"]}, "lcc": {"code": "BF1"}, "fromwhere": "Rome",
     "dateacquired": "2015", "weight": "1 pound"}}
    """

  @Test func `every field of the person's has its place`() throws {
    let read = try LibraryThingExport.read(Array(Self.full.utf8))
    let book = try #require(read.books.first)
    #expect(book.source == "librarything" && book.id == "17" && book.title == "The Galdrabók")
    #expect(book.authors == ["Stephen Flowers"])
    #expect(book.isbn == "9780141439587" && book.otherISBNs.isEmpty)
    #expect(book.publisher == "Dover" && book.binding == "Paperback")
    #expect(book.published == 1971 && book.pages == 548 && book.halfStars == 7)
    #expect(book.status == .read)
    #expect(book.readings == [Book.Reading(started: "2019-01-02", finished: "2019-02")])
    #expect(book.tags == ["Attic", "primary-source", "tag-2014", "RECOMMENDER-Ida"])
    #expect(book.added?.description == "2014-01-21")
    #expect(book.review == "One.\\\nTwo & three" && book.privateNotes == "mine")
    #expect(
      book.properties.map(\.key) == [
        "translator", "series", "original-title", "dewey", "lcc", "owned", "bought", "bought-at",
      ])
    #expect(
      read.remarks.map(\.subject) == ["pages in several counts (the last is kept)", "weight"])
    #expect(LibraryThingExport.isOne(DecodedText(Array(Self.full.utf8))))
  }

  @Test func `lines of a review end as they were typed`() throws {
    let read = try LibraryThingExport.read(
      Array(
        #"{"1": {"title": "A", "review": "One.\n\nTwo.\n- item", "privatecomment": "a\r\nb"}}"#.utf8
      ))
    #expect(read.books.first?.review == "One.\n\nTwo.\n- item")
    #expect(read.books.first?.privateNotes == "a\\\nb")
  }

  @Test(arguments: [
    (
      #"{"1": {"title": "A", "isbn": ["9780520224735", "0520224736"]}}"#, "9780520224735",
      [String]()
    ),
    (#"{"1": {"title": "A", "isbn": ["B001U1QMBE"]}}"#, nil, ["isbn"]),
    (#"{"1": {"title": "A", "date": "?", "pages": "many"}}"#, nil, ["pages"]),
    (#"{"1": {"title": "A", "rating": "nine", "dateread": "soon"}}"#, nil, ["dateread", "rating"]),
    (
      #"{"1": {"title": "A", "authors": "x", "tags": {"a": 1}, "lcc": [], "ddc": 7, "format": {}}}"#,
      nil, []
    ),
  ])
  func `other forms are read or told`(json: String, isbn: String?, remarks: [String]) throws {
    let read = try LibraryThingExport.read(Array(json.utf8))
    #expect(read.books.map(\.isbn) == [isbn])
    #expect(read.books.first?.id == "1")
    #expect(read.remarks.map(\.subject) == remarks)
  }

  @Test(arguments: ["[]", "7", "{", ""])
  func `what is no export is an error`(json: String) {
    #expect(throws: ExchangeError.self) { try LibraryThingExport.read(Array(json.utf8)) }
  }

  @Test func `a damaged export is an error or gives what is whole`() throws {
    let seed: UInt64 = 77
    var mutations = Mutations(
      of: Array(Self.full.utf8), seed: seed,
      pieces: [
        "{", "}", "[", "]", "\"", ",", ":", "null", "1e999", "\\u0000", "&#0;", "\"title\": ",
      ])
    for round in 0..<Mutations.rounds {
      let bytes = mutations.next()
      guard let read = try? LibraryThingExport.read(bytes) else { continue }
      let isSound = read.books.allSatisfy { !$0.title.isEmpty && !$0.authors.contains("") }
      #expect(isSound, "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  private static let real = SharedFile("fixtures/librarything/librarything.json")

  @Test(.enabled(if: real.isThere, "the shared LibraryThing file is not there"))
  func `of 221 real books every person, ISBN, year and hashtag is there`() throws {
    let read = try LibraryThingExport.read(Self.real.bytes)
    #expect(read.books.count == 221)
    let people = read.books.reduce(0) { sum, book in
      let others = book.properties.reduce(0) { count, entry in
        guard case .list(let names) = entry.value else { return count }
        return count + names.count
      }
      return sum + book.authors.count + others
    }
    // 262 are named; where all of a book's have another role they are its authors too.
    #expect(people >= 262)
    #expect(read.books.allSatisfy { !$0.authors.isEmpty || $0.title.isEmpty == false })
    #expect(read.books.count { $0.pages != nil } == 189)
    #expect(read.books.count { $0.published == nil } == 3)
    #expect(read.books.count { $0.added != nil } == 221)
    #expect(read.books.count { !$0.tags.isEmpty } == 220)
    #expect(!read.books.contains { $0.title.contains("&#") || $0.title.contains("cute;") })
  }
}
