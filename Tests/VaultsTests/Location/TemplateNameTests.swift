import Notes
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

  @Test func `a template is found by the name that is listed, with either ending of notes`() throws
  {
    let folder = try TemporaryFolder()
    folder.write("# {{title}}\n\nTo be read.\n", to: ".zib/templates/book.markdown")
    let vault = Vault(
      location: VaultLocation(root: folder.path, kind: .zib), configuration: Configuration(),
      environment: Environment([:]))
    #expect(vault.templates == ["book"])
    for name in ["book", "book.markdown"] {
      let draft = try vault.draft(NewNote(title: "Walden", template: name), at: 0, in: .utc)
      #expect(draft.text == "# Walden\n\nTo be read.\n")
    }
  }
}
