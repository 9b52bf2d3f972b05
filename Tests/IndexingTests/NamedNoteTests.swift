import Files
import Indexing
import Notes
import TestSupport
import Testing
import VaultSandbox

@Suite struct NamedNoteTests {
  private let world: IndexedVault

  init() throws {
    world = try IndexedVault()
    world.write("---\naliases: [The pond]\n---\n# Life in the woods\n", to: "Books/Walden.md")
    world.write("x\n", to: "Ideas/Marginalia.md")
    world.write("x\n", to: "Ideas/Margins of books.md")
    world.write("x\n", to: "People/Molière.md")
    world.write("x\n", to: "Pond/Frogs.md")
    world.write("x\n", to: "Ideas/Marginalia.conflict-0123abcd.md")
    world.write("x\n", to: "C#.md")
    world.write("x\n", to: "日記.md")
  }

  private func found(_ words: String) throws -> [String] {
    let search = VaultSearch(
      world.vault, try world.index(), today: CivilDate(daysSinceEpoch: 20_778), zone: .utc)
    return try search.notes(partlyNamed: words).map(\.path.text)
  }

  @Test(arguments: [
    ("wald", ["Books/Walden.md"]), ("WOODS", ["Books/Walden.md"]), ("pond", ["Books/Walden.md"]),
    ("woods life", ["Books/Walden.md"]), ("life woods", ["Books/Walden.md"]),
    ("marginal", ["Ideas/Marginalia.md"]), ("moliere", ["People/Molière.md"]),
    ("MOLIÈ", ["People/Molière.md"]), ("日", ["日記.md"]),
    ("margin", ["Ideas/Marginalia.md", "Ideas/Margins of books.md"]),
    ("books", ["Ideas/Margins of books.md"]), ("pond/", ["Pond/Frogs.md"]),
    ("people", ["People/Molière.md"]), ("ideas/margins", ["Ideas/Margins of books.md"]),
    ("", []), ("...", []), ("zzz", []), ("Walden#Life", []), ("md", []),
  ])
  func `a part of a name is enough, and folders count where no name has it`(
    words: String, paths: [String]
  ) throws {
    #expect(try Set(found(words)) == Set(paths))
  }

  @Test func `a name that begins so comes before one that has it inside, then the latest change`()
    throws
  {
    world.write("x\n", to: "Submarginal.md")
    world.folder.setTime(1_700_000_000, of: "vault/Ideas/Marginalia.md")
    world.folder.setTime(1_800_000_000, of: "vault/Ideas/Margins of books.md")
    #expect(
      try found("margin")
        == ["Ideas/Margins of books.md", "Ideas/Marginalia.md", "Submarginal.md"])
  }

  @Test func `the whole name is meant before longer ones`() throws {
    world.write("x\n", to: "Margin.md")
    let search = VaultSearch(
      world.vault, try world.index(), today: CivilDate(daysSinceEpoch: 20_778), zone: .utc)
    #expect(try search.notes(partlyNamed: "margin").only?.path.text == "Margin.md")
    #expect(try search.notes(partlyNamed: "margi").only == nil)
  }
}
