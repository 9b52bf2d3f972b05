import History
import Merge
import Sync
import TestSupport
import Testing

struct RecoveryTests {
  /// Ben's sync, killed before the first call of a name after the journal was written.
  private func killed(
    at call: String, _ devices: TestDevices, before: () -> Void = {}
  ) throws -> MemoryDevice {
    let ben = devices.ben
    var random = SeededRandom(seed: 1)
    let count = ben.faults.steps
    var steps: [String] = []
    let rehearsal = try StopAnywhereTests.diverged().ben
    rehearsal.faults.trace = { steps.append($0.call) }
    try rehearsal.sync()
    let journal = try #require(steps.firstIndex(of: "set journal"))
    let step = try #require(steps[(journal + 2)...].firstIndex(of: call))
    #expect(count == 0)
    before()
    ben.faults.arm(.kill, at: step)
    _ = try? ben.sync()
    #expect(ben.faults.hasStruck)
    ben.restart(&random)
    return ben
  }

  @Test func `a command after a kill is told what was finished`() throws {
    let ben = try killed(at: "exchange", try StopAnywhereTests.diverged())
    #expect(try ben.session.needsRecovery())
    let report = try ben.session.recover()
    #expect(report.update?.commit == ben.head)
    #expect(report.update?.changes.isEmpty == false)
    #expect(ben.isClean && ben.hiddenFiles.isEmpty)
    #expect(try !ben.session.needsRecovery())
    #expect(try ben.session.operations().map(\.kind) == [.sync])
  }

  @Test func `git commit after a kill takes nothing back that came`() throws {
    let devices = try StopAnywhereTests.diverged()
    let ben = try killed(at: "exchange", devices)
    // The staging index is as before the update, and so is what plain git commits now.
    let head = try #require(ben.head)
    var files: [TreePath: FileVersion?] = [:]
    for path in devices.pool.files(of: head).keys { files[path] = .some(nil) }
    for entry in ben.repository.presentlyStaged { files[entry.path] = entry.version }
    files[TreePath("Own.md")] = FileVersion(
      id: try ben.repository.write(blob: Array("own, by hand\n".utf8)))
    ben.write("Own.md", "own, by hand\n")
    let tree = try ben.repository.tree(devices.pool.commit(head)?.tree, replacing: files)
    let commit = try ben.repository.commitSnapshot(
      tree: tree, parents: [head], message: "by hand\n")
    ben.repository.move("refs/heads/main", to: commit, because: "commit")
    let texts = try StopAnywhereTests.finished(devices)
    #expect(texts["Own.md"] == "own, by hand\n")
    #expect(texts["Both.md"] == "one of Ada\n\ntwo\n\nthree of Ben\n")
    #expect(texts["New.md"] == "new of Ada\n")
    #expect(texts["Gone.md"] == nil)
    #expect(devices.pool.isAncestor(commit, of: try #require(ben.head)))
  }

  /// Half-way, or with the branch moved and the journal still there.
  @Test(arguments: ["exchange", "set operations"])
  func `a file in the place of one that was moved after a kill is another file`(
    step: String
  ) throws {
    let devices = try StopAnywhereTests.diverged()
    let ben = try killed(at: step, devices)
    #expect(ben.text("New.md") == "new of Ada\n")
    ben.files.move(TreePath("New.md"), to: TreePath("Elsewhere.md"))
    ben.commitAll()
    ben.write("New.md", "another\n")
    let texts = try StopAnywhereTests.finished(devices)
    #expect(texts["Elsewhere.md"] == "new of Ada\n")
    #expect(texts["New.md"] == "another\n")
  }

  @Test func `an undo of a killed sync leaves what plain git committed after it`() throws {
    let devices = try StopAnywhereTests.diverged()
    let ben = try killed(at: "exchange", devices)
    ben.write("Own.md", "own, by hand\n")
    ben.commitAll()
    _ = try ben.session.recover()
    #expect(ben.text("New.md") == "new of Ada\n")
    let report = try ben.session.undo()
    #expect(report.operation.kind == .sync)
    #expect(ben.text("New.md") == nil)
    #expect(ben.text("Own.md") == "own, by hand\n")
    #expect(!report.update.changes.map(\.path).contains(TreePath("Own.md")))
  }

