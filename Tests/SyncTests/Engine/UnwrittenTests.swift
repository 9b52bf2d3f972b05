import History
import Sync
import TestSupport
import Testing

/// P30: what cannot be written here keeps nothing else from going on.
struct UnwrittenTests {
  private let path = TreePath("Locked.md")

  /// Ada cannot write `Locked.md`, which is to come from Ben.
  private func devices(_ old: String?, then new: String?) throws -> TestDevices {
    let world = try TestDevices(
      ["Note.md": "text\n"].merging(old.map { ["Locked.md": $0] } ?? [:]) { $1 })
    world.ada.workTree.isUnwritable = { $0.text.hasPrefix("Locked") }
    if let new { world.ben.write("Locked.md", new) } else { world.ben.remove("Locked.md") }
    world.ben.write("Note.md", "text, edited\n")
    try world.ben.sync()
    return world
  }

  @Test(arguments: [nil, "old\n"])
  func `a file that cannot be written waits, and all else goes on`(old: String?) throws {
    let world = try devices(old, then: "new\n")
    let report = try world.ada.sync()
    #expect(report.outcome == .inStep)
    #expect(report.unwritten.map(\.path) == [path])
    #expect(report.unwritten.map(\.reason) == [.unwritable(code: 13)])
    #expect(world.ada.text("Note.md") == "text, edited\n")
    #expect(world.ada.text("Locked.md") == old)
    #expect(world.ada.committed["Locked.md"] == "new\n")
    #expect(world.ada.repository.presentlyStaged.first { $0.path == path }?.isSkipped == true)

    // Nothing is deleted or taken back by it, and the next sync writes nothing.
    world.ada.write("Other.md", "more\n")
    #expect(try world.ada.sync().unwritten.map(\.path) == [path])
    try world.ben.sync()
    #expect(
      world.ben.texts == [
        "Note.md": "text, edited\n", "Locked.md": "new\n", "Other.md": "more\n",
      ])
    // A later version waits as well, and an undo goes on.
    world.ben.write("Locked.md", "newer\n")
    try world.ben.sync()
    try world.ada.sync()
    _ = try world.ada.session.undo()
    #expect(world.ada.committed["Locked.md"] == "new\n")
    try world.ada.sync()

