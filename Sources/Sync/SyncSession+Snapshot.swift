import History
import Layout
import Merge

extension SyncSession {
  /// Commits the folder as it is, if anything in it changed.
  ///
  /// Versions that are in the staging index alone are committed first, so that they are not lost.
  /// Paths outside of the vault stay as they are, in the commit and in the staging index.
  /// - Parameters:
  ///   - message: the first line that the person gave, or nil for one that names the notes.
  ///   - confirm: asked if many files are missing.
  ///   - leaving: chooses, of many missing files, those whose deletion is not committed; `confirm`
  ///     is not asked then.
  /// - Throws: `SyncRefusal`, `HookRefused`, `HookChangedTree` if the hook does so each time, and
  ///   errors of the folder and the repository.
  package func snapshot(
    message: String? = nil, confirm: (Deletions) throws -> Bool = { _ in false },
    leaving: ((Deletions) -> [TreePath])? = nil
  ) throws -> SnapshotReport {
    var staged = SnapshotReport()
    var hook: HookChangedTree?
    var rescued: [TreePath]?
    var before: ObjectID?
    for _ in 0..<Self.attempts {
      do {
        let branch = try writableBranch()
        var plan = try planSnapshot(on: branch.commit, before: before)
        if workTree.hasSeenLeftovers, rescued == nil, try workTree.journal() == nil {
          rescued = try rescueLeftovers().kept
          continue
        }
        let many = plan.deletions
        if let many, let leaving { try plan.leave(leaving(many), in: repository) }
        if plan.isEmpty {
          var report = plan.report
          report.rescued = rescued ?? []
          report.add(staged: staged)
          return report
        }
        if let many, leaving == nil, try !confirm(many) {
          throw SyncRefusal.deletionsNotConfirmed(many)
        }
        if let tree = plan.stagedTree {
          staged.add(staged: plan.report)
          staged.stagedCommit = try commit(staged: tree, on: branch)
          before = before ?? plan.base
          continue
        }
        var report = try commit(plan, on: branch, message: message)
        report.rescued = rescued ?? []
        report.add(staged: staged)
        return report
      } catch is ReferenceMoved {
        continue
      } catch is StagingMoved {
        continue
      } catch let changed as HookChangedTree {
        hook = changed
      }
    }
    if let hook { throw hook }
    throw SyncRefusal.branchKeepsMoving(try writableBranch().name)
  }

  /// Reads the changes of the folder and writes them as objects; moves and stages nothing.
  /// - Parameter before: the tree of the last commit, before what only the staging index had was
  ///   committed; nil if nothing was.
  func planSnapshot(on head: ObjectID?, before: ObjectID? = nil) throws -> SnapshotPlan {
    var plan = SnapshotPlan(head: head, base: try tree(of: head))
    let staged = try repository.stagedEntries()
    let cache = ownFolder.appending(Array("cache".utf8))
    let byHand = try repository.stagedDifferences(from: plan.base).filter {
      isInScope($0.key) && !$0.key.isInside(cache)
    }
    for (path, difference) in byHand { plan.files[path] = .some(difference.staged) }
    plan.paths = staged.lazy.map(\.path).filter(isInScope)
    // A file in the place of one that could not be written, or of its folder, is no change of that
    // file.
    let unwritten = try wholeRecord().files
    var changes = try workTree.changes(since: staged)
    // What a device computed for itself is in no commit, also where a person or another program added it.
    for entry in staged where entry.path.isInside(cache) {
      plan.files[entry.path] = .some(nil)
      plan.staged[entry.path] = .some(nil)
      plan.wasStaged[entry.path] = entry.version
      changes.removeAll { $0.path == entry.path }
    }
    let shadowed = try shadowed(changes, staged, in: plan.base, unwritten)
    if !shadowed.isEmpty {
      changes.removeAll { shadowed[$0.path] != nil }
      for (path, var entry) in shadowed {
        plan.wasStaged[path] = entry.version
        plan.shadowed.append(path)
        entry.stamp = nil
        entry.isSkipped = true
        plan.staged[path] = entry
      }
    }
    for case (let path, .edited) in changes.map({ ($0.path, $0.kind) }) {
      guard let file = unwritten[path], try isEdited(file, in: plan.base) else { continue }
      plan.report.refused.append(FileRefused(path, file.reason))
      plan.report.outdated.append(path)
    }
    let above = Set(unwritten.keys.flatMap(\.foldersAbove))
    let inTheWay = changes.filter { change in
      unwritten[change.path] != nil || above.contains(change.path)
        || change.path.foldersAbove.contains { unwritten[$0] != nil }
    }
    if !inTheWay.isEmpty {
      let paths = Set(inTheWay.map(\.path))
      changes.removeAll { paths.contains($0.path) }
    }
    if !changes.isEmpty {
      try read(changes, inTheWay, staged: staged, byHand, before: before, into: &plan)
    }
    try planStaged(byHand, into: &plan)
    if !plan.files.isEmpty {
      try plan.makeTree(in: repository)
    }
    return plan
  }

