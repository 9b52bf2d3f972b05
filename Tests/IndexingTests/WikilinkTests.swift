import Files
import Indexing
import Notes
import TestSupport
import Testing
import VaultSandbox

/// The links that are copied or printed, to be put into any note.
@Suite struct WikilinkTests {
  private func links(_ files: [String], in folder: String? = nil) throws -> [String] {
    let world = try IndexedVault()
    if let folder { world.folder.makeFolder("vault/" + folder) }
    for file in files { world.write("x\n", to: file) }
    let search = VaultSearch(
      world.vault, try world.index(), today: CivilDate(daysSinceEpoch: 20_778), zone: .utc)
    return try files.map { try search.link(to: #require(NotePath($0))) }
  }

  @Test func `a note is called by its name where no other file can be taken for it`() throws {
    #expect(
      try links(["Books/Walden.md", "Ideas/Margins.markdown", "Pond.md"])
        == ["[[Walden]]", "[[Margins]]", "[[Pond]]"])
  }

  @Test
  func `of two files of one name each is called by its path, which leads to it from every folder`()
    throws
  {
    #expect(
      try links(["Pond.md", "a/Pond.md", "b/c/Pond.md"])
        == ["[[Pond]]", "[[a/Pond]]", "[[c/Pond]]"])
  }

  @Test func `the path is written from the vault's root where Obsidian is used`() throws {
    #expect(
      try links(["x/a/Pond.md", "y/Pond.md"], in: ".obsidian") == ["[[x/a/Pond]]", "[[y/Pond]]"])
  }
}
