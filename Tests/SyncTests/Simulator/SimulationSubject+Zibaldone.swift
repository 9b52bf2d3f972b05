import History
import Merge
import Sync

extension SimulationSubject {
  /// The subject that is shipped.
  static var zibaldone: SimulationSubject {
    SimulationSubject(name: "Zibaldone") { left, right, bases, store in
      try TreeMerge(store: store, scope: .root).merge(left, right, bases: bases)
    }
  }

  private func session(on device: MemoryDevice) -> SyncSession {
    prepare(device)
    if movesBranchFirst { moveBranchFirst(on: device) }
    var session = SyncSession(
      repository: device.repository, workTree: device.workTree, transport: device.transport,
      device: device.name,
      now: { CommitTime(seconds: device.clock.seconds, offset: device.clock.offset) })
    session.lacksRoom = InjectedError.tellsOfFullDisk
    session.mergingTrees = { store, scope, left, right, bases in
      try merge(left, right, bases, store)
    }
    return session
  }

  /// Takes back what a device did last; false where there is nothing.
  func undo(on device: MemoryDevice) throws -> Bool {
    do {
      _ = try session(on: device).undo { _ in true }
      return true
    } catch SyncRefusal.nothingToUndo {
      return false
    }
  }

  /// Syncs a device with a remote, or (nothing) only makes a snapshot.
  func run(on device: MemoryDevice, remote: String?, isConfirmed: Bool) throws -> Answer {
    var session = session(on: device)
    let locks = MemoryLocks(device.whileWaiting)
    session.locks = locks
    var options = SyncOptions(remote: remote)
    options.joinsUnrelated = true
    options.confirm = { _ in isConfirmed }
    do {
      switch try session.sync(options).outcome {
      case .inStep: return .done
      case .noRemote where remote == nil: return .done
      case .notFetched, .notPushed, .raced: return .notPushed
      case .noRemote, .planned: return .refused
      }
    } catch SyncRefusal.deletionsNotConfirmed {
      return .unconfirmed
    } catch SyncRefusal.unsettled {
      return .refused
    }
  }
}