  /// - Parameter inTheWay: changes at the paths of files that could not be written, above them or inside.
  private func read(
    _ changes: [WorkChange], _ inTheWay: [WorkChange], staged: [StagedEntry],
    _ byHand: [TreePath: StagedDifference], before: ObjectID?, into plan: inout SnapshotPlan
  ) throws {
    let changed = Set(changes.map(\.path))
    var entries: [TreePath: StagedEntry] = [:]
    for entry in staged where changed.contains(entry.path) {
      entries[entry.path] = entry
      plan.wasStaged[entry.path] = entry.version
    }
    let missing = changes.compactMap { $0.kind == .missing ? entries[$0.path] : nil }
    let heldBack = holdBackOwnFiles(missing, in: &plan)
    let gone = try missing.map { entry in
      MissingFile(
        entry,
        former: [
          byHand[entry.path]?.committed,
          try before.flatMap { try repository.version(at: entry.path, in: $0) },
        ])
    }
    plan.report.renamedHeldBack = try renamed(gone, inTheWay)
    for change in changes where isInScope(change.path) {
      let path = change.path
      let entry = entries[path]
      if entry?.version.mode == .submodule { continue }
      switch change.kind {
      case .missing:
        if entry?.isSkipped == true || heldBack.contains(path) { continue }
        plan.files[path] = .some(nil)
        plan.staged[path] = .some(nil)
      case .touched(let stamp):
        guard var entry else { continue }
        entry.stamp = stamp
        plan.staged[path] = entry
        plan.touched += 1
      case .refused(let reason):
        plan.report.refused.append(FileRefused(path, reason))
        // The history has what was in a folder that cannot be read, or that is a repository now.
        if entry?.isIntent == false
          || staged.contains(where: { !$0.isSkipped && $0.path.isInside(path) })
        {
          plan.report.outdated.append(path)
        }
      case .edited(let stamp, _):
        if let limit = holding.largestFile, stamp.size > limit, entry?.isIntent == false {
          plan.report.oversized.append(OversizedFile(path: path, size: Int64(stamp.size)))
        }
        // `git add -N` stages no content, and so decides nothing.
        let isNew = entry?.isIntent == true
        try read(path, entry, newWith: isNew ? (stamp, gone) : nil, into: &plan)
      case .untracked(let stamp, _):
        try read(path, entry, newWith: (stamp, gone), into: &plan)
      }
    }
    // An edit that is held back is not a deletion of the file's former name.
    for path in plan.report.renamedHeldBack.keys {
      plan.files[path] = nil
      plan.staged[path] = nil
    }
    plan.report.refused.sort { $0.path < $1.path }
    plan.report.outdated.sort()
    plan.report.heldBack.sort { $0.path < $1.path }
    plan.report.included.sort()
    plan.report.unsettled.sort()
  }

