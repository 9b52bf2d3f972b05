import Files
import OperatingSystem
import TestSupport
import Testing

struct FolderWalkTests {
  @Test func `finds notes and leaves out what is none`() throws {
    let folder = try TemporaryFolder()
    for name in [
      "a.md", "B.MD", "c.markdown", "d/e.Markdown", "d/f/g.md", ".hidden.md", ".git/x.md",
      ".obsidian/y.md", "node_modules/z.md", "d/node_modules/z.md", "text.txt", "d/picture.png",
      "md", "x.mdx",
    ] {
      folder.write("text", to: name)
    }
    let changes = try FolderWalk(root: folder.path).check()
    #expect(
      changes.added.map(\.path.text) == ["B.MD", "a.md", "c.markdown", "d/e.Markdown", "d/f/g.md"])
    #expect(changes.added.map(\.number) == [0, 1, 2, 3, 4])
    #expect(changes.problems.isEmpty)
    let table = try changes.table()
    var attachments: [String] = []
    table.forEachAttachment { attachments.append($0.text) }
    #expect(attachments == ["md", "text.txt", "x.mdx", "d/picture.png"])
    #expect(table.folders.map(\.text) == ["d", "d/f"])
    #expect((0..<5).map { table.path(ofNote: $0)?.text } == changes.added.map(\.path.text))
    var all: [String] = []
    table.forEachNote { number, path in all.append("\(number) \(path.text)") }
    #expect(all == changes.added.map { "\($0.number) \($0.path.text)" })
  }

  @Test func `an unchanged folder gives no changes and needs no new table`() throws {
    let folder = try TemporaryFolder()
    for index in 0..<300 { folder.write("text", to: "f\(index % 7)/\(index).md") }
    folder.age()
    let walk = FolderWalk(root: folder.path)
    let table = try walk.check().table()
    let changes = try walk.check(table)
    #expect(changes.isEmpty)
    #expect(changes.newTable == nil)
    #expect(changes.noteCount == 300)
  }

  @Test func `tells what was added, changed, removed and renamed`() throws {
    let folder = try TemporaryFolder()
    for name in ["a.md", "b.md", "c/d.md", "c/e.md", "c/f/g.md", "h/i.md"] {
      folder.write("text", to: name)
    }
    folder.age()
    let walk = FolderWalk(root: folder.path)
    let table = try walk.check().table(at: 2)

    folder.write("more text", to: "b.md")
    folder.unlinkFile("c/d.md")
    folder.write("new", to: "c/new.md")
    folder.move("c/f", to: "c/z")
    folder.remove("h")
    let changes = try walk.check(table)
    #expect(changes.added.map(\.path.text) == ["c/new.md", "c/z/g.md"])
    #expect(changes.changed.map(\.path.text) == ["b.md"])
    #expect(changes.changed.map(\.isCertain) == [true])
    #expect(changes.removed.map(\.path.text) == ["c/d.md", "c/f/g.md", "h/i.md"])
    #expect(changes.noteCount == 5)
  }

  @Test func `a note that could not be read is new the next time`() throws {
    let folder = try TemporaryFolder()
    for name in ["a.md", "b.md", "c.md"] { folder.write("text", to: name) }
    folder.age()
    let walk = FolderWalk(root: folder.path)
    var builder = try #require(try walk.check().newTable)
    builder.forget(note: 1)
    var changes = try walk.check(FolderTable(MappedBytes(builder.finish())))
    #expect(changes.added.map(\.path.text) == ["b.md"])
    #expect(changes.changed.isEmpty)
    builder = try #require(changes.newTable)
    builder.forget(note: 1)
    folder.unlinkFile("b.md")
    changes = try walk.check(FolderTable(MappedBytes(builder.finish())))
    #expect(changes.removed.map(\.path.text) == ["b.md"])
    #expect(changes.noteCount == 2)
  }

  @Test func `a change of one note in place is seen where no folder changed`() throws {
    let folder = try TemporaryFolder()
    for index in 0..<1000 { folder.write("text", to: "big/\(index).md") }
    folder.age()
    let walk = FolderWalk(root: folder.path)
    let table = try walk.check().table()
    folder.write("TEXT", to: "big/517.md")
    folder.setTime(1_000_000_000, of: "big/517.md")
    let changes = try walk.check(table)
    #expect(changes.changed.map(\.path.text) == ["big/517.md"])
    #expect(changes.added.isEmpty && changes.removed.isEmpty)
  }

  @Test
  func `a note of the same size and time is looked at again if it was touched while it was read`()
    throws
  {
    let folder = try TemporaryFolder()
    folder.write("text", to: "a.md")
    let walk = FolderWalk(root: folder.path)
    let table = try walk.check().table()
    let changes = try walk.check(table)
    #expect(changes.changed.map(\.path.text) == ["a.md"])
    #expect(changes.changed.map(\.isCertain) == [false])
    #expect(changes.newTable != nil)
  }

  @Test func `a clock that went backwards hides nothing`() throws {
    let folder = try TemporaryFolder()
    folder.write("text", to: "a.md")
    folder.write("text", to: "b.md")
    folder.setTime(4_000_000_000, of: "a.md")
    let walk = FolderWalk(root: folder.path)
    let table = try walk.check().table(at: 5_000_000_000_000_000_000)
    folder.write("TEXT", to: "a.md")
    folder.setTime(3_000_000_000, of: "a.md")
    #expect(try walk.check(table).changed.map(\.path.text).contains("a.md"))
  }

  @Test func `a new rule is followed at once and everywhere`() throws {
    let folder = try TemporaryFolder()
    for name in ["a.md", "x/a.md", "x/y/a.md", "x/y/b.md"] { folder.write("text", to: name) }
    folder.age()
    let walk = FolderWalk(root: folder.path)
    var table = try walk.check().table()
    folder.write("b.md", to: "x/.gitignore")
    var changes = try walk.check(table)
    #expect(changes.removed.map(\.path.text) == ["x/y/b.md"])
    table = try changes.table(at: 2)
    folder.write("a.md", to: "x/.gitignore")
    changes = try walk.check(table)
    #expect(changes.removed.map(\.path.text) == ["x/a.md", "x/y/a.md"])
    #expect(changes.added.map(\.path.text) == ["x/y/b.md"])
    table = try changes.table(at: 2)
    folder.unlinkFile("x/.gitignore")
    changes = try walk.check(table)
    #expect(changes.added.map(\.path.text) == ["x/a.md", "x/y/a.md"])
    let excluding = FolderWalk(root: folder.path, excluded: ["x/y/"])
    changes = try excluding.check(changes.table(at: 2))
    #expect(changes.removed.map(\.path.text) == ["x/y/a.md", "x/y/b.md"])
  }

  @Test func `names keep their bytes`() throws {
    let folder = try TemporaryFolder()
    let names: [[UInt8]] = [
      Array("new\nline.md".utf8), Array("é.md".utf8), Array("e\u{301}.md".utf8),
      Array("日本.md".utf8), [0x61, 0xFF, 0xFE, 0x2E, 0x6D, 0x64],
    ]
    var made: [[UInt8]] = []
    for name in names {
      let path = try #require(NotePath(bytes: name))
      // macOS refuses names that are no UTF-8 and folds the two spellings of é.
      if (try? FileReplacement(in: VaultFolder(root: folder.path)).create(path, with: [])) != nil {
        made.append(name)
      }
    }
    let found = try FolderWalk(root: folder.path).check().added.map(\.path.bytes)
    #expect(found == made.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test func `what looks like a note and is none is reported and never waited for`() throws {
    let folder = try TemporaryFolder()
    folder.write("text", to: "a.md")
    folder.makeFifo("pipe.md")
    folder.makeFifo("pipe")
    folder.write("text", to: "folder.md/b.md")
    folder.age()
    let walk = FolderWalk(root: folder.path)
    let changes = try walk.check()
    #expect(changes.added.map(\.path.text) == ["a.md", "folder.md/b.md"])
    let expected: Set = [
      WalkProblem(kind: .notAFile, path: Array("pipe.md".utf8)),
      WalkProblem(kind: .folderNamedLikeNote, path: Array("folder.md".utf8)),
    ]
    #expect(Set(changes.problems) == expected)
    // Nothing changed, and still each check tells what is wrong.
    #expect(Set(try walk.check(changes.table()).problems) == expected)
    // A note that becomes a fifo is gone, and is not opened.
    folder.unlinkFile("a.md")
    folder.makeFifo("a.md")
    let after = try walk.check(changes.table())
    #expect(after.removed.map(\.path.text) == ["a.md"])
    #expect(after.problems.count == 3)
  }

  @Test func `what a crash left of a file is told`() throws {
    let folder = try TemporaryFolder()
    folder.write("half", to: "a/.zib-tmp-123-abc-1")
    #expect(
      try FolderWalk(root: folder.path).check().problems
        == [WalkProblem(kind: .leftover, path: Array("a/.zib-tmp-123-abc-1".utf8))])
  }

  @Test(.enabled(if: !isRoot, "the superuser may do everything"))
  func `what cannot be read is reported and the rest is found`() throws {
    let folder = try TemporaryFolder()
    folder.write("text", to: "a.md")
    folder.write("text", to: "closed/b.md")
    folder.setMode(0o000, of: "closed")
    let walk = FolderWalk(root: folder.path)
    let changes = try walk.check()
    #expect(changes.added.map(\.path.text) == ["a.md"])
    #expect(changes.problems.map(\.kind) == [.unreadableFolder])
    let table = try changes.table()
    #expect(try walk.check(table).problems.map(\.displayPath) == ["closed"])
    folder.setMode(0o700, of: "closed")
    #expect(try walk.check(table).added.map(\.path.text) == ["closed/b.md"])
  }

  @Test func `a root that is not there is an error`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: SystemError.self) {
      try FolderWalk(root: folder.path.appending("nowhere")).check()
    }
  }

  @Test(.timeLimit(.minutes(20))) func `a very deep folder is reported and not entered`() throws {
    let folder = try TemporaryFolder()
    folder.write("", to: String(repeating: "d/", count: 130) + "x.md")
    folder.write("", to: String(repeating: "d/", count: 90) + "y.md")
    let changes = try FolderWalk(root: folder.path).check()
    #expect(changes.added.count == 1)
    #expect(changes.problems.map(\.kind) == [.tooDeep])
  }

  @Test(arguments: [1, 2, 5]) func `any number of workers finds the same`(workers: Int) throws {
    let folder = try TemporaryFolder()
    for index in 0..<700 { folder.write("\(index)", to: "\(index % 3)/\(index % 11)/\(index).md") }
    for index in 0..<700 { folder.write("\(index)", to: "big/\(index).md") }
    folder.age()
    let walk = FolderWalk(root: folder.path, workers: workers)
    let first = try walk.check()
    #expect(first.added.count == 1400)
    #expect(first.added.map(\.path) == first.added.map(\.path).sorted())
    folder.write("changed", to: "big/345.md")
    folder.write("new", to: "1/5/new.md")
    let second = try walk.check(first.table())
    #expect(second.changed.map(\.path.text) == ["big/345.md"])
    #expect(second.added.map(\.path.text) == ["1/5/new.md"])
  }
}

extension FolderChanges {
  /// The new table, as if it had been written and mapped again.
  func table(at now: Int64 = Clock.now()) throws -> FolderTable {
    try FolderTable(MappedBytes(try #require(newTable).finish(at: now)))
  }
}

extension TemporaryFolder {
  /// Waits until what was just written is old enough to be told from what follows.
  func age() { usleep(45_000) }
}
