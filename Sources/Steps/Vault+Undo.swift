import Files
import Git
import History
import Notes
import PastNotes
import Settings
import Sync
import WorkTrees

extension Vault {
  /// Takes back the last sync, resolution, restoration, import, move or deletion, as a new commit.
  ///
  /// - Parameter end: the commit that ended the operation to take back, or nil for the last one.
  /// - Returns: also what became of the files that an import wrote and its commit does not have, nil without such, and
  ///   the notes of an import that were edited and got another name since, which stay.
  /// - Throws: `SyncRefusal.nothingToUndo`, `.newerRecord`, `.unreadableRecord`; `HistoryError`, `HookRefused`,
  ///   `NoIdentity`, `GitError`, `DeedError`, `WriteError`.
  package func undo(
    endingAt end: ObjectID? = nil, confirm: (Deletions) throws -> Bool = { _ in false },
    waiting: (Int32?) -> Void = { _ in }
  ) throws -> (report: UndoReport, rest: TakenBack?, renamed: [TreePath], scope: TreePath) {
    // An operation may have taken `.zib` away, and it is to come back.
    try withHistory(needsConsent: false, waiting: waiting) { history in
      try requireFormerConsent(in: history)
      let session = history.session(in: .system)
      _ = try session.recover()
      try UnfinishedImport(of: self).putOnRecord(in: history)
      var moved: [NotePath: FileStatus] = [:]
      var rest: RecordedDeed?
      var record: RemainingRecord?
      let report = try session.undo(endingAt: end, confirm: confirm) { operation, head in
        moved = try filesMovedBack(by: operation, in: history)
        try takeModels(of: operation, in: history)
        rest = try self.rest(of: operation)
        record = try remainingRecord(of: operation, rest, at: head, in: history)
        return try record?.files() ?? [:]
      }
      for (path, status) in moved { folder.giveBack(status, to: path, withTime: false) }
      let taken = try rest.map { try takeBack(rest: $0, isPlanned: false) }
      if let edits = try record?.laterRecords(), !edits.isEmpty {
        let errors = FileReplacement(in: folder).write(edits)
        if let error = errors.lazy.compactMap({ $0 }).first { throw error }
        _ = try session.snapshot(message: "Undo Import")
      }
      // If this cannot be written down, `undo --redo` still does what was taken back before this.
      try? DeedRecord(of: self)?.settleTakenBack()
      return (report, taken, record?.renamed ?? [], history.scope)
    }
  }

  /// The operation that `undo` would take back; changes nothing.
  ///
  /// - Returns: a nil plan if an operation was stopped half-way and has to be finished first.
  /// - Throws: `SyncRefusal.nothingToUndo`, `.newerRecord`, `.unreadableRecord`; `HistoryError` as `undo`, `GitError`.
  package func plannedUndo() throws
    -> (plan: UndoPlan?, rest: TakenBack?, renamed: [TreePath], scope: TreePath)
  {
    let history = try history()
    try requireFormerConsent(in: history)
    let imported = try UnfinishedImport(of: self).written(in: history)?.paths ?? []
    var rest: RecordedDeed?
    var record: RemainingRecord?
    let plan = try history.session(in: .system).plannedUndo(imported: Set(imported)) {
      rest = try self.rest(of: $0)
      record = try remainingRecord(of: $0, rest, at: $1, in: history)
      return try record?.files() ?? [:]
    }
    let taken = try rest.map { try takeBack(rest: $0, isPlanned: true) }
    return (plan, taken, record?.renamed ?? [], history.scope)
  }

  /// The first line of the message of the commit with which an operation ended.
  ///
  /// - Throws: errors of the repository.
  package func subject(of operation: Operation) throws -> String {
    let message = try past().repository.commit(operation.after).message
    return String(message.prefix { !$0.isNewline })
  }

  /// Has the files that a move rewrote or moved keep their line ends and permissions when it is taken back.
  private func takeModels(of operation: Operation, in history: VaultHistory) throws {
    guard operation.kind == .move else { return }
    var models: [TreePath: TreePath] = [:]
    let trees = try [operation.before, operation.after].map {
      try history.repository.commit($0).tree
    }
    try history.repository.forEachDifference(between: trees[0], and: trees[1]) { path, old, new in
      if old != nil, new != nil { models[path] = path }
    }
    for (old, new) in try pathsMovedBack(by: operation, in: history) {
      models[history.treePath(old)] = history.treePath(new)
    }
    history.workTree.models = models
  }

  /// The paths that files will have again when a move is taken back, each with the status of the file now.
  private func filesMovedBack(
    by operation: Operation, in history: VaultHistory
  ) throws -> [NotePath: FileStatus] {
    var statuses: [NotePath: FileStatus] = [:]
    for (old, new) in try pathsMovedBack(by: operation, in: history) {
      if FileStatus.at(root.appending(old), following: false) != nil { continue }
      statuses[old] = FileStatus.at(root.appending(new), following: false)
    }
    return statuses
  }

  /// The paths that files will have again when a move is taken back, each with that of now.
  private func pathsMovedBack(
    by operation: Operation, in history: VaultHistory
  ) throws -> [(old: NotePath, new: NotePath)] {
    guard operation.kind == .move else { return [] }
    let trees = try [operation.before, operation.after].map {
      try history.repository.commit($0).tree
    }
    var (former, latter): ([NotePath], [NotePath]) = ([], [])
    try history.repository.forEachDifference(between: trees[0], and: trees[1]) { path, old, new in
      guard (old == nil) != (new == nil), let path = NotePath(path, in: history.scope) else {
        return
      }
      if new == nil { former.append(path) } else { latter.append(path) }
    }
    // A move changes one beginning of all paths, which keeps their order.
    guard former.count == latter.count else { return [] }
    return zip(former.sorted(by: Self.bytesPrecede), latter.sorted(by: Self.bytesPrecede)).map {
      (old: $0, new: $1)
    }
  }

  private static func bytesPrecede(_ left: NotePath, _ right: NotePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  private func remainingRecord(
    of operation: Operation, _ rest: RecordedDeed?, at head: ObjectID, in history: VaultHistory
  ) throws -> RemainingRecord? {
    if operation.kind != .import { return nil }
    var record = try RemainingRecord(of: self, taking: operation, from: head, in: history)
    if let rest { record.add(rest) }
    return record
  }

  /// Refuses a folder that is no vault and whose past has no `.zib`.
  private func requireFormerConsent(in history: VaultHistory) throws {
    if try !isVault && history.lastCommitWithSettings() == nil { try requireConsent(in: history) }
  }
}
