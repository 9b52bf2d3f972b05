import Files
import Git
import History
import Layout
import Notes
import Steps
import Sync
import TestSupport
import Testing
import Vaults

@Suite(.enabled(if: Shell.hasGit, "there is no git program"))
struct MoveTests {
  private let world: CommittedVault
  private var folder: TemporaryFolder { world.folder }
  private var vault: Vault { world.vault }
  private var shell: Shell { world.shell }

  init() throws { world = try CommittedVault() }

  private func write(_ files: [String: String]) { world.write(files) }

  private func texts() -> [String: String] { world.texts() }

  private func request(_ from: String, _ to: String, isFolder: Bool = false) throws -> MoveRequest {
    MoveRequest(
      from: try #require(NotePath(from)), to: try #require(NotePath(to)), isFolder: isFolder)
  }

  @Test func `moves of random vaults keep every link, and are taken back with the same bytes`()
    throws
  {
    for seed in Fuzz.seeds(4) {
      var random = SeededRandom(seed: seed)
      for path in texts().keys { folder.remove("vault/" + path) }
      var world = LinkedVault(&random)
      write(world.files)
      _ = try vault.commit(confirm: { _ in true })
      for number in 0..<3 {
        // An edit that is in no commit yet.
        let edited = random.pick(world.files.keys.filter { $0.hasSuffix(".md") }.sorted())
        folder.write((world.files[edited] ?? "") + "typed \(number)\n", to: "vault/" + edited)
        let before = texts()
        let from = random.pick(before.keys.sorted())
        guard let to = world.freePath(like: from, &random) else { continue }
        let place = "seed \(seed): \(from) to \(to)"
        let plan = try vault.plannedMove(request(from, to))
        #expect(texts() == before, "\(place)")
        let report = try vault.move(request(from, to))
        let after = texts()
        #expect(report.plan.rewrites.map(\.new) == plan.rewrites.map(\.new), "\(place)")
        expectKept(before, after, from: from, to: to, place)
        _ = try vault.undo()
        #expect(texts() == before, "\(place)")
        _ = try vault.move(request(from, to))
        #expect(texts() == after, "\(place)")
        world.files = after
      }
    }
  }

  /// Each link of each note means the file that it meant, and no note changed but by its links.
  private func expectKept(
    _ before: [String: String], _ after: [String: String], from: String, to: String, _ place: String
  ) {
    let old = before.keys.sorted()
    let new = old.map { $0 == from ? to : $0 }
    #expect(Set(new) == Set(after.keys), "\(place)")
    let (former, latter) = (LinkResolver(paths: old), LinkResolver(paths: new))
    for (path, newPath) in zip(old, new) where path.hasSuffix(".md") {
      let note = Note(parsing: Array((before[path] ?? "").utf8))
      let newNote = Note(parsing: Array((after[newPath] ?? "").utf8))
      #expect(note.links.count == newNote.links.count, "\(place): \(path)")
      for (link, newLink) in zip(note.links, newNote.links) {
        guard case .file(let file, _) = former.resolve(link, in: note, at: path) else { continue }
        var found: Int?
        if case .file(let number, _) = latter.resolve(newLink, in: newNote, at: newPath) {
          found = number
        }
        #expect(found == file, "\(place): \(path): \(newNote.text(newLink.range))")
      }
    }
  }

  @Test func `one undo gives the same bytes, and keeps what was typed and not committed`() throws {
    write([
      "Old.md": "# Old\r\n[[#Old]] [x](F/b.md)\r\n", "F/b.md": "[[Old]] ![[Old#x|y]]",
      "c.md": "[[Old]]\n",
      "F/pic.png": "\u{0}\u{1}",
    ])
    _ = try vault.commit()
    write(["c.md": "[[Old]]\ntyped\n", "typed.md": "[[F/b]]\n"])
    let before = texts()
    let report = try vault.move(request("F", "G/H", isFolder: true))
    #expect(report.change.snapshot.commit != nil)
    #expect(report.plan.files.map(\.text) == ["F/b.md", "F/pic.png"])
    #expect(folder.read("vault/typed.md") == "[[G/H/b]]\n")
    #expect(folder.read("vault/Old.md") == "# Old\r\n[[#Old]] [x](G/H/b.md)\r\n")
    #expect(!folder.exists("vault/F"))
    let second = texts()
    _ = try vault.move(request("Old.md", "G/New.md"))
    #expect(folder.read("vault/G/H/b.md") == "[[New]] ![[New#x|y]]")
    #expect(shell.text("git status --porcelain") == "")
    _ = try vault.undo()
    #expect(texts() == second)
    _ = try vault.undo()
    #expect(texts() == before)
  }

  @Test func `a note that is protected, held back or not UTF-8 stops all of it`() throws {
    write(["Old.md": "x\n", "a.md": "[[Old]]\n", "b.md": "[[Old]]\n"])
    _ = try vault.commit()
    let head = shell.text("git rev-parse HEAD")
    let before = texts()
    let move = try request("Old.md", "New.md")
    folder.setMode(0o444, of: "vault/b.md")
    #expect(throws: WriteError.self) { try vault.move(move) }
    folder.setMode(0o644, of: "vault/b.md")
    #expect(texts() == before)
    #expect(shell.text("git rev-parse HEAD") == head)
    write(["b.md": "[[Old]]\nkey: AKIA" + "Q7ZX3MN2VB5TLC6R\n"])
    #expect(throws: MoveRefusal.heldBack(try #require(NotePath("b.md")))) { try vault.move(move) }
    write(["b.md": "[[Old]]\n"])
    folder.write(Array("[[Old]]\n".utf8) + [0xFF], to: folder("vault/b.md"))
    #expect(throws: MoveRefusal.notUTF8(try #require(NotePath("b.md")))) { try vault.move(move) }
    #expect(folder.exists("vault/Old.md") && !folder.exists("vault/New.md"))
    #expect(folder.read("vault/a.md") == "[[Old]]\n")
  }

  @Test func `permissions stay, and the time of a note that is not rewritten`() throws {
    write(["Old.md": "x\n", "F/a.md": "[[Old]]\n"])
    folder.setMode(0o600, of: "vault/Old.md")
    folder.setTime(1_600_000_000, of: "vault/Old.md")
    _ = try vault.move(request("Old.md", "F/New.md"))
    let status = try #require(FileStatus.at(DiskPath(folder("vault/F/New.md"))))
    #expect(status.permissions == 0o600)
    #expect(status.modified == 1_600_000_000 * 1_000_000_000)
    _ = try vault.undo()
    #expect(FileStatus.at(DiskPath(folder("vault/Old.md")))?.permissions == 0o600)
  }

  @Test(arguments: ["true", "input"])
  func `line ends stay as they are in the folder, whatever git would check out`(automatic: String)
    throws
  {
    write([
      "Old.md": "o\np\n", "lf.md": "l\n[[Old]]\n", "crlf.md": "l\r\n[[Old]]\r\n",
      "mixed.md": "l\r\n[[Old]]\nx\r\n",
    ])
    shell("git config core.autocrlf \(automatic)")
    _ = try vault.commit()
    let before = texts()
    _ = try vault.move(request("Old.md", "F/New.md"))
    #expect(
      texts() == [
        "F/New.md": "o\np\n", "lf.md": "l\n[[New]]\n", "crlf.md": "l\r\n[[New]]\r\n",
        "mixed.md": "l\r\n[[New]]\nx\r\n",
      ])
    #expect(shell.text("git status --porcelain") == "")
    _ = try vault.undo()
    #expect(texts() == before)
  }

