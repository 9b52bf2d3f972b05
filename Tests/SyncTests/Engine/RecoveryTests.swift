import Objects
import Sync
import Testing

struct RecoveryTests {
  /// Ben's sync, killed before the first call of a name once the branch has moved.
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

  @Test func `another branch after a kill is left alone, and nothing is lost`() throws {
    let devices = try StopAnywhereTests.diverged()
    let ben = try killed(at: "exchange", devices)
    let target = try #require(ben.head)
    let before = try #require(devices.pool.parents(of: target)?.first)
    ben.repository.move("refs/heads/other", to: before, because: "branch")
    ben.repository.currentBranch = "refs/heads/other"
    let report = try ben.session.recover()
    #expect(report.update == nil)
    #expect(ben.head == before)
    #expect(ben.repository.references["refs/heads/main"] == target)
    #expect(ben.hiddenFiles.isEmpty)
    #expect(ben.workTree.presentJournal == nil)
  }

  @Test func `a journal that is damaged is refused, and everything stays`() throws {
    let ben = try killed(at: "exchange", try StopAnywhereTests.diverged())
    var journal = try #require(ben.workTree.presentJournal)
    journal[journal.count / 2] ^= 1
    try ben.workTree.setJournal(journal)
    let texts = ben.texts
    #expect(throws: SyncRefusal.unreadableJournal) { try ben.sync() }
    #expect(ben.texts == texts)
  }

  @Test func `P15 what a person began after a kill is hers to finish first`() throws {
    let ben = try killed(at: "exchange", try StopAnywhereTests.diverged())
    ben.repository.presentObstacle = .mergeInProgress
    #expect(throws: SyncRefusal.obstacle(.mergeInProgress)) { try ben.session.recover() }
    ben.repository.presentObstacle = nil
    try ben.sync()
    #expect(ben.isClean)
  }
}
