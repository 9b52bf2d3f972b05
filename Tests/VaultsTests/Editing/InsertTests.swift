import Files
import Indexing
import Notes
import TestSupport
import Testing
import VaultSandbox
import Vaults

@Suite struct InsertTests {
  private let world: IndexedVault

  init() throws { world = try IndexedVault() }

  private func path(_ name: String) throws -> NotePath { try #require(NotePath(name)) }

  @Test func `only the note that is named changes, and a protected or linked one does not`() throws
  {
    world.write("a\r\n", to: "a.md")
    world.write("b\n", to: "b.md")
    world.folder.link("vault/link.md", to: "b.md")
    let insertion = NoteInsertion("new", at: .end)
    let inserted = try world.vault.insert(insertion, into: path("a.md"))
    #expect(inserted.line == 3 && !inserted.isNewNote)
    #expect(world.folder.read("vault/a.md") == "a\r\n\r\nnew\r\n")
    #expect(throws: WriteError.throughLink(try path("link.md"))) {
      try world.vault.insert(insertion, into: path("link.md"))
    }
    world.folder.setMode(0o444, of: "vault/b.md")
    #expect(throws: WriteError.readOnly(try path("b.md"))) {
      try world.vault.insert(insertion, into: path("b.md"))
    }
    #expect(world.folder.read("vault/b.md") == "b\n")
  }

  @Test func `an inbox is made once, and its name in other capitals is that of the inbox`() throws {
    let insertion = NoteInsertion("x", at: .end, as: .item)
    #expect(try world.vault.insert(insertion, into: path("Inbox.md"), isMade: true).isNewNote)
    #expect(try !world.vault.insert(insertion, into: path("Inbox.md"), isMade: true).isNewNote)
    #expect(world.folder.read("vault/Inbox.md") == "# Inbox\n\n- x\n- x\n")
    #expect(throws: NewNoteError.self) {
      try world.vault.insert(insertion, into: path("INBOX.md"), isMade: true)
    }
    world.write("capture.note: ../outside\n", to: ".zib/config.yml")
    #expect(try world.vault.captureNote() == path("Inbox.md"))
    #expect(world.vault.configuration.problems.map(\.kind) == [.unfit])
  }

  @Test func `an inbox in a folder is the inbox while no other note has its name`() throws {
    #expect(try world.vault.captureNote().text == "Inbox.md")
    world.write("templates.folder: Templates\n", to: ".zib/config.yml")
    world.write("# Inbox\n", to: "Templates/Inbox.md")
    #expect(try world.vault.captureNote().text == "Inbox.md")
    world.write("# Inbox\n", to: "GTD/inbox.md")
    #expect(try world.vault.captureNote().text == "GTD/inbox.md")
    world.write("# Inbox\n", to: "Old/Inbox.md")
    #expect(try world.vault.captureNote().text == "Inbox.md")
  }

  @Test func `the same bytes are attached once, and nothing is overwritten`() throws {
    world.write("[[b]]\n", to: "a.md")
    world.write("b\n", to: "b.md")
    world.write("own", to: "Attachments/pic.png")
    func attach(_ name: String, _ text: String) throws -> AttachReport {
      try world.vault.attach(
        [AttachmentSource(name: name, bytes: Array(text.utf8), path: nil)], to: path("a.md"))
    }
    #expect(try attach("pic.png", "mine").files.map(\.path.text) == ["Attachments/pic 2.png"])
    #expect(try attach("other.png", "mine").files.map(\.isCopied) == [false])
    #expect(try attach("PIC.PNG", "x").files.map(\.path.text) == ["Attachments/PIC 3.PNG"])
    #expect(try attach("a:b#c.txt", "t").files.map(\.path.text) == ["Attachments/a-bc.txt"])
    #expect(world.folder.read("vault/Attachments/pic.png") == "own")
    let note = try #require(world.folder.read("vault/a.md"))
    #expect(note.hasPrefix("[[b]]\n\n![[pic 2.png]]\n\n![[pic 2.png]]\n\n"))
    #expect(note.hasSuffix("[[a-bc.txt]]\n"))
  }

  @Test func `where the note cannot take the link nothing is copied`() throws {
    world.write("```\nopen\n", to: "a.md")
    #expect(throws: NoteInsertionError.noteIsOpen) {
      try world.vault.attach(
        [AttachmentSource(name: "x.png", bytes: [1], path: nil)], to: path("a.md"))
    }
    #expect(!world.folder.exists("vault/Attachments"))
    world.write("attachments.folder: ../out\n", to: ".zib/config.yml")
    world.write("a\n", to: "a.md")
    let report = try world.vault.attach(
      [AttachmentSource(name: "x.png", bytes: [1], path: nil)], to: path("a.md"))
    #expect(report.files.map(\.path) == [try path("Attachments/x.png")])
    #expect(world.vault.configuration.problems.map(\.kind) == [.unfit])
  }

  @Test func `what was listed and touched last is kept outside of the vault`() throws {
    let recent = try #require(RecentNotes(world.environment))
    let vault = world.vault
    #expect(recent.touched(in: vault) == nil && recent.listed(in: "one") == nil)
    try recent.touch(path("é/b.md"), in: vault)
    let places = [ListedPlace(try path("a.md")), ListedPlace(try path("b.md"), line: 7)]
    try recent.remember(places, of: vault, in: "one")
    #expect(recent.touched(in: vault)?.text == "é/b.md")
    #expect(recent.listed(in: "one")?.places == places && recent.listed(in: "two") == nil)
    #expect(recent.listed(in: "one")?.root == vault.root)
    let folder = "home/.local/state/zib/recent"
    for name in world.folder.names(in: folder) {
      for damage in ["", "/", "a\0b", "\0\0\0", "/v\0../x\0\0"] {
        world.folder.write(damage, to: "\(folder)/\(name)")
        _ = recent.touched(in: vault)
        #expect(recent.listed(in: "one")?.places.isEmpty ?? true)
      }
    }
  }
}
