import History
import Merge

extension SyncSession {
  /// Brings this device in step with a remote: snapshot, fetch, merge, update of the folder, push.
  ///
  /// The vault's lock is held while the folder and the repository are read and written, and is free
  /// during calls to the remote. So all that was read before a fetch is read again after it. If
  /// nothing is new, nothing is written. An unreachable remote is part of the report, because the
  /// snapshot is made all the same.
  /// - Throws: `SyncRefusal`, `HookRefused`, and errors of the locks, the folder and the
  ///   repository.
  package func sync(_ options: SyncOptions) throws -> SyncReport {
    defer {
      locks?.unlock()
      locks?.unlockNetwork()
    }
    try locks?.lock()
    if options.isDryRun { return try plan(options) }
    var report = SyncReport()
    for attempt in 0..<max(1, options.attempts) {
      // Other commands may have written since the last round.
      try locks?.lock()
      do {
        try recover(options, &report)
        let snapshot = try snapshot(options, &report)
        // A file may have waited until another was deleted.
        if snapshot.commit != nil, let written = try writeUnwritten() { report.add(written) }
        if try attempt == 0 && pushWithoutFetch(options, &report)
          || exchange(options, refused: snapshot.inTheWay, &report)
        {
          report.unwritten = try unwritten()
          report.unfit = try unfit(after: report)
          return report
        }
      } catch is ReferenceMoved {
        continue
      }
    }
    report.outcome = .raced(attempts: options.attempts)
    return report
  }

  private func recover(_ options: SyncOptions, _ report: inout SyncReport) throws {
    options.progress(.recovering)
    let recovery = try recover { options.progress(.updating(done: $0, total: $1)) }
    report.recovery.journalSetAside = recovery.journalSetAside ?? report.recovery.journalSetAside
    report.recovery.recordMadeAgain = report.recovery.recordMadeAgain || recovery.recordMadeAgain
    report.recovery.kept = Set(report.recovery.kept).union(recovery.kept).sorted()
    report.recovery.broughtBack = Set(report.recovery.broughtBack).union(recovery.broughtBack)
      .sorted()
    report.recovery.lost = Set(report.recovery.lost).union(recovery.lost).sorted()
    if let written = recovery.written {
      report.recovery.written = written
      report.add(written)
    }
    if let update = recovery.update {
      report.recovery.update = update
      report.add(update)
    }
  }

  private func snapshot(
    _ options: SyncOptions, _ report: inout SyncReport
  ) throws -> SnapshotReport {
    options.progress(.snapshot)
    let snapshot = try snapshot(message: options.message, confirm: options.confirm)
    if snapshot != SnapshotReport() || report.snapshots.isEmpty {
      report.snapshots.append(snapshot)
    }
    return snapshot
  }

  /// Pushes at once where this device alone has something new, as far as it knows.
  ///
  /// Nothing of the remote can be missed: it takes the push only where its branch is the commit that was seen there last.
  /// - Returns: true if that was all there was to do; else the remote has to be fetched.
  private func pushWithoutFetch(
    _ options: SyncOptions, _ report: inout SyncReport
  ) throws -> Bool {
    let branch = try writableBranch()
    let remoteBranch = options.branch ?? branch.name
    guard let transport, let remote = options.remote, options.joinedBranch == nil,
      !options.pushesElsewhere, let head = branch.commit,
      let seen = try lastSeen(remoteBranch, at: remote), seen != head,
      try isKnownAncestor(seen, of: head)
    else { return false }
    let upstream = Upstream(remote: remote, branch: remoteBranch, tip: seen)
    try confirmCommitted(from: [seen], to: head, at: head, options)
    let went = try repository.fileChanges(from: try tree(of: seen), to: try tree(of: head))
    let takenByGit = try takenByGit(from: seen, to: head)
    let otherBranches = try otherBranches(of: remote, beside: remoteBranch, head)
    locks?.unlock()
    do {
      try locks?.lockNetwork()
      options.progress(.pushing)
      guard try transport.push(head, to: remoteBranch, of: remote, from: seen) else {
        try locks?.lock()
        return false
      }
      report.outcome = .inStep
    } catch let error as TransportError {
      switch error {
      case .offline, .timedOut:
        report.outcome = .notFetched(error)
        report.head = head
        report.localBranch = branch.name
        return true
      case .rejected, .refusedByHook, .checkedOut: report.outcome = .notPushed(error)
      // The branch has moved; or who may not push may still fetch.
      default:
        try locks?.lock()
        return false
      }
    }
    report.head = head
    report.localBranch = branch.name
    report.note(upstream)
    report.otherBranches = otherBranches
    report.went = went
    report.takenByGit = takenByGit
    return true
  }

