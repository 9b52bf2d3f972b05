import Exchange
import Imports
import Notes
import TestSupport
import Testing
import VaultSandbox

@Suite struct QuoteImportTests {
  private static func book(
    _ quotes: ClippedBook.Quote..., title: String = "Emma (Classics) (Austen, Jane)"
  ) -> [ClippedBook] {
    var text = ""
    for quote in quotes {
      let place =
        quote.locator.map {
          $0.replacing("p. ", with: "on page ").replacing("loc ", with: "at location ")
        } ?? ""
      if !quote.text.isEmpty {
        text += "\(title)\n- Your Highlight \(place) | Added on x\n\n\(quote.text)\n==========\n"
      }
      for note in quote.notes {
        text += "\(title)\n- Your Note \(place) | Added on x\n\n\(note)\n==========\n"
      }
    }
    return KindleClippings.read(Array(text.utf8)).books
  }

  private static let first = ClippedBook.Quote(
    text: "Seldom, very seldom, does complete truth belong to any human disclosure.",
    locator: "p. 12")
  private static let second = ClippedBook.Quote(
    text: "It is *such* a happiness.", locator: "loc 321", notes: ["ironic"])

  @discardableResult
  private static func run(
    _ books: [ClippedBook], in world: IndexedVault,
    deciding decide: @escaping (ImportPlan.Difference) -> ImportPlan.Decision = { _ in .open }
  ) throws -> ImportPlan {
    let plan = try world.vault.planImport(books, deciding: decide)
    #expect(try world.vault.carryOut(plan).refusals.isEmpty)
    return plan
  }

  @Test func `a passage that is brought back comes above its note that stayed`() throws {
    let world = try IndexedVault()
    let books = Self.book(Self.first, Self.second)
    try Self.run(books, in: world)
    let file = "vault/Books/Emma (Classics).md"
    let whole = try #require(world.folder.read(file))
    let passage = "> It is \\*such\\* a happiness. (loc 321)\n\n"
    #expect(whole.contains(passage + "ironic\n"))
    world.folder.write(whole.replacing(passage, with: ""), to: file)
    try Self.run(books, in: world, deciding: { _ in .take })
    #expect(world.folder.read(file) == whole)
  }