  @Test func `an undo of a killed sync leaves what was typed after the kill`() throws {
    let devices = try StopAnywhereTests.diverged()
    let ben = try killed(at: "exchange", devices)
    ben.write("Both.md", "one of Ada\n\ntwo\n\nthree of Ben\n\nfour, typed\n")
    _ = try ben.session.recover()
    #expect(ben.text("Both.md") == "one of Ada\n\ntwo\n\nthree of Ben\n\nfour, typed\n")
    #expect(try ben.session.undo().operation.kind == .sync)
    #expect(ben.text("Both.md") == "one\n\ntwo\n\nthree of Ben\n\nfour, typed\n")
  }

  @Test func `an undo of a sync leaves what was typed while it ran`() throws {
    let devices = try StopAnywhereTests.diverged()
    let ben = devices.ben
    let text = "one of Ada\n\ntwo\n\nthree of Ben\n\nfour, typed\n"
    var isTyped = false
    ben.faults.trace = { _ in
      guard !isTyped, ben.text("Both.md")?.contains("one of Ada") == true else { return }
      isTyped = true
      ben.write("Both.md", text)
    }
    try ben.sync()
    ben.faults.trace = nil
    #expect(isTyped)
    #expect(ben.text("Both.md") == text)
    _ = try ben.session.undo()
    #expect(ben.text("Both.md") == "one\n\ntwo\n\nthree of Ben\n\nfour, typed\n")
  }

  @Test func `another branch after a kill is left alone, and nothing is lost`() throws {
    let devices = try StopAnywhereTests.diverged()
    let ben = try killed(at: "exchange", devices)
    let before = try #require(ben.head)
    let target = try #require(ben.workTree.targetsOfJournals.last)
    ben.repository.move("refs/heads/other", to: before, because: "branch")
    ben.repository.currentBranch = "refs/heads/other"
    let report = try ben.session.recover()
    #expect(report.update == nil)
    #expect(ben.head == before)
    #expect(ben.repository.references["refs/heads/main"] == before)
    #expect(ben.repository.references["refs/zib/kept/\(target.hex)"] == target)
    #expect(ben.hiddenFiles.isEmpty)
    #expect(ben.workTree.presentJournal == nil)
  }

  @Test func `P25 everything that the folder shows after a kill is committed, and nothing is lost`()
    throws
  {
    let expected = try StopAnywhereTests.finished(try StopAnywhereTests.diverged())
    for call in ["place", "exchange", "displace", "flush folders", "set staged", "set reference"] {
      for isLost in [false, true] {
        let devices = try StopAnywhereTests.diverged()
        let ben = try killed(at: call, devices)
        ben.commitAll()
        if isLost { ben.workTree.replaceJournal(with: nil) }
        #expect(try StopAnywhereTests.finished(devices) == expected, "\(call), lost: \(isLost)")
      }
    }
  }

  /// Damage that may befall a journal while no program runs.
  enum Trouble: CaseIterable {
    case lost, damaged, cut, later

    func befall(_ journal: [UInt8]) -> [UInt8]? {
      switch self {
      case .lost: return nil
      case .damaged:
        var journal = journal
        journal[journal.count / 2] ^= 1
        return journal
      case .cut: return Array(journal.prefix(journal.count / 2))
      case .later: return Array("zib journal 9\n".utf8) + journal.drop { $0 != 0x0A }.dropFirst()
      }
    }

    var reason: JournalSetAside.Reason? {
      switch self {
      case .lost: nil
      case .damaged, .cut: .damaged
      case .later: .laterVersion(9)
      }
    }
  }

  @Test(arguments: Trouble.allCases)
  func `P25 a journal that cannot be read is set aside, and the next sync goes on`(
    trouble: Trouble
  ) throws {
    let expected = try StopAnywhereTests.finished(try StopAnywhereTests.diverged())
    for call in ["place", "exchange", "displace", "set staged", "set reference", "discard"] {
      let devices = try StopAnywhereTests.diverged()
      let ben = try killed(at: call, devices)
      let journal = try #require(ben.workTree.presentJournal)
      ben.workTree.replaceJournal(with: trouble.befall(journal))
      let report = try ben.sync()
      #expect(report.recovery.journalSetAside?.reason == trouble.reason)
      #expect(try StopAnywhereTests.finished(devices) == expected, "\(call)")
    }
  }