  func isKnownAncestor(_ commit: ObjectID, of head: ObjectID) throws -> Bool {
    do {
      return try repository.isAncestor(commit, of: head)
    } catch is MissingObject {
      return false
    }
  }

  /// Fetches, merges and pushes once.
  ///
  /// - Returns: false if it has to be done again.
  private func exchange(
    _ options: SyncOptions, refused: [FileRefused], _ report: inout SyncReport
  ) throws -> Bool {
    let before = try writableBranch()
    report.head = before.commit
    report.localBranch = before.name
    guard let transport, let remote = options.remote else {
      report.outcome = .noRemote
      return true
    }
    locks?.unlock()
    let upstream: Upstream
    do {
      try locks?.lockNetwork()
      options.progress(.fetching)
      upstream = try fetch(remote, options, before, transport)
    } catch let error as TransportError {
      report.outcome = .notFetched(error)
      return true
    }
    report.note(upstream)
    // While the remote was waited for, others could commit, change the branch, or be stopped half-way.
    try locks?.lock()
    try recover(options, &report)
    let branch = try writableBranch()
    guard branch.name == before.name else {
      throw SyncRefusal.branchChanged(from: before.name, to: branch.name)
    }
    report.head = branch.commit
    if try isMergeNeeded(branch.commit, upstream) {
      var (head, refused) = (branch.commit, refused)
      if locks != nil {
        refused = try snapshot(options, &report).inTheWay
        head = try writableBranch().commit
      }
      var target = try merged(head, with: upstream, options, &report)
        .map { try keepingOwnFiles(of: head, in: $0, &report.ownFilesKept) }
      if options.keepsDeleted { target = try target.map { try keepingDeleted(of: head, in: $0) } }
      if let target { try confirmCommitted(from: upstream.allTips, to: target, at: head, options) }
      if let target, target != head {
        try confirm(from: head, to: target, options)
        let waited = Set(try unwrittenRecord().files.keys)
        let update = try update(
          to: target, from: head, on: branch.name, kind: .sync, refused: refused
        ) { options.progress(.updating(done: $0, total: $1)) }
        report.add(update)
        // Waiting files may be writable now, e.g. after an attribute was removed.
        if let written = try writeUnwritten() { report.add(written) }
        // A file in the place of one that waits no more belongs to this sync, not to the next. So does a file kept out by
        // a filter or encoding that this sync removed.
        if try !waited.isSubset(of: unwrittenRecord().files.keys)
          || update.changes.contains(where: \.path.isAttributes)
            && refused.contains(where: \.reason.isFilter)
        {
          _ = try snapshot(options, &report)
        }
      }
    } else if let head = branch.commit {
      try confirmCommitted(from: upstream.allTips, to: head, at: head, options)
    }
    guard let head = try repository.reference(branch.name) else { return true }
    report.head = head
    report.otherBranches = try otherBranches(of: remote, beside: upstream.branch, head)
    if head == upstream.tip { return true }
    return try push(head, upstream, transport, options, &report)
  }

  /// True if the remote has a commit that the branch does not have.
  private func isMergeNeeded(_ head: ObjectID?, _ upstream: Upstream) throws -> Bool {
    try upstream.tips.contains { tip in
      guard let head else { return true }
      return try tip != head && !repository.isAncestor(tip, of: head)
    }
  }

  private func push(
    _ head: ObjectID, _ upstream: Upstream, _ transport: any Transport, _ options: SyncOptions,
    _ report: inout SyncReport
  ) throws -> Bool {
    options.progress(.pushing)
    report.went = try repository.fileChanges(
      from: try tree(of: upstream.tip), to: try tree(of: head))
    report.takenByGit = try takenByGit(from: upstream.tip, to: head)
    locks?.unlock()
    do {
      try transport.push(head, to: upstream.branch, of: upstream.remote)
      report.outcome = .inStep
      if options.pushesElsewhere { report.isBehindPush = try !isFetched(head, upstream, transport) }
      return true
    } catch TransportError.raced {
      return false
    } catch let error as TransportError {
      report.outcome = .notPushed(error)
      return true
    }
  }