  @Test func `marked passages become quotes, and a second import adds nothing`() throws {
    let world = try IndexedVault()
    let books = Self.book(Self.first, Self.second)
    try Self.run(books, in: world)
    let file = "vault/Books/Emma (Classics).md"
    let text = world.folder.read(file)
    #expect(
      text == """
        ---
        author: Jane Austen
        type: book
        kindle: Emma (Classics) (Jane Austen)
        ---
        # Emma (Classics)

        > Seldom, very seldom, does complete truth belong to any human disclosure. (p. 12)

        > It is \\*such\\* a happiness. (loc 321)

        ironic

        """)
    let note = Note(parsing: Array((text ?? "").utf8))
    #expect(note.quotes.map { note.plainText(in: $0.text) } == [Self.first.text, Self.second.text])
    #expect(note.quotes.map { $0.locator.map { note.text($0) } } == ["p. 12", "loc 321"])
    let again = try Self.run(books, in: world)
    #expect(again.changes.isEmpty && again.known == 2 && again.differences.isEmpty)
  }

  @Test func `what was edited, moved or renamed since is not added again`() throws {
    let world = try IndexedVault()
    let books = Self.book(Self.first, Self.second)
    try Self.run(books, in: world)
    let file = "vault/Books/Emma (Classics).md"
    let edited = (world.folder.read(file) ?? "")
      .replacing("# Emma (Classics)", with: "# My Emma")
      .replacing("Seldom, very seldom, does", with: "Seldom does")
      .replacing("\n> It is \\*such\\* a happiness. (loc 321)\n\nironic\n", with: "")
    world.folder.write(edited, to: "vault/Read/Mine.md")
    world.folder.unlinkFile(file)
    world.write("> It is *such* a happiness.\n\nironic\n", to: "Elsewhere.md")
    let again = try Self.run(books, in: world)
    #expect(again.changes.isEmpty)
    #expect(again.known == 2)
    // Only the person changed it, whatever is taken where both did.
    #expect(again.differences.isEmpty)
    #expect(try Self.run(books, in: world) { _ in .take }.changes.isEmpty)
    // Nothing remembers what came.
    world.folder.remove("vault/.zib/imports")
    #expect(try Self.run(books, in: world).differences.map(\.key) == ["quote"])
  }

  @Test func `a note by hand gets what it does not have, with its own line ends`() throws {
    let world = try IndexedVault()
    let old =
      "---\r\nauthor: Jane Austen\r\n---\r\n# Emma\r\n\r\n> It is such a happiness. (loc 321)\r\n\r\nMore."
    world.write(old, to: "Emma.md")
    let plan = try Self.run(Self.book(Self.first, Self.second), in: world)
    #expect(plan.changes.map(\.items) == [2])
    #expect(
      world.folder.read("vault/Emma.md")
        == "---\r\nauthor: Jane Austen\r\nkindle: Emma (Classics) (Jane Austen)\r\n---\r\n# Emma\r\n\r\n> It is such a happiness. (loc 321)\r\n\r\nironic\r\n\r\nMore.\r\n\r\n> "
        + Self.first.text + " (p. 12)\r\n")
    #expect(try Self.run(Self.book(Self.first, Self.second), in: world).changes.isEmpty)
  }

  @Test func `a passage of several paragraphs is one quote`() throws {
    let world = try IndexedVault()
    let quote = ClippedBook.Quote(text: "One\n\n# two\n> three", locator: "p. 7")
    try Self.run(Self.book(quote), in: world)
    let note = Note(
      parsing: Array((world.folder.read("vault/Books/Emma (Classics).md") ?? "").utf8))
    #expect(note.quotes.count == 1)
    #expect(note.headings.count == 1)
    #expect(note.quotes.first?.locator.map { note.text($0) } == "p. 7")
    #expect(try Self.run(Self.book(quote), in: world).changes.isEmpty)
  }

  @Test func `a passage that a person took out of its note stays away until they want it`() throws {
    let world = try IndexedVault()
    let books = Self.book(Self.first, Self.second)
    try Self.run(books, in: world)
    let file = "vault/Books/Emma (Classics).md"
    let whole = world.folder.read(file) ?? ""
    let less = whole.replacing(
      "\n> \(Self.first.text) (p. 12)\n", with: ""
    ).replacing("\nironic\n", with: "")
    #expect(less.utf8.count < whole.utf8.count - 80)
    world.folder.write(less, to: file)

    let plan = try Self.run(books, in: world)
    #expect(plan.changes.isEmpty && plan.known == 1 && plan.leftOut == 2)
    #expect(plan.remarks.map(\.value) == [Self.first.text, "ironic"])
    let again = try Self.run(books, in: world)
    #expect(again.isEmpty && again.remarks.isEmpty && again.leftOut == 2)
    #expect(world.folder.read(file) == less)

    // A new passage still comes.
    let third = ClippedBook.Quote(text: "Silly things do cease to be silly.", locator: "loc 900")
    #expect(try Self.run(Self.book(Self.first, Self.second, third), in: world).leftOut == 2)
    #expect(world.folder.read(file) == less + "\n> \(third.text) (loc 900)\n")

    try Self.run(books, in: world) { _ in .take }
    let back = world.folder.read(file) ?? ""
    #expect(back.contains(Self.first.text) && back.contains("ironic"))
    // Taken out again, it is told again.
    world.folder.write(less, to: file)
    #expect(try Self.run(books, in: world).remarks.count == 2)
    // With its note all of it stays away, and comes back.
    world.folder.unlinkFile(file)
    #expect(try Self.run(books, in: world).changes.isEmpty)
    #expect(try Self.run(books, in: world) { _ in .take }.leftOut == 0)
    #expect(world.folder.read(file) == whole)
  }

  @Test func `a note without a passage that was taken out stays away`() throws {
    let world = try IndexedVault()
    let lone = ClippedBook.Quote(text: "", locator: "p. 7", notes: ["Ask Ana about this."])
    try Self.run(Self.book(Self.first, lone), in: world)
    let file = "vault/Books/Emma (Classics).md"
    let whole = world.folder.read(file) ?? ""
    let less = whole.replacing("\nAsk Ana about this. (p. 7)\n", with: "")
    #expect(less != whole)
    world.folder.write(less, to: file)
    #expect(try Self.run(Self.book(Self.first, lone), in: world).leftOut == 1)
    #expect(world.folder.read(file) == less)
  }

  private static func clippings(_ notes: [String], passage: Bool = true) -> [ClippedBook] {
    let head = "Emma (Jane Austen)\n- Your "
    let text =
      (passage
        ? "\(head)Highlight at location 100-120 | Added on x\n\nSeldom.\n==========\n" : "")
      + notes.map { "\(head)Note at location 120 | Added on x\n\n\($0)\n==========\n" }.joined()
    return KindleClippings.read(Array(text.utf8)).books
  }

  private static let (asked, better) = ("Does it *really*?", "Perhaps it does, see Proust.")

  @Test(arguments: [
    [asked, better], [better], [asked, "Does it?", better], [asked, "Does it"],
    [asked, "Does it *really* matter?"], ["Does it *really* matter?"], [asked, "Two\nlines"],
  ])
  func `a note that was rewritten on the device is brought forward`(notes: [String]) throws {
    let world = try IndexedVault()
    let file = "vault/Books/Emma.md"
    try Self.run(Self.clippings([Self.asked]), in: world)
    let old = try #require(world.folder.read(file))
    #expect(old.hasSuffix("\n\nDoes it \\*really\\*?\n"))
    world.folder.write(old + "\nMine.\n", to: file)
    let plan = try Self.run(Self.clippings(notes), in: world)
    #expect(plan.changes.count == 1 && plan.differences.isEmpty && plan.leftOut == 0)
    // The reader tells of texts that the file has.
    #expect(plan.remarks.map(\.value) == (notes == [Self.better] ? ["Does it *really*?"] : []))
    let new = notes[notes.count - 1].replacing("*", with: "\\*").replacing("\n", with: "\\\n")
    let now = old.replacing("Does it \\*really\\*?", with: new) + "\nMine.\n"
    #expect(world.folder.read(file) == now)
    for decision in [ImportPlan.Decision.open, .take] {
      let again = try Self.run(Self.clippings(notes), in: world) { _ in decision }
      #expect(again.isEmpty && again.leftOut == 0)
    }
  }

  @Test func `a note without a passage that was rewritten on the device is brought forward`() throws
  {
    let world = try IndexedVault()
    try Self.run(Self.clippings([Self.asked], passage: false), in: world)
    let notes = [Self.asked, "Does it *really* matter?"]
    try Self.run(Self.clippings(notes, passage: false), in: world)
    let text = try #require(world.folder.read("vault/Books/Emma.md"))
    #expect(text.hasSuffix("# Emma\n\nDoes it \\*really\\* matter? (loc 120)\n"))
  }

  @Test func `a note on a passage that a person rewrote stays, is told, and is taken once`() throws
  {
    let world = try IndexedVault()
    let file = "vault/Books/Emma.md"
    let books = Self.clippings([Self.asked])
    try Self.run(books, in: world)
    let old = try #require(world.folder.read(file))
    let mine = old.replacing("Does it", with: "Did it ever")
    world.folder.write(mine, to: file)
    for notes in [books, Self.clippings([Self.asked, "Does it *really* now?"])] {
      let plan = try Self.run(notes, in: world)
      #expect(plan.changes.isEmpty && plan.leftOut == 0 && plan.differences.map(\.key) == ["note"])
      #expect(plan.differences.first?.here == "Did it ever *really*?")
    }
    try Self.run(books, in: world) { _ in .take }
    #expect(world.folder.read(file) == old)
  }

  @Test func `two notes on one passage of which one was rewritten stay two`() throws {
    let world = try IndexedVault()
    let file = "vault/Books/Emma.md"
    let first = Self.clippings(["One."])
    try Self.run(first, in: world)
    let other =
      "Emma (Jane Austen)\n- Your Note at location 110 | Added on x\n\nTwo.\n==========\n"
    let text =
      "Emma (Jane Austen)\n- Your Highlight at location 100-120 | Added on x\n\nSeldom.\n==========\n"
      + "Emma (Jane Austen)\n- Your Note at location 120 | Added on x\n\nOne.\n==========\n" + other
    try Self.run(KindleClippings.read(Array(text.utf8)).books, in: world)
    #expect(world.folder.read(file)?.hasSuffix("(loc 100-120)\n\nTwo.\n\nOne.\n") == true)
    let later = text + other.replacing("Two.", with: "Three.")
    try Self.run(KindleClippings.read(Array(later.utf8)).books, in: world)
    #expect(world.folder.read(file)?.hasSuffix("(loc 100-120)\n\nThree.\n\nOne.\n") == true)
  }

  @Test(arguments: ["edited", "taken out", "without its note"])
  func `a highlight that was extended since stays as a person left its earlier form`(
    state: String
  ) throws {
    func clippings(_ passages: (text: String, place: String)...) -> [ClippedBook] {
      let text = passages.map {
        "Emma (Jane Austen)\n- Your Highlight at location \($0.place) | Added on x\n\n\($0.text)\n==========\n"
      }.joined()
      return KindleClippings.read(Array(text.utf8)).books
    }
    let short = ("Seldom, very seldom, does complete truth belong.", "100-102")
    let long = (
      "Seldom, very seldom, does complete truth belong. To any human disclosure.", "100-104"
    )
    let file = "vault/Books/Emma.md"
    let world = try IndexedVault()
    try Self.run(clippings(short), in: world)
    let whole = world.folder.read(file) ?? ""
    switch state {
    case "edited":
      world.folder.write(whole.replacing("complete truth", with: "the whole truth"), to: file)
    case "taken out":
      world.folder.write(
        whole.replacing("> \(short.0) (loc 100-102)\n", with: "Mine.\n"), to: file)
    default: world.folder.unlinkFile(file)
    }
    let mine = world.folder.read(file)
    let plan = try Self.run(clippings(short, long), in: world)
    #expect(plan.changes.isEmpty && world.folder.read(file) == mine)
    if state == "edited" {
      #expect(plan.differences.map(\.key) == ["quote"])
    } else {
      #expect(plan.leftOut == 1 && plan.remarks.map(\.value) == [long.0])
      #expect(try Self.run(clippings(short, long), in: world).remarks.isEmpty)
    }
    try Self.run(clippings(short, long), in: world) { _ in .take }
    #expect(world.folder.read(file)?.contains("> \(long.0) (loc 100-104)\n") == true)
  }
}
