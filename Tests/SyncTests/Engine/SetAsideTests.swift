import History
import Sync
import TestSupport
import Testing

/// P27: what a device ignores never leaves it.
struct SetAsideTests {
  /// Ada ignores what is called private; Ben has sent files of such names.
  private func devices(_ path: String, ours: String, theirs: String) throws -> TestDevices {
    let world = try TestDevices(["Note.md": "text\n"])
    world.ada.workTree.isIgnored = { $0.text.contains("private") }
    world.ada.write(path, ours)
    world.ben.write(path, theirs)
    try world.ben.sync()
    return world
  }

  private func isAnywhere(_ text: String, in world: TestDevices) -> Bool {
    let blob = ObjectPool.id(ofBlob: Array(text.utf8))
    return world.pool.commits.contains { commit in
      world.pool.files(of: commit).values.contains { $0.id == blob }
    }
  }

  @Test(arguments: ["private.md", "private", "private/note.md", ".private"])
  func `an ignored file makes way for one that comes, and is in no commit`(path: String) throws {
    let world = try devices(path, ours: "PIN 1234\n", theirs: "my page\n")
    let report = try world.ada.sync()
    let copy = try #require(report.setAside.first)
    #expect(report.setAside.count == 1)
    #expect(IgnoredCopyName.original(of: copy) == TreePath(path))
    #expect(world.ada.text(path) == "my page\n")
    #expect(world.ada.text(copy.text) == "PIN 1234\n")
    #expect(try world.ada.sync().setAside == [])
    world.ada.commitAll()
    #expect(try world.ada.sync().setAside == [])
    try world.ben.sync()
    #expect(!isAnywhere("PIN 1234\n", in: world))
    #expect(world.ben.texts == ["Note.md": "text\n", path: "my page\n"])

    // Later versions are merged as ever, and the file goes when it goes there.
    world.ada.write(path, "my page, edited\n")
    try world.ada.sync()
    try world.ben.sync()
    #expect(world.ben.text(path) == "my page, edited\n")
    world.ben.remove(path)
    try world.ben.sync()
    try world.ada.sync()
    #expect(world.ada.texts == ["Note.md": "text\n", copy.text: "PIN 1234\n"])
  }

  @Test func `what makes way stays ignored though the rule for its folder goes`() throws {
    let world = try TestDevices([".gitignore": "private/\n", "Note.md": "text\n"])
    world.ada.write("private/note.md", "PIN 1234\n")
    world.ben.remove(".gitignore")
    world.ben.write("private/note.md", "my page\n")
    try world.ben.sync()
    let copy = try #require(try world.ada.sync().setAside.first)
    #expect(world.ada.text(copy.text) == "PIN 1234\n")
    #expect(world.ada.text("private/note.md") == "my page\n")
    // Plain git does not take it either.
    world.ada.commitAll()
    try world.ada.sync()
    #expect(!isAnywhere("PIN 1234\n", in: world))
  }

  @Test(arguments: [("", "*.tmp\n"), ("*.tmp\n", "")])
  func `a rule that moves to a file which cannot be written keeps what it ignores`(
    here: String, below: String
  ) throws {
    let world = try TestDevices([".gitignore": here, "sub/.gitignore": below])
    world.ada.write("sub/draft.tmp", "PIN 1234\n")
    let target = here.isEmpty ? ".gitignore" : "sub/.gitignore"
    world.ada.workTree.isUnwritable = { $0 == TreePath(target) }
    world.ben.write(".gitignore", below)
    world.ben.write("sub/.gitignore", here)
    try world.ben.sync()
    let report = try world.ada.sync()
    #expect(report.unwritten.map(\.path) == [TreePath(target)])
    #expect(report.stillIgnored == [TreePath("sub/draft.tmp")])
    world.ada.write("Note.md", "text\n")
    try world.ada.sync()
    #expect(world.ada.text("sub/draft.tmp") == "PIN 1234\n")
    #expect(!isAnywhere("PIN 1234\n", in: world))
  }

  @Test func `a file that is held back makes way as well`() throws {
    let world = try TestDevices(["Note.md": "text\n"])
    world.ada.write(".env", "PASSWORD=1\n")
    world.ben.write(".env", "PASSWORD=2\n")
    var ben = world.ben.session
    ben.holding.included = [TreePath(".env")]
    _ = try ben.sync(SyncOptions(remote: "origin"))
    let report = try world.ada.sync()
    let copy = try #require(report.setAside.first)
    #expect(world.ada.text(".env") == "PASSWORD=2\n")
    #expect(world.ada.text(copy.text) == "PASSWORD=1\n")
    #expect(!isAnywhere("PASSWORD=1\n", in: world))
  }

  @Test func `an ignored file makes way for a folder`() throws {
    let world = try TestDevices(["Note.md": "text\n"])
    world.ada.workTree.isIgnored = { $0 == TreePath("private") }
    world.ada.write("private", "PIN 1234\n")
    world.ben.write("private/page.md", "my page\n")
    try world.ben.sync()
    let copy = try #require(try world.ada.sync().setAside.first)
    #expect(world.ada.text("private/page.md") == "my page\n")
    #expect(world.ada.text(copy.text) == "PIN 1234\n")
    #expect(!isAnywhere("PIN 1234\n", in: world))
  }

