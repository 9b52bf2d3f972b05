import Files
import Sync

/// Another zib fetches or pushes, and has not ended in the time that is waited.
package struct SyncUnderWay: Error, Equatable, Sendable {
  /// The number of its process, if it could be read.
  package let process: Int32?
}

/// The locks of a sync as files, which every zib of the repository knows.
///
/// The lock of the network is not asked for while the vault's lock is held, so that no two processes wait for each
/// other. The operating system frees both when the process ends.
package final class DiskSyncLocks: SyncLocks {
  private let folder: DiskPath
  private let waiting: (Int32?) -> Void
  private let waitingForSync: (Int32?) -> Void
  private var vault: VaultLock?
  private var network: VaultLock?

  /// Ten minutes: as long as git is given where a remote speaks now and then.
  private static let networkTimeout = 600_000

  package init(
    in folder: DiskPath, waiting: @escaping (Int32?) -> Void,
    waitingForSync: @escaping (Int32?) -> Void
  ) {
    self.folder = folder
    self.waiting = waiting
    self.waitingForSync = waitingForSync
  }

  package func lock() throws {
    guard vault == nil else { return }
    vault = try VaultLock(folder.appending("lock"), telling: waiting)
  }

  package func unlock() { vault = nil }

  package func lockNetwork() throws {
    guard network == nil else { return }
    do throws(VaultLock.Failure) {
      network = try VaultLock(
        folder.appending("network-lock"), timeout: Self.networkTimeout, telling: waitingForSync)
    } catch {
      if case .held(let process) = error { throw SyncUnderWay(process: process) }
      throw error
    }
  }

  package func unlockNetwork() { network = nil }
}
