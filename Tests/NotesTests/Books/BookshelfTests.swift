import Notes
import Testing

@Suite struct BookshelfTests {
  private func entry(
    _ title: String, _ frontMatter: String, tags: [String] = [], created: Int64? = nil
  ) throws -> Bookshelf.Entry {
    let note = Note(parsing: Array("---\ntype: book\n\(frontMatter)\n---\n".utf8))
    return Bookshelf.Entry(
      title: title, book: try #require(note.book), hashtags: tags, created: created)
  }

  private func shelf() throws -> Bookshelf {
    Bookshelf([
      try entry(
        "Meditations",
        "author: Marcus Aurelius\nrating: 4.5\npages: 112\nreadings: [{finished: 2017-01-19}, {finished: 2024-03-05}]",
        tags: ["books/ancient", "philosophy"]),
      try entry(
        "Persuasion",
        "author: Jane Austen\nrating: 5\npages: 272\nreadings: [{finished: 2009}, {finished: 2016-08}, {finished: 2024}]",
        tags: ["fiction"]),
      try entry(
        "Middlemarch",
        "author: George Eliot\nstatus: reading\nreadings: [{finished: 2012-01}, {started: 2026}]"),
      try entry("À la recherche", "author: Marcel Proust\nstatus: want"),
      try entry("Lost dates", "author: [Zoë Ångström, Jane Austen]\nstatus: read\nrating: 4.5"),
      try entry("Moby-Dick", "status: abandoned\nrating: 3\nreadings: [{started: 2018}]"),
      try entry("Nothing known", ""),
    ])
  }

  private func names(
    _ grouping: Bookshelf.Grouping?, _ order: Bookshelf.Order? = nil, reversed: Bool = false
  ) throws -> [String] {
    let shelf = try shelf()
    return shelf.groups(by: grouping, sortedBy: order, reversed: reversed).map { group in
      "\(group.name ?? "-"): "
        + group.books.map { shelf.entries[$0].title }.joined(separator: ", ")
    }
  }

  @Test func `a book is in each year in which it was read`() throws {
    #expect(
      try names(.year) == [
        "2024: Persuasion, Meditations", "2017: Meditations", "2016: Persuasion",
        "2012: Middlemarch", "2009: Persuasion", "Year unknown: Lost dates",
        "To read: À la recherche", "Abandoned: Moby-Dick", "-: Nothing known",
      ])
    #expect(
      try names(.year, .title, reversed: true).prefix(2) == [
        "2009: Persuasion", "2012: Middlemarch",
      ])
  }

  @Test func `authors come by last name, and each has the book`() throws {
    #expect(
      try names(.author) == [
        "Ångström, Zoë: Lost dates", "Aurelius, Marcus: Meditations",
        "Austen, Jane: Lost dates, Persuasion", "Eliot, George: Middlemarch",
        "Proust, Marcel: À la recherche", "-: Moby-Dick, Nothing known",
      ])
  }

  @Test func `ratings, statuses and hashtags make groups`() throws {
    #expect(
      try names(.rating) == [
        "★★★★★: Persuasion", "★★★★½: Lost dates, Meditations", "★★★: Moby-Dick",
        "-: À la recherche, Middlemarch, Nothing known",
      ])
    #expect(
      try names(.status) == [
        "Reading: Middlemarch", "To read: À la recherche",
        "Read: Lost dates, Meditations, Persuasion", "Abandoned: Moby-Dick", "-: Nothing known",
      ])
    #expect(
      try names(.tag).prefix(3) == [
        "#books/ancient: Meditations", "#fiction: Persuasion", "#philosophy: Meditations",
      ])
  }

  @Test(
    arguments: [
      (.title, "À la recherche"), (.author, "Lost dates"), (.rating, "Persuasion"),
      (.read, "Persuasion"), (.pages, "Persuasion"),
    ] as [(Bookshelf.Order, String)])
  func `each order begins with its first`(order: Bookshelf.Order, first: String) throws {
    let all = try names(nil, order)
    #expect(all.count == 1 && all[0].hasPrefix("-: \(first), "), "\(all)")
  }

  @Test func `years count every reading, and pages where they are known`() throws {
    let years = ReadingYears(try shelf().entries.map(\.book))
    #expect(years.years.keys.sorted() == [2009, 2012, 2016, 2017, 2024])
    let year = try #require(years.years[2024])
    #expect(year.total == ReadingYears.Amount(books: 2, pages: 384))
    #expect(year.months[2] == ReadingYears.Amount(books: 1, pages: 112))
    #expect(year.undated == ReadingYears.Amount(books: 1, pages: 272))
    #expect(years.undated == ReadingYears.Amount(books: 1, pages: 0))
  }

  @Test(
    arguments: [
      ("4.5", 9), ("4,5", 9), ("4½", 9), ("½", 1), ("9/10", 9), ("★★★★½", 9), ("0", 0), ("5", 10),
      ("4.3", nil), ("6", nil), ("-1", nil), ("good", nil), ("", nil), ("nan", nil),
    ] as [(String, Int?)])
  func `ratings are read as people type them`(text: String, halves: Int?) {
    #expect(Rating.halfStars(text) == halves)
  }
}
