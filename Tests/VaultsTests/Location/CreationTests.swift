import Files
import Notes
import TestSupport
import Testing
import Vaults

struct CreationTests {
  private let utc = Zone.utc
  /// 2026-11-21 08:15:09 UTC.
  private let now: Int64 = 1_795_248_909_000

  private func vault(_ folder: TemporaryFolder) throws -> Vault {
    try Vault.find(
      from: folder.path, environment: Environment(["XDG_CONFIG_HOME": folder("config")]))
  }

  @Test func `makes a vault whose settings are all defaults, and changes nothing the second time`()
    throws
  {
    let folder = try TemporaryFolder()
    let first = try Vault.create(at: folder.path.appending("new/vault"))
    #expect(
      first.made.map(\.text) == [
        ".zib/config.yml", ".zib/templates/note.md", ".zib/templates/journal.md",
        ".zib/cache/.gitignore",
      ])
    let configuration = Configuration.load(first.location, environment: Environment([:]))
    #expect(configuration == Configuration())
    folder.write("language: de\n", to: "new/vault/.zib/config.yml")
    let second = try Vault.create(at: folder.path.appending("new/vault"))
    #expect(second.made == [])
    #expect(second.kept.count == 4)
    #expect(folder.read("new/vault/.zib/config.yml") == "language: de\n")
  }

  @Test(arguments: [".zib", ".zib/cache"])
  func `a link does not have a vault made elsewhere`(link: String) throws {
    let folder = try TemporaryFolder()
    folder.makeFolder("elsewhere/cache")
    folder.makeFolder("vault")
    folder.link("vault/" + link, to: folder("elsewhere"))
    #expect(throws: WriteError.self) { try Vault.create(at: folder.path.appending("vault")) }
    #expect(folder.names(in: "elsewhere/cache") == [])
  }

  @Test func `every default of the settings file can be uncommented`() throws {
    let folder = try TemporaryFolder()
    _ = try Vault.create(at: folder.path)
    let text = try #require(folder.read(".zib/config.yml"))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let isSetting = ConfigurationKey.all.contains { line.hasPrefix("# \($0.name): ") }
      return isSetting ? String(line.dropFirst(2)) : String(line)
    }
    folder.write(lines.joined(separator: "\n"), to: ".zib/config.yml")
    let vault = try vault(folder)
    #expect(vault.configuration.problems == [])
    for key in ConfigurationKey.all where key.scope == .vault {
      let setting = vault.configuration.setting(key)
      #expect(setting.value == key.fallback && setting.source == .vault, "\(key.name)")
    }
  }

  @Test func `writes a note from a template`() throws {
    let folder = try TemporaryFolder()
    _ = try Vault.create(at: folder.path)
    let vault = try vault(folder)
    let draft = try vault.draft(NewNote(title: "Walden: or, Life"), at: now, in: utc)
    #expect(draft.path.text == "Walden - or, Life.md")
    #expect(
      draft.text == "---\ncreated: 2026-11-21\ntags: []\n---\n# Walden: or, Life\n\n\n")
    #expect(draft.line == 7)
    _ = try vault.create(draft)
    #expect(folder.read("Walden - or, Life.md") == draft.text)
    #expect(throws: WriteError.exists(draft.path)) { try vault.create(draft) }
    let other = try vault.draft(NewNote(title: "WALDEN: OR, life"), at: now, in: utc)
    #expect(throws: NewNoteError.existsAs(draft.path)) { try vault.create(other) }
  }

  @Test func `follows the settings, and the command before them`() throws {
    let folder = try TemporaryFolder()
    folder.write(
      "new: {folder: In, filename: '{{date:YYYY}}/{{slug}}'}\n", to: ".zib/config.yml")
    folder.write("By {{author}} ({{isbn}})", to: ".zib/templates/book.md")
    let vault = try vault(folder)
    let plain = try vault.draft(NewNote(title: "A B"), at: now, in: utc)
    #expect(plain.path.text == "In/2026/a-b.md")
    #expect(plain.text == "# A B\n\n")
    let book = try vault.draft(
      NewNote(
        title: "A B", folder: "/Books/", template: "book", variables: ["author": "Me"],
        body: "- [ ] read"), at: now, in: utc)
    #expect(book.path.text == "Books/2026/a-b.md")
    #expect(book.text == "By Me ({{isbn}})\n- [ ] read\n")
    #expect(book.unknown == ["isbn"])
    #expect(throws: NewNoteError.noTemplate("nope", available: ["book"])) {
      try vault.draft(NewNote(title: "x", template: "nope"), at: now, in: utc)
    }
  }

  @Test(arguments: ["../x", "a/../../x", ".hidden", "a/.b", "a/./b"])
  func `no folder leads out of the vault or hides the note`(name: String) throws {
    let folder = try TemporaryFolder()
    _ = try Vault.create(at: folder.path)
    let vault = try vault(folder)
    #expect(throws: NewNoteError.self) {
      try vault.draft(NewNote(title: "x", folder: name), at: now, in: utc)
    }
  }

  @Test func `changes one setting and keeps the comments`() throws {
    let folder = try TemporaryFolder()
    folder.write(
      """
      # mine
      language: en  # of the notes
      journal:
        # days
        folder: Journal # here
        pattern: YYYY
      exclude:
        - a
      """, to: ".zib/config.yml")
    var vault = try vault(folder)
    try vault.configure("language", to: "de", for: .vault)
    try vault.configure("journal.folder", to: "Tage: alle", for: .vault)
    try vault.configure("exclude", to: "b, c/", for: .vault)
    try vault.configure("new.folder", to: "In", for: .vault)
    #expect(
      folder.read(".zib/config.yml") == """
        # mine
        language: de  # of the notes
        journal:
          # days
          folder: "Tage: alle" # here
          pattern: YYYY
        exclude:
          - b
          - c/
        new.folder: In

        """)
    vault = try self.vault(folder)
    #expect(vault.configuration.problems == [])
    #expect(vault.configuration.text("journal.folder") == "Tage: alle")
    try vault.configure("journal.pattern", to: nil, for: .vault)
    try vault.configure("new.folder", to: nil, for: .vault)
    #expect(folder.read(".zib/config.yml")?.contains("pattern") == false)
    #expect(folder.read(".zib/config.yml")?.contains("new.folder") == false)
  }

  @Test func `a setting that cannot be is refused with what would do`() throws {
    let folder = try TemporaryFolder()
    _ = try Vault.create(at: folder.path)
    let vault = try vault(folder)
    #expect(throws: ConfigurationError.unknown("langage", suggestion: "language")) {
      try vault.configure("langage", to: "de", for: .vault)
    }
    #expect(throws: ConfigurationError.onlyForPerson("editor")) {
      try vault.configure("editor", to: "vi", for: .vault)
    }
    #expect(throws: ConfigurationError.self) {
      try vault.configure("language", to: "klingon", for: .vault)
    }
    try vault.configure("editor", to: "vi -n", for: .person)
    #expect(folder.read("config/zib/config.yml") == "editor: vi -n\n")
    try vault.configure("language", to: "de", for: .vault)
    #expect(try self.vault(folder).configuration.language == "de")
    folder.write("{language: en}\n", to: ".zib/config.yml")
    try vault.configure("language", to: "fr", for: .vault)
    #expect(folder.read(".zib/config.yml") == "{language: fr}\n")
    folder.write("language: [\n", to: ".zib/config.yml")
    #expect(throws: ConfigurationError.notEditable(vault.location.configurationFile)) {
      try vault.configure("language", to: "de", for: .vault)
    }
  }

  @Test(
    arguments: [
      ("/Sub/deep/x", nil, "Sub/deep/x.md", "# x\n"), ("/x.md", "Books", "x.md", "# x\n"),
      ("./x", "Books", "Books/x.md", "# x\n"), ("../y/x", "Books", "y/x.md", "# x\n"),
      ("A/B: what?", nil, "A-B - what.md", "# A/B: what?\n"), ("- x", nil, "x.md", "# - x\n"),
    ] as [(String, String?, String, String)])
  func `a title that begins as a path is one`(
    title: String, folder: String?, path: String, text: String
  ) throws {
    let world = try TemporaryFolder()
    world.makeFolder(".zib")
    let vault = try Vault.find(from: world.path, environment: Environment([:]))
    let draft = try vault.draft(NewNote(typed: title, folder: folder), at: 0, in: .utc)
    #expect(draft.path.text == path)
    #expect(draft.text.hasPrefix(text))
  }

  @Test(arguments: ["../x", "/../x", "/", "/a/", "./..", "/.git/x"])
  func `a path that leads out of the vault, names nothing or is hidden is told`(title: String)
    throws
  {
    let world = try TemporaryFolder()
    world.makeFolder(".zib")
    let vault = try Vault.find(from: world.path, environment: Environment([:]))
    #expect(throws: NewNoteError.self) {
      try vault.draft(NewNote(typed: title), at: 0, in: .utc)
    }
  }
}