  @Test func `a file that the system locks stops all of it`() throws {
    write(["Old.md": "x\n", "a.md": "[[Old]]\n"])
    _ = try vault.commit()
    shell("chattr +i Old.md 2> /dev/null")
    defer { shell("chattr -i Old.md a.md 2> /dev/null") }
    // Only root may lock a file, and not on every file system.
    guard shell.text("lsattr Old.md 2> /dev/null | cut -c 1-10").contains("i") else { return }
    try expectRefusal(
      .locked(try #require(NotePath("Old.md"))), of: request("Old.md", "New.md"))
    shell("chattr -i Old.md && chattr +i a.md")
    try expectRefusal(.locked(try #require(NotePath("a.md"))), of: request("Old.md", "New.md"))
  }

  @Test func `a link with a very long path follows`() throws {
    let deep = (0..<12).map { "\($0)" + String(repeating: "a", count: 80) }.joined(separator: "/")
    write([deep + "/T.md": "x\n", "a.md": "[[\(deep)/T]] [x](\(deep)/T.md)\n"])
    _ = try vault.move(request(deep + "/T.md", "T.md"))
    #expect(folder.read("vault/a.md") == "[[T]] [x](T.md)\n")
  }

  @Test func `a text of links that would need escapes is refused`() throws {
    write(["Old.md": "x\n", "a.md": "[[Old|Old]]\n"])
    _ = try vault.commit()
    var move = try request("Old.md", "a [b].md")
    move.changesText = true
    try expectRefusal(.text("a [b]", "["), of: move)
  }

  @Test func `a hashtag in a heading takes the links to it along`() throws {
    write(["H.md": "# H\n\n## On #old\n", "a.md": "#old [[H#On old]] [x](H.md#on-old)\n"])
    let paths = try ["H.md", "a.md"].map { try #require(NotePath($0)) }
    let plan = try vault.planRename(of: Hashtag("old"), to: Hashtag("new"), in: paths)
    #expect(plan.refusals.isEmpty)
    _ = try vault.apply(plan)
    #expect(folder.read("vault/H.md") == "# H\n\n## On #new\n")
    #expect(folder.read("vault/a.md") == "#new [[H#On new]] [x](H.md#on-new)\n")
  }

  @Test func `an undo gives each file of a folder its own permissions back`() throws {
    write(["F/a.md": "[x](../c.md)\n", "F/b/a.md": "b\n", "F/b.md": "b\n", "c.md": "c\n"])
    folder.setMode(0o600, of: "vault/F/a.md")
    folder.setMode(0o640, of: "vault/F/b/a.md")
    _ = try vault.move(request("F", "G/H", isFolder: true))
    #expect(folder.read("vault/G/H/a.md") == "[x](../../c.md)\n")
    _ = try vault.undo()
    let modes = ["F/a.md", "F/b/a.md", "F/b.md"].map {
      FileStatus.at(DiskPath(folder("vault/" + $0)))?.permissions
    }
    #expect(modes == [0o600, 0o640, 0o644])
  }

  @Test func `nothing is overwritten, and no name comes that differs in capitals alone`() throws {
    write(["a.md": "a\n", "B.md": "b\n", "F/c.md": "c\n"])
    #expect(throws: WriteError.exists(try #require(NotePath("B.md")))) {
      try vault.move(request("a.md", "B.md"))
    }
    #expect(throws: NewNoteError.existsAs(try #require(NotePath("B.md")))) {
      try vault.move(request("a.md", "b.md"))
    }
    #expect(throws: NewNoteError.existsAs(try #require(NotePath("F")))) {
      try vault.move(request("a.md", "f/a.md"))
    }
    _ = try vault.move(request("a.md", "A.md"))
    _ = try vault.move(request("F", "f", isFolder: true))
    #expect(texts() == ["A.md": "a\n", "B.md": "b\n", "f/c.md": "c\n"])
  }

  @Test func `a note with a conflict waits for it to be resolved`() throws {
    write(["a.md": "a\n", "a.conflict-12345678.md": "other\n"])
    let copy = try #require(NotePath("a.conflict-12345678.md"))
    #expect(throws: MoveRefusal.conflict(copy)) { try vault.move(request("a.md", "b.md")) }
    #expect(throws: MoveRefusal.conflict(copy)) {
      try vault.move(request("a.conflict-12345678.md", "b.md"))
    }
  }

  @Test func `a copy whose long name was cut holds its note back as well`() throws {
    let stem = String(repeating: "long ", count: 48)
    let note = try #require(NotePath("\(stem)a.md"))
    let name = ConflictName.name(
      for: note.name, digits: Array("12345678".utf8), infix: ConflictName.infix
    ) { _ in false }
    let copy = try #require(NotePath(bytes: name))
    #expect(copy.isOwnCopy(of: note) && ConflictName.isCut(copy.name, from: note.name))
    write([note.text: "a\n", copy.text: "other\n"])
    #expect(throws: MoveRefusal.conflict(copy)) { try vault.move(request(note.text, "b.md")) }
  }

  /// Refused alike when it is only planned, with nothing changed.
  private func expectRefusal(
    _ refusal: MoveRefusal, of move: MoveRequest, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let before = texts()
    let head = shell.text("git rev-parse HEAD")
    #expect(throws: refusal, sourceLocation: location) { try vault.plannedMove(move) }
    #expect(throws: refusal, sourceLocation: location) { try vault.move(move) }
    #expect(texts() == before, sourceLocation: location)
    #expect(shell.text("git rev-parse HEAD") == head, sourceLocation: location)
  }

  @Test func `a note that is in the history alone is not overwritten`() throws {
    write(["A.md": "a\n", "P/n.md": "p\n", "Sub/C.md": "c\n", "Old/n.md": "old\n"])
    _ = try vault.commit()
    shell("git update-index --skip-worktree Sub/C.md && rm -r Sub")
    let hidden = MoveRefusal.taken(try #require(NotePath("Sub/C.md")))
    for to in ["Sub/C.md", "sub/c.md", "sub/other.md", "Sub/C.md/A.md"] {
      try expectRefusal(hidden, of: request("A.md", to))
    }
    try expectRefusal(hidden, of: request("P", "Sub", isFolder: true))
    shell("git update-index --no-skip-worktree Sub/C.md && git checkout -q Sub/C.md")
    shell("git sparse-checkout set --no-cone '/*' '!/Old/'")
    try expectRefusal(
      .taken(try #require(NotePath("Old/n.md"))), of: request("P", "Old", isFolder: true))
    _ = try vault.move(request("A.md", "Sub/D.md"))
    #expect(texts() == ["P/n.md": "p\n", "Sub/C.md": "c\n", "Sub/D.md": "a\n"])
    // A note that was deleted leaves its name, also before that is committed.
    folder.remove("vault/Sub/C.md")
    _ = try vault.plannedMove(request("Sub/D.md", "Sub/C.md"))
    _ = try vault.move(request("Sub/D.md", "Sub/C.md"))
    #expect(texts() == ["P/n.md": "p\n", "Sub/C.md": "a\n"])
  }

  @Test func `no file of a folder comes where it would be ignored`() throws {
    write([
      ".gitignore": "Priv/F/secret.md\n*.log\n", "Priv/x.md": "x\n", "F/secret.md": "s\n",
      "F/run.log": "log\n", "F/open.md": "o\n", "a.md": "[[F/secret]]\n",
    ])
    shell("git add -f F/run.log")
    _ = try vault.commit()
    try expectRefusal(
      .leftOut(try #require(NotePath("Priv/F/secret.md"))),
      of: request("F", "Priv/F", isFolder: true))
    // One that was ignored all along may stay so.
    _ = try vault.move(request("F", "G", isFolder: true))
    #expect(folder.read("vault/G/run.log") == "log\n")
    #expect(folder.read("vault/a.md") == "[[G/secret]]\n")
  }

  @Test func `a path that the system cannot open is refused`() throws {
    write(["A.md": "a\n", "F/b.md": "b\n"])
    _ = try vault.commit()
    let deep = String(repeating: "a/", count: 2500) + "x"
    try expectRefusal(
      .tooLong(try #require(NotePath(deep + "/b.md"))), of: request("F", deep, isFolder: true))
    try expectRefusal(
      .tooLong(try #require(NotePath(deep + ".md"))), of: request("A.md", deep + ".md"))
    #expect(try vault.commit().snapshot.commit == nil)
  }

  @Test func `an edit that is held back is named, also where it alone has the link`() throws {
    write(["Old.md": "x\n", "L.md": "no link\n"])
    _ = try vault.commit()
    write(["L.md": "[[Old]]\nkey: AKIA" + "Q7ZX3MN2VB5TLC6R\n"])
    try expectRefusal(
      .heldBack(try #require(NotePath("L.md"))), of: request("Old.md", "New.md"))
    try expectRefusal(.sameName(try #require(NotePath("q.md"))), of: request("q.md", "q.md"))
  }

  // MARK: Beside the vault's own notes

  @Test func `canvases show what moved where it is now, and nothing else of them changes`() throws {
    let canvas =
      "{\n\t\"nodes\":[\n\t\t{\"type\":\"file\",\"file\" : \"F/\\u00dcber \\\"x\\\".md\",\"subpath\":\"#a\"},"
      + "\n\t\t{\"type\":\"group\",\"background\":\"F\\/p.png\"},{\"type\":\"text\",\"text\":\"file F/p.png\"},"
      + "{\"file\":\"Other.md\"}],\"edges\":[\"file\",\"F/p.png\"]\n}"
    write([
      "F/Über \"x\".md": "x\n", "F/p.png": "p\n", "F/in.canvas": "{\"file\":\"F/p.png\"}",
      "b.canvas": canvas, "Other.md": "x\n", "broken.canvas": "{\"file\":\"F/p.png",
    ])
    let before = texts()
    let plan = try vault.move(request("F", "G h", isFolder: true)).plan
    #expect(plan.rewrites.map(\.newPath.text) == ["b.canvas", "G h/in.canvas"])
    #expect(plan.linkCount == 3)
    #expect(folder.read("vault/G h/in.canvas") == "{\"file\":\"G h/p.png\"}")
    #expect(
      folder.read("vault/b.canvas")
        == canvas.replacing("F/\\u00dcber", with: "G h/Über").replacing(
          "F\\/p.png\"", with: "G h/p.png\""))
    #expect(folder.read("vault/broken.canvas") == before["broken.canvas"])
    _ = try vault.undo()
    #expect(texts() == before)
  }

  @Test func `links that cannot follow are named and stop nothing`() throws {
    write([
      "Old.md": "# H\n", "a.md": "[[Old]]\n", ".zib/templates/day.md": "[[Old]]\n",
      ".zib/templates/other.md": "[[a]]\n", "held.canvas": "{\"file\":\"Old.md\"}",
      "nested/in.md": "[[Old#H]] #t\n",
    ])
    shell(
      "cd nested && git init -q && git add . && git -c user.name=A -c user.email=a@b commit -qm x")
    _ = try vault.commit()
    let key = ",\"key\": \"AKIA" + "Q7ZX3MN2VB5TLC6R\""
    write(["held.canvas": "{\"file\":\"Old.md\"\(key)}"])
    let plan = try vault.move(request("Old.md", "New.md")).plan
    #expect(plan.rewrites.map(\.path.text) == ["a.md"])
    #expect(
      plan.left.map { "\($0.path.text) \($0.reason.rawValue)" } == [
        "held.canvas held-back", ".zib/templates/day.md template", "nested/in.md repository",
      ])
    #expect(folder.read("vault/nested/in.md") == "[[Old#H]] #t\n")
    write(["nested/in.md": "[[New#H]] #t\n"])
    let path = try #require(NotePath("New.md"))
    let inner = try #require(NotePath("nested/in.md"))
    #expect(try vault.rename(.anchor(path, "H", to: "I")).plan.left == [inner])
    write(["a.md": "#t\n"])
    #expect(try vault.rename(.hashtag(Hashtag("t"), to: Hashtag("u"))).plan.left == [inner])
    #expect(folder.read("vault/a.md") == "#u\n")
    #expect(throws: MoveRefusal.otherRepository(inner)) {
      try vault.move(request("nested/in.md", "in.md"))
    }
  }

  @Test func `files that cannot be read and may name what moves are named`() throws {
    write([
      ".gitignore": "/drafts/\n", "Old.md": "# H\n", "drafts/d.md": "d\n",
      "b.base": "b", "c.canvas": "{}", ".obsidian/app.json": "{}",
    ])
    let files = ["b.base", "c.canvas", ".obsidian/app.json", "drafts/d.md"]
    for file in files { shell("truncate -s 70000000 '\(file)'") }
    let plan = try vault.plannedMove(request("Old.md", "New.md"))
    #expect(
      plan.left.map { "\($0.path.text) \($0.reason.rawValue)" } == files.map { "\($0) unreadable" })
  }

  @Test func `notes that git ignores and whose links would lead nowhere are named`() throws {
    write([
      ".gitignore": "/Private.md\n/drafts/\n/kept/*\n!/kept/in.md\n", "Old.md": "# H\n",
      "a.md": "a\n",
      "Private.md": "[[Old#H]]\n", "drafts/x/d.md": "[o](../../Old.md)\n",
      "drafts/other.md": "[[a]] [[Old name]]\n", "drafts/old.txt": "[[Old]]\n",
      "kept/in.md": "in\n",
      "kept/out.md": "[[old]]\n", "drafts/.hidden/h.md": "[[Old]]\n",
      "drafts/own/o.md": "[[Old]]\n",
    ])
    shell("cd drafts/own && git init -q")
    _ = try vault.commit()
    let plan = try vault.plannedMove(request("Old.md", "New.md"))
    #expect(plan.rewrites.isEmpty)
    let stale = ["Private.md", "drafts/x/d.md", "kept/out.md"]
    #expect(
      plan.left.map { "\($0.path.text) \($0.reason.rawValue)" } == stale.map { "\($0) ignored" })
    #expect(
      try vault.move(request("Old.md", "f/Old.md")).plan.left.map(\.path.text) == ["drafts/x/d.md"])
    #expect(folder.read("vault/drafts/x/d.md") == "[o](../../Old.md)\n")
  }

  @Test func `nothing moves into a git repository of its own`() throws {
    write(["a.md": "# A\n\n## B\ntext\n", "f/b.md": "b\n", "nested/in.md": "in\n"])
    shell(
      "cd nested && git init -q && git add . && git -c user.name=A -c user.email=a@b commit -qm x")
    _ = try vault.commit()
    let before = texts()
    let nested = try #require(NotePath("nested"))
    for (from, to) in [("a.md", "nested/a.md"), ("f", "nested/x/f"), ("a.md", "nested/x/y/a.md")] {
      let place = try #require(NotePath(to))
      #expect(throws: MoveRefusal.intoRepository(place, nested), "\(to)") {
        try vault.move(request(from, to, isFolder: from == "f"))
      }
    }
    #expect(throws: MoveRefusal.intoRepository(try #require(NotePath("nested/b.md")), nested)) {
      try vault.split(
        SplitRequest(
          path: #require(NotePath("a.md")), heading: "B", to: #require(NotePath("nested/b.md"))))
    }
    #expect(texts() == before)
  }
}
