import History
import Merge
import Sync
import Testing

struct SyncTests {
  let start = ["A.md": "a\n\nlast\n", "B.md": "b\n", "C.md": "c\n"]

  @Test func `P16 an empty remote gets the branch, and another device the notes`() throws {
    let devices = TestDevices()
    devices.ada.write("A.md", "a\n")
    let report = try devices.ada.sync()
    #expect(report.outcome == .inStep)
    #expect(report.went == [FileChange(TreePath("A.md"), .added)])
    #expect(devices.remote.branches["refs/heads/main"] == devices.ada.head)
    let other = try devices.ben.sync()
    #expect(other.came == [FileChange(TreePath("A.md"), .added)])
    #expect(devices.ben.texts == ["A.md": "a\n"])
    #expect(devices.ben.isClean)
    #expect(devices.ben.head == devices.ada.head)
  }

  @Test func `P4 a second sync writes nothing at all`() throws {
    let devices = try TestDevices(start)
    for device in [devices.ada, devices.ben] {
      try device.sync()
      var calls: Set<String> = []
      device.faults.trace = { calls.insert($0.call) }
      let report = try device.sync()
      #expect(report.outcome == .inStep)
      #expect(report.came.isEmpty && report.went.isEmpty)
      #expect(
        calls.isDisjoint(with: [
          "set reference", "set staged", "set journal", "set operations", "write blob",
          "write tree", "write commit", "commit snapshot", "flush", "prepare", "push",
        ]))
    }
  }

  @Test func `edits of both sides meet, in notes and between them`() throws {
    let devices = try TestDevices(start)
    let (ada, ben) = (devices.ada, devices.ben)
    ada.write("A.md", "a of Ada\n\nlast\n")
    ada.write("New.md", "new\n")
    ben.write("A.md", "a\n\nlast of Ben\n")
    ben.remove("C.md")
    try ada.sync()
    let report = try ben.sync()
    try ada.sync()
    let expected = ["A.md": "a of Ada\n\nlast of Ben\n", "B.md": "b\n", "New.md": "new\n"]
    #expect(ada.texts == expected)
    #expect(ben.texts == expected)
    #expect(ada.head == ben.head)
    #expect(ada.isClean && ben.isClean)
    #expect(ada.hiddenFiles.isEmpty && ben.hiddenFiles.isEmpty)
    #expect(
      report.decisions == [MergeDecision(path: TreePath("A.md"), kind: .merged)])
  }

  @Test func `P3 two devices that merge the same heads make the same commit`() throws {
    let devices = try TestDevices(start)
    let (ada, ben) = (devices.ada, devices.ben)
    ada.write("A.md", "a of Ada\n\nlast\n")
    ben.write("A.md", "a of Ben\n\nlast\n")
    _ = try ada.session.snapshot()
    _ = try ben.session.snapshot()
    let heads = try #require([ada.head, ben.head] as? [ObjectID])
    let other = MemoryRemote(pool: devices.pool)
    other.move("refs/heads/main", to: heads[1], isOurs: true)
    devices.remote.move("refs/heads/main", to: heads[1], isOurs: true)
    try ada.sync()
    other.move("refs/heads/main", to: heads[0], isOurs: true)
    ben.transport.remotes["origin"] = other
    try ben.sync()
    #expect(ada.head == ben.head)
    #expect(ada.texts == ben.texts)
    #expect(ada.texts.keys.count { $0.contains(".conflict-") } == 1)
  }

  @Test func `P7 an edit beats a deletion, and is told`() throws {
    let devices = try TestDevices(start)
    devices.ada.write("B.md", "b more\n")
    devices.ben.remove("B.md")
    try devices.ada.sync()
    let report = try devices.ben.sync()
    #expect(devices.ben.text("B.md") == "b more\n")
    #expect(report.editsOverDeletions == [TreePath("B.md")])
  }

  @Test func `P16 a push that is raced merges and pushes again, and gives up after some times`()
    throws
  {
    let devices = try TestDevices(start)
    let (ada, ben) = (devices.ada, devices.ben)
    ada.write("A.md", "a of Ada\n\nlast\n")
    ben.write("B.md", "b of Ben\n")
    ada.transport.beforePush = { _ = try? ben.sync() }
    let report = try ada.sync()
    #expect(report.outcome == .inStep)
    #expect(ada.text("B.md") == "b of Ben\n")
    #expect(devices.remote.branches["refs/heads/main"] == ada.head)

    var round = 0
    func race() {
      round += 1
      ben.write("B.md", "b \(round)\n")
      _ = try? ben.sync()
      ada.transport.beforePush = race
    }
    ada.write("A.md", "a again\n\nlast\n")
    ada.transport.beforePush = race
    #expect(try ada.sync { $0.attempts = 3 }.outcome == .raced(attempts: 3))
    // The first push goes before any fetch.
    #expect(round == 4)
    ada.transport.beforePush = nil
    #expect(try ada.sync().outcome == .inStep)
  }

  @Test(arguments: [
    (MemoryTransport.Trouble.offline, TransportError.offline("Could not resolve host")),
    (.timeOut, .timedOut(seconds: 30)),
    (.authentication, .authentication("Permission denied (publickey)")),
  ])
  func `P16 what was written is committed although the remote is not reached`(
    trouble: MemoryTransport.Trouble, error: TransportError
  ) throws {
    let devices = try TestDevices(start)
    devices.ada.write("A.md", "more\n")
    devices.ada.transport.troubles = [trouble]
    let report = try devices.ada.sync()
    #expect(report.outcome == .notFetched(error))
    #expect(devices.ada.committed["A.md"] == "more\n")
    #expect(try devices.ada.sync().outcome == .inStep)
  }

  @Test func `P16 a push that is rejected is told, and all is committed here`() throws {
    let devices = try TestDevices(start)
    devices.ada.write("A.md", "more\n")
    devices.ada.transport.troubles = [.rejection]
    let report = try devices.ada.sync()
    #expect(report.outcome == .notPushed(.rejected("pre-receive hook declined")))
    #expect(report.went == [FileChange(TreePath("A.md"), .edited)])
    #expect(devices.ada.isClean)
  }

  @Test func `P16 unrelated histories are refused until they are to be joined`() throws {
    let devices = TestDevices()
    devices.ada.write("A.md", "a\n")
    try devices.ada.sync()
    devices.ben.write("B.md", "b\n")
    #expect {
      try devices.ben.sync()
    } throws: {
      guard case .unrelatedHistories = $0 as? SyncRefusal else { return false }
      return true
    }
    #expect(devices.ben.texts == ["B.md": "b\n"])
    try devices.ben.sync { $0.joinsUnrelated = true }
    #expect(devices.ben.texts == ["A.md": "a\n", "B.md": "b\n"])
    try devices.ada.sync()
    #expect(devices.ada.head == devices.ben.head)
  }

  @Test func `P16 a branch that is gone from the remote is made anew, and told`() throws {
    let devices = try TestDevices(start)
    devices.remote.move("refs/heads/main", to: nil, isOurs: false)
    let report = try devices.ada.sync()
    #expect(report.wasBranchGone)
    #expect(devices.remote.branches["refs/heads/main"] == devices.ada.head)
  }

  @Test func `P16 an upstream that was replaced by force keeps both tips, and is told`() throws {
    let devices = try TestDevices(start)
    let (ada, ben) = (devices.ada, devices.ben)
    let common = ben.head
    ada.write("B.md", "b of Ada\n")
    try ada.sync()
    let seen = try #require(ada.head)
    // Ada's commit is known to Ben's repository, and not merged there.
    try ben.transport.fetch("origin")
    devices.remote.move("refs/heads/main", to: common, isOurs: false)
    ben.write("C.md", "c of Ben\n")
    let report = try ben.sync()
    #expect(report.replacedTip == seen)
    #expect(devices.pool.isAncestor(seen, of: try #require(ben.head)))
    #expect(ben.text("B.md") == "b of Ada\n")
    #expect(ben.text("C.md") == "c of Ben\n")
  }

  @Test func `P17 a history that is cut off before the merge base is refused`() throws {
    let devices = try TestDevices(start)
    let (ada, ben) = (devices.ada, devices.ben)
    let base = try #require(ben.head)
    ada.write("A.md", "a of Ada\n")
    ben.write("A.md", "a of Ben\n")
    try ada.sync()
    _ = try ben.session.snapshot()
    try ben.transport.fetch("origin")
    let tip = try #require(devices.remote.branches["refs/heads/main"])
    ben.repository.forget(base)
    ben.transport.isOffline = true
    #expect(throws: SyncRefusal.historyMissing(base)) { _ = try ben.session.merge(tip) }
    #expect(ben.text("A.md") == "a of Ben\n")
    #expect(ben.isClean)
  }

  @Test func `without a remote a sync is a snapshot`() throws {
    let devices = TestDevices()
    devices.ada.write("A.md", "a\n")
    let report = try devices.ada.sync { $0.remote = nil }
    #expect(report.outcome == .noRemote)
    #expect(report.head == devices.ada.head && report.head != nil)
  }

  @Test func `P24 many deletions by another device are asked about first`() throws {
    var notes: [String: String] = [:]
    for number in 0..<40 { notes["\(number).md"] = "note \(number)\n" }
    let devices = try TestDevices(notes)
    for number in 0..<30 { devices.ada.remove("\(number).md") }
    try devices.ada.sync { $0.confirm = { _ in true } }
    let head = devices.ben.head
    #expect {
      try devices.ben.sync()
    } throws: {
      guard case .deletionsNotConfirmed(let deletions) = $0 as? SyncRefusal else { return false }
      return deletions.source == .merge && deletions.paths.count == 30
    }
    #expect(devices.ben.head == head && devices.ben.texts.count == 40)
    try devices.ben.sync { $0.confirm = { $0.source == .merge } }
    #expect(devices.ben.texts.count == 10)
  }

  @Test(arguments: [
    (5, 5, true), (8, 7, true), (8, 6, true), (8, 5, false), (4, 4, false), (20, 15, true),
  ])
  func `P24 three quarters of the notes of a small vault are asked about first`(
    notes: Int, gone: Int, isAsked: Bool
  ) throws {
    var texts: [String: String] = [:]
    for number in 0..<notes { texts["\(number).md"] = "note \(number)\n" }
    let devices = try TestDevices(texts)
    for number in 0..<gone { devices.ada.remove("\(number).md") }
    var sources: [Deletions.Source] = []
    try devices.ada.sync {
      $0.confirm = {
        sources.append($0.source)
        return true
      }
    }
    try devices.ben.sync {
      $0.confirm = {
        sources.append($0.source)
        return true
      }
    }
    #expect(sources == (isAsked ? [.folder, .merge] : []))
    #expect(devices.ben.texts.count == notes - gone)
  }

  @Test func `P24 all but the files of zib is asked about, and can be kept`() throws {
    var files = [".zib/config.yml": "language: en\n"]
    for name in "abcdefg" { files["\(name).txt"] = "\(name)\n" }
    let devices = try TestDevices(files)
    for name in "abcdefg" { devices.ada.remove("\(name).txt") }
    try devices.ada.sync { $0.confirm = { _ in true } }
    #expect {
      try devices.ben.sync()
    } throws: {
      guard case .deletionsNotConfirmed(let deletions) = $0 as? SyncRefusal else { return false }
      return deletions.paths.count == 7
    }
    try devices.ben.sync { $0.keepsDeleted = true }
    try devices.ada.sync()
    #expect(devices.ben.texts.count == 8 && devices.ada.texts == devices.ben.texts)
  }

  @Test func `P24 conflict copies that were resolved are no deletions of notes`() throws {
    var notes: [String: String] = [:]
    for number in 0..<40 { notes["\(number).md"] = "note \(number)\n" }
    for number in 10..<40 { notes["\(number).conflict-000000\(number).md"] = "copy \(number)\n" }
    let devices = try TestDevices(notes)
    for number in 10..<40 { devices.ada.remove("\(number).conflict-000000\(number).md") }
    try devices.ada.sync()
    try devices.ben.sync()
    #expect(devices.ben.texts.count == 40)
  }

  @Test func `a dry run tells what would come and go, and changes nothing`() throws {
    let devices = try TestDevices(start)
    devices.ada.write("A.md", "a of Ada\n\nlast\n")
    try devices.ada.sync()
    devices.ben.write("B.md", "b of Ben\n")
    let head = devices.ben.head
    let report = try devices.ben.sync { $0.isDryRun = true }
    #expect(report.outcome == .planned)
    #expect(report.came == [FileChange(TreePath("A.md"), .edited)])
    #expect(report.went == [FileChange(TreePath("B.md"), .edited)])
    #expect(report.snapshots.first?.changes == [FileChange(TreePath("B.md"), .edited)])
    #expect(devices.ben.head == head)
    #expect(devices.ben.text("A.md") == "a\n\nlast\n")
  }

  @Test func `a merge outside of the vault is refused where both sides changed`() throws {
    let devices = try TestDevices(["Vault/A.md": "a\n"], scope: TreePath("Vault"))
    let (ada, ben) = (devices.ada, devices.ben)
    func commitOutside(_ text: String, on device: MemoryDevice) throws {
      let blob = try device.repository.write(blob: Array(text.utf8))
      let path = TreePath("code.c")
      device.write("code.c", text)
      let file = try #require(try device.workTree.read(path))
      device.repository.stage([
        path: StagedEntry(path: path, version: FileVersion(id: blob), stamp: file.stamp)
      ])
      let head = try #require(device.head)
      let tree = try device.repository.tree(
        device.repository.commit(head).tree, replacing: [path: FileVersion(id: blob)])
      let commit = try device.repository.commitSnapshot(
        tree: tree, parents: [head], message: "code\n")
      device.repository.move("refs/heads/main", to: commit, because: "commit")
    }
    try commitOutside("one\n", on: ada)
    try ada.sync()
    try ben.sync()
    #expect(ben.text("code.c") == "one\n")
    try commitOutside("two\n", on: ada)
    try ada.sync()
    ben.write("code.c", "not committed\n")
    #expect(throws: SyncRefusal.outsideEdited([TreePath("code.c")])) { try ben.sync() }
    #expect(ben.text("code.c") == "not committed\n")
    try commitOutside("three\n", on: ben)
    let copy = try #require(try ben.sync().keptTwice.first?.copy)
    #expect(Set([ben.text("code.c"), ben.text(copy.text)]) == ["two\n", "three\n"])
  }

  @Test func `undo takes back what the last sync brought, as a new commit`() throws {
    let devices = try TestDevices(start)
    let (ada, ben) = (devices.ada, devices.ben)
    ada.write("A.md", "a of Ada\n\nlast\n")
    ada.write("New.md", "new\n")
    ada.remove("C.md")
    try ada.sync()
    try ben.sync()
    let synced = try #require(ben.head)
    ben.write("B.md", "b since\n")
    let report = try ben.session.undo()
    #expect(report.operation.kind == .sync)
    #expect(ben.texts == ["A.md": "a\n\nlast\n", "B.md": "b since\n", "C.md": "c\n"])
    #expect(ben.isClean)
    #expect(devices.pool.isAncestor(synced, of: try #require(ben.head)))
    try ben.sync()
    try ada.sync()
    #expect(ada.texts == ben.texts)
    #expect(throws: SyncRefusal.nothingToUndo) {
      _ = try ben.session.undo()
      _ = try ben.session.undo()
    }
  }

  private static let someID = String(repeating: "a1", count: 20)

  @Test(arguments: [
    ("sync half of a line", SyncRefusal.unreadableRecord),
    ("later-kind 1 2 3 -\n", .unreadableRecord),
    ("later-kind \(someID) \(someID) 3 -\n", .newerRecord),
    ("sync \(someID) \(someID) 3 - more\n", .newerRecord),
  ])
  func `undo takes nothing back where it cannot tell what was done last`(
    line: String, refusal: SyncRefusal
  ) throws {
    let devices = try TestDevices(start)
    let (ada, ben) = (devices.ada, devices.ben)
    func bring(_ text: String) throws {
      ada.write("A.md", text)
      try ada.sync()
      try ben.sync()
    }
    try bring("first\n")
    try ben.workTree.setOperations(ben.workTree.operations() + Array(line.utf8))
    let synced = ben.texts
    #expect(throws: refusal) { _ = try ben.session.undo() }
    #expect(throws: refusal) { _ = try ben.session.plannedUndo() }
    #expect(ben.texts == synced)
    // Operations from then on can be taken back.
    try bring("second\n")
    _ = try ben.session.undo()
    #expect(ben.text("A.md") == "first\n")
    // A line that is not understood stays for the version that wrote it.
    let record = String(decoding: try ben.workTree.operations(), as: UTF8.self)
    #expect(record.contains(line))
    #expect(throws: refusal) { _ = try ben.session.undo() }
  }

  @Test func `a planned undo tells what an undo then does, and changes nothing`() throws {
    let devices = try TestDevices(start)
    let (ada, ben) = (devices.ada, devices.ben)
    ada.write("A.md", "a of Ada\n\nlast\n")
    try ada.sync()
    try ben.sync()
    ben.write("B.md", "b since\n")
    let (before, head) = (ben.texts, ben.head)
    let plan = try #require(try ben.session.plannedUndo())
    #expect(ben.texts == before && ben.head == head)
    #expect(plan.operation.kind == .sync)
    #expect(plan.snapshot.changes.map(\.path.text) == ["B.md"])
    let report = try ben.session.undo()
    #expect(plan.changes == report.update.changes)
    #expect(plan.changes.map(\.path.text) == ["A.md"])
  }

  @Test func `an operation that is not the last can be taken back by the commit that ended it`()
    throws
  {
    let devices = try TestDevices(start)
    let (ada, ben) = (devices.ada, devices.ben)
    ada.write("A.md", "first\n")
    try ada.sync()
    let first = try ben.sync().head
    ada.write("B.md", "second\n")
    try ada.sync()
    try ben.sync()
    _ = try ben.session.undo(endingAt: first)
    #expect(ben.text("A.md") == start["A.md"])
    #expect(ben.text("B.md") == "second\n")
    #expect(throws: SyncRefusal.nothingToUndo) { _ = try ben.session.undo(endingAt: first) }
  }

  @Test func `undo takes no review back`() throws {
    let devices = try TestDevices(start)
    let (ada, ben) = (devices.ada, devices.ben)
    let (hers, his) = (".zib/reviews/ada/2026.log", ".zib/reviews/ben/2026.log")
    ada.write("A.md", "a of Ada\n\nlast\n")
    ada.write(hers, "one\n")
    try ada.sync()
    ben.write(his, "two\n")
    try ben.sync()
    _ = try ben.session.undo()
    #expect(ben.text("A.md") == "a\n\nlast\n")
    #expect(ben.text(hers) == "one\n")
    #expect(ben.text(his) == "two\n")
    ada.write(hers, "one\nthree\n")
    try ada.sync()
    try ben.sync()
    try ada.sync()
    for device in [ada, ben] {
      #expect(device.text(hers) == "one\nthree\n")
      #expect(device.text(his) == "two\n")
    }
  }
}
