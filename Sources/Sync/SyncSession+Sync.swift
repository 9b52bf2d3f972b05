import Merge
import Objects

extension SyncSession {
  /// Brings this device in step with a remote: snapshot, fetch, merge, update of the folder, push.
  ///
  /// Where nothing is new, nothing is written. A remote that cannot be reached is told in the report, for the
  /// snapshot is made all the same.
  /// - Throws: `SyncRefusal`, `HookRefused`, and what the folder and the repository throw.
  package func sync(_ options: SyncOptions) throws -> SyncReport {
    var report = SyncReport()
    if options.isDryRun { return try plan(options) }
    options.progress(.recovering)
    report.recovery = try recover { options.progress(.updating(done: $0, total: $1)) }
    if let update = report.recovery.update { report.add(update) }
    for _ in 0..<max(1, options.attempts) {
      options.progress(.snapshot)
      let snapshot = try snapshot(message: options.message, confirm: options.confirm)
      if snapshot != SnapshotReport() || report.snapshots.isEmpty {
        report.snapshots.append(snapshot)
      }
      do {
        if try exchange(options, refused: snapshot.refused, &report) { return report }
      } catch is ReferenceMoved {
        continue
      }
    }
    report.outcome = .raced(attempts: options.attempts)
    return report
  }

  /// Fetches, merges and pushes once.
  ///
  /// - Returns: false where it has to be done again.
  private func exchange(
    _ options: SyncOptions, refused: [FileRefused], _ report: inout SyncReport
  ) throws -> Bool {
    let branch = try writableBranch()
    report.head = branch.commit
    guard let transport, let remote = options.remote else {
      report.outcome = .noRemote
      return true
    }
    let upstream: Upstream
    do {
      options.progress(.fetching)
      upstream = try fetch(remote, options.branch ?? branch.name, transport)
    } catch let error as TransportError {
      report.outcome = .notFetched(error)
      return true
    }
    report.note(upstream)
    let target = try merged(branch.commit, with: upstream, options, &report)
    if let target, target != branch.commit {
      try confirm(from: branch.commit, to: target, options)
      let update = try update(
        to: target, from: branch.commit, on: branch.name, kind: .sync, refused: refused
      ) { options.progress(.updating(done: $0, total: $1)) }
      report.add(update)
    }
    guard let head = try repository.reference(branch.name) else { return true }
    report.head = head
    if head == upstream.tip { return true }
    return try push(head, upstream, transport, options, &report)
  }

  private func push(
    _ head: ObjectID, _ upstream: Upstream, _ transport: any Transport, _ options: SyncOptions,
    _ report: inout SyncReport
  ) throws -> Bool {
    options.progress(.pushing)
    report.went = try repository.fileChanges(
      from: try tree(of: upstream.tip), to: try tree(of: head))
    do {
      try transport.push(head, to: upstream.branch, of: upstream.remote)
      report.outcome = .inStep
      return true
    } catch TransportError.raced {
      return false
    } catch let error as TransportError {
      report.outcome = .notPushed(error)
      return true
    }
  }

  private func fetch(
    _ remote: String, _ branch: String, _ transport: any Transport
  ) throws -> Upstream {
    let name = Upstream.trackingName(of: branch, at: remote)
    let seen = try repository.reference(name)
    try transport.fetch(remote)
    let tip = try repository.reference(name)
    var upstream = Upstream(remote: remote, branch: branch, tip: tip)
    if let seen, let tip {
      if try !repository.isAncestor(seen, of: tip) { upstream.replaced = seen }
    } else {
      upstream.isGone = seen != nil
    }
    return upstream
  }

  /// The commit that has what this device and the remote have.
  private func merged(
    _ head: ObjectID?, with upstream: Upstream, _ options: SyncOptions,
    _ report: inout SyncReport
  ) throws -> ObjectID? {
    options.progress(.merging)
    var result = head
    // What the remote no longer has may stand nowhere else.
    for tip in [upstream.replaced, upstream.tip] {
      guard let tip else { continue }
      guard let left = result else {
        result = tip
        continue
      }
      if left == tip { continue }
      if !options.joinsUnrelated, try isUnrelated(left, tip) {
        throw SyncRefusal.unrelatedHistories(local: left, remote: tip)
      }
      let merge = try merged(left, tip)
      report.decisions += merge.report.decisions
      result = merge.commit
    }
    return result
  }

