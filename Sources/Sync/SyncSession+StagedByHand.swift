import History
import Merge

/// A file whose version in the staging index is neither the last commit's nor the folder's.
package struct StagedFile: Hashable, Sendable {
  package let path: TreePath
  /// True if the last commit does not have the file.
  package let isNew: Bool
  /// True if the folder does not have the file.
  package let isDeleted: Bool

  package init(_ path: TreePath, isNew: Bool, isDeleted: Bool) {
    self.path = path
    self.isNew = isNew
    self.isDeleted = isDeleted
  }
}

extension SyncSession {
  /// Plans what becomes of the versions that `git add` staged and that the folder does not have.
  ///
  /// They are committed first, so that they are not lost. But one with a secret that is out of the folder again is left
  /// out, because the person took it back before it was in any history.
  func planStaged(
    _ byHand: [TreePath: StagedDifference], into plan: inout SnapshotPlan
  ) throws {
    if byHand.isEmpty { return }
    let heldBack = Set(plan.report.heldBack.map(\.path))
    var first = byHand
    var told: [(path: TreePath, old: FileVersion?, new: FileVersion)] = []
    for (path, difference) in byHand {
      guard let version = difference.staged else { continue }
      let isLost = plan.files[path].map { $0 != version } ?? false
      if isLost || heldBack.contains(path), !plan.carried.contains(path),
        let file = try takenBack(
          path, difference, version, isHeldBack: heldBack.contains(path), plan)
      {
        plan.report.stagedLeftOut.append(file)
        plan.stagedApart[path] = version
        first[path] = nil
        if !isLost {
          // The folder's version waits, and nothing of the staged one may go in its place.
          plan.files[path] = nil
          plan.staged[path] = .some(
            difference.committed.map { StagedEntry(path: path, version: $0, stamp: nil) })
        }
        continue
      }
      if isLost {
        plan.report.stagedFirst.append(
          StagedFile(
            path, isNew: difference.committed == nil, isDeleted: plan.files[path] == .some(nil)))
      }
      if !holding.includes(path) { told.append((path, difference.committed, version)) }
    }
    plan.report.staged = try wouldHold(told)
    plan.report.stagedFirst.sort { $0.path < $1.path }
    plan.report.stagedLeftOut.sort { $0.path < $1.path }
    if !plan.report.stagedFirst.isEmpty {
      plan.stagedTree = try repository.tree(plan.base, replacing: first.mapValues { $0.staged })
    }
  }

  /// The reason to leave out a staged version: a snapshot would hold it back, and the folder does not have what it
  /// would be held back for; else nil.
  private func takenBack(
    _ path: TreePath, _ difference: StagedDifference, _ version: FileVersion, isHeldBack: Bool,
    _ plan: SnapshotPlan
  ) throws -> HeldBack? {
    guard let file = try wouldHold(path, version, since: difference.committed) else { return nil }
    let inFolder: [UInt8]
    if isHeldBack {
      do {
        guard let found = try workTree.read(path) else { return nil }
        inFolder = found.blob
      } catch is FileRefused {
        return nil
      } catch is UnsettledFile {
        return nil
      }
    } else {
      guard let taken = plan.files[path].flatMap(\.self), taken.mode.isFile else { return file }
      inFolder = try repository.blob(taken.id)
    }
    let committed = try difference.committed.flatMap {
      $0.mode.isFile ? try repository.blob($0.id) : nil
    }
    if file.reason.isSecret {
      let secret = try holding.secret(
        inEditOf: path, repository.blob(version.id), mode: version.mode
      ) { [committed, inFolder].compactMap(\.self) }
      return secret == nil ? nil : file
    }
    let reason = holding.reason(toHold: path, inFolder, mode: .file)
    return committed == nil && reason == nil ? file : nil
  }

  /// Keeps the staged versions that are left out, in a commit that no branch leads to.
  func keep(
    _ staged: [TreePath: FileVersion], since head: ObjectID?
  ) throws -> ObjectID {
    let tree = try repository.tree(try self.tree(of: head), replacing: staged.mapValues { $0 })
    let time = now()
    let who = Signature.zibaldone(seconds: time.seconds, offset: time.offset)
    let commit = try repository.write(
      commit: Commit(
        tree: tree, parents: head.map { [$0] } ?? [], author: who, committer: who,
        message: "Staged by hand and left out\n"))
    let name = "refs/zib/kept/\(commit.hex)"
    try repository.flush()
    if try repository.reference(name) == nil {
      try repository.setReference(name, from: nil, to: commit, because: "zib: kept")
    }
    return commit
  }

  /// Commits versions that the staging index alone has.
  ///
  /// The ref moves before the staging index, which alone has these versions until then.
  func commit(
    staged tree: ObjectID, on branch: (name: String, commit: ObjectID?)
  ) throws -> ObjectID {
    let changes = try repository.fileChanges(from: try self.tree(of: branch.commit), to: tree)
    let message = SnapshotMessage.text(changes, subject: "Staged by hand", device: device)
    let commit = try repository.commitSnapshot(
      tree: tree, parents: branch.commit.map { [$0] } ?? [], message: message)
    try repository.flush()
    try repository.setReference(
      branch.name, from: branch.commit, to: commit, because: "zib: staged by hand")
    repository.didCommitSnapshot()
    return commit
  }
}
