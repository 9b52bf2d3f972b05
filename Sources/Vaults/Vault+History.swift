import Git
import Notes
import Objects
import Sync

extension Vault {
  /// Opens the vault's history to be read.
  ///
  /// - Throws: `HistoryError`, `SyncRefusal`, `GitError`.
  package func history() throws -> VaultHistory { try VaultHistory(of: self) }

  /// Opens the history to be written to, while no other zib writes.
  ///
  /// What a run that was stopped has left is finished first.
  /// - Parameters:
  ///   - waiting: told once, with the number of the process that writes, where there is one to wait for.
  package func withHistory<Result>(
    waiting: (Int32?) -> Void = { _ in }, _ body: (VaultHistory) throws -> Result
  ) throws -> Result {
    let history = try VaultHistory(of: self)
    let lock = try lockHistory(of: history, waiting)
    history.repository.bringsMissing = true
    let result = try body(history)
    _ = consume lock
    return result
  }

  /// Two minutes: a sync that takes longer is stuck or moves more than anyone waits for.
  private static let patience = 120_000

  private func lockHistory(of history: VaultHistory, _ waiting: (Int32?) -> Void) throws
    -> VaultLock
  {
    let path = try Self.lockFile(in: DiskPath(bytes: history.repository.commonFolder))
    do throws(VaultLock.Failure) {
      return try VaultLock(path, timeout: 0)
    } catch {
      guard case .held(let holder) = error else { throw error }
      waiting(holder)
    }
    return try VaultLock(path, timeout: Self.patience)
  }

  /// The lock that all vaults and work trees of a repository share; its folder is made.
  private static func lockFile(in commonFolder: DiskPath) throws(SystemError) -> DiskPath {
    let folder = DiskWorkTree.recordsFolder(in: commonFolder)
    try folder.makeFolders()
    return folder.appending("lock")
  }

  /// The lock of those who write notes; nothing where there is no place to keep one.
  ///
  /// In a repository it is the lock that a sync holds as well, and what a sync that was stopped has left is finished
  /// before anything else is written. Where none was stopped that costs one look; libgit2 is not started.
  /// - Throws: `VaultLock.Failure` when another process is writing; what finishing throws.
  package func writeLock(timeout: Int = 10_000) throws -> VaultLock? {
    guard let place = RepositoryPlace.holding(root), place.isComplete else {
      guard let folder = location.cache(environment).folder else { return nil }
      return try VaultLock(folder.appending("write.lock"), timeout: timeout)
    }
    let lock: VaultLock
    do {
      lock = try VaultLock(Self.lockFile(in: place.commonFolder), timeout: timeout)
    } catch let error as SystemError where error.isReadOnly {
      // Nobody can sync a repository that cannot be written, so nobody has to be waited for.
      return nil
    }
    if isUpdateUnfinished(in: place) { try finishUpdate() }
    return lock
  }

  /// Finishes what a sync that was stopped has left, if no other process is at it.
  ///
  /// Costs one look where there is nothing to finish.
  /// - Returns: nothing where there was nothing to finish.
  package func finishInterruptedUpdate() throws -> RecoveryReport? {
    guard let place = RepositoryPlace.holding(root), isUpdateUnfinished(in: place) else {
      return nil
    }
    let lock: VaultLock
    do {
      lock = try VaultLock(Self.lockFile(in: place.commonFolder), timeout: 0)
    } catch VaultLock.Failure.held {
      return nil  // The sync is under way.
    }
    let report = isUpdateUnfinished(in: place) ? try finishUpdate() : nil
    _ = consume lock
    return report
  }

  private func isUpdateUnfinished(in place: RepositoryPlace) -> Bool {
    FileStatus.at(DiskWorkTree.journal(in: place.gitFolder), following: false) != nil
  }

  @discardableResult
  private func finishUpdate() throws -> RecoveryReport {
    try VaultHistory(of: self).session(in: .system).recover()
  }
}
