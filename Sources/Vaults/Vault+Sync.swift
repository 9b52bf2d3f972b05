import Git
import Notes
import Objects
import Sync

/// What a sync of a vault is asked to do.
package struct SyncRequest {
  /// The remote's name; nothing for the one that the branch follows.
  package var remote: String?
  /// The first line of the snapshot.
  package var message: String?
  package var isDryRun = false
  /// Joins histories that have no commit in common.
  package var joinsUnrelated = false
  /// Seconds without a word after which the remote counts as silent; nothing for what is usual.
  package var patience: Int?
  /// Asked where many files would be deleted.
  package var confirm: (Deletions) throws -> Bool = { _ in false }
  /// Told each step as it begins.
  package var progress: (SyncStep) -> Void = { _ in }
  /// Told each line of git's while it fetches and pushes.
  package var transportLine: (String) -> Void = { _ in }
  /// Told where there is no git program, and libgit2 has to do: for paths, and http without passwords.
  package var withoutProgram: () -> Void = {}
  /// Told where another zib is writing.
  package var waiting: (Int32?) -> Void = { _ in }

  package init() {}
}

/// What a sync of a vault came to.
package struct VaultSync: Sendable {
  package let report: SyncReport
  /// What it was synced with; nothing where there is no remote yet.
  package let place: RemotePlace?
  /// Copies of notes that wait for a person, in the repository, sorted.
  package let conflicts: [TreePath]
  /// The vault in its repository, of which the report has the paths.
  package let scope: TreePath
}

extension Vault {
  /// Brings the vault in step with a remote.
  ///
  /// - Throws: `HistoryError`, `SyncRefusal`, `HookRefused`, `NoIdentity`, `GitError`, `SystemError`.
  package func sync(_ request: SyncRequest) throws -> VaultSync {
    try withHistory(waiting: request.waiting) { history in
      let place = try history.remotePlace(named: request.remote)
      let transport =
        place == nil ? nil : history.transport(request, patience: request.patience ?? patience)
      var options = SyncOptions(remote: place?.remote)
      options.branch = place?.branch
      options.message = request.message
      options.isDryRun = request.isDryRun
      options.joinsUnrelated = request.joinsUnrelated
      options.confirm = request.confirm
      options.progress = request.progress
      let report = try history.session(transport, in: .system).sync(options)
      if let place, !place.isUpstream, report.outcome == .inStep, report.head != nil {
        try history.follow(place)
      }
      return VaultSync(
        report: report, place: place, conflicts: try history.conflictCopies(),
        scope: history.scope)
    }
  }
}

extension Vault {
  /// Seconds, as set; nothing where nobody has set it.
  private var patience: Int? {
    guard let key = ConfigurationKey.named("sync.timeout") else { return nil }
    let setting = configuration.setting(key)
    guard case .number(let seconds) = setting.value, setting.source != .fallback else { return nil }
    return max(1, seconds)
  }
}

extension VaultHistory {
  /// The git program, or where there is none what libgit2 can do: paths, and http without passwords.
  fileprivate func transport(_ request: SyncRequest, patience: Int?) -> any Transport {
    guard let git else {
      request.withoutProgram()
      return LibraryTransport(repository)
    }
    return GitTransport(
      git, folder: workTree.root.bytes, gitFolder: repository.commonFolder,
      isInteractive: repository.isInteractive, patience: patience,
      onProgress: request.transportLine)
  }

  /// Lets the present branch follow a remote's in git's settings, as `git push -u` does, so that plain git and the
  /// next sync know where it goes.
  fileprivate func follow(_ place: RemotePlace) throws {
    guard let git, case .branch(let branch, _) = try repository.head() else { return }
    let name = branch.dropFirst(RemotePlace.prefix.count)
    let folder = workTree.root.bytes
    try git.set("branch.\(name).remote", to: place.remote, in: folder)
    try git.set("branch.\(name).merge", to: place.branch, in: folder)
  }
}
