import Exchange
import Files
import Imports
import Notes
import TestSupport
import Testing
import VaultSandbox
import Vaults

@Suite struct BookImportTests {
  private static let header =
    "Book Id,Title,Author,Additional Authors,ISBN13,My Rating,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Exclusive Shelf,My Review,Private Notes,Read Count"

  private static func books(_ rows: String...) throws -> [ImportedBook] {
    try GoodreadsExport.read(Array(([header] + rows).joined(separator: "\n").utf8)).books
  }

  private static let emma =
    "1,Emma,Jane Austen,Ida Ash,9780141439587,4,474,2003,1815,2020/10/25,2020/10/01,fiction,read,Fine.<br/><br/>Very.,mine,1"

  @discardableResult
  private static func run(
    _ books: [ImportedBook], in world: IndexedVault, into folder: String? = nil
  ) throws
    -> ImportPlan
  {
    let plan = try world.vault.planImport(books, into: folder)
    let outcome = try world.vault.carryOut(plan)
    #expect(outcome.done.map(\.path) == plan.changes.map(\.path))
    #expect(outcome.refusals.isEmpty)
    return plan
  }

  @Test func `an imported note takes no links from a note of its name`() throws {
    let world = try IndexedVault()
    world.write("# Emma\n", to: "Reading/Emma.md")
    world.write("[[Emma]] and [[nobody]]\n", to: "Home.md")
    let plan = try Self.run(Self.books(Self.emma), in: world)
    #expect(plan.changes.map(\.path.text) == ["Books/Emma.md", "Home.md"])
    #expect(plan.changes.map(\.isForLinks) == [false, true])
    #expect(plan.links.linkCount == 1)
    #expect(world.folder.read("vault/Home.md") == "[[Reading/Emma]] and [[nobody]]\n")
  }

