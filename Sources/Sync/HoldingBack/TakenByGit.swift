import History
import Layout

/// A file that a commit of plain git took, and that a snapshot would have held back.
package struct TakenByGit: Hashable, Sendable {
  package let file: HeldBack
  /// The commit before, which has what was taken away; nil for a first commit.
  package let before: ObjectID?

  package init(_ file: HeldBack, before: ObjectID?) {
    self.file = file
    self.before = before
  }
}

extension SyncSession {
  /// The commits that are looked at, and the files in them.
  private static let (manyCommits, manyFiles) = (100, 1_000)

  /// The files that a snapshot would have held back and that commits of plain git have, sorted by path.
  ///
  /// Only commits that the remote does not have count. A snapshot has the trailer `Device:`, and takes what the person
  /// included. Of very many commits and files the newest are looked at; one that cannot be read takes nothing.
  /// - Parameter tip: the remote's commit; nil for none.
  package func takenByGit(from tip: ObjectID?, to head: ObjectID) throws -> [TakenByGit] {
    var open = NewestFirst<Commit>()
    var seen: Set<ObjectID> = []
    var found: [TreePath: TakenByGit] = [:]
    var files = Self.manyFiles
    func add(_ id: ObjectID) throws {
      guard seen.count < Self.manyCommits, seen.insert(id).inserted else { return }
      do {
        if let tip, try repository.isAncestor(id, of: tip) { return }
        let commit = try repository.commit(id)
        open.push(id, seconds: commit.committer.seconds, commit)
      } catch is MissingObject {}  // A shallow clone ends here.
    }
    try add(head)
    while files > 0, let (_, commit) = open.pop() {
      for parent in commit.parents { try add(parent) }
      // A merge has what its parents have.
      if commit.parents.count > 1 || SnapshotMessage.isOurs(commit) { continue }
      do {
        for file in try takenByGit(commit, &files) where found[file.path] == nil {
          found[file.path] = TakenByGit(file, before: commit.parents.first)
        }
      } catch let error as any ObjectDamage where error.isDamage || error.isHostile {
        continue
      }
    }
    let tree = try tree(of: head)
    return try found.values.filter { try $0.file.canBeIncluded || isGone($0.file, in: tree) }
      .sorted { $0.file.path < $1.file.path }
  }

  /// The files that one commit takes and a snapshot would have held back.
  private func takenByGit(_ commit: Commit, _ files: inout Int) throws -> [HeldBack] {
    let old = try commit.parents.first.flatMap { try tree(of: $0) }
    var found: [HeldBack] = []
    let changes = try repository.fileChanges(from: old, to: commit.tree)
    if let old, try isFolder(ownFolder, in: old), try !isFolder(ownFolder, in: commit.tree) {
      found.append(HeldBack(ownFolder, .missingSettings))
    }
    for change in changes where isInScope(change.path) && !holding.includes(change.path) {
      files -= 1
      if files < 0 { break }
      let path = change.path
      let before = try old.flatMap { try repository.version(at: path, in: $0) }
      guard let after = try repository.version(at: path, in: commit.tree) else {
        if found.first?.path == ownFolder { continue }
        if OwnFiles.isReviewLog(path.bytes) { found.append(HeldBack(path, .missingReviews)) }
        if path == settings { found.append(HeldBack(path, .missingSettings)) }
        continue
      }
      // A file that only got another name is in the history.
      if case .moved = change.kind { continue }
      if let file = try wouldHold(path, after, since: before) { found.append(file) }
    }
    return found
  }

  /// The files that were staged by hand and that a snapshot would have held back, sorted by path.
  ///
  /// Many staged files of which none is such a file are put on record, so that their contents are read once and not
  /// by each command.
  func wouldHold(
    _ staged: [(path: TreePath, old: FileVersion?, new: FileVersion)]
  ) throws -> [HeldBack] {
    let staged = staged.sorted { $0.path < $1.path }
    var mark: [UInt8] = []
    if staged.count >= Self.manyStaged {
      var text = Array("\(Secret.known) \(holding.largestFile ?? -1)\n".utf8)
      for (path, old, new) in staged {
        text += path.bytes + Array(" \(old?.id.hex ?? "-") \(new.id.hex) \(new.mode)\n".utf8)
      }
      mark = Array(try repository.id(ofBlob: text).hex.utf8)
      if workTree.harmlessStaging() == mark { return [] }
    }
    let found = try staged.compactMap { try wouldHold($0.path, $0.new, since: $0.old) }
    if found.isEmpty, !mark.isEmpty { workTree.setHarmlessStaging(mark) }
    return found
  }

  /// Fewer staged files are looked at each time.
  private static let manyStaged = 100

  /// The reason for which a snapshot would hold back a version of a file; nil for one that it would take.
  ///
  /// - Parameter before: the version before it; nil for a new file.
  func wouldHold(
    _ path: TreePath, _ version: FileVersion, since before: FileVersion?
  ) throws -> HeldBack? {
    guard version.mode.isFile else { return nil }
    let size = try repository.size(ofBlob: version.id)
    if let limit = holding.largestFile, size > limit {
      return before == nil ? HeldBack(path, .tooLarge(size: size, limit: limit)) : nil
    }
    if size > workTree.sizeLimit { return nil }
    let bytes = try repository.blob(version.id)
    guard let before, before.mode.isFile else {
      return holding.reason(toHold: path, bytes, mode: version.mode).map { HeldBack(path, $0) }
    }
    if OwnFiles.isReviewLog(path.bytes) {
      let lost = ReviewLogText.linesLost(from: try repository.blob(before.id), in: bytes)
      return lost.isEmpty ? nil : HeldBack(path, .shortenedReviews)
    }
    let secret = try holding.secret(inEditOf: path, bytes, mode: version.mode) {
      [try repository.blob(before.id)]
    }
    return secret.map { HeldBack(path, .secretEdit($0)) }
  }

  /// True if what a commit took away is not back in a later one.
  private func isGone(_ file: HeldBack, in tree: ObjectID?) throws -> Bool {
    guard let tree else { return true }
    if file.reason == .shortenedReviews { return true }
    return try repository.version(at: file.path, in: tree) == nil
  }

  private func isFolder(_ path: TreePath, in tree: ObjectID) throws -> Bool {
    try repository.version(at: path, in: tree)?.mode == .folder
  }
}