    world.ada.workTree.isUnwritable = { _ in false }
    let last = try world.ada.sync()
    #expect(last.unwritten == [])
    #expect(last.came.map(\.path) == [path])
    #expect(world.ada.text("Locked.md") == "new\n")
    #expect(world.ada.isClean)
    try world.ben.sync()
    #expect(world.ben.texts == world.ada.texts)
  }

  @Test(arguments: [nil, "old\n", "old, edited\n"])
  func `a damaged record is made again, and no version is lost`(inFolder: String?) throws {
    let world = try devices(inFolder == nil ? nil : "old\n", then: "new\n")
    try world.ada.sync()
    try world.ada.workTree.setUnwritten(Array("garbage".utf8))
    if let inFolder { world.ada.write("Locked.md", inFolder) }
    #expect(try world.ada.session.unwritten().map(\.path) == [path])
    let report = try world.ada.sync()
    #expect(report.recovery.recordMadeAgain)
    #expect(report.unwritten.map(\.path) == [path])
    #expect(world.ada.committed["Locked.md"] == "new\n")
    #expect(world.ada.text("Locked.md") == inFolder)
    #expect(try !world.ada.sync().recovery.recordMadeAgain)

    world.ada.workTree.isUnwritable = { _ in false }
    #expect(try world.ada.sync().unwritten == [])
    #expect(world.ada.texts.values.contains("new\n"))
    if let inFolder { #expect(world.ada.texts.values.contains(inFolder)) }
    #expect(world.ada.isClean)
    try world.ben.sync()
    #expect(world.ben.texts == world.ada.texts)
  }

  @Test(arguments: [nil, "new\n"])
  func `what waits to be removed is told apart from what waits to be written`(
    new: String?
  ) throws {
    let world = try devices("old\n", then: new)
    let report = try world.ada.sync()
    #expect(report.unwritten.map(\.path) == [path])
    #expect(report.unwritten.map(\.isDeleted) == [new == nil])
    #expect(world.ada.text("Locked.md") == "old\n")
  }

  @Test func `an edit of the old version is merged when the new one can be written`() throws {
    let world = try devices("a\nb\nc\nd\n", then: "A\nb\nc\nd\n")
    try world.ada.sync()
    world.ada.write("Locked.md", "a\nb\nc\nD\n")
    try world.ada.sync()
    #expect(world.ada.committed["Locked.md"] == "A\nb\nc\nd\n")
    world.ada.workTree.isUnwritable = { _ in false }
    try world.ada.sync()
    #expect(world.ada.text("Locked.md") == "A\nb\nc\nD\n")
    try world.ben.sync()
    #expect(world.ben.text("Locked.md") == "A\nb\nc\nD\n")
    #expect(world.ada.isClean)
  }

  @Test(arguments: [false, true])
  func `a version that waits does not replace the copy that a person took for the note`(
    isByHand: Bool
  ) throws {
    let world = try devices("a\n", then: "A\n")
    world.ada.workTree.isUnwritable = { _ in false }
    world.ada.write("Locked.md", "mine\n")
    _ = try world.ada.session.snapshot()
    world.ada.workTree.isUnwritable = { $0 == path }
    world.ben.clock.skew = 60
    world.ben.write("Locked.md", "B\n")
    try world.ben.sync()
    try world.ada.sync()
    let copy = try #require(world.ada.texts.first { $0.key.contains("conflict") })
    #expect(copy.value == "mine\n")
    #expect(world.ada.text("Locked.md") == "mine\n")

    world.ada.remove(copy.key)
    if isByHand { world.ada.commitAll() }
    try world.ada.sync()
    world.ada.workTree.isUnwritable = { _ in false }
    try world.ada.sync()
    // She has not seen the other version yet.
    #expect(Set(world.ada.texts.values) == ["text, edited\n", "mine\n", "B\n"])
    #expect(world.ada.isClean)
    try world.ben.sync()
    #expect(world.ben.texts == world.ada.texts)
  }

  @Test func `a note that waits to be removed is kept when its copy was deleted`() throws {
    let world = try TestDevices(["Note.md": "text\n", "Locked": "mine\n"])
    world.ada.workTree.isUnwritable = { $0 == TreePath("Locked") }
    world.ada.write("Locked", "mine, edited\n")
    _ = try world.ada.session.snapshot()
    world.ben.remove("Locked")
    world.ben.write("Locked/Note.md", "a folder\n")
    try world.ben.sync()
    try world.ada.sync()
    let copy = try #require(world.ada.texts.first { $0.key.contains("conflict") })
    #expect(copy.value == "mine, edited\n")
    world.ada.remove(copy.key)
    try world.ada.sync()
    world.ada.workTree.isUnwritable = { _ in false }
    try world.ada.sync()
    try world.ada.sync()
    #expect(world.ada.texts.values.contains("mine, edited\n"))
    #expect(world.ada.text("Locked/Note.md") == "a folder\n")
    try world.ben.sync()
    #expect(world.ben.texts == world.ada.texts)
  }

  /// Ada's folder ignores case, and plain git has brought two files of one name there.
  private func devicesAfterPull(
    _ first: String, _ second: String, isClone: Bool
  ) throws -> TestDevices {
    let world = TestDevices(naming: .insensitive)
    world.ada.workTree.ignoresCase = true
    world.ben.write(".zib/config.yml", "language: en\n")
    if !isClone {
      world.ben.write(first, "one\n")
      try world.ben.sync()
      try world.ada.sync()
    }
    world.ben.write(first, "one\n")
    world.ben.write(second, "two\n")
    try world.ben.sync()
    try world.ada.pull()
    #expect(world.ada.text(second) == "two\n")
    return world
  }

  private static let sharedNames = [
    ("Beans.md", "beans.md"), ("Lists", "lists/Shopping.md"), ("Lists/Shopping.md", "lists"),
  ]

  @Test(arguments: sharedNames, [false, true])
  func `a file that plain git wrote over with another of its name waits`(
    names: (String, String), isClone: Bool
  ) throws {
    let world = try devicesAfterPull(names.0, names.1, isClone: isClone)
    let report = try world.ada.sync()
    #expect(report.unwritten.map(\.path) == [TreePath(names.0)])
    #expect(report.unwritten.map(\.reason) == [.sameName])
    #expect(world.ada.head == world.ben.head)
    #expect(try world.ada.sync().snapshots.map(\.commit) == [nil])

    world.ada.write(names.1, "two, edited\n")
    world.ada.commitAll()
    try world.ada.sync()
    try world.ben.sync()
    #expect(world.ben.text(names.0) == "one\n")
    #expect(world.ben.text(names.1) == "two, edited\n")
    // It comes when the other goes.
    world.ben.remove(names.1)
    try world.ben.sync()
    try world.ada.sync()
    #expect(world.ada.text(names.0) == "one\n")
    #expect(world.ada.isClean)
  }

  @Test(arguments: sharedNames, [false, true])
  func `what is done to the one that stands is done to that one alone`(
    names: (String, String), isDeleted: Bool
  ) throws {
    let world = try devicesAfterPull(names.0, names.1, isClone: true)
    if isDeleted {
      world.ada.remove(names.1)
      world.ada.files.removeEmptyFolders()
    } else {
      world.ada.write(names.1, "two, edited\n")
    }
    try world.ada.sync()
    try world.ben.sync()
    #expect(world.ben.text(names.0) == "one\n")
    #expect(world.ben.text(names.1) == (isDeleted ? nil : "two, edited\n"))
    #expect(
      world.ada.text(isDeleted ? names.0 : names.1) == (isDeleted ? "one\n" : "two, edited\n"))
  }

  @Test func `two files of one name that are apart in the folder are both edited and deleted`()
    throws
  {
    let world = try TestDevices([
      ".zib/config.yml": "", "Beans.md": "one\n", "beans.md": "two\n", "Tea.md": "", "tea.md": "",
    ])
    world.ada.write("Beans.md", "one, edited\n")
    world.ada.write("beans.md", "two, edited\n")
    world.ada.remove("Tea.md")
    world.ada.remove("tea.md")
    #expect(try world.ada.sync { $0.confirm = { _ in true } }.unwritten == [])
    try world.ben.sync { $0.confirm = { _ in true } }
    #expect(
      world.ben.texts == [
        ".zib/config.yml": "", "Beans.md": "one, edited\n", "beans.md": "two, edited\n",
      ])
  }

  @Test func `a file that waits for the place of another comes when that one is deleted`() throws {
    let world = TestDevices(naming: .insensitive)
    world.ben.write("Beans.md", "one\n")
    world.ben.write("beans.md", "two\n")
    try world.ben.sync()
    #expect(try world.ada.sync().unwritten.map(\.path) == [TreePath("beans.md")])
    #expect(world.ada.texts == ["Beans.md": "one\n"])

    world.ada.remove("Beans.md")
    #expect(try world.ada.sync().unwritten == [])
    #expect(world.ada.texts == ["beans.md": "two\n"])
    #expect(world.ada.isClean)
    try world.ben.sync()
    #expect(world.ben.texts == ["beans.md": "two\n"])
  }

  @Test func `a deletion that cannot be done waits, and does not come back elsewhere`() throws {
    let world = try devices("old\n", then: nil)
    #expect(try world.ada.sync().unwritten.map(\.path) == [path])
    #expect(world.ada.text("Locked.md") == "old\n")
    try world.ada.sync()
    try world.ben.sync()
    #expect(world.ben.text("Locked.md") == nil)
    world.ada.workTree.isUnwritable = { _ in false }
    #expect(try world.ada.sync().unwritten == [])
    #expect(world.ada.text("Locked.md") == nil)
    #expect(world.ada.isClean)
  }

  @Test func `a folder of ignored files in its place is left alone`() throws {
    let world = try TestDevices(["Note.md": "text\n"])
    world.ada.workTree.isIgnored = { $0.text.hasSuffix(".log") }
    world.ada.write("Place/trace.log", "mine\n")
    world.ben.write("Place", "a file\n")
    world.ben.write("Note.md", "text, edited\n")
    try world.ben.sync()
    let report = try world.ada.sync()
    #expect(report.unwritten.map(\.reason) == [.folder])
    #expect(world.ada.texts == ["Note.md": "text, edited\n", "Place/trace.log": "mine\n"])
    world.ada.remove("Place/trace.log")
    #expect(try world.ada.sync().unwritten == [])
    #expect(world.ada.text("Place") == "a file\n")
    #expect(world.ada.isClean)
  }

  @Test func `a note that is made below its place stands beside it, and neither goes`() throws {
    let world = try TestDevices(["Note.md": "text\n"])
    world.ada.workTree.isIgnored = { $0.text.hasSuffix(".log") }
    world.ada.write("Place/trace.log", "mine\n")
    world.ben.write("Place", "a file\n")
    try world.ben.sync()
    try world.ada.sync()
    world.ada.write("Place/New.md", "new\n")
    try world.ada.sync()
    try world.ben.sync()
    let copy = try #require(world.ben.texts.keys.first { $0.hasPrefix("Place.conflict-") })
    #expect(
      world.ben.texts == ["Note.md": "text\n", "Place/New.md": "new\n", copy: "a file\n"])
    #expect(world.ada.text(copy) == "a file\n" && world.ada.text("Place/New.md") == "new\n")
  }

  @Test(arguments: [false, true])
  func `a file in the place of its folder does not delete it elsewhere`(comesMore: Bool) throws {
    let world = try TestDevices(["Note.md": "text\n"])
    world.ada.workTree.isUnwritable = { $0.text.hasPrefix("Place") }
    world.ben.write("Place/Deep/New.md", "new\n")
    try world.ben.sync()
    try world.ada.sync()
    world.ada.write("Place", "mine\n")
    try world.ada.sync()
    try world.ben.sync()
    #expect(world.ben.texts == ["Note.md": "text\n", "Place/Deep/New.md": "new\n"])
    #expect(world.ada.text("Place") == "mine\n")
    var expected = ["Note.md": "text\n", "Place/Deep/New.md": "new\n"]
    if comesMore {
      expected["Place/Deep/More.md"] = "more\n"
      world.ben.write("Place/Deep/More.md", "more\n")
      try world.ben.sync()
      try world.ada.sync()
    }
    world.ada.workTree.isUnwritable = { _ in false }
    try world.ada.sync()
    try world.ben.sync()
    let copy = try #require(world.ben.texts.keys.first { $0.hasPrefix("Place.conflict-") })
    expected[copy] = "mine\n"
    #expect(world.ben.texts == expected)
    #expect(world.ada.texts == world.ben.texts && world.ada.isClean)
  }

  @Test func `a file that is made in the place of its folder during a sync does not delete it`()
    throws
  {
    var (step, isLast) = (0, false)
    while !isLast {
      let world = try TestDevices(["Note.md": "text\n"])
      let path = TreePath("Place/Old.md")
      world.ada.workTree.isUnwritable = { $0 == path }
      world.ben.write(path.text, "old\n")
      try world.ben.sync()
      try world.ada.sync()
      world.ben.write("Place/New.md", "new\n")
      try world.ben.sync()
      let files = world.ada.files
      world.ada.faults.start()
      world.ada.faults.interloper = { call in
        let place = TreePath("Place")
        guard call.number == step, files.inode(at: place) == nil, !files.isFolder(place) else {
          return
        }
        files.replace(place, with: Array("mine\n".utf8))
      }
      try world.ada.sync()
      isLast = world.ada.faults.steps <= step
      world.ada.faults.interloper = nil
      world.ada.workTree.isUnwritable = { _ in false }
      for _ in 0..<2 {
        try world.ada.sync()
        try world.ben.sync()
      }
      let texts = world.ben.texts
      #expect(texts["Place/Old.md"] == "old\n" && texts["Place/New.md"] == "new\n", "step \(step)")
      #expect(world.ada.texts == texts && world.ada.isClean, "step \(step)")
      step += 1
    }
    #expect(step > 20)
  }

  @Test func `an older version in the way of what comes is no edit`() throws {
    let world = try TestDevices(["Place": "one\n"])
    world.ada.workTree.isUnwritable = { _ in true }
    world.ben.write("Place", "two\n")
    try world.ben.sync()
    try world.ada.sync()
    world.ben.remove("Place")
    world.ben.write("A.md", "a\n")
    world.ben.write("Place/New.md", "new\n")
    try world.ben.sync()
    #expect(try world.ada.sync().unwritten.count == 3)
    #expect(world.ada.texts == ["Place": "one\n"])
    world.ada.workTree.isUnwritable = { _ in false }
    #expect(try world.ada.sync().unwritten == [])
    #expect(world.ada.texts == ["A.md": "a\n", "Place/New.md": "new\n"])
    #expect(world.ada.isClean)
  }

  @Test func `a file in the place of a folder in which a deletion waits is not deleted`() throws {
    let world = try TestDevices(["Note.md": "text\n", "Place/Old.md": "old\n"])
    world.ada.workTree.isUnwritable = { $0.text.hasPrefix("Place") }
    world.ben.remove("Place/Old.md")
    world.ben.files.removeEmptyFolders()
    try world.ben.sync()
    try world.ada.sync()
    world.ben.write("Place", "a file\n")
    try world.ben.sync()
    #expect(try world.ada.sync().unwritten.count == 2)
    try world.ben.sync()
    #expect(world.ben.texts == ["Note.md": "text\n", "Place": "a file\n"])
    world.ada.workTree.isUnwritable = { _ in false }
    try world.ada.sync()
    #expect(try world.ada.sync().unwritten == [])
    #expect(world.ada.texts == world.ben.texts && world.ada.isClean)
  }

  @Test func `of two names that the folder takes for one, one waits until the other goes`() throws {
    let world = TestDevices(naming: .insensitive)
    world.ben.write("Note.md", "one\n")
    try world.ben.sync()
    try world.ada.sync()
    world.ben.write("note.md", "two\n")
    world.ben.write("Other.md", "text\n")
    try world.ben.sync()
    let report = try world.ada.sync()
    #expect(report.unwritten.map(\.path) == [TreePath("note.md")])
    #expect(report.unwritten.map(\.reason) == [.sameName])
    #expect(world.ada.texts == ["Note.md": "one\n", "Other.md": "text\n"])
    world.ada.write("Note.md", "one, edited\n")
    try world.ada.sync()
    try world.ben.sync()
    #expect(
      world.ben.texts == ["Note.md": "one, edited\n", "note.md": "two\n", "Other.md": "text\n"])
    world.ben.remove("Note.md")
    try world.ben.sync()
    try world.ada.sync()
    #expect(try world.ada.sync().unwritten == [])
    #expect(world.ada.texts == ["note.md": "two\n", "Other.md": "text\n"])
    #expect(world.ada.isClean)
  }

  @Test func `what an undo takes out of the history does not wait where nothing is`() throws {
    let world = try devices(nil, then: "new\n")
    #expect(try world.ada.sync().unwritten.map(\.path) == [path])
    _ = try world.ada.session.undo()
    #expect(try world.ada.session.unwritten() == [])
    #expect(world.ada.texts == ["Note.md": "text\n"])
    #expect(world.ada.isClean)
    // A deletion waits if something is at the path.
    let other = try devices("old\n", then: nil)
    #expect(try other.ada.sync().unwritten.map(\.path) == [path])
  }

  @Test func `what waits and is being written when plain git commits is written after all`() throws
  {
    let steps = try TestDevices.stoppingAdaAtEachStep(by: .kill) {
      let world = try devices(nil, then: "new\n")
      try world.ada.sync()
      world.ada.workTree.isUnwritable = { _ in false }
      world.ada.write("Other.md", "mine\n")
      return world
    } check: { world, step in
      world.ada.commitAll()
      try world.ada.sync()
      try world.ben.sync()
      #expect(world.ben.text("Locked.md") == "new\n", "step \(step)")
      #expect(world.ada.text("Locked.md") == "new\n", "step \(step)")
    }
    #expect(steps > 20)
  }

  @Test func `what is too large is not read, and waits`() throws {
    let world = try TestDevices(["Note.md": "text\n"])
    world.ada.workTree.sizeLimit = 100
    world.ben.write("Film.txt", String(repeating: "x", count: 101))
    world.ben.write("Note.md", "text, edited\n")
    try world.ben.sync()
    #expect(try world.ada.sync().unwritten.map(\.reason) == [.tooLarge(101)])
    #expect(world.ada.texts == ["Note.md": "text, edited\n"])
    world.ada.workTree.sizeLimit = .max
    #expect(try world.ada.sync().unwritten == [])
    #expect(world.ada.texts == world.ben.texts)
  }

  @Test func `a folder named like a file but for case waits, and neither goes`() throws {
    let world = TestDevices(naming: .insensitive)
    world.ben.write("Ideas", "a file\n")
    try world.ben.sync()
    try world.ada.sync()
    world.ben.write("ideas/New.md", "new\n")
    try world.ben.sync()
    #expect(try world.ada.sync().unwritten.map(\.reason) == [.sameName])
    #expect(world.ada.texts == ["Ideas": "a file\n"])
    try world.ada.sync()
    try world.ben.sync()
    #expect(world.ben.texts == ["Ideas": "a file\n", "ideas/New.md": "new\n"])
  }

  @Test func `a new case of a name waits with the old one that cannot be removed`() throws {
    let world = TestDevices(naming: .insensitive)
    world.ben.write("Note.md", "text\n")
    try world.ben.sync()
    try world.ada.sync()
    world.ada.workTree.isUnwritable = { $0.text.lowercased() == "note.md" }
    world.ben.files.move(TreePath("Note.md"), to: TreePath("note.md"))
    try world.ben.sync()
    #expect(try world.ada.sync().unwritten.count == 2)
    world.ada.write("Other.md", "text\n")
    try world.ada.sync()
    try world.ben.sync()
    #expect(world.ben.texts == ["note.md": "text\n", "Other.md": "text\n"])
    world.ada.workTree.isUnwritable = { _ in false }
    try world.ada.sync()
    #expect(try world.ada.sync().unwritten == [])
    #expect(world.ada.texts == ["note.md": "text\n", "Other.md": "text\n"])
    #expect(world.ada.isClean)
  }

  @Test(arguments: [nil, "old\n"])
  func `stopped anywhere, it waits and is written in the end`(old: String?) throws {
    for isMended in [false, true] {
      let steps = try TestDevices.stoppingAdaAtEachStep(by: .kill) {
        let world = try devices(old, then: "new\n")
        guard isMended else { return world }
        try world.ada.sync()
        world.ada.workTree.isUnwritable = { _ in false }
        return world
      } check: { world, step in
        try world.ada.sync()
        try world.ben.sync()
        #expect(world.ben.text("Locked.md") == "new\n", "stopped at \(step)")
        world.ada.workTree.isUnwritable = { _ in false }
        try world.ada.sync()
        #expect(world.ada.text("Locked.md") == "new\n", "stopped at \(step)")
        #expect(world.ada.isClean, "stopped at \(step)")
        #expect(world.ada.hiddenFiles == [], "stopped at \(step)")
      }
      #expect(steps > 10)
    }
  }
}
