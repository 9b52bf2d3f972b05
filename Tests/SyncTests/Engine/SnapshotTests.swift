import History
import Sync
import Testing

struct SnapshotTests {
  let devices = TestDevices()
  var ada: MemoryDevice { devices.ada }

  @Test func `the first snapshot of an unborn branch has everything, and status is clean`() throws {
    ada.write("Walden.md", "Simplify.\n")
    ada.write("Garden/Beans.md", "Seven miles.\n")
    let report = try ada.session.snapshot()
    #expect(report.commit == ada.head)
    #expect(report.changes.map(\.path.text) == ["Garden/Beans.md", "Walden.md"])
    #expect(ada.committed == ["Walden.md": "Simplify.\n", "Garden/Beans.md": "Seven miles.\n"])
    #expect(ada.isClean)
    #expect(
      devices.pool.message(of: ada.head)
        == "Beans and Walden\n\nAdd Garden/Beans.md\nAdd Walden.md\n\nDevice: Ada\n")
  }

  @Test func `nothing changed makes no commit and writes nothing`() throws {
    ada.write("Walden.md", "Simplify.\n")
    _ = try ada.session.snapshot()
    let head = ada.head
    var calls: [String] = []
    ada.faults.trace = { calls.append($0.call) }
    let report = try ada.session.snapshot()
    #expect(report == SnapshotReport())
    #expect(ada.head == head)
    #expect(!calls.contains { $0.hasPrefix("set") || $0.hasPrefix("write") })
  }

  @Test func `an empty folder makes no commit`() throws {
    #expect(try ada.session.snapshot().commit == nil)
    #expect(ada.head == nil)
  }

  @Test func `edits, deletions and moves are told, and the given message leads`() throws {
    for name in ["A", "B", "C"] { ada.write("\(name).md", "text of \(name)\n") }
    _ = try ada.session.snapshot()
    ada.write("A.md", "more\n")
    ada.remove("B.md")
    ada.files.move(TreePath("C.md"), to: TreePath("Folder/C.md"))
    let report = try ada.session.snapshot(message: "Tidy up")
    #expect(
      report.changes == [
        FileChange(TreePath("A.md"), .edited), FileChange(TreePath("B.md"), .deleted),
        FileChange(TreePath("Folder/C.md"), .moved(from: TreePath("C.md"))),
      ])
    #expect(ada.isClean)
    let message = devices.pool.message(of: ada.head)
    #expect(
      message
        == "Tidy up\n\nEdit A.md\nDelete B.md\nMove C.md to Folder/C.md\n\nDevice: Ada\n")
  }

  @Test func `a title cannot break the message or move a cursor`() throws {
    ada.write("A\nB\u{1B}[2J.md", "text\n")
    _ = try ada.session.snapshot()
    let message = devices.pool.message(of: ada.head)
    #expect(message == "A B [2J\n\nAdd A B [2J.md\n\nDevice: Ada\n")
  }

  @Test func `P14 what only the staging index holds is committed first`() throws {
    ada.write("Walden.md", "one\n")
    _ = try ada.session.snapshot()
    let first = ada.head
    let staged = try ada.repository.write(blob: Array("staged\n".utf8))
    ada.repository.stage([
      TreePath("Walden.md"): StagedEntry(
        path: TreePath("Walden.md"), version: FileVersion(id: staged), stamp: nil)
    ])
    ada.write("Walden.md", "two\n")
    let report = try ada.session.snapshot()
    let byHand = try #require(report.stagedCommit)
    #expect(devices.pool.commit(byHand)?.parents == [first].compactMap { $0 })
    #expect(devices.pool.commit(byHand)?.message.hasPrefix("Staged by hand\n") == true)
    #expect(devices.pool.files(of: byHand)[TreePath("Walden.md")]?.id == staged)
    #expect(ada.committed == ["Walden.md": "two\n"])
    #expect(devices.pool.parents(of: ada.head) == [byHand])
    #expect(ada.isClean)
  }

  @Test func `P14 a staged version whose file is back at the last commit is kept in history`()
    throws
  {
    ada.write("Walden.md", "one\n")
    _ = try ada.session.snapshot()
    let staged = try ada.repository.write(blob: Array("staged\n".utf8))
    ada.repository.stage([
      TreePath("Walden.md"): StagedEntry(
        path: TreePath("Walden.md"), version: FileVersion(id: staged), stamp: nil)
    ])
    let report = try ada.session.snapshot()
    #expect(report.stagedCommit != nil)
    #expect(ada.committed == ["Walden.md": "one\n"])
    #expect(ada.isClean)
  }

  @Test func `git add and git rm beforehand are one snapshot, without a commit of their own`()
    throws
  {
    ada.write("A.md", "a\n")
    ada.write("B.md", "b\n")
    _ = try ada.session.snapshot()
    ada.write("A.md", "a more\n")
    ada.remove("B.md")
    let file = try #require(try ada.workTree.read(TreePath("A.md")))
    ada.repository.stage([
      TreePath("A.md"): StagedEntry(
        path: TreePath("A.md"),
        version: FileVersion(id: try ada.repository.write(blob: file.blob)), stamp: file.stamp),
      TreePath("B.md"): nil,
    ])
    let report = try ada.session.snapshot()
    #expect(report.stagedCommit == nil)
    #expect(ada.committed == ["A.md": "a more\n"])
  }

  @Test func `an entry that is only meant to be added is taken as the file is`() throws {
    ada.write("A.md", "a\n")
    ada.repository.stage([
      TreePath("A.md"): StagedEntry(
        path: TreePath("A.md"), version: FileVersion(id: ObjectPool.id(ofBlob: [])), stamp: nil,
        isIntent: true)
    ])
    _ = try ada.session.snapshot()
    #expect(ada.committed == ["A.md": "a\n"])
    #expect(ada.isClean)
  }

  @Test func `P19 files that a sparse checkout leaves out stay in the commit`() throws {
    ada.write("A.md", "a\n")
    ada.write("Far/B.md", "b\n")
    _ = try ada.session.snapshot()
    var entry = try #require(ada.repository.presentlyStaged.last)
    #expect(entry.path == TreePath("Far/B.md"))
    entry.isSkipped = true
    ada.repository.stage([entry.path: entry])
    ada.remove("Far/B.md")
    ada.write("A.md", "a more\n")
    _ = try ada.session.snapshot()
    #expect(ada.committed == ["A.md": "a more\n", "Far/B.md": "b\n"])
  }

  @Test func `P24 many missing files are asked about first`() throws {
    for number in 0..<60 { ada.write("\(number).md", "note \(number)\n") }
    _ = try ada.session.snapshot()
    for number in 0..<21 { ada.remove("\(number).md") }
    let head = ada.head
    #expect {
      try ada.session.snapshot()
    } throws: { error in
      guard case .deletionsNotConfirmed(let deletions) = error as? SyncRefusal else { return false }
      return deletions.paths.count == 21 && deletions.total == 60 && deletions.source == .folder
    }
    #expect(ada.head == head)
    _ = try ada.session.snapshot { _ in true }
    #expect(ada.committed.count == 39)
  }

  @Test func `P24 twenty files go without a question, and moved ones do not count`() throws {
    for number in 0..<60 { ada.write("\(number).md", "note \(number)\n") }
    _ = try ada.session.snapshot()
    for number in 0..<20 { ada.remove("\(number).md") }
    for number in 20..<60 {
      ada.files.move(TreePath("\(number).md"), to: TreePath("F/\(number).md"))
    }
    _ = try ada.session.snapshot()
    #expect(ada.committed.count == 40)
  }

  @Test func `P15 nothing is committed while an obstacle stands, and P18 without a branch`() throws
  {
    ada.write("A.md", "a\n")
    ada.repository.presentObstacle = .rebaseInProgress
    #expect(throws: SyncRefusal.obstacle(.rebaseInProgress)) { try ada.session.snapshot() }
    #expect(throws: SyncRefusal.obstacle(.rebaseInProgress)) { try ada.sync() }
    #expect(ada.head == nil)
    ada.repository.presentObstacle = nil
    let head = try #require(try ada.session.snapshot().commit)
    ada.repository.currentBranch = nil
    ada.repository.detachedHead = head
    ada.write("A.md", "a more\n")
    #expect(throws: SyncRefusal.detachedHead(head)) { try ada.session.snapshot() }
  }

  @Test func `P22 a hook that refuses leaves everything as it was`() throws {
    ada.write("A.md", "a\n")
    ada.repository.snapshotRefusal = HookRefused(name: "pre-commit", output: "no")
    #expect(throws: HookRefused.self) { try ada.session.snapshot() }
    #expect(ada.head == nil)
    #expect(ada.repository.presentlyStaged.isEmpty)
  }

  @Test func `a commit of another program in between is built upon`() throws {
    ada.write("A.md", "a\n")
    _ = try ada.session.snapshot()
    ada.write("B.md", "b\n")
    let head = try #require(ada.head)
    var other: ObjectID?
    ada.faults.interloper = { [ada] step in
      guard step.call == "set reference", other == nil else { return }
      let tree = devices.pool.commit(head)!.tree
      other = ada.repository.record(tree: tree, parents: [head], message: "other\n")
      ada.repository.receive(historyOf: other!)
      ada.repository.move("refs/heads/main", to: other, because: "commit")
    }
    _ = try ada.session.snapshot()
    ada.faults.interloper = nil
    #expect(devices.pool.parents(of: ada.head) == [other].compactMap { $0 })
    #expect(ada.committed == ["A.md": "a\n", "B.md": "b\n"])
    #expect(ada.isClean)
  }

  @Test func `paths outside of the vault stay, in the commit and in the staging index`() throws {
    let devices = TestDevices(scope: TreePath("Vault"))
    let ada = devices.ada
    let outside = try ada.repository.write(blob: Array("code\n".utf8))
    let entry = StagedEntry(
      path: TreePath("code.c"), version: FileVersion(id: outside), stamp: nil)
    ada.repository.stage([entry.path: entry])
    ada.write("code.c", "code\n")
    ada.write("Vault/A.md", "a\n")
    _ = try ada.session.snapshot()
    #expect(ada.committed == ["Vault/A.md": "a\n"])
    #expect(ada.repository.presentlyStaged.contains(entry))
  }
}
