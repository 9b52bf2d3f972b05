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
}
