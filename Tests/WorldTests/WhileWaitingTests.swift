import Files
import Git
import GitSandbox
import History
import PastNotes
import Sync
import Synchronization
import Testing
import Vaults

/// Other commands beside a sync while its remote is waited for.
struct WhileWaitingTests {
  let world: World

  init() throws { world = try World(["note.md": "one\n"]) }

  /// Syncs with a remote that says nothing, and does something once while it is waited for.
  private func syncWithSilence(_ deed: @escaping () throws -> Void) throws -> SyncReport {
    let server = try #require(SilentServer())
    try world.sandbox.git(
      ["config", "remote.origin.url", "git://127.0.0.1:\(server.port)/remote.git"], in: "a")
    var isDone = false
    var failure: (any Error)?
    var request = SyncRequest()
    request.timeout = 1
    request.whileWaiting = {
      if isDone { return }
      isDone = true
      do { try deed() } catch { failure = error }
    }
    let report = try world.vault("a").sync(request).report
    if let failure { throw failure }
    #expect(isDone)
    return report
  }

  @Test func `the lock of the vault is free`() throws {
    world.write("two\n", to: "a/note.md")
    let report = try syncWithSilence {
      // The edits that the sync began with are committed.
      #expect(try world.stored("note.md", in: "a") == Array("two\n".utf8))
      let lock = try world.vault("a").writeLock(timeout: 0)
      _ = consume lock
      world.write("three\n", to: "a/note.md")
      #expect(try world.vault("a").commit().snapshot.commit != nil)
      #expect(try world.vault("a").status().pending.changes.isEmpty)
    }
    #expect(report.outcome == .notFetched(.timedOut(seconds: 1)))
    #expect(try world.stored("note.md", in: "a") == Array("three\n".utf8))
    try world.expectWell("a")
  }

  @Test func `a second sync waits for the first one and says so`() throws {
    // Two processes: the locks of one process are its own.
    let vault = try world.vault("a")
    let folder = world.sandbox("a/.git/zib")
    try world.sync("a")
    let lock = try VaultLock(DiskPath(folder + "/network-lock"), timeout: 0)
    world.write("two\n", to: "a/note.md")
    var waits: [Int32?] = []
    var request = SyncRequest()
    let holder = Mutex<VaultLock?>(consume lock)
    request.waitingForSync = { process in
      waits.append(process)
      // It does not wait for the vault's lock, and has committed what there is.
      #expect(throws: Never.self) { _ = try vault.writeLock(timeout: 0) }
      holder.withLock { $0 = nil }
    }
    let report = try vault.sync(request).report
    #expect(waits.count == 1)
    #expect(report.isInStep)
    try world.sync("b")
    try world.expectSame("a", "b")
  }

  /// Runs a deed on `a` after its sync has fetched: the fetch is git's, which here takes a moment.
  private func syncDelayed(_ deed: @escaping () throws -> Void) throws -> SyncReport {
    world.sandbox.writeScript("sleep 0.4; exec git-upload-pack \"$@\"", to: "slow")
    try world.sandbox.git(["config", "remote.origin.uploadpack", world.sandbox("slow")], in: "a")
    var isDone = false
    var failure: (any Error)?
    let report = try world.sync("a") {
      $0.whileWaiting = {
        if isDone { return }
        isDone = true
        do { try deed() } catch { failure = error }
      }
    }
    if let failure { throw failure }
    #expect(isDone)
    return report
  }

  @Test func `what is committed, edited and deleted meanwhile is merged with what comes`() throws {
    world.write("kept\n", to: "b/theirs.md")
    world.write("zero\none\n", to: "b/note.md")
    try world.sync("b")
    let report = try syncDelayed {
      world.write("one\ntwo\n", to: "a/note.md")
      world.write("new\n", to: "a/committed.md")
      _ = try world.vault("a").commit()
      world.write("newer\n", to: "a/typed.md")
    }
    #expect(report.isInStep)
    #expect(world.text("a/note.md") == "zero\none\ntwo\n")
    #expect(world.text("a/theirs.md") == "kept\n")
    #expect(world.text("a/typed.md") == "newer\n")
    try world.sync("b")
    try world.expectSame("a", "b")
  }

  @Test func `with another branch checked out meanwhile nothing is merged or pushed`() throws {
    world.write("from b\n", to: "b/theirs.md")
    try world.sync("b")
    let main = try world.head("b")
    let error = #expect(throws: SyncRefusal.self) {
      try syncDelayed {
        try world.sandbox.git("switch --quiet -c side", in: "a")
        world.write("on the side\n", to: "a/side.md")
      }
    }
    #expect(error == .branchChanged(from: "refs/heads/main", to: "refs/heads/side"))
    #expect(world.text("a/theirs.md") == nil)
    #expect(try world.sandbox.id("main", in: "remote.git") == main)
  }

  @Test func `a merge that was begun meanwhile is left alone`() throws {
    try world.sandbox.git("switch --quiet -c other", in: "a")
    try world.gitCommit(["note.md": "other\n"], in: "a")
    try world.sandbox.git("switch --quiet main", in: "a")
    try world.gitCommit(["note.md": "ours\n"], in: "a")
    world.write("from b\n", to: "b/theirs.md")
    try world.sync("b")
    let error = #expect(throws: SyncRefusal.self) {
      try syncDelayed {
        _ = try world.sandbox.git.run(["merge", "other"], in: world.sandbox.bytes("a"))
      }
    }
    #expect(error == .obstacle(.mergeInProgress))
    #expect(world.text("a/theirs.md") == nil)
  }
}