  @Test func `a book becomes a note, and a second import adds nothing`() throws {
    let world = try IndexedVault()
    let books = try Self.books(Self.emma)
    try Self.run(books, in: world)
    let text = world.folder.read("vault/Books/Emma.md")
    #expect(
      text == """
        ---
        author: [Jane Austen, Ida Ash]
        isbn: "9780141439587"
        published: 1815
        edition-published: 2003
        pages: 474
        rating: 4
        status: read
        readings: [{finished: 2020-10-25}]
        tags: [fiction]
        created: 2020-10-01
        goodreads: 1
        ---
        # Emma

        ## Review

        Fine.

        Very.

        ## Private notes

        mine

        """)
    let book = try #require(Note(parsing: Array((text ?? "").utf8)).book)
    #expect(book.status == .read && book.halfStars == 8)
    #expect(book.readings == [Book.Reading(started: nil, finished: "2020-10-25")])
    let again = try Self.run(books, in: world)
    #expect(again.changes.isEmpty && again.differences.isEmpty && again.known == 1)
    #expect(world.folder.read("vault/Books/Emma.md") == text)
  }

  @Test func `a note that was renamed, moved and edited is found and keeps what it says`() throws {
    let world = try IndexedVault()
    let books = try Self.books(Self.emma)
    world.write(
      "---\r\n# by hand\r\ngoodreads: 1\r\nstatus: abandoned\r\nrating: ★★★★\r\n---\r\n# A novel\r\n\r\n## Review\r\nNo.\r\n",
      to: "Old/novel.md")
    let plan = try Self.run(books, in: world)
    let text = world.folder.read("vault/Old/novel.md") ?? ""
    #expect(
      text.hasPrefix("---\r\n# by hand\r\ngoodreads: 1\r\nstatus: abandoned\r\nrating: ★★★★\r\n"))
    #expect(text.contains("author: [Jane Austen, Ida Ash]\r\n"))
    #expect(
      text.hasSuffix("# A novel\r\n\r\n## Review\r\nNo.\r\n\r\n## Private notes\r\n\r\nmine\r\n"))
    #expect(plan.differences.map(\.key) == ["status", "Review"])
    #expect(plan.differences.first?.here == "abandoned" && plan.differences.first?.there == "read")
    let again = try Self.run(books, in: world)
    #expect(again.changes.isEmpty)
    #expect(again.differences == plan.differences)
  }

  @Test(arguments: [
    ("---\nisbn: 0-14-143958-0\n---\n# A novel\n", true),
    ("---\nauthor: Austen, Jane\ntype: book\n---\n# Emma (Penguin Classics)\n", true),
    ("---\nauthor: Jane Austen\naliases: [Emma]\n---\n# A novel\n", true),
    ("---\nauthor: Alexander McCall Smith\ntype: book\n---\n# Emma\n", false),
    ("---\ngoodreads: 2\nisbn: \"9780141439587\"\n---\n# Emma\n", true),
    ("---\ngoodreads: 2\nauthor: Jane Austen\n---\n# Emma\n", false),
    ("# Emma\n", false),
  ])
  func `a book is known by its ISBN, else by title and author`(note: String, isKnown: Bool) throws {
    let world = try IndexedVault()
    world.write(note, to: "Shelf/note.md")
    let plan = try Self.run(try Self.books(Self.emma), in: world)
    #expect(plan.changes.map { $0.old != nil } == [isKnown])
    #expect(world.folder.read("vault/Shelf/note.md")?.contains("goodreads: 1\n") == isKnown)
    #expect(try Self.run(try Self.books(Self.emma), in: world).changes.isEmpty)
  }

  @Test func `two editions with one title are two notes, and no file is overwritten`() throws {
    let world = try IndexedVault()
    world.write("mine", to: "Books/EMMA.md")
    let other = "2" + Self.emma.dropFirst()
    let plan = try Self.run(try Self.books(Self.emma, other), in: world, into: "Books")
    #expect(plan.changes.map(\.path.text) == ["Books/Emma 2.md", "Books/Emma 3.md"])
    #expect(world.folder.read("vault/Books/EMMA.md") == "mine")
    #expect(try Self.run(try Self.books(Self.emma, other), in: world).changes.isEmpty)
  }

  @Test func `a title with marks is shown as it is and found again`() throws {
    let world = try IndexedVault()
    let books = try Self.books("9,\"*Why* #C: a_b? [1/2] <x>\",A; B,,,0,,,,,,,to-read,,,0")
    try Self.run(books, in: world)
    let path = "vault/Books/Why C - a_b 1-2 x.md"
    let note = Note(parsing: Array((world.folder.read(path) ?? "").utf8))
    #expect(note.title == "*Why* #C: a_b? [1/2] <x>")
    #expect(note.hashtags.isEmpty)
    #expect(note.book?.authors == ["A; B"])
    #expect(note.book?.status == .want)
    #expect(try Self.run(books, in: world).changes.isEmpty)
  }

  @Test func `what cannot be added to safely is refused and the rest is imported`() throws {
    let world = try IndexedVault()
    world.write("---\ngoodreads: 1\n---\n```\nopen", to: "open.md")
    world.write("---\ngoodreads: 3\nbad: [\n---\n", to: "bad.md")
    let plan = try world.vault.planImport(
      try Self.books(Self.emma, "2,Persuasion,Jane Austen,,,0,,,,,,,read,,,1"))
    #expect(plan.changes.map(\.path.text) == ["Books/Persuasion.md"])
    #expect(plan.refusals.map(\.path?.text) == ["open.md"])
    #expect(plan.refusals.first?.reason as? ImportError == .noteIsOpen)
  }

  @Test(arguments: ["../out", "/tmp", ".hidden", "a/.b"])
  func `a folder that is hidden or leads out of the vault is refused`(folder: String) throws {
    let world = try IndexedVault()
    #expect(throws: ImportError.badFolder(folder)) {
      try world.vault.planImport([ImportedBook](), into: folder)
    }
  }

  @Test func `new books go where the settings say`() throws {
    let world = try IndexedVault()
    world.write("books.folder: Library/Novels\n", to: ".zib/config.yml")
    let plan = try Self.run(try Self.books(Self.emma), in: world)
    #expect(plan.changes.map(\.path.text) == ["Library/Novels/Emma.md"])
  }

  @Test func `a note that changes before it is written is left, and the rest is written`() throws {
    let world = try IndexedVault()
    world.write("---\ngoodreads: 1\n---\n# Emma\n", to: "Emma.md")
    let books = try Self.books(Self.emma, "2,Persuasion,Jane Austen,,,0,,,,,,,read,,,1")
    let plan = try world.vault.planImport(books)
    world.write("---\ngoodreads: 1\n---\n# Emma, edited\n", to: "Emma.md")
    let outcome = try world.vault.carryOut(plan)
    #expect(outcome.done.map(\.path.text) == ["Books/Persuasion.md"])
    #expect(outcome.refusals.map(\.path?.text) == ["Emma.md"])
    #expect(world.folder.read("vault/Emma.md") == "---\ngoodreads: 1\n---\n# Emma, edited\n")
    // Imported again, it is completed.
    #expect(try Self.run(books, in: world).changes.map(\.path.text) == ["Emma.md"])
    #expect(world.folder.read("vault/Emma.md")?.contains("# Emma, edited\n") == true)
  }

  @Test func `a book gets no second note where the note of its title cannot be read`() throws {
    let world = try IndexedVault()
    world.write("---\ngoodreads: 1\n---\n# Emma\n", to: "Books/Emma.md")
    world.folder.setSize(Int(VaultFolder.sizeLimit) + 1, of: "vault/Books/Emma.md")
    let plan = try world.vault.planImport(
      try Self.books(Self.emma, "2,Persuasion,Jane Austen,,,0,,,,,,,read,,,1"))
    #expect(plan.changes.map(\.path.text) == ["Books/Persuasion.md"])
    #expect(plan.refusals.map(\.item) == ["Emma"])
    #expect(plan.refusals.first?.reason as? WriteError != nil)
  }
}
