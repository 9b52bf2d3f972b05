import History
import Sync
import TestSupport

/// One device: repository, folder, transport and clock, and how they fail.
final class MemoryDevice {
  let name: String
  let clock: DeviceClock
  let faults: FaultPlan
  let repository: MemoryRepository
  let files: MemoryFiles
  let workTree: MemoryWorkTree
  let transport: MemoryTransport
  /// True where its folder takes names that differ only in case or Unicode form for one.
  let isInsensitive: Bool

  /// - Parameter tick: the unit of its files' times, in nanoseconds.
  init(
    _ name: String, pool: ObjectPool, remotes: [String: MemoryRemote] = [:],
    time: WorldTime = WorldTime(), naming: MemoryFiles.Naming = .exact, tick: Int64 = 1,
    scope: TreePath = .root
  ) {
    self.name = name
    isInsensitive = naming == .insensitive
    clock = DeviceClock(time: time)
    faults = FaultPlan(time: time)
    repository = MemoryRepository(pool: pool, faults: faults, clock: clock)
    repository.identity = (name, "\(name.lowercased())@example.org")
    files = MemoryFiles(time: time, naming: naming, tick: tick)
    workTree = MemoryWorkTree(files, of: repository, scope: scope, faults: faults)
    transport = MemoryTransport(repository, remotes: remotes, faults: faults)
  }

  /// Runs between a fetch and the use of its objects, while the vault's lock is free.
  var whileWaiting: (() -> Void)?

  /// The files that a person sees.
  var notes: [TreePath: [UInt8]] {
    var notes: [TreePath: [UInt8]] = [:]
    for path in files.paths where !MemoryWorkTree.isHidden(path) {
      notes[path] = files.bytes(at: path)
    }
    return notes
  }

  /// Hidden files that a sync has left.
  var hiddenFiles: [TreePath] { files.paths.filter(MemoryWorkTree.isHidden) }

  /// The commit that the work tree stands at.
  var head: ObjectID? { repository.presentHead.commit }

  /// Time passes, and all that was written is on the disk.
  func settle() {
    files.settle()
    repository.settle()
  }

  /// Starts anew after the process was stopped; if the power was cut, without some of what was not flushed.
  func restart(_ random: inout SeededRandom) {
    if faults.stopped == .powerCut {
      files.losePower(&random)
      repository.losePower(&random)
    }
    settle()
    faults.start()
  }
}
