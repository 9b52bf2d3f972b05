import Exchange
import Testing

@Suite struct KindleNotebookTests {
  private func page(_ items: String...) -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <html><head><style>.bookTitle { color: red } .noteHeading { margin: 0 }</style></head><body>
      <h1><div class="notebookFor">Notes for</div><div class="bookTitle">
      Emma &amp; others
      </div><div class="authors">
      Austen, Jane; Zoë Ash
      </div></h1><hr />
      \(items.joined(separator: "\n"))
      </body></html>
      """.utf8)
  }

  private func item(_ heading: String, _ text: String) -> String {
    // The app closes what it did not open.
    "<h3 class='noteHeading'>\(heading)</div><div class='noteText'>\(text)</h3>"
  }

  @Test func `a notebook is a book with its passages and notes`() throws {
    let bytes = page(
      "<h2 class=\"sectionHeading\">Volume I</h2>",
      item(
        "Highlight (<span class=\"highlight_yellow\">yellow</span>) - Volume I - 3 &gt; Page 12 &middot; Location 345",
        "It is such a happiness<br/>&lt;truly&gt;"),
      item("Note - Volume I - 3 &gt; Page 12 · Location 346", "so true"),
      item("Markierung(<span class='highlight_blue'>blau</span>) - Position 900", "Silly things."),
      item("Notiz - Position 2000", "alone"), item("Bookmark - Page 7", ""), item("?", "lost"))
    #expect(KindleNotebook.isOne(DecodedText(bytes)))
    #expect(!KindleClippings.isOne(DecodedText(bytes)))
    let read = KindleNotebook.read(bytes)
    let book = try #require(read.books.first)
    #expect(read.books.count == 1 && book.title == "Emma & others")
    #expect(book.authors == ["Jane Austen", "Zoë Ash"])
    #expect(
      book.quotes == [
        .init(
          text: "It is such a happiness\n<truly>", locator: "p. 12, loc 345", notes: ["so true"]),
        .init(text: "Silly things.", locator: "loc 900"),
        .init(text: "", locator: "loc 2000", notes: ["alone"]),
      ])
    #expect(
      read.remarks.map(\.kind) == [.notCarried, .notCarried, .notCarried, .notCarried, .unreadable])
    #expect(read.remarks.last?.value == "?: lost")
  }

  @Test(arguments: [
    "", "<", "<div class=", "<div class='noteHeading", "bookTitle noteHeading <",
    "<p class='bookTitle'><p class='noteHeading'>Highlight - <p class='noteText'>",
  ])
  func `any text is read`(text: String) {
    #expect(KindleNotebook.read(Array(text.utf8)).books.isEmpty)
  }

  @Test(arguments: ["<html><body>a page</body></html>", "My Clippings", "{}"])
  func `other texts are no notebook`(text: String) {
    #expect(!KindleNotebook.isOne(DecodedText(Array(text.utf8))))
  }

  @Test(arguments: [
    ("Page 1,024 · Location 12,305", "p. 1024, loc 12305"),
    ("Seite 1.024 · Position 12.305", "p. 1024, loc 12305"),
    ("Page 1\u{202F}024 · Emplacement 12&nbsp;305", "p. 1024, loc 12305"),
    ("Seite 1’024 · Position 1’012’305", "p. 1024, loc 1012305"),
    ("Page 12,30 · Location 7", "p. 12, loc 7"),
  ])
  func `thousands may be parted`(heading: String, locator: String) {
    let read = KindleNotebook.read(page(item("Highlight (yellow) - Chapter 2 > \(heading)", "x")))
    #expect(read.books.first?.quotes.map(\.locator) == [locator])
  }

  @Test func `a highlight without text and the publisher's notice are told, and are no quotes`() {
    let read = KindleNotebook.read(
      page(
        item("Highlight (yellow) - Location 10", "A limit of exports that highlights nothing."),
        item("Highlight (yellow) - Location 20", " "),
        "<div class='noteHeading'>Highlight (yellow) - Location 25</div>",
        item(
          "Highlight (yellow) - Location 30",
          "Some highlights have been hidden or truncated due to export limits.")))
    #expect(read.books.first?.quotes.map(\.locator) == ["loc 10"])
    let remarks = read.remarks.filter { $0.subject != "the colour of a highlight" }
    #expect(remarks.map(\.kind) == [.notUnderstood, .notUnderstood, .notCarried])
    #expect(remarks.map(\.value) == ["loc 20", "loc 25", "loc 30"])
  }

  @Test func `wherever a page is cut off, it is told, and what came is whole`() throws {
    let bytes = page(
      item("Highlight (<span class='highlight_pink'>pink</span>) - Page 1", "The first words."),
      item("Highlight (yellow) - Page 1,024", "The second &amp; last words."),
      item("Note - Page 1,024", "mine"))
    let whole = try #require(KindleNotebook.read(bytes).books.first?.quotes)
    #expect(whole.count == 2)
    #expect(KindleNotebook.read(bytes).remarks.allSatisfy { $0.kind != .unreadable })
    let start = String(decoding: bytes, as: UTF8.self).utf8.count - 400
    for count in max(start, 120)..<(bytes.count - 20) {
      let read = KindleNotebook.read(Array(bytes[..<count]))
      #expect(read.remarks.contains { $0.kind == .unreadable }, "\(count)")
      for quote in read.books.first?.quotes ?? [] {
        #expect(
          whole.contains {
            $0.text == quote.text && $0.locator == quote.locator
              && (quote.notes.isEmpty || $0.notes == quote.notes)
          }, "\(count): \(quote)")
      }
    }
  }
}
