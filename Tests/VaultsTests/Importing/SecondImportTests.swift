import Exchange
import Files
import Imports
import Notes
import TestSupport
import Testing
import VaultSandbox

/// A catalogue imported again, a month later.
@Suite struct SecondImportTests {
  private static let header =
    "Book Id,Title,Author,My Rating,Number of Pages,Date Read,Date Added,Bookshelves,Exclusive Shelf,My Review,Read Count"

  private static let wanted = "1,Emma,Jane Austen,0,474,,2020/10/01,\"fiction, to-read\",to-read,,0"
  private static let read =
    "1,Emma,Jane Austen,4,474,2020/10/25,2020/10/01,\"fiction, favourites\",read,Fine.,1"
  private static let reread =
    "1,Emma,Jane Austen,5,474,2026/05/01,2020/10/01,\"fiction, favourites\",read,Finer.,2"

  private static let file = "vault/Books/Emma.md"

  @discardableResult
  private static func run(
    _ row: String, in world: IndexedVault,
    deciding decide: @escaping (ImportPlan.Difference) -> ImportPlan.Decision = { _ in .open }
  ) throws -> ImportPlan {
    let books = try GoodreadsExport.read(Array((header + "\n" + row).utf8)).books
    let plan = try world.vault.planImport(books, deciding: decide)
    #expect(try world.vault.carryOut(plan).refusals.isEmpty)
    return plan
  }

  private static func edit(_ world: IndexedVault, _ old: String, _ new: String) {
    let text = world.folder.read(file) ?? ""
    #expect(text.contains(old))
    world.folder.write(text.replacing(old, with: new), to: file)
  }

  private static func book(_ world: IndexedVault) throws -> Book {
    try #require(Note(parsing: Array((world.folder.read(file) ?? "").utf8)).book)
  }

  @Test(arguments: [
    ("categories: \"[[Books]]\"\nlast: 2023-09-12\n", 1), ("type: book\nfinished: 2023-09-12\n", 0),
    ("type: book\nstarted: 2023-09-01\nfinished: 2023-09-12\nstatus: abandoned\n", 0),
  ])
  func `a reading that stood without a list counts on beside the catalogue's`(
    lines: String, remarks: Int
  ) throws {
    let world = try IndexedVault()
    world.write("---\nauthor: Jane Austen\n\(lines)---\n# Emma\n", to: "Books/Emma.md")
    let plan = try Self.run(Self.reread, in: world)
    let book = try Self.book(world)
    #expect(book.finishes.map(\.description) == ["2023-09-12", "2026-05-01"])
    #expect(plan.remarks.map(\.value) == (remarks == 1 ? ["2023-09-12"] : []))
    if remarks == 1 {
      #expect(world.folder.read(Self.file)?.contains("\nlast: 2026-05-01\n") == true)
    }
    #expect(try Self.run(Self.reread, in: world).changes.isEmpty)
  }

  @Test(arguments: [ImportPlan.Decision.open, .take])
  func `a date under last counts on beside the one reading of a catalogue, whatever is decided`(
    decision: ImportPlan.Decision
  ) throws {
    let world = try IndexedVault()
    world.write(
      "---\nauthor: Jane Austen\ntype: book\nlast: 2018-09-12\n---\n# Emma\n", to: "Books/Emma.md")
    let plan = try Self.run(Self.read, in: world) { _ in decision }
    #expect(plan.differences.isEmpty && plan.remarks.map(\.value) == ["2018-09-12"])
    #expect(try Self.book(world).finishes.map(\.description) == ["2018-09-12", "2020-10-25"])
    #expect(try Self.run(Self.read, in: world) { _ in decision }.changes.isEmpty)
  }

  @Test func `what is under last of a note that does not say it is about a book is no reading`()
    throws
  {
    let world = try IndexedVault()
    world.write("---\nauthor: Jane Austen\nlast: 2018-09-12\n---\n# Emma\n", to: "Books/Emma.md")
    #expect(try Self.run(Self.read, in: world).differences.isEmpty)
    #expect(try Self.book(world).finishes.map(\.description) == ["2020-10-25"])
    #expect(world.folder.read(Self.file)?.contains("\nlast: 2018-09-12\n") == true)
  }