  /// Devices of which one was killed in a sync, with a text that only a hidden file has.
  private func killedWhileTyping() throws -> (devices: TestDevices, ben: MemoryDevice) {
    let devices = try StopAnywhereTests.diverged()
    let ben = devices.ben
    var hasTyped = false
    ben.faults.interloper = { step in
      guard step.call == "exchange", !hasTyped else { return }
      hasTyped = true
      ben.write("Both.md", "typed meanwhile\n")
      ben.faults.arm(.kill, at: step.number + 4)
    }
    _ = try? ben.sync()
    ben.faults.interloper = nil
    try #require(ben.faults.hasStruck)
    var random = SeededRandom(seed: 1)
    ben.restart(&random)
    #expect(!ben.texts.values.contains("typed meanwhile\n"))
    return (devices, ben)
  }

  @Test func `P12 a hidden file that cannot be read stays, and stops nothing else`() throws {
    let (_, ben) = try killedWhileTyping()
    ben.repository.move("refs/heads/other", to: ben.head, because: "branch")
    ben.repository.currentBranch = "refs/heads/other"
    ben.workTree.sizeLimit = 1
    #expect(try ben.session.recover().update == nil)
    #expect(ben.workTree.presentJournal == nil)
    #expect(!ben.hiddenFiles.isEmpty)
    ben.workTree.sizeLimit = .max
    _ = try ben.session.snapshot(message: "later")
    #expect(ben.texts.values.contains("typed meanwhile\n"))
    #expect(ben.hiddenFiles.isEmpty)
  }

  @Test(arguments: Trouble.allCases)
  func `P12 an edit that only a hidden file has is kept where the journal cannot be read`(
    trouble: Trouble
  ) throws {
    let (devices, ben) = try killedWhileTyping()
    let journal = try #require(ben.workTree.presentJournal)
    ben.workTree.replaceJournal(with: trouble.befall(journal))
    let report = try ben.sync()
    let kept = report.recovery.kept + report.snapshots.flatMap(\.rescued)
    #expect(kept.map { ben.text($0.text) } == ["typed meanwhile\n"])
    #expect(ben.hiddenFiles.isEmpty)
    let texts = try StopAnywhereTests.finished(devices)
    #expect(texts.values.contains("typed meanwhile\n"))
    #expect(texts["New.md"] == "new of Ada\n")
  }

  @Test func `a copy of an edit that was being brought back is not dropped with the journal`()
    throws
  {
    let world = try TestDevices(["Note.md": "text\n"])
    let mine = Array("mine\n".utf8)
    let blob = ObjectPool.id(ofBlob: mine)
    let copy = ConflictCopyName.path(for: TreePath("Note.md"), blob: blob) { _ in false }
    // The merge that had it was put aside.
    let tree = try world.ada.repository.tree(
      nil, replacing: [copy: FileVersion(id: world.ada.repository.write(blob: mine))])
    let commit = try world.ada.repository.commitSnapshot(tree: tree, parents: [], message: "m\n")
    world.ada.repository.move("refs/zib/kept/\(commit.hex)", to: commit, because: "zib: kept")
    _ = try world.ada.workTree.prepare(mine, mode: .file, for: copy)
    try world.ada.sync()
    #expect(world.ada.texts == ["Note.md": "text\n", copy.text: "mine\n"])
    #expect(world.ada.hiddenFiles.isEmpty)
  }

