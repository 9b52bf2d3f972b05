import History
import Sync
import TestSupport
import Testing

/// Files that a snapshot leaves for a person to decide (P28).
struct HoldingBackTests {
  private static let token = "gh" + "p_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17"

  private func snapshot(
    _ device: MemoryDevice, _ change: (inout HoldRules) -> Void = { _ in }
  ) throws -> SnapshotReport {
    var session = device.session
    session.holding.largestFile = 1_000
    session.holding.isExport = { $0.starts(with: "export".utf8) }
    change(&session.holding)
    return try session.snapshot()
  }

  @Test
  func
    `P28 a new secret, a large file and an export wait for the person, and the rest is committed`()
    throws
  {
    let ada = TestDevices().ada
    ada.write("Note.md", "text")
    ada.write(".env", "A=1")
    ada.write("film.mp4", String(repeating: "x", count: 1_001))
    ada.write("all.zip", "export")
    ada.write("Token.md", "see \(Self.token)")
    let report = try snapshot(ada)
    #expect(ada.committed.keys.sorted() == ["Note.md"])
    #expect(
      report.heldBack == [
        HeldBack(TreePath(".env"), .secret(Secret(kind: .name, line: nil))),
        HeldBack(TreePath("Token.md"), .secret(Secret(kind: .token("GitHub"), line: 1))),
        HeldBack(TreePath("all.zip"), .export),
        HeldBack(TreePath("film.mp4"), .tooLarge(size: 1_001, limit: 1_000)),
      ])
    #expect(try snapshot(ada).heldBack == report.heldBack)
    #expect(try ada.session.pendingSnapshot().heldBack.isEmpty == false)
  }

  @Test func `P28 what is included once is a file like any other`() throws {
    let ada = TestDevices().ada
    ada.write("keys/.env", "A=1")
    ada.write("keys/id_rsa", "x")
    ada.write("film.mp4", String(repeating: "x", count: 1_001))
    let report = try snapshot(ada) {
      $0.included = [TreePath("keys"), TreePath("film.mp4"), TreePath("nothing")]
    }
    #expect(report.heldBack == [])
    #expect(
      report.included == [TreePath("film.mp4"), TreePath("keys/.env"), TreePath("keys/id_rsa")])
    ada.write("keys/.env", "A=2")
    ada.write("film.mp4", String(repeating: "y", count: 2_000))
    let next = try snapshot(ada)
    #expect(next.heldBack == [])
    #expect(next.oversized.map(\.path) == [TreePath("film.mp4")])
    #expect(ada.committed["keys/.env"] == "A=2")
  }

  @Test func `what is tracked and only moves is not held back, for elsewhere it would be deleted`()
    throws
  {
    let ada = TestDevices().ada
    ada.write("Token.md", Self.token)
    ada.write("film.mp4", String(repeating: "x", count: 1_001))
    _ = try snapshot(ada) { $0.included = [.root] }
    ada.files.move(TreePath("Token.md"), to: TreePath("Old/Token.md"))
    ada.files.move(TreePath("film.mp4"), to: TreePath("Old/film.mp4"))
    let report = try snapshot(ada)
    #expect(report.heldBack == [])
    #expect(ada.committed.keys.sorted() == ["Old/Token.md", "Old/film.mp4"])
  }

  @Test(arguments: [
    ("keys/.env", "keys/.ENV", "A=1\nB=2\n"), ("keys/.env", ".env", "A=1\nB=2\n"),
    ("keys/.env", "old/.Env", "A=1\nB=2\n"),
  ])
  func `what is tracked, is renamed and edited is not held back`(
    old: String, new: String, text: String
  ) throws {
    let ada = TestDevices().ada
    ada.write(old, "A=1\n")
    _ = try snapshot(ada) { $0.included = [.root] }
    ada.files.move(TreePath(old), to: TreePath(new))
    ada.write(new, text)
    #expect(try snapshot(ada).heldBack == [])
    #expect(ada.committed == [new: text])
  }

  @Test func `where a folder ignores case, another case of a name is the same file`() throws {
    let ada = TestDevices(naming: .insensitive).ada
    ada.write("keys/.env", "A=1\n")
    _ = try snapshot(ada) { $0.included = [.root] }
    ada.files.move(TreePath("keys/.env"), to: TreePath("keys/.ENV"))
    ada.write("keys/.ENV", "B=2\n")
    #expect(try snapshot(ada).heldBack == [])
    #expect(ada.committed == ["keys/.ENV": "B=2\n"])
  }

  @Test func `P28 a secret is not taken for one that went from beside it`() throws {
    let ada = TestDevices().ada
    ada.write("keys/.ENV", "A=1\n")
    _ = try snapshot(ada) { $0.included = [.root] }
    ada.write("keys/.env", "MINE=1\n")
    ada.remove("keys/.ENV")
    #expect(try snapshot(ada).heldBack.map(\.path) == [TreePath("keys/.env")])
    #expect(ada.committed == [:])
  }

  @Test func `P28 another secret than the one that is gone is a new one`() throws {
    let ada = TestDevices().ada
    ada.write("a/.env", "A=1\nB=2\nC=3\n")
    _ = try snapshot(ada) { $0.included = [.root] }
    ada.remove("a/.env")
    ada.write("b/.env", "A=1\nX=9\nY=8\n")
    #expect(try snapshot(ada).heldBack.map(\.path) == [TreePath("b/.env")])
    #expect(ada.committed == [:])
  }

  @Test(arguments: [".env", "Old/id_rsa", "env.ignored-1a2b3c4d.example"])
  func `P28 what nothing held back is a new secret under the name of one`(name: String) throws {
    let ada = TestDevices().ada
    ada.write("env.example", "PASSWORD=\n")
    _ = try snapshot(ada)
    #expect(ada.committed == ["env.example": "PASSWORD=\n"])
    ada.files.move(TreePath("env.example"), to: TreePath(name))
    #expect(try snapshot(ada).heldBack.map(\.path) == [TreePath(name)])
    ada.write(name, "PASSWORD=walden\n")
    #expect(try snapshot(ada).heldBack.map(\.path) == [TreePath(name)])
    #expect(ada.committed == [:])
  }

  @Test func `P28 a secret stays held back when a file of the same bytes goes`() throws {
    let ada = TestDevices().ada
    ada.write("env.example", "PASSWORD=\n")
    ada.write(".env", "PASSWORD=\n")
    #expect(try snapshot(ada).heldBack.map(\.path) == [TreePath(".env")])
    ada.remove("env.example")
    #expect(try snapshot(ada).heldBack.map(\.path) == [TreePath(".env")])
    #expect(ada.committed == [:])
  }

  private func isAnywhere(_ text: String, in world: TestDevices) -> Bool {
    let blobs = world.pool.commits.flatMap { world.pool.files(of: $0).values.map(\.id) }
    return Set(blobs).contains { id in
      String(decoding: world.pool.blob(id) ?? [], as: UTF8.self).contains(text)
    }
  }

  @Test func `P28 an edit in which a secret is new stays in the folder, and the rest is committed`()
    throws
  {
    let world = try TestDevices(["Note.md": "one\n", "Other.md": "1\n"])
    world.ada.write("Note.md", "one\n\nkey \(Self.token)\n")
    world.ada.write("Other.md", "2\n")
    let secret = HeldBack.Reason.secretEdit(Secret(kind: .token("GitHub"), line: 3))
    for _ in 0..<2 {
      #expect(try world.ada.sync().heldBack == [HeldBack(TreePath("Note.md"), secret)])
    }
    try world.ben.sync()
    #expect(world.ben.texts == ["Note.md": "one\n", "Other.md": "2\n"])
    #expect(!isAnywhere(Self.token, in: world))

    // Without the secret it is an edit like any other.
    world.ada.write("Note.md", "one\n\nkey in the drawer\n")
    #expect(try world.ada.sync().heldBack == [])
    try world.ben.sync()
    #expect(world.ben.text("Note.md") == "one\n\nkey in the drawer\n")
  }

  @Test func `an edit with a secret is taken when it is included, and later edits of it are`()
    throws
  {
    let ada = TestDevices().ada
    ada.write("Note.md", "one\n")
    _ = try snapshot(ada)
    ada.write("Note.md", "one\nkey \(Self.token)\n")
    #expect(try snapshot(ada).heldBack.map(\.path) == [TreePath("Note.md")])
    let report = try snapshot(ada) { $0.included = [TreePath("Note.md")] }
    #expect((report.heldBack, report.included) == ([], [TreePath("Note.md")]))
    ada.write("Note.md", "two\nthe key is \(Self.token)\n")
    #expect(try snapshot(ada).heldBack == [])
    #expect(ada.isClean)
  }

  @Test(arguments: [true, false])
  func `an edit that is held back waits with what comes for its note, and is merged in the end`(
    isIncluded: Bool
  ) throws {
    let world = try TestDevices(["Note.md": "one\n\ntwo\n\nthree\n"])
    let edit = "one\n\ntwo\n\nthree, \(Self.token)\n"
    world.ada.write("Note.md", edit)
    for text in ["ONE\n\ntwo\n\nthree\n", "ONE!\n\ntwo\n\nthree\n"] {
      world.ben.write("Note.md", text)
      try world.ben.sync()
      let report = try world.ada.sync()
      #expect(report.unwritten.map(\.reason) == [.secretEdit])
      #expect(world.ada.text("Note.md") == edit)
      #expect(world.ada.committed["Note.md"] == text)
      #expect(world.ada.hiddenFiles == [])
    }
    #expect(!isAnywhere(Self.token, in: world))
    let end = isIncluded ? Self.token : "in the drawer"
    if !isIncluded { world.ada.write("Note.md", "one\n\ntwo\n\nthree, in the drawer\n") }
    var session = world.ada.session
    if isIncluded { session.holding.included = [TreePath("Note.md")] }
    let report = try session.sync(SyncOptions(remote: "origin"))
    #expect(report.unwritten == [])
    #expect(report.waited == [TreePath("Note.md")])
    #expect(report.editedMeanwhile == [])
    try world.ben.sync()
    for device in [world.ada, world.ben] {
      #expect(device.text("Note.md") == "ONE!\n\ntwo\n\nthree, \(end)\n")
      #expect(device.isClean)
    }
  }

  @Test func `a deletion waits while an edit of the note is held back, and the edit stays`() throws
  {
    let world = try TestDevices(["Note.md": "one\n", "Other.md": "1\n"])
    world.ada.write("Note.md", "one \(Self.token)\n")
    world.ben.remove("Note.md")
    try world.ben.sync()
    #expect(try world.ada.sync().unwritten.map(\.isDeleted) == [true])
    #expect(world.ada.text("Note.md") == "one \(Self.token)\n")
    world.ada.write("Note.md", "one, edited\n")
    try world.ada.sync()
    try world.ben.sync()
    #expect(world.ben.text("Note.md") == "one, edited\n")
    #expect(world.ada.isClean)
  }

  @Test func `an undo leaves an edit that is held back where it is`() throws {
    let world = try TestDevices(["Note.md": "one\n", "Other.md": "1\n"])
    world.ben.write("Note.md", "ONE\n")
    world.ben.write("Other.md", "2\n")
    try world.ben.sync()
    try world.ada.sync()
    world.ada.write("Note.md", "ONE \(Self.token)\n")
    _ = try world.ada.session.undo()
    #expect(world.ada.texts == ["Note.md": "ONE \(Self.token)\n", "Other.md": "1\n"])
    #expect(world.ada.committed == ["Note.md": "one\n", "Other.md": "1\n"])
    #expect(!isAnywhere(Self.token, in: world))
    world.ada.write("Note.md", "ONE\n")
    try world.ada.sync()
    #expect(world.ada.text("Note.md") == "one\n")
    #expect(world.ada.isClean)
  }

  @Test func `a note that is renamed while a secret comes into it stays on the other devices`()
    throws
  {
    let world = try TestDevices(["Note.md": "one\ntwo\nthree\n"])
    world.ada.files.move(TreePath("Note.md"), to: TreePath("Other.md"))
    world.ada.write("Other.md", "one\ntwo\nthree\n\(Self.token)\n")
    #expect(try world.ada.sync().heldBack.map(\.path) == [TreePath("Other.md")])
    try world.ben.sync()
    #expect(world.ben.texts == ["Note.md": "one\ntwo\nthree\n"])
    #expect(!isAnywhere(Self.token, in: world))
    world.ada.write("Other.md", "one\ntwo\nthree\nfour\n")
    try world.ada.sync()
    try world.ben.sync()
    #expect(world.ben.texts == ["Other.md": "one\ntwo\nthree\nfour\n"])
  }

  @Test func `a note that is renamed to a name that comes stays on the other devices`() throws {
    let world = try TestDevices(["Note.md": "one\ntwo\nthree\n"])
    world.ben.write("Other.md", "of Ben\n")
    try world.ben.sync()
    world.ada.files.move(TreePath("Note.md"), to: TreePath("Other.md"))
    let edit = "one\ntwo\nthree\n\(Self.token)\n"
    world.ada.write("Other.md", edit)
    for _ in 0..<2 {
      let report = try world.ada.sync()
      #expect(report.unwritten.map(\.reason) == [.secretEdit])
      #expect(world.ada.texts == ["Other.md": edit])
      #expect(world.ada.committed.keys.sorted() == ["Note.md", "Other.md"])
    }
    try world.ben.sync()
    #expect(world.ben.texts == ["Note.md": "one\ntwo\nthree\n", "Other.md": "of Ben\n"])
    #expect(!isAnywhere(Self.token, in: world))
    world.ada.write("Other.md", "one\ntwo\nthree\nfour\n")
    try world.ada.sync()
    try world.ben.sync()
    #expect(world.ben.text("Note.md") == nil)
    #expect(Set(world.ben.texts.values) == ["of Ben\n", "one\ntwo\nthree\nfour\n"])
    #expect(world.ada.texts == world.ben.texts)
  }

  @Test(arguments: [("Other", "Other/New.md"), ("Other/Note.md", "Other")])
  func `a note that is renamed to a name above or below one that comes stays on the others`(
    name: String, coming: String
  ) throws {
    let world = try TestDevices(["Note.md": "one\ntwo\nthree\n"])
    world.ben.write(coming, "of Ben\n")
    try world.ben.sync()
    world.ada.files.move(TreePath("Note.md"), to: TreePath(name))
    let edit = "one\ntwo\nthree\n\(Self.token)\n"
    world.ada.write(name, edit)
    for _ in 0..<3 {
      #expect(try world.ada.sync().unwritten.map(\.path) == [TreePath(coming)])
      #expect(world.ada.texts == [name: edit])
      #expect(world.ada.committed.keys.sorted() == ["Note.md", coming])
    }
    try world.ben.sync()
    #expect(world.ben.texts == ["Note.md": "one\ntwo\nthree\n", coming: "of Ben\n"])
    #expect(!isAnywhere(Self.token, in: world))
    world.ada.write(name, "one\ntwo\nthree\nfour\n")
    try world.ada.sync()
    try world.ben.sync()
    #expect(world.ben.text("Note.md") == nil)
    #expect(Set(world.ben.texts.values) == ["of Ben\n", "one\ntwo\nthree\nfour\n"])
    #expect(world.ada.texts == world.ben.texts)
  }

  @Test func `a note that is renamed but for case is not deleted while its edit is held back`()
    throws
  {
    let world = try TestDevices(["Note.md": "one\n"])
    world.ada.files.move(TreePath("Note.md"), to: TreePath("note.md"))
    world.ada.write("note.md", "one \(Self.token)\n")
    #expect(try world.ada.sync().heldBack.map(\.path) == [TreePath("note.md")])
    try world.ben.sync()
    #expect(world.ben.texts == ["Note.md": "one\n"])
    world.ada.write("note.md", "one, edited\n")
    try world.ada.sync()
    try world.ben.sync()
    #expect(world.ben.texts == ["note.md": "one, edited\n"])
  }

  @Test(arguments: [FaultPlan.Fault.kill, .powerCut])
  func `stopped anywhere, an edit that is held back is in no commit and still there`(
    fault: FaultPlan.Fault
  ) throws {
    for losesJournal in [false, true] {
      let edit = "one\n\ntwo \(Self.token)\n"
      let steps = try TestDevices.stoppingAdaAtEachStep(by: fault, losesJournal: losesJournal) {
        let world = try TestDevices(["Note.md": "one\n\ntwo\n"])
        world.ada.write("Note.md", edit)
        world.ben.write("Note.md", "ONE\n\ntwo\n")
        world.ben.write("New.md", "new\n")
        try world.ben.sync()
        return world
      } check: { world, step in
        try world.ada.sync()
        try world.ben.sync()
        #expect(!isAnywhere(Self.token, in: world), "stopped at \(step)")
        #expect(world.ada.texts.values.contains(edit), "stopped at \(step)")
        #expect(world.ben.text("Note.md") == "ONE\n\ntwo\n", "stopped at \(step)")
        #expect(world.ada.hiddenFiles == [], "stopped at \(step)")
      }
      #expect(steps > 20)
    }
  }

  @Test func `what was staged by hand is decided`() throws {
    let ada = TestDevices().ada
    ada.write("Note.md", "text")
    ada.write(".env", "A=1")
    let version = FileVersion(mode: .file, id: try ada.repository.write(blob: Array("A=1".utf8)))
    try ada.repository.setStaged([
      TreePath(".env"): StagedEntry(path: TreePath(".env"), version: version, stamp: nil)
    ])
    #expect(try snapshot(ada).heldBack == [])
    #expect(ada.committed.keys.sorted() == [".env", "Note.md"])
  }

  @Test func `P28 a .zib of which nothing is left is not a deletion, and a single template is`()
    throws
  {
    let own = [
      ".zib/config.yml": "language: en\n", ".zib/templates/note.md": "# {{title}}\n",
      ".zib/reviews/ada/2026.log": "1\n", ".zib/reviews/ben/2026.log": "2\n",
    ]
    let world = try TestDevices(own.merging(["Note.md": "text"]) { $1 })
    for path in own.keys { world.ada.remove(path) }
    world.ada.write("Note.md", "edit")
    let report = try world.ada.sync()
    #expect(report.heldBack == [HeldBack(TreePath(".zib"), .missingSettings)])
    try world.ben.sync()
    #expect(world.ben.texts == own.merging(["Note.md": "edit"]) { $1 })
    #expect(world.ada.committed == world.ben.texts)

    let other = try TestDevices(own.merging(["Note.md": "text"]) { $1 })
    other.ada.remove(".zib/templates/note.md")
    #expect(try other.ada.sync().heldBack == [])
    try other.ben.sync()
    #expect(other.ben.text(".zib/templates/note.md") == nil)
  }

  @Test
  func
    `P28 a log of reviews is never deleted by a snapshot, and comes back with what is new in it`()
    throws
  {
    let world = try TestDevices([
      ".zib/config.yml": "", ".zib/reviews/ben/2026.log": "1\n", "Note.md": "text",
    ])
    world.ada.remove(".zib/reviews/ben/2026.log")
    let path = TreePath(".zib/reviews/ben/2026.log")
    #expect(try world.ada.sync().heldBack == [HeldBack(path, .missingReviews)])
    world.ben.write(path.text, "1\n2\n")
    try world.ben.sync()
    try world.ada.sync()
    #expect(world.ada.text(path.text) == "1\n2\n")
    #expect(world.ada.isClean)
  }

  @Test(arguments: ["", "1\n", "1\n3\n", "2\n"])
  func `P28 a log of reviews that has lost lines is held back until it has them again`(text: String)
    throws
  {
    let world = try TestDevices([
      ".zib/config.yml": "", ".zib/reviews/ada/2026.log": "1\n2\n", "Note.md": "text",
    ])
    let path = TreePath(".zib/reviews/ada/2026.log")
    world.ada.write(path.text, text)
    world.ada.write("Note.md", "edit")
    #expect(try world.ada.sync().heldBack == [HeldBack(path, .shortenedReviews)])
    try world.ben.sync()
    #expect(world.ben.text(path.text) == "1\n2\n")
    #expect(world.ben.text("Note.md") == "edit")
    world.ada.write(path.text, "1\n2\n3\n")
    #expect(try world.ada.sync().heldBack == [])
    try world.ben.sync()
    #expect(world.ben.text(path.text) == "1\n2\n3\n")
  }

  @Test(arguments: [nil, "1\n", "3\n"], [false, true])
  func `P28 a log of reviews that another device deleted or cut off is kept, and comes back there`(
    text: String?, hasDiverged: Bool
  ) throws {
    let world = try TestDevices([
      ".zib/config.yml": "", ".zib/reviews/ada/2026.log": "1\n2\n", "Note.md": "text",
      ".zib/reviews/.gitignore": "x\n",
    ])
    let path = TreePath(".zib/reviews/ada/2026.log")
    if let text {
      world.ada.write(path.text, text)
    } else {
      world.ada.remove(path.text)
      world.ada.remove(".zib/reviews/.gitignore")
    }
    world.ada.commitAll()
    try world.ada.sync()
    if hasDiverged { world.ben.write("Note.md", "edit") }
    let report = try world.ben.sync()
    #expect(report.ownFilesKept.contains(path))
    // The order of the lines counts nothing.
    let expected = text == "3\n" ? ["1", "2", "3"] : ["1", "2"]
    for _ in 1...2 {
      #expect(
        world.ben.text(path.text)?.split(separator: "\n").map(String.init).sorted() == expected)
      #expect(world.ben.text(".zib/reviews/.gitignore") == "x\n")
      try world.ada.sync()
      try world.ben.sync()
    }
    #expect(world.ada.texts == world.ben.texts)
    #expect(world.ada.head == world.ben.head)
  }

  @Test func `P28 a .zib that another device deleted is kept, and a single template is not`() throws
  {
    let own = [
      ".zib/config.yml": "language: en\n", ".zib/templates/note.md": "# {{title}}\n",
      ".zib/reviews/ada/2026.log": "1\n",
    ]
    let world = try TestDevices(own.merging(["Note.md": "text"]) { $1 })
    world.ada.remove(".zib/templates/note.md")
    try world.ada.sync()
    #expect(try world.ben.sync().ownFilesKept == [])
    #expect(world.ben.text(".zib/templates/note.md") == nil)
    for path in own.keys { world.ada.remove(path) }
    world.ada.commitAll()
    try world.ada.sync()
    #expect(
      try world.ben.sync().ownFilesKept.map(\.text)
        == [".zib/config.yml", ".zib/reviews/ada/2026.log"])
    #expect(world.ben.text(".zib/config.yml") == "language: en\n")
  }

  @Test func `an undo brings back a log of reviews that was deleted`() throws {
    let log = ".zib/reviews/ada/2026.log"
    let world = try TestDevices([".zib/config.yml": "", log: "1\n2\n", "Note.md": "text"])
    world.ada.remove(log)
    world.ada.commitAll()
    // As plain git takes it in.
    world.ben.repository.receive(historyOf: try #require(world.ada.head))
    _ = try world.ben.session.merge(try #require(world.ada.head))
    #expect(world.ben.text(log) == nil)
    _ = try world.ben.session.undo()
    #expect(world.ben.text(log) == "1\n2\n")
    #expect(world.ben.isClean)
  }

  @Test func `restoring brings back a log of reviews whose deletion is held back`() throws {
    let (log, rules) = (".zib/reviews/ada/2026.log", ".zib/reviews/.gitattributes")
    let world = try TestDevices([
      ".zib/config.yml": "", log: "1\n2\n", rules: "*.log -text\n", "Note.md": "text",
    ])
    world.ada.remove(log)
    world.ada.remove(rules)
    let report = try world.ada.sync()
    #expect(report.heldBack == [HeldBack(TreePath(log), .missingReviews)])
    #expect(world.ada.committed[rules] != nil)
    var files: [TreePath: FileVersion?] = [:]
    for (path, version) in world.pool.files(of: world.ada.head) { files[path] = version }
    let restored = try world.ada.session.restore(files, subject: "Restore")
    #expect(restored.update != nil)
    #expect(world.ada.text(log) == "1\n2\n")
    #expect(world.ada.isClean)
  }

  @Test func `P28 what is held back and plain git commits is told when it is sent`() throws {
    let world = try TestDevices([".zib/config.yml": "", "Note.md": "one\ntwo\n"])
    let ada = world.ada
    ada.write("Note.md", "one\ntwo\nkey: \(Self.token)\n")
    ada.write(".env", "A=1")
    ada.write("Plain.md", "plain")
    ada.commitAll()
    // A secret that the last version lacks is in the history that is sent.
    ada.write("Note.md", "one\ntwo\n")
    let report = try ada.sync()
    #expect(
      report.takenByGit.map(\.file) == [
        HeldBack(TreePath(".env"), .secret(Secret(kind: .name, line: nil))),
        HeldBack(TreePath("Note.md"), .secretEdit(Secret(kind: .token("GitHub"), line: 3))),
      ])
    #expect(try ada.sync().takenByGit == [])
    #expect(try world.ben.sync().takenByGit == [])
    ada.write("keys/.env", "A=1")
    var session = ada.session
    session.holding.included = [TreePath("keys")]
    _ = try session.snapshot()
    #expect(try ada.sync().takenByGit == [])
  }

  @Test func `no version is restored over an edit that is held back`() throws {
    let world = try TestDevices(["Note.md": "one\n", "Other.md": "other\n"])
    let ada = world.ada
    let old = world.pool.files(of: ada.head).mapValues(Optional.init)
    ada.write("Note.md", "one\nnew\n")
    try ada.sync()
    ada.write("Note.md", "one\nnew\nkey: \(Self.token)\n")
    ada.write("Other.md", "edited\n")
    let report = try ada.session.restore(old, subject: "Restore")
    #expect(report.heldBack == [TreePath("Note.md")])
    #expect(ada.text("Note.md")?.hasSuffix("\(Self.token)\n") == true)
    #expect(ada.committed["Note.md"] == "one\nnew\n" && ada.text("Other.md") == "other\n")
    ada.remove("Note.md")
    ada.write("Moved.md", "one\nnew\nkey: \(Self.token)\n")
    let moved = try ada.session.restore(old, subject: "Restore")
    #expect(moved.heldBack == [TreePath("Moved.md")])
    #expect(ada.committed["Note.md"] == "one\nnew\n" && ada.text("Note.md") == nil)
  }

  @Test func `lines that a log of reviews has lost come before what it has`() {
    func joined(_ old: String, _ new: String) -> String {
      String(decoding: ReviewLogText.joining(Array(old.utf8), Array(new.utf8)), as: UTF8.self)
    }
    #expect(joined("1\n2\n", "") == "1\n2\n")
    #expect(joined("1\n2\n", "3\n") == "1\n2\n3\n")
    #expect(joined("1\n2\n", "1\n2\n3\n") == "1\n2\n3\n")
    #expect(joined("1\nhalf", "1\n2\n") == "1\n2\n")
  }
}