  /// True if the remote has a commit at the address from which it is fetched.
  private func isFetched(
    _ commit: ObjectID, _ upstream: Upstream, _ transport: any Transport
  ) throws -> Bool {
    do {
      try transport.fetch(upstream.remote)
    } catch is TransportError {
      return false  // Sent, and not known to be there.
    }
    guard let tip = try lastSeen(upstream.branch, at: upstream.remote) else { return false }
    return try isKnownAncestor(commit, of: tip)
  }

  /// The commit that contains this device's commits and the remote's.
  func merged(
    _ head: ObjectID?, with upstream: Upstream, _ options: SyncOptions,
    _ report: inout SyncReport
  ) throws -> ObjectID? {
    options.progress(.merging)
    var result = head
    // Commits that the remote no longer has may exist nowhere else.
    for tip in upstream.tips {
      guard let left = result else {
        result = tip
        continue
      }
      if left == tip { continue }
      if !options.joinsUnrelated, try isUnrelated(left, tip) {
        throw SyncRefusal.unrelatedHistories(
          local: left, remote: tip, branch: options.joinedBranch ?? upstream.named)
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

  /// Asks if many files would be deleted from the folder.
  private func confirm(from head: ObjectID?, to target: ObjectID, _ options: SyncOptions) throws {
    if let many = try manyDeletions(from: head, to: target), try !options.confirm(many) {
      throw SyncRefusal.deletionsNotConfirmed(many)
    }
  }

  func manyDeletions(from head: ObjectID?, to target: ObjectID) throws -> Deletions? {
    let old = try tree(of: head)
    let changes = try repository.fileChanges(from: old, to: try tree(of: target))
    return try Deletions(from: .merge, changes.deletedPaths, of: paths(in: old))
  }

  /// A commit after the merge with the files that other devices deleted; the merge where there are none.
  private func keepingDeleted(of head: ObjectID?, in merge: ObjectID) throws -> ObjectID {
    guard let old = try tree(of: head), let new = try tree(of: merge) else { return merge }
    let deleted = try repository.fileChanges(from: old, to: new).deletedPaths.filter(isInScope)
    if deleted.isEmpty { return merge }
    var files: [TreePath: FileVersion?] = [:]
    for path in deleted { files[path] = try repository.version(at: path, in: old) }
    let tree = try repository.tree(new, replacing: files)
    let message = SnapshotMessage.text(
      try repository.fileChanges(from: new, to: tree), subject: "Keep what was deleted elsewhere",
      device: device)
    return try repository.commitSnapshot(tree: tree, parents: [merge], message: message)
  }

  func paths(in tree: ObjectID?) throws -> [TreePath] {
    var paths: [TreePath] = []
    if let tree { try repository.forEachFile(in: tree) { path, _ in paths.append(path) } }
    return paths.filter(isInScope)
  }
}

extension SyncReport {
  fileprivate mutating func add(_ update: UpdateReport) {
    head = update.commit ?? head
    came += update.changes
    decisions += update.decisions
    if update.kind == .rewrite {
      waited = Set(waited).union(update.edits).sorted()
    } else {
      editedMeanwhile = Set(editedMeanwhile).union(update.edits).sorted()
    }
    setAside = Set(setAside).union(update.setAside).sorted()
    stillIgnored = Set(stillIgnored).union(update.stillIgnored).sorted()
    restored = Set(restored).union(update.restored).sorted()
  }

  /// Takes over what a fetch found.
  mutating func note(_ upstream: Upstream) {
    replacedTip = replacedTip ?? upstream.replaced
    isBehindPush = isBehindPush || upstream.isBehindPush
    wasBranchGone = wasBranchGone || upstream.isGone
    perhapsRenamed = Set(perhapsRenamed).union(upstream.perhapsRenamed).sorted()
    remoteBranch = upstream.branch
    renamedBranch = renamedBranch ?? upstream.renamed
  }
}
