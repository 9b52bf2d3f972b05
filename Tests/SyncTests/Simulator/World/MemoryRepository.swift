import History
import Sync
import TestSupport

/// A repository in memory: objects that are lost with the power until they are flushed, refs, a staging index.
final class MemoryRepository: SyncRepository {
  let pool: ObjectPool
  private let faults: FaultPlan
  private let clock: DeviceClock
  private var held: Set<ObjectID> = []
  private var unflushed: Set<ObjectID> = []
  /// How many objects were written that were not there.
  private(set) var countOfWrites = 0

  private(set) var references: [String: ObjectID] = [:]
  /// Every move of a ref: what git's reflogs have.
  private(set) var moves: [(name: String, from: ObjectID?, to: ObjectID?, reason: String)] = []
  /// A branch's name; nothing where the head is detached.
  var currentBranch: String? = "refs/heads/main"
  var detachedHead: ObjectID?

  /// The person as git knows her.
  var identity: (name: String, email: String) = ("Ada", "ada@example.org")
  /// The obstacle to plain git here; nil if there is none.
  var presentObstacle: Obstacle?
  /// True to let a move of a ref pass that was made already.
  var letsMovedReferencesPass = false
  /// The refusal of a hook for every snapshot; nil if it agrees.
  var snapshotRefusal: (any Error)?

  private var staged: [TreePath: StagedEntry] = [:]
  private var stagedBefore: [TreePath: StagedEntry]?
  private var stagingTimes: [TreePath: Int64] = [:]

  init(pool: ObjectPool, faults: FaultPlan = FaultPlan(), clock: DeviceClock = DeviceClock()) {
    self.pool = pool
    self.faults = faults
    self.clock = clock
  }

  // MARK: Objects

  func holds(_ id: ObjectID) -> Bool { held.contains(id) }

  func blob(_ id: ObjectID) throws -> [UInt8] {
    try faults.object("blob")
    guard holds(id), let bytes = pool.blob(id) else { throw MissingObject(id) }
    return bytes
  }

  func tree(_ id: ObjectID) throws -> [TreeEntry] {
    try faults.object("tree")
    guard holds(id), let entries = pool.tree(id) else { throw MissingObject(id) }
    return entries
  }

  func commit(_ id: ObjectID) throws -> Commit {
    try faults.object("commit")
    guard holds(id), let commit = pool.commit(id) else { throw MissingObject(id) }
    return commit
  }

  func id(ofBlob bytes: [UInt8]) -> ObjectID { ObjectPool.id(ofBlob: bytes) }

  func write(blob: [UInt8]) throws -> ObjectID {
    try faults.object("write blob")
    return keep(pool.write(blob: blob))
  }

  func write(tree: [TreeEntry]) throws -> ObjectID {
    try faults.object("write tree")
    return keep(pool.write(tree: tree))
  }

  func write(commit: Commit) throws -> ObjectID {
    try faults.object("write commit")
    return keep(pool.write(commit: commit))
  }

  func flush() throws {
    try faults.step("flush")
    unflushed = []
    stagedBefore = nil
  }

  private func keep(_ id: ObjectID) -> ObjectID {
    if held.insert(id).inserted {
      unflushed.insert(id)
      countOfWrites += 1
    }
    return id
  }

  // MARK: Refs

  func head() throws -> Head {
    try faults.step("head")
    return presentHead
  }

  func reference(_ name: String) throws -> ObjectID? {
    try faults.step("reference")
    return references[name]
  }

  func tips() throws -> [ObjectID] {
    try faults.step("tips")
    return Set(references.values).sorted()
  }

  func references(_ prefix: String) throws -> [(name: String, commit: ObjectID)] {
    try faults.step("references")
    return references.filter { $0.key.hasPrefix(prefix) }.sorted { $0.key < $1.key }
      .map { (name: $0.key, commit: $0.value) }
  }

  func symbolicTarget(_ name: String) throws -> String? { nil }

  func setReference(
    _ name: String, from old: ObjectID?, to new: ObjectID?, because reason: String
  ) throws {
    try faults.step("set reference")
    if letsMovedReferencesPass, references[name] == new { return }
    guard references[name] == old else { throw ReferenceMoved(name: name) }
    move(name, to: new, because: reason)
  }