  /// Ada's private file is hidden by a sync that is killed and whose journal is lost; then no name beside it is ignored.
  @Test func `one that a killed sync has hidden comes back where no name is ignored`() throws {
    let steps = try TestDevices.stoppingAdaAtEachStep(by: .kill, losesJournal: true) {
      let world = try TestDevices([".gitignore": "private.md\n", "Note.md": "text\n"])
      world.ada.write("private.md", "PIN 1234\n")
      world.ben.write("private.md", "my page\n")
      try world.ben.sync()
      return world
    } check: { world, step in
      world.ada.write(".gitignore", "!*.md\n")
      try world.ada.sync()
      try world.ada.sync()
      #expect(world.ada.hiddenFiles == [], "step \(step)")
      #expect(world.ada.texts.values.contains("PIN 1234\n"), "step \(step)")
      let isWithoutRule = world.ada.text("private.md") == "PIN 1234\n"
      if !isWithoutRule { #expect(!isAnywhere("PIN 1234\n", in: world), "step \(step)") }
    }
    #expect(steps > 20)
  }

  @Test(arguments: ["private.md", "private.md/page.md"])
  func `one for which no name is ignored stays untouched by the next sync`(theirs: String) throws {
    let world = try TestDevices([".gitignore": "private.md\n", "Note.md": "text\n"])
    world.ada.write("private.md", "PIN 1234\n")
    world.ben.write(".gitignore", "!*.md\n")
    try world.ben.sync()
    try world.ada.sync()
    world.ben.write(theirs, "my page\n")
    try world.ben.sync()
    try world.ada.sync()
    #expect(world.ada.text("private.md") == "PIN 1234\n")
    var touched: [String] = []
    world.ada.faults.trace = {
      if ["exchange", "displace", "place", "set journal"].contains($0.call) {
        touched.append($0.call)
      }
    }
    let report = try world.ada.sync()
    #expect(touched == [])
    #expect(report.unwritten.map(\.path) == [TreePath(theirs)])

    // It makes way once a name beside it is ignored.
    world.ada.faults.trace = nil
    world.ben.write(".gitignore", "")
    try world.ben.sync()
    try world.ada.sync()
    try world.ada.sync()
    #expect(world.ada.text(theirs) == "my page\n")
    #expect(world.ada.texts.values.contains("PIN 1234\n"))
    #expect(!isAnywhere("PIN 1234\n", in: world))
  }

  @Test func `an undo takes away what came, and the ignored file stays beside`() throws {
    let world = try devices("private.md", ours: "PIN 1234\n", theirs: "my page\n")
    let copy = try #require(try world.ada.sync().setAside.first)
    _ = try world.ada.session.undo()
    #expect(world.ada.texts == ["Note.md": "text\n", copy.text: "PIN 1234\n"])
    #expect(!isAnywhere("PIN 1234\n", in: world))
  }

  @Test(arguments: ["private.md", "private/note.md"])
  func `a file that is hidden when the sync stops stays ignored though its rule goes`(
    theirs: String
  ) throws {
    let ours = TreePath(theirs).components.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    var (step, count) = (0, 0)
    while true {
      let world = try TestDevices(["Note.md": "text\n"])
      world.ada.workTree.isIgnored = { $0 == TreePath(ours) }
      world.ada.write(ours, "PIN 1234\n")
      world.ben.write(theirs, "my page\n")
      try world.ben.sync()
      world.ada.settle()
      world.ada.faults.start()
      world.ada.faults.arm(.kill, at: step)
      do {
        try world.ada.sync()
      } catch is ProcessStopped {}
      guard world.ada.faults.stopped != nil else { break }
      step += 1
      var random = SeededRandom(seed: 0)
      world.ada.restart(&random)
      if world.ada.texts.values.contains("PIN 1234\n") { continue }
      count += 1
      world.ada.workTree.isIgnored = { _ in false }
      try world.ada.sync()
      #expect(!isAnywhere("PIN 1234\n", in: world), "stopped at \(step)")
      #expect(world.ada.texts.values.contains("PIN 1234\n"), "stopped at \(step)")
      #expect(world.ada.text(theirs) == "my page\n", "stopped at \(step)")
    }
    #expect(count > 0)
  }

  @Test(arguments: [FaultPlan.Fault.kill, .powerCut])
  func `stopped anywhere, it is in no commit and still there`(fault: FaultPlan.Fault) throws {
    for losesJournal in [false, true] {
      let steps = try TestDevices.stoppingAdaAtEachStep(by: fault, losesJournal: losesJournal) {
        try devices("private.md", ours: "PIN 1234\n", theirs: "my page\n")
      } check: { world, step in
        try world.ada.sync()
        try world.ben.sync()
        #expect(!isAnywhere("PIN 1234\n", in: world), "stopped at \(step)")
        #expect(world.ada.texts.values.contains("PIN 1234\n"), "stopped at \(step)")
        #expect(world.ada.text("private.md") == "my page\n", "stopped at \(step)")
        #expect(world.ada.hiddenFiles == [], "stopped at \(step)")
      }
      #expect(steps > 20)
    }
  }
}
