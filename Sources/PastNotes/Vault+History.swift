import Files
import Git
import History
import Notes
import Settings
import Sync
import WorkTrees

extension Vault {
  /// Opens the vault's history to be read.
  ///
  /// - Throws: `HistoryError`, `SyncRefusal`, `GitError`.
  package func history() throws -> VaultHistory { try VaultHistory(of: self) }

  /// Opens the vault's history to read its past, which may hold names that no file may have; they are left out.
  ///
  /// - Throws: as `history()`.
  package func past() throws -> VaultHistory {
    let history = try history()
    history.repository.leavesOutForbiddenNames = true
    return history
  }

  /// The files of the last commit that wait because they cannot be written here, with the reason.
  ///
  /// Without any, this costs one look; libgit2 is not started.
  package func waitingFiles() throws -> [NotePath: RefusedFile] {
    guard let place = RepositoryPlace.holding(root),
      FileStatus.at(DiskWorkTree.recordsFolder(in: place.gitFolder).appending("unwritten")) != nil
    else { return [:] }
    let history = try history()
    var files: [NotePath: RefusedFile] = [:]
    for file in try history.session(in: .system).unwritten() {
      if let path = NotePath(file.path, in: history.scope) { files[path] = file.reason }
    }
    return files
  }

  /// Opens the history for writing, while no other zib writes, and calls `body`.
  ///
  /// An interrupted run is left as it is; the session in `body` finishes it.
  /// - Parameters:
  ///   - needsConsent: false for an operation that commits no file of the folder.
  ///   - waiting: called once, with the number of the process that writes, if one must be waited for.
  package func withHistory<Result>(
    needsConsent: Bool = true, waiting: (Int32?) -> Void = { _ in },
    _ body: (VaultHistory) throws -> Result
  ) throws -> Result {
    let history = try VaultHistory(of: self)
    if needsConsent { try requireConsent(in: history) }
    try settleIdentity(in: history)
    let lock = try lockHistory(of: history, waiting)
    history.repository.bringsMissing = true
    if let place = RepositoryPlace.holding(root) {
      TemporaryExclusion.ensure(in: place)
      UnfinishedObjects.clear(in: place)
    }
    let result = try body(history)
    _ = consume lock
    return result
  }

  /// True if a person has made the folder a vault: only then are its files committed or sent.
  package var isVault: Bool { location.kind == .zib }

  /// Refuses a folder that no person has made a vault.
  ///
  /// - Throws: `HistoryError.notAVault`; `.settingsMissing` if the history has its `.zib`.
  package func requireConsent(in history: VaultHistory) throws {
    if isVault {
      // `zib watch` knows the vault from before its `.zib` went.
      if FileStatus.at(root.appending(".zib")) != nil { return }
      if try history.lastCommitWithSettings() == nil { return }
      throw HistoryError.settingsMissing(root)
    }
    if let folder = try history.folderWithSettings() { throw HistoryError.settingsMissing(folder) }
    if try history.lastCommitWithSettings() != nil { throw HistoryError.settingsMissing(root) }
    throw HistoryError.notAVault(root)
  }

  /// Asks for the committer's name if git does not know it, before any lock is held, because a
  /// person may take long to answer.
  ///
  /// The answer is written into the settings of this repository alone. Without an answer nothing is
  /// written, and a commit ends in `NoIdentity`.
  package func settleIdentity(in history: VaultHistory) throws {
    guard let offer = try history.repository.offeredIdentity(host: DeviceName.current),
      let identity = environment.identity(offer)
    else { return }
    try history.repository.setIdentity(identity)
  }

  /// Waits for the lock that all vaults and work trees of a repository share.
  ///
  /// - Throws: `VaultLock.Failure`, `SystemError`.
  package func lockHistory(of history: VaultHistory, _ waiting: (Int32?) -> Void) throws
    -> VaultLock
  {
    let path = try Self.lockFile(in: DiskPath(bytes: history.repository.commonFolder))
    return try VaultLock(path, telling: waiting)
  }

  /// The lock that all vaults and work trees of a repository share; its folder is made.
  private static func lockFile(in commonFolder: DiskPath) throws(SystemError) -> DiskPath {
    try lockFolder(in: commonFolder).appending("lock")
  }

  /// The folder of the locks that all vaults and work trees of a repository share; it is made.
  package static func lockFolder(in commonFolder: DiskPath) throws(SystemError) -> DiskPath {
    let folder = DiskWorkTree.recordsFolder(in: commonFolder)
    try folder.makeFolders()
    return folder
  }

  /// The lock of programs that write notes, or nil if there is no place to keep one.
  ///
  /// In a repository it is the lock that a sync holds as well, and an interrupted sync is finished
  /// before anything else is written. Without an interrupted one that costs one look; libgit2 is
  /// not started. Another process that writes is reported by `environment.waiting`, and waited for.
  /// - Parameters:
  ///   - timeout: the longest wait, in milliseconds.
  ///   - followsSettings: false for a change that no setting has a part in.
  /// - Throws: `VaultLock.Failure` if another process is writing all the time; `ConfigurationError.unread`; errors of
  ///   finishing.
  package func writeLock(timeout: Int = 120_000, followsSettings: Bool = true) throws -> VaultLock?
  {
    if followsSettings { try requireSettings() }
    guard let place = RepositoryPlace.holding(root), place.isComplete else {
      guard let folder = location.cache(environment).folder else { return nil }
      return try VaultLock(
        folder.appending("write.lock"), timeout: timeout, telling: environment.waiting)
    }
    let lock: VaultLock
    do {
      lock = try VaultLock(
        Self.lockFile(in: place.commonFolder), timeout: timeout, telling: environment.waiting)
    } catch let error as SystemError where error.isReadOnly {
      // No process can sync a repository that cannot be written, so there is none to wait for.
      return nil
    }
    TemporaryExclusion.ensure(in: place)
    if isUpdateUnfinished(in: place) { try finishUpdate() }
    return lock
  }

  /// Repeats the work if another program wrote first.
  package func persisting<Result>(_ work: () throws -> Result) throws -> Result {
    for _ in 0..<Self.attempts {
      do {
        return try work()
      } catch WriteError.changedMeanwhile {
      } catch WriteError.exists {
      }
    }
    return try work()
  }

  /// The number of lost races after which it gives up: no person writes the same file ten times in
  /// a row.
  private static var attempts: Int { 10 }

  /// Finishes an interrupted sync, if no other process does.
  ///
  /// Costs one look if there is nothing to finish.
  /// - Returns: nil if there was nothing to finish.
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

  /// The operation that was stopped, if its journal can be read; nil without one.
  package var unfinishedOperation: OperationKind? {
    guard let place = RepositoryPlace.holding(root), isUpdateUnfinished(in: place) else {
      return nil
    }
    return DiskWorkTree.journal(in: place.gitFolder).fileBytes(limit: 1 << 30)
      .flatMap { OperationKind(ofJournal: $0) }
  }

  /// True if an operation was stopped while it changed the folder.
  package func isUpdateUnfinished(in place: RepositoryPlace) -> Bool {
    FileStatus.at(DiskWorkTree.journal(in: place.gitFolder), following: false) != nil
  }

  @discardableResult
  private func finishUpdate() throws -> RecoveryReport {
    try VaultHistory(of: self).session(in: .system).recover()
  }
}