  @Test func `a journal whose commit git has cleared away is set aside`() throws {
    let expected = try StopAnywhereTests.finished(try StopAnywhereTests.diverged())
    let devices = try StopAnywhereTests.diverged()
    let ben = try killed(at: "exchange", devices)
    ben.repository.forget(try #require(ben.workTree.targetsOfJournals.last))
    let report = try ben.sync()
    #expect(report.recovery.journalSetAside?.reason == .commitMissing)
    #expect(try StopAnywhereTests.finished(devices) == expected)
  }

  @Test(arguments: ["exchange", "set staged", "discard"])
  func `a whole journal of the version that moved the branch first is finished`(call: String) throws
  {
    let expected = try StopAnywhereTests.finished(try StopAnywhereTests.diverged())
    let devices = try StopAnywhereTests.diverged()
    let ben = try killed(at: call, devices) {
      SimulationSubject.branchFirst.moveBranchFirst(on: devices.ben)
    }
    let target = try #require(ben.workTree.targetsOfJournals.last)
    #expect(ben.head == target)
    ben.workTree.journalFilter = nil
    ben.repository.letsMovedReferencesPass = false
    let report = try ben.session.recover()
    #expect(report.update?.commit == target)
    #expect(ben.isClean)
    #expect(try StopAnywhereTests.finished(devices) == expected)
  }

  @Test
  func
    `a damaged journal of the version that moved the branch first is refused, and its hint helps`()
    throws
  {
    let expected = try StopAnywhereTests.finished(try StopAnywhereTests.diverged())
    let devices = try StopAnywhereTests.diverged()
    let before = try #require(devices.ben.head)
    let ben = try killed(at: "exchange", devices) {
      SimulationSubject.branchFirst.moveBranchFirst(on: devices.ben)
    }
    ben.workTree.journalFilter = nil
    ben.repository.letsMovedReferencesPass = false
    var journal = try #require(ben.workTree.presentJournal)
    journal[journal.count - 3] ^= 1
    ben.workTree.replaceJournal(with: journal)
    let texts = ben.texts
    let own = try #require(ben.repository.moves.last?.from)
    #expect(before != own)
    #expect(throws: SyncRefusal.unreadableJournal(before: own)) { try ben.sync() }
    #expect(ben.texts == texts)
    // As `git reset --soft` does.
    ben.repository.move("refs/heads/main", to: own, because: "reset")
    #expect(try ben.sync().recovery.journalSetAside?.reason == .damaged)
    #expect(try StopAnywhereTests.finished(devices) == expected)
  }

  @Test func `a tracked file whose name is that of a hidden one is a file like any other`() throws {
    let devices = try StopAnywhereTests.diverged()
    let ben = try killed(at: "exchange", devices)
    let path = TreePath(".zib-tmp-999")
    ben.files.replace(path, with: Array("committed by hand\n".utf8))
    ben.repository.stage([
      path: StagedEntry(
        path: path,
        version: FileVersion(id: devices.pool.write(blob: Array("committed by hand\n".utf8))),
        stamp: nil)
    ])
    ben.repository.receive(ObjectPool.id(ofBlob: Array("committed by hand\n".utf8)))
    try ben.sync()
    #expect(ben.committed[".zib-tmp-999"] == "committed by hand\n")
    #expect(ben.files.bytes(at: path) != nil)
  }

  @Test func `P15 what a person began after a kill is hers to finish first`() throws {
    let ben = try killed(at: "exchange", try StopAnywhereTests.diverged())
    ben.repository.presentObstacle = .mergeInProgress
    #expect(throws: SyncRefusal.obstacle(.mergeInProgress)) { try ben.session.recover() }
    ben.repository.presentObstacle = nil
    try ben.sync()
    #expect(ben.isClean)
  }

  @Test func `an edit of a damaged journal whose text is gone is told`() throws {
    let ada = try TestDevices(["Note.md": "text\n"]).ada
    let head = try #require(ada.head)
    let gone = String(repeating: "ab", count: 20)
    ada.workTree.replaceJournal(
      with: Array(
        """
        zib journal 2
        from \(head.hex)
        to \(head.hex)
        edit 100644:\(gone) \(head.hex) 7:Note.md

        """.utf8))
    let recovery = try ada.sync().recovery
    #expect(recovery.journalSetAside?.reason == .damaged)
    #expect(recovery.lost == [TreePath("Note.md")])
    #expect(recovery.kept == [])
    #expect(try ada.sync().recovery.lost == [])
    #expect(ada.text("Note.md") == "text\n")
  }

  @Test func `an edit whose text is gone does not keep a device from going on on another branch`()
    throws
  {
    let ben = try killed(at: "exchange", try StopAnywhereTests.diverged())
    let journal = try #require(ben.workTree.presentJournal)
    let head = try #require(ben.head)
    let gone = String(repeating: "ab", count: 20)
    let lines = String(decoding: journal, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let body =
      lines.filter { !$0.hasPrefix("sum ") && !$0.isEmpty }.joined(separator: "\n")
      + "\nedit 100644:\(gone) \(head.hex) 7:Lost.md\n"
    let sum = body.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let digits = String(sum, radix: 16)
    let padded = String(repeating: "0", count: 16 - digits.count) + digits
    ben.workTree.replaceJournal(with: Array((body + "sum \(padded)\n").utf8))
    ben.repository.move("refs/heads/other", to: head, because: "branch")
    ben.repository.currentBranch = "refs/heads/other"
    let recovery = try ben.session.recover()
    #expect(recovery.lost == [TreePath("Lost.md")])
    #expect(recovery.journalSetAside?.reason == .textMissing)
    #expect(try !ben.session.needsRecovery())
  }
}