  private func isUnrelated(_ left: ObjectID, _ right: ObjectID) throws -> Bool {
    do {
      return try repository.mergeBases(left, right).isEmpty
    } catch let missing as MissingObject {
      throw SyncRefusal.historyMissing(missing.id)
    }
  }

  /// Asks where many files would be deleted from the folder.
  private func confirm(from head: ObjectID?, to target: ObjectID, _ options: SyncOptions) throws {
    let old = try tree(of: head)
    let changes = try repository.fileChanges(from: old, to: try tree(of: target))
    if let many = try Deletions(from: .merge, changes.deletedPaths, of: paths(in: old)),
      try !options.confirm(many)
    {
      throw SyncRefusal.deletionsNotConfirmed(many)
    }
  }

  private func paths(in tree: ObjectID?) throws -> [TreePath] {
    var paths: [TreePath] = []
    if let tree { try repository.forEachFile(in: tree) { path, _ in paths.append(path) } }
    return paths.filter(isInScope)
  }

  /// What a sync would do now.
  private func plan(_ options: SyncOptions) throws -> SyncReport {
    var report = SyncReport()
    report.outcome = .planned
    report.needsRecovery = try needsRecovery()
    let branch = try writableBranch()
    report.head = branch.commit
    if report.needsRecovery { return report }
    options.progress(.snapshot)
    let snapshot = try planSnapshot(on: branch.commit)
    report.snapshots = [snapshot.report]
    guard let transport, let remote = options.remote else {
      report.outcome = .noRemote
      return report
    }
    let upstream: Upstream
    do {
      options.progress(.fetching)
      upstream = try fetch(remote, options.branch ?? branch.name, transport)
    } catch let error as TransportError {
      report.outcome = .notFetched(error)
      return report
    }
    report.note(upstream)
    let head = try snapshot.tree.map { try plannedCommit($0, on: branch.commit) } ?? branch.commit
    guard let target = try merged(head, with: upstream, options, &report) else { return report }
    report.came = try repository.fileChanges(from: try tree(of: head), to: try tree(of: target))
    report.went = try repository.fileChanges(
      from: try tree(of: upstream.tip), to: try tree(of: target))
    return report
  }

  /// A commit that stands for a snapshot which is not made; no ref ever leads to it.
  private func plannedCommit(_ tree: ObjectID, on head: ObjectID?) throws -> ObjectID {
    let time = now()
    let who = Signature(
      name: "Zibaldone", email: "zibaldone@localhost", seconds: time.seconds, offset: time.offset)
    return try repository.write(
      commit: Commit(
        tree: tree, parents: head.map { [$0] } ?? [], author: who, committer: who,
        message: "Planned\n"))
  }
}

/// A remote's branch, as a fetch found it.
struct Upstream {
  let remote: String
  /// `refs/heads/main`.
  let branch: String
  /// Nothing where the remote does not have it.
  let tip: ObjectID?
  /// What was seen there before, if it is no ancestor of what is there now.
  var replaced: ObjectID?
  /// True where it was there before.
  var isGone = false

  init(remote: String, branch: String, tip: ObjectID?) {
    self.remote = remote
    self.branch = branch
    self.tip = tip
  }

  /// The ref that tracks a branch: `refs/remotes/origin/main` for `refs/heads/main`.
  static func trackingName(of branch: String, at remote: String) -> String {
    let prefix = "refs/heads/"
    let name = branch.hasPrefix(prefix) ? String(branch.dropFirst(prefix.count)) : branch
    return "refs/remotes/\(remote)/\(name)"
  }
}

extension SyncReport {
  fileprivate mutating func add(_ update: UpdateReport) {
    head = update.commit ?? head
    came += update.changes
    decisions += update.decisions
    editedMeanwhile = Set(editedMeanwhile).union(update.edits).sorted()
    restored = Set(restored).union(update.restored).sorted()
  }

  fileprivate mutating func note(_ upstream: Upstream) {
    replacedTip = replacedTip ?? upstream.replaced
    wasBranchGone = wasBranchGone || upstream.isGone
  }
}
