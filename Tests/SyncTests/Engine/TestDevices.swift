import History
import Sync
import TestSupport
import Testing

/// Devices of one person with one remote, for the tests of the engine.
struct TestDevices {
  let pool = ObjectPool()
  let time = WorldTime()
  let remote: MemoryRemote
  let ada: MemoryDevice
  let ben: MemoryDevice

  /// - Parameter naming: what Ada's folder takes for one name.
  init(scope: TreePath = .root, naming: MemoryFiles.Naming = .exact) {
    remote = MemoryRemote(pool: pool)
    ada = MemoryDevice(
      "Ada", pool: pool, remotes: ["origin": remote], time: time, naming: naming, scope: scope)
    ben = MemoryDevice(
      "Ben", pool: pool, remotes: ["origin": remote], time: time, scope: scope)
  }

  /// Both devices with the same notes, in step.
  init(_ notes: [String: String], scope: TreePath = .root) throws {
    self.init(scope: scope)
    for (path, text) in notes { ada.write(path, text) }
    try ada.sync()
    try ben.sync()
    ada.settle()
    ben.settle()
    ada.faults.start()
    ben.faults.start()
  }

  /// Stops Ada's sync at its first step, restarts her, and checks; then at the second in a new
  /// world, and so on until a sync ends before the step.
  ///
  /// - Parameters:
  ///   - losesJournal: true if the journal is gone when she starts again.
  ///   - make: the devices as they are when the sync begins.
  ///   - check: given the devices and the step.
  /// - Returns: the number of steps.
  static func stoppingAdaAtEachStep(
    by fault: FaultPlan.Fault, losesJournal: Bool = false, _ make: () throws -> TestDevices,
    check: (TestDevices, Int) throws -> Void
  ) throws -> Int {
    var step = 0
    while true {
      let world = try make()
      world.ada.settle()
      world.ada.faults.start()
      world.ada.faults.arm(fault, at: step)
      do { try world.ada.sync() } catch is ProcessStopped {}
      guard world.ada.faults.stopped != nil else { return step }
      var random = SeededRandom(seed: UInt64(step))
      world.ada.restart(&random)
      if losesJournal { world.ada.workTree.replaceJournal(with: nil) }
      try check(world, step)
      step += 1
    }
  }
}

extension MemoryDevice {
  var session: SyncSession {
    var session = SyncSession(
      repository: repository, workTree: workTree, transport: transport, scope: workTree.scope,
      device: name,
      now: { [clock] in CommitTime(seconds: clock.seconds, offset: clock.offset) })
    session.lacksRoom = InjectedError.tellsOfFullDisk
    return session
  }

  @discardableResult
  func sync(_ change: (inout SyncOptions) -> Void = { _ in }) throws -> SyncReport {
    var options = SyncOptions(remote: "origin")
    change(&options)
    return try session.sync(options)
  }

  func write(_ path: String, _ text: String) {
    clock.time.pass(seconds: 1)
    files.replace(TreePath(path), with: Array(text.utf8))
  }

  /// `git add --all && git commit`.
  func commitAll() {
    let tracked = Set(repository.presentlyStaged.map(\.path))
    var entries: [TreePath: StagedEntry?] = [:]
    var versions: [TreePath: FileVersion?] = [:]
    // A file that git skips in the folder stays as it is.
    let skipped = Set(repository.presentlyStaged.lazy.filter(\.isSkipped).map(\.path))
    for path in tracked { (entries[path], versions[path]) = (.some(nil), .some(nil)) }
    for entry in repository.presentlyStaged where entry.isSkipped {
      (entries[entry.path], versions[entry.path]) = (entry, entry.version)
    }
    for (path, bytes) in notes
    where (tracked.contains(path) || !workTree.isKept(path)) && !skipped.contains(path) {
      let version = FileVersion(id: repository.pool.write(blob: bytes))
      versions[path] = version
      entries[path] = StagedEntry(path: path, version: version, stamp: nil)
    }
    let store = PoolStore(pool: repository.pool)
    guard let tree = try? store.tree(nil, replacing: versions) else { return }
    let commit = repository.record(
      tree: tree, parents: head.map { [$0] } ?? [], message: "By hand\n")
    repository.receive(historyOf: commit)
    repository.stage(entries)
    repository.move("refs/heads/main", to: commit, because: "commit")
  }

  /// `git pull` into a folder that is as the last commit says.
  func pull() throws {
    try transport.fetch("origin")
    let head = try #require(
      repository.references[MemoryTransport.trackingName(of: "refs/heads/main", at: "origin")])
    let old = repository.pool.files(of: self.head)
    repository.receive(historyOf: head)
    var entries: [TreePath: StagedEntry?] = [:]
    for (path, version) in repository.pool.files(of: head).sorted(by: { $0.key < $1.key })
    where old[path] != version {
      // What has the name by the folder's rules goes.
      if let file = files.fileAbove(path) { files.remove(file) }
      for other in files.paths where other.text.lowercased().hasPrefix("\(path.text.lowercased())/")
      {
        files.remove(other)
      }
      files.removeEmptyFolders()
      files.replace(path, with: repository.pool.blob(version.id) ?? [])
      let stamp = files.inode(at: path).map(files.stamp)
      entries[path] = StagedEntry(path: path, version: version, stamp: stamp)
    }
    repository.stage(entries)
    repository.move("refs/heads/main", to: head, because: "pull")
    settle()
  }

  func remove(_ path: String) { files.remove(TreePath(path)) }

  func text(_ path: String) -> String? {
    files.bytes(at: TreePath(path)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The person's files as text.
  var texts: [String: String] {
    var texts: [String: String] = [:]
    for (path, bytes) in notes { texts[path.text] = String(decoding: bytes, as: UTF8.self) }
    return texts
  }

  /// The files of the last commit as text.
  var committed: [String: String] {
    var texts: [String: String] = [:]
    for (path, version) in repository.pool.files(of: head) {
      texts[path.text] = String(decoding: repository.pool.blob(version.id) ?? [], as: UTF8.self)
    }
    return texts
  }

  /// True where folder, staging index and last commit are the same, as plain `git status` would have it.
  var isClean: Bool {
    let staged = Dictionary(
      uniqueKeysWithValues: repository.presentlyStaged.map { ($0.path, $0.version) })
    return staged == repository.pool.files(of: head) && texts == committed
  }
}

extension ObjectPool {
  /// The message of a commit, nothing for no commit.
  func message(of commit: ObjectID?) -> String? { commit.flatMap(self.commit)?.message }

  func parents(of commit: ObjectID?) -> [ObjectID]? { commit.flatMap(self.commit)?.parents }
}
