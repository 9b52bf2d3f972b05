import History
import Merge

/// The steps that a sync would take.
extension SyncSession {
  /// The plan of a sync made now.
  func plan(_ options: SyncOptions) throws -> SyncReport {
    var report = SyncReport()
    report.outcome = .planned
    report.isDryRun = true
    report.needsRecovery = try needsRecovery()
    let branch = try writableBranch()
    report.head = branch.commit
    if report.needsRecovery { return report }
    options.progress(.snapshot)
    let snapshot = try planSnapshot(on: branch.commit)
    report.snapshots = [snapshot.report]
    report.unwritten = try unwritten()
    if let many = snapshot.deletions { report.unconfirmed.append(many) }
    guard let transport, let remote = options.remote else {
      report.outcome = .noRemote
      return report
    }
    report.localBranch = branch.name
    // The next step writes objects that no ref leads to, and needs no lock.
    locks?.unlock()
    let upstream: Upstream
    do {
      try locks?.lockNetwork()
      options.progress(.fetching)
      upstream = try fetch(remote, options, branch, transport)
    } catch let error as TransportError {
      report.outcome = .notFetched(error)
      return report
    }
    report.note(upstream)
    let head = try snapshot.tree.map { try plannedCommit($0, on: branch.commit) } ?? branch.commit
    guard
      let target = try merged(head, with: upstream, options, &report)
        .map({ try keepingOwnFiles(of: head, in: $0, &report.ownFilesKept) })
    else { return report }
    report.otherBranches = try otherBranches(of: remote, beside: upstream.branch, target)
    if let many = try manyDeletions(from: head, to: target) { report.unconfirmed.append(many) }
    if let many = try deletionsCommitted(from: upstream.allTips, to: target) {
      report.unconfirmed.append(many)
    }
    report.came = try repository.fileChanges(from: try tree(of: head), to: try tree(of: target))
    report.went = try repository.fileChanges(
      from: try tree(of: upstream.tip), to: try tree(of: target))
    report.takenByGit = try takenByGit(from: upstream.tip, to: target)
    return report
  }

  /// A commit in place of one that is only planned; no ref ever leads to it.
  ///
  /// - Parameter message: that of the planned commit where a merge reads it.
  func plannedCommit(
    _ tree: ObjectID, on head: ObjectID?, message: String = "Planned\n"
  ) throws -> ObjectID {
    let time = now()
    let who = Signature.zibaldone(seconds: time.seconds, offset: time.offset)
    return try repository.write(
      commit: Commit(
        tree: tree, parents: head.map { [$0] } ?? [], author: who, committer: who,
        message: message))
  }
}