  @Test func `a date under last some days from the catalogue's is the same reading`() throws {
    let world = try IndexedVault()
    world.write(
      "---\nauthor: Jane Austen\ntype: book\nstarted: 2020-10-01\nlast: 2020-10-22\n---\n# Emma\n",
      to: "Books/Emma.md")
    let plan = try Self.run(Self.read, in: world)
    #expect(plan.differences.map(\.key) == ["last"] && plan.remarks.isEmpty)
    #expect(try Self.book(world).finishes.map(\.description) == ["2020-10-22"])
    try Self.run(Self.read, in: world) { _ in .take }
    let book = try Self.book(world)
    #expect(book.readings == [Book.Reading(started: "2020-10-01", finished: "2020-10-25")])
    #expect(world.folder.read(Self.file)?.contains("\nlast: 2020-10-25\n") == true)
    #expect(try Self.run(Self.read, in: world).isEmpty)
  }

  @Test func `a hashtag by which a book was to be read is told once when it is read`() throws {
    let world = try IndexedVault()
    world.write(
      "---\nauthor: Jane Austen\ntype: book\ntags: [to-read]\n---\n# Emma\n", to: "Books/Emma.md")
    let plan = try Self.run(Self.read, in: world)
    #expect(plan.remarks.map(\.value) == ["to-read, now read"])
    #expect(try Self.book(world).status == .read)
    #expect(world.folder.read(Self.file)?.contains("tags: [to-read, fiction, favourites]") == true)
    #expect(try Self.run(Self.read, in: world).isEmpty)
  }

