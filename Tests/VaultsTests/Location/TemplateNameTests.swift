import TestSupport
import Testing
import Vaults

struct TemplateNameTests {
  @Test func `the second version of a template that two devices changed is none to choose`() throws
  {
    let folder = try TemporaryFolder()
    for name in ["book", "book.conflict-1a2b3c4d", "book.sync-conflict-20261121-093000-ABCDEFG"] {
      folder.write("# {{title}}\n", to: ".zib/templates/\(name).md")
    }
    let vault = Vault(
      location: VaultLocation(root: folder.path, kind: .zib), configuration: Configuration(),
      environment: Environment([:]))
    #expect(vault.templates == ["book"])
  }
}