  func mergeBases(_ left: ObjectID, _ right: ObjectID) throws -> [ObjectID] {
    try faults.object("merge bases")
    return pool.mergeBases(left, right)
  }

  func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws -> Bool {
    try faults.object("is ancestor")
    return pool.isAncestor(ancestor, of: commit)
  }

  func obstacle() throws -> Obstacle? {
    try faults.step("obstacle")
    return presentObstacle
  }

  // MARK: The staging index

  func stagedEntries() throws -> [StagedEntry] {
    try faults.step("staged entries")
    return presentlyStaged
  }

  func setStaged(_ entries: [TreePath: StagedEntry?]) throws {
    try faults.step("set staged")
    stage(entries)
    stagedBefore = nil
  }

  func commitSnapshot(tree: ObjectID, parents: [ObjectID], message: String) throws -> ObjectID {
    try faults.step("commit snapshot")
    if let snapshotRefusal { throw snapshotRefusal }
    return keep(record(tree: tree, parents: parents, message: message))
  }

  func commitPast(tree: ObjectID, parents: [ObjectID], message: String, at time: CommitTime) throws
    -> ObjectID
  {
    try faults.step("commit past")
    let latest = parents.compactMap { pool.commit($0)?.committer.seconds }.max() ?? time.seconds
    func who(_ seconds: Int64) -> Signature {
      Signature(
        name: identity.name, email: identity.email, seconds: seconds, offset: time.offset)
    }
    return keep(
      pool.write(
        commit: Commit(
          tree: tree, parents: parents, author: who(time.seconds),
          committer: who(max(time.seconds, latest)), message: message)))
  }

  // MARK: What plain git and tests do, past the faults

  var presentHead: Head {
    guard let currentBranch else {
      // A head without a branch stands at a commit.
      return .detached(detachedHead!)
    }
    return .branch(currentBranch, references[currentBranch])
  }

  /// Sorted by path.
  var presentlyStaged: [StagedEntry] { staged.values.sorted { $0.path < $1.path } }

  func stage(_ entries: [TreePath: StagedEntry?]) {
    if stagedBefore == nil { stagedBefore = staged }
    for (path, entry) in entries {
      staged[path] = entry
      stagingTimes[path] = clock.time.nanoseconds
    }
  }

  /// When an entry was recorded, in nanoseconds: a file changed since then, or at that very tick, is suspect
  /// whatever its stamp says.
  func stagingTime(of path: TreePath) -> Int64 { stagingTimes[path] ?? 0 }

  func move(_ name: String, to id: ObjectID?, because reason: String) {
    moves.append((name, references[name], id, reason))
    references[name] = id
  }

  /// A commit of this person now, on the disk.
  func record(tree: ObjectID, parents: [ObjectID], message: String) -> ObjectID {
    let who = Signature(
      name: identity.name, email: identity.email, seconds: clock.seconds, offset: clock.offset)
    let commit = Commit(
      tree: tree, parents: parents, author: who, committer: who, message: message)
    return pool.write(commit: commit)
  }

  /// Takes a commit and its history in for good, as a fetch does.
  ///
  /// A ref's commit has all the objects that it needs; of other commits some may be missing.
  func receive(historyOf id: ObjectID) {
    if pool.commit(id) == nil { return receive(id) }
    var fresh = pool.history(of: id)
    for tip in references.values { fresh.subtract(pool.history(of: tip)) }
    for number in fresh.numbers {
      let commit = pool.commits[number]
      take(commit)
      if let tree = pool.commit(commit)?.tree { receive(tree) }
    }
  }

  /// Takes a tree or blob in for good, with all in it.
  func receive(_ id: ObjectID) {
    take(id)
    for entry in pool.tree(id) ?? [] { receive(entry.version.id) }
  }

  private func take(_ id: ObjectID) {
    held.insert(id)
    unflushed.remove(id)
  }

  /// Loses an object, as a shallow clone or a broken disk does.
  func forget(_ id: ObjectID) { held.remove(id) }

  /// Makes all that was written stay.
  func settle() {
    unflushed = []
    stagedBefore = nil
  }

  /// Drops some of what was not flushed.
  func losePower(_ random: inout SeededRandom) {
    for id in unflushed.sorted() where random.once(in: 2) { held.remove(id) }
    if let stagedBefore, random.once(in: 2) { staged = stagedBefore }
    settle()
  }
}