  @Test func `an empty value of the note is filled, and is no difference`() throws {
    let world = try IndexedVault()
    world.write(
      "---\nauthor: Jane Austen\ntype: book\npublisher: \"\"\nisbn: \"\"\nisbn13: 9780141439587\n---\n# Emma\n",
      to: "Books/Emma.md")
    var book = ImportedBook(source: "goodreads", id: "1", title: "Emma")
    book.authors = ["Jane Austen"]
    book.isbn = "9780141439587"
    book.publisher = "Penguin"
    let plan = try world.vault.planImport([book])
    #expect(plan.differences.isEmpty)
    #expect(try world.vault.carryOut(plan).refusals.isEmpty)
    #expect(
      world.folder.read(Self.file)?.contains("\npublisher: \"Penguin\"\nisbn: \"\"\n") == true)
  }

  @Test func `a value that another catalogue gave is told once, and is no question`() throws {
    let world = try IndexedVault()
    try Self.run(Self.read, in: world)
    var other = ImportedBook(source: "librarything", id: "7", title: "Emma")
    other.authors = ["Jane Austen"]
    other.pages = 480
    func plan(_ decision: ImportPlan.Decision = .open) throws -> ImportPlan {
      let plan = try world.vault.planImport([other]) { _ in decision }
      #expect(try world.vault.carryOut(plan).refusals.isEmpty)
      return plan
    }
    let first = try plan()
    #expect(first.differences.isEmpty && first.remarks.map(\.value) == ["pages 480"])
    let second = try plan()
    #expect(second.differences.isEmpty && second.remarks.isEmpty && second.isEmpty)
    #expect(try Self.book(world).pages == 474)
    _ = try plan(.take)
    #expect(try Self.book(world).pages == 480)
    #expect(try Self.run(Self.read, in: world).isEmpty)
    // A person's own is one.
    Self.edit(world, "pages: 480", "pages: 500")
    other.pages = 490
    #expect(try plan().differences.map(\.here) == ["500"])
  }

  @Test func `the only shelf of a book that is taken away is told once, and its hashtag stays`()
    throws
  {
    let world = try IndexedVault()
    try Self.run(Self.read.replacing("fiction, favourites", with: "fiction"), in: world)
    let bare = Self.read.replacing("fiction, favourites", with: "")
    let plan = try Self.run(bare, in: world)
    #expect(plan.remarks.map(\.value) == ["fiction"] && plan.changes.isEmpty)
    #expect(world.folder.read(Self.file)?.contains("tags: [fiction]") == true)
    #expect(try Self.run(bare, in: world).remarks.isEmpty)
  }

  @Test func `what was taken out of the catalogue is told once, and the note keeps it`() throws {
    let world = try IndexedVault()
    try Self.run(Self.read, in: world)
    let text = world.folder.read(Self.file)
    let bare = Self.read.replacing(",4,474", with: ",0,474").replacing("Fine.", with: "")
    let plan = try Self.run(bare, in: world)
    #expect(plan.changes.isEmpty && plan.differences.isEmpty)
    #expect(
      plan.remarks.map(\.subject)
        == ["a rating", "a review"].map {
          $0 + " that the file no longer has (the note keeps it)"
        })
    #expect(world.folder.read(Self.file) == text)
    #expect(try Self.run(bare, in: world).isEmpty)
    // A row that is cut off has no place for them.
    #expect(try Self.run("1,Emma,Jane Austen,4", in: world).remarks.isEmpty)
  }

  @Test func `a book whose note was removed stays away, which is told once, until it is asked for`()
    throws
  {
    let world = try IndexedVault()
    try Self.run(Self.wanted, in: world)
    world.folder.remove(Self.file)
    let again = try Self.run(Self.read, in: world)
    #expect(again.changes.isEmpty && again.leftOut == 1 && again.remarks.map(\.item) == ["Emma"])
    let third = try Self.run(Self.read, in: world)
    #expect(third.leftOut == 1 && third.remarks.isEmpty && third.isEmpty)
    let asked = try Self.run(Self.read, in: world) { _ in .take }
    #expect(asked.changes.count == 1 && asked.leftOut == 0)
    #expect(try Self.book(world).status == .read)
    world.folder.remove(Self.file)
    #expect(try Self.run(Self.read, in: world).remarks.map(\.item) == ["Emma"])
  }

  @Test func `a later import brings a book forward`() throws {
    let world = try IndexedVault()
    try Self.run(Self.wanted, in: world)
    #expect(try Self.book(world).status == .want)
    let plan = try Self.run(Self.read, in: world)
    #expect(plan.differences.isEmpty)
    #expect(
      world.folder.read(Self.file) == """
        ---
        author: Jane Austen
        pages: 474
        status: read
        tags: [fiction, favourites]
        created: 2020-10-01
        goodreads: 1
        rating: 4
        readings: [{finished: 2020-10-25}]
        ---
        # Emma

        ## Review

        Fine.

        """)
    try Self.run(Self.reread, in: world)
    let book = try Self.book(world)
    #expect(book.halfStars == 10 && book.timesRead == 2)
    #expect(book.readings.map(\.finished) == ["2020-10-25", "2026-05-01"])
    #expect(world.folder.read(Self.file)?.hasSuffix("## Review\n\nFiner.\n") == true)
    #expect(try Self.run(Self.reread, in: world).isEmpty)
  }

  @Test func `a book that got another number of the catalogue stays one note`() throws {
    let world = try IndexedVault()
    let columns = Self.header.replacing("My Rating", with: "ISBN13,My Rating")
    func run(_ row: String) throws -> ImportPlan {
      let row = row.replacing("Jane Austen,", with: "Jane Austen,9780141439587,")
      let plan = try world.vault.planImport(
        GoodreadsExport.read(Array((columns + "\n" + row).utf8)).books)
      #expect(try world.vault.carryOut(plan).refusals.isEmpty)
      return plan
    }
    _ = try run(Self.read)
    Self.edit(world, "pages: 474", "pages: 500")
    let new = "77" + Self.reread.dropFirst()
    let plan = try run(new)
    #expect(plan.changes.map(\.path.text) == ["Books/Emma.md"] && plan.differences.isEmpty)
    let text = try #require(world.folder.read(Self.file))
    #expect(text.contains("goodreads: 77\n") && text.contains("pages: 500\n"))
    #expect(try Self.book(world).halfStars == 10)
    #expect(try run(new).isEmpty)
    // The file of before takes nothing back.
    let old = try run(Self.read)
    #expect(old.changes.isEmpty && Set(old.differences.map(\.key)).contains("rating"))
    #expect(try run(new).isEmpty)
    #expect(world.folder.read(Self.file) == text)
  }

  @Test func `a title that changed in the catalogue is taken where the note has the old one`()
    throws
  {
    let world = try IndexedVault()
    try Self.run(Self.read, in: world)
    let (longer, other) = ("\"Emma, *annotated*\"", "Emma (Penguin)")
    let row = Self.read.replacing("1,Emma,", with: "1,\(longer),").replacing("Fine", with: "Fair")
    let plan = try Self.run(row, in: world)
    #expect(plan.differences.isEmpty && plan.changes.map(\.path.text) == ["Books/Emma.md"])
    let text = try #require(world.folder.read(Self.file))
    #expect(text.contains("---\n# Emma, \\*annotated\\*\n\n## Review\n\nFair.\n"))
    #expect(try Self.run(row, in: world).isEmpty)
    #expect(try Self.run(Self.read, in: world).differences.map(\.key) == ["title", "Review"])
    Self.edit(world, "# Emma, \\*annotated\\*", "# My Emma")
    #expect(try Self.run(row, in: world).isEmpty)
    let third = row.replacing(longer, with: other)
    #expect(try Self.run(third, in: world).differences.map(\.key) == ["title"])
    #expect(world.folder.read(Self.file)?.contains("# My Emma\n") == true)
    try Self.run(third, in: world) { _ in .take }
    #expect(world.folder.read(Self.file)?.contains("# Emma (Penguin)\n") == true)
  }

  @Test func `two sections that come forward keep the order that a person gave them`() throws {
    let world = try IndexedVault()
    let columns = Self.header + ",Private Notes"
    func run(_ review: String, _ notes: String) throws {
      let row = "1,Emma,Jane Austen,4,474,2020/10/25,2020/10/01,,read,\(review),1,\(notes)"
      let books = try GoodreadsExport.read(Array((columns + "\n" + row).utf8)).books
      _ = try world.vault.carryOut(world.vault.planImport(books))
    }
    try run("Fine.", "Lent to Jane.")
    Self.edit(
      world, "## Review\n\nFine.\n\n## Private notes\n\nLent to Jane.\n",
      "## Private notes\n\nLent to Jane.\n\n## Review\n\nFine.\n\n## Mine\n\nKept.\n")
    try run("A good deal finer than it was.", "Back.")
    #expect(
      world.folder.read(Self.file)?.hasSuffix(
        "# Emma\n\n## Private notes\n\nBack.\n\n## Review\n\nA good deal finer than it was.\n\n"
          + "## Mine\n\nKept.\n") == true)
  }

  @Test func `an older file takes nothing back, and tells`() throws {
    let world = try IndexedVault()
    for row in [Self.wanted, Self.read, Self.reread] { try Self.run(row, in: world) }
    let text = world.folder.read(Self.file)
    let plan = try Self.run(Self.read, in: world)
    #expect(plan.changes.isEmpty)
    #expect(plan.differences.map(\.key) == ["rating", "Review"])
    #expect(try Self.run(Self.wanted, in: world).differences.map(\.key) == ["status"])
    #expect(world.folder.read(Self.file) == text)
    #expect(try Self.run(Self.reread, in: world).isEmpty)
  }

  @Test func `an older file that comes first after the newer one takes nothing back`() throws {
    let world = try IndexedVault()
    try Self.run(Self.read, in: world)
    let plan = try Self.run(Self.wanted, in: world)
    #expect(plan.changes.isEmpty && plan.differences.map(\.key) == ["status"])
  }

  @Test func `what a person changed, added or took away stays, and nothing is told`() throws {
    let world = try IndexedVault()
    try Self.run(Self.read, in: world)
    Self.edit(world, "rating: 4", "rating: 3")
    Self.edit(world, "pages: 474\n", "")
    Self.edit(world, "[fiction, favourites]", "[novels]")
    Self.edit(world, "\n## Review\n\nFine.\n", "\n## Review\n\nFine. And mine.\n")
    let text = world.folder.read(Self.file)
    let plan = try Self.run(Self.read, in: world)
    #expect(plan.isEmpty && plan.differences.isEmpty)
    #expect(world.folder.read(Self.file) == text)
    try Self.run(Self.read.replacing("favourites", with: "favourites, england"), in: world)
    #expect(world.folder.read(Self.file)?.contains("tags: [novels, england]") == true)
  }

  @Test(arguments: [
    ("Fine.\n\nLend it to Ida.\n", "Finer.\n\nLend it to Ida.\n"),
    ("Fine.\nLend it to Ida.\n", "Finer.\nLend it to Ida.\n"),
    ("Fine. And mine.\n", "Finer. And mine.\n"),
    ("Before it.\n\nFine.\n", "Before it.\n\nFiner.\n"),
    ("Before it.\n\nFine.\n\nBelow it.\n", "Before it.\n\nFiner.\n\nBelow it.\n"),
    (
      "Fine.\n\n![](ida.png)\n\n### Lent\n\nTo Ida.\n\n## Mine\n\nKept.\n",
      "Finer.\n\n![](ida.png)\n\n### Lent\n\nTo Ida.\n\n## Mine\n\nKept.\n"
    ),
  ])
  func `what a person wrote beside an imported text stays beside the new one`(
    old: String, new: String
  ) throws {
    let world = try IndexedVault()
    try Self.run(Self.read, in: world)
    Self.edit(world, "## Review\n\nFine.\n", "## Review\n\n" + old)
    let plan = try Self.run(Self.reread, in: world)
    #expect(plan.differences.isEmpty)
    #expect(world.folder.read(Self.file)?.hasSuffix("## Review\n\n" + new) == true)
    #expect(try Self.run(Self.reread, in: world, deciding: { _ in .take }).changes.isEmpty)
  }

  @Test func `where both changed a paragraph below the imported text stays, and that is told`()
    throws
  {
    let world = try IndexedVault()
    try Self.run(Self.read.replacing("Fine.", with: "A fine book."), in: world)
    Self.edit(world, "A fine book.", "Such a fine book.\n\nLend it to Ida.")
    let plan = try Self.run(
      Self.reread.replacing("Finer.", with: "A fine old book."), in: world, deciding: { _ in .take }
    )
    #expect(plan.remarks.contains { $0.value == "Review" })
    #expect(
      world.folder.read(Self.file)?.hasSuffix("## Review\n\nA fine old book.\n\nLend it to Ida.\n")
        == true)
  }

  @Test func `where both changed the person decides, once`() throws {
    let world = try IndexedVault()
    try Self.run(Self.read, in: world)
    Self.edit(world, "rating: 4", "rating: 3")
    let told = try Self.run(Self.reread, in: world)
    #expect(told.differences.map(\.key) == ["rating"])
    #expect(told.differences.first?.here == "3" && told.differences.first?.there == "5")
    #expect(try Self.book(world).halfStars == 6)
    #expect(try Self.run(Self.reread, in: world).differences == told.differences)
    #expect(try Self.run(Self.reread, in: world) { _ in .keep }.differences.isEmpty)
    #expect(try Self.run(Self.reread, in: world).isEmpty)
    #expect(try Self.book(world).halfStars == 6)
    try Self.run(Self.read.replacing(",4,474", with: ",2,474"), in: world) { _ in .take }
    #expect(try Self.book(world).halfStars == 4)
  }

  @Test func `a reading that is going on ends, and a date that was put right is put right`() throws
  {
    let world = try IndexedVault()
    try Self.run(Self.wanted, in: world)
    Self.edit(world, "status: want", "status: reading\nreadings:\n  - started: 2020-10-03")
    let plan = try Self.run(Self.read, in: world)
    #expect(plan.differences.isEmpty)
    let reading = Book.Reading(started: "2020-10-03", finished: "2020-10-25")
    #expect(try Self.book(world).readings == [reading])
    #expect(try Self.book(world).status == .read)

    let other = try IndexedVault()
    try Self.run(Self.read, in: other)
    try Self.run(Self.read.replacing("2020/10/25", with: "2020/10/24"), in: other)
    #expect(try Self.book(other).readings.map(\.finished) == ["2020-10-24"])
  }

  @Test(arguments: ["currently-reading", "read"])
  func `who gave a book up keeps that when the catalogue has another reading`(shelf: String)
    throws
  {
    let world = try IndexedVault()
    try Self.run(
      "1,Emma,Jane Austen,4,474,2026/09/01,2020/10/01,fiction,\(shelf),,2", in: world)
    Self.edit(
      world, shelf == "read" ? "status: read" : "status: reading", "status: abandoned")
    let plan = try Self.run(
      "1,Emma,Jane Austen,4,474,2026/11/20,2020/10/01,fiction,read,,2", in: world)
    #expect(plan.differences.map(\.key) == (shelf == "read" ? [] : ["status"]))
    #expect(try Self.book(world).status == .abandoned)
    #expect(try Self.book(world).readings.map(\.finished) == ["2026-09-01", "2026-11-20"])
  }

  @Test func `a book that is read again is being read, and then read`() throws {
    let world = try IndexedVault()
    func run(_ date: String, _ shelf: String, _ count: Int) throws {
      let row = "1,Emma,Jane Austen,4,474,\(date),2020/10/01,fiction,\(shelf),,\(count)"
      #expect(try Self.run(row, in: world).differences.isEmpty)
    }
    try run("2026/09/01", "read", 1)
    try run("2026/09/01", "currently-reading", 2)
    #expect(try Self.book(world).status == .reading)
    try run("2026/11/20", "read", 2)
    #expect(try Self.book(world).status == .read)
    #expect(try Self.book(world).readings.map(\.finished) == ["2026-09-01", "2026-11-20"])
    let text = world.folder.read(Self.file)
    try run("2026/11/20", "read", 2)
    #expect(world.folder.read(Self.file) == text)
  }

  @Test func `a file that was cut off takes no value's place`() throws {
    let world = try IndexedVault()
    try Self.run(Self.read, in: world)
    let text = world.folder.read(Self.file)
    for row in ["1,Emma,Jane Aus", "1,Emma,Jane Austen,4,47", "1,Emma,Jane Austen,4,474,,,\"fic"] {
      let plan = try Self.run(row, in: world)
      #expect(plan.changes.isEmpty && plan.differences.isEmpty)
    }
    #expect(world.folder.read(Self.file) == text)
  }

  @Test func `without a record of the last import a status goes forward alone`() throws {
    let world = try IndexedVault()
    world.write(
      "---\nauthor: Jane Austen\nstatus: want\ntags: [mine]\nrating: 3\ngoodreads: 1\n---\n# Emma\n",
      to: "Books/Emma.md")
    let plan = try Self.run(Self.read, in: world)
    #expect(try Self.book(world).status == .read)
    #expect(plan.differences.map(\.key) == ["rating", "tags"])
    try Self.run(Self.read, in: world) { _ in .take }
    #expect(
      world.folder.read(Self.file)?.contains("tags: [mine, fiction, favourites]\nrating: 4") == true
    )
  }

  @Test func `a shelf of a book that the vault has by hand is not dropped`() throws {
    let world = try IndexedVault()
    world.write(
      "---\nauthor: Jane Austen\ntype: book\ntags: [mine]\n---\n# Emma\n", to: "Books/Emma.md")
    try Self.run(Self.read, in: world)
    #expect(world.folder.read(Self.file)?.contains("tags: [mine, fiction, favourites]") == true)
  }

  @Test func `a book that could not be written is not remembered`() throws {
    let world = try IndexedVault()
    try Self.run(Self.wanted, in: world)
    let books = try GoodreadsExport.read(Array((Self.header + "\n" + Self.read).utf8)).books
    let plan = try world.vault.planImport(books)
    Self.edit(world, "# Emma", "# Emma!")
    #expect(try world.vault.carryOut(plan).refusals.count == 1)
    try Self.run(Self.read, in: world)
    #expect(try Self.book(world).status == .read)
  }

  @Test
  func `a highlight that was extended takes the place of the shorter one, unless it was edited`()
    throws
  {
    func clippings(_ passages: String...) -> [ClippedBook] {
      let text = passages.map {
        "Emma (Jane Austen)\n- Your Highlight at location 100-120 | Added on x\n\n\($0)\n==========\n"
      }.joined()
      return KindleClippings.read(Array(text.utf8)).books
    }
    func run(_ books: [ClippedBook], in world: IndexedVault) throws -> ImportPlan {
      let plan = try world.vault.planImport(books)
      #expect(try world.vault.carryOut(plan).refusals.isEmpty)
      return plan
    }
    let (short, long) = ("Seldom, very seldom.", "Seldom, very seldom. And never twice.")
    let world = try IndexedVault()
    _ = try run(clippings(short), in: world)
    Self.edit(world, "\n> Seldom", "\nBefore.\n\n> Seldom")
    let plan = try run(clippings(short, long), in: world)
    #expect(plan.differences.isEmpty)
    #expect(
      world.folder.read(Self.file)?.hasSuffix(
        "# Emma\n\nBefore.\n\n> Seldom, very seldom. And never twice. (loc 100-120)\n") == true)
    #expect(try run(clippings(short, long), in: world).changes.isEmpty)
    // So do marks that a person made.
    for marked in [
      "**Seldom**, very seldom.", "Seldom, ==very== seldom.", "Seldom, very seldom.\n> — Me",
    ] {
      let other = try IndexedVault()
      _ = try run(clippings(short), in: other)
      Self.edit(other, "Seldom, very seldom.", marked)
      let plan = try run(clippings(short, long), in: other)
      #expect(plan.changes.isEmpty && plan.differences.map(\.key) == ["quote"], "\(marked)")
    }
    // A person's own words stay: the passage came as it is.
    Self.edit(world, "very seldom.", "so very seldom.")
    let again = try run(clippings(short, long), in: world)
    #expect(again.changes.isEmpty && again.differences.isEmpty)
  }
}