  /// True if a file that could not be replaced holds neither the version it had nor the last commit's.
  private func isEdited(_ file: UnwrittenFile, in tree: ObjectID?) throws -> Bool {
    guard case .unwritable = file.reason, try stood(file) else { return false }
    do {
      guard let found = try workTree.read(file.path) else { return false }
      let version = FileVersion(mode: found.mode, id: try repository.id(ofBlob: found.blob))
      let known = try [tree, self.tree(of: file.base)].compactMap(\.self).map {
        try repository.version(at: file.path, in: $0)
      }
      return !known.contains(version)
    } catch is FileRefused {
      return false
    } catch is UnsettledFile {
      return false
    }
  }

  /// True for files of the vault's own folder, `.zib`.
  func isOwn(_ path: TreePath) -> Bool { path.isInside(ownFolder) }

  var ownFolder: TreePath { scope.appending(OwnFiles.folder) }

  /// The settings of the vault.
  var settings: TreePath { scope.appending(OwnFiles.settings) }

  /// The folder of the logs of reviews.
  var reviewFolder: TreePath { ownFolder.appending(Array("reviews".utf8)) }

  /// Holds back the deletion of logs of reviews, with the other files of their folder, of the
  /// settings, and of everything in `.zib` if all of it is missing.
  ///
  /// A log holds a person's reviews on one device, and no device has a reason to delete it, nor the
  /// settings, which may be emptied. A template is deleted like any file.
  /// - Returns: the files whose deletion is held back.
  private func holdBackOwnFiles(
    _ gone: [StagedEntry], in plan: inout SnapshotPlan
  ) -> Set<TreePath> {
    let goneHere = gone.filter { isOwn($0.path) && !$0.isSkipped }.map(\.path)
    if goneHere.isEmpty { return [] }
    if goneHere.count == plan.paths.count(where: isOwn) {
      plan.report.heldBack.append(HeldBack(ownFolder, .missingSettings))
      return Set(goneHere)
    }
    let logs = goneHere.filter { OwnFiles.isReviewLog($0.bytes) }
    plan.report.heldBack += logs.map { HeldBack($0, .missingReviews) }
    var kept = Set(logs)
    if !logs.isEmpty { kept.formUnion(goneHere.filter { $0.isInside(reviewFolder) }) }
    if goneHere.contains(settings) {
      plan.report.heldBack.append(HeldBack(settings, .missingSettings))
      kept.insert(settings)
    }
    return kept
  }

