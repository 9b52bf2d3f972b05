import Files
import TestSupport
import Testing

/// Symbolic links: those to places inside the vault are followed once, the others never.
struct LinkTests {
  @Test func `a link out of the vault is reported and not followed`() throws {
    let outside = try TemporaryFolder()
    outside.write("secret", to: "secret.md")
    let folder = try TemporaryFolder()
    folder.write("text", to: "a.md")
    folder.link("out", to: outside.path.text)
    folder.link("out.md", to: outside("secret.md"))
    let changes = try FolderWalk(root: folder.path).check()
    #expect(changes.added.map(\.path.text) == ["a.md"])
    #expect(changes.problems.map(\.kind) == [.linkLeavesVault, .linkLeavesVault])
    let read = VaultFolder(root: folder.path)
    let path = try #require(NotePath("out.md"))
    #expect(throws: WriteError.throughLink(path)) { try read.read(path) }
  }

  @Test(arguments: ["out/secret.md", "config.txt", "store/config", "again/out/secret.md"])
  func `nothing is read behind a link that leads out of the vault or to git`(
    _ text: String
  ) throws {
    let outside = try TemporaryFolder()
    outside.write("secret", to: "secret.md")
    let folder = try TemporaryFolder()
    folder.write("token", to: ".git/config")
    folder.link("out", to: outside.path.text)
    folder.link("config.txt", to: ".git/config")
    folder.link("store", to: ".git")
    folder.link("again", to: ".")
    let path = try #require(NotePath(text))
    #expect(throws: WriteError.throughLink(path)) {
      try VaultFolder(root: folder.path).read(path)
    }
    #expect(throws: WriteError.throughLink(path)) {
      try FolderReader(VaultFolder(root: folder.path)).read(path)
    }
    let named = folder.path.appending("none/../" + text)
    #expect(LinkOut(on: named, in: folder.path) == nil)
    let link = try #require(LinkOut(on: folder.path.appending("./" + text), in: folder.path))
    let places = ["out", "config.txt", "store"]
    #expect(places.contains(link.link.text))
    // Those that the person named themselves are read.
    #expect(LinkOut(on: DiskPath(outside("secret.md")), in: folder.path) == nil)
    #expect(LinkOut(on: folder.path.appending(".git/config"), in: folder.path) == nil)
    #expect(LinkOut(on: folder.path.appending("again/again"), in: folder.path) == nil)
  }

  @Test func `loops end and no note is found twice`() throws {
    let folder = try TemporaryFolder()
    folder.write("text", to: "a/b.md")
    folder.link("a/loop", to: "..")
    folder.link("a/self", to: "self")
    folder.link("again", to: "a")
    folder.link("again.md", to: "a/b.md")
    let changes = try FolderWalk(root: folder.path).check()
    #expect(changes.added.map(\.path.text) == ["a/b.md"])
    #expect(changes.problems.map(\.displayPath) == ["a/self"])
    var attachments: [String] = []
    try changes.table().forEachAttachment { attachments.append($0.text) }
    #expect(attachments == ["again.md"])
  }

  @Test func `what is hidden is found by the link that leads to it`() throws {
    let folder = try TemporaryFolder()
    folder.write("text", to: ".store/notes/a.md")
    folder.write("text", to: ".store/b.md")
    folder.link("notes", to: ".store/notes")
    folder.link("other", to: ".store/notes")
    folder.link("b.md", to: ".store/b.md")
    folder.age()
    let walk = FolderWalk(root: folder.path)
    let changes = try walk.check()
    #expect(changes.added.map(\.path.text) == ["b.md", "notes/a.md"])
    let table = try changes.table()
    #expect(try walk.check(table).isEmpty)
    folder.write("changed", to: ".store/b.md")
    folder.write("new", to: ".store/notes/c.md")
    let after = try walk.check(table)
    #expect(after.changed.map(\.path.text) == ["b.md"])
    #expect(after.added.map(\.path.text) == ["notes/c.md"])
    let path = try #require(NotePath("notes/a.md"))
    #expect(try VaultFolder(root: folder.path).read(path).bytes == Array("text".utf8))
    #expect(
      try FolderReader(VaultFolder(root: folder.path)).read(path).bytes == Array("text".utf8))
  }

  @Test func `a reader of many files reads and refuses as the folder does`() throws {
    let folder = try TemporaryFolder()
    folder.write("deep", to: "a/b/c.md")
    folder.write("wide", to: "d.md")
    folder.link("again", to: "a")
    folder.link("root.md", to: "a/b/c.md")
    let vault = VaultFolder(root: folder.path)
    let reader = FolderReader(vault)
    for (text, bytes) in [
      ("a/b/c.md", "deep"), ("d.md", "wide"), ("again/b/c.md", "deep"), ("root.md", "deep"),
    ] {
      let path = try #require(NotePath(text))
      #expect(try reader.read(path) == vault.read(path))
      #expect(try reader.read(path).bytes == Array(bytes.utf8))
    }
    for text in ["none.md", "a", "a/none/c.md"] {
      let path = try #require(NotePath(text))
      let error = try #require(throws: WriteError.self) { try vault.read(path) }
      #expect(throws: error) { try reader.read(path) }
    }
    // An editor's text goes before the file's.
    let path = try #require(NotePath("d.md"))
    let open = VaultFolder(root: folder.path, unsaved: [path: Array("typed".utf8)])
    #expect(try FolderReader(open).read(path).bytes == Array("typed".utf8))
  }

  @Test func `a link that is turned elsewhere is noticed`() throws {
    let folder = try TemporaryFolder()
    let outside = try TemporaryFolder()
    outside.write("secret", to: "s.md")
    folder.write("text", to: ".store/one/a.md")
    folder.write("text", to: ".store/two/b.md")
    folder.write("text", to: "plain.md")
    folder.link("here", to: ".store/one")
    let walk = FolderWalk(root: folder.path)
    var table = try walk.check().table(at: 2)
    folder.unlinkFile("here")
    folder.link("here", to: ".store/two")
    var changes = try walk.check(table)
    #expect(changes.added.map(\.path.text) == ["here/b.md"])
    #expect(changes.removed.map(\.path.text) == ["here/a.md"])
    table = try changes.table(at: 2)
    // The link itself stays as it is; what it leads to is moved out of the vault.
    folder.remove(".store/two")
    folder.link(".store/two", to: outside.path.text)
    changes = try walk.check(table)
    #expect(changes.removed.map(\.path.text) == ["here/b.md"])
    #expect(changes.added.isEmpty)
    #expect(changes.problems.map(\.kind) == [.linkLeavesVault])
  }

  @Test func `a broken link is reported and found once it leads somewhere`() throws {
    let folder = try TemporaryFolder()
    folder.write("text", to: "a.md")
    folder.link("later", to: ".store")
    let walk = FolderWalk(root: folder.path)
    let changes = try walk.check()
    #expect(changes.problems.map(\.kind) == [.brokenLink])
    folder.write("text", to: ".store/b.md")
    #expect(try walk.check(changes.table(at: 2)).added.map(\.path.text) == ["later/b.md"])
  }
}
