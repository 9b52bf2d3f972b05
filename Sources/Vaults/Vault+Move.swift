import Files
import History
import Indexing
import OperatingSystem
import PastNotes
import Sync

/// The result of a move.
package struct MoveReport: Sendable {
  package let plan: MovePlan
  package let change: ChangeReport
  /// True if the old folder is still there, with files that git does not track.
  package let isFolderLeft: Bool
  /// The vault in its repository.
  package let scope: TreePath
}

extension Vault {
  /// Plans a move, for the files as they are now; changes nothing.
  ///
  /// - Throws: `MoveRefusal`, `NewNoteError.existsAs`, `WriteError`, `IndexError`, `HistoryError`,
  ///   `SyncRefusal`, `GitError`.
  package func plannedMove(
    _ request: MoveRequest, progress: IndexProgress? = nil
  ) throws -> MovePlan {
    let files = try pendingFiles()
    let step = try MoveStep(
      request, MovePlanner(self, request, index(progress: progress)), files)
    for path in step.moved.keys { try checkMovable(path) }
    return step.plan
  }

  /// Moves a note, a folder or another file, and rewrites all links that would no longer mean what
  /// they mean: all as one commit, on top of a snapshot of uncommitted changes, or nothing.
  ///
  /// - Throws: as ``plannedMove(_:progress:)``; `HistoryError`, `SyncRefusal`, `HookRefused`,
  ///   `NoIdentity`, `GitError`.
  package func move(
    _ request: MoveRequest, confirm: (Deletions) throws -> Bool = { _ in false },
    waiting: (Int32?) -> Void = { _ in }, progress: ChangeProgress = ChangeProgress()
  ) throws -> MoveReport {
    try withHistory(waiting: waiting) { history in
      var plan: MovePlan?
      var statuses: [NotePath: FileStatus] = [:]
      let change = try history.change(.move, confirm: confirm, progress: progress) { files in
        let step = try MoveStep(
          request, MovePlanner(self, request, index(progress: progress.indexing)), files)
        for path in step.moved.keys { statuses[path] = try checkMovable(path) }
        plan = step.plan
        return (try step.files(), step.subject)
      }
      guard let plan else { throw MoveRefusal.nothingThere(request.from) }
      let rewritten = Set(plan.rewrites.map(\.path))
      for (path, status) in statuses {
        folder.giveBack(status, to: request.place(path), withTime: !rewritten.contains(path))
      }
      return MoveReport(
        plan: plan, change: change,
        isFolderLeft: request.isFolder && holdsFiles(root.appending(request.from)),
        scope: history.scope)
    }
  }

  /// True if there is a file in a folder, or in one below it.
  private func holdsFiles(_ path: DiskPath) -> Bool {
    guard FileStatus.at(path, following: false)?.kind == .folder,
      let folder = try? Descriptor.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
      let entries = DirectoryStream(folder)
    else { return false }
    while let entry = unsafe entries.next() {
      let name = unsafe entry.bytes
      if unsafe entry.kind != .folder || holdsFiles(path.appending(bytes: name)) { return true }
    }
    return false
  }

  /// Refuses a file whose old or new folder cannot be written to, or that is locked; a link is a file of its own.
  @discardableResult
  func checkMovable(_ path: NotePath) throws -> FileStatus {
    if folder.isInLinkedFolder(path) { throw WriteError.throughLink(path) }
    guard let status = FileStatus.at(root.appending(path), following: false) else {
      throw WriteError.changedMeanwhile(path)
    }
    if !folder.canWrite(besides: path) { throw MoveRefusal.folderReadOnly(path) }
    if folder.isLocked(path) { throw MoveRefusal.locked(path) }
    return status
  }
}