  /// Reads a file and puts it into the plan.
  ///
  /// - Parameter new: for a file that is not tracked, its stamp, and the tracked files that are gone from the folder.
  private func read(
    _ path: TreePath, _ entry: StagedEntry?,
    newWith new: (stamp: WorkStamp, gone: [MissingFile])? = nil, into plan: inout SnapshotPlan
  ) throws {
    do {
      let isIncluded = holding.includes(path)
      if new != nil, !isIncluded, try workTree.excludes(path) {
        plan.report.heldBack.append(HeldBack(path, .ignored))
        return
      }
      if let new, let limit = holding.largestFile, new.stamp.size > limit, !isIncluded,
        !new.gone.contains(where: { $0.stamp.map { $0.size == new.stamp.size } ?? true })
      {
        plan.report.heldBack.append(
          HeldBack(path, .tooLarge(size: Int64(new.stamp.size), limit: limit)))
        return
      }
      guard let file = try settled({ try workTree.read(path) }) else {
        // It went since the folder was looked at.
        plan.report.unsettled.append(path)
        return
      }
      if let new, let reason = holding.reason(toHold: path, file.blob, mode: file.mode) {
        // A file that was renamed is in history, and on the other devices it would be gone.
        if isIncluded {
          plan.report.included.append(path)
        } else {
          let id = try repository.id(ofBlob: file.blob)
          // A missing file with the same bytes is found without reading the others.
          let same = new.gone.filter { $0.versions.contains { $0.id == id } }
          let old = try (same + new.gone).first { try isRenamed($0, to: path, file.blob) }
          guard let old else {
            plan.report.heldBack.append(HeldBack(path, reason))
            return
          }
          let secret = try holding.secret(inEditOf: path, file.blob, mode: file.mode) {
            try old.versions.map { try repository.blob($0.id) }
          }
          if let secret {
            plan.report.heldBack.append(HeldBack(path, .secretEdit(secret)))
            plan.report.renamedHeldBack[old.path] = path
            return
          }
          plan.carried.insert(old.path)
        }
      }
      if let entry, isOwn(path), OwnFiles.isReviewLog(path.bytes), entry.version.mode.isFile,
        try !ReviewLogText.linesLost(from: repository.blob(entry.version.id), in: file.blob).isEmpty
      {
        plan.report.heldBack.append(HeldBack(path, .shortenedReviews))
        return
      }
      if let entry, !entry.isIntent {
        let secret = try holding.secret(inEditOf: path, file.blob, mode: file.mode) {
          try entry.version.mode.isFile ? [repository.blob(entry.version.id)] : []
        }
        if isIncluded {
          if secret != nil { plan.report.included.append(path) }
        } else if let secret {
          plan.report.heldBack.append(HeldBack(path, .secretEdit(secret)))
          return
        }
      }
      let version = FileVersion(mode: file.mode, id: try repository.write(blob: file.blob))
      plan.files[path] = version
      plan.staged[path] = StagedEntry(
        path: path, version: version, stamp: file.stamp, isSkipped: entry?.isSkipped ?? false)
    } catch let refusal as FileRefused {
      plan.report.refused.append(refusal)
      if entry?.isIntent == false { plan.report.outdated.append(path) }
    } catch is UnsettledFile {
      plan.report.unsettled.append(path)
    }
  }

  /// Reads a file again if it was changed while it was read.
  func settled(_ read: () throws -> WorkFile?) throws -> WorkFile? {
    for _ in 1..<Self.attempts {
      do { return try read() } catch is UnsettledFile { continue }
    }
    return try read()
  }

  /// Fails, so that the snapshot starts again, if another program has staged something since the
  /// plan was made.
  private func checkStaged(_ plan: SnapshotPlan) throws {
    var found: [TreePath: FileVersion] = [:]
    for entry in try repository.stagedEntries() where plan.staged[entry.path] != nil {
      found[entry.path] = entry.version
    }
    guard plan.staged.keys.allSatisfy({ found[$0] == plan.wasStaged[$0] }) else {
      throw StagingMoved()
    }
  }

  /// The staging index goes before the ref: stopped in between, it looks as after `git add`.
  private func commit(
    _ plan: SnapshotPlan, on branch: (name: String, commit: ObjectID?), message: String?
  ) throws -> SnapshotReport {
    var report = plan.report
    if let tree = plan.tree {
      let text = SnapshotMessage.text(report.changes, subject: message, device: device)
      report.commit = try repository.commitSnapshot(
        tree: tree, parents: branch.commit.map { [$0] } ?? [], message: text)
      try repository.flush()
    }
    if !plan.shadowed.isEmpty {
      var record = try unwrittenRecord()
      for path in plan.shadowed {
        record.files[path] = UnwrittenFile(path, .sameName, base: nil)
      }
      try setUnwritten(record)
    }
    if !plan.stagedApart.isEmpty {
      report.stagedKept = try keep(plan.stagedApart, since: branch.commit)
    }
    if !plan.staged.isEmpty {
      try checkStaged(plan)
      try repository.setStaged(plan.staged)
    }
    if let commit = report.commit {
      let subject = message ?? SnapshotMessage.subject(report.changes)
      try repository.setReference(
        branch.name, from: branch.commit, to: commit, because: "zib: \(subject)")
      repository.didCommitSnapshot()
    }
    return report
  }
}

/// Another program has staged something since the plan was made.
private struct StagingMoved: Error {}
